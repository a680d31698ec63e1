// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "time.h"
#include <stdlib.h>

// Time is counted in ticks, of which a picosecond has so many that a chunk takes a whole number on
// every kind of link.
enum { WITHIN, BETWEEN, ADDING, LINKS, CLASSES = LINKS + NF_LINKS_KINDS };

typedef struct {
  const nf_program *p;
  const nf_cost *c;
  uint64_t per_ps;
  uint64_t alpha[2], chunk[CLASSES]; // ticks
  uint64_t *start, *finish;          // of a step
  uint64_t end;
} timing;

static uint64_t gcd(uint64_t a, uint64_t b) {
  while (b) {
    const uint64_t t = a % b;
    a = b;
    b = t;
  }
  return a;
}

static nf_ratio lowest(uint64_t num, uint64_t den) {
  const uint64_t g = gcd(num, den);
  return (nf_ratio){num / g, den / g};
}

static bool multiply(uint64_t a, uint64_t b, uint64_t *product) {
  return !__builtin_mul_overflow(a, b, product);
}

static int too_large(nf_err *e) {
  return nf_refuse(e, "the time of this schedule does not fit into 64 bits exactly: give fewer "
                      "bytes, or rates and latencies that are rounder");
}

// The time of a chunk, in ps: bytes / parts * 10^12 / rate. A rate of 0 has no time.
static bool chunk_ps(const nf_cost *c, uint32_t chunks, uint64_t rate, uint32_t sharers,
                     nf_ratio *r) {
  const nf_ratio byte = rate ? lowest(1000000000000, rate) : (nf_ratio){0, 1},
                 size = lowest(c->bytes, chunks);
  uint64_t num, den, shared;
  if (!multiply(byte.num, sharers, &shared) || !multiply(shared, size.num, &num) ||
      !multiply(byte.den, size.den, &den))
    return false;
  *r = lowest(num, den);
  return true;
}

static int set_ticks(timing *t, nf_err *e) {
  const nf_schedule *s = t->p->s;
  const nf_cost *c = t->c;
  const uint32_t chunks = nf_schedule_parts(s);
  uint64_t rate[CLASSES] = {c->rate[0], c->rate[1], c->add_rate};
  nf_ratio r[CLASSES];
  for (int k = 0; k < NF_LINKS_KINDS; k++)
    rate[LINKS + k] = c->links ? c->links->rate[k] : 0;
  t->per_ps = 1;
  for (int k = 0; k < CLASSES; k++)
    if (!chunk_ps(c, chunks, rate[k], k == BETWEEN && s->sharers ? s->sharers : 1, &r[k]) ||
        !multiply(t->per_ps / gcd(t->per_ps, r[k].den), r[k].den, &t->per_ps))
      return too_large(e);
  for (int k = 0; k < CLASSES; k++)
    if (!multiply(r[k].num, t->per_ps / r[k].den, &t->chunk[k]))
      return too_large(e);
  for (int k = 0; k < 2; k++)
    if (!multiply(c->alpha_ps[k], t->per_ps, &t->alpha[k]))
      return too_large(e);
  return NF_EXIT_OK;
}

// ------------------------------------------------------------------------------- one event
static void started(void *own, uint32_t step) {
  timing *t = own;
  uint64_t at = 0;
  for (uint64_t k = t->p->dep_from[step]; k < t->p->dep_from[step + 1]; k++) {
    const uint32_t dep = t->p->dep[k] & ~NF_DEP_STARTED;
    const uint64_t then = t->p->dep[k] & NF_DEP_STARTED ? t->start[dep] : t->finish[dep];
    at = then > at ? then : at;
  }
  t->start[step] = at;
}

static int later(uint64_t at, uint64_t alpha, uint64_t each, uint64_t count, uint64_t *then,
                 nf_err *e) {
  uint64_t carried, sum;
  if (!multiply(each, count, &carried) || __builtin_add_overflow(at, alpha, &sum) ||
      __builtin_add_overflow(sum, carried, then))
    return too_large(e);
  return NF_EXIT_OK;
}

static int end_of_message(const timing *t, uint32_t send, uint64_t at, uint64_t *then, nf_err *e) {
  const nf_schedule *s = t->p->s;
  const uint32_t from = t->p->rank[send], to = t->p->step[send].peer;
  int kind = WITHIN;
  if (s->machine && from / s->machine != to / s->machine)
    kind = BETWEEN;
  else if (t->c->links)
    kind = LINKS + t->c->links->kind[from][to];
  if (kind >= LINKS && t->c->links->rate[kind - LINKS] == 0) {
    char where[NF_PROGRAM_WHERE];
    nf_program_where(t->p, send, where);
    return nf_refuse(e, "%s: %s has no link between them", where, t->c->links->name);
  }
  return later(at, t->alpha[kind == BETWEEN], t->chunk[kind], t->p->step[send].count, then, e);
}

static int received(timing *t, uint32_t step, uint64_t at, nf_err *e) {
  const nf_step *s = &t->p->step[step];
  return later(at, 0, s->kind == NF_STEP_REDUCE ? t->chunk[ADDING] : 0, s->count, &t->finish[step],
               e);
}

// A step alone, and the two ends of a buffered message.
static int alone(timing *t, uint32_t i, nf_err *e) {
  const nf_step *s = &t->p->step[i];
  uint64_t ticks;
  switch (s->kind) {
  case NF_STEP_SEND:
    return end_of_message(t, i, t->start[i], &t->finish[i], e);
  case NF_STEP_RECV:
  case NF_STEP_REDUCE: {
    const uint64_t came = t->finish[t->p->mate[i]];
    return received(t, i, came > t->start[i] ? came : t->start[i], e);
  }
  case NF_STEP_ADD:
    return later(t->start[i], 0, t->chunk[ADDING], s->count, &t->finish[i], e);
  case NF_STEP_WAIT:
    if (!multiply(s->ns, 1000, &ticks) || !multiply(ticks, t->per_ps, &ticks))
      return too_large(e);
    return later(t->start[i], ticks, 0, 0, &t->finish[i], e);
  default:
    t->finish[i] = t->start[i];
    return NF_EXIT_OK;
  }
}

static int fire(void *own, const uint32_t *step, uint32_t steps, nf_err *e) {
  timing *t = own;
  const nf_schedule *s = t->p->s;
  uint64_t at = 0, then = 0;
  for (uint32_t k = 0; k < steps; k++)
    at = t->start[step[k]] > at ? t->start[step[k]] : at;
  if (t->p->step[step[0]].kind == NF_STEP_JOIN) {
    const int kind = s->machine ? BETWEEN : WITHIN;
    later(at, t->alpha[kind], t->chunk[kind], t->p->step[step[0]].count, &then, e);
    for (uint32_t k = 0; k < steps; k++)
      t->finish[step[k]] = then;
  } else if (steps == 1) {
    alone(t, step[0], e);
  } else if (end_of_message(t, step[0], at, &then, e) == NF_EXIT_OK) {
    t->finish[step[0]] = then;
    received(t, step[1], then, e);
  }
  for (uint32_t k = 0; k < steps; k++)
    t->end = t->finish[step[k]] > t->end ? t->finish[step[k]] : t->end;
  return e->status;
}

int nf_program_time(const nf_program *p, const nf_cost *c, nf_ratio *ps, nf_err *e) {
  timing t = {.p = p, .c = c};
  t.start = calloc(p->steps, sizeof *t.start);
  t.finish = calloc(p->steps, sizeof *t.finish);
  if (!t.start || !t.finish)
    nf_err_memory(e, "the times of a schedule");
  else if (set_ticks(&t, e) == NF_EXIT_OK && nf_program_run(p, started, fire, &t, e) == NF_EXIT_OK)
    *ps = lowest(t.end, t.per_ps);
  free(t.start);
  free(t.finish);
  return e->status;
}
