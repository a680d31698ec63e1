// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/reduce/nf_reduce_data.sv; change that.
// Parameters and ports of nf_reduce_data.
#ifndef NF_REDUCE_DATA_PORTS_H
#define NF_REDUCE_DATA_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Entries;    // 2..32
  uint32_t Halves;     // with the types of 16-bit elements, 0 or 1
  uint32_t AluStages;  // registers in the ALUs, 1..4
  uint32_t OperandReg; // a register between the store and the ALUs, 0 or 1
} nf_reduce_data_cfg;

// Inputs of one cycle.
typedef struct {
  bool en;          // everything advances; low: everything holds
  // slot
  bool valid;       // low: a bubble; the fields below are then zero
  nf_flit data;     // flit from the input, or a header to send
  bool read;        // read the entry's flit
  bool write;       // write it: with sum the sum, else data
  bool sum;         // combine the entry's flit with data
  uint8_t send;     // [1:0] NF_REDUCE_SEND_*: what goes out
  bool header;      // data is a header to send: last flit, gets the flags
  uint16_t ports;   // with header: its egress ports
  uint8_t entry;    // [4:0] below Entries
  uint8_t flit;     // [2:0] flit of the entry, 0..7
  uint8_t red_op;   // [3:0]
  uint8_t dtype;    // [3:0]
  // slot's flags: the ALUs' and flags go to the entry, to the next result, or nowhere
  uint8_t flags;    // flags of the slot, beside the ALUs'
  bool keep_flags;  // add the slot's flags to the entry's
  bool send_flags;  // add them to the result's
  bool start_flags; // the next result begins: its flags are zero before that
  bool take_flags;  // it begins with the entry's flags, which become zero
} nf_reduce_data_in;

// Outputs of one cycle.
typedef struct {
  // output
  bool out_valid;
  bool out_last;      // a header
  uint16_t out_ports; // zero but with out_last
  nf_flit out_data;   // zero but with out_valid
  bool poison;        // pulse: a header with POISON was put out
  bool busy;          // a slot or an output flit is inside
  // what the next slot may not read: three times {written, entry, flit}, of the slots two, three
  // and four before it, zero where the result will be there
  uint32_t pending;   // [nf_reduce_pkg::MAX_PENDING*nf_reduce_pkg::PENDING_BITS-1:0]
} nf_reduce_data_out;
// clang-format on

#endif
