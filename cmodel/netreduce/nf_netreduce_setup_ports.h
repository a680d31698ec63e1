// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_setup.sv; change that.
// Parameters and ports of nf_netreduce_setup.
#ifndef NF_NETREDUCE_SETUP_PORTS_H
#define NF_NETREDUCE_SETUP_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports;  // ports, 2..8
  uint32_t Rings;  // rings, 1..16
  uint32_t Window; // N of Algorithm 1: a ring has N + 1 slots, 1..7
} nf_netreduce_setup_cfg;

// Inputs of one cycle.
typedef struct {
  bool enable;         // low: off, when all rings are at rest
  uint32_t drain;      // cycles that are waited for messages, and again for sums
  // a set-up, as in nf_netreduce_lookup
  bool cfg_valid;
  uint8_t cfg_ring;    // [3:0] one that is not built: nothing happens
  uint8_t cfg_members; // [3:0] of the ring; a leaf: its hosts, LocalSize
  bool cfg_leaf;       // there are others behind a spine
  uint8_t cfg_window;  // [2:0] W of the hosts, 1..Window
  uint32_t cfg_first;  // MsgID of the first message
  uint8_t cfg_slot;    // [2:0] and its slot, 0..Window
  uint8_t cfg_dtype;   // [3:0] NF_DTYPE_*
  // rings
  uint16_t open;       // [Rings-1:0] bit r: a message of ring r has begun and is not complete
  uint16_t working;    // [Rings-1:0] bit r: packets or jobs of it are under way
  // sums
  uint8_t reserve;     // [Ports-1:0] bit p: room for a sum is reserved at port p
  uint8_t sent;        // [Ports-1:0] bit p: one has left it
  // the ring that is set up, from when it is taken
  // with it: its columns are swept and nothing of the old ring is left: open it
  bool swept;
} nf_netreduce_setup_in;

// Outputs of one cycle.
typedef struct {
  bool on;          // it is not off
  uint8_t given_up; // [1:0] waits that have ended too early in the cycle before, 0..2
  // a set-up, as in nf_netreduce_lookup
  bool cfg_ready;
  // sums
  uint16_t setting; // [Rings-1:0] the ring is being set up
  bool off_busy;    // all are being switched off
  uint16_t hold;    // [Rings-1:0] no message may begin in the ring
  bool hold_all;    // nor in any, unless enable is high
  // the ring that is set up, from when it is taken
  bool shut;        // one cycle: close it in LUT#1
  bool begin;       // one cycle: begin it anew in the state manager
  bool sweeping;    // it has begun anew, and is to be opened
  uint8_t ring;     // [3:0] this and all below are the set-up that was taken last
  uint8_t members;  // [3:0] 0: it stays closed
  uint8_t all;      // [3:0] members with HEADER and GLOBAL
  bool leaf;
  uint8_t window;   // [2:0]
  uint32_t first;
  uint8_t slot;     // [2:0]
  uint8_t dtype;    // [3:0]
} nf_netreduce_setup_out;
// clang-format on

#endif
