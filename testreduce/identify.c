// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _DEFAULT_SOURCE
#include "identify.h"

#include "exact.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BLOCK = 1 << 22 }; // bytes compared at a time

// Pages of a mapped file that were looked at need not stay in memory. Of other memory nothing is
// given back: the caller says whether it is a file's.
static void forget(const void *from, size_t bytes, bool mapped) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE),
                  at = ((uintptr_t)from + page - 1) / page * page;
  const uintptr_t end = ((uintptr_t)from + bytes) / page * page;
  if (mapped && end > at)
    madvise((void *)at, end - at, MADV_DONTNEED);
}

typedef struct {
  bool same, nan_same; // with a NaN as good as another; all bits
  size_t first;
} comparison;

static comparison compare(const tr_sheet *s, const void *a, const void *b, size_t count,
                          bool mapped) {
  comparison c = {true, true, 0};
  const size_t bytes = tr_format_of(s->type)->bytes, total = count * bytes;
  for (size_t at = 0; at < total; at += BLOCK) {
    const size_t some = total - at < BLOCK ? total - at : BLOCK;
    const bool equal = memcmp((const char *)a + at, (const char *)b + at, some) == 0;
    forget((const char *)b + at, some, mapped);
    forget((const char *)a + at, some, mapped);
    if (equal)
      continue;
    for (size_t i = at / bytes; i < (at + some) / bytes; i++) {
      const uint64_t x = tr_load(a, s->type, i), y = tr_load(b, s->type, i);
      c.nan_same = c.nan_same && x == y;
      if (!tr_same(s->type, x, y)) {
        c.same = false;
        c.first = i;
        return c;
      }
    }
  }
  return c;
}

// ------------------------------------------------------------------------------- repetitions
// A total order of finite numbers and infinities.
static int64_t place_of(tr_type type, uint64_t bits) {
  const tr_format *f = tr_format_of(type);
  const int64_t magnitude = (int64_t)(bits & (f->sign - 1));
  return bits & f->sign ? -magnitude : magnitude;
}

static double as_double(tr_type type, uint64_t bits) {
  const tr_num x = tr_unpack(type, bits, false);
  return x.kind == TR_FINITE ? ldexp((double)x.sig, x.exp - 63) * (x.neg ? -1 : 1) : 0;
}

static double distance(const tr_sheet *s, size_t index, uint64_t low, uint64_t high) {
  double sum = 0;
  for (unsigned r = 0; r < s->ranks; r++)
    sum += fabs(as_double(s->type, tr_sheet_value(s, index % s->length, r)) * 0x1p-10);
  if (sum == 0 || !isfinite(sum) || !tr_is_finite(s->type, low) || !tr_is_finite(s->type, high))
    return 0;
  const double apart = as_double(s->type, high) * 0x1p-10 - as_double(s->type, low) * 0x1p-10;
  return ldexp(apart / sum, (int)tr_format_of(s->type)->man_bits + 1);
}

// Keeps the elements that vary most, one for each probe.
static void keep_varying(tr_report *r, tr_varying v) {
  unsigned at = TR_MAX_VARYING;
  for (unsigned i = 0; i < TR_MAX_VARYING && at == TR_MAX_VARYING; i++)
    if (r->varying[i].low != r->varying[i].high &&
        r->varying[i].index % r->sheet->length == v.index % r->sheet->length)
      at = i;
  for (unsigned i = 0; i < TR_MAX_VARYING && at == TR_MAX_VARYING; i++)
    if (r->varying[i].low == r->varying[i].high)
      at = i;
  if (at == TR_MAX_VARYING) {
    at = 0;
    for (unsigned i = 1; i < TR_MAX_VARYING; i++)
      if (r->varying[i].units < r->varying[at].units)
        at = i;
  }
  if (r->varying[at].low == r->varying[at].high || r->varying[at].units < v.units)
    r->varying[at] = v;
}

static void find_varying(tr_report *r) {
  const tr_answers *w = &r->answers;
  for (size_t i = 0; i < w->count; i++) {
    const uint64_t first = tr_load(w->array[0], r->sheet->type, i);
    tr_varying v = {i, first, first, 0};
    for (unsigned k = 1; k < w->reps; k++) {
      const uint64_t x = tr_load(w->array[k * w->ranks], r->sheet->type, i);
      if (tr_same(r->sheet->type, x, first))
        continue;
      if (place_of(r->sheet->type, x) < place_of(r->sheet->type, v.low))
        v.low = x;
      if (place_of(r->sheet->type, x) > place_of(r->sheet->type, v.high))
        v.high = x;
    }
    if (v.low == v.high)
      continue;
    r->varyings++;
    v.units = distance(r->sheet, i, v.low, v.high);
    keep_varying(r, v);
  }
}

// ------------------------------------------------------------------------------- trees seen
// Whether trees are a matter of chance.
static bool varies(const tr_report *r) {
  bool any = !r->reps_agree;
  for (unsigned g = 0; g < r->analyses; g++)
    any = any || r->analysis[g].orders.kind != TR_ORDER_FIXED;
  return any;
}

// The different trees of all arrays. By chance one may look as if its trees were fixed.
static unsigned collect_trees(tr_report *r, const tr_found **of, unsigned most) {
  unsigned count = 0;
  for (unsigned g = 0; g < r->analyses; g++) {
    const tr_analysis *a = &r->analysis[g];
    if (!a->claimed || a->fixed.found || a->stochastic)
      continue;
    r->seen.arrays++;
    r->seen.parts += a->segments;
    r->seen.more = r->seen.more || a->too_many;
    for (unsigned t = 0; t < a->trees; t++) {
      bool known = false;
      for (unsigned k = 0; k < count && !known; k++)
        known = tr_tree_equal(&of[k]->tree, &a->tree[t].tree);
      if (!known && count < most)
        of[count++] = &a->tree[t];
      else if (!known)
        r->seen.more = true;
    }
  }
  return count;
}

static void find_seen(tr_report *r) {
  const tr_found *of[TR_MAX_TREES];
  const tr_type type = r->sheet->type;
  tr_seen *n = &r->seen;
  n->trees = varies(r) ? collect_trees(r, of, TR_MAX_TREES) : 0;
  for (size_t p = 0; p < r->sheet->length && n->trees; p++) {
    unsigned low = 0, high = 0;
    for (unsigned t = 0; t < n->trees; t++) {
      if (place_of(type, of[t]->expected[p]) < place_of(type, of[low]->expected[p]))
        low = t;
      if (place_of(type, of[t]->expected[p]) > place_of(type, of[high]->expected[p]))
        high = t;
    }
    const double units = distance(r->sheet, p, of[low]->expected[p], of[high]->expected[p]);
    if (units > n->units) {
      n->units = units;
      n->probe = p;
      n->low = of[low]->expected[p];
      n->high = of[high]->expected[p];
      n->low_text = of[low]->text;
      n->high_text = of[high]->text;
    }
  }
}

// ------------------------------------------------------------------------------- all arrays
// The first array that is analysed already and is the same, NaNs aside; analyses: none.
static unsigned same_as(tr_report *r, unsigned array, bool note) {
  const tr_answers *w = &r->answers;
  for (unsigned g = 0; g < r->analyses; g++) {
    unsigned other = 0;
    while (r->of[other] != g)
      other++;
    const comparison c = compare(r->sheet, w->array[array], w->array[other], w->count, w->mapped);
    if (g == 0 && note)
      r->nans_agree = r->nans_agree && (c.nan_same || !c.same);
    if (c.same)
      return g;
    if (g == 0 && r->ranks_agree && r->reps_agree) {
      r->other_rank = array % w->ranks;
      r->other_rep = array / w->ranks;
      r->other_index = c.first;
    }
  }
  return r->analyses;
}

static int analyse_all(tr_report *r, nf_err *e) {
  const tr_answers *w = &r->answers;
  const size_t bytes = w->count * tr_format_of(r->sheet->type)->bytes;
  for (unsigned i = 0; i < w->ranks * w->reps; i++)
    r->of[i] = UINT32_MAX;
  for (unsigned i = 0; i < w->ranks * w->reps; i++) {
    const unsigned g = same_as(r, i, i != 0);
    r->of[i] = g;
    if (g == r->analyses && g < TR_MAX_ANALYSES) {
      r->analyses++;
      if (tr_analyse(&r->analysis[g], r->sheet, w->array[i], w->count, w->call, e) != NF_EXIT_OK)
        return e->status;
    }
    // Ranks of the same repetition, and the same rank of the first one.
    const unsigned rank = i % w->ranks, rep = i / w->ranks;
    r->ranks_agree = r->ranks_agree && (rank == 0 || g == r->of[rep * w->ranks]);
    r->reps_agree = r->reps_agree && g == r->of[rank];
    if (i)
      forget(w->array[i], bytes, w->mapped);
  }
  return NF_EXIT_OK;
}

int tr_identify(tr_report *r, const tr_sheet *s, const tr_answers *answers, nf_err *e) {
  memset(r, 0, sizeof *r);
  r->sheet = s;
  r->answers = *answers;
  r->ranks_agree = r->reps_agree = r->nans_agree = true;
  r->analysis = calloc(TR_MAX_ANALYSES, sizeof *r->analysis);
  r->of = calloc((size_t)answers->ranks * answers->reps, sizeof *r->of);
  if (!r->analysis || !r->of)
    return nf_err_memory(e, "the analyses");
  if (analyse_all(r, e) != NF_EXIT_OK)
    return e->status;
  if (!r->reps_agree)
    find_varying(r);
  find_seen(r);
  tr_make_statements(r);
  return r->statement ? NF_EXIT_OK : nf_err_memory(e, "the report");
}

bool tr_report_explained(const tr_report *r) {
  bool all = true;
  for (unsigned g = 0; g < r->analyses; g++)
    all = all && r->analysis[g].claimed;
  return all;
}

void tr_report_free(tr_report *r) {
  for (unsigned g = 0; r->analysis && g < r->analyses; g++)
    tr_analysis_free(&r->analysis[g]);
  free(r->analysis);
  free(r->of);
  free(r->statement);
}
