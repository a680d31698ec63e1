// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/endpoint/nf_endpoint_tx.sv: the sending half of an endpoint's lane (KLENK IV-F, Fig.
// 6).
#ifndef NF_ENDPOINT_TX_H
#define NF_ENDPOINT_TX_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_endpoint_pkg.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  char unused; // the block has no parameters
} nf_endpoint_tx_cfg;

// Bit v and lane v: virtual channel v.
typedef struct {
  uint16_t cfg_id;           // node id of this endpoint
  uint8_t rt_valid, rt_last; // packets from the memory
  nf_flit rt_data[2];
  bool job_valid, ack_valid, bar_valid; // packets without payload
  nf_flit job_hdr, ack_hdr, bar_hdr;
  uint8_t tx_ready; // bit v: a header of v is taken
} nf_endpoint_tx_in;

typedef struct {
  uint8_t rt_ready;
  bool job_ready, ack_ready, bar_ready;
  bool tx_valid, tx_last, tx_err;
  nf_flit tx_data;
  uint16_t event; // NF_ENDPOINT_EV_*, pulses
  bool busy;
} nf_endpoint_tx_out;

typedef struct nf_endpoint_tx nf_endpoint_tx;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_endpoint_tx_init(nf_endpoint_tx **m, const nf_endpoint_tx_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_endpoint_tx_out *nf_endpoint_tx_peek(const nf_endpoint_tx *m);
// One rising clock edge.
void nf_endpoint_tx_step(nf_endpoint_tx *m, const nf_endpoint_tx_in *in);
// NULL is allowed.
void nf_endpoint_tx_free(nf_endpoint_tx *m);

#ifdef __cplusplus
}
#endif

#endif
