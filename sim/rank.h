// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One rank at one port: sends its contributions, answers requests from its memory, writes what
// comes back, and acknowledges it (KLENK IV-B, IV-C, IV-F). Rank r is node r at port r.
// It is a traffic source for the switch, not a model of a GPU: memory has a latency and no
// bandwidth limit, and its queues have no end.
#ifndef NF_SIM_RANK_H
#define NF_SIM_RANK_H

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
} nf_rank_cfg;

typedef struct nf_rank nf_rank;

int nf_rank_open(nf_rank **ep, const nf_rank_cfg *cfg, nf_err *e);
// One clock cycle: takes what the switch offers on port `rank` and puts what this rank offers.
int nf_rank_step(nf_rank *ep, uint64_t cycle, const nf_switch_out *out, nf_switch_in *in,
                 nf_err *e);
// Every block is written, every acknowledgement is sent and received.
bool nf_rank_done(const nf_rank *ep);
// Blocks of the result that are written.
uint32_t nf_rank_written(const nf_rank *ep);
// Contributions that this rank's memory holds of a block; all of them when it is written.
unsigned nf_rank_count(const nf_rank *ep, uint32_t block);
// The first block that lacks contributions; false when there is none.
bool nf_rank_missing(const nf_rank *ep, uint32_t *block);
// The result, as many elements as were given.
const uint32_t *nf_rank_result(const nf_rank *ep);
// Sticky flags of all results, bits NF_FLAG_*.
uint8_t nf_rank_flags(const nf_rank *ep);
void nf_rank_close(nf_rank *ep);

#endif
