// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/switch/nf_switch_use.sv; change that.
// Parameters and ports of nf_switch_use.
#ifndef NF_SWITCH_USE_PORTS_H
#define NF_SWITCH_USE_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports;   // 2..16
  uint32_t Regions; // 2..32
  uint32_t Window;  // packets an ingress holds per virtual channel: 4, 8 or 16
  uint32_t XpDepth; // flits of one crosspoint queue: 16, 32 or 64
} nf_switch_use_cfg;

// Inputs of one cycle.
typedef struct {
  // one packet each, and its region
  uint16_t enter;                                  // [Ports-1:0] an ingress sends it on
  uint8_t enter_region[NF_MAX_PORTS];              // [Ports*8-1:0]
  // [Ports-1:0] a row has sent it to its last sinks
  uint16_t left;
  uint8_t left_region[NF_MAX_PORTS];               // [Ports*8-1:0]
  uint16_t taken;                                  // [Ports-1:0] a reduction table has decided it
  uint8_t taken_region[NF_MAX_PORTS];              // [Ports*8-1:0]
  // what each reduction table refers to
  uint8_t held[NF_MAX_PORTS * NF_MAX_REGIONS / 8]; // [Ports*Regions-1:0]
} nf_switch_use_in;

// Outputs of one cycle.
typedef struct {
  // what each reduction table refers to
  uint32_t in_use; // [Regions-1:0] bit r: region r
} nf_switch_use_out;
// clang-format on

#endif
