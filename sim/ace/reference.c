// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/reference.h"

#include "sim/common/reference.h"
#include <stdlib.h>
#include <string.h>

enum { PIECE_WORDS = NF_ACE_MAX_MESSAGE_BYTES / 4 };

// The same words of every node: a column of a message of a piece.
typedef struct {
  uint32_t of[NF_TOPO_NODES][PIECE_WORDS];
  unsigned words;
} columns;

// ------------------------------------------------------------------------------- a dimension
// x[to] = x[from] + x[to].
static void add(const nf_ace_reference *r, columns *x, unsigned from, unsigned to) {
  for (unsigned i = 0; i < x->words; i++) {
    const uint32_t two[2] = {x->of[from][i], x->of[to][i]};
    x->of[to][i] = nf_reference_reduce(r->op, r->dtype, two, 2);
  }
}

// The members of a group, by rank; the sum of block b ends at member b.
typedef struct {
  unsigned node[NF_TOPO_SIZE], size, block;
} group;

static unsigned member(const group *g, unsigned steps) {
  return g->node[(g->block + steps) % g->size];
}

// Begins at b + dir and ends at b.
static void ring(const nf_ace_reference *r, columns *x, const group *g, int dir) {
  for (unsigned k = 2; k <= g->size; k++) {
    const unsigned from = dir > 0 ? k - 1 : g->size - (k - 1), to = dir > 0 ? k : g->size - k;
    add(r, x, member(g, from), member(g, to));
  }
}

static void direct(const nf_ace_reference *r, columns *x, const group *g) {
  for (unsigned d = 1; d < g->size; d++)
    add(r, x, member(g, d), member(g, 0));
}

// V(k, j + 1) = V(k ^ bit, j) + V(k, j), bits from the highest: only the half that b belongs to
// goes on.
static void halving(const nf_ace_reference *r, columns *x, const group *g) {
  for (unsigned bit = g->size / 2; bit; bit /= 2)
    for (unsigned k = 0; k < g->size; k++)
      if (((k ^ g->block) & ~(bit - 1) & (g->size - 1)) == 0)
        add(r, x, g->node[k ^ bit], g->node[k]);
}

// Member k takes k + 1, k + 2, k + 4, ...; the sum is at member 0.
static void tree(const nf_ace_reference *r, columns *x, const group *g, unsigned k) {
  for (unsigned d = 1; k % (2 * d) == 0 && k + d < g->size; d *= 2) {
    tree(r, x, g, k + d);
    add(r, x, g->node[k + d], g->node[k]);
  }
}

// ------------------------------------------------------------------------------- all dimensions
static bool adds(const nf_ace_phase *f) {
  return f->size > 1 && (f->kind == NF_COLL_ALL_REDUCE || f->kind == NF_COLL_REDUCE_SCATTER);
}

// Adds up the column in all groups of a phase. Returns at which member of each the sum is.
static unsigned reduce_phase(const nf_ace_reference *r, columns *x, const bool *has, unsigned phase,
                             unsigned owner, uint64_t chunk) {
  const nf_ace_plan *p = r->plan;
  const nf_topo *t = p->cfg.topology;
  const nf_ace_phase *f = &p->phase[phase];
  const int dir = p->paths[nf_ace_plan_machine(p, phase, chunk)].dir;
  group g = {.size = f->size, .block = nf_topo_rank(t, owner, f->dim)};
  for (unsigned n = 0; n < t->nodes; n++) {
    if (nf_topo_rank(t, n, f->dim) != 0 || !has[n])
      continue;
    for (unsigned k = 0; k < f->size; k++)
      g.node[k] = nf_topo_member(t, n, f->dim, k);
    switch (f->algorithm) {
    case NF_ALG_RING:
      ring(r, x, &g, dir);
      break;
    case NF_ALG_HALVING:
      halving(r, x, &g);
      break;
    case NF_ALG_TREE:
      tree(r, x, &g, 0);
      break;
    default:
      direct(r, x, &g);
    }
  }
  return f->algorithm == NF_ALG_TREE ? 0 : g.block;
}

// Adds up one message of a piece over all nodes; returns the node whose column is the sum.
static unsigned reduce(const nf_ace_reference *r, columns *x, unsigned owner, unsigned chunk) {
  const nf_ace_plan *p = r->plan;
  const nf_topo *t = p->cfg.topology;
  bool has[NF_TOPO_NODES]; // columns that are still part of the sum, one a group
  unsigned place = 0;
  for (unsigned n = 0; n < t->nodes; n++)
    has[n] = true;
  for (unsigned i = 0; i < p->phases; i++) {
    const nf_ace_phase *f = &p->phase[i];
    if (!adds(f))
      continue;
    // Sums of the phase before lie at one rank of its dimension; groups are taken through these.
    const unsigned at = reduce_phase(r, x, has, i, owner, (uint64_t)r->command * p->chunks + chunk);
    for (unsigned n = 0; n < t->nodes; n++)
      has[n] = has[n] && nf_topo_rank(t, n, f->dim) == at;
    place = nf_topo_member(t, place, f->dim, at);
  }
  return place;
}

// A word of a node's data; past its end there are zeros.
static uint32_t word_of(const nf_ace_reference *r, unsigned node, uint64_t at) {
  return at < r->plan->src_bytes / 4 ? r->data[node][at] : 0;
}

// Sums of the pieces first .. last - 1, to be found in the result from its first word on.
static int sums(const nf_ace_reference *r, unsigned first, unsigned last, uint32_t *result,
                nf_err *e) {
  const nf_ace_plan *p = r->plan;
  const uint64_t block = p->block / 4, message = p->message / 4, room = p->dst_bytes / 4;
  columns *x = malloc(sizeof *x);
  if (!x)
    return nf_err_memory(e, "the expected result");
  for (unsigned q = first; q < last; q++)
    for (unsigned c = 0; c < p->chunks; c++) {
      const uint64_t from = c * message, left = block - from, at = q * block + from;
      x->words = (unsigned)(left < message ? left : message);
      for (unsigned n = 0; n < p->cfg.topology->nodes; n++)
        for (unsigned i = 0; i < x->words; i++)
          x->of[n][i] = word_of(r, n, at + i);
      const uint32_t *sum = x->of[reduce(r, x, q / p->split, c)];
      for (unsigned i = 0; i < x->words && at - first * block + i < room; i++)
        result[at - first * block + i] = sum[i];
    }
  free(x);
  return NF_EXIT_OK;
}

bool nf_ace_reference_same(const nf_ace_plan *p) {
  return p->cfg.collective != NF_COLL_REDUCE_SCATTER && p->cfg.collective != NF_COLL_ALL_TO_ALL;
}

int nf_ace_reference_node(const nf_ace_reference *r, unsigned node, uint32_t *result, nf_err *e) {
  const nf_ace_plan *p = r->plan;
  const unsigned nodes = p->cfg.topology->nodes;
  const uint64_t block = (uint64_t)p->block * p->split / 4; // of a node
  switch (p->cfg.collective) {
  case NF_COLL_ALL_REDUCE:
    return sums(r, 0, nodes * p->split, result, e);
  case NF_COLL_REDUCE_SCATTER:
    return sums(r, node * p->split, (node + 1) * p->split, result, e);
  case NF_COLL_ALL_GATHER:
    for (unsigned n = 0; n < nodes; n++)
      for (uint64_t i = 0; i < block; i++)
        result[n * block + i] = word_of(r, n, i);
    break;
  case NF_COLL_ALL_TO_ALL:
    for (unsigned n = 0; n < nodes; n++)
      for (uint64_t i = 0; i < block; i++)
        result[n * block + i] = word_of(r, n, node * block + i);
    break;
  case NF_COLL_BROADCAST:
    memcpy(result, r->data[p->cfg.root], p->dst_bytes);
    break;
  default:
    break;
  }
  return NF_EXIT_OK;
}
