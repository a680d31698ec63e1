// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Each edge of the torus is given one of two colours so that every node has two edges of each. Both
// colours are then sets of cycles; wanted is one cycle each.
//
// Where the rows are a multiple of the columns the first colour goes along each row, once round but
// for one edge, and then down: a staircase, which closes to one cycle. What is left is one cycle
// too if gcd(rows, columns - 1) = 1. Elsewhere there are more cycles at first, and squares mend
// them: a square whose horizontal edges have one colour and whose vertical edges have the other may
// exchange them, and every node still has two of each.
#include "hamilton.h"
#include "sim/common/rng.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { RIGHT, DOWN };

typedef struct {
  uint32_t rows, columns;
  uint8_t *colour; // [nodes][2]: of the edges to the right and down
  bool *seen;
} torus;

static uint32_t node_at(const torus *t, uint32_t row, uint32_t column) {
  return row % t->rows * t->columns + column % t->columns;
}

// The nodes on the four sides, and the edges to them.
typedef struct {
  uint32_t node[4], edge[4];
} sides;

static sides sides_of(const torus *t, uint32_t n) {
  const uint32_t row = n / t->columns, column = n % t->columns,
                 left = node_at(t, row, column + t->columns - 1),
                 up = node_at(t, row + t->rows - 1, column);
  return (sides){{node_at(t, row, column + 1), node_at(t, row + 1, column), left, up},
                 {2 * n + RIGHT, 2 * n + DOWN, 2 * left + RIGHT, 2 * up + DOWN}};
}

// Follows the cycle of a colour from a node; returns its length, and the nodes in `order` if that
// is given.
static uint32_t follow(const torus *t, uint8_t colour, uint32_t from, uint32_t *order) {
  uint32_t at = from, came = UINT32_MAX, length = 0;
  do {
    const sides s = sides_of(t, at);
    t->seen[at] = true;
    if (order)
      order[length] = at;
    length++;
    int k = 0;
    while (t->colour[s.edge[k]] != colour || s.edge[k] == came)
      k++;
    came = s.edge[k];
    at = s.node[k];
  } while (at != from);
  return length;
}

static uint32_t count_cycles(const torus *t, uint8_t colour) {
  const uint32_t nodes = t->rows * t->columns;
  uint32_t cycles = 0;
  memset(t->seen, 0, nodes * sizeof *t->seen);
  for (uint32_t n = 0; n < nodes; n++)
    if (!t->seen[n]) {
      follow(t, colour, n, NULL);
      cycles++;
    }
  return cycles;
}

static uint32_t both(const torus *t) { return count_cycles(t, 0) + count_cycles(t, 1); }

// The staircase where it closes; elsewhere one colour has the rows and the other the columns.
static void colour_edges(torus *t) {
  const bool closes = t->rows % t->columns == 0;
  for (uint32_t row = 0; row < t->rows; row++) {
    const uint32_t last = t->columns - 1 - row % t->columns; // column where the row is left
    for (uint32_t column = 0; column < t->columns; column++) {
      const uint32_t n = node_at(t, row, column);
      t->colour[2 * n + RIGHT] = closes && column == last;
      t->colour[2 * n + DOWN] = !(closes && column == last);
    }
  }
}

static bool exchange(const torus *t, uint32_t n) {
  const uint32_t right = node_at(t, n / t->columns, n % t->columns + 1),
                 down = node_at(t, n / t->columns + 1, n % t->columns);
  uint8_t *edge[4] = {&t->colour[2 * n + RIGHT], &t->colour[2 * down + RIGHT],
                      &t->colour[2 * n + DOWN], &t->colour[2 * right + DOWN]};
  if (*edge[0] != *edge[1] || *edge[2] != *edge[3] || *edge[0] == *edge[2])
    return false;
  for (int k = 0; k < 4; k++)
    *edge[k] ^= 1;
  return true;
}

// Exchanges squares while that leaves no more cycles than there were.
static bool mend(const torus *t) {
  const uint32_t nodes = t->rows * t->columns;
  nf_rng rng = {nodes};
  uint32_t cycles = both(t);
  for (uint32_t turn = 0; cycles > 2 && turn < 400u * nodes; turn++) {
    const uint32_t n = nf_rng_below(&rng, nodes);
    if (!exchange(t, n))
      continue;
    const uint32_t now = both(t);
    if (now > cycles)
      exchange(t, n);
    else
      cycles = now;
  }
  return cycles == 2;
}

static int make(torus *t, nf_cycles *h, nf_err *e) {
  const bool turned = t->rows < t->columns; // the staircase wants at least as many rows
  const uint32_t nodes = t->rows * t->columns;
  if (turned) {
    t->rows = h->columns;
    t->columns = h->rows;
  }
  colour_edges(t);
  if (!mend(t))
    return nf_err_set(
        e, NF_EXIT_FAILED,
        "no two edge-disjoint Hamiltonian cycles were found on %u x %u; take rows that "
        "are a multiple of the columns and coprime to the columns less one",
        h->rows, h->columns);
  for (uint8_t colour = 0; colour < 2; colour++) {
    follow(t, colour, 0, h->order[colour]);
    for (uint32_t i = 0; turned && i < nodes; i++) {
      const uint32_t n = h->order[colour][i];
      h->order[colour][i] = n % t->columns * h->columns + n / t->columns;
    }
  }
  return NF_EXIT_OK;
}

int nf_cycles_open(nf_cycles *h, uint32_t rows, uint32_t columns, nf_err *e) {
  enum { NODES = 1 << 24 };
  *h = (nf_cycles){.rows = rows, .columns = columns};
  if (rows < 3 || columns < 3 || (uint64_t)rows * columns > NODES)
    return nf_refuse(e,
                     "two Hamiltonian cycles need 3 rows and 3 columns, and at most %d nodes; %u x "
                     "%u is not that",
                     NODES, rows, columns);
  const size_t nodes = (size_t)rows * columns;
  torus t = {rows, columns, malloc(2 * nodes), malloc(nodes * sizeof *t.seen)};
  for (int k = 0; k < 2; k++)
    h->order[k] = malloc(nodes * sizeof *h->order[k]);
  if (!t.colour || !t.seen || !h->order[0] || !h->order[1])
    nf_err_memory(e, "the Hamiltonian cycles");
  else
    make(&t, h, e);
  free(t.colour);
  free(t.seen);
  if (e->status != NF_EXIT_OK)
    nf_cycles_close(h);
  return e->status;
}

void nf_cycles_close(nf_cycles *h) {
  free(h->order[0]);
  free(h->order[1]);
  *h = (nf_cycles){0};
}
