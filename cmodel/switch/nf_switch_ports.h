// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/switch/nf_switch.sv; change that.
// Parameters and ports of nf_switch.
#ifndef NF_SWITCH_PORTS_H
#define NF_SWITCH_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports;     // 2..16
  uint32_t Entries;   // reduction table entries of 128 B per port, 2..32
  uint32_t Regions;   // MCR table entries, 2..32
  uint32_t Nodes;     // node ids that can be routed, 8..256, multiple of 8
  uint32_t HomeSlots; // home-port table, 2..512, see nf_mcr_hash
  uint32_t Window;    // packets an ingress holds per virtual channel, 4, 8 or 16
  uint32_t XpDepth;   // flits of one crosspoint queue: 16, 32 or 64
  uint32_t Halves;    // the reduction tables have the types of 16-bit elements
  uint32_t Wide;      // ... and the ops whose sums are wider than the type
  uint32_t Ghosts;    // entries that a table remembers after they left, 0..16
} nf_switch_cfg;

// Inputs of one cycle.
typedef struct {
  // links in
  uint16_t rx_valid;             // [Ports-1:0] a flit is offered
  uint16_t rx_last;              // [Ports-1:0] it is the last of its packet
  uint16_t rx_err;               // [Ports-1:0] with last: damaged on the way
  nf_flit rx_data[NF_MAX_PORTS]; // [Ports*nf_pkg::FLIT_BITS-1:0] header or payload flit
  // links out
  uint32_t tx_ready;             // [Ports*2-1:0] room for a whole packet of that virtual channel
  // CSR port
  bool csr_valid;
  bool csr_write;
  uint16_t csr_addr;             // byte address, multiple of 4
  uint32_t csr_wdata;
  bool csr_rready;               // the answer is taken
} nf_switch_in;

// Outputs of one cycle.
typedef struct {
  // links in
  uint32_t rx_ready;             // [Ports*2-1:0] bit 2p+v: port p, channel v
  // links out
  uint16_t tx_valid;             // [Ports-1:0]
  uint16_t tx_last;              // [Ports-1:0]
  uint16_t tx_err;               // [Ports-1:0]
  nf_flit tx_data[NF_MAX_PORTS]; // [Ports*nf_pkg::FLIT_BITS-1:0]
  // CSR port
  bool csr_ready;
  bool csr_rvalid;
  uint32_t csr_rdata;
  bool csr_err;
} nf_switch_out;
// clang-format on

#endif
