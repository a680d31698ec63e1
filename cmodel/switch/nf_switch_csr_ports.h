// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/switch/nf_switch_csr.sv; change that.
// Parameters and ports of nf_switch_csr.
#ifndef NF_SWITCH_CSR_PORTS_H
#define NF_SWITCH_CSR_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports;     // 2..16
  uint32_t Entries;   // 2..32; 0: no reduction tables
  uint32_t Regions;   // 2..32
  uint32_t Nodes;     // node ids that arrival masks tell apart, 8..256
  uint32_t HomeSlots; // 2..512, see nf_mcr_hash
} nf_switch_csr_cfg;

// Inputs of one cycle.
typedef struct {
  // CSR port
  bool csr_valid;
  bool csr_write;
  uint16_t csr_addr;
  uint32_t csr_wdata;
  bool csr_rready;
  // MCR, routing and home tables
  bool cfg_ready;
  bool cfg_rvalid;
  uint32_t cfg_rdata;
  bool cfg_err;
  // counters of every port
  uint16_t stats_valid;                   // [Ports-1:0]
  uint32_t stats_data[NF_MAX_PORTS];      // [Ports*32-1:0]
  // reduction tables of every port: entries in use, the oldest entry
  uint8_t used[NF_MAX_PORTS];             // [Ports*8-1:0]
  uint16_t oldest_valid;                  // [Ports-1:0]
  uint32_t oldest_mask[NF_MAX_PORTS];     // [Ports*32-1:0] of the nodes that mask_select names
  uint64_t oldest_addr[NF_MAX_PORTS];     // [Ports*64-1:0]
  uint16_t oldest_count[NF_MAX_PORTS];    // [Ports*16-1:0]
  uint16_t oldest_expected[NF_MAX_PORTS]; // [Ports*16-1:0]
  // state of the switch
  bool traffic;
  uint16_t error;                         // nf_switch_regs_pkg::errors_t; one-cycle pulses
  uint8_t flags;                          // one-cycle pulses: header flags of results
  // clear command for the reduction tables
  bool dropping;                          // some entries are still to be dropped
} nf_switch_csr_in;

// Outputs of one cycle.
typedef struct {
  // CSR port
  bool csr_ready;
  bool csr_rvalid;
  uint32_t csr_rdata;
  bool csr_err;
  // MCR, routing and home tables
  bool cfg_valid;
  bool cfg_write;
  uint16_t cfg_addr;       // [11:0]
  uint32_t cfg_wdata;
  bool cfg_rready;
  // counters of every port
  uint16_t stats_read;     // [Ports-1:0] port whose counter is read, one-hot
  uint8_t stats_index;     // [4:0] of the counter that is read, NF_SWITCH_COUNTED_* or NF_EV_*
  // configuration
  uint16_t id;             // [9:0]
  bool multicast_partials;
  uint8_t timeout;         // in ticks
  uint8_t tick_log2;       // [3:0] of 64 cycles times two to that power
  uint16_t first_hop;      // [Ports-1:0]
  uint16_t uplinks;        // [Ports-1:0]
  uint8_t links;           // [3:0]
  uint8_t entries;
  // clear command for the reduction tables
  uint8_t drop_epochs;     // [3:0]
  bool drop_one;
  uint8_t drop_region;
  // what is shown
  uint8_t mask_select;     // group of 32 nodes whose part of the arrival masks is shown
} nf_switch_csr_out;
// clang-format on

#endif
