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
  uint32_t Ports;    // 2..16
  uint32_t Channels; // virtual channels of the row, 1 or 2
  uint32_t XpDepth;  // flits of a crosspoint queue: 16, 32 or 64
} nf_switch_credits_cfg;

// Inputs of one cycle.
typedef struct {
  // a packet was chosen
  uint64_t spend; // [Queues-1:0] for these queues
  uint8_t len;    // [nf_pkg::HDR_LEN_BITS-1:0] payload flits
  bool channel;   // of this channel
  uint64_t back;  // [Queues-1:0] a flit has left the queue
  // Bit [channel * Ports + table]: it has a packet for the table that may start; it leaves the
  // table's room to the other channel.
  uint32_t wants; // [Egress-1:0]
} nf_switch_credits_in;

// Outputs of one cycle.
typedef struct {
  // Bit [channel * Ports + table]: it has a packet for the table that may start; it leaves the
  // table's room to the other channel.
  uint64_t room;   // [Queues-1:0] for the longest packet
  uint32_t yields; // [Egress-1:0]
} nf_switch_credits_out;
// clang-format on

#endif
