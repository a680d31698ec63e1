// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_tx_dma.sv; change that.
// Parameters and ports of nf_ace_tx_dma.
#ifndef NF_ACE_TX_DMA_PORTS_H
#define NF_ACE_TX_DMA_PORTS_H

#include "ace/nf_ace_word.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Bursts;    // outstanding, and commands in flight, 2..64
  uint32_t Words;     // bus words that can wait for SRAM, 16..256, multiple of 4
  uint32_t WordBytes; // of a bus word: 32, 64, 128 or 256
} nf_ace_tx_dma_cfg;

// Inputs of one cycle.
typedef struct {
  bool give_up;        // the memory stands still; stays until reset
  // commands, see nf_ace_pieces; hold until taken
  bool cmd_valid;
  uint8_t cmd_id;
  uint64_t cmd_addr;   // [47:0]
  uint32_t cmd_stride;
  uint8_t cmd_pieces;
  uint32_t cmd_block;
  uint32_t cmd_total;
  uint16_t cmd_msg;
  uint16_t cmd_sram;
  uint8_t cmd_pitch;
  // completions, in the order of the commands
  bool done_ready;
  // SRAM: a packet is to be written; word k is on data in cycle g + 2 + k, g that of the grant
  bool wr_grant;
  // AXI4 read channels; beats of a bus word, INCR
  bool ar_ready;
  bool r_valid;
  nf_ace_word r_data;  // [WordBits-1:0]
  uint8_t r_resp;      // [1:0]
  bool r_last;
} nf_ace_tx_dma_in;

// Outputs of one cycle.
typedef struct {
  // commands, see nf_ace_pieces; hold until taken
  bool cmd_ready;
  // completions, in the order of the commands
  bool done_valid;
  uint8_t done_id;
  bool done_err;    // some read was answered with an error
  // SRAM: a packet is to be written; word k is on data in cycle g + 2 + k, g that of the grant
  bool wr_valid;
  uint16_t wr_addr; // SRAM packet
  uint8_t wr_words; // [3:0]
  nf_ace_word data; // [WordBits-1:0] word k two + k cycles after the grant
  bool poison;      // beside data: a read of the packet had an error
  // AXI4 read channels; beats of a bus word, INCR
  bool ar_valid;
  uint64_t ar_addr; // [47:0]
  uint8_t ar_len;
  bool r_ready;
  // observation
  bool beat;        // pulse: a beat came
} nf_ace_tx_dma_out;
// clang-format on

#endif
