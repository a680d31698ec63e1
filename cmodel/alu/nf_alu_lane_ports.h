// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/alu/nf_alu_lane.sv; change that.
// Parameters and ports of nf_alu_lane.
#ifndef NF_ALU_LANE_PORTS_H
#define NF_ALU_LANE_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Stages; // registers from operands to result, 1..6
  // the types of 16-bit elements, F16 and BF16, too: two adders and two minima of either format
  uint32_t Halves;
} nf_alu_lane_cfg;

// Inputs of one cycle.
typedef struct {
  bool en;        // the pipeline moves
  // operands
  bool valid;
  uint8_t red_op; // [3:0] NF_RED_OP_*
  uint8_t dtype;  // [3:0] NF_DTYPE_*
  uint32_t a;
  uint32_t b;
} nf_alu_lane_in;

// Outputs of one cycle.
typedef struct {
  // result
  bool valid;
  uint32_t result;
  uint8_t flags;    // [3:0] {inexact, underflow, overflow, invalid} of all elements
  bool unsupported; // the lane does not have the op for the type; result is a
} nf_alu_lane_out;
// clang-format on

#endif
