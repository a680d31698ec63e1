// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A part of the buffer without all masks may be what several trees give. Which of them the part has
// is taken from the pattern that all parts have together, and where that does not tell it is open.
//
// A part is judged by its core, which is its own whichever trees fit: from the first element that
// the tree before does not give, to the first that some tree of the next part gives too. All trees
// fit a core that give each of its answers. Trees are of a kind if they are rings of the same
// groups in the same directions, wherever these begin; another tree is a kind of its own. The
// pattern are the kinds that fit most parts, then those that fit most of the parts that are left;
// kinds that fit as many are all in it, and one that fits a single part is no pattern. A part has
// the only tree of the pattern that fits it, or of all where none of the pattern does.
#include "analyse.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  uint64_t kind, hash;
  size_t part, earliest, to; // of the tree; `to`: the first element that it does not give
  unsigned candidate;        // its number
  bool pattern;              // its kind is of the pattern
} fit;

typedef struct {
  tr_analysis *a;
  unsigned found; // trees before any was added: they number the candidates
  size_t parts;   // that are looked at
  fit *fit;
  size_t fits, room;
} settling;

bool tr_candidate(const tr_analysis *a, unsigned found, unsigned n, tr_tree *t) {
  const unsigned ranks = a->sheet->ranks;
  if (n >= found * ranks)
    return tr_tree_likely(t, ranks, n - found * ranks);
  *t = a->tree[n / ranks].tree;
  tr_tree_rotate(t, n % ranks);
  return true;
}

static bool gives(const tr_analysis *a, const tr_tree *tree, size_t at) {
  const tr_sheet *s = a->sheet;
  const tr_reducer r = {s->type, *tree, a->hypothesis[0]};
  uint64_t x[TR_MAX_RANKS];
  tr_env none = {0};
  tr_sheet_values(s, at % s->length, x);
  return tr_same(s->type, tr_reduce(&r, x, &none), tr_load(a->array, s->type, at));
}

size_t tr_reach(const tr_analysis *a, const tr_tree *tree, size_t at) {
  const size_t left = a->count - at, most = left < a->sheet->length ? left : a->sheet->length;
  size_t reach = 0;
  while (reach < most && gives(a, tree, at + reach))
    reach++;
  return reach;
}

bool tr_has_masks(const tr_sheet *s, size_t from, size_t to) {
  const size_t into = (from + s->length - s->tree_at) % s->length; // since masks began
  return to - from >= s->length || to - from >= (into ? s->length - into : 0) + s->tree_count;
}

// ------------------------------------------------------------------------------- what fits
static uint64_t mixed(uint64_t hash, uint64_t value) { return (hash ^ value) * 0x100000001b3; }

static uint64_t hash_of(const tr_tree *t) {
  uint64_t hash = 0xcbf29ce484222325;
  for (unsigned v = 0; v < t->nodes; v++)
    hash = mixed(hash, t->node[v].count);
  for (unsigned c = 0; c < t->children; c++)
    hash = mixed(hash, (uint16_t)t->child[c]);
  return hash;
}

static uint64_t kind_of(const tr_tree *t, uint64_t hash) {
  char name[TR_NAME_TEXT];
  tr_shape s;
  tr_tree_name(t, name, &s);
  if (!s.step && !s.between)
    return hash;
  return mixed(mixed(mixed(mixed(1, s.group), s.strided), (uint64_t)(s.step + 1)),
               (uint64_t)(s.between + 1));
}

static bool add_fit(settling *v, const tr_tree *tree, fit f, size_t first) {
  f.hash = hash_of(tree);
  for (size_t i = first; i < v->fits; i++) // some candidates are the same tree
    if (v->fit[i].hash == f.hash)
      return true;
  if (v->fits == v->room) {
    const size_t room = v->room ? 2 * v->room : 256;
    fit *more = realloc(v->fit, room * sizeof *more);
    if (!more)
      return false;
    v->fit = more;
    v->room = room;
  }
  f.kind = kind_of(tree, f.hash);
  v->fit[v->fits++] = f;
  return true;
}

// The trees that fit a part whose core ends there; the first element that any of them gives goes to
// *earliest.
static bool fit_part(settling *v, size_t k, size_t end, size_t *earliest) {
  const tr_analysis *a = v->a;
  const tr_segment *s = &a->segment[k];
  const size_t first = v->fits, stop = k ? a->segment[k - 1].from : 0;
  tr_tree tree;
  for (unsigned n = 0; tr_candidate(a, v->found, n, &tree); n++) {
    const size_t to = s->from + tr_reach(a, &tree, s->from);
    size_t from = s->from;
    if (to < end)
      continue;
    while (from > stop && gives(a, &tree, from - 1))
      from--;
    *earliest = from < *earliest ? from : *earliest;
    if (!add_fit(v, &tree, (fit){.part = k, .earliest = from, .to = to, .candidate = n}, first))
      return false;
  }
  return true;
}

// From the last part to the first, since what fits a part ends the core of the one before. Masks
// tell one tree, a part without a core none.
static bool fit_all(settling *v) {
  tr_analysis *a = v->a;
  size_t end = v->parts < a->segments ? a->segment[v->parts].earliest : a->count;
  for (size_t k = v->parts; k-- > 0;) {
    const tr_segment *s = &a->segment[k];
    const size_t core = end < s->to ? end : s->to;
    const fit own = {
        .part = k, .earliest = s->earliest, .to = s->to, .candidate = s->tree * a->sheet->ranks};
    end = s->earliest;
    if (core <= s->from)
      continue;
    if (tr_has_masks(a->sheet, s->from, core) ? !add_fit(v, &a->tree[s->tree].tree, own, v->fits)
                                              : !fit_part(v, k, core, &end))
      return false;
  }
  return true;
}

// ------------------------------------------------------------------------------- the pattern
static int by_kind(const void *a, const void *b) {
  const fit *f = a, *g = b;
  return f->kind != g->kind ? (f->kind < g->kind ? -1 : 1)
                            : (f->part > g->part) - (f->part < g->part);
}

// How many parts that are left a kind fits; its fits end before *next.
static size_t parts_of(const settling *v, size_t at, const bool *told, size_t *next) {
  size_t parts = 0, i = at;
  for (; i < v->fits && v->fit[i].kind == v->fit[at].kind; i++)
    parts += !told[v->fit[i].part] && (i == at || v->fit[i].part != v->fit[i - 1].part);
  *next = i;
  return parts;
}

static bool find_pattern(settling *v) {
  bool *told = calloc(v->parts, 2 * sizeof *told), *now = told + v->parts;
  if (!told)
    return false;
  qsort(v->fit, v->fits, sizeof *v->fit, by_kind);
  for (size_t most = 2, next; most > 1;) {
    most = 1;
    for (size_t i = 0; i < v->fits; i = next) {
      const size_t parts = parts_of(v, i, told, &next);
      most = parts > most ? parts : most;
    }
    memcpy(now, told, v->parts * sizeof *now);
    for (size_t i = 0; i < v->fits && most > 1; i = next)
      if (parts_of(v, i, told, &next) == most)
        for (size_t of = i; of < next; of++)
          v->fit[of].pattern = now[v->fit[of].part] = true;
    memcpy(told, now, v->parts * sizeof *now);
  }
  free(told);
  return true;
}

// ------------------------------------------------------------------------------- what is taken
// The tree of a part, of those that join the next one; s->open says whether it is one of several.
static bool take(settling *v, size_t k) {
  tr_analysis *a = v->a;
  tr_segment *s = &a->segment[k], *next = k + 1 < a->segments ? s + 1 : NULL;
  const uint64_t own = hash_of(&a->tree[s->tree].tree);
  const fit *best = NULL;
  size_t trees = 0;
  bool pattern = false;
  for (size_t i = 0; i < v->fits; i++)
    pattern = pattern || (v->fit[i].part == k && v->fit[i].pattern);
  for (size_t i = 0; i < v->fits; i++) {
    const fit *f = &v->fit[i];
    if (f->part != k || f->pattern != pattern)
      continue;
    trees++;
    if ((!next || f->to >= next->earliest) &&
        (!best || f->hash == own || (f->to > best->to && best->hash != own)))
      best = f;
  }
  s->open = trees != 1 || !best;
  if (!best || best->hash == own)
    return true;
  tr_tree tree;
  tr_candidate(a, v->found, best->candidate, &tree);
  const int index = tr_index_of(a, &tree);
  s->open = s->open || index == -1;
  if (index < 0)
    return index == -1;
  s->tree = (unsigned)index;
  s->earliest = best->earliest;
  s->to = best->to < s->to ? best->to : s->to;
  if (next)
    next->from = s->to;
  return true;
}

// Neighbours may have become one.
static int join_again(tr_analysis *a, nf_err *e) {
  const size_t segments = a->segments;
  a->segments = 0;
  for (unsigned t = 0; t < a->trees; t++)
    a->tree[t].elements = 0;
  for (size_t k = 0; k < segments; k++) {
    const tr_segment s = a->segment[k];
    a->tree[s.tree].elements += s.to - s.from;
    if (tr_add_segment(a, s, e) != NF_EXIT_OK)
      return e->status;
    a->segment[a->segments - 1].open = a->segment[a->segments - 1].open || s.open;
  }
  return NF_EXIT_OK;
}

// One tree may give two chunks wholly, of which neither is then seen, and masks that their border
// cuts may tell a tree that is neither's. Chunks that are all of one size rule that out, and
// nothing else does: without them a part is certain that has all probes, whatever it begins with.
static void doubt_uneven(tr_analysis *a) {
  size_t most;
  bool even = true;
  for (size_t k = 1; k < a->segments && tr_equal_chunks(a, &most) == 0; k++) {
    const size_t border = a->count / a->segments * k;
    even = even && a->segment[k].earliest <= border + a->segments && border <= a->segment[k].from;
  }
  for (size_t k = 0; k < a->segments && !even; k++) {
    tr_segment *s = &a->segment[k];
    s->open = s->open || s->to - s->from < a->sheet->length + a->sheet->tree_count;
  }
}

int tr_settle_segments(tr_analysis *a, nf_err *e) {
  enum { LOOKED_AT = 256 };
  settling v = {
      .a = a, .found = a->trees, .parts = a->segments < LOOKED_AT ? a->segments : LOOKED_AT};
  bool wanted = false;
  for (size_t k = 0; k < a->segments; k++) {
    tr_segment *s = &a->segment[k];
    s->open = !tr_has_masks(a->sheet, s->from, s->to); // until another tree has been sought
    wanted = wanted || s->open;
  }
  if (!wanted)
    return NF_EXIT_OK;
  bool done = fit_all(&v) && find_pattern(&v);
  for (size_t k = v.parts; done && k-- > 0;)
    done = take(&v, k);
  free(v.fit);
  if (!done)
    return nf_err_memory(e, "the trees that fit");
  if (join_again(a, e) == NF_EXIT_OK)
    doubt_uneven(a);
  return e->status;
}
