// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_pieces.sv; change that.
// Parameters and ports of nf_ace_pieces.
#ifndef NF_ACE_PIECES_PORTS_H
#define NF_ACE_PIECES_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t WordBytes; // of a beat: 32, 64, 128 or 256
} nf_ace_pieces_cfg;

// Inputs of one cycle.
typedef struct {
  // commands; hold until taken
  bool cmd_valid;
  uint8_t cmd_id;
  uint64_t cmd_addr;   // [47:0] first byte of the message of piece 0, 48 bits
  uint32_t cmd_stride; // bytes from piece to piece
  uint8_t cmd_pieces;
  uint32_t cmd_block;  // bytes left in a piece from here on
  uint32_t cmd_total;  // bytes left in the payload from here on, for piece 0
  uint16_t cmd_msg;    // bytes of a message
  uint16_t cmd_sram;   // first SRAM packet of the chunk
  uint8_t cmd_pitch;   // SRAM packets from message to message
  // records; hold until taken
  bool out_ready;
} nf_ace_pieces_in;

// Outputs of one cycle.
typedef struct {
  // commands; hold until taken
  bool cmd_ready;
  // records; hold until taken
  bool out_valid;
  bool out_burst;     // there is something to access
  bool out_first;     // first record of its run
  bool out_last;      // last record of its command
  bool out_end;       // its run is the last one of its command
  uint8_t out_id;     // of the command
  uint64_t out_addr;  // [47:0] of the burst, multiple of WordBytes
  uint8_t out_len;    // beats of the burst, less one
  uint16_t out_place; // [11:0] where in its page of 4 kB the run begins
  uint32_t out_bytes; // [20:0] bytes that the run moves
  uint16_t out_beats; // [14:0] beats of the run from this record on
  uint8_t out_pieces; // pieces of the run
  uint16_t out_room;  // bytes that each of them has room for in SRAM
  uint16_t out_sram;  // first SRAM packet of the first piece
  uint8_t out_pitch;  // SRAM packets from piece to piece
} nf_ace_pieces_out;
// clang-format on

#endif
