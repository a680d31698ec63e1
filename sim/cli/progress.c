// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _POSIX_C_SOURCE 200809L
#include "sim/cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

double nf_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

nf_progress nf_progress_start(const char *what) {
  double now = nf_seconds();
  return (nf_progress){.on = isatty(STDERR_FILENO) != 0, .what = what, .start = now, .next = now};
}

void nf_progress_show(nf_progress *p, uint64_t done, uint64_t total, uint64_t cycles) {
  if (!p->on)
    return;
  double now = nf_seconds();
  if (now < p->next)
    return;
  p->next = now + 0.2;
  enum { WIDTH = 30 };
  double share = total ? (double)done / (double)total : 0, spent = now - p->start;
  char bar[WIDTH + 1];
  for (int i = 0; i < WIDTH; i++)
    bar[i] = i < (int)(share * WIDTH) ? '#' : '.';
  bar[WIDTH] = 0;
  fprintf(stderr, "\r%s [%s] %3.0f %%", p->what, bar, 100 * share);
  if (spent > 0 && cycles)
    fprintf(stderr, "  %.1f kcycles/s", 1e-3 * (double)cycles / spent);
  else if (spent > 0)
    fprintf(stderr, "  %.1f/s", (double)done / spent);
  if (share > 0)
    fprintf(stderr, "  ETA %.0f s ", spent * (1 - share) / share);
  fprintf(stderr, "\033[K");
  fflush(stderr);
}

void nf_progress_end(nf_progress *p) {
  if (p->on)
    fprintf(stderr, "\r\033[K");
  p->on = false;
}
