// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A buffer that was reduced by many calls of one size, each smaller than the probes: no part of one
// call holds enough of them. But element x of every call has the same tree, and each call has other
// probes there. So trees are tried on the elements x of all calls together.
#include "analyse.h"

#include <stdlib.h>
#include <string.h>

enum { CANDIDATES = 1024, WORDS = CANDIDATES / 64 };

typedef struct {
  uint64_t word[WORDS];
} set;

typedef struct {
  tr_analysis *a;
  size_t call;
  tr_found *tree; // that are tried
  unsigned trees;
  set *fits; // by element of a call: the trees that give its answers in all calls
} calls;

static bool has(const set *s, unsigned t) { return s->word[t / 64] >> (t % 64) & 1; }

// false: one of both has no member of the other.
static bool meet(set *to, const set *with) {
  uint64_t any = 0;
  for (unsigned w = 0; w < WORDS; w++)
    any |= to->word[w] &= with->word[w];
  return any != 0;
}

static bool try_tree(calls *c, tr_tree tree) {
  const tr_sheet *s = c->a->sheet;
  tr_tree_canon(&tree);
  for (unsigned t = 0; t < c->trees; t++)
    if (tr_tree_equal(&tree, &c->tree[t].tree))
      return true;
  if (c->trees == CANDIDATES)
    return true;
  tr_found *f = &c->tree[c->trees];
  if (!tr_found_make(f, &tree, s->length))
    return false;
  c->trees++;
  tr_found_expect(f, s, &c->a->hypothesis[0]);
  return true;
}

// Likely trees before those that the masks told: of trees that give the same the known one is
// meant.
static bool try_all(calls *c) {
  tr_analysis *a = c->a;
  tr_tree tree;
  for (unsigned n = 0;
       c->trees + a->trees < CANDIDATES && tr_tree_likely(&tree, a->sheet->ranks, n); n++)
    if (!try_tree(c, tree))
      return false;
  for (unsigned t = 0; t < a->trees; t++)
    if (!try_tree(c, a->tree[t].tree))
      return false;
  return true;
}

static void compare(calls *c) {
  const tr_analysis *a = c->a;
  const tr_sheet *s = a->sheet;
  for (size_t x = 0; x < c->call; x++)
    for (unsigned t = 0; t < c->trees; t++)
      c->fits[x].word[t / 64] |= 1ull << (t % 64);
  for (size_t at = 0; at < a->count; at++) {
    const uint64_t answer = tr_load(a->array, s->type, at);
    set *fits = &c->fits[at % c->call];
    for (unsigned t = 0; t < c->trees; t++)
      if (has(fits, t) && !tr_same(s->type, c->tree[t].expected[at % s->length], answer))
        fits->word[t / 64] &= ~(1ull << (t % 64));
  }
}

static unsigned members(const set *s) {
  unsigned count = 0;
  for (unsigned w = 0; w < WORDS; w++)
    count += (unsigned)__builtin_popcountll(s->word[w]);
  return count;
}

// The segments of one call, each as long as one tree lasts; false: no tree fits somewhere. Where
// several last as long its tree is open.
static bool divide(calls *c, nf_err *e) {
  tr_analysis *a = c->a;
  a->segments = a->open = 0;
  for (size_t from = 0; from < c->call;) {
    set left;
    memset(&left, 0xff, sizeof left);
    size_t to = from;
    for (set next = left; to < c->call && meet(&next, &c->fits[to]); to++)
      left = next;
    if (to == from)
      return false;
    unsigned tree = 0;
    while (!has(&left, tree))
      tree++;
    size_t earliest = from;
    const size_t stop = a->segments ? a->segment[a->segments - 1].from : 0;
    while (earliest > stop && has(&c->fits[earliest - 1], tree))
      earliest--;
    const bool open = members(&left) > 1;
    if (tr_add_segment(a, (tr_segment){from, to, earliest, tree, open}, e) != NF_EXIT_OK)
      return false;
    a->open += open;
    from = to;
  }
  return true;
}

// The trees that were tried take the place of those that masks told, with their answers.
static void take_over(calls *c) {
  tr_analysis *a = c->a;
  const size_t length = a->sheet->length;
  for (unsigned t = 0; t < a->trees; t++)
    tr_found_free(&a->tree[t]);
  memcpy(a->tree, c->tree, c->trees * sizeof *a->tree);
  a->trees = c->trees;
  for (size_t k = 0; k < a->segments; k++) {
    tr_found *f = &a->tree[a->segment[k].tree];
    for (size_t call = 0; call < a->count; call += c->call)
      for (size_t at = call + a->segment[k].from; at < call + a->segment[k].to && at < a->count;
           at++) {
        f->elements++;
        f->known[at % length] = 1;
        f->answer[at % length] = tr_load(a->array, a->sheet->type, at);
      }
  }
  a->call = c->call;
  a->orders = (tr_orders){.kind = TR_ORDER_FIXED};
}

bool tr_find_calls(tr_analysis *a, size_t call, nf_err *e) {
  if (call == 0 || call >= a->count || a->count > TR_MOST_OF_CALLS || a->hypotheses == 0 ||
      a->stochastic)
    return false;
  calls c = {.a = a,
             .call = call,
             .tree = calloc(CANDIDATES, sizeof *c.tree),
             .fits = calloc(call, sizeof *c.fits)};
  bool found = c.tree && c.fits && try_all(&c);
  if (!found)
    nf_err_memory(e, "the trees");
  if (found) {
    compare(&c);
    found = divide(&c, e);
  }
  if (found)
    take_over(&c);
  for (unsigned t = 0; !found && t < c.trees; t++)
    tr_found_free(&c.tree[t]);
  free(c.tree);
  free(c.fits);
  return found;
}
