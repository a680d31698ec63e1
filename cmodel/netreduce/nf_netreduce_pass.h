// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_pass.sv: beats that pass, between buffer and output
// (NETREDUCE 4.3, Fig. 4).
#ifndef NF_NETREDUCE_PASS_H
#define NF_NETREDUCE_PASS_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Depth; // beats that fit at least, a power of two, 4..256
} nf_netreduce_pass_cfg;

typedef struct {
  bool in_valid, in_last;
  nf_netreduce_word in_data;
  uint8_t in_bytes;
  bool out_ready;
} nf_netreduce_pass_in;

typedef struct {
  bool in_ready;
  bool out_valid, out_last; // while out_valid is low, beat and mark are old ones
  nf_netreduce_word out_data;
  uint8_t out_bytes;
} nf_netreduce_pass_out;

typedef struct nf_netreduce_pass nf_netreduce_pass;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_pass_init(nf_netreduce_pass **m, const nf_netreduce_pass_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_pass_out *nf_netreduce_pass_peek(const nf_netreduce_pass *m);
// One rising clock edge. Data are looked at only with in_valid.
void nf_netreduce_pass_step(nf_netreduce_pass *m, const nf_netreduce_pass_in *in);
// Nothing is held: a step without in_valid changes nothing and may be left out.
bool nf_netreduce_pass_idle(const nf_netreduce_pass *m);
// NULL is allowed.
void nf_netreduce_pass_free(nf_netreduce_pass *m);

#ifdef __cplusplus
}
#endif

#endif
