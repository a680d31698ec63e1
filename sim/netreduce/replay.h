// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Captures through an accelerator, by their time stamps.
#ifndef NF_NR_REPLAY_H
#define NF_NR_REPLAY_H

#include "sim/netreduce/options.h"

typedef struct {
  nf_nr_counts counts;
  uint64_t frames;   // in
  uint64_t unmarked; // out, on a member's connection, and not marked as the sum of all
  uint64_t time;     // picoseconds from the first frame in to the last one out
  nf_err end;        // why it ended while the accelerator waited; NF_EXIT_OK: it rests
} nf_nr_replay;

// Writes what leaves to the capture `out`.
int nf_nr_replay_all(nf_nr_replay *r, const nf_nr_options *o, const char *out, nf_err *e);

#endif
