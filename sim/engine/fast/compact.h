// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A program as it is run: all that is touched of a step, in half a line of the caches.
#ifndef NF_FAST_COMPACT_H
#define NF_FAST_COMPACT_H

#include "sim/collective/program.h"

enum { NF_FAST_NEXT = 2 };

typedef struct {
  union {
    struct {
      uint32_t chunk, count;
    };
    uint64_t ns; // of a wait
  };
  uint32_t mate;    // the other end of a message; of a copy or an addition: chunk it comes from
  uint32_t missing; // what it still waits for
  uint32_t when;    // tick at which it was ready; of a message's, at which it arrived
  // Steps that wait for it, NF_DEP_STARTED: for its start; NF_PROGRAM_NONE: nobody. With `many` the
  // place of the first one in nf_fast_compact.many, and their count.
  uint32_t next[NF_FAST_NEXT];
  uint16_t rank;
  uint8_t kind : 5;
  bool many : 1, ready : 1, arrived : 1;
} nf_fast_step;

typedef struct {
  nf_fast_step *step;
  uint32_t *many;
} nf_fast_compact;

// Without joins. `by_round`: steps are numbered round by round, the first ones of all ranks, then
// the second ones. Ranks do alike things at the same time, so what is touched together lies
// together then; of a million messages numbered rank by rank each step misses the caches.
int nf_fast_compact_open(nf_fast_compact *r, const nf_program *p, bool by_round, nf_err *e);
void nf_fast_compact_close(nf_fast_compact *r);

#endif
