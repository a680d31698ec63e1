// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/alu/nf_exact_round.sv; change that.
// Parameters and ports of nf_exact_round.
#ifndef NF_EXACT_ROUND_PORTS_H
#define NF_EXACT_ROUND_PORTS_H

#include "alu/nf_exact.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t HasF32; // 0: rounds to binary16 and bfloat16 only, and is smaller
} nf_exact_round_cfg;

// Inputs of one cycle.
typedef struct {
  bool en;                       // everything advances; low holds all of it
  // sum
  bool valid;
  uint32_t acc[NF_EXACT_PLANES]; // [SumBits-1:0] the sum, as nf_exact_add holds it
  uint8_t format;                // [1:0] 0 binary32, 1 binary16, 2 and 3 bfloat16
  uint8_t shift;                 // [3:0] the result is the sum * 2^-shift: averages
} nf_exact_round_in;

// Outputs of one cycle.
typedef struct {
  // result
  bool valid;
  uint32_t result; // in the low 16 bits unless binary32; 0 unless valid
  uint8_t flags;   // [3:0] {inexact, underflow, overflow, invalid}
} nf_exact_round_out;
// clang-format on

#endif
