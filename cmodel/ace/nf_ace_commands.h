// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_commands.sv: commands, their chunks, orders for the DMAs, and how each
// command ended (ACE 4.1, 4.4).
#ifndef NF_ACE_COMMANDS_H
#define NF_ACE_COMMANDS_H

#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_ACE_COMMAND_PLACES = 4 };

typedef struct {
  uint32_t Halves;    // the lanes have the types of 16-bit elements too, 0 or 1
  uint32_t WordBytes; // of a bus word: 64, 128 or 256
} nf_ace_commands_cfg;

typedef struct {
  bool abort; // all commands end; completions wait until it is over
  bool cmd_valid;
  // a command: addresses of 48 bits; strides, block, totals and msg, of a message, in bytes
  uint64_t cmd_src, cmd_dst;
  uint32_t cmd_src_stride, cmd_dst_stride, cmd_block, cmd_src_total, cmd_dst_total;
  uint16_t cmd_msg, cmd_tag;
  uint8_t cmd_src_pieces, cmd_dst_pieces, cmd_plan, cmd_red_op, cmd_dtype;
  // answer about the plan
  bool plan_done, plan_ok;
  uint8_t plan_phases;
  // SRAM packets of a slot of its first partition, of its last
  uint16_t plan_first_room, plan_last_room;
  bool chunk_ready;
  // orders: load only while !txd_valid, store only while !rxd_valid
  bool load, store;
  uint8_t order_row, order_place, order_pitch;
  uint32_t order_offset;
  uint16_t order_sram;
  bool txd_ready, rxd_ready;
  // what became of the chunks
  bool fail, poison, end, end_err;
  bool given_up; // the memory was given up: errors are of that
  uint8_t fail_place, poison_place, end_place;
  bool cpl_ready;
} nf_ace_commands_in;

typedef struct {
  bool cmd_ready;
  uint8_t free; // free places
  bool plan_valid;
  uint8_t plan;
  bool chunk_valid;
  // the next chunk: place of its command; len: bus words of a message; pitch: SRAM packets from one
  // message to the next; offset: bytes of each piece before it
  uint8_t chunk_place, chunk_plan, chunk_phases, chunk_red_op, chunk_dtype, chunk_len, chunk_pitch;
  uint16_t chunk_index;
  uint32_t chunk_offset;
  bool txd_valid, rxd_valid;
  // orders; id: place of the command 6:5, row 4:0
  uint8_t txd_id, txd_pieces, txd_pitch, rxd_id, rxd_pieces, rxd_pitch;
  uint16_t txd_msg, txd_sram, rxd_msg, rxd_sram;
  uint32_t txd_stride, txd_block, txd_total, rxd_stride, rxd_block, rxd_total;
  uint64_t txd_addr, rxd_addr;
  bool cpl_valid;
  uint16_t cpl_tag;
  uint8_t cpl_status; // NF_ACE_STATUS_*
  bool busy;
} nf_ace_commands_out;

typedef struct nf_ace_commands nf_ace_commands;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_commands_init(nf_ace_commands **m, const nf_ace_commands_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_commands_out *nf_ace_commands_peek(const nf_ace_commands *m);
// While it is not busy, has no completion at the interface and no command comes, a step may be left
// out.
void nf_ace_commands_step(nf_ace_commands *m, const nf_ace_commands_in *in);
// NULL is allowed.
void nf_ace_commands_free(nf_ace_commands *m);

#ifdef __cplusplus
}
#endif

#endif
