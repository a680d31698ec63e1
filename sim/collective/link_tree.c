// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "link_tree.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Sets of GPUs are bits. `least`: links of a kind below it do not count.
enum { PCIE = 1, NVLINK = 2 };

typedef struct {
  const nf_links *l;
  const nf_link_weights *w;
  uint8_t least;
  nf_link_tree *t;
} making;

const double nf_link_penalty = 0.7;

nf_link_weights nf_link_weights_of(const nf_links *l) {
  nf_link_weights w = {.gpus = l->gpus};
  for (uint32_t a = 0; a < l->gpus; a++)
    for (uint32_t b = 0; b < l->gpus; b++)
      w.weight[a][b] = l->kind[a][b];
  return w;
}

void nf_link_weights_use(nf_link_weights *w, const nf_link_tree *t, double penalty) {
  for (uint32_t v = 0; v < t->gpus; v++)
    if (t->parent[v] != NF_LINK_TREE_NONE) {
      w->weight[v][t->parent[v]] *= penalty;
      w->weight[t->parent[v]][v] *= penalty;
    }
}

static uint32_t size_of(uint32_t set) { return (uint32_t)__builtin_popcount(set); }

static double weight(const making *m, uint32_t a, uint32_t b) {
  return m->l->kind[a][b] >= m->least ? m->w->weight[a][b] : 0;
}

static bool linked(const making *m, uint32_t a, uint32_t b) { return m->l->kind[a][b] >= m->least; }

static void join(making *m, uint32_t parent, uint32_t v, uint32_t level) {
  m->t->parent[v] = (uint8_t)parent;
  m->t->level[v] = (uint8_t)level;
  m->t->levels = level + 1 > m->t->levels ? level + 1 : m->t->levels;
  m->t->pcie |= m->l->kind[parent][v] == PCIE;
}

// ------------------------------------------------------------------------------- Kernighan and Lin
// What the cut loses if v changes sides: its links across less those on its own side.
static double gain(const making *m, uint32_t v, uint32_t own, uint32_t other) {
  double g = 0;
  for (uint32_t u = 0; u < m->l->gpus; u++)
    if (u != v)
      g += other >> u & 1 ? weight(m, v, u) : own >> u & 1 ? -weight(m, v, u) : 0;
  return g;
}

typedef struct {
  uint32_t a, b;
  double gain;
} swap;

static swap best_swap(const making *m, uint32_t a, uint32_t b, uint32_t free) {
  swap best = {0, 0, -INFINITY};
  for (uint32_t u = 0; u < m->l->gpus; u++)
    for (uint32_t v = 0; v < m->l->gpus; v++)
      if ((a & free) >> u & 1 && (b & free) >> v & 1) {
        const double g = gain(m, u, a, b) + gain(m, v, b, a) - 2 * weight(m, u, v);
        if (g > best.gain)
          best = (swap){u, v, g};
      }
  return best;
}

// One pass: swaps pairs, each GPU once, the best pair first even if it loses; keeps the beginning
// of that row of swaps that gains most. True if it gains anything.
static bool pass(const making *m, uint32_t *a, uint32_t *b) {
  uint32_t now_a = *a, now_b = *b, free = *a | *b, best_a = *a, best_b = *b;
  double sum = 0, best = 1e-9; // sums of weights are not exact: less than this is nothing
  bool gained = false;
  while ((now_a & free) && (now_b & free)) {
    const swap s = best_swap(m, now_a, now_b, free);
    const uint32_t both = 1u << s.a | 1u << s.b;
    now_a ^= both;
    now_b ^= both;
    free &= ~both;
    sum += s.gain;
    if (sum > best) {
      best = sum;
      best_a = now_a;
      best_b = now_b;
      gained = true;
    }
  }
  *a = best_a;
  *b = best_b;
  return gained;
}

static void split(const making *m, uint32_t set, uint32_t *a, uint32_t *b) {
  *a = *b = 0;
  for (uint32_t v = 0; v < m->l->gpus; v++)
    if (set >> v & 1)
      *(size_of(*a) < (size_of(set) + 1) / 2 ? a : b) |= 1u << v;
  while (pass(m, a, b))
    ;
}

static bool cluster(making *m, uint32_t root, uint32_t set, uint32_t level) {
  uint32_t mine, other, best = NF_LINK_TREE_NONE;
  if (size_of(set) < 2)
    return true;
  split(m, set, &mine, &other);
  if (other >> root & 1) {
    const uint32_t t = mine;
    mine = other;
    other = t;
  }
  for (uint32_t v = 0; v < m->l->gpus; v++)
    if (other >> v & 1 && linked(m, root, v) &&
        (best == NF_LINK_TREE_NONE || weight(m, root, v) > weight(m, root, best)))
      best = v;
  if (best == NF_LINK_TREE_NONE)
    return false;
  join(m, root, best, level);
  return cluster(m, root, mine, level + 1) && cluster(m, best, other, level + 1);
}

// ------------------------------------------------------------------------------- search
// The greatest weight of a tree of a root and a set, and the split that gives it; every pair of
// root and set once.
typedef struct {
  double weight; // NAN: not known yet; -INFINITY: there is none
  uint32_t other;
  uint8_t child;
} found;

static double search(const making *m, found *known, uint32_t root, uint32_t set);

static void try_split(const making *m, found *known, found *best, uint32_t root, uint32_t mine,
                      uint32_t other) {
  const double kept = search(m, known, root, mine);
  for (uint32_t v = 0; v < m->l->gpus && kept > -INFINITY; v++)
    if (other >> v & 1 && linked(m, root, v)) {
      const double sum = kept + weight(m, root, v) + search(m, known, v, other);
      if (sum > best->weight)
        *best = (found){sum, other, (uint8_t)v};
    }
}

static double search(const making *m, found *known, uint32_t root, uint32_t set) {
  found *f = &known[(size_t)set * m->l->gpus + root];
  const uint32_t n = size_of(set), rest = set & ~(1u << root);
  if (n == 1)
    return 0;
  if (!isnan(f->weight))
    return f->weight;
  found best = {-INFINITY, 0, 0};
  for (uint32_t other = rest; other; other = (other - 1) & rest)
    if (size_of(other) == n / 2 || size_of(other) == (n + 1) / 2)
      try_split(m, known, &best, root, set & ~other, other);
  *f = best;
  return best.weight;
}

static void take(making *m, const found *known, uint32_t root, uint32_t set, uint32_t level) {
  const found *f = &known[(size_t)set * m->l->gpus + root];
  if (size_of(set) < 2)
    return;
  join(m, root, f->child, level);
  take(m, known, root, set & ~f->other, level + 1);
  take(m, known, f->child, f->other, level + 1);
}

static bool search_all(making *m, uint32_t root, nf_err *e) {
  const uint32_t all = (1u << m->l->gpus) - 1;
  const size_t states = (size_t)(all + 1) * m->l->gpus;
  found *known = malloc(states * sizeof *known);
  if (!known)
    return nf_err_memory(e, "the search for a tree") == NF_EXIT_OK;
  for (size_t i = 0; i < states; i++)
    known[i].weight = NAN;
  const bool there = search(m, known, root, all) > -INFINITY;
  if (there)
    take(m, known, root, all, 0);
  free(known);
  return there;
}

static void begin(making *m, uint32_t root) {
  *m->t = (nf_link_tree){.gpus = m->l->gpus, .root = root};
  memset(m->t->parent, NF_LINK_TREE_NONE, sizeof m->t->parent);
}

int nf_link_tree_make(nf_link_tree *t, const nf_links *l, const nf_link_weights *w, uint32_t root,
                      nf_err *e) {
  making m = {l, w, NVLINK, t};
  begin(&m, root);
  if (cluster(&m, root, (1u << l->gpus) - 1, 0))
    return NF_EXIT_OK;
  for (m.least = NVLINK; m.least >= PCIE && e->status == NF_EXIT_OK; m.least--) {
    begin(&m, root);
    t->searched = true;
    if (search_all(&m, root, e))
      return NF_EXIT_OK;
  }
  return nf_refuse(e,
                   "%s: no balanced binary tree from GPU %u: too few links; add those over PCI-E",
                   l->name, root);
}
