// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "analyse.h"

#include "exact.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------- NaNs
static uint64_t quieted(const tr_format *f, uint64_t bits) { return bits | f->quiet; }

// Whether a probe has NaNs, and infinities of both signs.
static void look(const tr_sheet *s, const uint64_t *x, bool *nan, bool *opposed) {
  const tr_format *f = tr_format_of(s->type);
  bool plus = false, minus = false;
  *nan = false;
  for (unsigned r = 0; r < s->ranks; r++) {
    *nan = *nan || tr_is_nan(s->type, x[r]);
    plus = plus || (f->infinity && x[r] == f->infinity);
    minus = minus || (f->infinity && x[r] == (f->infinity | f->sign));
  }
  *opposed = plus && minus;
}

typedef struct {
  size_t one, operand, both, odd; // answers that are the constant, an operand's, both, neither
} nan_count;

static void count_nan(tr_analysis *a, nan_count *c, size_t at, const uint64_t *x, uint64_t answer) {
  const tr_sheet *s = a->sheet;
  const tr_format *f = tr_format_of(s->type);
  bool operand = false;
  for (unsigned r = 0; r < s->ranks; r++)
    operand = operand || (tr_is_nan(s->type, x[r]) && quieted(f, x[r]) == answer);
  const bool one = answer == a->nan.propagated;
  c->both += one && operand;
  c->one += one && !operand;
  c->operand += operand && !one;
  if (!one && !operand) {
    if (c->odd++ == 0)
      a->nan.example = at;
  }
}

// Of two different payloads, which one came back.
static void count_winner(tr_analysis *a, const tr_probe *p, uint64_t answer) {
  const tr_format *f = tr_format_of(a->sheet->type);
  if (p->kind != TR_PROBE_NAN || !tr_is_nan(a->sheet->type, p->a) ||
      !tr_is_nan(a->sheet->type, p->b) || quieted(f, p->a) == quieted(f, p->b))
    return;
  const bool first_is_lower = p->i < p->j;
  if (answer == quieted(f, p->a))
    (*(first_is_lower ? &a->nan.first : &a->nan.second))++;
  else if (answer == quieted(f, p->b))
    (*(first_is_lower ? &a->nan.second : &a->nan.first))++;
}

void tr_find_nans(tr_analysis *a) {
  const tr_sheet *s = a->sheet;
  tr_nan_finding *n = &a->nan;
  nan_count c = {0};
  bool begun = false;
  for (size_t p = 0; p < s->length; p++) {
    uint64_t x[TR_MAX_RANKS];
    bool nan, opposed;
    if (s->probe[p].kind != TR_PROBE_NAN && s->probe[p].kind != TR_PROBE_INFINITY)
      continue;
    tr_sheet_values(s, p, x);
    look(s, x, &nan, &opposed);
    for (size_t at = p; (nan || opposed) && at < a->count; at += s->length) {
      const uint64_t answer = tr_load(a->array, s->type, at);
      n->answers++;
      if (!tr_is_nan(s->type, answer)) {
        n->not_nan++;
        n->example = at;
      } else if (!nan) {
        n->invalid_varies = n->invalid_varies || (n->has_invalid && n->invalid != answer);
        n->invalid = answer;
        n->has_invalid = true;
      } else {
        if (!begun)
          n->propagated = answer;
        begun = true;
        count_nan(a, &c, at, x, answer);
        count_winner(a, &s->probe[p], answer);
      }
    }
  }
  n->odd = c.odd;
  if (!begun)
    return;
  // The first NaN may be an operand's by chance: then the others decide.
  if (c.odd == 0 && c.operand == 0)
    n->rule = TR_NAN_ONE;
  else if (c.odd == 0 && c.one == 0)
    n->rule = TR_NAN_OPERAND;
  else
    n->rule = TR_NAN_MIXED;
}

// ------------------------------------------------------------------------------- errors
// A finite number added to an exact sum, or its magnitude.
static void add(tr_exact *s, tr_type type, uint64_t bits, bool magnitude, bool minus) {
  tr_num x = tr_unpack(type, bits, false);
  x.neg = magnitude ? false : x.neg != minus;
  tr_exact_add(s, &x);
}

static double as_double(const tr_exact *s) {
  const tr_width w = tr_width_bits(53);
  const tr_rules plain = {0};
  const tr_num x = tr_exact_round(s, &w, TR_EVEN, &plain, NULL);
  return x.kind == TR_FINITE ? ldexp((double)x.sig, x.exp - 63) * (x.neg ? -1 : 1) : 0;
}

// |result - exact sum| / (u * sum of |x|); negative: there is no such number.
static double error_of(const tr_sheet *s, const uint64_t *x, uint64_t result, bool *finite) {
  tr_exact difference, magnitude;
  tr_exact_clear(&difference);
  tr_exact_clear(&magnitude);
  *finite = tr_is_finite(s->type, result);
  for (unsigned r = 0; r < s->ranks; r++) {
    *finite = *finite && tr_is_finite(s->type, x[r]);
    add(&difference, s->type, x[r], false, false);
    add(&magnitude, s->type, x[r], true, false);
  }
  if (!*finite)
    return 0;
  add(&difference, s->type, result, false, true);
  const double sum = as_double(&magnitude);
  if (sum == 0 || !isfinite(sum))
    return 0;
  // Both are scaled before they are divided: binary64 has no room for the quotient of its ends.
  return fabs(as_double(&difference) / sum) * ldexp(1, (int)tr_format_of(s->type)->man_bits + 1);
}

// Over all trees that were found: how far their results are from the exact sum, and from each
// other.
void tr_measure_error(tr_analysis *a) {
  enum { MEASURED = 16 }; // trees; more of them would take long and say little
  const tr_sheet *s = a->sheet;
  const unsigned trees = a->trees < MEASURED ? a->trees : MEASURED;
  if (a->hypotheses == 0 || a->stochastic)
    return;
  a->error.bound = s->ranks - 1;
  for (size_t p = 0; p < s->length; p++) {
    uint64_t x[TR_MAX_RANKS];
    double least = INFINITY, most = -INFINITY;
    tr_sheet_values(s, p, x);
    const uint64_t exact = tr_exact_sum(s->type, x, s->ranks);
    for (unsigned t = 0; t < trees; t++) {
      bool finite;
      const uint64_t got = a->tree[t].expected[p];
      const double error = error_of(s, x, got, &finite);
      if (!finite || !tr_is_finite(s->type, exact))
        continue;
      a->error.sums++;
      a->error.correct += got == exact;
      if (error > a->error.worst) {
        a->error.worst = error;
        a->error.worst_probe = p;
      }
      least = error < least ? error : least;
      most = error > most ? error : most;
    }
    if (most - least > a->error.spread) {
      a->error.spread = most - least;
      a->error.spread_probe = p;
    }
  }
}

// ------------------------------------------------------------------------------- all
bool tr_found_make(tr_found *f, const tr_tree *tree, size_t length) {
  *f = (tr_found){.tree = *tree,
                  .answer = calloc(length, sizeof *f->answer),
                  .known = calloc(length, 1),
                  .expected = calloc(length, sizeof *f->expected)};
  tr_tree_text(tree, f->text);
  tr_tree_name(tree, f->name, &f->shape);
  if (f->answer && f->known && f->expected)
    return true;
  tr_found_free(f);
  return false;
}

void tr_found_expect(tr_found *f, const tr_sheet *s, const tr_arith *h) {
  const tr_reducer r = {s->type, f->tree, *h};
  for (size_t p = 0; p < s->length; p++) {
    uint64_t x[TR_MAX_RANKS];
    tr_env none = {0};
    tr_sheet_values(s, p, x);
    f->expected[p] = tr_reduce(&r, x, &none);
  }
}

void tr_found_free(tr_found *f) {
  free(f->answer);
  free(f->known);
  free(f->expected);
}

// Trees that only masks told which a border had cut are forgotten; all are where the order varies.
static void keep_used(tr_analysis *a) {
  unsigned kept = 0, place[TR_MAX_TREES] = {0};
  for (unsigned t = 0; t < a->trees; t++)
    if (a->tree[t].elements) {
      place[t] = kept;
      a->tree[kept++] = a->tree[t];
    } else {
      tr_found_free(&a->tree[t]);
    }
  a->trees = kept;
  for (size_t k = 0; k < a->segments; k++)
    a->segment[k].tree = place[a->segment[k].tree];
  for (size_t i = 0; i < a->odds && i < TR_MAX_ODD; i++)
    a->odd[i].tree = place[a->odd[i].tree];
}

void tr_forget_trees(tr_analysis *a) {
  tr_forget_segments(a);
  for (unsigned t = 0; t < a->trees; t++)
    tr_found_free(&a->tree[t]);
  a->trees = 0;
}

void tr_forget_segments(tr_analysis *a) {
  a->segments = a->odds = 0;
  for (unsigned t = 0; t < a->trees; t++)
    a->tree[t].elements = 0;
}

// Hypotheses that differ from the first one at a known answer are refuted by it.
static void drop_others(tr_analysis *a) {
  const tr_sheet *s = a->sheet;
  unsigned kept = 1;
  if (a->hypotheses == 0 || a->stochastic)
    return;
  for (unsigned h = 1; h < a->hypotheses; h++) {
    bool same = true;
    for (unsigned t = 0; t < a->trees && same; t++) {
      const tr_reducer r = {s->type, a->tree[t].tree, a->hypothesis[h]};
      for (size_t p = 0; p < s->length && same; p++) {
        uint64_t x[TR_MAX_RANKS];
        tr_env none = {0};
        if (!a->tree[t].known[p])
          continue;
        tr_sheet_values(s, p, x);
        same = tr_same(s->type, tr_reduce(&r, x, &none), a->tree[t].expected[p]);
      }
    }
    if (same)
      a->hypothesis[kept++] = a->hypothesis[h];
  }
  a->hypotheses = kept;
}

// The same trees come again in the same turn, in parts of one size: no chance does that.
static bool take_turns(const tr_analysis *a) {
  size_t most;
  bool turns = false;
  for (size_t period = 2; 2 * period <= a->segments && !turns; period++) {
    turns = true;
    for (size_t k = period; k < a->segments && turns; k++)
      turns = a->segment[k].tree == a->segment[k - period].tree;
  }
  return turns && tr_equal_chunks(a, &most) != 0;
}

bool tr_is_restless(const tr_analysis *a) {
  return a->segments > 4 * a->trees && a->count / a->segments < a->sheet->length && !take_turns(a);
}

static bool all_named(const tr_analysis *a) {
  bool named = true;
  for (unsigned t = 0; t < a->trees; t++)
    named = named && (a->tree[t].elements == 0 || a->tree[t].shape.named);
  return named;
}

// Orders that vary from block to block, in place of the hypotheses that there are; false: there are
// none, and nothing has changed.
static bool retry_blocks(tr_analysis *a) {
  tr_arith hypothesis[TR_MAX_HYPOTHESES];
  const unsigned hypotheses = a->hypotheses;
  memcpy(hypothesis, a->hypothesis, sizeof hypothesis);
  if (tr_retry_orders(a) && a->orders.block != 0)
    return true;
  memcpy(a->hypothesis, hypothesis, sizeof hypothesis);
  a->hypotheses = hypotheses;
  a->orders = (tr_orders){.kind = TR_ORDER_FIXED};
  return false;
}

// Segments of the buffer, or an order that varies.
static int find_places(tr_analysis *a, nf_err *e) {
  if (tr_find_segments(a, e) != NF_EXIT_OK)
    return e->status;
  // A few answers that no tree gives are errors; many of them, or trees that change all the time,
  // are orders that nobody has seen, or that have met before. So are trees most of which are open:
  // a block that has one tree says more than hundreds of parts that may have others, unless all
  // have names.
  const bool restless = a->orders.kind == TR_ORDER_FIXED && tr_is_restless(a);
  if (a->odds > (restless ? 0 : a->count / 64) && tr_retry_orders(a)) {
    tr_forget_segments(a);
    return tr_find_segments(a, e);
  }
  if (a->claimed && restless && 2 * a->open > a->segments && !all_named(a) && retry_blocks(a))
    tr_forget_segments(a);
  else if (a->claimed && restless &&
           (tr_find_orders(a, &a->hypothesis[0], TR_ORDER_SEQUENTIAL) ||
            tr_find_orders(a, &a->hypothesis[0], TR_ORDER_TREE))) {
    a->orders.kind = TR_ORDER_FIXED;
    a->orders.also = a->orders.block != 0;
  }
  return NF_EXIT_OK;
}

int tr_analyse(tr_analysis *a, const tr_sheet *s, const void *array, size_t count, size_t call,
               nf_err *e) {
  memset(a, 0, sizeof *a);
  a->sheet = s;
  a->array = array;
  a->count = count;
  if (tr_decode_trees(a, e) != NF_EXIT_OK)
    return e->status;
  tr_find_arith(a);
  if (tr_find_calls(a, call, e))
    a->claimed = true;
  else if (e->status != NF_EXIT_OK || find_places(a, e) != NF_EXIT_OK)
    return e->status;
  if (!a->claimed && tr_find_fixed(a)) {
    a->claimed = true;
    a->hypotheses = a->smallest_count = 0;
    tr_forget_segments(a);
  }
  if (a->fixed.found || a->segments || a->orders.kind != TR_ORDER_FIXED)
    keep_used(a);
  drop_others(a);
  if (a->orders.kind != TR_ORDER_FIXED && a->hypotheses && tr_find_packets(a, e) != NF_EXIT_OK)
    return e->status;
  tr_find_nans(a);
  tr_measure_error(a);
  return NF_EXIT_OK;
}

void tr_analysis_free(tr_analysis *a) {
  for (unsigned t = 0; a->tree && t < a->trees; t++)
    tr_found_free(&a->tree[t]);
  free(a->tree);
  free(a->segment);
}
