// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/reduce/nf_reduce_leave.sv; change that.
// Parameters and ports of nf_reduce_leave.
#ifndef NF_REDUCE_LEAVE_PORTS_H
#define NF_REDUCE_LEAVE_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Wide; // with the ops whose sums are wider than the type, 0 or 1
} nf_reduce_leave_cfg;

// Inputs.
typedef struct {
  uint8_t act;           // [3:0] NF_REDUCE_ACT_*
  nf_flit packet;        // nf_header_pkg::header_t; header under decision
  uint8_t mode;          // [1:0] its NF_REDUCE_MODE_*
  uint16_t sum;          // count of entry and packet together
  uint16_t expected;     // of the packet's region
  uint16_t hit_expected; // of the entry that was hit
  // the entry that leaves, as nf_reduce_tag shows it
  nf_flit entry;         // nf_header_pkg::header_t
  uint8_t entry_mode;    // [1:0]
  bool entry_data;
  uint16_t id;           // [9:0] node id of this switch
  bool first_hop;        // the port leads to an endpoint
} nf_reduce_leave_in;

// Outputs.
typedef struct {
  // whatever the action
  bool wide;        // the packet is about a wide sum
  bool plane;       // of which it brings a plane
  bool entry_wide;  // the entry holds a wide sum
  // by the action
  bool leaves;      // a header leaves
  nf_flit head;     // nf_header_pkg::header_t; without destination; meaningful when it leaves
  uint8_t to;       // [1:0] NF_REDUCE_TO_*
  uint8_t len;      // [3:0] flits of payload that leave from the next slot on
  bool round;       // they are rounded
  bool raw;         // they are the packet's, as they came
  bool drain;       // they are the first of many planes
  bool drain_after; // planes leave when the packet has been added
  uint8_t shift;    // [3:0] log2 of what the sum is divided by
} nf_reduce_leave_out;
// clang-format on

#endif
