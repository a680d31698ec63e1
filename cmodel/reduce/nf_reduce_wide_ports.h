// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/reduce/nf_reduce_wide.sv; change that.
// Parameters and ports of nf_reduce_wide.
#ifndef NF_REDUCE_WIDE_PORTS_H
#define NF_REDUCE_WIDE_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Entries;    // 2..32
  uint32_t Halves;     // with the types of 16-bit elements, 0 or 1
  uint32_t Wide;       // 0: nf_reduce_data alone, 6 cycles less
  uint32_t AluStages;  // registers in the ALUs, 1..4
  uint32_t OperandReg; // a register between the store and the ALUs, 0 or 1
} nf_reduce_wide_cfg;

// Inputs of one cycle.
typedef struct {
  bool en;          // everything advances; low: everything holds
  // slot, as of nf_reduce_data
  bool valid;
  nf_flit data;
  bool read;
  bool write;
  bool sum;
  uint8_t send;     // [1:0]
  bool header;
  uint16_t ports;
  uint8_t entry;    // [4:0]
  uint8_t flit;     // [2:0]
  uint8_t red_op;   // [3:0]
  uint8_t dtype;    // [3:0]
  uint8_t flags;
  bool keep_flags;
  bool send_flags;
  bool start_flags;
  bool take_flags;
  // slot of a wide sum
  bool wide;        // read, write, sum and send are about wide sums
  bool round;       // what is sent is rounded
  uint8_t shift;    // [3:0] log2 of what it is divided by before
  bool plane;       // data is a plane
  bool send_plane;  // a plane is sent
  uint8_t index;    // [4:0] number of the one or the other
} nf_reduce_wide_in;

// Outputs of one cycle.
typedef struct {
  // output
  bool out_valid;
  bool out_last;
  uint16_t out_ports;
  nf_flit out_data;
  bool poison;        // pulse: a header with POISON is on its way out
  bool busy;
  // as of nf_reduce_data: exact sums are there in time
  uint32_t pending;   // [nf_reduce_pkg::MAX_PENDING*nf_reduce_pkg::PENDING_BITS-1:0]
} nf_reduce_wide_out;
// clang-format on

#endif
