// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_lane.sv; change that.
// Parameters and ports of nf_ace_lane.
#ifndef NF_ACE_LANE_PORTS_H
#define NF_ACE_LANE_PORTS_H

#include "ace/nf_ace_word.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Alu;       // it can reduce, 0 or 1
  uint32_t Halves;    // the types of 16-bit elements, F16 and BF16, too
  uint32_t WordBytes; // of a bus word: 32, 64, 128 or 256
} nf_ace_lane_cfg;

// Inputs of one cycle.
typedef struct {
  bool valid;
  bool reduce;   // else a passes
  uint8_t code;  // nf_ace_pkg::code_t; dtype << 4 | red_op
  nf_ace_word a; // [WordBits-1:0]
  nf_ace_word b; // [WordBits-1:0]
} nf_ace_lane_in;

// Outputs of one cycle.
typedef struct {
  nf_ace_word result; // [WordBits-1:0]
  bool flags_valid;   // the result of a reduction comes out
  uint8_t flags;      // [3:0] its {inexact, underflow, overflow, invalid}, any of 16
} nf_ace_lane_out;
// clang-format on

#endif
