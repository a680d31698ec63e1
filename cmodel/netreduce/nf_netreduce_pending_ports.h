// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_pending.sv; change that.
// Parameters and ports of nf_netreduce_pending.
#ifndef NF_NETREDUCE_PENDING_PORTS_H
#define NF_NETREDUCE_PENDING_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Rings; // 1..16
} nf_netreduce_pending_cfg;

// Inputs of one cycle.
typedef struct {
  // a packet comes to the state manager
  bool arrival_valid;
  uint8_t ring;         // [3:0] below Rings
  uint8_t slot;         // [2:0]
  // two cycles later: jobs that it has led to, 0..2
  uint8_t jobs;         // [1:0] that the packet of two cycles ago has led to, 0..2
  // a job has read all that it needs
  bool ended_valid;
  uint8_t ended_slot;   // nf_netreduce_pkg::window_slot_t
  // jobs that are dropped, 0..2
  uint8_t dropped;      // [1:0] jobs, 0..2
  uint8_t dropped_slot; // nf_netreduce_pkg::window_slot_t
} nf_netreduce_pending_in;

// Outputs of one cycle.
typedef struct {
  // jobs that are dropped, 0..2
  uint64_t held[2]; // [Rings*8-1:0] bit ring * 8 + slot
} nf_netreduce_pending_out;
// clang-format on

#endif
