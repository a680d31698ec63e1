// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/switch/nf_switch_row.sv; change that.
// Parameters and ports of nf_switch_row.
#ifndef NF_SWITCH_ROW_PORTS_H
#define NF_SWITCH_ROW_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports;      // 2..16
  uint32_t Window;     // packets per virtual channel: 4, 8 or 16
  uint32_t XpDepth;    // flits of a crosspoint queue: 16, 32 or 64
  uint32_t HeaderLast; // 1: behind a reduction table, one virtual channel, header after payload
  uint32_t NoTables;   // the switch has no reduction tables
} nf_switch_row_cfg;

// Inputs of one cycle.
typedef struct {
  // packets in
  bool wr_valid;
  bool wr_vc;               // with every flit
  bool wr_head;             // unused with HeaderLast
  bool wr_last;             // with HeaderLast: this is the header
  bool wr_err;
  nf_flit wr_data;          // nf_header_pkg::header_t; its fields: in the header
  uint16_t wr_egress;       // [Ports-1:0] with the header: egress ports
  uint16_t wr_reduce;       // [Ports-1:0] with the header: reduction table, one-hot
  uint8_t wr_region;        // with the header; unused with HeaderLast
  bool wr_wait;             // with it: hold until alloc_done
  bool wr_counted;          // with it: report when the packet has left; unused with HeaderLast
  bool alloc_done;          // the oldest waiting packet may go
  // credits: one flit left the queue of this row at that sink
  uint16_t credit_request;  // [Ports-1:0]
  uint16_t credit_response; // [Ports-1:0]
  uint16_t credit_reduce;   // [Ports-1:0]
} nf_switch_row_in;

// Outputs of one cycle.
typedef struct {
  // packets in
  bool wr_ready;        // HeaderLast only; else reserved
  uint8_t sent;         // [1:0] bit v: a slot of virtual channel v became free
  bool left;            // a counted packet left in the cycle before ...
  uint8_t left_region;  // ... that was of this region
  // crosspoint bus: the flit is for every sink whose bit is set
  uint16_t xb_request;  // [Ports-1:0]
  uint16_t xb_response; // [Ports-1:0]
  uint16_t xb_reduce;   // [Ports-1:0]
  bool xb_last;
  bool xb_err;
  uint8_t xb_region;
  nf_flit xb_data;      // [nf_pkg::FLIT_BITS-1:0]
  bool busy;
} nf_switch_row_out;
// clang-format on

#endif
