// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/alu/nf_exact_decode.sv: a term of an exact sum, made ready for nf_exact_add (KLENK
// IV-D).
#ifndef NF_EXACT_DECODE_H
#define NF_EXACT_DECODE_H

#include "nf_exact.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  bool hold;      // nothing is to be added: the sum stays as it is
  bool plane;     // value is a plane of another sum; otherwise an f32
  uint8_t index;  // which plane, 0..10; another one is held
  uint32_t value; // bits of the f32, or a plane's word
} nf_exact_decode_in;

typedef struct {
  uint64_t addend; // see NF_EXACT_ADDEND_BITS
  bool invalid;    // the f32 is a signaling NaN
} nf_exact_decode_out;

// The outputs of the combinational leaf.
void nf_exact_decode_eval(const nf_exact_decode_in *in, nf_exact_decode_out *out);

#ifdef __cplusplus
}
#endif

#endif
