// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/switch/nf_switch_framer.sv; change that.
// Parameters and ports of nf_switch_framer.
#ifndef NF_SWITCH_FRAMER_PORTS_H
#define NF_SWITCH_FRAMER_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Window; // packets held per virtual channel, 4..16
} nf_switch_framer_cfg;

// Inputs of one cycle.
typedef struct {
  // link
  bool rx_valid;
  bool rx_last;
  bool rx_err;     // with last: damaged on the way
  nf_flit rx_data; // nf_header_pkg::header_t; its fields: in the first flit
  // slots that became free again, one pulse each and per virtual channel
  uint8_t sent;    // [1:0] bit v: the row has sent a packet of virtual channel v
  uint8_t dropped; // [1:0] bit v: the ingress has dropped one
} nf_switch_framer_in;

// Outputs of one cycle.
typedef struct {
  // link
  uint8_t rx_ready;  // [1:0] bit v: a header of virtual channel v is taken
  // framed packets
  bool valid;
  bool head;
  bool last;
  bool err;          // with last: the packet is damaged
  nf_flit data;      // nf_header_pkg::header_t
  bool length_error; // a packet was filled up or cut
  bool busy;         // a packet is open or holds a slot
} nf_switch_framer_out;
// clang-format on

#endif
