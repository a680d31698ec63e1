// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One rank at one port: sends its contributions, answers requests from its memory, writes what
// comes back, and acknowledges it (KLENK IV-B, IV-C, IV-F). Rank r is node r at port r.
// It is a traffic source for the switch, not a model of a GPU: memory has a latency and no
// bandwidth limit, and its queues have no end.
#ifndef NF_SIM_ENDPOINT_H
#define NF_SIM_ENDPOINT_H

#include "err.h"
#include "layout.h"
#include "switch/nf_switch.h"

typedef struct {
  const nf_layout *layout;
  const uint32_t *data; // this rank's elements, zeros up to the end of the last block
  unsigned rank, ranks;
  uint16_t expected; // contributions that the switch adds up: all, or all but one's own
  uint8_t op, dtype;
  bool pull;               // pull method; false: push
  bool multicast_partials; // push: eviction strategy 1 of KLENK IV-C
  uint32_t window, waves;  // blocks outstanding, and the waves they are cut into
  bool shuffle;
  uint32_t latency;      // pull: cycles of memory; as many again at random at most (KLENK V)
  unsigned backpressure; // percent of received packets after which the port closes for a while
  int64_t drop;          // block whose contribution is left out, -1: none
  uint64_t seed;
} nf_endpoint_cfg;

typedef struct nf_endpoint nf_endpoint;

int nf_endpoint_open(nf_endpoint **ep, const nf_endpoint_cfg *cfg, nf_err *e);
// One clock cycle: takes what the switch offers on port `rank` and puts what this rank offers.
int nf_endpoint_step(nf_endpoint *ep, uint64_t cycle, const nf_switch_out *out, nf_switch_in *in,
                     nf_err *e);
// Every block is written, every acknowledgement is sent and received.
bool nf_endpoint_done(const nf_endpoint *ep);
// Blocks of the result that are written.
uint32_t nf_endpoint_written(const nf_endpoint *ep);
// Contributions that this rank's memory holds of a block; all of them when it is written.
unsigned nf_endpoint_count(const nf_endpoint *ep, uint32_t block);
// The first block that lacks contributions; false when there is none.
bool nf_endpoint_missing(const nf_endpoint *ep, uint32_t *block);
// The result, as many elements as were given.
const uint32_t *nf_endpoint_result(const nf_endpoint *ep);
// Sticky flags of all results, bits NF_FLAG_*.
uint8_t nf_endpoint_flags(const nf_endpoint *ep);
void nf_endpoint_close(nf_endpoint *ep);

#endif
