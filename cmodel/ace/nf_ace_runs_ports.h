// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_runs.sv; change that.
// Parameters and ports of nf_ace_runs.
#ifndef NF_ACE_RUNS_PORTS_H
#define NF_ACE_RUNS_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Depth;     // runs, 2..66
  uint32_t Zeros;     // pieces that move nothing are given, too
  uint32_t WordBytes; // of a beat: 32, 64, 128 or 256
} nf_ace_runs_cfg;

// Inputs of one cycle.
typedef struct {
  // a run
  bool in_valid;
  uint8_t in_id;     // of its command
  bool in_end;       // it is the last one of its command
  uint64_t in_addr;  // [47:0] its first byte in memory, 48 bits
  uint32_t in_bytes; // [20:0] that it moves
  uint8_t in_pieces; // 1 or more
  uint16_t in_room;  // bytes that each has room for
  uint16_t in_sram;  // first SRAM packet of the first one
  uint8_t in_pitch;  // SRAM packets from one to the next
  // the next piece
  bool out_ready;
} nf_ace_runs_in;

// Outputs of one cycle.
typedef struct {
  // a run
  bool in_ready;
  // the next piece
  bool out_valid;
  uint8_t out_id;
  bool out_end;       // it is the last one of its command
  bool out_first;     // of its run
  bool out_last;      // of its run
  bool out_share;     // its last beat is the first one of the next piece, too
  uint64_t out_addr;  // [47:0] of the run
  uint8_t out_place;  // where in its first beat the piece begins
  uint16_t out_bytes; // that it moves
  uint16_t out_beats; // [10:0]
  uint16_t out_words; // [10:0] bus words of its room
  uint16_t out_sram;
} nf_ace_runs_out;
// clang-format on

#endif
