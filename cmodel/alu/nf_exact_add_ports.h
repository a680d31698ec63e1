// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/alu/nf_exact_add.sv; change that.
// Parameters and ports of nf_exact_add.
#ifndef NF_EXACT_ADD_PORTS_H
#define NF_EXACT_ADD_PORTS_H

#include "alu/nf_exact.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Inputs.
typedef struct {
  uint32_t acc[NF_EXACT_PLANES]; // [SumBits-1:0] the sum so far
  bool clear;                    // start from the empty sum instead of acc
  uint64_t addend;               // [AddendBits-1:0] from nf_exact_decode
} nf_exact_add_in;

// Outputs.
typedef struct {
  uint32_t acc[NF_EXACT_PLANES]; // [SumBits-1:0]
} nf_exact_add_out;
// clang-format on

#endif
