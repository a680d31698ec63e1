// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One run of the fast engine: a network by its SPEC, traffic or a collective, figures.
#ifndef NF_FAST_SIMULATE_H
#define NF_FAST_SIMULATE_H

#include "collective.h"
#include "pattern.h"
#include "replay.h"
#include "sim/collective/algorithms.h"
#include "steps.h"

typedef enum {
  NF_SIMULATE_NETWORK,  // an all-reduce that the switches reduce
  NF_SIMULATE_SCHEDULE, // a collective that the endpoints do by messages
  NF_SIMULATE_UNIFORM,
  NF_SIMULATE_PERMUTATION
} nf_simulate_kind;

typedef struct {
  const char *topology, *routing; // routing NULL: the topology's own
  nf_simulate_kind kind;
  unsigned gap; // flit times between two headers of a channel on a link: 2 as nf_switch, 1 at best
  double bit_errors; // of each bit on every link
  unsigned threads;  // that share the run; 0: one
  bool wide;         // all switches have masks as those of more than 64 ports; changes no result
  nf_fast_pattern_cfg pattern;
  const char *algorithm;             // of a schedule, see netfold schedule --list
  uint32_t chunk_bytes;              // likewise: messages go chunk by chunk; 0: by packets
  bool ack_once;                     // likewise: a message is acknowledged once
  nf_shape shape;                    // its ranks and links are filled in
  nf_fast_trace *trace;              // time line; NULL: none. One worker alone
  nf_fast_payload *payload;          // data; NULL: packets carry none. One worker alone
  nf_fast_replay *replay;            // likewise, its check
  nf_fast_collective_cfg collective; // of a schedule too: bytes, ranks, latency; ranks 0: all
                                     // endpoints; wave_blocks 0: 64 on six planes;
                                     // timeout: may be NF_FAST_USUAL_TIMEOUT
} nf_simulate_cfg;

typedef struct {
  char topology[NF_GRAPH_NAME];
  char routing[32];
  uint32_t endpoints, switches;
  unsigned planes;
  nf_fast_pattern_result pattern;
  nf_fast_collective_result collective;
  nf_fast_steps_result steps;
  uint32_t messages;                    // of a schedule
  uint64_t hops, events, hash, replays; // replays: of links, after bit errors
  double cpu_seconds;                   // of the simulation itself, without set-up, of all workers
  double seconds;                       // likewise, on the clock
  unsigned threads, processes;
  // GB/s one way of all cables of an endpoint, in all planes, of those that take part.
  double mean_gbps, least_gbps;
  uint32_t ticks, window;
  const nf_fast_stats *latency;
} nf_simulate_result;

// Refuses what cannot be simulated, and a run that needs more memory than there is, before it
// starts. cfg is completed with what was left to be chosen. Where mpirun has started several
// processes they share the run, and each has the result.
int nf_simulate(nf_simulate_cfg *cfg, nf_simulate_result *r, nf_err *e);

#endif
