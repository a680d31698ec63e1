// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/endpoint/nf_endpoint_rx.sv: the receiving half of an endpoint's lane (KLENK IV-F,
// Fig. 6).
#ifndef NF_ENDPOINT_RX_H
#define NF_ENDPOINT_RX_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_endpoint_pkg.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Acks; // acknowledgements of responses that can wait, 16..4096, power of two
} nf_endpoint_rx_cfg;

typedef struct {
  uint16_t cfg_id;                // node id of this endpoint
  bool cfg_exclude_source;        // pull responses lack the own data
  bool cfg_result_acks;           // results of a push are acknowledged
  uint8_t cfg_epoch;              // only packets of this epoch are taken
  bool rx_valid, rx_last, rx_err; // err, with last: damaged on the way
  nf_flit rx_data;
  // translation of out.look_addr, when out.look
  bool look_hit;
  uint64_t look_source, look_result;
  bool req_ready, ack_ready, done_ready;
} nf_endpoint_rx_in;

typedef struct {
  uint8_t rx_ready; // bit v: virtual channel v
  uint64_t look_addr;
  bool look;                      // no port: look_addr is a header's, its translation counts
  bool wr_valid, wr_last, wr_err; // err, with last: forget the whole packet
  uint8_t wr_op;                  // NF_ENDPOINT_MEM_*
  uint64_t wr_addr, wr_own;
  nf_flit wr_data;
  bool req_valid; // a read for a request, with the header of the response
  uint64_t req_addr;
  nf_flit req_hdr;
  bool ack_valid; // an acknowledgement to be sent, without the source
  nf_flit ack_hdr;
  bool done_valid, done_barrier;
  uint8_t done_flags, done_epoch;
  uint64_t done_addr;
  bool ack;       // pulse: an acknowledgement came
  uint16_t event; // NF_ENDPOINT_EV_*, pulses
  bool busy;
} nf_endpoint_rx_out;

typedef struct nf_endpoint_rx nf_endpoint_rx;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_endpoint_rx_init(nf_endpoint_rx **m, const nf_endpoint_rx_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_endpoint_rx_out *nf_endpoint_rx_peek(const nf_endpoint_rx *m);
// One rising clock edge.
void nf_endpoint_rx_step(nf_endpoint_rx *m, const nf_endpoint_rx_in *in);
// NULL is allowed.
void nf_endpoint_rx_free(nf_endpoint_rx *m);

#ifdef __cplusplus
}
#endif

#endif
