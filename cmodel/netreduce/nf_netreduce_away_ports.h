// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_away.sv; change that.
// Parameters and ports of nf_netreduce_away.
#ifndef NF_NETREDUCE_AWAY_PORTS_H
#define NF_NETREDUCE_AWAY_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports; // ports, 2..8
} nf_netreduce_away_cfg;

// Inputs of one cycle.
typedef struct {
  uint16_t pause; // PAUSE in cycles, not zero; a level
  // combiners
  uint8_t room;   // [Ports-1:0] bit p: that of port p has room for one frame more
  uint8_t empty;  // [Ports-1:0] bit p: it holds none
  // jobs
  uint8_t wait;   // [Ports-1:0] bit p: a job waits for port p
  bool other;     // a job of another ring could be done meanwhile
} nf_netreduce_away_in;

// Outputs of one cycle.
typedef struct {
  // jobs
  uint8_t away; // [Ports-1:0] bit p: port p is not waited for
} nf_netreduce_away_out;
// clang-format on

#endif
