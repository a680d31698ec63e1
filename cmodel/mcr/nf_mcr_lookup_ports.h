// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/mcr/nf_mcr_lookup.sv; change that.
// Parameters and ports of nf_mcr_lookup.
#ifndef NF_MCR_LOOKUP_PORTS_H
#define NF_MCR_LOOKUP_PORTS_H

#include "common/nf_defs.h"
#include "mcr/nf_mcr_pkg.h"
#include "mcr/nf_mcr_table_ports.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports;     // ports of the switch, 2..16
  uint32_t Regions;   // entries of the MCR table, 2..32: the valid bits fill one register
  uint32_t Nodes;     // node ids that have a route, from 0 on, 8..256, multiple of 8
  uint32_t HomeSlots; // slots of the home-port table, 2^k or 3*2^k, 2..512, see nf_mcr_hash
  uint32_t Halves;    // the reduction tables have the types of 16-bit elements
  uint32_t Wide;      // the reduction tables have the ops whose sums are wider than the type
  uint32_t NoTables;  // the switch has no reduction tables: what needs one here is refused
} nf_mcr_lookup_cfg;

// Inputs of one cycle.
typedef struct {
  // header of an arriving packet
  bool valid;
  nf_flit hdr;          // nf_header_pkg::header_t
  // this switch and this port
  uint16_t cfg_id;      // [nf_pkg::HDR_DST_BITS-1:0] node id of this switch
  uint8_t cfg_port;     // the port the header came in on
  bool cfg_first_hop;   // that port leads to an endpoint
  bool cfg_uplink;      // that port leads up: the packet may only go down
  uint16_t cfg_uplinks; // ports that lead up
  uint8_t cfg_links;    // [3:0] links that endpoints interleave blocks over, 1..8 (CSR LINKS)
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
} nf_mcr_lookup_in;

// Outputs of one cycle.
typedef struct {
  // two cycles later
  bool valid;      // the answer to the header of two cycles ago; all others are zero without it
  uint16_t egress; // ports to send the packet to
  uint16_t reduce; // one-hot: port whose reduction table takes it
  bool alloc;      // pull request: takes an entry in this port's table before it goes on
  bool sink;       // acknowledgement for this switch: ends here
  bool by_region;  // the packet goes by a region's entry
  uint8_t region;  // region of the address; 0 for unicast
  uint8_t error;   // NF_ERR_*: why the packet is to be dropped, 0 for not
} nf_mcr_lookup_out;
// clang-format on

#endif
