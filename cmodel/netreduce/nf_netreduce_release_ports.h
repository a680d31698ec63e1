// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_release.sv; change that.
// Parameters and ports of nf_netreduce_release.
#ifndef NF_NETREDUCE_RELEASE_PORTS_H
#define NF_NETREDUCE_RELEASE_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Rings;     // rings, 1..16
  uint32_t Window;    // N: N + 1 slots, 1..7
  uint32_t MaxMsgLen; // packets of a message, 1..256
} nf_netreduce_release_cfg;

// Inputs of one cycle.
typedef struct {
  // a ring is being set up; the next three stay meanwhile
  bool closing;
  uint8_t closing_ring; // [3:0]
  uint8_t closing_slot; // [2:0] of its first column
  bool closing_on;      // its sums will go out in order
  // recovery
  uint16_t hold;        // [Rings-1:0] bit r: ring r gives out no sum, from a cycle later on
  // jobs from the lookup
  bool in_valid;
  uint64_t in_job;      // nf_netreduce_pkg::job_t
  // jobs, sums in order
  bool out_ready;
} nf_netreduce_release_in;

// Outputs of one cycle.
typedef struct {
  // a ring is being set up; the next three stay meanwhile
  bool swept;            // nothing of the ring that is being set up is left
  // jobs from the lookup
  bool in_ready;
  // jobs, sums in order
  bool out_valid;
  uint64_t out_job;      // nf_netreduce_pkg::job_t; holds when not out_valid
  // in the cycle before
  bool released;         // a sum was given out
  uint8_t released_ring; // [3:0] of this ring
  bool released_last;    // its message's last one
  uint8_t dropped;       // [1:0] jobs of a packet were dropped, 0..2: for pending
  uint8_t dropped_slot;  // nf_netreduce_pkg::window_slot_t; its slot
} nf_netreduce_release_out;
// clang-format on

#endif
