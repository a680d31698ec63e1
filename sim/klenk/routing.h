// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Paths through a network: up, at most once across, down (up*/down* routing). Deterministic: a
// class picks one of equal paths, and the same cable in both directions, so that responses come
// back the path their request went and a multicast conforms to the unicasts (KLENK IV-E2). That
// holds where switches have alike paths; elsewhere a class is a tree (sim/klenk/path_tree.h).
#ifndef NF_SIM_ROUTING_H
#define NF_SIM_ROUTING_H

#include "sim/klenk/topology.h"

// A set of GPUs.
typedef struct {
  uint64_t w[NF_TOPOLOGY_GPUS / 64];
} nf_gpu_set;

static inline bool nf_gpu_has(const nf_gpu_set *s, unsigned g) {
  return s->w[g / 64] >> g % 64 & 1;
}
static inline void nf_gpu_add(nf_gpu_set *s, unsigned g) { s->w[g / 64] |= 1ull << g % 64; }
static inline unsigned nf_gpu_count(const nf_gpu_set *s) {
  unsigned n = 0;
  for (unsigned i = 0; i < NF_TOPOLOGY_GPUS / 64; i++)
    n += (unsigned)__builtin_popcountll(s->w[i]);
  return n;
}

typedef struct {
  unsigned level;      // 0: a GPU is at it, else one more than the lowest neighbour
  uint16_t uplinks;    // ports that lead to a switch of a higher or of the same level
  uint16_t endpoints;  // ports that lead to a GPU
  nf_gpu_set below;    // GPUs that are reached by going down only
  unsigned neighbours; // switches, by first cable
  struct {
    uint16_t sw, ports, count; // parallel cables: ports here, in the order of the cables
    uint8_t port[NF_MAX_PORTS];
  } neighbour[NF_MAX_PORTS];
} nf_site_ways;

// A tree of each plane.
typedef struct {
  uint8_t up[NF_TOPOLOGY_SWITCHES];       // NF_NO_PORT: a root, or no path down from one leads here
  nf_gpu_set below[NF_TOPOLOGY_SWITCHES]; // GPUs, by the tree's cables
} nf_path_tree;

typedef struct {
  const nf_topology *t;
  nf_site_ways site[NF_TOPOLOGY_SWITCHES];
  unsigned trees; // 0: a class picks among equal paths
  nf_path_tree tree[NF_MAX_PORTS];
} nf_routing;

enum { NF_NO_PORT = 255 };

int nf_routing_open(nf_routing *r, const nf_topology *t, nf_err *e);

// Port of switch s on the way to a GPU, to a switch; NF_NO_PORT: no up*/down* path leads there.
unsigned nf_routing_to_gpu(const nf_routing *r, unsigned s, unsigned gpu, unsigned path_class);
unsigned nf_routing_to_switch(const nf_routing *r, unsigned s, unsigned to, unsigned path_class);
// Ports of switch s through which a multicast to `members` goes, wherever it comes from; what comes
// in on an uplink does not leave by one, and nothing goes back where it came from.
uint16_t nf_routing_multicast(const nf_routing *r, unsigned s, const nf_gpu_set *members,
                              unsigned path_class);

#endif
