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

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  char none;
} nf_ace_dma_watchdog_cfg;

typedef struct {
  uint32_t limit; // cycles; 0: never
  bool ar_valid, ar_ready, r_valid, r_ready, r_last;
  bool aw_valid, aw_ready, w_valid, w_ready, w_last, b_valid, b_ready;
} nf_ace_dma_watchdog_in;

typedef struct {
  bool tx_give_up, rx_give_up;
  uint8_t still; // NF_ACE_CHANNEL_*: stood still then
} nf_ace_dma_watchdog_out;

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
