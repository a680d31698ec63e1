// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "place.h"
#include "grid.h"
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------- shapes
typedef struct {
  uint32_t rows, columns;
} shape;

enum { SHAPES = 2 * 128 };

static bool within(uint32_t rows, uint32_t columns, uint32_t aspect) {
  const uint32_t low = rows < columns ? rows : columns, high = rows < columns ? columns : rows;
  return high <= (uint64_t)low * aspect;
}

bool nf_place_square(uint32_t boards, uint32_t most_rows, uint32_t most_columns, uint32_t *rows,
                     uint32_t *columns) {
  for (uint32_t n = boards; n <= (uint64_t)most_rows * most_columns; n++) {
    uint32_t root = 1;
    while (root + 1 <= n / (root + 1))
      root++;
    for (uint32_t v = root; v > 0; v--)
      if (n % v == 0 && n / v <= most_rows && v <= most_columns) {
        *rows = n / v;
        *columns = v;
        return true;
      }
  }
  return false;
}

static void add_shape(shape *s, uint32_t *n, uint32_t rows, uint32_t columns) {
  for (uint32_t k = 0; k < *n; k++)
    if (s[k].rows == rows && s[k].columns == columns)
      return;
  if (*n < SHAPES)
    s[(*n)++] = (shape){rows, columns};
}

// In the order in which they are tried: what was asked for, turned, then from the square outwards.
static uint32_t shapes_of(const nf_place_rules *rules, const nf_job *j, shape *s) {
  uint32_t n = 0, root = 1;
  const uint32_t boards = j->rows * j->columns;
  add_shape(s, &n, j->rows, j->columns);
  if (rules->transpose)
    add_shape(s, &n, j->columns, j->rows);
  while (root <= boards / root)
    root++;
  for (uint32_t u = root; u-- > 1 && rules->aspect;)
    if (boards % u == 0 && within(u, boards / u, rules->aspect)) {
      add_shape(s, &n, u, boards / u);
      add_shape(s, &n, boards / u, u);
    }
  return n;
}

// ------------------------------------------------------------------------------- locality
// Ordered pairs of places in different leaves.
static double across(const uint32_t *place, uint32_t n, uint32_t leaf) {
  double same = 0;
  for (uint32_t i = 0, first = 0; i < n; i++)
    if (i + 1 == n || place[i + 1] / leaf != place[i] / leaf) {
      same += (double)(i + 1 - first) * (i + 1 - first);
      first = i + 1;
    }
  return (double)n * n - same;
}

double nf_place_upper(const uint32_t *row, uint32_t rows, const uint32_t *column, uint32_t columns,
                      uint32_t leaf) {
  const double r = rows, c = columns, hops = c * (c - 1) * r * r + r * (r - 1) * c * c;
  if (leaf == 0 || hops <= 0)
    return 0;
  return (across(column, columns, leaf) * r * r + across(row, rows, leaf) * c * c) / hops;
}

// ------------------------------------------------------------------------------- one job
static int keep(nf_grid *g, nf_job *j, const shape *s, uint32_t leaf, nf_err *e) {
  uint32_t *row = malloc((s->rows + (size_t)s->columns) * sizeof *row), *column = row + s->rows;
  if (!row)
    return nf_err_memory(e, "the boards of a job");
  memcpy(row, g->chosen, s->rows * sizeof *row);
  for (uint32_t c = 0, n = 0; n < s->columns; c++)
    if (g->common[c / 64] >> c % 64 & 1)
      column[n++] = c;
  const double upper = nf_place_upper(row, s->rows, column, s->columns, leaf);
  if (j->got_rows && j->upper <= upper) {
    free(row);
    return NF_EXIT_OK;
  }
  free(j->row);
  j->got_rows = s->rows;
  j->got_columns = s->columns;
  j->row = row;
  j->column = column;
  j->upper = upper;
  return NF_EXIT_OK;
}

static int place_job(nf_grid *g, const nf_place_rules *rules, nf_job *j, nf_err *e) {
  shape s[SHAPES];
  const uint32_t n = shapes_of(rules, j, s);
  for (uint32_t k = 0; k < n && (rules->locality || j->got_rows == 0); k++)
    if (nf_grid_choose(g, s[k].rows, s[k].columns) &&
        keep(g, j, &s[k], rules->leaf, e) != NF_EXIT_OK)
      return e->status;
  for (uint32_t r = 0; r < j->got_rows; r++)
    for (uint32_t c = 0; c < j->got_columns; c++)
      nf_grid_take(g, j->row[r], j->column[c]);
  return NF_EXIT_OK;
}

static int by_size(const void *a, const void *b) {
  const nf_job *x = *(nf_job *const *)a, *y = *(nf_job *const *)b;
  const uint64_t m = (uint64_t)x->rows * x->columns, n = (uint64_t)y->rows * y->columns;
  return m > n ? -1 : m < n ? 1 : x < y ? -1 : x > y;
}

int nf_place(nf_grid *g, const nf_place_rules *rules, nf_job *jobs, uint32_t count, nf_err *e) {
  nf_job **order = malloc((count + 1ull) * sizeof *order);
  if (!order)
    return nf_err_memory(e, "the order of the jobs");
  for (uint32_t i = 0; i < count; i++)
    order[i] = &jobs[i];
  if (rules->sort)
    qsort(order, count, sizeof *order, by_size);
  for (uint32_t i = 0; i < count && e->status == NF_EXIT_OK; i++)
    place_job(g, rules, order[i], e);
  free(order);
  return e->status;
}

void nf_jobs_free(nf_job *jobs, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    free(jobs[i].row);
    jobs[i] = (nf_job){0};
  }
}
