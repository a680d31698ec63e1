// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The execution of a schedule. A step is ready when all before it is done; a message goes when both
// of its ends are ready, a join when all members are. Nothing chooses, so any order will do: a
// stack of what is ready.
#include "program.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READY = 1, DONE = 2, SEEN = 4 };

typedef struct {
  const nf_program *p;
  uint64_t *next_from; // [steps + 1]: next[next_from[i] ..] wait for step i, NF_DEP_STARTED: for
                       // its start
  uint32_t *next;
  uint32_t *missing; // of a step: what it still waits for
  uint32_t *joined;  // of a join, at its first place: members that are ready
  uint8_t *state;
  uint32_t *stack;
  uint32_t top, done;
  nf_program_start *start;
  nf_program_fire *fire;
  void *own;
} running;

// The dependencies the other way round.
static void turn_round(running *r) {
  const nf_program *p = r->p;
  for (uint32_t i = 0; i < p->steps; i++) {
    r->missing[i] = (uint32_t)(p->dep_from[i + 1] - p->dep_from[i]);
    for (uint64_t k = p->dep_from[i]; k < p->dep_from[i + 1]; k++)
      r->next_from[(p->dep[k] & ~NF_DEP_STARTED) + 1]++;
  }
  for (uint32_t i = 0; i < p->steps; i++)
    r->next_from[i + 1] += r->next_from[i];
  for (uint32_t i = p->steps; i-- > 0;) // from behind: next_from[d + 1] sinks to where d + 1 begins
    for (uint64_t k = p->dep_from[i + 1]; k-- > p->dep_from[i];) {
      const uint32_t dep = p->dep[k] & ~NF_DEP_STARTED;
      r->next[--r->next_from[dep + 1]] = i | (p->dep[k] & NF_DEP_STARTED);
    }
  // Now next_from[d + 1] is where d begins.
  memmove(r->next_from, r->next_from + 1, p->steps * sizeof *r->next_from);
  r->next_from[p->steps] = p->dep_from[p->steps];
}

static int open_run(running *r, const nf_program *p, nf_err *e) {
  const uint64_t n = p->steps;
  *r = (running){.p = p};
  r->next_from = calloc(n + 2, sizeof *r->next_from);
  r->next = malloc((p->dep_from[n] + 1) * sizeof *r->next);
  r->missing = malloc(n * sizeof *r->missing);
  r->joined = calloc(p->joins + 1ull, sizeof *r->joined);
  r->state = calloc(n, sizeof *r->state);
  r->stack = malloc(n * sizeof *r->stack);
  if (!r->next_from || !r->next || !r->missing || !r->joined || !r->state || !r->stack)
    return nf_err_memory(e, "the execution of a schedule");
  turn_round(r);
  return NF_EXIT_OK;
}

static void close_run(running *r) {
  free(r->next_from);
  free(r->next);
  free(r->missing);
  free(r->joined);
  free(r->state);
  free(r->stack);
}

static void count_down(running *r, uint32_t step, uint32_t kind) {
  for (uint64_t k = r->next_from[step]; k < r->next_from[step + 1]; k++) {
    const uint32_t after = r->next[k] & ~NF_DEP_STARTED;
    if ((r->next[k] & NF_DEP_STARTED) == kind && --r->missing[after] == 0)
      r->stack[r->top++] = after;
  }
}

static int fire(running *r, const uint32_t *step, uint32_t steps, nf_err *e) {
  if (r->fire && r->fire(r->own, step, steps, e) != NF_EXIT_OK)
    return e->status;
  for (uint32_t i = 0; i < steps; i++) {
    r->state[step[i]] |= DONE;
    r->done++;
    count_down(r, step[i], 0);
  }
  return NF_EXIT_OK;
}

// A step is ready: what can happen now, happens.
static int ready(running *r, uint32_t i, nf_err *e) {
  const nf_program *p = r->p;
  const uint32_t mate = p->mate[i];
  r->state[i] |= READY;
  if (r->start)
    r->start(r->own, i);
  count_down(r, i, NF_DEP_STARTED);
  switch (p->step[i].kind) {
  case NF_STEP_SEND:
    if (!p->s->buffered)
      return r->state[mate] & READY ? fire(r, (uint32_t[]){i, mate}, 2, e) : 0;
    if (fire(r, &i, 1, e) != NF_EXIT_OK)
      return e->status;
    return r->state[mate] & READY ? fire(r, &mate, 1, e) : 0;
  case NF_STEP_RECV:
  case NF_STEP_REDUCE:
    if (!p->s->buffered)
      return r->state[mate] & READY ? fire(r, (uint32_t[]){mate, i}, 2, e) : 0;
    return r->state[mate] & DONE ? fire(r, &i, 1, e) : 0;
  case NF_STEP_JOIN:
    if (++r->joined[mate] < p->s->group_size)
      return NF_EXIT_OK;
    return fire(r, &p->join[mate], p->s->group_size, e);
  default:
    return fire(r, &i, 1, e);
  }
}

// ------------------------------------------------------------------------------- standing still
// A step that is not done and for which this one waits.
static uint32_t waits_for(const running *r, uint32_t i) {
  const nf_program *p = r->p;
  if (r->state[i] & READY) { // its mate is not
    if (p->step[i].kind != NF_STEP_JOIN)
      return p->mate[i];
    for (uint32_t k = p->mate[i];; k++)
      if (!(r->state[p->join[k]] & READY))
        return p->join[k];
  }
  for (uint64_t k = p->dep_from[i];; k++) {
    const uint32_t dep = p->dep[k] & ~NF_DEP_STARTED;
    if (!(r->state[dep] & (p->dep[k] & NF_DEP_STARTED ? READY : DONE)))
      return dep;
  }
}

static int name_cycle(running *r, nf_err *e) {
  enum { SHOWN = 6 };
  char text[SHOWN * (NF_PROGRAM_WHERE + 16)] = "", where[NF_PROGRAM_WHERE];
  uint32_t i = 0;
  while (r->state[i] & DONE)
    i++;
  for (; !(r->state[i] & SEEN); i = waits_for(r, i))
    r->state[i] |= SEEN;
  uint32_t at = i, length = 0;
  do {
    if (length++ < SHOWN) {
      nf_program_where(r->p, at, where);
      strcat(strcat(text, where), ", which waits for ");
    }
    at = waits_for(r, at);
  } while (at != i);
  nf_program_where(r->p, at, where);
  return nf_refuse(e, "the schedule stands still: a cycle of %u steps: %s%s%s", length, text,
                   length > SHOWN ? "... " : "", where);
}

int nf_program_run(const nf_program *p, nf_program_start *start, nf_program_fire *call, void *own,
                   nf_err *e) {
  running r;
  if (open_run(&r, p, e) == NF_EXIT_OK) {
    r.start = start;
    r.fire = call;
    r.own = own;
    for (uint32_t i = p->steps; i-- > 0;)
      if (r.missing[i] == 0)
        r.stack[r.top++] = i;
    while (r.top && e->status == NF_EXIT_OK)
      ready(&r, r.stack[--r.top], e);
    if (e->status == NF_EXIT_OK && r.done < p->steps)
      name_cycle(&r, e);
  }
  close_run(&r);
  return e->status;
}
