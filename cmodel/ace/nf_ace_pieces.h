// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_pieces.sv: cuts a DMA command into runs, and runs into bursts (ACE 4.4).
// A run: pieces that touch in memory, or one that does not.
#ifndef NF_ACE_PIECES_H
#define NF_ACE_PIECES_H

#include <stdbool.h>
#include <stdint.h>

#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

// No parameters.
typedef struct {
  uint32_t WordBytes; // of a beat: 64, 128 or 256
} nf_ace_pieces_cfg;

typedef struct {
  bool cmd_valid;
  uint8_t cmd_id;
  uint64_t cmd_addr;   // first byte of the message of piece 0, 48 bits
  uint32_t cmd_stride; // bytes from piece to piece
  uint8_t cmd_pieces;
  uint32_t cmd_block; // bytes left in a piece from here on
  uint32_t cmd_total; // bytes left in the payload from here on, for piece 0
  uint16_t cmd_msg;   // bytes of a message
  uint16_t cmd_sram;  // first SRAM packet of the chunk
  uint8_t cmd_pitch;  // SRAM packets from message to message
  bool out_ready;
} nf_ace_pieces_in;

typedef struct {
  bool cmd_ready;
  // a burst, or a run that moves nothing
  bool out_valid;
  bool out_burst;     // there is something to access
  bool out_first;     // first record of its run
  bool out_last;      // last record of its command
  bool out_end;       // its run is the last one of its command
  uint8_t out_id;     // of the command
  uint64_t out_addr;  // of the burst, multiple of 64
  uint8_t out_len;    // beats of the burst, less one
  uint16_t out_place; // where in its page of 4 kB the run begins
  uint32_t out_bytes; // bytes that the run moves
  uint16_t out_beats; // beats of the run from this record on
  uint8_t out_pieces; // pieces of the run
  uint16_t out_room;  // bytes that each of them has room for in SRAM
  uint16_t out_sram;  // first SRAM packet of the first piece
  uint8_t out_pitch;  // SRAM packets from piece to piece
} nf_ace_pieces_out;

typedef struct nf_ace_pieces nf_ace_pieces;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_pieces_init(nf_ace_pieces **m, const nf_ace_pieces_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_pieces_out *nf_ace_pieces_peek(const nf_ace_pieces *m);
// One rising clock edge.
void nf_ace_pieces_step(nf_ace_pieces *m, const nf_ace_pieces_in *in);
// NULL is allowed.
void nf_ace_pieces_free(nf_ace_pieces *m);

#ifdef __cplusplus
}
#endif

#endif
