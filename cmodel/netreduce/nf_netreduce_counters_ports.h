// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_counters.sv; change that.
// Parameters and ports of nf_netreduce_counters.
#ifndef NF_NETREDUCE_COUNTERS_PORTS_H
#define NF_NETREDUCE_COUNTERS_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  char none; // there are no parameters
} nf_netreduce_counters_cfg;

// Inputs of one cycle.
typedef struct {
  // one frame
  bool event_valid;
  uint8_t event_cause; // NF_NETREDUCE_CAUSE_*; 32 and above are not counted
  // read port
  bool re;
  uint8_t index;       // [4:0] NF_NETREDUCE_CAUSE_* of the counter
} nf_netreduce_counters_in;

// Outputs of one cycle.
typedef struct {
  // read port
  bool valid;     // two cycles after re
  uint32_t count; // events of the cycles before re; holds until the next one
} nf_netreduce_counters_out;
// clang-format on

#endif
