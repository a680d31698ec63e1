// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_scheduler.sv; change that.
// Parameters and ports of nf_ace_scheduler.
#ifndef NF_ACE_SCHEDULER_PORTS_H
#define NF_ACE_SCHEDULER_PORTS_H

#include "ace/nf_ace_pkg.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Machines;  // 2..16
  uint32_t Chunks;    // rows of the chunk table, 2..32
  uint32_t Halves;    // the lanes have the types of 16-bit elements too, 0 or 1
  uint32_t WordBytes; // of a bus word: 32, 64, 128 or 256
} nf_ace_scheduler_cfg;

// Inputs of one cycle.
typedef struct {
  bool abort;                              // ends all commands, forgets all chunks
  // config bus: NF_ACE_CSR_PARTITION, CSR_PLAN
  bool cfg_valid;
  uint32_t cfg_addr;                       // [19:0]
  uint32_t cfg_wdata;
  bool run;                                // chunks may be created
  bool stop;                               // none may: a fault is held
  uint8_t sound;                           // partitions that plans may use, bit p
  // commands
  bool cmd_valid;
  uint64_t cmd_src;                        // [47:0]
  uint64_t cmd_dst;                        // [47:0]
  uint32_t cmd_src_stride;
  uint32_t cmd_dst_stride;
  uint32_t cmd_block;
  uint32_t cmd_src_total;
  uint32_t cmd_dst_total;
  uint16_t cmd_msg;
  uint8_t cmd_src_pieces;
  uint8_t cmd_dst_pieces;
  uint8_t cmd_plan;                        // [2:0]
  uint8_t cmd_red_op;                      // [3:0]
  uint8_t cmd_dtype;                       // [3:0]
  uint16_t cmd_tag;
  // TX DMA: memory to a slot of partition 0
  bool txd_ready;
  bool txd_done_valid;
  uint8_t txd_done_id;                     // nf_ace_pkg::chunk_t
  bool txd_done_err;
  // RX DMA: a slot of the last partition to memory
  bool rxd_ready;
  bool rxd_done_valid;
  uint8_t rxd_done_id;                     // nf_ace_pkg::chunk_t
  bool rxd_done_err;
  bool rxd_poison;                         // poisoned data of an order was written
  uint8_t rxd_poison_id;                   // nf_ace_pkg::chunk_t
  bool given_up;                           // a DMA has given the memory up
  // machines: an entry is appended; a chunk may start; a phase of a chunk is done
  uint8_t free[NF_ACE_MAX_MACHINES];       // [Machines*8-1:0] free entries of each machine's queue
  uint16_t done_valid;                     // [Machines-1:0]
  uint8_t done_id[NF_ACE_MAX_MACHINES];    // [Machines*8-1:0]
  uint8_t done_phase[NF_ACE_MAX_MACHINES]; // [Machines*8-1:0]
  // completions
  bool cpl_ready;
} nf_ace_scheduler_in;

// Outputs of one cycle.
typedef struct {
  // commands
  bool cmd_ready;
  uint8_t free;           // commands that there is room for
  // TX DMA: memory to a slot of partition 0
  bool txd_valid;
  uint8_t txd_id;         // nf_ace_pkg::chunk_t
  uint64_t txd_addr;      // [47:0]
  uint32_t txd_stride;
  uint8_t txd_pieces;
  uint32_t txd_block;
  uint32_t txd_total;
  uint16_t txd_msg;
  uint16_t txd_sram;
  uint8_t txd_pitch;
  bool txd_done_ready;
  // RX DMA: a slot of the last partition to memory
  bool rxd_valid;
  uint8_t rxd_id;         // nf_ace_pkg::chunk_t
  uint64_t rxd_addr;      // [47:0]
  uint32_t rxd_stride;
  uint8_t rxd_pieces;
  uint32_t rxd_block;
  uint32_t rxd_total;
  uint16_t rxd_msg;
  uint16_t rxd_sram;
  uint8_t rxd_pitch;
  bool rxd_done_ready;
  // machines: an entry is appended; a chunk may start; a phase of a chunk is done
  uint16_t reserve_valid; // [Machines-1:0]
  uint8_t reserve_id;
  uint8_t reserve_phase;  // [3:0]
  uint16_t ready_valid;   // [Machines-1:0]
  uint64_t ready_ctx[2];  // nf_ace_pkg::ctx_t
  uint16_t done_ready;    // [Machines-1:0]
  // completions
  bool cpl_valid;
  uint16_t cpl_tag;
  uint8_t cpl_status;     // [3:0] NF_ACE_STATUS_*
  bool chunk_done;        // a chunk is complete
  bool busy;
} nf_ace_scheduler_out;
// clang-format on

#endif
