// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/alu/nf_fp_minmax.sv: minimumNumber and maximumNumber of IEEE 754-2019 9.6. Numbers
// are bit patterns. -0 < +0; a number beats a NaN; two NaNs give the canonical quiet NaN. Format
// and ranges as in nf_fp_add_cfg.
#ifndef NF_FP_MINMAX_H
#define NF_FP_MINMAX_H

#include "nf_fp_add.h"
#include "nf_fp_minmax_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

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
