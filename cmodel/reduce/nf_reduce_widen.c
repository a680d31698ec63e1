// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_widen.sv: what a flit of a wide op brings to the low and the high
// sum behind each of its words. binary32 holds every binary16 and bfloat16 number, so nothing is
// rounded on the way in.
#include "nf_reduce_widen.h"

#include "alu/nf_fp_widen.h"

static const uint32_t MinusZero = UINT32_C(0x80000000);

// low_signaling and high_signaling: exponent all ones, quiet bit low, payload not zero.
static bool signaling(uint32_t f32) {
  return (f32 & 0x7fc00000) == 0x7f800000 && (f32 & 0x003fffff) != 0;
}

// Two words of a flit, the first one low.
static uint64_t pair(uint32_t first, uint32_t second) { return first | (uint64_t)second << 32; }

// gen_word, four times. The sum that a plane is not of gets -0: it adds nothing, while +0 would
// turn a sum of -0 alone into +0.
void nf_reduce_widen_eval(const nf_reduce_widen_cfg *cfg, const nf_reduce_widen_in *in,
                          nf_reduce_widen_out *out) {
  const bool bfloat = in->dtype == NF_DTYPE_BF16_F32 || in->dtype == NF_DTYPE_BF16X;
  // Types of pairs that are summed wide; F16 and BF16 themselves are pairs, too, but round each sum
  // and never come here.
  const bool half = cfg->Halves && nf_dtypes[in->dtype & 15].half &&
                    (nf_dtypes[in->dtype & 15].wide & 1u << NF_RED_OP_ADD) != 0;
  uint32_t low[4], high[4] = {0};
  bool invalid = false;
  for (unsigned w = 0; w < 4; w++) {
    const uint32_t word = (uint32_t)(in->data.w[w / 2] >> w % 2 * 32);
    const uint16_t halves[2] = {(uint16_t)word, (uint16_t)(word >> 16)};
    low[w] = word;
    if (in->plane && cfg->Halves) {
      low[w] = in->high ? MinusZero : word;
      if (half)
        high[w] = in->high ? word : MinusZero;
    } else if (half) {
      low[w] = bfloat ? nf_fp_widen_bf16(halves[0]) : nf_fp_widen_f16(halves[0]);
      high[w] = bfloat ? nf_fp_widen_bf16(halves[1]) : nf_fp_widen_f16(halves[1]);
    }
    // A plane is a sum and no contribution: its NaNs have raised their flag when they came.
    invalid |= signaling(low[w]) || signaling(high[w]);
  }
  out->low = (nf_flit){{pair(low[0], low[1]), pair(low[2], low[3])}};
  out->high = (nf_flit){{pair(high[0], high[1]), pair(high[2], high[3])}};
  out->invalid = invalid && !in->plane;
}
