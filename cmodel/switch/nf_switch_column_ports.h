// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/switch/nf_switch_column.sv; change that.
// Parameters and ports of nf_switch_column.
#ifndef NF_SWITCH_COLUMN_PORTS_H
#define NF_SWITCH_COLUMN_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// The largest parameters.
enum {
  NF_SWITCH_COLUMN_MAX_ROWS = 32,
};

// Parameters.
typedef struct {
  uint32_t Rows;      // sources, 2..32
  uint32_t XpDepth;   // flits of one crosspoint queue: 16, 32 or 64
  uint32_t HasRegion; // 1: the region index travels with the flit
} nf_switch_column_cfg;

// Inputs of one cycle.
typedef struct {
  // crosspoint buses, one per row
  uint32_t in_valid;                            // [Rows-1:0]
  uint32_t in_last;                             // [Rows-1:0]
  uint32_t in_err;                              // [Rows-1:0]
  uint8_t in_region[NF_SWITCH_COLUMN_MAX_ROWS]; // [Rows*8-1:0]
  nf_flit in_data[NF_SWITCH_COLUMN_MAX_ROWS];   // [Rows*nf_pkg::FLIT_BITS-1:0]
  // stream out
  bool out_ready;
} nf_switch_column_in;

// Outputs of one cycle.
typedef struct {
  // crosspoint buses, one per row
  uint32_t credit;    // [Rows-1:0] bit r: a flit left the queue of row r
  // stream out
  bool out_valid;
  bool out_last;
  bool out_err;
  uint8_t out_region;
  nf_flit out_data;   // [nf_pkg::FLIT_BITS-1:0]
  bool busy;
} nf_switch_column_out;
// clang-format on

#endif
