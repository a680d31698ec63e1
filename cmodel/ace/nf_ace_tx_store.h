// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_tx_store.sv: words that wait until the SRAM takes them packet by packet,
// and commands that end with their last packet (ACE 4, Fig. 6; 4.2).
#ifndef NF_ACE_TX_STORE_H
#define NF_ACE_TX_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_word.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Words;     // bus words that can wait, 16..256, multiple of 4
  uint32_t Commands;  // that can be in flight, 2..64
  uint32_t WordBytes; // of a bus word: 64, 128 or 256
} nf_ace_tx_store_cfg;

typedef struct {
  bool word_valid;
  nf_ace_word word_data;
  bool pkt_valid, pkt_end, pkt_err, pkt_poison; // end: the last one of its command
  uint8_t pkt_words, pkt_id;                    // 0..4; of the command
  uint16_t pkt_sram;                            // where it goes
  bool wr_grant, done_ready;
} nf_ace_tx_store_in;

typedef struct {
  bool word_ready, pkt_ready;
  bool wr_valid;
  uint16_t wr_addr; // SRAM packet
  uint8_t wr_words;
  nf_ace_word data; // word k two + k cycles after the grant
  bool poison;      // beside data
  bool done_valid, done_err;
  uint8_t done_id;
} nf_ace_tx_store_out;

typedef struct nf_ace_tx_store nf_ace_tx_store;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_tx_store_init(nf_ace_tx_store **m, const nf_ace_tx_store_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_tx_store_out *nf_ace_tx_store_peek(const nf_ace_tx_store *m);
// One rising clock edge.
void nf_ace_tx_store_step(nf_ace_tx_store *m, const nf_ace_tx_store_in *in);
// NULL is allowed.
void nf_ace_tx_store_free(nf_ace_tx_store *m);

#ifdef __cplusplus
}
#endif

#endif
