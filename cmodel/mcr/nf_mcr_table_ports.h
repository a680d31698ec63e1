// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/mcr/nf_mcr_table.sv; change that.
// Parameters and ports of nf_mcr_table.
#ifndef NF_MCR_TABLE_PORTS_H
#define NF_MCR_TABLE_PORTS_H

#include "common/nf_defs.h"
#include "mcr/nf_mcr_pkg.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports;     // ports of the switch, 2..16
  uint32_t Regions;   // multicast regions, 2..32
  uint32_t Nodes;     // node ids, 8..256, multiple of 8
  uint32_t HomeSlots; // slots of the home-port table, see nf_mcr_hash
} nf_mcr_table_cfg;

// What the tables publish to the rest of the switch; elements past the sizes of the cfg are zero.
typedef struct {
  // regions, one lane each
  uint32_t region_valid;                      // [Regions-1:0] bit r: region r is valid
  uint64_t region_base[NF_MAX_REGIONS];       // [Regions*64-1:0] first byte
  uint64_t region_end[NF_MAX_REGIONS];        // [Regions*64-1:0] first byte past it
  // [Regions*16-1:0] contributions of a complete reduction
  uint16_t region_expected[NF_MAX_REGIONS];
  // [Regions*16-1:0] contributions that a pull waits for at a later hop; 0: it does not wait
  uint16_t region_later[NF_MAX_REGIONS];
  uint8_t region_mode[NF_MAX_REGIONS];        // [Regions*8-1:0] NF_MCR_MODE_*
  uint16_t region_ports[NF_MAX_REGIONS];      // [Regions*16-1:0] ports that lead to a target
  // [Regions*16-1:0] ports that lead to two targets or more
  uint16_t region_multi[NF_MAX_REGIONS];
  // [Regions*16-1:0] node id of the home GPU; with UP HOME_TABLE_ID and bit HOME_UP_BIT
  uint16_t region_home[NF_MAX_REGIONS];
  // [Regions*16-1:0] one-hot: port to the home GPU; zero without a route
  uint16_t region_home_ports[NF_MAX_REGIONS];
  // [Regions*Nodes-1:0] bit r * Nodes + n: node n is a target of region r
  uint8_t region_targets[NF_MAX_REGIONS * NF_MCR_MAX_NODES / 8];
  // one lane per node: bit 7 valid, bit 6 SPREAD, 3:0 egress port
  uint8_t route[NF_MCR_MAX_NODES];            // [Nodes*8-1:0]
  // one lane per slot: bit 7 valid, bit 6 that port's table is here, 3:0 port
  uint8_t home[NF_MAX_HOME_SLOTS];            // [HomeSlots*8-1:0]
  // [HomeSlots*4-1:0] 4 bits by slot: port that a route with SPREAD stands for
  uint8_t way[NF_MAX_HOME_SLOTS * 4 / 8];
} nf_mcr_view;

// Inputs of one cycle.
typedef struct {
  bool lock;          // traffic in the switch
  uint32_t in_use;    // [Regions-1:0] bit r: packets or table entries refer to region r
  // register bus: one access, then its one response
  bool cfg_valid;     // an access is offered; ready: it is taken
  bool cfg_write;     // write, else read
  uint16_t cfg_addr;  // [11:0] byte address, NF_MCR_REG_*
  uint32_t cfg_wdata; // value to write
  bool cfg_rready;
} nf_mcr_table_in;

// Outputs of one cycle.
typedef struct {
  // register bus: one access, then its one response
  bool cfg_ready;
  bool cfg_rvalid;    // the response to the access; ready: it is taken
  uint32_t cfg_rdata; // value read; zero for a write and for a refused access
  bool cfg_err;       // refused, nothing changed
  union { // the same bytes, for callers and by port name
    nf_mcr_view view;
    struct {
      // regions, one lane each
      uint32_t region_valid;                      // [Regions-1:0] bit r: region r is valid
      uint64_t region_base[NF_MAX_REGIONS];       // [Regions*64-1:0] first byte
      uint64_t region_end[NF_MAX_REGIONS];        // [Regions*64-1:0] first byte past it
      // [Regions*16-1:0] contributions of a complete reduction
      uint16_t region_expected[NF_MAX_REGIONS];
      // [Regions*16-1:0] contributions that a pull waits for at a later hop; 0: it does not wait
      uint16_t region_later[NF_MAX_REGIONS];
      uint8_t region_mode[NF_MAX_REGIONS];        // [Regions*8-1:0] NF_MCR_MODE_*
      uint16_t region_ports[NF_MAX_REGIONS];      // [Regions*16-1:0] ports that lead to a target
      // [Regions*16-1:0] ports that lead to two targets or more
      uint16_t region_multi[NF_MAX_REGIONS];
      // [Regions*16-1:0] node id of the home GPU; with UP HOME_TABLE_ID and bit HOME_UP_BIT
      uint16_t region_home[NF_MAX_REGIONS];
      // [Regions*16-1:0] one-hot: port to the home GPU; zero without a route
      uint16_t region_home_ports[NF_MAX_REGIONS];
      // [Regions*Nodes-1:0] bit r * Nodes + n: node n is a target of region r
      uint8_t region_targets[NF_MAX_REGIONS * NF_MCR_MAX_NODES / 8];
      // one lane per node: bit 7 valid, bit 6 SPREAD, 3:0 egress port
      uint8_t route[NF_MCR_MAX_NODES];            // [Nodes*8-1:0]
      // one lane per slot: bit 7 valid, bit 6 that port's table is here, 3:0 port
      uint8_t home[NF_MAX_HOME_SLOTS];            // [HomeSlots*8-1:0]
      // [HomeSlots*4-1:0] 4 bits by slot: port that a route with SPREAD stands for
      uint8_t way[NF_MAX_HOME_SLOTS * 4 / 8];
    };
  };
} nf_mcr_table_out;
// clang-format on

#endif
