// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A GPU's memory behind the port of rtl/endpoint: reads answer after `latency` and at random up to
// as much again (KLENK V: 180 + [0, 180) cycles), in any order; writes are always taken; partial
// sums are added up in it like in-cache atomics (KLENK IV-C, IV-F3), by the golden ALU functions;
// the endpoint says when one begins, and counts. One flit per cycle, lane and virtual channel.
//
// Local addresses: block b of the contributions is at 128 b, block b of the results at
// NF_MEMORY_RESULTS + 128 b. The last block may be a barrier's, which has a count and no data.
#ifndef NF_SIM_MEMORY_H
#define NF_SIM_MEMORY_H

#include "endpoint/nf_endpoint.h"
#include "sim/common/err.h"

static const uint64_t NF_MEMORY_RESULTS = 1ull << 40;
enum { NF_MEMORY_DROP_ALL = -2 };

typedef struct {
  unsigned lanes;
  uint16_t ranks; // contributions of a complete sum
  uint8_t op, dtype;
  uint32_t blocks;          // of data
  const uint32_t *source;   // blocks * 32 words
  uint32_t latency, spread; // spread: the random part is so much longer
  int64_t drop; // the contribution to this block is never sent; -1: none, NF_MEMORY_DROP_ALL
  uint64_t seed;
} nf_memory_cfg;

typedef struct nf_memory nf_memory;

int nf_memory_open(nf_memory **m, const nf_memory_cfg *cfg, nf_err *e);
// What the memory puts on its interface in this cycle: functions of its state.
void nf_memory_drive(const nf_memory *m, nf_endpoint_in *in);
// One clock cycle. Refuses a result that is written twice or differs from the sum that it is.
int nf_memory_step(nf_memory *m, const nf_endpoint_out *ep, uint64_t cycle, nf_err *e);
// The attempt is given up: results are forgotten. Partial sums stay as they are, and reads that
// were asked for are answered: it is the endpoint that knows what counts.
void nf_memory_abort(nf_memory *m);
// Answers no read before this cycle: the rank stalls.
void nf_memory_stall(nf_memory *m, uint64_t until);

const uint32_t *nf_memory_results(const nf_memory *m);
bool nf_memory_complete(const nf_memory *m, uint32_t block);
uint32_t nf_memory_completed(const nf_memory *m); // blocks
// Cycle in which a complete block became so.
uint64_t nf_memory_completed_at(const nf_memory *m, uint32_t block);
// Contributions in the running sum of a block that is not complete.
unsigned nf_memory_count(const nf_memory *m, uint32_t block);
uint8_t nf_memory_flags(const nf_memory *m); // sticky flags of all results
// The first block that came poisoned; -1: none.
int64_t nf_memory_poisoned(const nf_memory *m);
void nf_memory_close(nf_memory *m);

#endif
