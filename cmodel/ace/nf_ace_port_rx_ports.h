// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_port_rx.sv; change that.
// Parameters and ports of nf_ace_port_rx.
#ifndef NF_ACE_PORT_RX_PORTS_H
#define NF_ACE_PORT_RX_PORTS_H

#include "ace/nf_ace_pkg.h"
#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Slots;     // packets of the receive memory, a power of two 4..256
  uint32_t WordBytes; // of a bus word: 32, 64, 128 or 256
} nf_ace_port_rx_cfg;

// Inputs of one cycle.
typedef struct {
  bool clear;            // pulse: all queue pairs are closed
  // pulse: a queue pair is set up, empty, with number 0
  bool set;
  uint8_t set_qp;        // [3:0]
  bool set_open;
  uint8_t set_log;       // [3:0] 2^k slots; k beyond the memory stands for all of it
  uint8_t set_base;
  // a packet is handed out; its queue pair is looked up a cycle before
  bool op_valid;
  uint8_t op_qp;         // [3:0]
  bool pop;
  uint8_t pop_qp;        // [3:0]
  uint8_t pop_words;     // [2:0] of the packet
  // header of the word that comes a cycle later
  bool look_valid;
  uint8_t look_qp;       // [3:0]
  uint16_t look_seq;
  // the word
  bool word_valid;
  bool word_first;
  bool word_last;
  nf_flit word_hdr;      // nf_ace_pkg::hdr_t
  nf_ace_word word_data; // [WordBits-1:0]
  bool word_take;        // its packet is data of this epoch
  bool word_stale;       // of an older epoch
  bool word_early;       // of a newer epoch
  bool word_credit;      // it is a packet of credits, which is not for the slots
} nf_ace_port_rx_in;

// Outputs of one cycle.
typedef struct {
  // flags by queue pair
  uint16_t open;            // set up
  uint8_t mask[NF_ACE_QPS]; // [127:0] its slots less one, 8 bits each
  uint16_t avail;           // a packet is at the head
  uint64_t words;           // its words, 4 bits each
  // a packet is handed out; its queue pair is looked up a cycle before
  nf_ace_word in_data;      // [WordBits-1:0]
  bool in_poison;           // beside in_data
  // the word
  bool begins;              // it begins a packet of an open queue pair
  // pulse: a packet was dropped
  bool drop;                // since something is wrong with it
  bool stale;               // since it is of an older epoch
  bool early;               // since it is of a newer epoch
} nf_ace_port_rx_out;
// clang-format on

#endif
