// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_port_credits.sv; change that.
// Parameters and ports of nf_ace_port_credits.
#ifndef NF_ACE_PORT_CREDITS_PORTS_H
#define NF_ACE_PORT_CREDITS_PORTS_H

#include "ace/nf_ace_pkg.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Slots; // packets of the receive memory, a power of two 4..256
} nf_ace_port_credits_cfg;

// Inputs of one cycle.
typedef struct {
  bool clear;               // pulse: all queue pairs are closed, nothing is owed
  // pulse: a queue pair is set up, nothing is owed
  bool set;
  uint8_t set_qp;           // [3:0]
  uint8_t mask[NF_ACE_QPS]; // [127:0] slots of each queue pair less one, 8 bits each
  // a slot is free
  bool pop;
  uint8_t pop_qp;           // [3:0]
  // credits that may be sent
  bool sent;                // they leave in this cycle
} nf_ace_port_credits_in;

// Outputs of one cycle.
typedef struct {
  // credits that may be sent
  bool owed_valid;
  bool owed_urgent;     // they must not wait for a pause
  uint8_t owed_qp;      // [3:0]
  uint8_t owed_credits;
} nf_ace_port_credits_out;
// clang-format on

#endif
