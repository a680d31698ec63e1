// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "grid.h"
#include <stdlib.h>
#include <string.h>

int nf_grid_open(nf_grid *g, uint32_t x, uint32_t y, nf_err *e) {
  *g = (nf_grid){.x = x, .y = y, .words = (x + 63) / 64};
  if (x == 0 || y == 0 || x > NF_PLACE_SIDE || y > NF_PLACE_SIDE)
    return nf_refuse(e, "a mesh has 1..%d x 1..%d boards, not %u x %u", NF_PLACE_SIDE,
                     NF_PLACE_SIDE, x, y);
  g->free = malloc((size_t)y * g->words * sizeof *g->free);
  g->left = malloc(y * sizeof *g->left);
  g->hopeless = malloc((y + 1ull) * sizeof *g->hopeless);
  g->common = malloc(g->words * sizeof *g->common);
  g->chosen = malloc(y * sizeof *g->chosen);
  if (!g->free || !g->left || !g->hopeless || !g->common || !g->chosen)
    return nf_err_memory(e, "the boards");
  nf_grid_clear(g);
  return NF_EXIT_OK;
}

void nf_grid_close(nf_grid *g) {
  free(g->free);
  free(g->left);
  free(g->hopeless);
  free(g->common);
  free(g->chosen);
  *g = (nf_grid){0};
}

void nf_grid_clear(nf_grid *g) {
  memset(g->free, 0xff, (size_t)g->y * g->words * sizeof *g->free);
  for (uint32_t r = 0; r < g->y; r++) {
    if (g->x % 64)
      g->free[(size_t)r * g->words + g->words - 1] = (1ull << g->x % 64) - 1;
    g->left[r] = g->x;
  }
  for (uint32_t u = 0; u <= g->y; u++)
    g->hopeless[u] = g->x + 1;
}

void nf_grid_take(nf_grid *g, uint32_t row, uint32_t column) {
  uint64_t *word = &g->free[(size_t)row * g->words + column / 64];
  const uint64_t bit = 1ull << column % 64;
  g->left[row] -= (*word & bit) != 0;
  *word &= ~bit;
}

// How many columns would be left in common with this row.
static uint32_t in_common(const nf_grid *g, uint32_t row) {
  const uint64_t *free = g->free + (size_t)row * g->words;
  uint32_t n = 0;
  for (uint32_t w = 0; w < g->words; w++)
    n += (uint32_t)__builtin_popcountll(g->common[w] & free[w]);
  return n;
}

static void restrict_to(nf_grid *g, uint32_t row) {
  for (uint32_t w = 0; w < g->words; w++)
    g->common[w] &= g->free[(size_t)row * g->words + w];
}

static bool choose_from(nf_grid *g, uint32_t start, uint32_t rows, uint32_t columns) {
  uint32_t n = 1;
  g->chosen[0] = start;
  memcpy(g->common, g->free + (size_t)start * g->words, g->words * sizeof *g->common);
  for (uint32_t r = start + 1; n < rows && r < g->y; r++)
    if (g->left[r] >= columns && in_common(g, r) >= columns) {
      restrict_to(g, r);
      g->chosen[n++] = r;
    }
  return n == rows;
}

bool nf_grid_choose(nf_grid *g, uint32_t rows, uint32_t columns) {
  if (rows > g->y || columns > g->x || columns >= g->hopeless[rows])
    return false;
  uint32_t able = 0; // rows from here on with enough free boards
  for (uint32_t r = 0; r < g->y; r++)
    able += g->left[r] >= columns;
  for (uint32_t r = 0; r < g->y && able >= rows; r++)
    if (g->left[r] >= columns) {
      if (choose_from(g, r, rows, columns))
        return true;
      able--;
    }
  for (uint32_t u = rows; u <= g->y && g->hopeless[u] > columns; u++)
    g->hopeless[u] = columns;
  return false;
}
