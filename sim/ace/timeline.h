// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What one engine does for the first chunk of a command, cycle by cycle, as CSV: instructions,
// granted transfers, waits, packets on the links, words from and to memory (ACE Fig. 7c).
#ifndef NF_ACE_TIMELINE_H
#define NF_ACE_TIMELINE_H

#include "sim/ace/system.h"

#include <stdio.h>

typedef struct {
  uint64_t words, from, length; // moved so far; first cycle and words of the burst under way
} nf_ace_timeline_burst;

typedef struct {
  FILE *file; // NULL: nothing is written
  unsigned node;
  uint64_t start;
  nf_ace_timeline_burst load, store;
  nf_ace_machine_state state[NF_ACE_MAX_MACHINES];
  nf_as_program program[NF_ACE_MAX_PHASES]; // of the machines that have the first chunk
  bool over[NF_ACE_MAX_PHASES];             // that machine is through with it
} nf_ace_timeline;

int nf_ace_timeline_open(nf_ace_timeline *t, const char *path, const nf_ace_plan *p, unsigned node,
                         const nf_ace_source *source, nf_err *e);
// The current cycle, before it is stepped.
void nf_ace_timeline_show(nf_ace_timeline *t, const nf_ace_system *n);
int nf_ace_timeline_close(nf_ace_timeline *t, const char *path, nf_err *e);

#endif
