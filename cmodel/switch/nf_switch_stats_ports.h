// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/switch/nf_switch_stats.sv; change that.
// Parameters and ports of nf_switch_stats.
#ifndef NF_SWITCH_STATS_PORTS_H
#define NF_SWITCH_STATS_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Start;    // what counters begin with; for tests, which have no 2^32 cycles
  uint32_t NoTables; // the switch has no reduction tables: theirs stay at Start
} nf_switch_stats_cfg;

// Inputs of one cycle.
typedef struct {
  uint32_t event;   // bit i adds one to counter i: nf_switch_pkg::counted_t
  // reading
  bool rd_valid;    // held until the answer
  uint8_t rd_index; // [4:0]
} nf_switch_stats_in;

// Outputs of one cycle.
typedef struct {
  // reading
  bool rd_valid;
  uint32_t rd_data;
} nf_switch_stats_out;
// clang-format on

#endif
