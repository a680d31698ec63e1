// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/alu/nf_fp_widen.sv; change that.
// Parameters and ports of nf_fp_widen.
#ifndef NF_FP_WIDEN_PORTS_H
#define NF_FP_WIDEN_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Inputs.
typedef struct {
  bool bfloat;   // half is a bfloat16; otherwise a binary16
  uint16_t half;
} nf_fp_widen_in;

// Outputs.
typedef struct {
  uint32_t f32;
} nf_fp_widen_out;
// clang-format on

#endif
