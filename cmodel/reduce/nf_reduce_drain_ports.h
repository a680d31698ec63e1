// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/reduce/nf_reduce_drain.sv; change that.
// Parameters and ports of nf_reduce_drain.
#ifndef NF_REDUCE_DRAIN_PORTS_H
#define NF_REDUCE_DRAIN_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  char none; // there are no parameters
} nf_reduce_drain_cfg;

// Inputs of one cycle.
typedef struct {
  // this cycle's slot; none: everything holds
  bool decides;      // a decision
  bool body_take;    // a flit of the packet in progress is taken
  bool held_slot;    // none comes
  bool sends;        // in one of the two: payload leaves
  bool head_send;    // the header leaves
  // with a decision: the packet
  uint8_t in_len;    // [3:0] flits of payload that come
  uint8_t out_len;   // [3:0] flits of payload that leave from the next slot on
  uint64_t plan;     // nf_reduce_pkg::plan_t
  bool drain;        // what leaves is the first of many planes
  bool drain_after;  // planes leave when the packet has been added
  uint8_t drain_len; // [3:0] flits of a plane
  // ... and the header of what leaves
  bool leaves;       // there is one
  nf_flit head;      // nf_header_pkg::header_t
  uint8_t to;        // [1:0] NF_REDUCE_TO_*
  uint8_t region;
} nf_reduce_drain_in;

// Outputs of one cycle.
typedef struct {
  // packet in progress
  bool idle;          // there is none
  uint8_t in_left;    // [3:0] flits to come
  bool going;         // payload leaves in its next slot
  uint64_t plan;      // nf_reduce_pkg::plan_t
  uint8_t flit;       // [2:0] flit of the entry
  bool planes;        // a sum leaves in planes
  uint8_t plane;      // [4:0] number of the one that leaves
  // header that is to leave
  bool due;           // its payload is out
  nf_flit head;       // nf_header_pkg::header_t
  uint8_t to;         // [1:0]
  uint8_t region;
  bool head_plane;    // it is a plane's
  uint8_t head_index; // of that number
  bool head_last;     // the last one
  bool owes;          // one is still to leave with the ports of region
} nf_reduce_drain_out;
// clang-format on

#endif
