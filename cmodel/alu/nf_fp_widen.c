// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_fp_widen.h"

// Exponent bias of binary32 less that of binary16, and the exponents of infinities and NaNs.
enum { REBIAS = 127 - 15, F16_TOP = 31, F32_TOP = 255 };

// zeros, wide_exponent and wide_frac. The RTL counts leading zeros by halving a window; the loop
// here shifts one place at a time.
uint32_t nf_fp_widen_f16(uint16_t half) {
  const uint32_t sign = (uint32_t)(half & 0x8000) << 16;
  uint32_t exp = half >> 10 & 31, frac = half & 0x3ff;
  if (exp == F16_TOP) {
    exp = F32_TOP;
  } else if (exp != 0) {
    exp += REBIAS;
  } else if (frac != 0) {
    // A subnormal number gets the hidden one that it lacks.
    exp = REBIAS + 1;
    for (; frac < 0x400; frac <<= 1)
      --exp;
    frac &= 0x3ff;
  }
  return sign | exp << 23 | frac << 13;
}

// The branch bfloat_i: a bfloat16 is the upper half of a binary32.
uint32_t nf_fp_widen_bf16(uint16_t half) { return (uint32_t)half << 16; }

// f32_o.
void nf_fp_widen_eval(const nf_fp_widen_in *in, nf_fp_widen_out *out) {
  out->f32 = in->bfloat ? nf_fp_widen_bf16(in->half) : nf_fp_widen_f16(in->half);
}
