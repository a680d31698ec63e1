// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/endpoint/nf_endpoint_count.sv: the count store of an endpoint's lane (KLENK IV-F3).
#ifndef NF_ENDPOINT_COUNT_H
#define NF_ENDPOINT_COUNT_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_endpoint_pkg.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Counts; // blocks that are added up at once, 16..4096, power of two
  uint32_t Skip;   // low bits of a block's number that are the same for all blocks of a lane, 0..3
} nf_endpoint_count_cfg;

typedef struct {
  uint16_t cfg_ranks; // contributions to a complete sum
  uint8_t cfg_epoch;  // a packet of another one is forgotten
  bool clear;         // all running sums are given up
  // from the link: header, then payload
  bool in_valid, in_last, in_err;
  uint8_t in_op; // NF_ENDPOINT_MEM_WRITE, _REDUCE, _REDUCE_OWN
  uint64_t in_addr, in_own;
  nf_flit in_data;
} nf_endpoint_count_in;

typedef struct {
  bool wr_valid, wr_last, wr_err;
  uint8_t wr_op; // NF_ENDPOINT_MEM_*
  uint64_t wr_addr, wr_own;
  nf_flit wr_data;
  uint16_t used;  // running sums
  uint16_t event; // NF_ENDPOINT_EV_*, pulses
  bool busy;
} nf_endpoint_count_out;

typedef struct nf_endpoint_count nf_endpoint_count;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_endpoint_count_init(nf_endpoint_count **m, const nf_endpoint_count_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_endpoint_count_out *nf_endpoint_count_peek(const nf_endpoint_count *m);
// One rising clock edge.
void nf_endpoint_count_step(nf_endpoint_count *m, const nf_endpoint_count_in *in);
// NULL is allowed.
void nf_endpoint_count_free(nf_endpoint_count *m);

#ifdef __cplusplus
}
#endif

#endif
