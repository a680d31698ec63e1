// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/alu/nf_fp_minmax.sv; change that.
// Parameters and ports of nf_fp_minmax.
#ifndef NF_FP_MINMAX_PORTS_H
#define NF_FP_MINMAX_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t ExpBits; // exponent bits, 4..8: 8 for fp32 and bf16, 5 for fp16
  uint32_t ManBits; // fraction bits without the hidden one, 4..23
} nf_fp_minmax_cfg;

// Inputs.
typedef struct {
  bool max;   // 1: the larger one
  uint32_t a; // [FpBits-1:0]
  uint32_t b; // [FpBits-1:0]
} nf_fp_minmax_in;

// Outputs.
typedef struct {
  uint32_t result; // [FpBits-1:0]
  bool invalid;    // an operand is a signaling NaN
} nf_fp_minmax_out;
// clang-format on

#endif
