// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Where in the buffer each tree is: every element is compared with what the first hypothesis gives
// for its tree, sheet by sheet.
#include "analyse.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  tr_analysis *a;
  const char *array;
  size_t bytes;               // of an element
  char *packed[TR_MAX_TREES]; // by tree: a sheet of expected answers, as the array has them
} matcher;

static bool expect(matcher *m, unsigned tree) {
  tr_analysis *a = m->a;
  const tr_sheet *s = a->sheet;
  tr_found *f = &a->tree[tree];
  const tr_reducer r = {s->type, f->tree, a->hypothesis[0]};
  m->packed[tree] = malloc(s->length * m->bytes);
  if (!m->packed[tree])
    return false;
  for (size_t p = 0; p < s->length; p++) {
    uint64_t x[TR_MAX_RANKS];
    tr_env none = {0};
    tr_sheet_values(s, p, x);
    f->expected[p] = tr_reduce(&r, x, &none);
    tr_store(m->packed[tree], s->type, p, f->expected[p]);
  }
  return true;
}

// How many elements from `at` on the tree gives, up to `end`. NaNs are as good as each other here,
// and a sheet takes over those that came, so that the next one is compared as a whole.
static size_t run_of(matcher *m, unsigned tree, size_t at, size_t end) {
  const tr_sheet *s = m->a->sheet;
  char *packed = m->packed[tree];
  for (size_t now = at;;) {
    const size_t p = now % s->length;
    const size_t some = end - now < s->length - p ? end - now : s->length - p;
    if (some == 0)
      return now - at;
    if (memcmp(m->array + now * m->bytes, packed + p * m->bytes, some * m->bytes) != 0)
      for (size_t i = 0; i < some; i++) {
        const uint64_t got = tr_load(m->array, s->type, now + i);
        const uint64_t want = tr_load(packed, s->type, p + i);
        if (got == want)
          continue;
        if (!tr_same(s->type, got, want))
          return now + i - at;
        tr_store(packed, s->type, p + i, got);
      }
    now += some;
  }
}

static int add_segment(tr_analysis *a, tr_segment next, nf_err *e) {
  tr_segment *last = a->segments ? &a->segment[a->segments - 1] : NULL;
  if (last && last->tree == next.tree) { // what lies between is unexplained
    last->to = next.to;
    return NF_EXIT_OK;
  }
  if (a->segments == a->segment_room) {
    const size_t room = a->segment_room ? 2 * a->segment_room : 64;
    tr_segment *more = realloc(a->segment, room * sizeof *more);
    if (!more)
      return nf_err_memory(e, "the segments");
    a->segment = more;
    a->segment_room = room;
  }
  a->segment[a->segments++] = next;
  return NF_EXIT_OK;
}

// The first element before which the tree no longer gives all up to `from`.
static size_t backward(matcher *m, unsigned tree, size_t from, size_t stop) {
  const tr_sheet *s = m->a->sheet;
  while (from > stop && tr_same(s->type, tr_load(m->array, s->type, from - 1),
                                m->a->tree[tree].expected[(from - 1) % s->length]))
    from--;
  return from;
}

// Where no tree fits that the masks showed, a part may be too short for all masks: named trees and
// rotations of those found are tried. Returns the one that gives most elements, or -1.
static int try_more(matcher *m, size_t at) {
  enum { ENOUGH = 48 }; // elements that chance does not explain: masks are sums of their own
  static const char *const names[] = {"sequential", "reversed", "fused",   "binary", "doubling",
                                      "halving",    "binomial", "double0", "double1"};
  tr_analysis *a = m->a;
  nf_err ignored = {0};
  const unsigned found = a->trees;
  for (unsigned n = 0; n < found + sizeof names / sizeof names[0]; n++)
    for (unsigned shift = 0; shift < a->sheet->ranks && a->trees < TR_MAX_TREES; shift++) {
      tr_tree t = n < found ? a->tree[n].tree : (tr_tree){0};
      if (n < found)
        tr_tree_rotate(&t, shift);
      else if (tr_tree_named(&t, names[n - found], a->sheet->ranks, shift, &ignored))
        continue;
      bool known = false;
      for (unsigned i = 0; i < a->trees && !known; i++)
        known = tr_tree_equal(&t, &a->tree[i].tree);
      if (known)
        continue;
      const unsigned index = a->trees;
      tr_found *f = &a->tree[index];
      *f = (tr_found){.tree = t};
      f->answer = calloc(a->sheet->length, sizeof *f->answer);
      f->known = calloc(a->sheet->length, 1);
      f->expected = calloc(a->sheet->length, sizeof *f->expected);
      if (f->answer && f->known && f->expected && expect(m, index)) {
        a->trees++;
        if (run_of(m, index, at, a->count) >= ENOUGH) {
          tr_tree_text(&t, f->text);
          tr_tree_name(&t, f->name, &f->start, &f->step);
          return (int)index;
        }
        a->trees--;
      }
      free(m->packed[index]);
      free(f->answer);
      free(f->known);
      free(f->expected);
      m->packed[index] = NULL;
    }
  return -1;
}

static void note_odd(tr_analysis *a, const void *array, size_t at, unsigned tree) {
  if (a->odds < TR_MAX_ODD)
    a->odd[a->odds] = (tr_odd){at, tr_load(array, a->sheet->type, at), tree};
  a->odds++;
}

// The tree that gives most elements from `at` on, of those that may: how many these are.
static size_t longest_run(matcher *m, size_t at, const bool *may, unsigned *tree) {
  size_t best = 0;
  for (unsigned t = 0; t < m->a->trees; t++) {
    const size_t run = may && !may[t] ? 0 : run_of(m, t, at, m->a->count);
    if (run > best) {
      best = run;
      *tree = t;
    }
  }
  return best;
}

// From segment to segment. With `may` only some trees are used, and no more are sought.
static int walk(matcher *m, const bool *may, nf_err *e) {
  enum { TRIES = 16 };
  tr_analysis *a = m->a;
  unsigned now = 0, tries = may ? TRIES : 0;
  a->segments = a->odds = 0;
  for (unsigned t = 0; t < a->trees; t++)
    a->tree[t].elements = 0;
  for (size_t at = 0; at < a->count;) {
    unsigned tree = now;
    const size_t best = longest_run(m, at, may, &tree);
    if (best == 0 && tries < TRIES) {
      const int more = try_more(m, at);
      tries += more < 0;
      if (more >= 0)
        continue;
    }
    if (best == 0) {
      note_odd(a, m->array, at++, now);
      continue;
    }
    const size_t stop = a->segments ? a->segment[a->segments - 1].from : 0;
    if (add_segment(a, (tr_segment){at, at + best, backward(m, tree, at, stop), tree}, e))
      return e->status;
    a->tree[tree].elements += best;
    at += best;
    now = tree;
  }
  return NF_EXIT_OK;
}

// Masks that a border of two trees cuts can tell a third one, which gives what follows as well
// until the probes tell more. A tree is none if the others give as many answers without it: they
// are left out one by one, those with least elements first.
static int walk_sparingly(matcher *m, nf_err *e) {
  enum { LEFT_OUT = 64, LARGEST = 1 << 23 };
  tr_analysis *a = m->a;
  bool may[TR_MAX_TREES], tried[TR_MAX_TREES] = {false};
  if (walk(m, NULL, e) != NF_EXIT_OK || a->segments <= a->trees || a->trees < 3 ||
      a->trees > LEFT_OUT || a->count > LARGEST)
    return e->status;
  for (unsigned t = 0; t < a->trees; t++)
    may[t] = a->tree[t].elements != 0;
  const size_t odds = a->odds;
  for (unsigned turn = 0; turn < a->trees; turn++) {
    unsigned least = a->trees;
    for (unsigned t = 0; t < a->trees; t++)
      if (may[t] && !tried[t] &&
          (least == a->trees || a->tree[t].elements < a->tree[least].elements))
        least = t;
    if (least == a->trees)
      break;
    tried[least] = true;
    may[least] = false;
    if (walk(m, may, e) != NF_EXIT_OK)
      return e->status;
    may[least] = a->odds > odds;
  }
  return walk(m, may, e);
}

// Hypotheses that differ from the first one at a probe that the buffer has are refuted by it.
static void drop_others(tr_analysis *a) {
  const tr_sheet *s = a->sheet;
  unsigned kept = 1;
  for (unsigned h = 1; h < a->hypotheses; h++) {
    bool same = true;
    for (unsigned t = 0; t < a->trees && same; t++) {
      const tr_reducer r = {s->type, a->tree[t].tree, a->hypothesis[h]};
      for (size_t p = 0; p < s->length && same && a->tree[t].elements >= s->length; p++) {
        uint64_t x[TR_MAX_RANKS];
        tr_env none = {0};
        tr_sheet_values(s, p, x);
        same = tr_same(s->type, tr_reduce(&r, x, &none), a->tree[t].expected[p]);
      }
    }
    if (same)
      a->hypothesis[kept++] = a->hypothesis[h];
  }
  a->hypotheses = kept;
}

int tr_find_segments(tr_analysis *a, nf_err *e) {
  matcher m = {.a = a, .array = a->array, .bytes = tr_format_of(a->sheet->type)->bytes};
  int status = NF_EXIT_OK;
  if (a->hypotheses == 0 || a->stochastic || a->orders.kind != TR_ORDER_FIXED) {
    a->claimed = a->hypotheses != 0; // what was checked is all that can be
    return status;
  }
  for (unsigned t = 0; t < a->trees && status == NF_EXIT_OK; t++)
    if (!expect(&m, t))
      status = nf_err_memory(e, "the expected answers");
  if (status == NF_EXIT_OK)
    status = walk_sparingly(&m, e);
  if (status == NF_EXIT_OK)
    drop_others(a);
  a->claimed = a->odds == 0;
  for (unsigned t = 0; t < TR_MAX_TREES; t++)
    free(m.packed[t]);
  return status;
}
