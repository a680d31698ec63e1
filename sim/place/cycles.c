// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "cycles.h"
#include <stdbool.h>
#include <stdlib.h>

// True if b follows a, or a follows b, in a ring of n.
static bool beside(uint32_t a, uint32_t b, uint32_t n) {
  return a + 1 == b || b + 1 == a || (a == 0 && b + 1 == n) || (b == 0 && a + 1 == n);
}

typedef struct {
  uint32_t low, high;
} edge;

static int by_ends(const void *a, const void *b) {
  const edge *x = a, *y = b;
  if (x->low != y->low)
    return x->low < y->low ? -1 : 1;
  return x->high < y->high ? -1 : x->high > y->high;
}

// The nodes of one cycle, each once, each beside the next; its edges.
static int follow(uint32_t rows, uint32_t columns, const uint32_t *order, int which, bool *seen,
                  edge *edges, nf_err *e) {
  const uint32_t nodes = rows * columns;
  for (uint32_t i = 0; i < nodes; i++)
    seen[i] = false;
  for (uint32_t i = 0; i < nodes; i++) {
    const uint32_t a = order[i], b = order[i + 1 < nodes ? i + 1 : 0];
    if (a >= nodes || b >= nodes || seen[a])
      return nf_err_set(e, NF_EXIT_FAILED, "cycle %d: node %u is not there or comes twice", which,
                        a);
    const bool in_row = a / columns == b / columns, in_column = a % columns == b % columns;
    seen[a] = true;
    if (in_row == in_column || (in_row && !beside(a % columns, b % columns, columns)) ||
        (in_column && !beside(a / columns, b / columns, rows)))
      return nf_err_set(e, NF_EXIT_FAILED, "cycle %d: nodes %u and %u are no neighbours", which, a,
                        b);
    edges[i] = (edge){a < b ? a : b, a < b ? b : a};
  }
  return NF_EXIT_OK;
}

int nf_cycles_check(uint32_t rows, uint32_t columns, uint32_t *const order[2], nf_err *e) {
  const size_t nodes = (size_t)rows * columns;
  bool *seen = malloc(nodes * sizeof *seen);
  edge *edges = malloc(2 * nodes * sizeof *edges);
  if (!seen || !edges)
    nf_err_memory(e, "the check of the cycles");
  for (int k = 0; k < 2 && e->status == NF_EXIT_OK; k++)
    follow(rows, columns, order[k], k, seen, edges + (size_t)k * nodes, e);
  if (e->status == NF_EXIT_OK) {
    qsort(edges, 2 * nodes, sizeof *edges, by_ends);
    for (size_t i = 1; i < 2 * nodes && e->status == NF_EXIT_OK; i++)
      if (by_ends(&edges[i - 1], &edges[i]) == 0)
        nf_err_set(e, NF_EXIT_FAILED, "the edge of nodes %u and %u is in use twice", edges[i].low,
                   edges[i].high);
  }
  free(seen);
  free(edges);
  return e->status;
}
