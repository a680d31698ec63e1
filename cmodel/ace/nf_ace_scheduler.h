// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_scheduler.sv: leads every chunk from memory through the phases of its
// plan and back (ACE 4.3, Fig. 6).
#ifndef NF_ACE_SCHEDULER_H
#define NF_ACE_SCHEDULER_H

#include "ace/nf_ace_chunk_table.h"
#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Machines;  // 2..16
  uint32_t Chunks;    // rows of the chunk table, 2..32
  uint32_t Halves;    // the lanes have the types of 16-bit elements too, 0 or 1
  uint32_t WordBytes; // of a bus word: 64, 128 or 256
} nf_ace_scheduler_cfg;

typedef struct {
  bool abort; // ends all commands, forgets all chunks
  bool cfg_valid;
  uint32_t cfg_addr, cfg_wdata;
  bool run, stop; // chunks may be created; none may
  uint8_t sound;  // partitions that plans may use, bit p
  bool cmd_valid;
  // a command: addresses of 48 bits; strides, block, totals and msg, of a message, in bytes
  uint64_t cmd_src, cmd_dst;
  uint32_t cmd_src_stride, cmd_dst_stride, cmd_block, cmd_src_total, cmd_dst_total;
  uint16_t cmd_msg, cmd_tag;
  uint8_t cmd_src_pieces, cmd_dst_pieces, cmd_plan, cmd_red_op, cmd_dtype;
  // ids are those of the orders: place of the command 6:5, row 4:0
  bool txd_ready, txd_done_valid, txd_done_err;
  uint8_t txd_done_id;
  bool rxd_ready, rxd_done_valid, rxd_done_err, rxd_poison;
  uint8_t rxd_done_id, rxd_poison_id;
  bool given_up;                     // a DMA has given the memory up
  uint8_t free[NF_ACE_MAX_MACHINES]; // free entries of each machine's queue
  uint16_t done_valid;               // bit m
  uint8_t done_id[NF_ACE_MAX_MACHINES], done_phase[NF_ACE_MAX_MACHINES];
  bool cpl_ready;
} nf_ace_scheduler_in;

typedef struct {
  bool cmd_ready;
  uint8_t free; // commands that there is room for
  bool txd_valid, txd_done_ready, rxd_valid, rxd_done_ready;
  uint8_t txd_id, txd_pieces, txd_pitch, rxd_id, rxd_pieces, rxd_pitch;
  uint16_t txd_msg, txd_sram, rxd_msg, rxd_sram;
  uint32_t txd_stride, txd_block, txd_total, rxd_stride, rxd_block, rxd_total;
  uint64_t txd_addr, rxd_addr;
  uint16_t reserve_valid; // bit m
  uint8_t reserve_id, reserve_phase;
  uint16_t ready_valid;  // bit m
  uint64_t ready_ctx[2]; // record ctx
  uint16_t done_ready;   // bit m
  bool cpl_valid;
  uint16_t cpl_tag;
  uint8_t cpl_status; // NF_ACE_STATUS_*
  bool chunk_done, busy;
} nf_ace_scheduler_out;

typedef struct nf_ace_scheduler nf_ace_scheduler;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_scheduler_init(nf_ace_scheduler **m, const nf_ace_scheduler_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_scheduler_out *nf_ace_scheduler_peek(const nf_ace_scheduler *m);
// The model's own; valid until the next step.
const nf_ace_chunks *nf_ace_scheduler_chunks(const nf_ace_scheduler *m);
// One rising clock edge.
void nf_ace_scheduler_step(nf_ace_scheduler *m, const nf_ace_scheduler_in *in);
// NULL is allowed.
void nf_ace_scheduler_free(nf_ace_scheduler *m);

#ifdef __cplusplus
}
#endif

#endif
