// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Hypotheses on arithmetic, tried against all that is known; those that give every bit stay. First
// width, place and mode of the roundings, by probes that are far from the ends of the range; then
// what happens at these ends.
#include "analyse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CORE = 4096, MAX_CHOICES = 12, SETS = 1024 };

typedef struct {
  tr_arith arith;
  size_t first_tree, first_probe; // what refuted it
} candidate;

typedef struct {
  tr_analysis *a;
  candidate *core;
  size_t cores;
  bool any_width; // without a name, in fused nodes too
} search;

// ------------------------------------------------------------------------------- does it explain?
// Stochastic rounding gives one of many results: true if the answer is among them.
static bool reaches(const tr_reducer *r, const uint64_t *x, uint64_t answer) {
  tr_env d = {0};
  uint64_t bits = tr_reduce(r, x, &d);
  unsigned choices = d.count < MAX_CHOICES ? d.count : MAX_CHOICES;
  if (tr_same(r->type, bits, answer))
    return true;
  for (uint64_t choice = 1; choice < 1ull << choices; choice++) {
    d = (tr_env){.choice = choice};
    if (tr_same(r->type, tr_reduce(r, x, &d), answer))
      return true;
    if (d.count > choices && choices < MAX_CHOICES)
      choices = d.count < MAX_CHOICES ? d.count : MAX_CHOICES;
  }
  return false;
}

// Far from the ends of the range zeros are alike, whatever their sign: which one comes is a matter
// of what happens at the ends.
static bool same_but_zeros(tr_type type, uint64_t a, uint64_t b) {
  return tr_same(type, a, b) || ((a | b) & (tr_format_of(type)->sign - 1)) == 0;
}

static bool explains_one(const tr_reducer *r, const uint64_t *x, uint64_t answer, bool core) {
  if (r->arith.mode == TR_STOCHASTIC || (!r->arith.acc_is_type && r->arith.out == TR_STOCHASTIC))
    return reaches(r, x, answer);
  tr_env none = {0};
  const uint64_t bits = tr_reduce(r, x, &none);
  return core ? same_but_zeros(r->type, bits, answer) : tr_same(r->type, bits, answer);
}

// How many known answers a hypothesis does not give, up to `most`; the first one goes to *c. core:
// of those far from the ends of the range.
static size_t misses(search *f, candidate *c, bool core, size_t most) {
  const tr_sheet *s = f->a->sheet;
  size_t count = 0;
  for (unsigned t = 0; t < f->a->trees && count < most; t++) {
    const tr_found *tree = &f->a->tree[t];
    const tr_reducer r = {s->type, tree->tree, c->arith};
    for (size_t p = 0; p < s->length && count < most; p++) {
      if (!tree->known[p] || (core && !tr_is_core(s, p)))
        continue;
      uint64_t x[TR_MAX_RANKS];
      tr_sheet_values(s, p, x);
      if (explains_one(&r, x, tree->answer[p], core))
        continue;
      if (count++ == 0) {
        c->first_tree = t;
        c->first_probe = p;
      }
    }
  }
  return count;
}

// Most hypotheses die of what killed the one before: that is tried first.
static bool dies_of(search *f, const candidate *c, size_t tree, size_t probe, bool core) {
  const tr_sheet *s = f->a->sheet;
  const tr_found *t = &f->a->tree[tree];
  const tr_reducer r = {s->type, t->tree, c->arith};
  uint64_t x[TR_MAX_RANKS];
  tr_sheet_values(s, probe, x);
  return !explains_one(&r, x, t->answer[probe], core);
}

// ------------------------------------------------------------------------------- what is kept
// where The nearest node above both ranks.
static int meeting(const tr_tree *t, unsigned i, unsigned j) {
  for (unsigned v = 0; v < t->nodes; v++) {
    bool below[TR_MAX_RANKS] = {false};
    tr_tree_leaves(t, v, below);
    if (below[i] && below[j])
      return (int)v;
  }
  return -1;
}

// Bits between the two operands of a sum, of which the smaller one came back after the larger one
// was taken away: the most of each node, and the least that were lost anywhere.
static void measure_kept(tr_analysis *a, const tr_found *f, unsigned kept[TR_MAX_RANKS],
                         unsigned *lost) {
  const tr_sheet *s = a->sheet;
  memset(kept, 0, TR_MAX_RANKS * sizeof *kept);
  *lost = 1000;
  for (size_t p = 0; p < s->length; p++) {
    const tr_probe *w = &s->probe[p];
    if (w->kind != TR_PROBE_WIDTH || !f->known[p])
      continue;
    const int v = meeting(&f->tree, (unsigned)w->i, (unsigned)w->j);
    bool below[TR_MAX_RANKS] = {false};
    tr_tree_leaves(&f->tree, (unsigned)v, below);
    if (below[w->k])
      continue;
    if (f->answer[p] == w->b && (unsigned)w->arg > kept[v])
      kept[v] = (unsigned)w->arg;
    else if (f->answer[p] != w->b && (unsigned)w->arg < *lost)
      *lost = (unsigned)w->arg;
  }
}

// ------------------------------------------------------------------------------- the hypotheses
static void propose(search *f, const tr_arith *like, tr_mode mode, tr_mode out) {
  if (f->cores == MAX_CORE)
    return;
  tr_arith *n = &f->core[f->cores++].arith;
  *n = *like;
  n->mode = mode;
  n->out = out;
}

static void propose_width(search *f, const char *name, bool stochastic, const uint64_t *narrow) {
  nf_err ignored = {0};
  const tr_type type = f->a->sheet->type;
  tr_arith like = tr_arith_plain(type);
  if (tr_width_named(&like, type, name, &ignored) != NF_EXIT_OK)
    return;
  if (like.acc_is_type) {
    for (unsigned m = 0; m < TR_MODES && !stochastic; m++)
      propose(f, &like, (tr_mode)m, (tr_mode)m);
    if (stochastic)
      propose(f, &like, TR_STOCHASTIC, TR_STOCHASTIC);
    return;
  }
  for (unsigned hops = TR_HOPS_ONCE; hops <= TR_HOPS_SOME; hops++) {
    like.hops = (tr_hops)hops;
    if (hops == TR_HOPS_SOME && !narrow)
      continue;
    if (hops == TR_HOPS_EVERY && f->a->trees && f->a->tree[0].tree.nodes == 1)
      continue; // the root is all there is
    if (hops == TR_HOPS_SOME)
      memcpy(like.narrow, narrow, sizeof like.narrow);
    for (unsigned m = 0; m < TR_MODES; m++)
      for (unsigned o = 0; o < TR_MODES && !stochastic; o++)
        propose(f, &like, (tr_mode)m, (tr_mode)o);
    if (stochastic) {
      propose(f, &like, TR_EVEN, TR_STOCHASTIC);
      propose(f, &like, TR_STOCHASTIC, TR_EVEN);
      propose(f, &like, TR_STOCHASTIC, TR_STOCHASTIC);
    }
  }
}

// Widths that have a name, and without one all between what was kept and what was lost.
static void propose_all(search *f, bool stochastic) {
  static const char *const named[] = {"type", "binary32", "binary64", "extended"};
  const tr_analysis *a = f->a;
  unsigned lost = 1000, most = 0, kept[TR_MAX_RANKS];
  uint64_t narrow[TR_MAX_RANKS / 64] = {0};
  unsigned narrows = 0, inner = 0;
  if (a->trees) {
    measure_kept(f->a, &a->tree[0], kept, &lost);
    memcpy(f->a->kept, kept, sizeof kept);
    for (unsigned v = 0; v + 1 < a->tree[0].tree.nodes; v++) {
      inner++;
      most = kept[v] > most ? kept[v] : most;
      if (kept[v] == 0) {
        narrow[v / 64] |= 1ull << (v % 64);
        narrows++;
      }
    }
  }
  // Where the root is all there is nothing comes back. If no width with a name fits, any may be the
  // one.
  if (f->any_width && a->trees && a->tree[0].tree.nodes == 1)
    most = tr_format_of(a->sheet->type)->man_bits + 1;
  f->cores = 0;
  // Rounding at some hops is a matter of one tree's nodes.
  const bool some = a->trees == 1 && narrows && narrows < inner;
  for (unsigned w = 0; w < 4; w++)
    propose_width(f, named[w], stochastic, some ? narrow : NULL);
  for (unsigned p = most + 1; most && p <= lost && p < 64; p++) {
    char name[16];
    snprintf(name, sizeof name, "bits:%u", p);
    if (p != 24 && p != 53)
      propose_width(f, name, stochastic, some ? narrow : NULL);
  }
}

// Keeps the hypotheses that give every known answer; returns their number.
static size_t sieve(search *f, bool core) {
  size_t kept = 0, tree = 0, probe = 0;
  bool killed = false;
  for (size_t c = 0; c < f->cores; c++) {
    candidate one = f->core[c];
    if (killed && dies_of(f, &one, tree, probe, core))
      continue;
    if (misses(f, &one, core, 1) == 0) {
      f->core[kept++] = one;
    } else {
      killed = true;
      tree = one.first_tree;
      probe = one.first_probe;
    }
  }
  return kept;
}

// What an overflow does by IEEE 754 in this mode: all ways to infinity, all to the largest number.
static bool overflows_to(tr_mode mode, tr_over over) {
  return over == TR_OVER_INF
             ? mode == TR_EVEN || mode == TR_AWAY || mode == TR_OUT || mode == TR_STOCHASTIC
             : over == TR_OVER_SATURATE && (mode == TR_TRUNC || mode == TR_ODD);
}

// Another rule that does the same is the same hypothesis.
static bool overflow_is_new(const tr_arith *a, tr_over over) {
  return !(overflows_to(a->mode, over) && (a->acc_is_type || overflows_to(a->out, over)));
}

// Every way to behave at the ends of the range, for each hypothesis that is left.
static void propose_ends(search *f) {
  enum { WAYS = 4 * TR_OVERS * TR_ZEROS };
  const size_t cores = f->cores;
  candidate *base = f->core, *all = calloc(cores * WAYS + MAX_CORE, sizeof *all);
  if (!all)
    return;
  f->core = all;
  f->cores = 0;
  for (size_t c = 0; c < cores; c++)
    for (unsigned n = 0; n < WAYS; n++) {
      const tr_over over = (tr_over)(n / 4 % TR_OVERS);
      if (!overflow_is_new(&base[c].arith, over))
        continue;
      candidate *to = &f->core[f->cores++];
      *to = base[c];
      to->arith.rules = (tr_rules){n & 1, n >> 1 & 1, over, (tr_zero)(n / 4 / TR_OVERS)};
    }
  f->a->tried += f->cores;
  free(base);
}

// ------------------------------------------------------------------------------- when nothing fits
typedef struct {
  size_t probe;           // tree * length + probe
  uint64_t of[SETS / 64]; // hypotheses that it refutes
} refuter;

// The smallest set of probes of which each hypothesis misses one, sought greedily: it is exact for
// one and two probes.
static void smallest_set(tr_analysis *a, refuter *r, size_t refuters, size_t hypotheses) {
  uint64_t left[SETS / 64] = {0};
  for (size_t h = 0; h < hypotheses; h++)
    left[h / 64] |= 1ull << (h % 64);
  const unsigned most = sizeof a->smallest / sizeof a->smallest[0];
  for (a->smallest_count = 0; a->smallest_count < most;) {
    size_t best = 0, best_gain = 0;
    for (size_t i = 0; i < refuters; i++) {
      size_t gain = 0;
      for (unsigned w = 0; w < SETS / 64; w++)
        gain += (size_t)__builtin_popcountll(r[i].of[w] & left[w]);
      if (gain > best_gain) {
        best_gain = gain;
        best = i;
      }
    }
    if (best_gain == 0)
      return;
    a->smallest[a->smallest_count++] = r[best].probe;
    bool done = true;
    for (unsigned w = 0; w < SETS / 64; w++) {
      left[w] &= ~r[best].of[w];
      done = done && left[w] == 0;
    }
    if (done)
      return;
  }
}

// Two probes may do where the greedy choice took three.
static void try_pairs(tr_analysis *a, const refuter *r, size_t refuters, size_t hypotheses) {
  for (size_t i = 0; i < refuters && a->smallest_count > 2; i++)
    for (size_t j = i + 1; j < refuters; j++) {
      size_t both = 0;
      for (unsigned w = 0; w < SETS / 64; w++)
        both += (size_t)__builtin_popcountll(r[i].of[w] | r[j].of[w]);
      if (both == hypotheses) {
        a->smallest[0] = r[i].probe;
        a->smallest[1] = r[j].probe;
        a->smallest_count = 2;
        break;
      }
    }
}

// The hypotheses that explain most, and the smallest set of inputs that none of all explains.
static void explain_failure(search *f, bool core) {
  tr_analysis *a = f->a;
  const tr_sheet *s = a->sheet;
  const size_t hypotheses = f->cores < SETS ? f->cores : SETS;
  size_t least = SIZE_MAX;
  refuter *r = calloc((size_t)a->trees * s->length + 1, sizeof *r);
  if (!r)
    return;
  for (size_t h = 0; h < hypotheses; h++) {
    size_t count = 0;
    for (unsigned t = 0; t < a->trees; t++) {
      const tr_reducer one = {s->type, a->tree[t].tree, f->core[h].arith};
      for (size_t p = 0; p < s->length; p++) {
        uint64_t x[TR_MAX_RANKS];
        if (!a->tree[t].known[p] || (core && !tr_is_core(s, p)))
          continue;
        tr_sheet_values(s, p, x);
        if (!explains_one(&one, x, a->tree[t].answer[p], core)) {
          r[t * s->length + p].of[h / 64] |= 1ull << (h % 64);
          count++;
        }
      }
    }
    if (count < least) {
      least = count;
      a->nearest = f->core[h].arith;
    }
  }
  size_t refuters = 0;
  for (size_t i = 0; i < (size_t)a->trees * s->length; i++) {
    bool any = false;
    for (unsigned w = 0; w < SETS / 64; w++)
      any = any || r[i].of[w];
    if (any) {
      r[refuters] = r[i];
      r[refuters++].probe = i;
    }
  }
  smallest_set(a, r, refuters, hypotheses);
  if (refuters < 2000)
    try_pairs(a, r, refuters, hypotheses);
  free(r);
}

// ------------------------------------------------------------------------------- stochastic
// rounding How often a remainder of so many quarters was rounded away from zero: one sum, one
// rounding.
static void count_frequencies(tr_analysis *a) {
  const tr_sheet *s = a->sheet;
  for (unsigned t = 0; t < a->trees; t++) {
    const tr_width w = tr_width_of(s->type);
    for (size_t p = 0; p < s->length; p++) {
      const tr_probe *q = &s->probe[p];
      if (q->kind != TR_PROBE_ROUND || q->k >= 0 || !a->tree[t].known[p])
        continue;
      const tr_num x = tr_unpack(s->type, q->a, false), y = tr_unpack(s->type, q->b, false);
      if (x.neg != y.neg)
        continue;
      const unsigned quarters = y.sig == 1ull << 63 ? (x.exp - y.exp == (int)w.p ? 2 : 1) : 3;
      a->quarter[quarters].probes++;
      a->quarter[quarters].up += a->tree[t].answer[p] != q->a;
    }
  }
}

// ------------------------------------------------------------------------------- trees that mix
// Where trees change within a sheet nobody knows beforehand which of them an element has. Some
// sheets, far from each other, are looked at: an answer is explained when any tree gives it.
enum { LOOKED = 4, LOOKED_TREES = 24 };

static size_t loose_misses(search *f, const tr_arith *h, bool core, size_t most) {
  const tr_analysis *a = f->a;
  const tr_sheet *s = a->sheet;
  const size_t sheets = a->count / s->length;
  const unsigned trees = a->trees < LOOKED_TREES ? a->trees : LOOKED_TREES;
  size_t count = 0;
  for (size_t p = 0; p < s->length && count <= most; p++) {
    uint64_t x[TR_MAX_RANKS];
    bool open[LOOKED];
    if (core && !tr_is_core(s, p))
      continue;
    tr_sheet_values(s, p, x);
    for (unsigned k = 0; k < LOOKED; k++)
      open[k] = k < sheets;
    for (unsigned t = 0; t < trees; t++) {
      const tr_reducer r = {s->type, a->tree[t].tree, *h};
      tr_env none = {0};
      const uint64_t bits = tr_reduce(&r, x, &none);
      for (unsigned k = 0; k < LOOKED; k++) {
        const uint64_t answer = tr_load(a->array, s->type, k * sheets / LOOKED * s->length + p);
        if (core ? same_but_zeros(s->type, bits, answer) : tr_same(s->type, bits, answer))
          open[k] = false;
      }
    }
    for (unsigned k = 0; k < LOOKED; k++)
      count += open[k];
  }
  return count;
}

// Keeps the hypotheses that leave least open, if that is little.
static bool loose_sieve(search *f, bool core) {
  size_t least = f->a->sheet->length * LOOKED / 4, kept = 0;
  for (size_t c = 0; c < f->cores; c++) {
    const size_t count = loose_misses(f, &f->core[c].arith, core, least);
    if (count > least)
      continue;
    kept = count < least ? 0 : kept;
    least = count;
    f->core[kept++] = f->core[c];
  }
  f->cores = kept ? kept : f->cores;
  return kept != 0;
}

static bool try_mixed(search *f) {
  if (f->a->trees < 2 || f->a->count < f->a->sheet->length)
    return false;
  propose_all(f, false);
  if (!loose_sieve(f, true))
    return false;
  propose_ends(f);
  return loose_sieve(f, false);
}

// ------------------------------------------------------------------------------- orders that vary
// Whether some tree gives an answer of two operands besides zeros: each may have met a zero before,
// in which a subnormal one is flushed. The sign of a zero is the tree's too, unless all are zeros.
static bool gives_pair(const tr_arith *h, tr_type type, const uint64_t *pair, unsigned operands,
                       uint64_t answer) {
  static const char *const trees[] = {"(((0 1) 2) 3)", "((0 1) (2 3))"};
  for (unsigned n = 0; n < 4; n++) {
    const uint64_t *a = &pair[n == 2], *b = &pair[n != 2];
    const uint64_t x[4] = {*a, n ? pair[2] : *b, n ? *b : pair[2], pair[2]};
    tr_reducer r = {.type = type, .arith = *h};
    nf_err none = {0};
    tr_env d = {0};
    tr_tree_parse(&r.tree, trees[n == 3], &none);
    const uint64_t bits = tr_reduce(&r, x, &d);
    if (operands ? same_but_zeros(type, bits, answer) : tr_same(type, bits, answer))
      return true;
  }
  return false;
}

// The same of all probes at the ends of the range with no more operands than that.
static bool gives_pairs(const tr_analysis *a, const tr_arith *h) {
  const tr_sheet *s = a->sheet;
  for (size_t p = 0; p < s->length && p < a->count; p++) {
    uint64_t x[TR_MAX_RANKS], pair[3] = {0};
    unsigned operands = 0, zeros = 0;
    if (tr_is_core(s, p))
      continue;
    tr_sheet_values(s, p, x);
    for (unsigned i = 0; i < s->ranks; i++)
      if (x[i] & (tr_format_of(s->type)->sign - 1))
        pair[operands++ & 1] = x[i];
      else
        zeros += x[i] == 0; // one +0 decides on the sum of all
    if (operands > 2)
      continue;
    pair[2] = zeros || s->ranks == operands ? 0 : tr_format_of(s->type)->sign;
    for (unsigned k = operands; k < 2; k++)
      pair[k] = pair[2];
    if (!gives_pair(h, s->type, pair, operands, tr_load(a->array, s->type, p)))
      return false;
  }
  return true;
}

// The ends of the range as far as they can be told without a tree; nothing is said of them if no
// way fits.
static void orders_ends(search *f) {
  const size_t cores = f->cores;
  size_t kept = 0;
  candidate *base = malloc(cores * sizeof *base);
  if (!base)
    return;
  memcpy(base, f->core, cores * sizeof *base);
  propose_ends(f);
  for (size_t c = 0; c < f->cores; c++)
    if (gives_pairs(f->a, &f->core[c].arith))
      f->core[kept++] = f->core[c];
  if (kept == 0)
    memcpy(f->core, base, cores * sizeof *base);
  f->cores = kept ? kept : cores;
  free(base);
}

// The hypotheses that give every answer in some order of this kind stay; their number.
static size_t sieve_orders(search *f, tr_order_kind kind) {
  static const char *const named[] = {"type", "binary32", "binary64"};
  size_t kept = 0;
  f->a->orders = (tr_orders){.kind = TR_ORDER_FIXED};
  f->cores = 0;
  for (unsigned w = 0; w < 3; w++)
    propose_width(f, named[w], false, NULL);
  f->a->tried += f->cores;
  for (size_t c = 0; c < f->cores; c++)
    if (tr_find_orders(f->a, &f->core[c].arith, kind))
      f->core[kept++] = f->core[c];
  f->cores = kept;
  return kept;
}

// Sums in the order of arrival. In a wide accumulator some sequential order may give each answer of
// sums of sums: but no one order those of a whole packet, as their tree does.
static bool try_orders(search *f) {
  tr_analysis *a = f->a;
  const size_t sequential = sieve_orders(f, TR_ORDER_SEQUENTIAL);
  const tr_orders orders = a->orders;
  if (sequential == 0 || orders.block == 0 || tr_tree_block(a, &f->core[0].arith) > orders.block) {
    candidate *first = malloc(sequential * sizeof *first + 1);
    if (!first)
      return false;
    memcpy(first, f->core, sequential * sizeof *first);
    if (sieve_orders(f, TR_ORDER_TREE) == 0 || (sequential && a->orders.block <= orders.block)) {
      memcpy(f->core, first, sequential * sizeof *first);
      f->cores = sequential;
      a->orders = orders;
    }
    free(first);
  }
  if (f->cores)
    orders_ends(f);
  return f->cores != 0;
}

// ------------------------------------------------------------------------------- all of it
static void keep_all(search *f) {
  tr_analysis *a = f->a;
  for (size_t c = 0; c < f->cores && a->hypotheses < TR_MAX_HYPOTHESES; c++)
    a->hypothesis[a->hypotheses++] = f->core[c].arith;
}

static bool try_core(search *f, bool stochastic) {
  propose_all(f, stochastic);
  f->a->tried += f->cores;
  const size_t kept = sieve(f, true);
  if (kept)
    f->cores = kept;
  return kept != 0;
}

// Whether there is arithmetic that gives what one tree's places gave; the others are forgotten
// then.
static bool try_alone(search *f, unsigned tree) {
  tr_analysis *a = f->a;
  const unsigned trees = a->trees;
  const tr_found first = a->tree[0];
  a->tree[0] = a->tree[tree];
  a->tree[tree] = first;
  a->trees = 1;
  bool found = try_core(f, false);
  if (found) {
    propose_ends(f);
    found = (f->cores = sieve(f, false)) != 0;
  }
  if (found)
    keep_all(f);
  for (unsigned t = 1; t < trees && found; t++)
    tr_found_free(&a->tree[t]);
  a->trees = found ? 1 : trees;
  return found;
}

// A fabric that failed in mid-run: what its masks told until then explains what came until then,
// and the tree that the remains seem to tell is none.
static bool try_each(search *f) {
  enum { TRIED = 8 };
  const unsigned trees = f->a->trees;
  bool found = false;
  for (unsigned t = 0; t < trees && t < TRIED && trees > 1 && !found; t++)
    found = try_alone(f, t);
  return found;
}

// The same probe did not always give the same answer.
static bool varies(const tr_analysis *a) {
  for (unsigned t = 0; t < a->trees; t++)
    if (memchr(a->tree[t].known, 2, a->sheet->length))
      return true;
  return false;
}

bool tr_retry_orders(tr_analysis *a) {
  search f = {.a = a, .core = calloc(MAX_CORE, sizeof *f.core)};
  const bool found = f.core && try_orders(&f);
  if (found) {
    a->hypotheses = 0;
    keep_all(&f);
  }
  free(f.core);
  return found;
}

void tr_find_arith(tr_analysis *a) {
  search f = {.a = a, .core = calloc(MAX_CORE, sizeof *f.core)};
  if (!f.core)
    return;
  bool core = a->trees && try_core(&f, false);
  f.any_width = !core;
  core = core || (a->trees && try_core(&f, false));
  f.any_width = false;
  if (!core && varies(a) && try_core(&f, true)) {
    core = a->stochastic = true;
    count_frequencies(a);
  }
  if (core) {
    propose_ends(&f);
    const size_t kept = sieve(&f, false);
    if (kept) {
      f.cores = kept;
      keep_all(&f);
    } else {
      explain_failure(&f, false);
    }
  } else if (try_mixed(&f)) {
    keep_all(&f);
  } else if (!tr_retry_orders(a) && a->trees && !try_each(&f)) {
    propose_all(&f, false);
    explain_failure(&f, true);
  }
  free(f.core);
}
