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
  const tr_sheet *s = m->a->sheet;
  tr_found *f = &m->a->tree[tree];
  m->packed[tree] = malloc(s->length * m->bytes);
  if (!m->packed[tree])
    return false;
  tr_found_expect(f, s, &m->a->hypothesis[0]);
  for (size_t p = 0; p < s->length; p++)
    tr_store(m->packed[tree], s->type, p, f->expected[p]);
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

int tr_add_segment(tr_analysis *a, tr_segment next, nf_err *e) {
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
  tr_analysis *a = m->a;
  nf_err ignored = {0};
  const unsigned found = a->trees, ranks = a->sheet->ranks;
  for (unsigned n = 0; n < found || tr_tree_known(n - found); n++)
    for (unsigned shift = 0; shift < ranks && a->trees < TR_MAX_TREES; shift++) {
      tr_tree t = n < found ? a->tree[n].tree : (tr_tree){0};
      if (n < found)
        tr_tree_rotate(&t, shift);
      else if (tr_tree_named(&t, tr_tree_known(n - found), ranks, shift, &ignored))
        continue;
      bool known = false;
      for (unsigned i = 0; i < a->trees && !known; i++)
        known = tr_tree_equal(&t, &a->tree[i].tree);
      if (known || !tr_found_make(&a->tree[a->trees], &t, a->sheet->length))
        continue;
      const unsigned index = a->trees++;
      if (expect(m, index) && run_of(m, index, at, a->count) >= ENOUGH)
        return (int)index;
      free(m->packed[index]);
      m->packed[index] = NULL;
      tr_found_free(&a->tree[index]);
      a->trees--;
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
    if (tr_add_segment(a, (tr_segment){at, at + best, backward(m, tree, at, stop), tree}, e))
      return e->status;
    a->tree[tree].elements += best;
    at += best;
    now = tree;
  }
  return NF_EXIT_OK;
}

// The tree to be left out next: those without a name first, then those with least elements.
static unsigned weakest(const tr_analysis *a, const bool *may, const bool *tried) {
  unsigned best = a->trees;
  for (unsigned t = 0; t < a->trees; t++) {
    if (!may[t] || tried[t])
      continue;
    const bool named = a->tree[t].shape.named;
    if (best == a->trees ||
        (named == a->tree[best].shape.named ? a->tree[t].elements < a->tree[best].elements
                                            : !named))
      best = t;
  }
  return best;
}

// Masks that a border of two trees cuts can tell a third one, a part of either, which gives what
// follows as well until the probes tell more. A tree is none if the others give as many answers
// without it: they are left out one by one.
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
  for (unsigned least; (least = weakest(a, may, tried)) < a->trees;) {
    tried[least] = true;
    may[least] = false;
    if (walk(m, may, e) != NF_EXIT_OK)
      return e->status;
    may[least] = a->odds > odds;
  }
  return walk(m, may, e);
}

// Until now an answer was a tree's when the masks around it told that tree. Now it is known.
static void note_again(matcher *m) {
  tr_analysis *a = m->a;
  const tr_sheet *s = a->sheet;
  size_t open[TR_MAX_TREES];
  for (unsigned t = 0; t < a->trees; t++) {
    memset(a->tree[t].known, 0, s->length);
    open[t] = s->length;
  }
  for (size_t k = 0; k < a->segments; k++) {
    const unsigned tree = a->segment[k].tree;
    tr_found *f = &a->tree[tree];
    for (size_t at = a->segment[k].from; at < a->segment[k].to && open[tree]; at++) {
      const size_t p = at % s->length;
      const uint64_t answer = tr_load(m->array, s->type, at);
      if (f->known[p] || !tr_same(s->type, answer, f->expected[p]))
        continue;
      f->known[p] = 1;
      f->answer[p] = answer;
      open[tree]--;
    }
  }
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
    note_again(&m);
  a->claimed = a->odds == 0;
  for (unsigned t = 0; t < TR_MAX_TREES; t++)
    free(m.packed[t]);
  return status;
}
