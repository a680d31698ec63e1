// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_rx_dma.sv: SRAM to memory by AXI4 bursts (ACE 4, Fig. 6; 4.4).
#ifndef NF_ACE_RX_DMA_H
#define NF_ACE_RX_DMA_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_word.h"
#include "common/nf_status.h"
#include "nf_ace_rx_dma_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_rx_dma nf_ace_rx_dma;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_rx_dma_init(nf_ace_rx_dma **m, const nf_ace_rx_dma_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_rx_dma_out *nf_ace_rx_dma_peek(const nf_ace_rx_dma *m);
// One rising clock edge.
void nf_ace_rx_dma_step(nf_ace_rx_dma *m, const nf_ace_rx_dma_in *in);
// NULL is allowed.
void nf_ace_rx_dma_free(nf_ace_rx_dma *m);

#ifdef __cplusplus
}
#endif

#endif
