// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What a schedule comes to: counted rank by rank, so that it may be larger than memory.
#ifndef NF_SCHEDULE_SUMMARY_H
#define NF_SCHEDULE_SUMMARY_H

#include "time.h"

typedef struct {
  uint64_t steps, most_steps;     // of all ranks, of one
  uint64_t messages, joins;       // sends; joins of one rank each
  uint64_t chunks_sent;           // by all ranks
  uint64_t least_sent, most_sent; // chunks, of a rank, joins among them
  uint64_t links, most_link;      // ordered pairs of ranks; chunks on the busiest
  uint32_t lanes, ports; // of a rank at most: lanes, and those that send or those that receive
} nf_summary;

int nf_schedule_summary(const nf_schedule *s, nf_summary *m, nf_err *e);

// No algorithm takes less, in ps, if every rank has so many ports: the greater of the latencies of
// the least number of steps (the ranks that know of one are at most ports + 1 times as many after
// each), and of one message and the bytes that each rank must send at least (Chan et al.,
// Concurrency Computat. 2007), shared by its ports. 0: nothing is known.
double nf_schedule_limit(const nf_schedule *s, const nf_summary *m, const nf_cost *c);

#endif
