// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/endpoint/nf_endpoint_total.sv: what follows when a sum in memory has grown (KLENK
// IV-C, IV-F3).
#ifndef NF_ENDPOINT_TOTAL_H
#define NF_ENDPOINT_TOTAL_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_endpoint_pkg.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  char unused; // the block has no parameters
} nf_endpoint_total_cfg;

typedef struct {
  uint16_t cfg_id;             // node id of this endpoint
  uint16_t cfg_ranks;          // contributions to a complete sum
  bool cfg_multicast_partials; // every target adds the partial sums
  bool cfg_exclude_source;     // a multicast does not come back
  uint8_t cfg_epoch;           // only sums of this epoch count
  bool tot_valid;
  nf_flit tot_hdr; // count: contributions that the sum now holds
  // translation of out.look_addr, when out.look
  bool look_hit;
  uint64_t look_result;
  bool mc_ready, bar_ready, done_ready;
} nf_endpoint_total_in;

typedef struct {
  bool tot_ready;
  uint64_t look_addr;
  bool look;     // no port: a total is looked at, its translation counts
  bool mc_valid; // multicast write of a complete sum
  uint64_t mc_addr;
  nf_flit mc_hdr;
  bool bar_valid; // end of a barrier, for all
  nf_flit bar_hdr;
  bool done_valid, done_barrier;
  uint8_t done_flags, done_epoch;
  uint64_t done_addr;
  uint16_t event; // NF_ENDPOINT_EV_*, pulses
  bool busy;
} nf_endpoint_total_out;

typedef struct nf_endpoint_total nf_endpoint_total;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_endpoint_total_init(nf_endpoint_total **m, const nf_endpoint_total_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_endpoint_total_out *nf_endpoint_total_peek(const nf_endpoint_total *m);
// One rising clock edge.
void nf_endpoint_total_step(nf_endpoint_total *m, const nf_endpoint_total_in *in);
// NULL is allowed.
void nf_endpoint_total_free(nf_endpoint_total *m);

#ifdef __cplusplus
}
#endif

#endif
