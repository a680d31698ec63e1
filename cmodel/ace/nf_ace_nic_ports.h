// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_nic.sv; change that.
// Parameters and ports of nf_ace_nic.
#ifndef NF_ACE_NIC_PORTS_H
#define NF_ACE_NIC_PORTS_H

#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Packets;   // packets held in each of the three queues, a power of two 2..64
  uint32_t WordBytes; // of a bus word: 32, 64, 128 or 256
} nf_ace_nic_cfg;

// Inputs of one cycle.
typedef struct {
  // engine to link: always taken, room is reserved before
  bool ask;                 // the engine wants room for one packet
  bool ace_valid;
  bool ace_first;
  bool ace_last;
  nf_flit ace_hdr;          // nf_ace_pkg::hdr_t
  nf_ace_word ace_data;     // [WordBits-1:0]
  // host, normal mode
  bool host_tx_valid;
  bool host_tx_first;
  bool host_tx_last;
  nf_flit host_tx_hdr;      // nf_ace_pkg::hdr_t
  nf_ace_word host_tx_data; // [WordBits-1:0]
  bool host_rx_ready;
  // link
  uint8_t link_tx_ready;    // [1:0] bit 1 engine, bit 0 normal
  bool link_rx_valid;
  bool link_rx_first;
  bool link_rx_last;
  nf_flit link_rx_hdr;      // nf_ace_pkg::hdr_t
  nf_ace_word link_rx_data; // [WordBits-1:0]
} nf_ace_nic_in;

// Outputs of one cycle.
typedef struct {
  // engine to link: always taken, room is reserved before
  bool room;                // pulse: it is reserved; not in two cycles in a row
  // link to engine: always taken
  bool ace_rx_valid;
  bool ace_rx_first;
  bool ace_rx_last;
  nf_flit ace_rx_hdr;       // nf_ace_pkg::hdr_t
  nf_ace_word ace_rx_data;  // [WordBits-1:0]
  // host, normal mode
  bool host_tx_ready;       // falls only between packets
  bool host_rx_valid;
  bool host_rx_first;
  bool host_rx_last;
  nf_flit host_rx_hdr;      // nf_ace_pkg::hdr_t
  nf_ace_word host_rx_data; // [WordBits-1:0]
  // link
  bool link_tx_valid;
  bool link_tx_first;
  bool link_tx_last;
  nf_flit link_tx_hdr;      // nf_ace_pkg::hdr_t
  nf_ace_word link_tx_data; // [WordBits-1:0]
  uint8_t link_rx_ready;    // [1:0] bit 1 engine, bit 0 normal
  // pulse: a normal packet of more than four words was dropped: bit 0 the host's, bit 1 the link's
  // [1:0] a normal packet was too long: bit 0 the host's, bit 1 the link's
  uint8_t drop;
} nf_ace_nic_out;
// clang-format on

#endif
