// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_port.sv; change that.
// Parameters and ports of nf_ace_port.
#ifndef NF_ACE_PORT_PORTS_H
#define NF_ACE_PORT_PORTS_H

#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Slots;     // packets of the receive memory, a power of two 4..256
  uint32_t Out;       // packets of the send memory, a power of two 2..64
  uint32_t WordBytes; // of a bus word: 32, 64, 128 or 256
} nf_ace_port_cfg;

// Inputs of one cycle.
typedef struct {
  uint8_t id;           // [2:0] number of this port
  uint16_t node;        // [9:0] of this node
  uint8_t epoch;        // [6:0] changes after clear alone
  bool clear;           // pulse: all queue pairs are closed; no transfer is under way
  // configuration writes, of all blocks
  bool cfg_valid;
  uint32_t cfg_addr;    // [19:0]
  uint32_t cfg_wdata;
  // granted transfers, of all ports
  bool op_valid;
  uint64_t op;          // nf_ace_pkg::req_t
  // data
  bool out_valid;
  nf_ace_word out_data; // [WordBits-1:0]
  bool out_poison;      // the same for all words of a packet
  // to the NIC
  bool room;            // pulse: room for one is reserved
  // from the NIC
  bool rx_valid;
  bool rx_first;
  bool rx_last;
  nf_flit rx_hdr;       // nf_ace_pkg::hdr_t
  nf_ace_word rx_data;  // [WordBits-1:0]
} nf_ace_port_in;

// Outputs of one cycle.
typedef struct {
  // flags by queue pair
  uint16_t avail;       // a packet is at the head
  uint64_t words;       // its words, 4 bits each
  uint16_t credit;      // the peer has room
  bool space;           // the send memory has room for one more packet
  uint16_t open;        // set up
  // data
  nf_ace_word in_data;  // [WordBits-1:0]
  bool in_poison;       // beside in_data
  // to the NIC
  bool ask;             // wants room for a packet
  bool nic_valid;
  bool nic_first;
  bool nic_last;
  nf_flit nic_hdr;      // nf_ace_pkg::hdr_t
  nf_ace_word nic_data; // [WordBits-1:0]
  // pulse: a packet was dropped
  bool drop;            // since something is wrong with it
  bool stale;           // since it is of an older epoch
  bool early;           // since it is of a newer epoch
} nf_ace_port_out;
// clang-format on

#endif
