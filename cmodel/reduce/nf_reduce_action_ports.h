// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/reduce/nf_reduce_action.sv; change that.
// Parameters and ports of nf_reduce_action.
#ifndef NF_REDUCE_ACTION_PORTS_H
#define NF_REDUCE_ACTION_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Inputs.
typedef struct {
  uint8_t act;      // [3:0] NF_REDUCE_ACT_* of what is at the decision
  // what is decided in this cycle; one, or none
  bool head_take;   // a packet's header
  bool ask_decide;  // a pull request
  bool clear;       // an entry leaves before the packet that wants its place
  bool expire;      // an entry goes, by time-out or clear command
  // and what the decision says besides
  bool poison;      // the entry that was hit is to be poisoned
  bool leaves;      // a header leaves
  bool drain_after; // planes leave when the packet has been added
} nf_reduce_action_in;

// Outputs.
typedef struct {
  // tag store; an entry that is cleared or expires is freed there by the same wires
  bool insert;     // the header is written into an entry
  bool update;     // it is counted in at the entry that was hit
  bool release;    // that entry is freed
  bool own;        // the packet itself leaves
  // payload slots that follow
  bool read;       // the entry's flits are read
  bool write;      // ... and written
  bool sum;        // ... and combined with the packet's
  uint8_t send;    // [1:0] NF_REDUCE_SEND_*: what of them leaves
  bool body_keep;  // their flags are added to the entry's
  bool body_send;  // ... to those of the header that leaves
  // flags of the slot of the decision
  bool keep_flags; // ... are added to the entry's
  bool send_flags; // ... to those of the header that leaves
  bool take_flags; // the header that leaves begins with the entry's
  // statistics
  bool written;    // a push was written into an entry
  bool evicted;    // an entry left for it, or is to
  bool complete;   // a result leaves
  bool bypass;     // the packet passes unreduced
  bool alloc;      // the request has its entry
  bool held_back;  // the request waits
} nf_reduce_action_out;
// clang-format on

#endif
