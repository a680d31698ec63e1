// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/alu/nf_fp_add.sv; change that.
// Parameters and ports of nf_fp_add.
#ifndef NF_FP_ADD_PORTS_H
#define NF_FP_ADD_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t ExpBits; // exponent bits, 4..8: 8 for fp32 and bf16, 5 for fp16
  uint32_t ManBits; // fraction bits without the hidden one, 4..23
} nf_fp_add_cfg;

// Inputs.
typedef struct {
  uint32_t a; // [FpBits-1:0]
  uint32_t b; // [FpBits-1:0]
} nf_fp_add_in;

// Outputs.
typedef struct {
  uint32_t result; // [FpBits-1:0]
  uint8_t flags;   // [3:0] {inexact, underflow, overflow, invalid}
} nf_fp_add_out;
// clang-format on

#endif
