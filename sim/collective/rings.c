// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Rings, and what is made of rings. Lanes 2 k and 2 k + 1 send and receive on ring k.
#include "algorithms.h"
#include "emit.h"
#include "hamilton.h"
#include <stdlib.h>

// A ring of all ranks in the order of their numbers, or back.
static nf_ring ring_of_all(const nf_schedule *s, uint32_t rank, bool back, uint32_t base,
                           uint32_t lane) {
  const uint32_t p = s->ranks, up = (rank + 1) % p, down = (rank + p - 1) % p;
  return (nf_ring){p,   back ? p - 1 - rank : rank, back ? down : up, back ? up : down, base, 1,
                   lane};
}

// ------------------------------------------------------------------------------- ring, ring-both
static int emit_ring(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e) {
  nf_emit b;
  const uint32_t rings = s->chunks / s->ranks;
  if (nf_emit_open(&b, s, rank, 2 * rings, out, e) == NF_EXIT_OK)
    for (uint32_t k = 0; k < rings; k++) {
      const nf_ring r = ring_of_all(s, rank, k == 1, k * s->ranks, 2 * k);
      if (s->what != NF_ALL_GATHER)
        nf_ring_reduce_scatter(&b, &r);
      if (s->what != NF_REDUCE_SCATTER)
        nf_ring_all_gather(&b, &r);
    }
  nf_emit_close(&b);
  return e->status;
}

static int open_rings(nf_schedule *s, uint32_t rings, nf_err *e) {
  s->emit = emit_ring;
  return nf_shape_chunks(s, (uint64_t)rings * s->ranks, e);
}

int nf_ring_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  (void)shape;
  return open_rings(s, 1, e);
}
int nf_ring_both_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  (void)shape;
  return open_rings(s, 2, e);
}
int nf_ring_reduce_scatter_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  (void)shape;
  return open_rings(s, 1, e);
}
int nf_ring_all_gather_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  (void)shape;
  return open_rings(s, 1, e);
}

static nf_extent extent_of_rings(const nf_shape *shape, uint64_t trips) {
  return nf_extent_trips(trips, shape->ranks, shape->ranks, 1);
}

nf_extent nf_ring_extent(const nf_shape *shape) { return extent_of_rings(shape, 2); }
nf_extent nf_ring_both_extent(const nf_shape *shape) { return extent_of_rings(shape, 4); }
nf_extent nf_ring_reduce_scatter_extent(const nf_shape *shape) { return extent_of_rings(shape, 1); }
nf_extent nf_ring_all_gather_extent(const nf_shape *shape) { return extent_of_rings(shape, 1); }

// ------------------------------------------------------------------------------- cycles
typedef struct {
  nf_cycles cycles;
  uint32_t *place[2]; // of a rank in each cycle
} cycles;

static int emit_cycles(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e) {
  const cycles *c = s->own;
  const uint32_t p = s->ranks;
  nf_emit b;
  if (nf_emit_open(&b, s, rank, 8, out, e) == NF_EXIT_OK)
    for (uint32_t k = 0; k < 4; k++) { // cycle k / 2, forward or back
      const uint32_t *order = c->cycles.order[k / 2], at = c->place[k / 2][rank],
                     up = order[(at + 1) % p], down = order[(at + p - 1) % p];
      const nf_ring r = {
          p, k % 2 ? p - 1 - at : at, k % 2 ? down : up, k % 2 ? up : down, k * p, 1, 2 * k};
      nf_ring_all_reduce(&b, &r);
    }
  nf_emit_close(&b);
  return e->status;
}

static void free_cycles(void *own) {
  cycles *c = own;
  nf_cycles_close(&c->cycles);
  free(c->place[0]);
  free(c->place[1]);
  free(c);
}

int nf_ring_cycles_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  if (nf_shape_dims(shape, 2, 2, e) != NF_EXIT_OK ||
      nf_shape_chunks(s, 4ull * s->ranks, e) != NF_EXIT_OK)
    return e->status;
  s->emit = emit_cycles;
  cycles *c = calloc(1, sizeof *c);
  if (!c)
    return nf_err_memory(e, "the cycles");
  s->own = c;
  s->free_own = free_cycles;
  if (nf_cycles_open(&c->cycles, shape->dim[0], shape->dim[1], e) != NF_EXIT_OK)
    return e->status;
  for (int k = 0; k < 2; k++) {
    c->place[k] = malloc(s->ranks * sizeof *c->place[k]);
    if (!c->place[k])
      return nf_err_memory(e, "the cycles");
    for (uint32_t i = 0; i < s->ranks; i++)
      c->place[k][c->cycles.order[k][i]] = i;
  }
  return e->status;
}

nf_extent nf_ring_cycles_extent(const nf_shape *shape) { return extent_of_rings(shape, 8); }

// ------------------------------------------------------------------------------- torus
// Dimension d of a torus of numbered ranks, the last one fastest, seen from a rank.
static nf_ring ring_along(const nf_shape *t, uint32_t d, uint32_t rank, bool back) {
  uint32_t stride = 1;
  for (uint32_t k = t->dims - 1; k > d; k--)
    stride *= t->dim[k];
  const uint32_t n = t->dim[d], at = rank / stride % n, origin = rank - at * stride,
                 up = origin + (at + 1) % n * stride, down = origin + (at + n - 1) % n * stride;
  return (nf_ring){.members = n,
                   .me = back ? n - 1 - at : at,
                   .next = back ? down : up,
                   .prev = back ? up : down};
}

// Four quarters of the buffer: rows first or columns first, this way or that. All four are in the
// same phase, so that each uses one side of the node alone. Lanes: two for each side.
static int emit_torus(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e) {
  const nf_shape *t = s->own;
  const uint32_t p = s->ranks;
  nf_emit b;
  nf_ring first[4], second[4];
  for (uint32_t k = 0; k < 4; k++) {
    const uint32_t d = k / 2;
    first[k] = ring_along(t, 1 - d, rank, k % 2);
    second[k] = ring_along(t, d, rank, k % 2);
    first[k].base = k * p;
    first[k].width = p / first[k].members;
    second[k].base = k * p + first[k].me * first[k].width;
    second[k].width = 1;
    first[k].lane = 2 * (2 * (1 - d) + k % 2);
    second[k].lane = 2 * (2 * d + k % 2);
  }
  if (nf_emit_open(&b, s, rank, 8, out, e) == NF_EXIT_OK) {
    for (uint32_t k = 0; k < 4; k++)
      nf_ring_reduce_scatter(&b, &first[k]);
    for (uint32_t k = 0; k < 4; k++)
      nf_ring_all_reduce(&b, &second[k]);
    for (uint32_t k = 0; k < 4; k++)
      nf_ring_all_gather(&b, &first[k]);
  }
  nf_emit_close(&b);
  return e->status;
}

int nf_torus_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  if (nf_shape_dims(shape, 2, 2, e) != NF_EXIT_OK ||
      nf_shape_chunks(s, 4ull * s->ranks, e) != NF_EXIT_OK)
    return e->status;
  s->emit = emit_torus;
  return nf_shape_keep(s, shape, sizeof *shape, e);
}

// Along each dimension two quarters go first, with all of their blocks, and two go second.
nf_extent nf_torus_extent(const nf_shape *shape) {
  const uint32_t p = shape->ranks;
  nf_extent x = {0, 0};
  for (uint32_t d = 0; d < 2; d++) {
    const uint32_t n = shape->dim[d];
    x = nf_extent_sum(x, nf_extent_trips(4, p, n, p / n));
    x = nf_extent_sum(x, nf_extent_trips(4, p, n, 1));
  }
  return x;
}

// One phase after the other: reduce-scatter along the last dimension (the package, L), all-reduce
// along the others on the block that is left, all-gather along the last.
static int emit_phases(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e) {
  const nf_shape *t = s->own;
  nf_emit b;
  nf_ring local = ring_along(t, t->dims - 1, rank, false);
  local.width = s->chunks / local.members;
  local.lane = 2 * (t->dims - 1);
  if (nf_emit_open(&b, s, rank, 2 * t->dims, out, e) == NF_EXIT_OK) {
    nf_ring_reduce_scatter(&b, &local);
    for (uint32_t d = t->dims - 1; d-- > 0;) {
      nf_ring r = ring_along(t, d, rank, false);
      r.base = local.me * local.width;
      r.width = local.width / r.members;
      r.lane = 2 * d;
      nf_ring_all_reduce(&b, &r);
    }
    nf_ring_all_gather(&b, &local);
  }
  nf_emit_close(&b);
  return e->status;
}

int nf_torus_phases_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  // L is given first and is the fastest of a rank's coordinates.
  nf_shape t = *shape;
  if (nf_shape_dims(shape, 2, 3, e) != NF_EXIT_OK || nf_shape_chunks(s, s->ranks, e) != NF_EXIT_OK)
    return e->status;
  for (uint32_t d = 0; d < t.dims; d++)
    t.dim[d] = shape->dim[t.dims - 1 - d];
  s->emit = emit_phases;
  return nf_shape_keep(s, &t, sizeof t, e);
}

nf_extent nf_torus_phases_extent(const nf_shape *shape) {
  const uint32_t p = shape->ranks, width = p / shape->dim[0];
  nf_extent x = nf_extent_trips(2, p, shape->dim[0], width);
  for (uint32_t d = 1; d < shape->dims; d++)
    x = nf_extent_sum(x, nf_extent_trips(2, p, shape->dim[d], width / shape->dim[d]));
  return x;
}
