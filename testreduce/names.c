// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Trees that have a name in the field, and the names of a tree.
#include "tree.h"

#include <stdio.h>
#include <string.h>

static int join2(tr_tree *t, int a, int b) { return tr_tree_join(t, (int[]){a, b}, 2); }

// Rank `start`, then its neighbours one after the other, upward or downward, around the ring.
static void sequential(tr_tree *t, unsigned n, unsigned start, bool down) {
  int sum = (int)start;
  for (unsigned i = 1; i < n; i++)
    sum = join2(t, sum, (int)((start + (down ? n - i : i)) % n));
}

static int halves(tr_tree *t, unsigned from, unsigned n) {
  return n == 1 ? (int)from
                : join2(t, halves(t, from, (n + 1) / 2), halves(t, from + (n + 1) / 2, n / 2));
}

// Ranks beyond the largest power of two first give theirs to a neighbour (Thakur, Rabenseifner,
// Gropp 2005, section 4.4), then partners at distance 1, 2, 4 ... (doubling) or the other way.
static void exchange(tr_tree *t, unsigned n, bool far_first) {
  unsigned power = 1;
  while (2 * power <= n)
    power *= 2;
  const unsigned rest = n - power;
  int part[TR_MAX_RANKS];
  for (unsigned i = 0; i < power; i++)
    part[i] = i < rest ? join2(t, (int)(2 * i), (int)(2 * i + 1)) : (int)(i + rest);
  for (unsigned left = power; left > 1; left /= 2)
    for (unsigned i = 0; i < left / 2; i++)
      part[i] = far_first ? join2(t, part[i], part[i + left / 2])
                          : join2(t, part[2 * i], part[2 * i + 1]);
}

// Rank 0 takes what ranks 1, 2, 4 ... have collected of the ranks behind them.
static int binomial(tr_tree *t, unsigned from, unsigned span, unsigned n) {
  int sum = (int)from;
  for (unsigned step = 1; step < span && from + step < n; step *= 2)
    sum = join2(t, sum, binomial(t, from + step, step, n));
  return sum;
}

// One of the two trees of Sanders, Speck and Traeff (2009) as NCCL numbers them: a rank with k
// zeros at the end of its number has the children at distance 2^(k-1), and adds its own first.
static int double_below(tr_tree *t, unsigned rank, unsigned n, bool second) {
  unsigned span = 1;
  while (span < n && !(rank & span))
    span *= 2;
  const unsigned shown = !second ? rank : n % 2 ? (rank + 1) % n : n - 1 - rank;
  int sum = (int)shown;
  const unsigned low = span / 2;
  if (rank != 0 && low)
    sum = join2(t, sum, double_below(t, rank - low, n, second));
  for (unsigned step = low; step; step /= 2)
    if (rank + step < n)
      return join2(t, sum, double_below(t, rank + step, n, second));
  return sum;
}

typedef enum {
  SEQUENTIAL,
  REVERSED,
  FUSED,
  BINARY,
  DOUBLING,
  HALVING,
  BINOMIAL,
  DTREE0,
  DTREE1
} famous;
static const struct {
  const char *name, *told; // on the command line; in a report
} Shapes[] = {
    [SEQUENTIAL] = {"sequential", "sequential"},
    [REVERSED] = {"reversed", "reversed sequential"},
    [FUSED] = {"fused", "one fused node"},
    [BINARY] = {"binary", "binary by halves"},
    [DOUBLING] = {"doubling", "recursive doubling (or Rabenseifner, distances 1, 2, 4 ...)"},
    [HALVING] = {"halving", "Rabenseifner by recursive halving (distances ... 4, 2, 1)"},
    [BINOMIAL] = {"binomial", "binomial to rank 0 (or halving and doubling in binary blocks)"},
    [DTREE0] = {"double0", "double tree, first"},
    [DTREE1] = {"double1", "double tree, second"},
};
enum { SHAPES = sizeof Shapes / sizeof Shapes[0] };
const char *tr_tree_known(unsigned index) { return index < SHAPES ? Shapes[index].name : NULL; }

static void make(tr_tree *t, famous s, unsigned n, unsigned start) {
  int all[TR_MAX_RANKS];
  tr_tree_begin(t, n);
  switch (s) {
  case SEQUENTIAL:
  case REVERSED:
    sequential(t, n, start, s == REVERSED);
    break;
  case FUSED:
    for (unsigned i = 0; i < n; i++)
      all[i] = (int)i;
    tr_tree_join(t, all, n);
    break;
  case BINARY:
    halves(t, 0, n);
    break;
  case DOUBLING:
  case HALVING:
    exchange(t, n, s == HALVING);
    break;
  case BINOMIAL:
    binomial(t, 0, n, n);
    break;
  case DTREE0:
  case DTREE1:
    double_below(t, 0, n, s == DTREE1);
    break;
  }
  tr_tree_canon(t);
}

int tr_tree_named(tr_tree *t, const char *name, unsigned ranks, unsigned shift, nf_err *e) {
  for (unsigned s = 0; s < SHAPES; s++)
    if (strcmp(name, Shapes[s].name) == 0) {
      const bool down = s == REVERSED;
      make(t, (famous)s, ranks, down ? (ranks - 1 + shift) % ranks : shift % ranks);
      if (s > REVERSED && shift)
        tr_tree_rotate(t, shift);
      return NF_EXIT_OK;
    }
  char all[256] = "";
  for (unsigned s = 0; s < SHAPES; s++)
    snprintf(all + strlen(all), sizeof all - strlen(all), "%s, ", Shapes[s].name);
  return nf_err_set(e, NF_EXIT_BAD_INPUT,
                    "the tree '%s' has no such name; give one of %sor brackets", name, all);
}

// ------------------------------------------------------------------------------- likely trees
// Of so many ranks: sequential ones in both directions from each of them, and one of each other.
static unsigned basics(unsigned n) { return 2 * n + SHAPES - FUSED; }

static void make_basic(tr_tree *t, unsigned n, unsigned index) {
  if (index < 2 * n)
    make(t, index < n ? SEQUENTIAL : REVERSED, n, index % n);
  else
    make(t, (famous)(FUSED + index - 2 * n), n, 0);
}

// The sums of a tree again in another one, with what stands for its ranks.
static int graft(const tr_tree *from, int child, const int *stand, tr_tree *to) {
  int made[TR_MAX_RANKS];
  if (child >= 0)
    return stand[child];
  const unsigned count = from->node[~child].count;
  for (unsigned i = 0; i < count; i++)
    made[i] = graft(from, from->child[from->node[~child].first + i], stand, to);
  return tr_tree_join(to, made, count);
}

static void make_levels(tr_tree *t, unsigned size, unsigned groups, bool strided, unsigned index) {
  tr_tree inside, between;
  int sum[TR_MAX_RANKS];
  make_basic(&inside, size, index % basics(size));
  make_basic(&between, groups, index / basics(size));
  tr_tree_begin(t, size * groups);
  for (unsigned g = 0; g < groups; g++) {
    int rank[TR_MAX_RANKS];
    for (unsigned i = 0; i < size; i++)
      rank[i] = (int)(strided ? g + i * groups : g * size + i);
    sum[g] = graft(&inside, ~(int)(inside.nodes - 1), rank, t);
  }
  graft(&between, ~(int)(between.nodes - 1), sum, t);
  tr_tree_canon(t);
}

bool tr_tree_likely(tr_tree *t, unsigned ranks, unsigned index) {
  nf_err none = {0};
  if (index < SHAPES * ranks)
    return tr_tree_named(t, Shapes[index / ranks].name, ranks, index % ranks, &none) == NF_EXIT_OK;
  index -= SHAPES * ranks;
  for (unsigned size = 2; size <= ranks / 2; size++) {
    const unsigned groups = ranks / size, each = basics(size) * basics(groups);
    if (ranks % size)
      continue;
    if (index < 2 * each) {
      make_levels(t, size, groups, index >= each, index % each);
      return true;
    }
    index -= 2 * each;
  }
  return false;
}

// ------------------------------------------------------------------------------- names
static void add_name(char *name, const char *more) {
  const size_t used = strlen(name);
  snprintf(name + used, TR_NAME_TEXT - used, "%s%s", used ? "; " : "", more);
}

// A sequential tree, wherever it begins. The first two ranks have no order: the one that comes
// first names it.
static bool name_sequential(const tr_tree *t, const char *what, char *name, tr_shape *shape) {
  for (int down = 0; down < 2; down++)
    for (unsigned s = 0; s < t->ranks; s++) {
      tr_tree like;
      const unsigned at = down ? t->ranks - 1 - s : s;
      make(&like, down ? REVERSED : SEQUENTIAL, t->ranks, at);
      if (!tr_tree_equal(&like, t))
        continue;
      char text[96];
      shape->start = at;
      shape->step = down ? -1 : 1;
      if (s)
        snprintf(text, sizeof text, "%s, from %s %u", Shapes[down ? REVERSED : SEQUENTIAL].told,
                 what, at);
      else
        snprintf(text, sizeof text, "%s", Shapes[down ? REVERSED : SEQUENTIAL].told);
      add_name(name, text);
      return true;
    }
  return false;
}

// The tree below one operand with its ranks numbered 0, 1 ...; and the tree above such operands.
typedef struct {
  int16_t number[TR_MAX_RANKS]; // by rank; -1: not in it
} numbering;

static int cut(const tr_tree *t, int child, const numbering *by, const bool *stop,
               const int16_t *stand, tr_tree *to) {
  if (child >= 0)
    return by->number[child];
  if (stop && stop[~child])
    return stand[~child];
  int made[TR_MAX_RANKS];
  const unsigned count = t->node[~child].count;
  for (unsigned i = 0; i < count; i++)
    made[i] = cut(t, t->child[t->node[~child].first + i], by, stop, stand, to);
  return tr_tree_join(to, made, count);
}

// The node that has exactly the ranks first, first + step ... (size of them) below; -1: none.
static int clade(const tr_tree *t, unsigned first, unsigned step, unsigned size) {
  for (unsigned v = 0; v < t->nodes; v++) {
    bool below[TR_MAX_RANKS] = {false};
    unsigned count = 0, inside = 0;
    tr_tree_leaves(t, v, below);
    for (unsigned r = 0; r < t->ranks; r++)
      count += below[r];
    for (unsigned i = 0; i < size; i++)
      inside += below[first + i * step];
    if (count == size && inside == size)
      return (int)v;
  }
  return -1;
}

// what: its leaves are ranks, or groups of them.
static void name_plain(const tr_tree *t, const char *what, char *name, tr_shape *shape) {
  if (t->ranks == 2) {
    add_name(name, "one addition");
    return;
  }
  name_sequential(t, what, name, shape);
  for (unsigned s = FUSED; s < SHAPES; s++) {
    tr_tree like;
    make(&like, (famous)s, t->ranks, 0);
    if (tr_tree_equal(&like, t))
      add_name(name, Shapes[s].told);
  }
}

// Groups of `size` ranks, neighbours or `step` apart, each reduced by the same tree, and one above.
static bool name_levels(const tr_tree *t, unsigned size, bool strided, char *name,
                        tr_shape *shape) {
  const unsigned groups = t->ranks / size, step = strided ? groups : 1;
  bool stop[TR_MAX_RANKS] = {false};
  int16_t stand[TR_MAX_RANKS];
  tr_tree first = {0}, one, above;
  for (unsigned g = 0; g < groups; g++) {
    const unsigned from = strided ? g : g * size;
    const int node = clade(t, from, step, size);
    if (node < 0)
      return false;
    numbering by;
    for (unsigned i = 0; i < size; i++)
      by.number[from + i * step] = (int16_t)i;
    tr_tree_begin(&one, size);
    cut(t, ~node, &by, NULL, NULL, &one);
    tr_tree_canon(&one);
    if (g == 0)
      first = one;
    else if (!tr_tree_equal(&one, &first))
      return false;
    stop[node] = true;
    stand[node] = (int16_t)g;
  }
  tr_tree_begin(&above, groups);
  cut(t, ~(int)(t->nodes - 1), &(numbering){{0}}, stop, stand, &above);
  tr_tree_canon(&above);
  char inside[TR_NAME_TEXT] = "", between[TR_NAME_TEXT] = "", text[TR_NAME_TEXT];
  tr_shape inner = {.group = size, .strided = strided}, outer = {0};
  name_plain(&first, "its rank", inside, &inner);
  name_plain(&above, "group", between, &outer);
  if (!*inside || !*between)
    return false;
  *shape = inner;
  shape->between = outer.step;
  // Few ranks have one tree of many names: the first one will do.
  snprintf(text, sizeof text, "groups of %u %s ranks: %.*s; between groups: %.*s", size,
           strided ? "strided" : "neighbouring", (int)strcspn(inside, ";"), inside,
           (int)strcspn(between, ";"), between);
  add_name(name, text);
  return true;
}

void tr_tree_name(const tr_tree *t, char name[TR_NAME_TEXT], tr_shape *shape) {
  *name = 0;
  *shape = (tr_shape){0};
  name_plain(t, "rank", name, shape);
  for (unsigned size = 2; !*name && size <= t->ranks / 2; size++)
    if (t->ranks % size == 0 && !name_levels(t, size, false, name, shape))
      name_levels(t, size, true, name, shape);
  shape->named = *name != 0;
  if (!*name)
    add_name(name, "unnamed");
}
