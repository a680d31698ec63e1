// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Which boards of a HammingMesh a job gets (HXMESH IV-A). A job of u x v boards needs u rows, and
// in each of them boards in the same v columns; neither rows nor columns need be neighbours
// (virtual sub-HammingMesh, HXMESH III-E). Greedy: the first row with v free boards, then every
// further row that leaves v columns in common, until there are u; from the next row if that ends
// with too few.
#ifndef NF_PLACE_H
#define NF_PLACE_H

#include "sim/common/err.h"
#include <stdbool.h>
#include <stdint.h>

enum { NF_PLACE_SIDE = 4096, NF_PLACE_ASPECT = 64 };

// The boards that are free: x columns, y rows.
typedef struct {
  uint32_t x, y, words;
  uint64_t *free;     // [y][words], a bit a column
  uint32_t *left;     // free boards of a row
  uint32_t *hopeless; // [y + 1]: so many columns in so many rows were not found; free boards only
                      // get fewer
  uint64_t *common;   // [words]: columns that the rows chosen have in common
  uint32_t *chosen;   // [y]
} nf_grid;

int nf_grid_open(nf_grid *g, uint32_t x, uint32_t y, nf_err *e);
void nf_grid_close(nf_grid *g);
void nf_grid_clear(nf_grid *g); // all free
// A board that is out of order, or a job's.
void nf_grid_take(nf_grid *g, uint32_t row, uint32_t column);

// A job: how many boards, in which shape, and what it got.
typedef struct {
  uint32_t rows, columns;         // asked for
  uint32_t got_rows, got_columns; // 0: not placed
  uint32_t *row, *column;         // [got_rows], [got_columns], ascending
  double upper; // share of its all-to-all traffic in the upper levels of the trees
} nf_job;

typedef struct {
  bool transpose;  // v x u, if u x v fails
  uint32_t aspect; // other shapes of as many boards, up to this ratio of their sides; 0: none
  bool sort;       // the largest job first
  bool locality;   // of all shapes that fit the one with least traffic in the upper levels
  uint32_t leaf;   // boards of a row or column at one switch of the lowest level; 0: all
} nf_place_rules;

// Places the jobs one after the other; those that do not fit stay without boards.
int nf_place(nf_grid *g, const nf_place_rules *rules, nf_job *jobs, uint32_t count, nf_err *e);
void nf_jobs_free(nf_job *jobs, uint32_t count);
// The shape of so many boards that is nearest to a square, taller than wide if it is none; or that
// of the next number of boards that has one within the mesh. False: none has.
bool nf_place_square(uint32_t boards, uint32_t most_rows, uint32_t most_columns, uint32_t *rows,
                     uint32_t *columns);
// Share of the traffic from every board of these rows and columns to every other that crosses from
// one leaf to another: of the hops along a row, and along a column (HXMESH Fig. 9).
double nf_place_upper(const uint32_t *row, uint32_t rows, const uint32_t *column, uint32_t columns,
                      uint32_t leaf);

// Checks the result from the boards alone, with nothing of the above: no board twice, none out of
// order, as many boards as were asked for, in every row of a job the same columns.
int nf_place_check(uint32_t x, uint32_t y, const bool *failed, const nf_job *jobs, uint32_t count,
                   nf_err *e);

#endif
