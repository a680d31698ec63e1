// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// From masked operands to trees (Xie et al., FPRev, USENIX ATC 2025, with one unit a probe or units
// of different weights, so that sets and not only their sizes are seen).
#include "analyse.h"

#include <stdlib.h>
#include <string.h>

// What the masks of one place told, and the tree that it means; many places tell the same.
typedef struct {
  uint64_t hash;
  int tree; // -1: none
} told;

typedef struct {
  tr_analysis *a;
  tr_outside outside;
  told *seen;
  size_t seens, room;
} decoder;

static void set_outside(tr_outside *o, unsigned i, unsigned j, unsigned k) {
  o->set[i * o->ranks + j][k / 64] |= 1ull << (k % 64);
  o->set[j * o->ranks + i][k / 64] |= 1ull << (k % 64);
}

// The units that a coded probe's answer is the sum of; 0 if it is no such sum.
static uint64_t units_of(const tr_sheet *s, uint64_t answer) {
  const tr_num x = tr_unpack(s->type, answer, false);
  const int place = x.exp - tr_format_of(s->type)->emin;
  if (x.kind != TR_FINITE || x.neg || place < 0 || place >= (int)s->batch)
    return 0;
  const uint64_t units = x.sig >> (63 - place);
  return units << (63 - place) == x.sig ? units : 0;
}

static void read_probe(decoder *d, const tr_probe *p, uint64_t answer) {
  const tr_sheet *s = d->a->sheet;
  if (p->kind == TR_PROBE_TREE) {
    if (answer == s->unit)
      set_outside(&d->outside, (unsigned)p->i, (unsigned)p->j, (unsigned)p->k);
    return;
  }
  uint64_t units = units_of(s, answer);
  for (unsigned k = 0, place = 0; k < s->ranks; k++) {
    if ((int)k == p->i || (int)k == p->j)
      continue;
    if ((int)place >= p->arg && place < (unsigned)p->arg + s->batch &&
        units >> (place - (unsigned)p->arg) & 1)
      set_outside(&d->outside, (unsigned)p->i, (unsigned)p->j, k);
    place++;
  }
}

int tr_index_of(tr_analysis *a, const tr_tree *t) {
  for (unsigned i = 0; i < a->trees; i++)
    if (tr_tree_equal(&a->tree[i].tree, t))
      return (int)i;
  if (a->trees == TR_MAX_TREES) {
    a->too_many = true;
    return -1;
  }
  return tr_found_make(&a->tree[a->trees], t, a->sheet->length) ? (int)a->trees++ : -2;
}

// The tree of the masks that begin at element `at`; -1: none, -2: no memory.
static int decode_at(decoder *d, const void *array, size_t at) {
  const tr_sheet *s = d->a->sheet;
  uint64_t hash = 1;
  for (size_t i = 0; i < s->tree_count; i++) {
    const uint64_t answer = tr_load(array, s->type, at + i);
    hash = hash * 0x100000001b3 ^ (s->batch ? units_of(s, answer) : (uint64_t)(answer == s->unit));
  }
  for (size_t i = 0; i < d->seens; i++)
    if (d->seen[i].hash == hash)
      return d->seen[i].tree;
  memset(d->outside.set, 0, (size_t)s->ranks * s->ranks * sizeof *d->outside.set);
  for (size_t i = 0; i < s->tree_count; i++)
    read_probe(d, &s->probe[s->tree_at + i], tr_load(array, s->type, at + i));
  tr_tree tree;
  const int index = tr_tree_build(&tree, &d->outside) ? tr_index_of(d->a, &tree) : -1;
  if (d->seens < d->room)
    d->seen[d->seens++] = (told){hash, index};
  return index;
}

// Notes answers of elements that very likely have the tree.
static void note(tr_found *f, const tr_sheet *s, const void *array, size_t from, size_t to) {
  for (size_t at = from; at < to; at++) {
    const size_t p = at % s->length;
    const uint64_t answer = tr_load(array, s->type, at);
    if (!f->known[p]) {
      f->known[p] = 1;
      f->answer[p] = answer;
    } else if (!tr_same(s->type, f->answer[p], answer)) {
      f->known[p] = 2;
    }
  }
}

int tr_decode_trees(tr_analysis *a, nf_err *e) {
  enum {
    NOTED = 64,
    TOLD = 4096
  }; // sheets of a tree whose answers are noted; different masks kept
  const tr_sheet *s = a->sheet;
  const void *array = a->array;
  decoder d = {.a = a, .outside = {.ranks = s->ranks}, .room = TOLD};
  d.outside.set = calloc((size_t)s->ranks * s->ranks, sizeof *d.outside.set);
  d.seen = calloc(d.room, sizeof *d.seen);
  a->tree = calloc(TR_MAX_TREES, sizeof *a->tree);
  int status = d.outside.set && d.seen && a->tree ? NF_EXIT_OK : nf_err_memory(e, "the trees");
  int next = -1;
  const size_t sheets = status ? 0 : (a->count + s->length - 1) / s->length;
  for (size_t r = 0; r <= sheets && status == NF_EXIT_OK; r++) {
    const size_t at = r * s->length + s->tree_at;
    const bool whole = r < sheets && at + s->tree_count <= a->count;
    const int tree = next;
    next = whole ? decode_at(&d, array, at) : -1;
    if (next == -2)
      status = nf_err_memory(e, "the trees");
    a->undecoded += whole && next == -1;
    if (r == 0 || tree < 0)
      continue;
    // From these masks to the next ones, if they tell the same tree; only the masks otherwise.
    tr_found *f = &a->tree[tree];
    const size_t from = at - s->length;
    const bool to_next = next == tree || (r == sheets && from + s->length >= a->count);
    const size_t to = to_next ? at : from + s->tree_count;
    if (f->seen++ < NOTED || !to_next)
      note(f, s, array, from, to < a->count ? to : a->count);
  }
  free(d.outside.set);
  free(d.seen);
  return status;
}
