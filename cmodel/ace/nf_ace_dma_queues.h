// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_dma_queues.sv: chunks in line for the two DMAs.
#ifndef NF_ACE_DMA_QUEUES_H
#define NF_ACE_DMA_QUEUES_H

#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Chunks; // rows of the chunk table, 2..32
} nf_ace_dma_queues_cfg;

typedef struct {
  bool abort;                 // no chunk is in line
  bool load_push, store_push; // a chunk gets in line
  uint8_t load_row, store_row;
  bool load_free, store_free; // the DMA has taken its last order
} nf_ace_dma_queues_in;

typedef struct {
  bool load_turn, store_turn; // the first in line, whose turn it is
  uint8_t pick_row;
  bool load, store; // it was picked in the cycle before
} nf_ace_dma_queues_out;

typedef struct nf_ace_dma_queues nf_ace_dma_queues;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_dma_queues_init(nf_ace_dma_queues **m, const nf_ace_dma_queues_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_dma_queues_out *nf_ace_dma_queues_peek(const nf_ace_dma_queues *m);
// One rising clock edge.
void nf_ace_dma_queues_step(nf_ace_dma_queues *m, const nf_ace_dma_queues_in *in);
// NULL is allowed.
void nf_ace_dma_queues_free(nf_ace_dma_queues *m);

#ifdef __cplusplus
}
#endif

#endif
