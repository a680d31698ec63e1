// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Traffic of the flow engine, and what comes of it. All sizes are alike, so rates tell everything
// but latency.
#ifndef NF_FLOW_PATTERN_H
#define NF_FLOW_PATTERN_H

#include "sim/routing/route.h"

typedef enum {
  NF_FLOW_ALLTOALL,    // in shifts: in shift i endpoint j sends to j + i mod N (HXMESH V-A1)
  NF_FLOW_PERMUTATION, // one random cycle through all endpoints: each sends to one and receives
                       // from one
  NF_FLOW_RING,        // both ways round the endpoints by number, for an all-reduce (HXMESH V-A2)
  NF_FLOW_SHIFT        // one shift: endpoint j sends to j + distance mod N
} nf_flow_kind;

typedef struct {
  nf_flow_kind kind;
  uint64_t bytes;    // of an endpoint's buffer; an all-to-all sends an N-th of it to each
  uint64_t seed;     // of the permutation; of the shifts, if not all are computed
  uint32_t samples;  // shifts of an all-to-all that are computed, out of N - 1
  uint32_t distance; // of the one shift
} nf_flow_cfg;

typedef struct {
  uint32_t endpoints, messages; // messages of the last step
  uint64_t links_used;          // parts of all messages
  double injection;             // GB/s that an endpoint has in all planes
  // GB/s an endpoint sends. Of a permutation and of a ring's directions: max-min fair rates.
  double least, median, mean, most;
  // Of an all-to-all: shift after shift, each as long as its fullest link takes, with the standard
  // error of the sample; and with all shifts at once, as long as the fullest link takes for all of
  // them.
  double in_step, in_step_error, overlapped;
  uint32_t shifts; // computed
  double time_us;  // in step; of a permutation: until the last has ended
} nf_flow_result;

// Refuses a network of less than two endpoints.
int nf_flow_run(const nf_graph *g, const nf_route *route, const nf_flow_cfg *cfg, nf_flow_result *r,
                nf_err *e);

#endif
