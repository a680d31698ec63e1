// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_separator.sv: a frame taken apart into header and words of
// its payload (NETREDUCE 4.3, Fig. 4).
#ifndef NF_NETREDUCE_SEPARATOR_H
#define NF_NETREDUCE_SEPARATOR_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  char none; // no parameters
} nf_netreduce_separator_cfg;

typedef struct {
  bool in_valid, in_last;
  nf_netreduce_word in_data; // first byte on the wire in bits 7:0 of w[0]
  uint16_t size; // bytes of payload, pad included, 0..1024; counts with a frame's first beat
} nf_netreduce_separator_in;

typedef struct {
  uint8_t head[NF_NETREDUCE_HEAD_BYTES]; // from 2 cycles after its first beat until the next one
  bool word_valid;
  nf_netreduce_word word; // holds while word_valid is low
  uint8_t word_index;     // with word_valid
  bool done;              // two cycles after the last beat; what follows is the next frame's
} nf_netreduce_separator_out;

typedef struct nf_netreduce_separator nf_netreduce_separator;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_separator_init(nf_netreduce_separator **m,
                                      const nf_netreduce_separator_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_separator_out *nf_netreduce_separator_peek(const nf_netreduce_separator *m);
// Without a beat in this cycle and the two before, a step changes nothing and may be left out.
void nf_netreduce_separator_step(nf_netreduce_separator *m, const nf_netreduce_separator_in *in);
// NULL is allowed.
void nf_netreduce_separator_free(nf_netreduce_separator *m);

#ifdef __cplusplus
}
#endif

#endif
