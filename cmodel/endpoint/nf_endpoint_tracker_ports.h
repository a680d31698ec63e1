// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/endpoint/nf_endpoint_tracker.sv; change that.
// Parameters and ports of nf_endpoint_tracker.
#ifndef NF_ENDPOINT_TRACKER_PORTS_H
#define NF_ENDPOINT_TRACKER_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Links;    // lanes, 1..8
  uint32_t Commands; // that can be outstanding, 2..64
} nf_endpoint_tracker_cfg;

// Inputs of one cycle.
typedef struct {
  uint16_t cfg_acks;       // acknowledgements due for one multicast write
  bool cfg_exclude_source;
  bool clear;              // pulse: everything outstanding is given up
  // the command that generates: the youngest one
  bool start;              // it starts; only while room
  uint8_t id;              // with start
  bool pull;               // with start
  bool expect;             // after start: a pull expects blocks
  uint32_t expect_blocks;  // that other ranks' pulls deliver here
  bool wave;               // it got a counter: one more wave
  bool finish;             // all of it is injected, or it ends early
  uint8_t finish_status;
  bool finish_poison;
  // answers of the wave controller
  bool count_done;         // a block is complete
  bool hit;                // a wave waited for it
  uint8_t hit_owner;       // [5:0] place of its command
  bool hit_goal;           // and is complete
  bool poison;
  // acknowledgements, one pulse each
  uint8_t ack;             // [Links-1:0] one came
  uint8_t mcast;           // [Links-1:0] a multicast write was started
  uint8_t lane_busy;       // [Links-1:0] something is under way in the lane
  // completions
  bool done_ready;
} nf_endpoint_tracker_in;

// Outputs of one cycle.
typedef struct {
  // the command that generates: the youngest one
  bool room;           // one more can be outstanding
  bool empty;          // none is, nor is an acknowledgement due
  uint8_t tail;        // [5:0] place of the command that generates, from its start on
  uint8_t out;         // its waves outstanding
  // completions
  bool done_valid;
  uint8_t done_id;
  uint8_t done_status;
  // status
  uint16_t event;      // nf_endpoint_pkg::event_t
  uint32_t due;        // acknowledgements due
  bool busy;
} nf_endpoint_tracker_out;
// clang-format on

#endif
