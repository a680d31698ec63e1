// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Watches a run through the switch's registers: it reads the oldest entry of every reduction table
// in turn while traffic flows, and when nothing moves any more it ends the run and says which ranks
// are missing from which entry. An entry that timed out meanwhile is remembered.
#ifndef NF_SIM_WATCH_H
#define NF_SIM_WATCH_H

#include "layout.h"
#include "net.h"

// A reduction table entry that waits for contributions, as the registers show it.
typedef struct {
  bool held;
  uint64_t addr;
  unsigned count, expected;
  uint32_t mask; // bit n: node n has contributed
} nf_waiting;

typedef struct {
  uint64_t patience; // cycles without a flit after which the run is given up
  const nf_layout *layout;
  bool others;         // an entry waits for the others' parts, not for that of the rank at its port
  unsigned port, step; // what is being read
  uint32_t word[8];    // answers so far
  nf_waiting waiting[NF_SIM_PORTS]; // the last entry that was seen and is not finished
} nf_watch;

// To be called once per cycle, before the step. Refuses with NF_EXIT_STALLED and the report.
int nf_watch_step(nf_watch *w, nf_net *n, nf_err *e);

#endif
