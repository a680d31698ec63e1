// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_link.sv: one link of an engine with its link layer (ACE 4.4).
#ifndef NF_ACE_LINK_H
#define NF_ACE_LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "link/nf_link_pkg.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Replay; // flits of the replay buffer, power of two 32..512
  uint32_t Room;   // flits of the buffer of each class, power of two 16..512
} nf_ace_link_cfg;

typedef struct {
  uint16_t cfg_timeout; // cycles without progress before a replay; 0: never
  uint8_t cfg_retries;  // replays in a row before the link is given up; 0: never
  bool link_tx_valid, link_tx_first, link_tx_last;
  nf_flit link_tx_hdr;
  nf_ace_word link_tx_data;
  uint8_t link_rx_ready; // bit 1 engine, bit 0 normal
  nf_link_data wire_data;
  uint64_t wire_ctrl;
} nf_ace_link_in;

typedef struct {
  uint8_t link_tx_ready; // bit 1 engine, bit 0 normal
  bool link_rx_valid, link_rx_first, link_rx_last;
  nf_flit link_rx_hdr;
  nf_ace_word link_rx_data;
  nf_link_data wire_data;
  uint64_t wire_ctrl;
  uint16_t event; // pulses, bits NF_LINK_EV_*
  bool down;      // given up; until reset
  bool busy;      // anything unsent, unacknowledged or undelivered
} nf_ace_link_out;

typedef struct nf_ace_link nf_ace_link;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_link_init(nf_ace_link **m, const nf_ace_link_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_link_out *nf_ace_link_peek(const nf_ace_link *m);
// One rising clock edge.
void nf_ace_link_step(nf_ace_link *m, const nf_ace_link_in *in);
// NULL is allowed.
void nf_ace_link_free(nf_ace_link *m);

#ifdef __cplusplus
}
#endif

#endif
