// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// From the boards alone: who has which? A job says its rows and its columns, so it has the same
// columns in every row by its very form; that all these boards are there, work and are nobody
// else's is to be seen.
#include "place.h"
#include <stdlib.h>
#include <string.h>

enum { NOBODY = 0xffffffffu };

static int fill(uint32_t *owner, uint32_t x, uint32_t y, const bool *failed, const nf_job *j,
                uint32_t id, nf_err *e) {
  for (uint32_t r = 0; r < j->got_rows; r++)
    for (uint32_t c = 0; c < j->got_columns; c++) {
      const uint32_t row = j->row[r], column = j->column[c];
      if (row >= y || column >= x)
        return nf_err_set(e, NF_EXIT_FAILED, "job %u: there is no board (%u, %u)", id, row, column);
      const size_t board = (size_t)row * x + column;
      if (failed && failed[board])
        return nf_err_set(e, NF_EXIT_FAILED, "job %u has board (%u, %u), which is out of order", id,
                          row, column);
      if (owner[board] != NOBODY)
        return nf_err_set(e, NF_EXIT_FAILED, "board (%u, %u) belongs to jobs %u and %u", row,
                          column, owner[board], id);
      owner[board] = id;
    }
  return NF_EXIT_OK;
}

int nf_place_check(uint32_t x, uint32_t y, const bool *failed, const nf_job *jobs, uint32_t count,
                   nf_err *e) {
  uint32_t *owner = malloc((size_t)x * y * sizeof *owner);
  if (!owner)
    return nf_err_memory(e, "the check of the boards");
  memset(owner, 0xff, (size_t)x * y * sizeof *owner);
  for (uint32_t i = 0; i < count && e->status == NF_EXIT_OK; i++) {
    const nf_job *j = &jobs[i];
    if (j->got_rows && j->got_rows * j->got_columns != j->rows * j->columns)
      nf_err_set(e, NF_EXIT_FAILED, "job %u has %u x %u boards instead of %u x %u", i, j->got_rows,
                 j->got_columns, j->rows, j->columns);
    else
      fill(owner, x, y, failed, j, i, e);
  }
  free(owner);
  return e->status;
}
