// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/alu/nf_alu_array.sv; change that.
// Parameters and ports of nf_alu_array.
#ifndef NF_ALU_ARRAY_PORTS_H
#define NF_ALU_ARRAY_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Stages; // registers from operands to result, 1..6
  // the types of 16-bit elements, F16 and BF16, too: in each lane two adders and two minima of
  // either format
  uint32_t Halves;
} nf_alu_array_cfg;

// Inputs of one cycle.
typedef struct {
  bool en;        // the pipeline moves; low holds all of it
  // operands
  bool valid;     // there are operands
  uint8_t red_op; // [3:0] NF_RED_OP_*
  uint8_t dtype;  // [3:0] NF_DTYPE_*
  nf_flit a;      // four words, the first one in the lowest bits
  nf_flit b;      // four words, the first one in the lowest bits
} nf_alu_array_in;

// Outputs of one cycle.
typedef struct {
  // result
  bool valid;       // there is a result
  nf_flit result;   // four words
  // as in the header, bits NF_FLAG_*: 1 to 4 of all elements ORed, the others are 0
  uint8_t flags;
  bool unsupported; // the lanes do not have the op for the type; result is a
} nf_alu_array_out;
// clang-format on

#endif
