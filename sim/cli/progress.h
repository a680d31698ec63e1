// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A progress bar with rate and remaining time on stderr; silent unless that is a terminal.
#ifndef NF_SIM_PROGRESS_H
#define NF_SIM_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  bool on;
  const char *what;
  double start, next; // seconds of the monotonic clock
} nf_progress;

nf_progress nf_progress_start(const char *what);
// `done` of `total` parts after `cycles` cycles, 0: of what has none, whose rate is one of parts;
// draws at most five times a second.
void nf_progress_show(nf_progress *p, uint64_t done, uint64_t total, uint64_t cycles);
// Clears the line, so that what follows starts on a clean one.
void nf_progress_end(nf_progress *p);

double nf_seconds(void); // monotonic clock

#endif
