// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One function for all formats. The hardware compares magnitudes and turns the answer round below
// zero; here each operand becomes an integer of the same order.
#include "nf_fp_minmax.h"

// Rank among all numbers, -0 just below +0.
static inline int64_t rank(uint32_t x, uint32_t sign_bit) {
  return x & sign_bit ? ~(int64_t)(x & (sign_bit - 1)) : (int64_t)x;
}

// invalid_o, take_a and result_o. NaNs go first: they have no rank.
static inline __attribute__((always_inline)) uint32_t
minmax(uint32_t exp_bits, uint32_t man_bits, bool max, uint32_t a, uint32_t b, uint8_t *flags) {
  const uint32_t sign_bit = UINT32_C(1) << (exp_bits + man_bits);
  const uint32_t hidden = UINT32_C(1) << man_bits;
  const uint32_t inf = sign_bit - hidden;
  const uint32_t quiet = hidden >> 1;
  const bool nan_a = (a & (sign_bit - 1)) > inf, nan_b = (b & (sign_bit - 1)) > inf;

  if (nan_a || nan_b) {
    if ((nan_a && !(a & quiet)) || (nan_b && !(b & quiet)))
      *flags |= NF_FP_INVALID;
    return !nan_a ? a : !nan_b ? b : inf | quiet;
  }
  return (rank(a, sign_bit) < rank(b, sign_bit)) != max ? a : b;
}

// The outputs of the leaf.
void nf_fp_minmax_eval(const nf_fp_minmax_cfg *cfg, const nf_fp_minmax_in *in,
                       nf_fp_minmax_out *out) {
  uint8_t flags = 0;
  out->result = minmax(cfg->ExpBits, cfg->ManBits, in->max, in->a, in->b, &flags);
  out->invalid = flags != 0;
}

// u_minmax_f32 of nf_alu_lane with max_i low.
uint32_t nf_fp_min_f32(uint32_t a, uint32_t b, uint8_t *flags) {
  return minmax(8, 23, false, a, b, flags);
}

// The same with max_i high.
uint32_t nf_fp_max_f32(uint32_t a, uint32_t b, uint8_t *flags) {
  return minmax(8, 23, true, a, b, flags);
}

// u_minmax_f16, one half.
uint16_t nf_fp_min_f16(uint16_t a, uint16_t b, uint8_t *flags) {
  return (uint16_t)minmax(5, 10, false, a, b, flags);
}

// The same with max_i high.
uint16_t nf_fp_max_f16(uint16_t a, uint16_t b, uint8_t *flags) {
  return (uint16_t)minmax(5, 10, true, a, b, flags);
}

// u_minmax_bf16, one half.
uint16_t nf_fp_min_bf16(uint16_t a, uint16_t b, uint8_t *flags) {
  return (uint16_t)minmax(8, 7, false, a, b, flags);
}

// The same with max_i high.
uint16_t nf_fp_max_bf16(uint16_t a, uint16_t b, uint8_t *flags) {
  return (uint16_t)minmax(8, 7, true, a, b, flags);
}
