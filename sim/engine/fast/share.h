// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What the workers of a team tell each other of a run (team.h). Without a team all of it is done at
// once. All workers call these in the same order.
#ifndef NF_FAST_SHARE_H
#define NF_FAST_SHARE_H

#include "run.h"
#include "stats.h"

enum { NF_FAST_TOLD = 64 }; // bytes of a record, at most

// Behind a window of a plane that workers share: packets on cut links, and room that came free
// behind them.
void nf_fast_trade(nf_fast *f, nf_fast_plane *plane);
// Adds up numbers of all workers, and lets all of them have the error of one. Returns its status.
int nf_fast_agree(nf_fast *f, uint64_t *number, unsigned count);
// Records of all workers: calls take(ctx, record) for each of the others'.
void nf_fast_tell(nf_fast *f, const void *record, size_t size, uint32_t count,
                  void (*take)(void *ctx, const void *record), void *ctx);
// nf_fast_fabric_check of all workers. *inside: packets in the network.
int nf_fast_check(nf_fast *f, uint64_t *inside);
// The latest of all workers' ticks.
void nf_fast_latest(nf_fast *f, uint32_t *tick);
// Hash of all that went over all links, the same for any window and any number of workers.
uint64_t nf_fast_hash(nf_fast *f);
// The latencies of all workers together.
void nf_fast_share_stats(nf_fast *f, nf_fast_stats *s);

#endif
