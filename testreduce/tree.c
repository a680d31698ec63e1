// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "tree.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tr_tree_begin(tr_tree *t, unsigned ranks) {
  memset(t, 0, sizeof *t);
  t->ranks = ranks;
}

int tr_tree_join(tr_tree *t, const int *child, unsigned count) {
  t->node[t->nodes].first = (uint16_t)t->children;
  t->node[t->nodes].count = (uint16_t)count;
  for (unsigned i = 0; i < count; i++)
    t->child[t->children++] = (int16_t)child[i];
  return ~(int)t->nodes++;
}

// ------------------------------------------------------------------------------- text
typedef struct {
  char *text;
  size_t used, size;
} writer;

static void put(writer *w, const char *s) {
  while (*s && w->used + 1 < w->size)
    w->text[w->used++] = *s++;
  w->text[w->used] = 0;
}

static void write_child(const tr_tree *t, int child, writer *w) {
  char number[16];
  if (child >= 0) {
    snprintf(number, sizeof number, "%d", child);
    put(w, number);
    return;
  }
  put(w, "(");
  for (unsigned i = 0; i < t->node[~child].count; i++) {
    put(w, i ? " " : "");
    write_child(t, t->child[t->node[~child].first + i], w);
  }
  put(w, ")");
}

void tr_tree_text(const tr_tree *t, char text[TR_TREE_TEXT]) {
  writer w = {text, 0, TR_TREE_TEXT};
  write_child(t, ~(int)(t->nodes - 1), &w);
}

typedef struct {
  const char *at;
  unsigned depth, seen;
  bool used[TR_MAX_RANKS];
  const char *wrong;
} parser;

static int parse_child(tr_tree *t, parser *p) {
  p->at += strspn(p->at, " +,");
  if (isdigit((unsigned char)*p->at)) {
    const unsigned long rank = strtoul(p->at, (char **)&p->at, 10);
    if (rank >= TR_MAX_RANKS || p->used[rank])
      p->wrong = rank >= TR_MAX_RANKS ? "a rank is too large" : "a rank comes twice";
    else
      p->used[rank] = true;
    p->seen++;
    return (int)rank;
  }
  if (*p->at != '(' || p->depth == TR_MAX_RANKS) {
    p->wrong = "a bracket or a rank is missing";
    return 0;
  }
  p->at++;
  p->depth++;
  int child[TR_MAX_RANKS];
  unsigned count = 0;
  while (!p->wrong && *(p->at += strspn(p->at, " +,")) != ')') {
    if (count == TR_MAX_RANKS)
      p->wrong = "a node has too many operands";
    else
      child[count++] = parse_child(t, p);
  }
  p->depth--;
  if (p->wrong)
    return 0;
  p->at++;
  if (count < 2)
    p->wrong = "a node has less than two operands";
  return p->wrong ? 0 : tr_tree_join(t, child, count);
}

int tr_tree_parse(tr_tree *t, const char *text, nf_err *e) {
  parser p = {.at = text};
  tr_tree_begin(t, 0);
  parse_child(t, &p);
  p.at += p.wrong ? 0 : strspn(p.at, " ");
  t->ranks = p.seen;
  for (unsigned r = 0; !p.wrong && r < p.seen; r++)
    if (!p.used[r])
      p.wrong = "a rank is missing";
  if (!p.wrong && (*p.at || t->nodes == 0))
    p.wrong = "it does not end with the last bracket";
  if (p.wrong)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "tree '%.60s': %s; write it as in ((0 1) (2 3))", text,
                      p.wrong);
  return NF_EXIT_OK;
}

// ------------------------------------------------------------------------------- canonical form
static int least_leaf(const tr_tree *t, int child) {
  while (child < 0)
    child = t->child[t->node[~child].first];
  return child;
}

static int canon_child(const tr_tree *from, int child, tr_tree *to) {
  if (child >= 0)
    return child;
  const unsigned count = from->node[~child].count;
  int made[TR_MAX_RANKS];
  for (unsigned i = 0; i < count; i++) {
    const int one = canon_child(from, from->child[from->node[~child].first + i], to);
    unsigned at = i;
    while (at && least_leaf(to, made[at - 1]) > least_leaf(to, one)) {
      made[at] = made[at - 1];
      at--;
    }
    made[at] = one;
  }
  return tr_tree_join(to, made, count);
}

static int copy_child(const tr_tree *from, int child, tr_tree *to) {
  if (child >= 0)
    return child;
  const unsigned count = from->node[~child].count;
  int made[TR_MAX_RANKS];
  for (unsigned i = 0; i < count; i++)
    made[i] = copy_child(from, from->child[from->node[~child].first + i], to);
  return tr_tree_join(to, made, count);
}

// Sorting changes the order in which nodes are made; a copy in that order has one numbering.
void tr_tree_canon(tr_tree *t) {
  tr_tree sorted;
  tr_tree_begin(&sorted, t->ranks);
  canon_child(t, ~(int)(t->nodes - 1), &sorted);
  tr_tree_begin(t, sorted.ranks);
  copy_child(&sorted, ~(int)(sorted.nodes - 1), t);
}

bool tr_tree_equal(const tr_tree *a, const tr_tree *b) {
  return a->ranks == b->ranks && a->nodes == b->nodes && a->children == b->children &&
         memcmp(a->node, b->node, a->nodes * sizeof a->node[0]) == 0 &&
         memcmp(a->child, b->child, a->children * sizeof a->child[0]) == 0;
}

void tr_tree_rotate(tr_tree *t, unsigned by) {
  for (unsigned i = 0; i < t->children; i++)
    if (t->child[i] >= 0)
      t->child[i] = (int16_t)(((unsigned)t->child[i] + by) % t->ranks);
  tr_tree_canon(t);
}

void tr_tree_leaves(const tr_tree *t, unsigned node, bool below[TR_MAX_RANKS]) {
  for (unsigned i = 0; i < t->node[node].count; i++) {
    const int child = t->child[t->node[node].first + i];
    if (child >= 0)
      below[child] = true;
    else
      tr_tree_leaves(t, (unsigned)~child, below);
  }
}

// ------------------------------------------------------------------------------- from masks
bool tr_outside_has(const tr_outside *o, unsigned i, unsigned j, unsigned k) {
  return o->set[i * o->ranks + j][k / 64] >> (k % 64) & 1;
}

// i and j meet before k, and neither of the two other pairs does.
static bool resolved(const tr_outside *o, unsigned i, unsigned j, unsigned k) {
  return tr_outside_has(o, i, j, k) && !tr_outside_has(o, i, k, j) && !tr_outside_has(o, j, k, i);
}

static unsigned root_of(uint16_t *up, unsigned i) {
  while (up[i] != i)
    i = up[i] = up[up[i]];
  return i;
}

// The tree of some ranks: those that meet before another of them does are below one operand.
static bool build(tr_tree *t, const tr_outside *o, const uint16_t *rank, unsigned n, int *made) {
  if (n == 1) {
    *made = rank[0];
    return true;
  }
  uint16_t up[TR_MAX_RANKS];
  for (unsigned i = 0; i < n; i++)
    up[i] = (uint16_t)i;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = i + 1; j < n; j++) {
      if (root_of(up, i) == root_of(up, j))
        continue;
      for (unsigned k = 0; k < n; k++)
        if (k != i && k != j && resolved(o, rank[i], rank[j], rank[k])) {
          up[root_of(up, j)] = (uint16_t)root_of(up, i);
          break;
        }
    }
  int child[TR_MAX_RANKS];
  unsigned children = 0;
  for (unsigned i = 0; i < n; i++) {
    if (root_of(up, i) != i)
      continue;
    uint16_t part[TR_MAX_RANKS];
    unsigned size = 0;
    for (unsigned j = 0; j < n; j++)
      if (root_of(up, j) == i)
        part[size++] = rank[j];
    if (size == n || !build(t, o, part, size, &child[children++]))
      return false;
  }
  *made = tr_tree_join(t, child, children);
  return true;
}

bool tr_tree_build(tr_tree *t, const tr_outside *o) {
  uint16_t rank[TR_MAX_RANKS];
  int root;
  for (unsigned i = 0; i < o->ranks; i++)
    rank[i] = (uint16_t)i;
  tr_tree_begin(t, o->ranks);
  if (!build(t, o, rank, o->ranks, &root))
    return false;
  tr_tree_canon(t);
  return true;
}
