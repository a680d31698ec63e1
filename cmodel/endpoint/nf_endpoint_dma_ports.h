// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/endpoint/nf_endpoint_dma.sv; change that.
// Parameters and ports of nf_endpoint_dma.
#ifndef NF_ENDPOINT_DMA_PORTS_H
#define NF_ENDPOINT_DMA_PORTS_H

#include "common/nf_defs.h"
#include "endpoint/nf_endpoint_pkg.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Links;        // lanes, 1..8
  uint32_t Commands;     // that can wait, and that can be outstanding, 2..64
  uint32_t Translations; // entries of the translation table, 1..16
} nf_endpoint_dma_cfg;

// Inputs of one cycle.
typedef struct {
  bool abort;                                     // pulse: all commands are given up
  // configuration
  uint16_t cfg_id;                                // [9:0]
  uint16_t cfg_acks;                              // acknowledgements due for one multicast write
  bool cfg_exclude_source;
  uint8_t cfg_epoch;                              // [1:0] of all that is sent
  uint16_t cfg_retry_cycles;
  uint8_t cfg_retries;
  uint16_t at_valid;                              // [Translations-1:0]
  uint64_t at_base[NF_ENDPOINT_MAX_TRANSLATIONS]; // [Translations*64-1:0]
  uint64_t at_end[NF_ENDPOINT_MAX_TRANSLATIONS];  // [Translations*64-1:0]
  uint64_t at_source[NF_ENDPOINT_MAX_TRANSLATIONS]; // [Translations*64-1:0]
  uint64_t at_result[NF_ENDPOINT_MAX_TRANSLATIONS]; // [Translations*64-1:0]
  // commands
  bool cmd_valid;
  uint8_t cmd_kind;
  uint8_t cmd_id;
  uint64_t cmd_addr;
  uint32_t cmd_bytes;
  uint16_t cmd_wave_blocks;
  uint8_t cmd_waves;
  uint8_t cmd_red_op;
  uint8_t cmd_dtype;
  uint8_t cmd_lane;
  uint32_t cmd_landed;
  // completions
  bool done_ready;
  // wave controller
  bool alloc_ok;                                  // valid one cycle after alloc_valid
  bool alloc_overlap;
  bool count_done;                                // a block is complete
  bool hit;                                       // a wave waited for it
  uint8_t hit_owner;                              // [5:0]
  bool hit_goal;                                  // and is complete
  bool poison;
  // a barrier is complete
  bool barrier_valid;
  bool barrier_poison;
  // jobs for the lanes: one lane at a time
  uint8_t job_ready;                              // [Links-1:0]
  // acknowledgements, one pulse each
  uint8_t ack;                                    // [Links-1:0] one came
  uint8_t mcast;                                  // [Links-1:0] a multicast write was started
  uint8_t lane_busy;                              // [Links-1:0]
} nf_endpoint_dma_in;

// Outputs of one cycle.
typedef struct {
  // commands
  bool cmd_ready;
  // completions
  bool done_valid;
  uint8_t done_id;
  uint8_t done_status;
  // wave controller
  bool alloc_valid;
  uint64_t alloc_base;
  uint16_t alloc_blocks;
  // [5:0] place of the command in the tracker; comes back with every block of the wave
  uint8_t alloc_owner;
  // jobs for the lanes: one lane at a time
  uint8_t job_valid;     // [Links-1:0]
  bool job_read;
  uint64_t job_addr;     // local address of the payload, with job_read
  nf_flit job_hdr;       // nf_header_pkg::header_t
  // status
  uint16_t event;        // nf_endpoint_pkg::event_t
  uint32_t due;
  bool busy;
} nf_endpoint_dma_out;
// clang-format on

#endif
