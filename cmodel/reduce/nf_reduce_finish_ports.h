// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/reduce/nf_reduce_finish.sv; change that.
// Parameters and ports of nf_reduce_finish.
#ifndef NF_REDUCE_FINISH_PORTS_H
#define NF_REDUCE_FINISH_PORTS_H

#include "alu/nf_exact.h"
#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Halves; // with high sums, for the types of 16-bit elements
  uint32_t Apart;  // cycles of nf_reduce_data from operands to result, 1..5
} nf_reduce_finish_cfg;

// Inputs of one cycle.
typedef struct {
  bool en;                            // everything advances; low: everything holds
  // slot
  bool round;                         // what the slot sends are sums, to be rounded
  uint8_t dtype;                      // [3:0] into this type
  uint8_t shift;                      // [3:0] log2 of what they are divided by before
  // Apart + 2 enabled cycles later: what leaves nf_reduce_data
  bool data_valid;
  bool data_last;
  uint16_t data_ports;
  nf_flit data;                       // binary32 sums too, the low ones
  nf_flit data_high;                  // the high ones; or a plane of them
  // Apart + 3 enabled cycles later: what leaves nf_reduce_exact
  nf_flit plane;                      // a plane of exact sums
  // [Sums*SumPortBits-1:0] exact sums, of the types that have them
  uint32_t exact[8][NF_EXACT_PLANES];
} nf_reduce_finish_in;

// Outputs of one cycle.
typedef struct {
  // result
  bool out_valid;
  bool out_last;
  uint16_t out_ports;
  nf_flit out_data;
  bool busy;
} nf_reduce_finish_out;
// clang-format on

#endif
