// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/alu/nf_fp_widen.sv: binary16 and bfloat16 as binary32 (KLENK IV-D). Nothing is ever
// rounded.
#ifndef NF_FP_WIDEN_H
#define NF_FP_WIDEN_H

#include "nf_fp_widen_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The same number. A NaN stays one, quiet or signaling as it was, its payload moved up.
uint32_t nf_fp_widen_f16(uint16_t half);
uint32_t nf_fp_widen_bf16(uint16_t half);

// The outputs of the combinational leaf.
void nf_fp_widen_eval(const nf_fp_widen_in *in, nf_fp_widen_out *out);

#ifdef __cplusplus
}
#endif

#endif
