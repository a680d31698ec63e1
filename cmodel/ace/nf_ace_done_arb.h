// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_done_arb.sv: takes what machines and RX DMA have done, one at a time.
#ifndef NF_ACE_DONE_ARB_H
#define NF_ACE_DONE_ARB_H

#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Machines; // 2..16
  uint32_t Chunks;   // rows of the chunk table, 2..32
} nf_ace_done_arb_cfg;

typedef struct {
  bool abort;
  uint16_t done_valid; // bit m: machine m
  uint8_t done_id[NF_ACE_MAX_MACHINES], done_phase[NF_ACE_MAX_MACHINES];
  bool rxd_done_valid, rxd_done_err;
  uint8_t rxd_done_id; // place of the command 6:5, row 4:0
} nf_ace_done_arb_in;

typedef struct {
  uint16_t done_ready; // bit m
  bool rxd_done_ready;
  bool ev_valid, ev_rx, ev_err; // taken in the cycle before; by the RX DMA
  uint8_t ev_place, ev_row, ev_phase;
} nf_ace_done_arb_out;

typedef struct nf_ace_done_arb nf_ace_done_arb;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_done_arb_init(nf_ace_done_arb **m, const nf_ace_done_arb_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_done_arb_out *nf_ace_done_arb_peek(const nf_ace_done_arb *m);
// One rising clock edge.
void nf_ace_done_arb_step(nf_ace_done_arb *m, const nf_ace_done_arb_in *in);
// NULL is allowed.
void nf_ace_done_arb_free(nf_ace_done_arb *m);

#ifdef __cplusplus
}
#endif

#endif
