// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "interleave.h"

#include <stdlib.h>

// number[i]: the new one of step i.
static void number_steps(const nf_program *p, uint32_t *number) {
  uint32_t next = 0;
  for (uint32_t round = 0; next < p->steps; round++)
    for (uint32_t r = 0; r < p->s->ranks; r++)
      if (round < p->first[r + 1] - p->first[r])
        number[p->first[r] + round] = next++;
}

static void move(nf_program *to, const nf_program *p, const uint32_t *number) {
  for (uint32_t i = 0; i < p->steps; i++) {
    const uint32_t k = number[i];
    to->step[k] = p->step[i];
    to->rank[k] = p->rank[i];
    to->mate[k] = p->mate[i] == NF_PROGRAM_NONE ? NF_PROGRAM_NONE : number[p->mate[i]];
    to->dep_from[k + 1] = p->dep_from[i + 1] - p->dep_from[i];
  }
  for (uint32_t k = 0; k < p->steps; k++)
    to->dep_from[k + 1] += to->dep_from[k];
  for (uint32_t i = 0; i < p->steps; i++) {
    uint32_t *dep = to->dep + to->dep_from[number[i]];
    for (uint64_t k = p->dep_from[i]; k < p->dep_from[i + 1]; k++)
      *dep++ = number[p->dep[k] & ~NF_DEP_STARTED] | (p->dep[k] & NF_DEP_STARTED);
  }
}

int nf_fast_interleave(nf_program *to, const nf_program *p, nf_err *e) {
  const uint64_t n = p->steps;
  uint32_t *number = malloc((n + 1) * sizeof *number);
  *to = (nf_program){.s = p->s, .steps = p->steps};
  to->step = malloc((n + 1) * sizeof *to->step);
  to->rank = malloc((n + 1) * sizeof *to->rank);
  to->mate = malloc((n + 1) * sizeof *to->mate);
  to->dep_from = calloc(n + 1, sizeof *to->dep_from);
  to->dep = malloc((p->dep_from[n] + 1) * sizeof *to->dep);
  if (!number || !to->step || !to->rank || !to->mate || !to->dep_from || !to->dep) {
    nf_err_memory(e, "the steps of a schedule");
  } else {
    number_steps(p, number);
    move(to, p, number);
  }
  free(number);
  return e->status;
}
