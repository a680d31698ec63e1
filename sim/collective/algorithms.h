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

typedef struct {
  const char *name;
  const char *what; // a line for people: what it does, and where it is from
  nf_collective_kind collective;
  // Fills in chunks, lanes and what it needs, checks the shape.
  int (*open)(nf_schedule *s, const nf_shape *shape, nf_err *e);
  unsigned uses; // NF_USES_*
} nf_algorithm;

extern const nf_algorithm nf_algorithms[];
extern const uint32_t nf_algorithms_count;
// NULL: there is none of that name.
const nf_algorithm *nf_algorithm_find(const char *name);
// Refuses such a name, with the nearest that there is.
int nf_algorithm_unknown(const char *name, nf_err *e);

// Makes the schedule; refuses an unknown name and a shape that the algorithm cannot have.
int nf_algorithm_open(nf_schedule *s, const char *name, const nf_shape *shape, nf_err *e);

// The trees of `tree` and `trees`, in the order of their chunks; NULL of every other schedule.
const nf_link_tree *nf_link_trees_of(const nf_schedule *s, uint32_t *count);

// ---------------------------------------------------------------- what the algorithms share
// Gives the schedule its number of chunks; refuses too many.
int nf_shape_chunks(nf_schedule *s, uint64_t chunks, nf_err *e);
// Keeps `size` bytes of what a generator needs for its schedule, with a plain free.
int nf_shape_keep(nf_schedule *s, const void *own, size_t size, nf_err *e);
// Refuses when the shape is not of so many dimensions whose product is the ranks.
int nf_shape_dims(const nf_shape *shape, uint32_t low, uint32_t high, nf_err *e);

// Their open functions, by file.
int nf_ring_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
int nf_ring_both_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
int nf_ring_cycles_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
int nf_ring_reduce_scatter_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
int nf_ring_all_gather_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
int nf_torus_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
int nf_torus_phases_open(nf_schedule *s, const nf_shape *shape, nf_err *e);

int nf_double_tree_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
int nf_halving_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
int nf_binomial_broadcast_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
int nf_binomial_reduce_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
int nf_barrier_open(nf_schedule *s, const nf_shape *shape, nf_err *e);

int nf_shift_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
int nf_torus_shift_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
int nf_direct_open(nf_schedule *s, const nf_shape *shape, nf_err *e);

int nf_in_network_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
int nf_tencent_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
int nf_hierarchical_netreduce_open(nf_schedule *s, const nf_shape *shape, nf_err *e);

int nf_link_tree_open(nf_schedule *s, const nf_shape *shape, nf_err *e);
int nf_link_trees_open(nf_schedule *s, const nf_shape *shape, nf_err *e);

#endif
