// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_action.sv; change that.
// Parameters and ports of nf_netreduce_action.
#ifndef NF_NETREDUCE_ACTION_PORTS_H
#define NF_NETREDUCE_ACTION_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports; // ports of the accelerator, 2..8
} nf_netreduce_action_cfg;

// Inputs.
typedef struct {
  bool arrived;    // it came to the state manager
  uint8_t state;   // [2:0] NF_NETREDUCE_STATE_*, when arrived
  uint8_t cause;   // NF_NETREDUCE_CAUSE_* of the tables, when not
  uint8_t role;    // [1:0] NF_NETREDUCE_ROLE_* of its member
  bool leaf;       // its ring has hosts at other switches too
  bool local;      // its destination is a host of this switch
  bool replay;     // it has come before, and is looked up again
  bool up;         // for the sum of the hosts alone
  uint8_t own;     // [Ports-1:0] port of the packet
  uint8_t hosts;   // [Ports-1:0] ports of the ring's hosts
  uint8_t globals; // [Ports-1:0] port of the ring's GLOBAL member
  uint8_t here;    // [Ports-1:0] ports of members whose headers name a host of this switch
} nf_netreduce_action_in;

// Outputs.
typedef struct {
  uint8_t cause;   // NF_NETREDUCE_CAUSE_*; NONE: nothing to count
  bool known;      // it has a place in the window
  bool payload;    // keep the payload
  bool head;       // keep the header
  // this and those down to deliver are fields of the record job: its header is announced
  bool announce;
  uint8_t kind;    // [1:0] NF_NETREDUCE_JOB_*
  uint8_t mode;    // [1:0] NF_NETREDUCE_MODE_*
  bool again;      // it is repeated
  bool keep;       // the sum goes to the history buffer
  uint8_t read;    // [Ports-1:0] ports whose payload is added
  uint8_t deliver; // [Ports-1:0] ports whose header is sent with the sum
  uint8_t jobs;    // [1:0] jobs that it makes, 0..2: an announcement counts as one
} nf_netreduce_action_out;
// clang-format on

#endif
