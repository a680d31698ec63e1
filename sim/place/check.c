// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// From the boards alone: who has which, and is every job a virtual sub-HammingMesh?
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

// Of a job: its first row, its boards in that row, in the row that is looked at, and in all.
typedef struct {
  uint32_t first, wide, here, boards;
} seen;

// Every row of the mesh that has boards of a job has as many as the job's first row, in the same
// columns.
static int same_columns(const uint32_t *owner, uint32_t x, uint32_t y, seen *s, nf_err *e) {
  for (uint32_t row = 0; row < y; row++) {
    const uint32_t *in = owner + (size_t)row * x;
    for (uint32_t c = 0; c < x; c++)
      if (in[c] != NOBODY) {
        seen *job = &s[in[c]];
        job->first = job->boards == 0 ? row : job->first;
        job->wide += job->first == row;
        job->here++;
        job->boards++;
      }
    for (uint32_t c = 0; c < x; c++) {
      if (in[c] == NOBODY)
        continue;
      seen *job = &s[in[c]];
      if (owner[(size_t)job->first * x + c] != in[c] || (job->here && job->here != job->wide))
        return nf_err_set(e, NF_EXIT_FAILED, "job %u has other columns in row %u than in row %u",
                          in[c], row, job->first);
      job->here = 0;
    }
  }
  return NF_EXIT_OK;
}

static int whole(const nf_job *jobs, uint32_t count, const seen *s, nf_err *e) {
  for (uint32_t i = 0; i < count; i++)
    if (jobs[i].got_rows && s[i].boards != jobs[i].rows * jobs[i].columns)
      return nf_err_set(e, NF_EXIT_FAILED, "job %u has %u boards instead of %u x %u", i,
                        s[i].boards, jobs[i].rows, jobs[i].columns);
  return NF_EXIT_OK;
}

int nf_place_check(uint32_t x, uint32_t y, const bool *failed, const nf_job *jobs, uint32_t count,
                   nf_err *e) {
  uint32_t *owner = malloc((size_t)x * y * sizeof *owner);
  seen *s = calloc(count + 1ull, sizeof *s);
  if (!owner || !s) {
    nf_err_memory(e, "the check of the boards");
  } else {
    memset(owner, 0xff, (size_t)x * y * sizeof *owner);
    for (uint32_t i = 0; i < count && e->status == NF_EXIT_OK; i++)
      fill(owner, x, y, failed, &jobs[i], i, e);
    if (e->status == NF_EXIT_OK && same_columns(owner, x, y, s, e) == NF_EXIT_OK)
      whole(jobs, count, s, e);
  }
  free(owner);
  free(s);
  return e->status;
}
