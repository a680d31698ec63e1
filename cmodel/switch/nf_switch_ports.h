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
  uint32_t Ports;      // ports, 2..16
  // entries of 128 B of each port's reduction table, 2..32; TABLE_LIMIT uses fewer. 0: no tables, a
  // switch that multicasts and passes on what others reduce
  uint32_t Entries;
  uint32_t Regions;    // MCR table entries, 2..32
  uint32_t Nodes;      // node ids with a route, 8..256, multiple of 8
  uint32_t HomeSlots;  // slots of the home-port table, 2^k or 3*2^k, 2..512, see nf_mcr_hash
  // packets that an ingress holds per virtual channel, 4, 8 or 16; a row behind a table holds 8 at
  // most
  uint32_t Window;
  uint32_t XpDepth;    // flits of one crosspoint queue: 16, 32 or 64
  uint32_t Halves;     // the types of 16-bit elements, in the tables and in the lookup's check
  uint32_t Wide;       // the ops whose sums are wider than the type, likewise
  uint32_t Ghosts;     // entries that a table remembers after they left, 0..16
  uint32_t AluStages;  // registers in the ALUs of the tables, 1..4
  uint32_t OperandReg; // a register between a table's store and its ALUs
} nf_switch_cfg;

// Inputs of one cycle.
typedef struct {
  // links in
  uint16_t rx_valid;             // [Ports-1:0] a flit is on the link
  uint16_t rx_last;              // [Ports-1:0] it is the last of its packet
  uint16_t rx_err;               // [Ports-1:0] with last: the packet was damaged on the way
  nf_flit rx_data[NF_MAX_PORTS]; // [Ports*nf_pkg::FLIT_BITS-1:0] header or payload flit
  // links out
  // [Ports*2-1:0] likewise: room for a whole packet of that virtual channel
  uint32_t tx_ready;
  // CSR port: one register access at a time
  bool csr_valid;                // an access is offered; ready: it is taken
  bool csr_write;                // write, else read
  uint16_t csr_addr;             // byte address, multiple of 4
  uint32_t csr_wdata;
  bool csr_rready;               // it is taken
} nf_switch_in;

// Outputs of one cycle.
typedef struct {
  // links in
  // [Ports*2-1:0] bit 2p+v: port p takes a header of virtual channel v
  uint32_t rx_ready;
  // links out
  uint16_t tx_valid;             // [Ports-1:0] as what comes in
  uint16_t tx_last;              // [Ports-1:0]
  uint16_t tx_err;               // [Ports-1:0]
  nf_flit tx_data[NF_MAX_PORTS]; // [Ports*nf_pkg::FLIT_BITS-1:0]
  // CSR port: one register access at a time
  bool csr_ready;
  bool csr_rvalid;               // the answer to the access
  uint32_t csr_rdata;
  bool csr_err;                  // refused, nothing changed
} nf_switch_out;
// clang-format on

#endif
