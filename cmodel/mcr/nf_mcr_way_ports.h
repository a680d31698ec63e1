// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/mcr/nf_mcr_way.sv; change that.
// Parameters and ports of nf_mcr_way.
#ifndef NF_MCR_WAY_PORTS_H
#define NF_MCR_WAY_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t HomeSlots; // slots of the home-port table, 2^k or 3*2^k, 2..512
} nf_mcr_way_cfg;

// Inputs.
typedef struct {
  uint64_t addr;                          // [nf_pkg::HDR_ADDR_BITS-1:0] bits 47:0
  uint8_t links;                          // [3:0] endpoints interleave blocks over 1..8
  uint8_t home[NF_MAX_HOME_SLOTS];        // [HomeSlots*8-1:0] as nf_mcr_table publishes them
  uint8_t way[NF_MAX_HOME_SLOTS * 4 / 8]; // [HomeSlots*4-1:0] port, 4 bits by slot
} nf_mcr_way_in;

// Outputs.
typedef struct {
  uint16_t way; // one-hot
} nf_mcr_way_out;
// clang-format on

#endif
