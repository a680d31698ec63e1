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

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Bursts;    // outstanding, and commands in flight, 2..64
  uint32_t Words;     // bus words that can wait for memory, 16..256
  uint32_t WordBytes; // of a bus word: 64, 128 or 256
} nf_ace_rx_dma_cfg;

typedef struct {
  bool give_up; // the memory stands still; stays
  // command, as in nf_ace_pieces
  bool cmd_valid;
  uint8_t cmd_id, cmd_pieces, cmd_pitch;
  uint64_t cmd_addr;
  uint32_t cmd_stride, cmd_block, cmd_total;
  uint16_t cmd_msg, cmd_sram;
  bool done_ready, rd_grant;
  bool data_valid;
  nf_ace_word data;
  bool poison; // beside data
  bool aw_ready, w_ready, b_valid;
  uint8_t b_resp;
} nf_ace_rx_dma_in;

typedef struct {
  bool cmd_ready;
  bool done_valid, done_err; // some write was answered with an error
  uint8_t done_id;
  bool rd_valid;
  uint16_t rd_addr; // SRAM packet
  // its words come in order, and always find room
  uint8_t rd_words;
  bool aw_valid;
  uint8_t aw_len;
  uint64_t aw_addr;
  bool w_valid, w_last, b_ready;
  uint64_t w_strb[NF_ACE_WORD_LIMBS / 8];
  nf_ace_word w_data;
  bool poison; // a beat with poisoned data was offered: of this command, at this address
  uint8_t poison_id;
  uint64_t poison_addr;
  bool beat; // a beat was taken
} nf_ace_rx_dma_out;

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
