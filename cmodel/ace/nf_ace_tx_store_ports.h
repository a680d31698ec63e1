// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_tx_store.sv; change that.
// Parameters and ports of nf_ace_tx_store.
#ifndef NF_ACE_TX_STORE_PORTS_H
#define NF_ACE_TX_STORE_PORTS_H

#include "ace/nf_ace_word.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Words;     // bus words that can wait, 16..256, multiple of 4
  uint32_t Commands;  // that can be in flight, 2..64
  uint32_t WordBytes; // of a bus word: 32, 64, 128 or 256
} nf_ace_tx_store_cfg;

// Inputs of one cycle.
typedef struct {
  // words
  bool word_valid;
  nf_ace_word word_data; // [WordBits-1:0]
  // packets
  bool pkt_valid;
  uint8_t pkt_words;     // [2:0] 0..4
  uint16_t pkt_sram;     // where it goes
  bool pkt_end;          // the last one of its command
  uint8_t pkt_id;        // of the command
  bool pkt_err;          // with the last one: some beat of the command was bad
  bool pkt_poison;       // some beat of the packet was
  // SRAM; word k is on data in cycle g + 2 + k, g that of the grant
  bool wr_grant;
  // completions
  bool done_ready;
} nf_ace_tx_store_in;

// Outputs of one cycle.
typedef struct {
  // words
  bool word_ready;
  // packets
  bool pkt_ready;
  // SRAM; word k is on data in cycle g + 2 + k, g that of the grant
  bool wr_valid;
  uint16_t wr_addr; // SRAM packet
  uint8_t wr_words; // [3:0]
  nf_ace_word data; // [WordBits-1:0] word k two + k cycles after the grant
  bool poison;      // beside data: the packet's
  // completions
  bool done_valid;
  uint8_t done_id;
  bool done_err;
} nf_ace_tx_store_out;
// clang-format on

#endif
