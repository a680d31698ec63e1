// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Traffic of every endpoint to others, open loop: in each flit time of a link a packet begins with
// the same chance, whatever has become of those before (they queue at the source, and their latency
// counts from their birth).
#ifndef NF_FAST_PATTERN_H
#define NF_FAST_PATTERN_H

#include "run.h"
#include "sim/common/rng.h"
#include "stats.h"

typedef struct {
  bool permutation;   // each endpoint sends to one other all the time; else uniform
  double load;        // flits that an endpoint offers to each plane, as a share of a link's rate
  unsigned flits;     // of a packet
  unsigned responses; // percent of packets that are of the response class, where there are two
  uint32_t ticks, warm_up; // in all; before anything is counted
  uint64_t seed;
  uint32_t window; // longest look-ahead, ticks; 0: what the links allow
} nf_fast_pattern_cfg;

typedef struct {
  nf_fast_stats latency;     // of packets that arrived after the warm-up
  uint64_t offered, arrived; // flits after the warm-up
  uint64_t inside;           // packets under way when the time was over; they arrive all the same
  double capacity;           // flits that all endpoints' links could have carried in that time
} nf_fast_pattern_result;

// Runs it plane by plane, and then until all has arrived. Refuses when a packet or a credit has
// been lost or made, or waits for ever.
int nf_fast_pattern_run(nf_fast *f, const nf_fast_pattern_cfg *cfg, nf_fast_pattern_result *r,
                        nf_err *e);

#endif
