// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/alu/nf_fp_minmax.sv: minimumNumber and maximumNumber of IEEE 754-2019 9.6.
// Numbers are bit patterns. -0 < +0; a number beats a NaN; two NaNs give the canonical quiet NaN.
#ifndef NF_FP_MINMAX_H
#define NF_FP_MINMAX_H

#include "nf_fp_add.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Format and ranges as in nf_fp_add_cfg.
typedef struct {
  uint32_t ExpBits; // 4..8: 8 for fp32 and bf16, 5 for fp16
  uint32_t ManBits; // fraction bits without the hidden one, 4..23
} nf_fp_minmax_cfg;

typedef struct {
  bool max; // the larger one
  uint32_t a, b;
} nf_fp_minmax_in;

typedef struct {
  uint32_t result;
  bool invalid; // an operand is a signaling NaN
} nf_fp_minmax_out;

// The outputs of the combinational leaf.
void nf_fp_minmax_eval(const nf_fp_minmax_cfg *cfg, const nf_fp_minmax_in *in,
                       nf_fp_minmax_out *out);

// The flag that a signaling NaN raises, NF_FP_INVALID, is ORed into *flags.
uint32_t nf_fp_min_f32(uint32_t a, uint32_t b, uint8_t *flags);
uint32_t nf_fp_max_f32(uint32_t a, uint32_t b, uint8_t *flags);
uint16_t nf_fp_min_f16(uint16_t a, uint16_t b, uint8_t *flags);
uint16_t nf_fp_max_f16(uint16_t a, uint16_t b, uint8_t *flags);
uint16_t nf_fp_min_bf16(uint16_t a, uint16_t b, uint8_t *flags);
uint16_t nf_fp_max_bf16(uint16_t a, uint16_t b, uint8_t *flags);

#ifdef __cplusplus
}
#endif

#endif
