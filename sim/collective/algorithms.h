// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The algorithms by name.
#ifndef NF_ALGORITHMS_H
#define NF_ALGORITHMS_H

#include "link_tree.h"
#include "schedule.h"
#include <stddef.h>

enum { NF_SHAPE_DIMS = 3 };

// What an algorithm may have to know. 0 where nothing was said.
typedef struct {
  uint32_t ranks, root;
  uint32_t dim[NF_SHAPE_DIMS], dims; // of a torus; their product is the ranks
  uint32_t machine;                  // ranks of a machine
  uint32_t segments;                 // of a pipeline
  const nf_links *links;             // of the one machine
} nf_shape;

// What an algorithm uses of a shape; `dim` and so on mean nothing to the others.
enum {
  NF_USES_RANKS = 0,      // them alone
  NF_USES_SHAPE = 1 << 0, // dim, dims
  NF_USES_MACHINE = 1 << 1,
  NF_USES_SEGMENTS = 1 << 2,
  NF_USES_ROOT = 1 << 3,
  NF_USES_BITS = 4
};

// What a schedule comes to, without making it. With the most ranks, sides and segments that there
// are, 2^20 each, both are below 2^46.
typedef struct {
  uint64_t steps;  // of all ranks
  uint64_t chunks; // that are in them: a step of ten chunks counts ten
} nf_extent;

typedef struct {
  const char *name;
  const char *what; // a line for people: what it does, and where it is from
  nf_collective_kind collective;
  // Fills in chunks, lanes and what it needs, checks the shape.
  int (*open)(nf_schedule *s, const nf_shape *shape, nf_err *e);
  unsigned uses; // NF_USES_*
  nf_extent (*extent)(const nf_shape *shape);
} nf_algorithm;

extern const nf_algorithm nf_algorithms[];
extern const uint32_t nf_algorithms_count;
// NULL: there is none of that name.
const nf_algorithm *nf_algorithm_find(const char *name);
// Refuses such a name, with the nearest that there is.
int nf_algorithm_unknown(const char *name, nf_err *e);

// Makes the schedule; refuses an unknown name and a shape that the algorithm cannot have.
int nf_algorithm_open(nf_schedule *s, const char *name, const nf_shape *shape, nf_err *e);

// What the schedule would come to; of a shape that is refused it may be less, or nothing.
nf_extent nf_algorithm_extent(const nf_algorithm *a, const nf_shape *shape);

// The trees of `tree` and `trees`, in the order of their chunks; NULL of every other schedule.
const nf_link_tree *nf_link_trees_of(const nf_schedule *s, uint32_t *count);

// ---------------------------------------------------------------- what the algorithms share
// Gives the schedule its number of chunks; refuses too many.
int nf_shape_chunks(nf_schedule *s, uint64_t chunks, nf_err *e);
// Keeps `size` bytes of what a generator needs for its schedule, with a plain free.
int nf_shape_keep(nf_schedule *s, const void *own, size_t size, nf_err *e);
// Refuses when the shape is not of so many dimensions whose product is the ranks.
int nf_shape_dims(const nf_shape *shape, uint32_t low, uint32_t high, nf_err *e);

// The logarithm of a power of two.
static inline uint32_t nf_log_of(uint64_t power) {
  uint32_t log = 0;
  while (power >> log > 1)
    log++;
  return log;
}

static inline nf_extent nf_extent_sum(nf_extent a, nf_extent b) {
  return (nf_extent){a.steps + b.steps, a.chunks + b.chunks};
}
// Of so many round trips in rings of `members`, with so many ranks in all rings, blocks of `width`
// chunks: in each step a rank sends a block and receives one.
nf_extent nf_extent_trips(uint64_t trips, uint64_t ranks, uint64_t members, uint64_t width);

// Their open and extent functions, by file.
int nf_ring_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_ring_extent(const nf_shape *shape);
int nf_ring_both_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_ring_both_extent(const nf_shape *shape);
int nf_ring_cycles_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_ring_cycles_extent(const nf_shape *shape);
int nf_ring_reduce_scatter_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_ring_reduce_scatter_extent(const nf_shape *shape);
int nf_ring_all_gather_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_ring_all_gather_extent(const nf_shape *shape);
int nf_torus_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_torus_extent(const nf_shape *shape);
int nf_torus_phases_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_torus_phases_extent(const nf_shape *shape);

int nf_double_tree_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_double_tree_extent(const nf_shape *shape);
int nf_halving_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_halving_extent(const nf_shape *shape);
int nf_binomial_broadcast_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_binomial_broadcast_extent(const nf_shape *shape);
int nf_binomial_reduce_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_binomial_reduce_extent(const nf_shape *shape);
int nf_barrier_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_barrier_extent(const nf_shape *shape);

int nf_shift_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_shift_extent(const nf_shape *shape);
int nf_torus_shift_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_torus_shift_extent(const nf_shape *shape);
int nf_direct_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_direct_extent(const nf_shape *shape);

int nf_in_network_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_in_network_extent(const nf_shape *shape);
int nf_tencent_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_tencent_extent(const nf_shape *shape);
int nf_hierarchical_netreduce_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_hierarchical_netreduce_extent(const nf_shape *shape);

int nf_link_tree_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_link_tree_extent(const nf_shape *shape);
int nf_link_trees_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
nf_extent nf_link_trees_extent(const nf_shape *shape);

#endif
