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
// The tree of a block, sought rank by rank: an element tells as soon as all its operands have come,
// since zeros change nothing. Sums in an order get one operand after the other; to any other tree a
// rank is added beside each of its parts in turn.
typedef struct {
  int child[TR_MAX_RANKS][2]; // of each node: a rank, or ~node
  int root;
} partial;

typedef struct {
  const orders *o;
  size_t from, count;
  const void *array;
  uint8_t order[TR_MAX_RANKS];
  partial tree;
  unsigned long steps;
  unsigned wanted, found;
  tr_tree kept; // the first one
} block_search;

enum { MOST_STEPS = 60000 };

static tr_num sum_of(const orders *o, const partial *t, int child, const uint64_t *x) {
  if (child >= 0)
    return tr_unpack(o->s->type, x[child], false);
  const tr_num a = sum_of(o, t, t->child[~child][0], x), b = sum_of(o, t, t->child[~child][1], x);
  return add(o, &a, &b);
}

// Whether the part of a tree that there is gives the answers to probes of its ranks alone. Those
// without the last one to come were asked before.
static bool part_fits(const block_search *b, const bool *come, unsigned last) {
  const orders *o = b->o;
  const tr_sheet *s = o->s;
  for (size_t e = b->from; e < b->from + b->count; e++) {
    const size_t p = e % s->length;
    uint64_t x[TR_MAX_RANKS];
    bool whole = tr_is_core(s, p) && tr_sheet_value(s, p, last) != 0;
    for (unsigned r = 0; r < s->ranks && whole; r++) {
      x[r] = tr_sheet_value(s, p, r);
      whole = come[r] || x[r] == 0;
    }
    if (!whole)
      continue;
    tr_env none = {0};
    tr_num sum = sum_of(o, &b->tree, b->tree.root, x);
    if (!o->h->acc_is_type)
      sum = tr_round(&sum, &o->type, o->h->out, &o->h->rules, &none);
    if (!tr_same(s->type, tr_pack(s->type, &sum), tr_load(b->array, s->type, e)))
      return false;
  }
  return true;
}

static int copy_part(const partial *from, int child, tr_tree *to) {
  if (child >= 0)
    return child;
  const int both[2] = {copy_part(from, from->child[~child][0], to),
                       copy_part(from, from->child[~child][1], to)};
  return tr_tree_join(to, both, 2);
}

// true: as many as are wanted.
static bool keep(block_search *b) {
  if (b->found == 0) {
    tr_tree_begin(&b->kept, b->o->s->ranks);
    copy_part(&b->tree, b->tree.root, &b->kept);
    tr_tree_canon(&b->kept);
  }
  return ++b->found == b->wanted;
}

// The first two of an order may change places: they come ascending.
static bool find_order(block_search *b, unsigned depth, bool *come) {
  const int before = b->tree.root;
  if (depth == b->o->s->ranks)
    return keep(b);
  for (unsigned r = 0; r < b->o->s->ranks; r++) {
    if (come[r] || (depth == 1 && r < b->order[0]) || b->steps++ > MOST_STEPS)
      continue;
    come[r] = true;
    b->order[depth] = (uint8_t)r;
    if (depth == 0) {
      b->tree.root = (int)r;
    } else {
      b->tree.child[depth - 1][0] = before;
      b->tree.child[depth - 1][1] = (int)r;
      b->tree.root = ~(int)(depth - 1);
    }
    if (part_fits(b, come, r) && find_order(b, depth + 1, come))
      return true;
    come[r] = false;
    b->tree.root = before;
  }
  return false;
}

// Each tree of ranks 0 ... rank - 1 makes 2 rank - 1 others: the new rank is added to the sum of
// one of its nodes, or to one of its operands.
static bool find_tree(block_search *b, unsigned rank, bool *come) {
  const unsigned ranks = b->o->s->ranks, node = rank - 1;
  partial *t = &b->tree;
  if (rank == ranks)
    return keep(b);
  come[rank] = true;
  for (unsigned at = 0; at < 2 * rank - 1; at++) {
    int *const link = at == 0 ? &t->root : &t->child[(at - 1) / 2][(at - 1) % 2], part = *link;
    if (b->steps++ > MOST_STEPS)
      break;
    t->child[node][0] = part;
    t->child[node][1] = (int)rank;
    *link = ~(int)node;
    const bool enough = part_fits(b, come, rank) && find_tree(b, rank + 1, come);
    *link = part;
    if (enough)
      return true;
  }
  come[rank] = false;
  return false;
}

// How many trees give a block's answers, up to `wanted`, the first of which goes to *kept. -1:
// there are too many to try.
static int trees_of(const tr_analysis *a, const orders *o, size_t from, size_t count,
                    unsigned wanted, tr_tree *kept) {
  bool come[TR_MAX_RANKS] = {false};
  block_search b = {.o = o, .from = from, .count = count, .array = a->array, .wanted = wanted};
  come[0] = o->kind == TR_ORDER_TREE;
  const bool enough = o->kind == TR_ORDER_TREE ? find_tree(&b, 1, come) : find_order(&b, 0, come);
  *kept = b.kept;
  return b.steps > MOST_STEPS && !enough ? -1 : (int)b.found;
}

// Whether one tree gives all answers of each block: of some that lie far apart, and then of many.
static bool is_block(const tr_analysis *a, const orders *o, size_t block) {
  enum { BLOCKS = 12 };
  const size_t blocks = a->count / block;
  tr_tree tree;
  for (size_t k = 0; k < BLOCKS; k++)
    if (trees_of(a, o, k < TR_ORDER_FIRST ? k * block : k * blocks / BLOCKS * block, block, 1,
                 &tree) <= 0)
      return false;
  for (size_t k = 0; k < blocks && k < TR_ORDER_BLOCKS; k++)
    if (trees_of(a, o, k * block, block, 1, &tree) == 0)
      return false;
  return true;
}

// The largest aligned block, of 1024 elements down to 8, in which one tree gives all answers; 0:
// none is one.
static size_t find_block(const tr_analysis *a, const orders *o) {
  size_t block = 1024;
  while (block >= 8 && (a->count / block <= TR_ORDER_FIRST || !is_block(a, o, block)))
    block /= 2;
  return block >= 8 ? block : 0;
}

size_t tr_tree_block(const tr_analysis *a, const tr_arith *h) {
  const orders o = {a->sheet, h, TR_ORDER_TREE, tr_width_of(a->sheet->type), NULL};
  return find_block(a, &o);
}

int tr_find_packets(tr_analysis *a, nf_err *e) {
  const size_t block = a->orders.block, blocks = block ? a->count / block : 0;
  const orders o = {a->sheet, &a->hypothesis[0], a->orders.kind, tr_width_of(a->sheet->type), NULL};
  tr_forget_trees(a);
  for (size_t k = 0; k < blocks && k < TR_ORDER_BLOCKS && e->status == NF_EXIT_OK; k++) {
    tr_tree tree;
    a->orders.looked++;
    if (trees_of(a, &o, k * block, block, 2, &tree) != 1)
      continue;
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
    a->orders.block = find_block(a, &o);
  }
  free(o.of);
  return all;
}
