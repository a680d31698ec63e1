// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What is written down about a run: when each rank sent its packet for each block, and the counters
// of all blocks at its end.
#ifndef NF_SIM_STATISTICS_H
#define NF_SIM_STATISTICS_H

#include "sim/klenk/collective.h"

typedef struct {
  const nf_interleave *interleave;
  nf_network *net;
  unsigned ranks;
  uint64_t *sent; // rank * blocks + block: cycle of the push or pull request + 1; 0: none
  bool *gave;     // the same: a contribution left
} nf_statistics;

// Listens to the network from now on.
int nf_statistics_open(nf_statistics *b, const nf_interleave *interleave, unsigned ranks,
                       nf_network *net, nf_err *e);
// The attempt is given up: times and contributions are those of the next one.
void nf_statistics_restart(nf_statistics *b);
// True when a rank's contribution to a block has left it.
bool nf_statistics_gave(const nf_statistics *b, unsigned rank, uint32_t block);
// From a packet on its rank's link to the block's result in that rank's memory, over all of them.
void nf_statistics_latency(const nf_statistics *b, double *mean, uint64_t *p99);
// Flits on the cables: run->flits, and the use of the busiest ones in run->cycles.
void nf_statistics_use(const nf_network *net, nf_collective_run *run);
// Counters of switches, links and endpoints. Refuses a run in which something was dropped.
int nf_statistics_counts(nf_network *net, nf_collective_run *run, nf_err *e);
void nf_statistics_close(nf_statistics *b);

#endif
