// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/reduce/nf_reduce_exact.sv; change that.
// Parameters and ports of nf_reduce_exact.
#ifndef NF_REDUCE_EXACT_PORTS_H
#define NF_REDUCE_EXACT_PORTS_H

#include "alu/nf_exact.h"
#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Entries; // 2..32
  uint32_t Halves;  // with high sums, for the types of 16-bit elements
  uint32_t Apart;   // cycles of nf_reduce_data from operands to result, 1..5
} nf_reduce_exact_cfg;

// Inputs of one cycle.
typedef struct {
  bool en;       // everything advances; low: everything holds
  // slot
  bool read;     // read the row of sums
  bool write;    // write it
  bool sum;      // add to the row; else, with write or pass, to zero
  bool pass;     // send the contribution itself: add it to zero
  bool plane;    // the contribution is a plane of sums
  uint8_t index; // [4:0] its number; else the number of the plane to send
  bool send;     // send that plane
  uint8_t entry; // [4:0] below Entries
  uint8_t flit;  // [2:0]
  nf_flit low;   // contributions to the low sums, or the plane
  nf_flit high;
} nf_reduce_exact_in;

// Outputs of one cycle.
typedef struct {
  // after Apart + 3 enabled cycles
  // [Sums*SumPortBits-1:0] four low ones, four high ones; as nf_exact_add holds them
  uint32_t sums[8][NF_EXACT_PLANES];
  nf_flit plane;                     // zero unless one is sent
} nf_reduce_exact_out;
// clang-format on

#endif
