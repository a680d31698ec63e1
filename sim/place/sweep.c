// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sweep.h"
#include "sim/cli/progress.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  const nf_sweep *s;
  nf_sizes sizes;
  nf_mix mix;
  nf_grid grid;
  nf_rng rng;
  bool *failed;
  double *used; // of each mix
  double upper; // sums
  uint64_t jobs, spread;
} sweep;

static void fail_boards(sweep *w) {
  const uint32_t boards = w->s->x * w->s->y;
  memset(w->failed, 0, boards * sizeof *w->failed);
  for (uint32_t k = 0; k < w->s->failed;) {
    const uint32_t b = nf_rng_below(&w->rng, boards);
    if (w->failed[b])
      continue;
    w->failed[b] = true;
    nf_grid_take(&w->grid, b / w->s->x, b % w->s->x);
    k++;
  }
}

static int shape_jobs(const sweep *w, nf_job *jobs, nf_err *e) {
  for (uint32_t i = 0; i < w->mix.jobs; i++)
    if (!nf_place_square(w->mix.size[i], w->s->y, w->s->x, &jobs[i].rows, &jobs[i].columns))
      return nf_refuse(e, "a job of %u boards has no shape within %u x %u", w->mix.size[i], w->s->x,
                       w->s->y);
  return NF_EXIT_OK;
}

static void count(sweep *w, const nf_job *jobs, double *used) {
  uint64_t boards = 0;
  for (uint32_t i = 0; i < w->mix.jobs; i++) {
    boards += (uint64_t)jobs[i].got_rows * jobs[i].got_columns;
    if (jobs[i].got_rows * jobs[i].got_columns > 1) {
      w->upper += jobs[i].upper;
      w->spread++;
    }
  }
  w->jobs += w->mix.jobs;
  *used = (double)boards / (w->s->x * w->s->y - w->s->failed);
}

static int one_mix(sweep *w, uint32_t n, nf_err *e) {
  const nf_sweep *s = w->s;
  nf_grid_clear(&w->grid);
  fail_boards(w);
  if (nf_mix_draw(&w->mix, &w->sizes, s->x * s->y - s->failed, &w->rng, e) != NF_EXIT_OK)
    return e->status;
  nf_job *jobs = calloc(w->mix.jobs + 1ull, sizeof *jobs);
  if (!jobs)
    return nf_err_memory(e, "the jobs of a mix");
  if (shape_jobs(w, jobs, e) == NF_EXIT_OK &&
      nf_place(&w->grid, &s->rules, jobs, w->mix.jobs, e) == NF_EXIT_OK &&
      nf_place_check(s->x, s->y, w->failed, jobs, w->mix.jobs, e) == NF_EXIT_OK)
    count(w, jobs, &w->used[n]);
  nf_jobs_free(jobs, w->mix.jobs);
  free(jobs);
  return e->status;
}

static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static void summarize(sweep *w, nf_sweep_result *r) {
  const uint32_t n = w->s->mixes;
  double sum = 0;
  qsort(w->used, n, sizeof *w->used, by_value);
  for (uint32_t i = 0; i < n; i++)
    sum += w->used[i];
  *r = (nf_sweep_result){.mean = sum / n,
                         .median = (w->used[(n - 1) / 2] + w->used[n / 2]) / 2,
                         .low = w->used[n / 100],
                         .high = w->used[n - 1 - n / 100],
                         .least = w->used[0],
                         .greatest = w->used[n - 1],
                         .upper = w->spread ? w->upper / (double)w->spread : 0,
                         .jobs = (double)w->jobs / n};
}

int nf_sweep_run(const nf_sweep *s, nf_sweep_result *r, nf_err *e) {
  sweep w = {.s = s, .rng = {s->seed}};
  nf_progress bar = nf_progress_start("place");
  if (nf_grid_open(&w.grid, s->x, s->y, e) == NF_EXIT_OK && s->failed >= s->x * s->y)
    nf_refuse(e, "--failed %u: of %u boards some must work", s->failed, s->x * s->y);
  w.failed = calloc((size_t)s->x * s->y + 1, sizeof *w.failed);
  w.used = calloc(s->mixes, sizeof *w.used);
  if (!w.failed || !w.used)
    nf_err_memory(e, "the mixes");
  if (e->status == NF_EXIT_OK)
    nf_sizes_open(&w.sizes, s->sizes, s->x * s->y - s->failed, e);
  for (uint32_t i = 0; i < s->mixes && e->status == NF_EXIT_OK; i++) {
    one_mix(&w, i, e);
    nf_progress_show(&bar, i + 1, s->mixes, 0);
  }
  nf_progress_end(&bar);
  if (e->status == NF_EXIT_OK)
    summarize(&w, r);
  nf_grid_close(&w.grid);
  nf_sizes_close(&w.sizes);
  nf_mix_close(&w.mix);
  free(w.failed);
  free(w.used);
  return e->status;
}
