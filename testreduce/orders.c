// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Sums in the order of arrival: no tree is to be found, but every answer must be one that some
// order gives. All results of every subset of operands are made, from those of its parts. Zeros
// change nothing and are left out, so that probes with few other operands can be checked at any
// number of ranks.
#include "analyse.h"

#include <stdlib.h>
#include <string.h>

enum {
  RESULTS = 24, // different sums of one subset
  DENSE_TREES =
      48 // elements with more than four operands that are tried with all trees: they take long
};

typedef struct {
  unsigned count;
  tr_num sum[RESULTS];
} results;

typedef struct {
  const tr_sheet *s;
  const tr_arith *h;
  tr_order_kind kind;
  tr_width type;
  results *of; // by subset
} orders;

static tr_num add(const orders *o, const tr_num *a, const tr_num *b) {
  tr_env none = {0};
  const tr_num sum = tr_add(a, b, &o->h->acc, o->h->mode, &o->h->rules, &none);
  return o->h->acc_is_type || o->h->hops == TR_HOPS_ONCE
             ? sum
             : tr_round(&sum, &o->type, o->h->out, &o->h->rules, &none);
}

static bool same_number(const tr_num *a, const tr_num *b) {
  return a->kind == b->kind && a->neg == b->neg &&
         (a->kind != TR_FINITE || (a->exp == b->exp && a->sig == b->sig));
}

// All sums of one part with one of the other; false: there are too many.
static bool join(const orders *o, results *to, const results *a, const results *b) {
  for (unsigned i = 0; i < a->count; i++)
    for (unsigned k = 0; k < b->count; k++) {
      const tr_num sum = add(o, &a->sum[i], &b->sum[k]);
      unsigned n = 0;
      while (n < to->count && !same_number(&to->sum[n], &sum))
        n++;
      if (n == RESULTS)
        return false;
      to->sum[n] = sum;
      to->count += n == to->count;
    }
  return true;
}

static bool join_parts(const orders *o, unsigned all) {
  results *to = &o->of[all];
  to->count = 0;
  if (o->kind == TR_ORDER_SEQUENTIAL) {
    for (unsigned left = all; left; left &= left - 1)
      if (!join(o, to, &o->of[all & ~(left & -left)], &o->of[left & -left]))
        return false;
    return true;
  }
  // Each pair of parts once: the one with the lowest operand is the first.
  const unsigned lowest = all & -all, others = all & ~lowest;
  for (unsigned part = others;; part = (part - 1) & others) {
    if (part != others && !join(o, to, &o->of[lowest | part], &o->of[others & ~part]))
      return false;
    if (part == 0)
      return true;
  }
}

// 1: some order gives the answer, 0: none does, -1: there are too many orders to say.
static int some_order(const orders *o, const uint64_t *x, uint64_t answer) {
  unsigned n = 0;
  for (unsigned r = 0; r < o->s->ranks; r++) {
    const tr_num v = tr_unpack(o->s->type, x[r], o->h->rules.flush_in);
    if (v.kind == TR_ZERO)
      continue;
    if (n == TR_ORDER_RANKS)
      return -1;
    o->of[1u << n].count = 1;
    o->of[1u << n++].sum[0] = v;
  }
  if (n == 0)
    return -1;
  for (unsigned all = 1; all < 1u << n; all++)
    if ((all & (all - 1)) && !join_parts(o, all))
      return -1;
  const results *end = &o->of[(1u << n) - 1];
  for (unsigned i = 0; i < end->count; i++) {
    tr_env none = {0};
    const tr_num root = o->h->acc_is_type
                            ? end->sum[i]
                            : tr_round(&end->sum[i], &o->type, o->h->out, &o->h->rules, &none);
    if (tr_same(o->s->type, tr_pack(o->s->type, &root), answer))
      return 1;
  }
  return 0;
}

// ------------------------------------------------------------------------------- blocks
// The order of a block, sought rank by rank: an element tells as soon as all its operands have
// come.
typedef struct {
  const orders *o;
  size_t from, count;
  const void *array;
  unsigned ranks;
  uint8_t *order;
  unsigned long steps;
  unsigned wanted, found; // orders, of which the last one stays in `order`
  uint8_t *kept;          // the first one
} block_search;

static bool prefix_fits(const block_search *b, unsigned depth) {
  bool come[TR_MAX_RANKS] = {false};
  const tr_sheet *s = b->o->s;
  for (unsigned i = 0; i < depth; i++)
    come[b->order[i]] = true;
  for (size_t e = b->from; e < b->from + b->count; e++) {
    const size_t p = e % s->length;
    if (!tr_is_core(s, p))
      continue;
    // The last rank to come is the one that has just told: others were checked before.
    uint64_t x[TR_MAX_RANKS];
    bool whole = true;
    tr_sheet_values(s, p, x);
    for (unsigned r = 0; r < s->ranks && whole; r++)
      whole = come[r] || x[r] == 0;
    if (!whole || x[b->order[depth - 1]] == 0)
      continue;
    tr_num sum = tr_unpack(s->type, x[b->order[0]], false);
    for (unsigned i = 1; i < depth; i++) {
      const tr_num next = tr_unpack(s->type, x[b->order[i]], false);
      sum = add(b->o, &sum, &next);
    }
    tr_env none = {0};
    if (!b->o->h->acc_is_type)
      sum = tr_round(&sum, &b->o->type, b->o->h->out, &b->o->h->rules, &none);
    if (!tr_same(s->type, tr_pack(s->type, &sum), tr_load(b->array, s->type, e)))
      return false;
  }
  return true;
}

// true: as many as are wanted. The first two of an order may change places: they come ascending.
static bool find_order(block_search *b, unsigned depth) {
  enum { MOST_STEPS = 60000 };
  if (depth == b->ranks) {
    if (b->found == 0)
      memcpy(b->kept, b->order, b->ranks);
    return ++b->found == b->wanted;
  }
  for (unsigned r = 0; r < b->ranks; r++) {
    bool used = depth == 1 && r < b->order[0];
    for (unsigned i = 0; i < depth; i++)
      used = used || b->order[i] == r;
    if (used || b->steps++ > MOST_STEPS)
      continue;
    b->order[depth] = (uint8_t)r;
    if (prefix_fits(b, depth + 1) && find_order(b, depth + 1))
      return true;
  }
  return b->steps > MOST_STEPS; // there may be more
}

// How many orders give a block's answers, up to `wanted`; 0: none does, or there are too many to
// try.
static unsigned orders_of(const tr_analysis *a, const orders *o, size_t from, size_t count,
                          unsigned wanted, uint8_t *kept) {
  uint8_t order[TR_MAX_RANKS];
  block_search b = {.o = o,
                    .from = from,
                    .count = count,
                    .array = a->array,
                    .ranks = o->s->ranks,
                    .order = order,
                    .wanted = wanted,
                    .kept = kept};
  const bool all = find_order(&b, 0);
  return all && b.found < wanted ? 0 : b.found;
}

// The largest aligned block, of 1024 elements down to 8, in which one order gives all answers.
static void find_block(tr_analysis *a, const orders *o) {
  enum { BLOCKS = 12 };
  for (size_t block = 1024; block >= 8; block /= 2) {
    const size_t blocks = a->count / block;
    bool all = blocks > 0;
    for (size_t k = 0; k < BLOCKS && all; k++) {
      uint8_t order[TR_MAX_RANKS];
      all = orders_of(a, o, k < TR_ORDER_FIRST ? k * block : k * blocks / BLOCKS * block, block, 1,
                      order) != 0;
    }
    if (all) {
      a->orders.block = block;
      return;
    }
  }
}

static tr_tree tree_of_order(const uint8_t *order, unsigned ranks) {
  tr_tree t;
  tr_tree_begin(&t, ranks);
  int sum = order[0];
  for (unsigned i = 1; i < ranks; i++)
    sum = tr_tree_join(&t, (int[]){sum, order[i]}, 2);
  tr_tree_canon(&t);
  return t;
}

int tr_find_packets(tr_analysis *a, nf_err *e) {
  enum { MOST = 1024 };
  const size_t block = a->orders.block, blocks = block ? a->count / block : 0;
  const orders o = {a->sheet, &a->hypothesis[0], a->orders.kind, tr_width_of(a->sheet->type), NULL};
  tr_forget_trees(a);
  for (size_t k = 0; k < blocks && k < MOST && e->status == NF_EXIT_OK; k++) {
    uint8_t order[TR_MAX_RANKS];
    a->orders.looked++;
    if (orders_of(a, &o, k * block, block, 2, order) != 1)
      continue;
    const tr_tree tree = tree_of_order(order, a->sheet->ranks);
    const int index = tr_index_of(a, &tree);
    if (index == -2)
      return nf_err_memory(e, "the trees");
    if (index < 0)
      continue;
    a->orders.told++;
    if (a->tree[index].seen++ == 0)
      tr_found_expect(&a->tree[index], a->sheet, &a->hypothesis[0]);
    a->tree[index].elements += block;
    tr_push_segment(a, (tr_segment){k * block, (k + 1) * block, k * block, (unsigned)index, false},
                    e);
  }
  return e->status;
}

// Whether some order gives an element's answer; counts what was checked.
typedef struct {
  size_t checked, telling, dense;
} order_count;

static bool gives(const orders *o, const tr_analysis *a, size_t e, order_count *n) {
  const tr_sheet *s = a->sheet;
  uint64_t x[TR_MAX_RANKS];
  const bool random = s->probe[e % s->length].kind >= TR_PROBE_NEAR;
  if (!tr_is_core(s, e % s->length) ||
      (random && o->kind == TR_ORDER_TREE && n->dense++ >= DENSE_TREES))
    return true;
  tr_sheet_values(s, e % s->length, x);
  const int some = some_order(o, x, tr_load(a->array, s->type, e));
  n->checked += some == 1;
  n->telling += some == 1 && random;
  return some != 0;
}

bool tr_find_orders(tr_analysis *a, const tr_arith *h, tr_order_kind kind) {
  enum { SHEETS = 2 };
  const tr_sheet *s = a->sheet;
  orders o = {s, h, kind, tr_width_of(s->type), malloc((sizeof(results)) << TR_ORDER_RANKS)};
  const size_t end = a->count < SHEETS * s->length ? a->count : SHEETS * s->length;
  order_count n = {0};
  bool all = o.of != NULL;
  for (size_t e = 0; e < end && all; e++)
    all = gives(&o, a, e, &n);
  // What no tree gave must be given now.
  for (size_t i = 0; i < a->odds && i < TR_MAX_ODD && all; i++)
    all = gives(&o, a, a->odd[i].index, &n);
  // Sums of three are sequential in any tree.
  all = all && n.checked && (n.telling || kind != TR_ORDER_SEQUENTIAL);
  if (all && a->orders.kind == TR_ORDER_FIXED) {
    a->orders.kind = kind;
    a->orders.checked = n.checked;
    if (kind == TR_ORDER_SEQUENTIAL)
      find_block(a, &o);
  }
  free(o.of);
  return all;
}
