// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/alu/nf_exact_add.sv: one addition to an exact sum (KLENK IV-D).
#ifndef NF_EXACT_ADD_H
#define NF_EXACT_ADD_H

#include "nf_exact.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t acc[NF_EXACT_PLANES]; // the sum so far, see nf_exact_to_words
  bool clear;                    // it starts here: acc is not looked at
  uint64_t addend;               // from nf_exact_decode
} nf_exact_add_in;

typedef struct {
  uint32_t acc[NF_EXACT_PLANES];
} nf_exact_add_out;

// The outputs of the combinational leaf.
void nf_exact_add_eval(const nf_exact_add_in *in, nf_exact_add_out *out);

#ifdef __cplusplus
}
#endif

#endif
