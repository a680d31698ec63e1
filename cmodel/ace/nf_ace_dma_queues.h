// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_dma_queues.sv: chunks in line for the two DMAs.
#ifndef NF_ACE_DMA_QUEUES_H
#define NF_ACE_DMA_QUEUES_H

#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"
#include "nf_ace_dma_queues_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

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
