// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_dma_queues.sv; change that.
// Parameters and ports of nf_ace_dma_queues.
#ifndef NF_ACE_DMA_QUEUES_PORTS_H
#define NF_ACE_DMA_QUEUES_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Chunks; // rows of the chunk table, 2..32
} nf_ace_dma_queues_cfg;

// Inputs of one cycle.
typedef struct {
  bool abort;        // no chunk is in line
  // a chunk gets in line
  bool load_push;
  uint8_t load_row;
  bool store_push;
  uint8_t store_row;
  // the first in line whose turn it is
  bool load_free;    // the TX DMA has taken its last order
  bool store_free;   // the RX DMA has
} nf_ace_dma_queues_in;

// Outputs of one cycle.
typedef struct {
  // the first in line whose turn it is
  bool load_turn;
  bool store_turn;
  uint8_t pick_row;
  // it was picked in the cycle before
  bool load;
  bool store;
} nf_ace_dma_queues_out;
// clang-format on

#endif
