// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Algorithms of log p steps: trees, halving and doubling, dissemination. Where nothing else is said
// lane 0 sends and lane 1 receives.
#include "algorithms.h"
#include "emit.h"

// The largest power of two that is not above n.
static uint32_t power_below(uint32_t n) {
  uint32_t p = 1;
  while (p <= n / 2)
    p *= 2;
  return p;
}

// ------------------------------------------------------------------------------- double tree
// A binary tree of places 0..p-1: the place's lowest set bit is its height, 0 is the root with one
// child below it. Odd places are leaves. Tree 1 is tree 0 in a mirror, or moved by one where p is
// odd, so that a rank that is a leaf of one is none of the other (nearly: one rank of an odd
// number).
typedef struct {
  uint32_t up, down[2]; // ranks; NF_NO_PART: none
} neighbours;

static uint32_t rank_at(uint32_t p, uint32_t tree, uint32_t place) {
  if (tree == 0)
    return place;
  return p % 2 ? (place + 1) % p : p - 1 - place;
}

static neighbours tree_at(uint32_t p, uint32_t tree, uint32_t rank) {
  const uint32_t at = tree == 0 ? rank
                      : p % 2   ? (rank + p - 1) % p
                                : p - 1 - rank,
                 low = at & (~at + 1);
  neighbours n = {NF_NO_PART, {NF_NO_PART, NF_NO_PART}};
  if (at == 0) {
    n.down[0] = rank_at(p, tree, power_below(p - 1));
    return n;
  }
  const uint32_t above = (at ^ low) | low << 1;
  n.up = rank_at(p, tree, above < p ? above : at ^ low);
  if (low > 1)
    n.down[0] = rank_at(p, tree, at - low / 2);
  for (uint32_t d = low / 2; d > 0 && n.down[1] == NF_NO_PART; d /= 2)
    if (at + d < p)
      n.down[1] = rank_at(p, tree, at + d);
  return n;
}

// A lane for each direction of each edge; what the second child sends waits in a chunk of its own,
// so that both children can send at the same time.
enum { TO_PARENT, FROM_PARENT, FROM_CHILD, TO_CHILD = FROM_CHILD + 2, TREE_LANES = TO_CHILD + 2 };

static void emit_up(nf_emit *b, const neighbours *n, uint32_t tree, uint32_t chunk) {
  const uint32_t lane = tree * TREE_LANES, spare = chunk + b->s->chunks - b->s->scratch;
  if (n->down[0] != NF_NO_PART)
    nf_emit_recv(b, lane + FROM_CHILD, n->down[0], tree, chunk, 1, true);
  if (n->down[1] != NF_NO_PART) {
    nf_emit_recv(b, lane + FROM_CHILD + 1, n->down[1], tree, spare, 1, false);
    nf_emit_add(b, lane + FROM_CHILD + 1, spare, chunk, 1);
  }
  if (n->up != NF_NO_PART)
    nf_emit_send(b, lane + TO_PARENT, n->up, tree, chunk, 1);
}

static void emit_down(nf_emit *b, const neighbours *n, uint32_t tree, uint32_t chunk) {
  const uint32_t lane = tree * TREE_LANES, tag = 2 + tree;
  if (n->up != NF_NO_PART)
    nf_emit_recv(b, lane + FROM_PARENT, n->up, tag, chunk, 1, false);
  for (uint32_t k = 0; k < 2; k++)
    if (n->down[k] != NF_NO_PART)
      nf_emit_send(b, lane + TO_CHILD + k, n->down[k], tag, chunk, 1);
}

static int emit_double_tree(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e) {
  const uint32_t half = (s->chunks - s->scratch) / 2;
  nf_emit b;
  if (nf_emit_open(&b, s, rank, 2 * TREE_LANES, out, e) == NF_EXIT_OK)
    for (uint32_t tree = 0; tree < 2; tree++) {
      const neighbours n = tree_at(s->ranks, tree, rank);
      for (uint32_t c = 0; c < half; c++)
        emit_up(&b, &n, tree, tree * half + c);
      for (uint32_t c = 0; c < half; c++)
        emit_down(&b, &n, tree, tree * half + c);
    }
  nf_emit_close(&b);
  return e->status;
}

int nf_double_tree_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  const uint64_t segments = shape->segments ? shape->segments : 1;
  s->emit = emit_double_tree;
  if (nf_shape_chunks(s, 4 * segments, e) == NF_EXIT_OK)
    s->scratch = s->chunks / 2;
  return e->status;
}

// An edge has four steps. Where two children are one is added by itself: a tree has as many such
// places as leaves, which are the odd ones, less one.
nf_extent nf_double_tree_extent(const nf_shape *shape) {
  const uint64_t p = shape->ranks, segments = shape->segments ? shape->segments : 1,
                 steps = 2 * segments * (4 * (p - 1) + p / 2 - 1);
  return (nf_extent){steps, steps};
}

// ------------------------------------------------------------------------------- halving, doubling
// The core of 2^k ranks. Where there are more, each of the surplus joins the rank before it: the
// two add half of the buffer each, and the first goes on with all of it.
static void emit_core(nf_emit *b, uint32_t me, uint32_t power, uint32_t surplus) {
  uint32_t low = 0, size = power;
  for (uint32_t d = power / 2; d > 0; d /= 2) {
    const uint32_t other = me ^ d, peer = other < surplus ? 2 * other : other + surplus;
    size /= 2;
    const uint32_t mine = me & d ? low + size : low, theirs = me & d ? low : low + size;
    nf_emit_send(b, 0, peer, 0, theirs, size);
    nf_emit_recv(b, 1, peer, 0, mine, size, true);
    low = mine;
  }
  for (uint32_t d = 1; d < power; d *= 2) {
    const uint32_t other = me ^ d, peer = other < surplus ? 2 * other : other + surplus;
    nf_emit_send(b, 0, peer, 0, low, size);
    nf_emit_recv(b, 1, peer, 0, low ^ size, size, false);
    low = low & ~size;
    size *= 2;
  }
}

static int emit_halving(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e) {
  const uint32_t power = s->chunks, surplus = s->ranks - power, half = power / 2;
  nf_emit b;
  if (nf_emit_open(&b, s, rank, 2, out, e) == NF_EXIT_OK) {
    if (rank >= 2 * surplus) {
      emit_core(&b, rank - surplus, power, surplus);
    } else if (rank % 2 == 0) {
      nf_emit_send(&b, 0, rank + 1, 0, half, half);
      nf_emit_recv(&b, 1, rank + 1, 0, 0, half, true);
      nf_emit_recv(&b, 1, rank + 1, 0, half, half, false);
      emit_core(&b, rank / 2, power, surplus);
      nf_emit_send(&b, 0, rank + 1, 0, 0, power);
    } else {
      nf_emit_send(&b, 0, rank - 1, 0, 0, half);
      nf_emit_recv(&b, 1, rank - 1, 0, half, half, true);
      nf_emit_send(&b, 0, rank - 1, 0, half, half);
      nf_emit_recv(&b, 1, rank - 1, 0, 0, power, false);
    }
  }
  nf_emit_close(&b);
  return e->status;
}

int nf_halving_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  s->emit = emit_halving;
  return nf_shape_chunks(s, power_below(shape->ranks), e);
}

// A rank of the core halves and doubles all of the buffer but a chunk. A surplus one and its
// neighbour have four steps each with the buffer two and a half times.
nf_extent nf_halving_extent(const nf_shape *shape) {
  const uint64_t power = power_below(shape->ranks), surplus = shape->ranks - power;
  return (nf_extent){4 * power * nf_log_of(power) + 8 * surplus,
                     4 * power * (power - 1) + 5 * power * surplus};
}

// ------------------------------------------------------------------------------- binomial trees
// In step i the first 2^i ranks, counted from the root, send to those 2^i further on; backwards
// they receive from them.
static int emit_binomial(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e) {
  const uint32_t p = s->ranks, me = (rank + p - s->root) % p, came = me ? power_below(me) : 0;
  const bool reduce = s->what == NF_REDUCE;
  const uint32_t parent = (me - came + s->root) % p;
  nf_emit b;
  if (nf_emit_open(&b, s, rank, 2, out, e) == NF_EXIT_OK) {
    if (me && !reduce)
      nf_emit_recv(&b, 1, parent, 0, 0, 1, false);
    const uint32_t most = power_below(p - 1);
    for (uint32_t k = 1; k <= most; k *= 2) {
      const uint32_t d = reduce ? most / k : k;
      if (d <= me || me + d >= p)
        continue;
      const uint32_t child = (me + d + s->root) % p;
      if (reduce)
        nf_emit_recv(&b, 1, child, 0, 0, 1, true);
      else
        nf_emit_send(&b, 0, child, 0, 0, 1);
    }
    if (me && reduce)
      nf_emit_send(&b, 0, parent, 0, 0, 1);
  }
  nf_emit_close(&b);
  return e->status;
}

int nf_binomial_broadcast_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  (void)shape;
  s->emit = emit_binomial;
  return nf_shape_chunks(s, 1, e);
}

int nf_binomial_reduce_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  return nf_binomial_broadcast_open(s, shape, e);
}

nf_extent nf_binomial_broadcast_extent(const nf_shape *shape) {
  const uint64_t steps = 2 * (shape->ranks - 1ull);
  return (nf_extent){steps, steps};
}

nf_extent nf_binomial_reduce_extent(const nf_shape *shape) {
  return nf_binomial_broadcast_extent(shape);
}

// ------------------------------------------------------------------------------- barrier
// What comes waits in a second chunk: it may be there before what is sent has gone.
static int emit_barrier(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e) {
  const uint32_t p = s->ranks;
  nf_emit b;
  if (nf_emit_open(&b, s, rank, 2, out, e) == NF_EXIT_OK)
    for (uint32_t d = 1; d < p; d *= 2) {
      nf_emit_send(&b, 0, (rank + d) % p, 0, 0, 1);
      nf_emit_recv(&b, 1, (rank + p - d) % p, 0, 1, 1, false);
      nf_emit_add(&b, 1, 1, 0, 1);
    }
  nf_emit_close(&b);
  return e->status;
}

int nf_barrier_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  (void)shape;
  s->emit = emit_barrier;
  s->scratch = 1;
  return nf_shape_chunks(s, 2, e);
}

nf_extent nf_barrier_extent(const nf_shape *shape) {
  const uint32_t rounds = nf_log_of(power_below(shape->ranks - 1)) + 1;
  const uint64_t steps = 3ull * rounds * shape->ranks;
  return (nf_extent){steps, steps};
}
