// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/switch/nf_switch_ingress.sv; change that.
// Parameters and ports of nf_switch_ingress.
#ifndef NF_SWITCH_INGRESS_PORTS_H
#define NF_SWITCH_INGRESS_PORTS_H

#include "common/nf_defs.h"
#include "mcr/nf_mcr_pkg.h"
#include "mcr/nf_mcr_table_ports.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports;     // 2..16
  uint32_t Regions;   // 2..32
  uint32_t Nodes;     // 8..256, multiple of 8
  uint32_t HomeSlots; // 2..512, see nf_mcr_hash
  uint32_t Window;    // packets per virtual channel: 4, 8 or 16
  uint32_t Halves;    // the reduction tables have the types of 16-bit elements
  uint32_t Wide;      // ... and the ops whose sums are wider than the type
  uint32_t NoTables;  // the switch has no reduction tables
} nf_switch_ingress_cfg;

// All inputs but the tables.
typedef struct {
  // configuration, steady while traffic flows
  uint16_t cfg_id;      // [9:0]
  uint8_t cfg_port;
  bool cfg_first_hop;
  bool cfg_uplink;
  uint16_t cfg_uplinks;
  uint8_t cfg_links;    // [3:0]
  // link
  bool rx_valid;
  bool rx_last;
  bool rx_err;
  nf_flit rx_data;      // nf_header_pkg::header_t; its fields: in the first flit
  // row
  uint8_t sent;         // [1:0] the row has sent a packet
  // reduction table of this port: entries for pull requests
  bool alloc_ready;
} nf_switch_ingress_ports;

// Inputs of one cycle.
typedef struct {
  union { // the same bytes, for callers and by port name
    nf_switch_ingress_ports ports;
    struct {
      // configuration, steady while traffic flows
      uint16_t cfg_id;      // [9:0]
      uint8_t cfg_port;
      bool cfg_first_hop;
      bool cfg_uplink;
      uint16_t cfg_uplinks;
      uint8_t cfg_links;    // [3:0]
      // link
      bool rx_valid;
      bool rx_last;
      bool rx_err;
      nf_flit rx_data;      // nf_header_pkg::header_t; its fields: in the first flit
      // row
      uint8_t sent;         // [1:0] the row has sent a packet
      // reduction table of this port: entries for pull requests
      bool alloc_ready;
    };
  };
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
} nf_switch_ingress_in;

// Outputs of one cycle.
typedef struct {
  // link
  uint8_t rx_ready;     // [1:0]
  // row
  bool wr_valid;
  bool wr_vc;
  bool wr_head;
  bool wr_last;
  bool wr_err;
  nf_flit wr_data;      // nf_header_pkg::header_t
  uint16_t wr_egress;   // [Ports-1:0]
  uint16_t wr_reduce;   // [Ports-1:0]
  uint8_t wr_region;
  bool wr_wait;
  bool wr_counted;      // the row reports when the packet has left
  // reduction table of this port: entries for pull requests
  bool alloc_valid;
  uint8_t alloc_region;
  nf_flit alloc_data;   // nf_header_pkg::header_t
  // events
  bool packet;          // a packet came
  bool ack;             // an acknowledgement ends here
  bool drop;            // a packet was dropped ...
  uint8_t drop_error;   // ... for this cause
  bool length_error;    // one that goes on was filled up or cut
  bool enter;           // a packet goes by a region's entry ...
  uint8_t enter_region; // ... this one's
  bool busy;
} nf_switch_ingress_out;
// clang-format on

#endif
