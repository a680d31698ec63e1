// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_chunk_queue.sv; change that.
// Parameters and ports of nf_ace_chunk_queue.
#ifndef NF_ACE_CHUNK_QUEUE_PORTS_H
#define NF_ACE_CHUNK_QUEUE_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t QueueDepth; // entries, 2..16
} nf_ace_chunk_queue_cfg;

// Inputs of one cycle.
typedef struct {
  bool abort;            // all entries are free, as after reset
  // a new entry at the tail; never when free is 0
  bool reserve_valid;    // a new entry at the tail; never when free is 0
  uint8_t reserve_id;    // row of the chunk table
  uint8_t reserve_phase; // [3:0]
  // the context of an entry, in a later cycle than its reservation
  bool ready_valid;      // the context of an entry that was reserved in an earlier cycle
  uint64_t ready_ctx[2]; // nf_ace_pkg::ctx_t
  // the machine
  bool start;            // take the head; only when head_ready
} nf_ace_chunk_queue_in;

// Outputs of one cycle.
typedef struct {
  // a new entry at the tail; never when free is 0
  uint8_t free;    // entries
  // the machine
  bool head_ready; // the oldest entry has its context
  uint64_t ctx[2]; // nf_ace_pkg::ctx_t; of the entry taken last
} nf_ace_chunk_queue_out;
// clang-format on

#endif
