// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_store.sv: a port's own packets: header, size and
// payload words of each place (NETREDUCE 4.3).
#ifndef NF_NETREDUCE_STORE_H
#define NF_NETREDUCE_STORE_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_NETREDUCE_STORE_MAX_PLACES = 65536 };

typedef struct {
  uint32_t Places; // 2..65536
} nf_netreduce_store_cfg;

typedef struct {
  uint16_t place; // of what is written
  bool head_we;
  uint8_t head[NF_NETREDUCE_HEAD_BYTES];
  bool size_we;
  uint16_t size; // 0..1024
  bool word_we;
  uint8_t index; // 0..15
  nf_netreduce_word word;
  bool size_re;
  uint16_t size_place;
  bool head_re;
  uint16_t head_place;
  bool word_re;
  uint16_t word_place;
  uint8_t word_index; // 0..15
} nf_netreduce_store_in;

// Each one is what was read last; zero before the first read and where nothing was written.
typedef struct {
  uint16_t size;
  uint8_t head[NF_NETREDUCE_HEAD_BYTES];
  nf_netreduce_word word;
} nf_netreduce_store_out;

typedef struct nf_netreduce_store nf_netreduce_store;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_store_init(nf_netreduce_store **m, const nf_netreduce_store_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_store_out *nf_netreduce_store_peek(const nf_netreduce_store *m);
// A step without a write and without a read changes nothing and may be left out.
void nf_netreduce_store_step(nf_netreduce_store *m, const nf_netreduce_store_in *in);
// NULL is allowed.
void nf_netreduce_store_free(nf_netreduce_store *m);

#ifdef __cplusplus
}
#endif

#endif
