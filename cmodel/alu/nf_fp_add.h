// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/alu/nf_fp_add.sv: IEEE 754-2019 addition in roundTiesToEven, in integers. Numbers
// are bit patterns. Every NaN result is the canonical quiet NaN of its format. A binary format of
// at most 32 bits: 8 and 23 for fp32, 5 and 10 for fp16, 8 and 7 for bf16.
#ifndef NF_FP_ADD_H
#define NF_FP_ADD_H

#include "common/nf_status.h"
#include "nf_fp_add_ports.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Exception flags (IEEE 754-2019 7), as the ALU orders them: the header's flags field without
// poison.
enum { NF_FP_INVALID = 1, NF_FP_OVERFLOW = 2, NF_FP_UNDERFLOW = 4, NF_FP_INEXACT = 8 };

// NF_OK, or what is wrong with the format.
nf_status nf_fp_add_check(const nf_fp_add_cfg *cfg);
// Sum of in->a and in->b in the format of cfg, which nf_fp_add_check accepts.
void nf_fp_add_eval(const nf_fp_add_cfg *cfg, const nf_fp_add_in *in, nf_fp_add_out *out);

// a + b. The flags that the sum raises are ORed into *flags.
uint32_t nf_fp_add_f32(uint32_t a, uint32_t b, uint8_t *flags);
uint16_t nf_fp_add_f16(uint16_t a, uint16_t b, uint8_t *flags);
uint16_t nf_fp_add_bf16(uint16_t a, uint16_t b, uint8_t *flags);

#ifdef __cplusplus
}
#endif

#endif
