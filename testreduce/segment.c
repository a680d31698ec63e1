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
  bool guess;                 // that the trees are likely ones
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

int tr_push_segment(tr_analysis *a, tr_segment next, nf_err *e) {
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

int tr_add_segment(tr_analysis *a, tr_segment next, nf_err *e) {
  tr_segment *last = a->segments ? &a->segment[a->segments - 1] : NULL;
  if (!last || last->tree != next.tree)
    return tr_push_segment(a, next, e);
  last->to = next.to; // what lies between is unexplained
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

static bool is_known(const tr_analysis *a, const tr_tree *tree) {
  for (unsigned t = 0; t < a->trees; t++)
    if (tr_tree_equal(&a->tree[t].tree, tree))
      return true;
  return false;
}

// Where no known tree gives more than `known` elements, a part may be too short for all masks. Adds
// the tree that gives most from there on; false: none gives more, and enough.
static bool try_more(matcher *m, size_t at, size_t known) {
  tr_analysis *a = m->a;
  tr_tree tree, best;
  size_t most = known;
  for (unsigned n = 0; tr_candidate(a, a->trees, n, &tree); n++) {
    const size_t reach = tr_reach(a, &tree, at);
    if (reach > most && !is_known(a, &tree)) {
      most = reach;
      best = tree;
    }
  }
  if (most < TR_TELLING || a->trees == TR_MAX_TREES ||
      !tr_found_make(&a->tree[a->trees], &best, a->sheet->length))
    return false;
  return expect(m, a->trees++);
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
    const size_t run = !may[t] ? 0 : run_of(m, t, at, m->a->count);
    if (run > best) {
      best = run;
      *tree = t;
    }
  }
  return best;
}

// From segment to segment, with the trees that may be; `seek`: others are sought. A guess ends with
// the first element that no tree gives.
static int walk(matcher *m, const bool *may, bool seek, nf_err *e) {
  enum { TRIES = 16 };
  tr_analysis *a = m->a;
  unsigned now = 0, tries = seek ? 0 : TRIES;
  a->segments = a->odds = 0;
  for (unsigned t = 0; t < a->trees; t++)
    a->tree[t].elements = 0;
  for (size_t at = 0; at < a->count;) {
    unsigned tree = now;
    const size_t best = longest_run(m, at, may, &tree);
    if (best < TR_TELLING && best < a->count - at && tries < TRIES) {
      if (try_more(m, at, best))
        continue;
      tries++;
    }
    if (best == 0) {
      note_odd(a, m->array, at++, now);
      if (m->guess)
        return NF_EXIT_OK;
      continue;
    }
    const size_t stop = a->segments ? a->segment[a->segments - 1].from : 0;
    if (tr_add_segment(a, (tr_segment){at, at + best, backward(m, tree, at, stop), tree, false}, e))
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
// without it, in no more segments: they are left out one by one.
static int leave_out_one_by_one(matcher *m, bool *may, nf_err *e) {
  tr_analysis *a = m->a;
  bool tried[TR_MAX_TREES] = {false};
  for (unsigned t = 0; t < a->trees; t++)
    may[t] = may[t] && a->tree[t].elements != 0;
  const size_t odds = a->odds;
  size_t segments = a->segments;
  for (unsigned least; (least = weakest(a, may, tried)) < a->trees;) {
    tried[least] = true;
    may[least] = false;
    if (walk(m, may, false, e) != NF_EXIT_OK)
      return e->status;
    may[least] = a->odds > odds || a->segments > segments;
    if (!may[least])
      segments = a->segments;
  }
  return walk(m, may, false, e);
}

// Beside trees with a name one without is likely to be such a third one. Whether others give as
// much is seen before they are sought where it seemed to fit.
static int leave_out_unnamed(matcher *m, bool *may, nf_err *e) {
  tr_analysis *a = m->a;
  const size_t odds = a->odds;
  unsigned named = 0, unnamed = 0;
  for (unsigned t = 0; t < a->trees; t++) {
    may[t] = a->tree[t].elements == 0 || a->tree[t].shape.named;
    named += a->tree[t].elements && may[t];
    unnamed += !may[t];
  }
  const size_t most = a->segments + 2 * unnamed; // masks that one border cuts are of two segments
  if (named == 0 || unnamed == 0)
    return e->status;
  if (walk(m, may, true, e) != NF_EXIT_OK || (a->odds <= odds && a->segments <= most))
    return e->status;
  for (unsigned t = 0; t < a->trees; t++)
    may[t] = true;
  return walk(m, may, false, e);
}

// Where no part has all masks, one without a name is most likely told by masks of several parts: it
// may give all of them but the last few answers, too few to tell another tree. At first without.
static int walk_guessing(matcher *m, bool *may, nf_err *e) {
  for (unsigned t = 0; t < m->a->trees; t++)
    may[t] = m->a->tree[t].shape.named;
  if (walk(m, may, true, e) != NF_EXIT_OK || m->a->odds == 0)
    return e->status;
  memset(may, true, TR_MAX_TREES * sizeof *may);
  return walk(m, may, true, e);
}

static int walk_sparingly(matcher *m, nf_err *e) {
  enum { LEFT_OUT = 64, LARGEST = 1 << 23 };
  tr_analysis *a = m->a;
  bool may[TR_MAX_TREES];
  memset(may, true, sizeof may);
  if ((m->guess ? walk_guessing(m, may, e) : walk(m, may, true, e)) != NF_EXIT_OK ||
      a->count > LARGEST || a->segments < 2 || leave_out_unnamed(m, may, e) != NF_EXIT_OK ||
      a->segments <= a->trees || a->trees < 3 || a->trees > LEFT_OUT)
    return e->status;
  return leave_out_one_by_one(m, may, e);
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

// Segments whose tree is open, and those in which another of the trees gives every answer too.
static void count_open(matcher *m) {
  enum { LOOKED_AT = 4096 };
  tr_analysis *a = m->a;
  a->open = 0;
  for (size_t k = 0; k < a->segments; k++) {
    tr_segment *s = &a->segment[k];
    for (unsigned t = 0; t < a->trees && !s->open && k < LOOKED_AT; t++)
      s->open =
          t != s->tree && a->tree[t].elements && run_of(m, t, s->from, s->to) == s->to - s->from;
    a->open += s->open;
  }
}

// Trees that are taken instead have to be expected as well.
static int settle(matcher *m, nf_err *e) {
  tr_analysis *a = m->a;
  if (a->odds || tr_settle_segments(a, e) != NF_EXIT_OK)
    return e->status;
  for (unsigned t = 0; t < a->trees; t++)
    if (!m->packed[t] && !expect(m, t))
      return nf_err_memory(e, "the expected answers");
  return NF_EXIT_OK;
}

static int find_segments(tr_analysis *a, bool guess, nf_err *e) {
  matcher m = {
      .a = a, .array = a->array, .bytes = tr_format_of(a->sheet->type)->bytes, .guess = guess};
  int status = NF_EXIT_OK;
  for (unsigned t = 0; t < a->trees && status == NF_EXIT_OK; t++)
    if (!expect(&m, t))
      status = nf_err_memory(e, "the expected answers");
  if (status == NF_EXIT_OK)
    status = walk_sparingly(&m, e);
  if (status == NF_EXIT_OK)
    status = settle(&m, e);
  if (status == NF_EXIT_OK) {
    note_again(&m);
    count_open(&m);
  }
  a->claimed = a->odds == 0;
  for (unsigned t = 0; t < TR_MAX_TREES; t++)
    free(m.packed[t]);
  return status;
}

// The order was taken to vary because no part holds all masks. Likely trees may explain all of it.
static int guess_segments(tr_analysis *a, nf_err *e) {
  const tr_orders orders = a->orders;
  a->orders = (tr_orders){.kind = TR_ORDER_FIXED};
  if (find_segments(a, true, e) != NF_EXIT_OK)
    return e->status;
  if (!a->claimed || tr_is_restless(a)) {
    a->orders = orders;
    tr_forget_segments(a);
    a->claimed = true; // what was checked is all that can be
  }
  return NF_EXIT_OK;
}

int tr_find_segments(tr_analysis *a, nf_err *e) {
  if (a->hypotheses == 0 || a->stochastic) {
    a->claimed = a->hypotheses != 0; // as above
    return NF_EXIT_OK;
  }
  return a->orders.kind == TR_ORDER_FIXED ? find_segments(a, false, e) : guess_segments(a, e);
}
