// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// All to all: by shifts, at once or dimension by dimension, and what is made of it.
#include "algorithms.h"
#include "emit.h"

// Lane 0 sends, lane 1 receives. In step i a rank sends to the one i further on, so every rank
// receives from one rank alone at a time.
static int emit_shift(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e) {
  const uint32_t p = s->ranks;
  nf_emit b;
  if (nf_emit_open(&b, s, rank, 2, out, e) == NF_EXIT_OK) {
    nf_emit_copy(&b, 1, rank, p + rank, 1);
    for (uint32_t i = 1; i < p; i++) {
      const uint32_t to = (rank + i) % p, from = (rank + p - i) % p;
      nf_emit_send(&b, 0, to, 0, to, 1);
      nf_emit_recv(&b, 1, from, 0, p + from, 1, false);
    }
  }
  nf_emit_close(&b);
  return e->status;
}

int nf_shift_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  (void)shape;
  s->emit = emit_shift;
  s->inputs = s->ranks;
  return nf_shape_chunks(s, 2ull * s->ranks, e);
}

nf_extent nf_shift_extent(const nf_shape *shape) {
  const uint64_t p = shape->ranks, steps = p * (1 + 2 * (p - 1));
  return (nf_extent){steps, steps};
}

// ------------------------------------------------------------------------------- in dimensions
// ACE Table 5, hierarchical all-to-all: along L, then V, then H, in each by shifts. What a rank
// holds is an array with an axis for each dimension: at first where chunks go to, [h][v][l]. For an
// exchange along the last axis it is packed with that axis first, [l][h][v], so that what goes to
// one rank lies together; what comes has on that axis where it is from. The next exchange is along
// v, and after all of them the axes are [h][v][l] again, now where chunks are from: the output.
typedef struct {
  uint32_t dims, dim[NF_SHAPE_DIMS]; // dim[0] is the fastest of a rank's coordinates
} grid;

static void exchange_along(nf_emit *b, const grid *g, uint32_t d, uint32_t from, uint32_t to) {
  const uint32_t p = b->s->ranks, n = g->dim[d], packed = 2 * p, block = p / n;
  uint32_t stride = 1;
  for (uint32_t k = 0; k < d; k++)
    stride *= g->dim[k];
  const uint32_t me = b->rank / stride % n, origin = b->rank - me * stride, lane = 2 * d;
  for (uint32_t c = 0; c < n; c++)
    for (uint32_t i = 0; i < block; i++)
      nf_emit_copy(b, lane + 1, from + i * n + c, (c == me ? to : packed) + c * block + i, 1);
  for (uint32_t i = 1; i < n; i++) {
    const uint32_t up = (me + i) % n, down = (me + n - i) % n;
    nf_emit_send(b, lane, origin + up * stride, lane, packed + up * block, block);
    nf_emit_recv(b, lane + 1, origin + down * stride, lane, to + down * block, block, false);
  }
}

static int emit_dimensions(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e) {
  const grid *g = s->own;
  const uint32_t p = s->ranks;
  nf_emit b;
  if (nf_emit_open(&b, s, rank, 2 * g->dims, out, e) == NF_EXIT_OK)
    for (uint32_t d = 0; d < g->dims; d++)
      // Between two places in turn: what an exchange reads is not what it writes.
      exchange_along(&b, g, d, d == 0 ? 0 : (3 + d % 2) * p,
                     d + 1 == g->dims ? p : (3 + (d + 1) % 2) * p);
  nf_emit_close(&b);
  return e->status;
}

int nf_torus_shift_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  grid g = {.dims = shape->dims};
  if (nf_shape_dims(shape, 2, 3, e) != NF_EXIT_OK)
    return e->status;
  for (uint32_t d = 0; d < g.dims; d++)
    g.dim[d] = shape->dim[d];
  s->emit = emit_dimensions;
  s->inputs = s->ranks;
  s->scratch = 3 * s->ranks;
  if (nf_shape_chunks(s, 5ull * s->ranks, e) != NF_EXIT_OK)
    return e->status;
  return nf_shape_keep(s, &g, sizeof g, e);
}

// Along each side all chunks are packed, one a step, and all but a block are sent and received.
nf_extent nf_torus_shift_extent(const nf_shape *shape) {
  const uint64_t p = shape->ranks;
  nf_extent x = {0, 0};
  for (uint32_t d = 0; d < shape->dims; d++) {
    const uint64_t n = shape->dim[d];
    x = nf_extent_sum(x, (nf_extent){p * p, p * p});
    x = nf_extent_sum(x, nf_extent_trips(1, p, n, p / n));
  }
  return x;
}

// Rank r is sent part r by all, adds, and sends it to all.
static int emit_direct(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e) {
  const uint32_t p = s->ranks;
  nf_emit b;
  if (nf_emit_open(&b, s, rank, 2, out, e) == NF_EXIT_OK) {
    for (uint32_t i = 1; i < p; i++) {
      nf_emit_send(&b, 0, (rank + i) % p, 0, (rank + i) % p, 1);
      nf_emit_recv(&b, 1, (rank + p - i) % p, 0, rank, 1, true);
    }
    for (uint32_t i = 1; i < p; i++) {
      nf_emit_send(&b, 0, (rank + i) % p, 1, rank, 1);
      nf_emit_recv(&b, 1, (rank + p - i) % p, 1, (rank + p - i) % p, 1, false);
    }
  }
  nf_emit_close(&b);
  return e->status;
}

int nf_direct_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  (void)shape;
  s->emit = emit_direct;
  return nf_shape_chunks(s, s->ranks, e);
}

nf_extent nf_direct_extent(const nf_shape *shape) {
  const uint64_t p = shape->ranks, steps = 4 * p * (p - 1);
  return (nf_extent){steps, steps};
}
