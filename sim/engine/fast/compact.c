// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "compact.h"

#include <stdlib.h>

_Static_assert(sizeof(nf_fast_step) == 32, "two steps a line");

// The numbers of steps: in the program, and here.
typedef struct {
  uint32_t *there, *here;
} numbers;

static void number_steps(const nf_program *p, bool by_round, numbers *n) {
  uint32_t next = 0;
  for (uint32_t i = 0; !by_round && i < p->steps; i++)
    n->there[i] = i;
  for (uint32_t round = 0; by_round && next < p->steps; round++)
    for (uint32_t r = 0; r < p->s->ranks; r++)
      if (round < p->first[r + 1] - p->first[r])
        n->there[next++] = p->first[r] + round;
  for (uint32_t k = 0; k < p->steps; k++)
    n->here[n->there[k]] = k;
}

static nf_fast_step step_of(const nf_program *p, const numbers *n, uint32_t there) {
  const nf_step *s = &p->step[there];
  nf_fast_step r = {.missing = (uint32_t)(p->dep_from[there + 1] - p->dep_from[there]),
                    .next = {NF_PROGRAM_NONE, NF_PROGRAM_NONE},
                    .rank = (uint16_t)p->rank[there],
                    .kind = s->kind & 31u};
  if (s->kind == NF_STEP_WAIT) {
    r.ns = s->ns;
  } else {
    r.chunk = s->chunk;
    r.count = s->count;
    r.mate = p->mate[there] == NF_PROGRAM_NONE ? s->from : n->here[p->mate[there]];
  }
  return r;
}

// Room for those that more steps wait for than a step holds; `when` counts them.
static int make_room(nf_fast_compact *r, const nf_program *p, nf_err *e) {
  uint64_t all = 0;
  for (uint32_t k = 0; k < p->steps; k++) {
    nf_fast_step *s = &r->step[k];
    if (s->when > NF_FAST_NEXT) {
      s->many = true;
      s->next[0] = (uint32_t)all;
      s->next[1] = 0;
      all += s->when;
    }
    s->when = 0;
  }
  if (all > UINT32_MAX)
    return nf_refuse(e,
                     "%s: steps wait for more than 2^32 others; take fewer "
                     "ranks",
                     p->s->name);
  r->many = malloc((all + 1) * sizeof *r->many);
  return r->many ? NF_EXIT_OK : nf_err_memory(e, "the steps of a schedule");
}

static void add_next(nf_fast_compact *r, nf_fast_step *s, uint32_t next) {
  if (s->many)
    r->many[s->next[0] + s->next[1]++] = next;
  else
    s->next[s->next[0] != NF_PROGRAM_NONE] = next;
}

// The dependencies the other way round, in the order of the steps that wait.
static int turn_round(nf_fast_compact *r, const nf_program *p, const numbers *n, nf_err *e) {
  for (uint64_t d = 0; d < p->dep_from[p->steps]; d++)
    r->step[n->here[p->dep[d] & ~NF_DEP_STARTED]].when++;
  if (make_room(r, p, e) != NF_EXIT_OK)
    return e->status;
  for (uint32_t k = 0; k < p->steps; k++)
    for (uint64_t d = p->dep_from[n->there[k]]; d < p->dep_from[n->there[k] + 1]; d++)
      add_next(r, &r->step[n->here[p->dep[d] & ~NF_DEP_STARTED]], k | (p->dep[d] & NF_DEP_STARTED));
  return NF_EXIT_OK;
}

int nf_fast_compact_open(nf_fast_compact *r, const nf_program *p, bool by_round, nf_err *e) {
  enum { LINE = 64 };
  const size_t bytes = (p->steps + 2ull) / 2 * LINE;
  numbers n = {malloc((p->steps + 1ull) * sizeof *n.there),
               malloc((p->steps + 1ull) * sizeof *n.here)};
  *r = (nf_fast_compact){.step = aligned_alloc(LINE, bytes)};
  if (!n.there || !n.here || !r->step) {
    nf_err_memory(e, "the steps of a schedule");
  } else {
    number_steps(p, by_round, &n);
    for (uint32_t k = 0; k < p->steps; k++)
      r->step[k] = step_of(p, &n, n.there[k]);
    turn_round(r, p, &n, e);
  }
  free(n.there);
  free(n.here);
  return e->status;
}

void nf_fast_compact_close(nf_fast_compact *r) {
  free(r->step);
  free(r->many);
}
