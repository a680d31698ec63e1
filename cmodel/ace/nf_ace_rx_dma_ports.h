// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_rx_dma.sv; change that.
// Parameters and ports of nf_ace_rx_dma.
#ifndef NF_ACE_RX_DMA_PORTS_H
#define NF_ACE_RX_DMA_PORTS_H

#include "ace/nf_ace_word.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Bursts;    // outstanding, and commands in flight, 2..64
  uint32_t Words;     // bus words that can wait for memory, 16..256
  uint32_t WordBytes; // of a bus word: 32, 64, 128 or 256
} nf_ace_rx_dma_cfg;

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
  // SRAM: a packet is to be read; its words come later, in order, and always find room
  bool rd_grant;
  bool data_valid;
  nf_ace_word data;    // [WordBits-1:0]
  bool poison;         // beside data
  // AXI4 write channels; beats of a bus word, INCR
  bool aw_ready;
  bool w_ready;
  bool b_valid;
  uint8_t b_resp;      // [1:0]
} nf_ace_rx_dma_in;

// Outputs of one cycle.
typedef struct {
  // commands, see nf_ace_pieces; hold until taken
  bool cmd_ready;
  // completions, in the order of the commands
  bool done_valid;
  uint8_t done_id;
  bool done_err;                          // some write was answered with an error
  // SRAM: a packet is to be read; its words come later, in order, and always find room
  bool rd_valid;
  uint16_t rd_addr;                       // SRAM packet
  uint8_t rd_words;                       // [3:0]
  // AXI4 write channels; beats of a bus word, INCR
  bool aw_valid;
  uint64_t aw_addr;                       // [47:0]
  uint8_t aw_len;
  bool w_valid;
  nf_ace_word w_data;                     // [WordBits-1:0]
  uint64_t w_strb[NF_ACE_WORD_LIMBS / 8]; // [WordBytes-1:0]
  bool w_last;
  bool b_ready;
  // pulse: a beat with poisoned data was offered
  // a beat with poisoned data was offered: of this command, at this address
  bool poison;
  uint8_t poison_id;                      // of its command
  uint64_t poison_addr;                   // [47:0]
  // observation
  bool beat;                              // pulse: a beat was taken
} nf_ace_rx_dma_out;
// clang-format on

#endif
