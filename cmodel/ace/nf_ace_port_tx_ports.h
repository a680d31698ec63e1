// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_port_tx.sv; change that.
// Parameters and ports of nf_ace_port_tx.
#ifndef NF_ACE_PORT_TX_PORTS_H
#define NF_ACE_PORT_TX_PORTS_H

#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Out;       // packets of the send memory, a power of two 2..64
  uint32_t WordBytes; // of a bus word: 32, 64, 128 or 256
} nf_ace_port_tx_cfg;

// Inputs of one cycle.
typedef struct {
  uint16_t node;        // [9:0] of this node
  uint8_t epoch;        // [6:0]
  bool clear;           // pulse: no queue pair has a credit
  // pulse: a queue pair gets a peer, and begins with number 0
  bool set;
  uint8_t set_qp;       // [3:0]
  uint16_t set_node;    // [9:0] of the peer
  uint8_t set_peer_qp;  // [3:0] its queue pair
  uint8_t set_credits;  // its slots
  // the peer has freed slots
  bool gain;
  uint8_t gain_qp;      // [3:0]
  uint8_t gain_credits;
  // a packet is granted
  bool push;
  uint8_t push_qp;      // [3:0]
  uint8_t push_words;   // [2:0]
  // its words
  bool out_valid;
  nf_ace_word out_data; // [WordBits-1:0]
  bool out_poison;      // the same for all words of a packet
  // credit packets
  bool give;            // pulse: it leaves
  uint8_t give_qp;      // [3:0]
  uint8_t give_credits;
  // to the NIC
  bool room;            // pulse: room for one is reserved
} nf_ace_port_tx_in;

// Outputs of one cycle.
typedef struct {
  // the peer has freed slots
  uint16_t credit;      // by queue pair: the peer has room
  // a packet is granted
  bool space;           // the send memory has room for one more
  // credit packets
  bool pause;           // one may leave: no packet is ready
  bool turn;            // one may leave that must not wait: it is its turn
  // to the NIC
  bool ask;             // wants room for a packet
  bool nic_valid;
  bool nic_first;
  bool nic_last;
  nf_flit nic_hdr;      // nf_ace_pkg::hdr_t
  nf_ace_word nic_data; // [WordBits-1:0]
} nf_ace_port_tx_out;
// clang-format on

#endif
