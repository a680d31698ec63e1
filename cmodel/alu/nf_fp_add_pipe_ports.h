// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/alu/nf_fp_add_pipe.sv; change that.
// Parameters and ports of nf_fp_add_pipe.
#ifndef NF_FP_ADD_PIPE_PORTS_H
#define NF_FP_ADD_PIPE_PORTS_H

#include "alu/nf_fp_add_path_ports.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
typedef nf_fp_add_path_cfg nf_fp_add_pipe_cfg;

// Inputs of one cycle.
typedef struct {
  bool en;    // the pipeline moves
  // operands
  bool valid;
  uint32_t a; // [FpBits-1:0]
  uint32_t b; // [FpBits-1:0]
} nf_fp_add_pipe_in;

// Outputs of one cycle.
typedef struct {
  // sum
  bool valid;
  uint32_t result; // [FpBits-1:0]
  uint8_t flags;   // [3:0] {inexact, underflow, overflow, invalid}
} nf_fp_add_pipe_out;
// clang-format on

#endif
