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
  RESULTS = 24,    // different sums of one subset
  DENSE_TREES = 48 // random probes that are tried with all trees: they take long
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

// All results that some order of a probe's operands gives, as elements: how many. 0: there are too
// many orders, or nothing to add.
static unsigned results_of(const orders *o, size_t probe, uint64_t *bits) {
  uint64_t x[TR_MAX_RANKS];
  unsigned n = 0;
  tr_sheet_values(o->s, probe, x);
  for (unsigned r = 0; r < o->s->ranks; r++) {
    const tr_num v = tr_unpack(o->s->type, x[r], o->h->rules.flush_in);
    if (v.kind == TR_ZERO)
      continue;
    if (n == TR_ORDER_RANKS)
      return 0;
    o->of[1u << n].count = 1;
    o->of[1u << n++].sum[0] = v;
  }
  if (n == 0)
    return 0;
  for (unsigned all = 1; all < 1u << n; all++)
    if ((all & (all - 1)) && !join_parts(o, all))
      return 0;
  const results *end = &o->of[(1u << n) - 1];
  for (unsigned i = 0; i < end->count; i++) {
    tr_env none = {0};
    const tr_num root = o->h->acc_is_type
                            ? end->sum[i]
                            : tr_round(&end->sum[i], &o->type, o->h->out, &o->h->rules, &none);
    bits[i] = tr_pack(o->s->type, &root);
  }
  return end->count;
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
  uint64_t word[TR_MAX_RANKS / 64];
} rank_set;

typedef struct {
  rank_set has;  // the ranks whose operand is not zero
  unsigned last; // the greatest of them
  uint64_t answer;
  size_t x; // where its operands begin
} element;

typedef struct {
  const orders *o;
  element *element; // of the block, those far from the ends of the range, by their last rank
  tr_num *x;        // their operands, rank by rank
  size_t elements;
  size_t begin[TR_MAX_RANKS + 1]; // by last rank
  rank_set come;
  uint8_t order[TR_MAX_RANKS];
  partial tree;
  unsigned long steps;
  unsigned wanted, found;
  tr_tree kept; // the first one
} block_search;

enum { MOST_STEPS = 60000 };

static bool is_in(const rank_set *s, unsigned r) { return s->word[r / 64] >> (r % 64) & 1; }

static void turn(rank_set *s, unsigned r) { s->word[r / 64] ^= 1ull << (r % 64); }

static bool is_within(const rank_set *s, const rank_set *all) {
  bool within = true;
  for (unsigned w = 0; w < TR_MAX_RANKS / 64; w++)
    within = within && !(s->word[w] & ~all->word[w]);
  return within;
}

static int by_last(const void *a, const void *b) {
  const unsigned x = ((const element *)a)->last, y = ((const element *)b)->last;
  return (x > y) - (x < y);
}

static bool read_block(block_search *b, const tr_analysis *a, size_t from, size_t count) {
  const tr_sheet *s = b->o->s;
  b->element = calloc(count, sizeof *b->element);
  b->x = malloc(count * s->ranks * sizeof *b->x);
  for (size_t at = from; b->element && b->x && at < from + count; at++) {
    if (!tr_is_core(s, at % s->length))
      continue;
    element *e = &b->element[b->elements];
    e->answer = tr_load(a->array, s->type, at);
    e->x = b->elements++ * s->ranks;
    for (unsigned r = 0; r < s->ranks; r++) {
      const uint64_t bits = tr_sheet_value(s, at % s->length, r);
      b->x[e->x + r] = tr_unpack(s->type, bits, false);
      if (bits) {
        turn(&e->has, r);
        e->last = r;
      }
    }
  }
  if (!b->element || !b->x)
    return false;
  qsort(b->element, b->elements, sizeof *b->element, by_last);
  for (size_t i = 0; i < b->elements; i++)
    b->begin[b->element[i].last + 1] = i + 1;
  for (unsigned r = 0; r < TR_MAX_RANKS; r++)
    b->begin[r + 1] = b->begin[r + 1] > b->begin[r] ? b->begin[r + 1] : b->begin[r];
  return true;
}

static tr_num sum_of(const orders *o, const partial *t, int child, const tr_num *x) {
  if (child >= 0)
    return x[child];
  const tr_num a = sum_of(o, t, t->child[~child][0], x), b = sum_of(o, t, t->child[~child][1], x);
  return add(o, &a, &b);
}

// Whether the part of a tree that there is gives the answers to probes of its ranks alone. Those
// without the one that has just come were asked before; where ranks come as they are numbered it is
// the last one of those that are asked now.
static bool part_fits(const block_search *b, unsigned last) {
  const orders *o = b->o;
  const tr_type type = o->s->type;
  const bool numbered = o->kind == TR_ORDER_TREE;
  const size_t end = numbered ? b->begin[last + 1] : b->elements;
  for (size_t i = b->begin[last]; i < end; i++) {
    const element *e = &b->element[i];
    if (!is_in(&e->has, last) || !is_within(&e->has, &b->come))
      continue;
    tr_env none = {0};
    tr_num sum = sum_of(o, &b->tree, b->tree.root, &b->x[e->x]);
    if (!o->h->acc_is_type)
      sum = tr_round(&sum, &o->type, o->h->out, &o->h->rules, &none);
    if (!tr_same(type, tr_pack(type, &sum), e->answer))
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
static bool find_order(block_search *b, unsigned depth) {
  const int before = b->tree.root;
  if (depth == b->o->s->ranks)
    return keep(b);
  for (unsigned r = 0; r < b->o->s->ranks; r++) {
    if (is_in(&b->come, r) || (depth == 1 && r < b->order[0]) || b->steps++ > MOST_STEPS)
      continue;
    turn(&b->come, r);
    b->order[depth] = (uint8_t)r;
    if (depth == 0) {
      b->tree.root = (int)r;
    } else {
      b->tree.child[depth - 1][0] = before;
      b->tree.child[depth - 1][1] = (int)r;
      b->tree.root = ~(int)(depth - 1);
    }
    if (part_fits(b, r) && find_order(b, depth + 1))
      return true;
    turn(&b->come, r);
    b->tree.root = before;
  }
  return false;
}

// Each tree of ranks 0 ... rank - 1 makes 2 rank - 1 others: the new rank is added to the sum of
// one of its nodes, or to one of its operands.
static bool find_tree(block_search *b, unsigned rank) {
  const unsigned ranks = b->o->s->ranks, node = rank - 1;
  partial *t = &b->tree;
  if (rank == ranks)
    return keep(b);
  turn(&b->come, rank);
  for (unsigned at = 0; at < 2 * rank - 1; at++) {
    int *const link = at == 0 ? &t->root : &t->child[(at - 1) / 2][(at - 1) % 2], part = *link;
    if (b->steps++ > MOST_STEPS)
      break;
    t->child[node][0] = part;
    t->child[node][1] = (int)rank;
    *link = ~(int)node;
    const bool enough = part_fits(b, rank) && find_tree(b, rank + 1);
    *link = part;
    if (enough)
      return true;
  }
  turn(&b->come, rank);
  return false;
}

// How many trees give a block's answers, up to `wanted`, the first of which goes to *kept. -1:
// there are too many to try.
static int trees_of(const tr_analysis *a, const orders *o, size_t from, size_t count,
                    unsigned wanted, tr_tree *kept) {
  block_search b = {.o = o, .wanted = wanted};
  bool enough = false;
  const bool read = read_block(&b, a, from, count);
  if (read && o->kind == TR_ORDER_TREE) {
    turn(&b.come, 0);
    enough = find_tree(&b, 1);
  } else if (read) {
    enough = find_order(&b, 0);
  }
  *kept = b.kept;
  free(b.element);
  free(b.x);
  return !read || (b.steps > MOST_STEPS && !enough) ? -1 : (int)b.found;
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
// none is one, or there are more trees than can be tried.
static size_t find_block(const tr_analysis *a, const orders *o) {
  size_t block = 1024;
  if (o->kind == TR_ORDER_TREE && o->s->ranks > TR_ORDER_RANKS)
    return 0;
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

// ------------------------------------------------------------------------------- all answers
// Whether some order gives each answer to a probe, wherever it is in the buffer; counts what was
// checked.
typedef struct {
  size_t checked, telling, dense;
} order_count;

static bool gives(const orders *o, const tr_analysis *a, size_t probe, order_count *n) {
  const tr_sheet *s = a->sheet;
  uint64_t bits[RESULTS];
  const bool random = s->probe[probe].kind >= TR_PROBE_NEAR;
  if (!tr_is_core(s, probe) || (random && o->kind == TR_ORDER_TREE && n->dense++ >= DENSE_TREES))
    return true;
  const unsigned count = results_of(o, probe, bits);
  for (size_t at = probe; at < a->count && count; at += s->length) {
    const uint64_t answer = tr_load(a->array, s->type, at);
    unsigned i = 0;
    while (i < count && !tr_same(s->type, bits[i], answer))
      i++;
    if (i == count)
      return false;
    n->checked++;
    n->telling += random;
  }
  return true;
}

bool tr_find_orders(tr_analysis *a, const tr_arith *h, tr_order_kind kind) {
  const tr_sheet *s = a->sheet;
  orders o = {s, h, kind, tr_width_of(s->type), malloc((sizeof(results)) << TR_ORDER_RANKS)};
  order_count n = {0};
  bool all = o.of != NULL;
  for (size_t p = 0; p < s->length && all; p++)
    all = gives(&o, a, p, &n);
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
