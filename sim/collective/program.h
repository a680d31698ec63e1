// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// All steps of a schedule at once, with who waits for whom, and their execution in an order in
// which nothing comes before what it waits for. A schedule that stands still is refused, and the
// circular dependency is named.
#ifndef NF_PROGRAM_H
#define NF_PROGRAM_H

#include "schedule.h"

enum { NF_PROGRAM_NONE = 0xffffffffu, NF_PROGRAM_WHERE = 160 };

typedef struct {
  const nf_schedule *s;
  uint32_t steps;
  nf_step *step;      // of all ranks, one after the other
  uint32_t *first;    // [ranks + 1]: steps first[r] .. first[r + 1] - 1 are rank r's
  uint32_t *rank;     // [steps]
  uint64_t *dep_from; // [steps + 1]: dep[dep_from[i] .. dep_from[i + 1] - 1] come before step i,
  uint32_t *dep;      // the step before it in its lane among them; NF_DEP_STARTED as in schedule.h
  uint32_t *mate;     // [steps]: the receive of a send and the other way round
  uint32_t *join;     // [joins]: steps, the group_size members of each join beside each other;
  uint32_t joins;     // mate of a join step: where its join begins
} nf_program;

// Refuses a message that nobody sends or nobody receives, one whose ends differ in size, and a
// join that lacks a member; names rank, step and chunk.
int nf_program_open(nf_program *p, const nf_schedule *s, nf_err *e);
void nf_program_close(nf_program *p);

// Called once for everything that happens: a step alone, a message (send, receive), a join (all
// members). With s->buffered a send and its receive are two calls of one step each.
typedef int nf_program_fire(void *own, const uint32_t *step, uint32_t steps, nf_err *e);
// Called, if given, when all is done that a step waits for; its mates may not be ready yet.
typedef void nf_program_start(void *own, uint32_t step);
int nf_program_run(const nf_program *p, nf_program_start *start, nf_program_fire *fire, void *own,
                   nf_err *e);

// "rank 3 step 7 (send of chunks 4..5 to rank 2)".
void nf_program_where(const nf_program *p, uint32_t step, char text[NF_PROGRAM_WHERE]);

#endif
