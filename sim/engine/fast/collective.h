// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// All-reduces with the endpoints of KLENK IV-F, without payload: memory that answers late and in
// any order, waves and their control, acknowledgements, the home GPU that collects evicted sums.
#ifndef NF_FAST_COLLECTIVE_H
#define NF_FAST_COLLECTIVE_H

#include "run.h"
#include "stats.h"

typedef enum { NF_FAST_PUSH, NF_FAST_PULL } nf_fast_method;

enum { NF_FAST_WAVES = 64, NF_FAST_MOST_TIMEOUT = 1000000 };
// A push's own: as long as ranks may be apart (sim/common/timeout.h).
static const uint32_t NF_FAST_USUAL_TIMEOUT = UINT32_MAX;

typedef struct {
  nf_fast_method method;
  uint32_t ranks;         // endpoints 0..ranks-1
  uint64_t bytes;         // of each
  uint32_t table_entries; // of each port, 1..32
  uint32_t timeout;       // cycles after which an entry that nothing comes for leaves; 0: never
  uint32_t waves;         // that a rank has outstanding, 1..64
  uint32_t wave_blocks;   // blocks of 128 B of a wave
  bool result_acks, barrier;
  bool hierarchical; // push: leaf switches reduce before the uplink (plan.h)
  bool queued;       // push: switches are output-queued (queued.h), else they have crossbars
  uint32_t latency;  // cycles of a rank's memory, and at random up to as much again (KLENK V)
  uint64_t seed;
  uint32_t window; // longest look-ahead, ticks; 0: what the links allow
} nf_fast_collective_cfg;

typedef struct {
  uint32_t ticks;        // from the first command to the last block and acknowledgement
  nf_fast_stats latency; // from a block's packet on its rank's link to its result in memory
  uint64_t evictions, timeouts, rests, partials;
} nf_fast_collective_result;

// Bytes that a run allocates besides the network, its tables among them.
uint64_t nf_fast_collective_bytes(const nf_fast_collective_cfg *cfg, const nf_graph *g);
int nf_fast_collective_run(nf_fast *f, const nf_fast_collective_cfg *cfg,
                           nf_fast_collective_result *r, nf_err *e);

#endif
