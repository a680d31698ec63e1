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
  uint32_t Rings; // rings, of eight slots each, 1..16
} nf_netreduce_pending_cfg;

// Inputs of one cycle.
typedef struct {
  // a packet comes to the state manager
  bool arrival_valid;
  uint8_t ring;         // [3:0] below Rings
  uint8_t slot;         // [2:0]
  // two cycles later
  // [1:0] jobs that it has led to, 0..2; an announcement and a sum count one each
  uint8_t jobs;
  // a job has read all that it needs
  bool ended_valid;
  uint8_t ended_slot;   // nf_netreduce_pkg::window_slot_t; ring * 8 + slot
  // jobs that are dropped
  uint8_t dropped;      // [1:0] how many, 0..2
  uint8_t dropped_slot; // nf_netreduce_pkg::window_slot_t; ring * 8 + slot
} nf_netreduce_pending_in;

// Outputs of one cycle.
typedef struct {
  // jobs that are dropped
  // [Rings*8-1:0] bit ring * 8 + slot: to the state manager: no message may begin there
  uint64_t held[2];
} nf_netreduce_pending_out;
// clang-format on

#endif
