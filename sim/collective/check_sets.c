// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The execution with sets in place of data.
#include "check_int.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint32_t low, end; // ranks low .. end - 1
} run;

// Part of the buffer, and whose contributions are in it: runs in ascending order, none touching the
// next. One run is kept in place: most are.
typedef struct {
  uint32_t part, runs;
  union {
    run one;
    run *many;
  };
} value;

typedef struct {
  const nf_program *p;
  value *held;    // [ranks][chunks]
  value **flying; // of a buffered schedule, by receive: what was sent
} state;

static const run *runs_of(const value *v) { return v->runs > 1 ? v->many : &v->one; }

static void drop(value *v) {
  if (v->part != NF_NO_PART && v->runs > 1)
    free(v->many);
  v->part = NF_NO_PART;
}

static int copy(value *to, const value *from, nf_err *e) {
  value v = *from;
  if (v.part != NF_NO_PART && v.runs > 1) {
    v.many = malloc(v.runs * sizeof *v.many);
    if (!v.many)
      return nf_err_memory(e, "the sets of a schedule's check");
    memcpy(v.many, from->many, v.runs * sizeof *v.many);
  }
  drop(to);
  *to = v;
  return NF_EXIT_OK;
}

// Adds `from` to `to`; `*twice` is a rank that is in both, if there is one.
static int unite(value *to, const value *from, uint32_t *twice, nf_err *e) {
  const run *a = runs_of(to), *b = runs_of(from);
  const uint32_t na = to->runs, nb = from->runs;
  run *u = malloc((na + (size_t)nb) * sizeof *u);
  uint32_t n = 0;
  if (!u)
    return nf_err_memory(e, "the sets of a schedule's check");
  for (uint32_t i = 0, k = 0; i < na || k < nb;) {
    const run next = k == nb || (i < na && a[i].low <= b[k].low) ? a[i++] : b[k++];
    if (n && next.low < u[n - 1].end)
      *twice = next.low;
    if (n && next.low <= u[n - 1].end)
      u[n - 1].end = next.end > u[n - 1].end ? next.end : u[n - 1].end;
    else
      u[n++] = next;
  }
  drop(to);
  *to = (value){.part = from->part, .runs = n};
  if (n == 1) {
    to->one = u[0];
    free(u);
  } else {
    to->many = u;
  }
  return NF_EXIT_OK;
}

static value *chunk_of(const state *s, uint32_t step, uint32_t chunk) {
  return &s->held[(uint64_t)s->p->rank[step] * s->p->s->chunks + chunk];
}

static int wrong(const state *s, uint32_t step, uint32_t chunk, const char *what, nf_err *e) {
  char where[NF_PROGRAM_WHERE];
  nf_program_where(s->p, step, where);
  return nf_err_set(e, NF_EXIT_FAILED, "%s: chunk %u %s", where, chunk, what);
}

static int need(const state *s, uint32_t step, uint32_t chunk, const value *v, nf_err *e) {
  return v->part == NF_NO_PART ? wrong(s, step, chunk, "is not there", e) : e->status;
}

// Adds `v` to a chunk of the step's rank.
static int add(const state *s, uint32_t step, uint32_t chunk, const value *v, nf_err *e) {
  value *to = chunk_of(s, step, chunk);
  uint32_t twice = NF_NO_PART;
  char text[64];
  if (need(s, step, chunk, to, e) != NF_EXIT_OK)
    return e->status;
  if (to->part != v->part) {
    snprintf(text, sizeof text, "is part %u of the buffer and gets part %u added", to->part,
             v->part);
    return wrong(s, step, chunk, text, e);
  }
  if (unite(to, v, &twice, e) != NF_EXIT_OK || twice == NF_NO_PART || s->p->s->what == NF_BARRIER)
    return e->status;
  snprintf(text, sizeof text, "counts the contribution of rank %u twice", twice);
  return wrong(s, step, chunk, text, e);
}

static int arrive(const state *s, uint32_t step, uint32_t chunk, const value *v, nf_err *e) {
  if (s->p->step[step].kind == NF_STEP_REDUCE || s->p->step[step].kind == NF_STEP_ADD)
    return add(s, step, chunk, v, e);
  return copy(chunk_of(s, step, chunk), v, e);
}

// ------------------------------------------------------------------------------- steps
static int local(const state *s, uint32_t i, nf_err *e) {
  const nf_step *t = &s->p->step[i];
  for (uint32_t k = 0; k < t->count && e->status == NF_EXIT_OK; k++) {
    const value *from = chunk_of(s, i, t->from + k);
    if (need(s, i, t->from + k, from, e) == NF_EXIT_OK)
      arrive(s, i, t->chunk + k, from, e);
  }
  return e->status;
}

static int send(const state *s, uint32_t i, nf_err *e) {
  const nf_step *t = &s->p->step[i];
  for (uint32_t k = 0; k < t->count && e->status == NF_EXIT_OK; k++)
    need(s, i, t->chunk + k, chunk_of(s, i, t->chunk + k), e);
  if (!s->flying || e->status != NF_EXIT_OK)
    return e->status;
  value *v = malloc((t->count + 1ull) * sizeof *v);
  if (!v)
    return nf_err_memory(e, "the messages of a schedule's check");
  s->flying[s->p->mate[i]] = v;
  for (uint32_t k = 0; k < t->count; k++)
    v[k].part = NF_NO_PART;
  for (uint32_t k = 0; k < t->count && e->status == NF_EXIT_OK; k++)
    copy(&v[k], chunk_of(s, i, t->chunk + k), e);
  return e->status;
}

static void land(const state *s, uint32_t i) {
  for (uint32_t k = 0; s->flying && s->flying[i] && k < s->p->step[i].count; k++)
    drop(&s->flying[i][k]);
  if (s->flying) {
    free(s->flying[i]);
    s->flying[i] = NULL;
  }
}

static int receive(const state *s, uint32_t i, nf_err *e) {
  const nf_step *t = &s->p->step[i];
  const uint32_t mate = s->p->mate[i];
  for (uint32_t k = 0; k < t->count && e->status == NF_EXIT_OK; k++)
    arrive(s, i, t->chunk + k,
           s->flying ? &s->flying[i][k] : chunk_of(s, mate, s->p->step[mate].chunk + k), e);
  land(s, i);
  return e->status;
}

// The first member of a join does it for all.
static int join(const state *s, uint32_t i, nf_err *e) {
  const uint32_t *member = &s->p->join[s->p->mate[i]], members = s->p->s->group_size;
  for (uint32_t k = 0; member[0] == i && k < s->p->step[i].count; k++) {
    for (uint32_t m = 0; m < members && e->status == NF_EXIT_OK; m++) {
      const uint32_t chunk = s->p->step[member[m]].chunk + k;
      const value *v = chunk_of(s, member[m], chunk);
      if (need(s, member[m], chunk, v, e) == NF_EXIT_OK && m > 0)
        add(s, i, s->p->step[i].chunk + k, v, e);
    }
    for (uint32_t m = 1; m < members && e->status == NF_EXIT_OK; m++)
      copy(chunk_of(s, member[m], s->p->step[member[m]].chunk + k),
           chunk_of(s, i, s->p->step[i].chunk + k), e);
  }
  return e->status;
}

static int step(const state *s, uint32_t i, nf_err *e) {
  switch (s->p->step[i].kind) {
  case NF_STEP_SEND:
    return send(s, i, e);
  case NF_STEP_RECV:
  case NF_STEP_REDUCE:
    return receive(s, i, e);
  case NF_STEP_COPY:
  case NF_STEP_ADD:
    return local(s, i, e);
  case NF_STEP_JOIN:
    return join(s, i, e);
  default:
    return e->status;
  }
}

// ------------------------------------------------------------------------------- start and end
static void begin(state *s) {
  const nf_schedule *sch = s->p->s;
  for (uint32_t r = 0; r < sch->ranks; r++)
    for (uint32_t c = 0; c < sch->chunks; c++) {
      const nf_holding h = nf_collective_start(sch, r, c);
      s->held[(uint64_t)r * sch->chunks + c] =
          (value){.part = h.part, .runs = 1, .one = {h.rank, h.rank + 1}};
    }
}

static int missing(uint32_t rank, uint32_t chunk, const value *v, const nf_holding *h,
                   uint32_t ranks, nf_err *e) {
  char text[96];
  const run *first = runs_of(v);
  if (v->part == NF_NO_PART)
    snprintf(text, sizeof text, "is not there");
  else if (v->part != h->part)
    snprintf(text, sizeof text, "is part %u of the buffer, not part %u", v->part, h->part);
  else if (h->all)
    snprintf(text, sizeof text, "lacks the contribution of rank %u",
             first->low > 0 ? 0 : first->end % ranks);
  else
    snprintf(text, sizeof text, "is not what rank %u had alone", h->rank);
  return nf_err_set(e, NF_EXIT_FAILED, "rank %u, at the end: chunk %u %s", rank, chunk, text);
}

static int demand(const state *s, nf_err *e) {
  const nf_schedule *sch = s->p->s;
  for (uint32_t r = 0; r < sch->ranks; r++)
    for (uint32_t c = 0; c < sch->chunks; c++) {
      const nf_holding h = nf_collective_end(sch, r, c);
      const value *v = &s->held[(uint64_t)r * sch->chunks + c];
      const run want = h.all ? (run){0, sch->ranks} : (run){h.rank, h.rank + 1};
      if (h.part != NF_NO_PART &&
          (v->part != h.part || v->runs != 1 || v->one.low != want.low || v->one.end != want.end))
        return missing(r, c, v, &h, sch->ranks, e);
    }
  return NF_EXIT_OK;
}

int nf_check_sets(const nf_program *p, const uint32_t *order, nf_err *e) {
  const uint64_t values = (uint64_t)p->s->ranks * p->s->chunks;
  state s = {.p = p, .held = malloc(values * sizeof *s.held)};
  if (p->s->buffered)
    s.flying = calloc(p->steps, sizeof *s.flying);
  if (!s.held || (p->s->buffered && !s.flying)) {
    nf_err_memory(e, "the sets of a schedule's check");
  } else {
    begin(&s);
    for (uint32_t k = 0; k < p->steps && e->status == NF_EXIT_OK; k++)
      step(&s, order[k], e);
    if (e->status == NF_EXIT_OK)
      demand(&s, e);
    for (uint32_t i = 0; i < p->steps; i++)
      land(&s, i);
    for (uint64_t i = 0; i < values; i++)
      drop(&s.held[i]);
  }
  free(s.held);
  free(s.flying);
  return e->status;
}
