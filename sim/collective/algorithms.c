// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "algorithms.h"
#include "sim/common/nearest.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const nf_algorithm nf_algorithms[] = {
    {"ring", "one ring, one direction: 2 (p - 1) steps", NF_ALL_REDUCE, nf_ring_open, NF_USES_RANKS,
     nf_ring_extent},
    {"ring-both", "a ring in both directions, half the buffer in each (HXMESH V-A2)", NF_ALL_REDUCE,
     nf_ring_both_open, NF_USES_RANKS, nf_ring_both_extent},
    {"cycles", "two edge-disjoint Hamiltonian cycles on --shape RxC, both ways (HXMESH App. D)",
     NF_ALL_REDUCE, nf_ring_cycles_open, NF_USES_SHAPE, nf_ring_cycles_extent},
    {"torus", "rows and columns of --shape RxC, four at once (HXMESH V-A2)", NF_ALL_REDUCE,
     nf_torus_open, NF_USES_SHAPE, nf_torus_extent},
    {"torus-phases", "reduce-scatter, all-reduce, all-gather on --shape LxV or LxVxH (ACE Table 5)",
     NF_ALL_REDUCE, nf_torus_phases_open, NF_USES_SHAPE, nf_torus_phases_extent},
    {"double-tree", "two binary trees, a leaf of one inside the other, --segments in a pipeline",
     NF_ALL_REDUCE, nf_double_tree_open, NF_USES_SEGMENTS, nf_double_tree_extent},
    {"halving-doubling", "recursive halving, then doubling; any number of ranks (Rabenseifner)",
     NF_ALL_REDUCE, nf_halving_open, NF_USES_RANKS, nf_halving_extent},
    {"direct", "every rank adds its part and sends it to all (ACE 5)", NF_ALL_REDUCE,
     nf_direct_open, NF_USES_RANKS, nf_direct_extent},
    {"tree", "one balanced tree of greatest weight on --topology (TREE)", NF_ALL_REDUCE,
     nf_link_tree_open, NF_USES_ROOT, nf_link_tree_extent},
    {"trees", "one such tree from each GPU, a part of the buffer each (TREE)", NF_ALL_REDUCE,
     nf_link_trees_open, NF_USES_ROOT, nf_link_trees_extent},
    {"tencent", "reduce in a machine, ring of masters, broadcast; --machine N (NETREDUCE 3.2)",
     NF_ALL_REDUCE, nf_tencent_open, NF_USES_MACHINE, nf_tencent_extent},
    {"network", "the network adds: push or pull, NetReduce (KLENK IV, NETREDUCE 3.1)",
     NF_ALL_REDUCE, nf_in_network_open, NF_USES_RANKS, nf_in_network_extent},
    {"hierarchical-netreduce",
     "reduce-scatter in a machine, the network adds, all-gather; --machine N (NETREDUCE 3.2)",
     NF_ALL_REDUCE, nf_hierarchical_netreduce_open, NF_USES_MACHINE,
     nf_hierarchical_netreduce_extent},
    {"ring-reduce-scatter", "the first half of a ring", NF_REDUCE_SCATTER,
     nf_ring_reduce_scatter_open, NF_USES_RANKS, nf_ring_reduce_scatter_extent},
    {"ring-all-gather", "the second half of a ring", NF_ALL_GATHER, nf_ring_all_gather_open,
     NF_USES_RANKS, nf_ring_all_gather_extent},
    {"shift", "in step i to the rank i further on (HXMESH V-A1)", NF_ALL_TO_ALL, nf_shift_open,
     NF_USES_RANKS, nf_shift_extent},
    {"torus-shift", "shifts along L, then V, then H of --shape LxV or LxVxH (ACE Table 5)",
     NF_ALL_TO_ALL, nf_torus_shift_open, NF_USES_SHAPE, nf_torus_shift_extent},
    {"binomial-broadcast", "from --root in doubling numbers", NF_BROADCAST,
     nf_binomial_broadcast_open, NF_USES_ROOT, nf_binomial_broadcast_extent},
    {"binomial-reduce", "to --root, the broadcast backwards", NF_REDUCE, nf_binomial_reduce_open,
     NF_USES_ROOT, nf_binomial_reduce_extent},
    {"dissemination", "a barrier: in step i to the rank 2^i further on", NF_BARRIER,
     nf_barrier_open, NF_USES_RANKS, nf_barrier_extent},
};
const uint32_t nf_algorithms_count = sizeof nf_algorithms / sizeof nf_algorithms[0];

const nf_algorithm *nf_algorithm_find(const char *name) {
  for (uint32_t i = 0; i < nf_algorithms_count; i++)
    if (strcmp(nf_algorithms[i].name, name) == 0)
      return &nf_algorithms[i];
  return NULL;
}

int nf_algorithm_unknown(const char *name, nf_err *e) {
  const char *known[sizeof nf_algorithms / sizeof nf_algorithms[0]];
  for (uint32_t i = 0; i < nf_algorithms_count; i++)
    known[i] = nf_algorithms[i].name;
  return nf_refuse(e, "'%s' is no algorithm; the nearest is %s, see netfold schedule --list", name,
                   known[nf_nearest(name, known, (int)nf_algorithms_count)]);
}

int nf_algorithm_open(nf_schedule *s, const char *name, const nf_shape *shape, nf_err *e) {
  const nf_algorithm *a = nf_algorithm_find(name);
  *s = (nf_schedule){.ranks = shape->ranks, .root = shape->root};
  if (!a)
    return nf_algorithm_unknown(name, e);
  if (shape->ranks < 2 || shape->ranks > NF_SCHEDULE_RANKS)
    return nf_refuse(e, "%s: give 2..%d ranks, not %u", name, NF_SCHEDULE_RANKS, shape->ranks);
  if (shape->root >= shape->ranks)
    return nf_refuse(e, "%s: rank %u cannot be the root of %u ranks", name, shape->root,
                     shape->ranks);
  snprintf(s->name, sizeof s->name, "%s", name);
  s->what = a->collective;
  if (a->open(s, shape, e) != NF_EXIT_OK)
    nf_schedule_close(s);
  return e->status;
}

// Only what the formulas would divide by, or count below nothing, is caught here.
nf_extent nf_algorithm_extent(const nf_algorithm *a, const nf_shape *shape) {
  if (shape->ranks < 2 || (a->uses & NF_USES_SHAPE && shape->dims < 2) ||
      (a->uses & NF_USES_MACHINE && (shape->machine < 2 || shape->ranks < shape->machine)))
    return (nf_extent){0, 0};
  return a->extent(shape);
}

nf_extent nf_extent_trips(uint64_t trips, uint64_t ranks, uint64_t members, uint64_t width) {
  const uint64_t steps = trips * ranks * 2 * (members - 1);
  return (nf_extent){steps, steps * width};
}

int nf_shape_chunks(nf_schedule *s, uint64_t chunks, nf_err *e) {
  if (chunks > NF_SCHEDULE_CHUNKS)
    return nf_refuse(e, "%s: %llu chunks of the buffer are too many; take fewer ranks or segments",
                     s->name, (unsigned long long)chunks);
  s->chunks = (uint32_t)chunks;
  return NF_EXIT_OK;
}

int nf_shape_keep(nf_schedule *s, const void *own, size_t size, nf_err *e) {
  s->own = malloc(size);
  if (!s->own)
    return nf_err_memory(e, "a schedule");
  memcpy(s->own, own, size);
  s->free_own = free;
  return NF_EXIT_OK;
}

int nf_shape_dims(const nf_shape *shape, uint32_t low, uint32_t high, nf_err *e) {
  uint64_t product = 1;
  bool small = false;
  char least[16] = "";
  for (uint32_t d = 0; d < shape->dims; d++) {
    product *= shape->dim[d];
    small = small || shape->dim[d] < 2;
  }
  if (low < high)
    snprintf(least, sizeof least, "%u to ", low);
  if (shape->dims < low || shape->dims > high || small || product != shape->ranks)
    return nf_refuse(e,
                     "give --shape, %s%u numbers of 2 and more whose product is the %u ranks, as "
                     "--shape 8x4",
                     least, high, shape->ranks);
  return NF_EXIT_OK;
}
