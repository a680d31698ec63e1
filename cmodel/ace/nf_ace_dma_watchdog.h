// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_dma_watchdog.sv: tells a DMA to give up a memory that stands still; ACE
// 4.4 has no word about a memory that fails.
#ifndef NF_ACE_DMA_WATCHDOG_H
#define NF_ACE_DMA_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

#include "common/nf_status.h"
#include "nf_ace_dma_watchdog_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_dma_watchdog nf_ace_dma_watchdog;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_dma_watchdog_init(nf_ace_dma_watchdog **m, const nf_ace_dma_watchdog_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_dma_watchdog_out *nf_ace_dma_watchdog_peek(const nf_ace_dma_watchdog *m);
// One rising clock edge.
void nf_ace_dma_watchdog_step(nf_ace_dma_watchdog *m, const nf_ace_dma_watchdog_in *in);
// NULL is allowed.
void nf_ace_dma_watchdog_free(nf_ace_dma_watchdog *m);

#ifdef __cplusplus
}
#endif

#endif
