// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/switch/nf_switch_credits.sv; change that.
// Parameters and ports of nf_switch_credits.
#ifndef NF_SWITCH_CREDITS_PORTS_H
#define NF_SWITCH_CREDITS_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports;    // ports of the switch, 2..16
  uint32_t Channels; // virtual channels of the row: 1 (behind a reduction table) or 2
  uint32_t XpDepth;  // flits of a crosspoint queue: 16, 32 or 64
  uint32_t NoTables; // the switch has no reduction tables
} nf_switch_credits_cfg;

// Inputs of one cycle.
typedef struct {
  // a packet was chosen
  // [Queues-1:0] for these queues: the egress queues of each channel, then the reduction tables
  uint64_t spend;
  uint8_t len;    // [nf_pkg::HDR_LEN_BITS-1:0] payload flits
  bool channel;   // of this channel
  uint64_t back;  // [Queues-1:0] a flit has left the queue
  // turns at the tables
  // [Egress-1:0] bit channel * Ports + table: the channel has a packet for the table that may start
  uint32_t wants;
} nf_switch_credits_in;

// Outputs of one cycle.
typedef struct {
  // turns at the tables
  uint64_t room;   // [Queues-1:0] the queue has room for the longest packet
  // [Egress-1:0] the same bit: the channel leaves the table's room to the other one
  uint32_t yields;
} nf_switch_credits_out;
// clang-format on

#endif
