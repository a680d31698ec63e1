// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/switch/nf_switch_egress.sv; change that.
// Parameters and ports of nf_switch_egress.
#ifndef NF_SWITCH_EGRESS_PORTS_H
#define NF_SWITCH_EGRESS_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  char none; // there are no parameters
} nf_switch_egress_cfg;

// Inputs of one cycle.
typedef struct {
  // requests (0) and responses (1), from the columns
  uint8_t in_valid;   // [1:0]
  uint8_t in_last;    // [1:0]
  uint8_t in_err;     // [1:0]
  nf_flit in_data[2]; // [2*nf_pkg::FLIT_BITS-1:0] a flit of each
  // link
  // [1:0] bit v: the link has room for a packet of channel v: its header is taken, and with it all
  // of it
  uint8_t tx_ready;
} nf_switch_egress_in;

// Outputs of one cycle.
typedef struct {
  // requests (0) and responses (1), from the columns
  uint8_t in_ready; // [1:0] bit v: a flit of channel v is taken
  // link
  bool tx_valid;
  bool tx_last;
  bool tx_err;
  nf_flit tx_data;  // nf_header_pkg::header_t; its fields: in the first flit
  bool sent;        // a packet's last flit is on the link
  bool busy;        // a flit is here, or a packet has begun and not ended
} nf_switch_egress_out;
// clang-format on

#endif
