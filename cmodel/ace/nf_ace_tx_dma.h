// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_tx_dma.sv: memory to SRAM by AXI4 bursts (ACE 4, Fig. 6; 4.4).
#ifndef NF_ACE_TX_DMA_H
#define NF_ACE_TX_DMA_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_word.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Bursts;    // outstanding, and commands in flight, 2..64
  uint32_t Words;     // bus words that can wait for SRAM, 16..256, multiple of 4
  uint32_t WordBytes; // of a bus word: 64, 128 or 256
} nf_ace_tx_dma_cfg;

typedef struct {
  bool give_up; // the memory stands still; stays
  // command, as in nf_ace_pieces
  bool cmd_valid;
  uint8_t cmd_id, cmd_pieces, cmd_pitch;
  uint64_t cmd_addr;
  uint32_t cmd_stride, cmd_block, cmd_total;
  uint16_t cmd_msg, cmd_sram;
  bool done_ready, wr_grant;
  bool ar_ready, r_valid, r_last;
  uint8_t r_resp;
  nf_ace_word r_data;
} nf_ace_tx_dma_in;

typedef struct {
  bool cmd_ready;
  bool done_valid, done_err; // some read was answered with an error
  uint8_t done_id;
  bool wr_valid;
  uint16_t wr_addr; // SRAM packet
  uint8_t wr_words;
  nf_ace_word data; // word k two + k cycles after the grant
  bool poison;      // beside data
  bool ar_valid, r_ready;
  uint64_t ar_addr;
  uint8_t ar_len;
  bool beat; // a beat came
} nf_ace_tx_dma_out;

typedef struct nf_ace_tx_dma nf_ace_tx_dma;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_tx_dma_init(nf_ace_tx_dma **m, const nf_ace_tx_dma_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_tx_dma_out *nf_ace_tx_dma_peek(const nf_ace_tx_dma *m);
// One rising clock edge.
void nf_ace_tx_dma_step(nf_ace_tx_dma *m, const nf_ace_tx_dma_in *in);
// NULL is allowed.
void nf_ace_tx_dma_free(nf_ace_tx_dma *m);

#ifdef __cplusplus
}
#endif

#endif
