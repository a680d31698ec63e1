// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "program.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void nf_program_where(const nf_program *p, uint32_t step, char text[NF_PROGRAM_WHERE]) {
  const nf_step *s = &p->step[step];
  char chunks[48] = "", peer[32] = "";
  if (s->kind != NF_STEP_WAIT && p->s->what == NF_TRACE)
    snprintf(chunks, sizeof chunks, " of %u bytes", s->count);
  else if (s->kind != NF_STEP_WAIT && s->count == 1)
    snprintf(chunks, sizeof chunks, " of chunk %u", s->chunk);
  else if (s->kind != NF_STEP_WAIT)
    snprintf(chunks, sizeof chunks, " of chunks %u..%u", s->chunk, s->chunk + s->count - 1);
  if (s->kind == NF_STEP_SEND)
    snprintf(peer, sizeof peer, " to rank %u", s->peer);
  else if (s->kind == NF_STEP_RECV || s->kind == NF_STEP_REDUCE)
    snprintf(peer, sizeof peer, " from rank %u", s->peer);
  else if (s->kind == NF_STEP_JOIN)
    snprintf(peer, sizeof peer, " in group %u", s->peer);
  snprintf(text, NF_PROGRAM_WHERE, "rank %u step %u (%s%s%s)", p->rank[step],
           step - p->first[p->rank[step]], nf_step_name(s->kind), chunks, peer);
}

// ------------------------------------------------------------------------------- all steps
static bool receives(uint8_t kind) { return kind == NF_STEP_RECV || kind == NF_STEP_REDUCE; }

static int check_step(const nf_program *p, uint32_t at, const nf_step *t, nf_err *e) {
  const nf_schedule *s = p->s;
  char where[NF_PROGRAM_WHERE];
  const bool local = t->kind == NF_STEP_COPY || t->kind == NF_STEP_ADD;
  if (t->kind == NF_STEP_WAIT)
    return NF_EXIT_OK;
  const char *wrong = NULL;
  if (t->kind == NF_STEP_JOIN ? t->peer >= s->groups : !local && t->peer >= s->ranks)
    wrong = "there is no such peer";
  else if (t->kind != NF_STEP_JOIN && !local && t->peer == p->rank[at])
    wrong = "a rank sends nothing to itself; give a copy";
  else if (s->what != NF_TRACE &&
           (t->chunk + (uint64_t)t->count > s->chunks ||
            (local && t->from + (uint64_t)t->count > s->chunks) || t->count == 0))
    wrong = "the buffer has no such chunks";
  if (!wrong)
    return NF_EXIT_OK;
  nf_program_where(p, at, where);
  return nf_refuse(e, "%s: %s", where, wrong);
}

// Steps of one rank behind those of the ranks before it.
typedef struct {
  uint64_t step_room, dep_room, deps;
  uint32_t *last; // of a lane, step of this rank + 1
  uint32_t lanes;
} filling;

static uint32_t *last_of_lane(filling *f, uint32_t lane, nf_err *e) {
  enum { LANES = 1 << 20 };
  if (lane >= LANES) {
    nf_refuse(e, "a schedule may have %d lanes, not %u", LANES, lane);
    return NULL;
  }
  if (lane >= f->lanes) {
    const uint32_t more = 2 * lane + 16;
    uint32_t *p = realloc(f->last, more * sizeof *p);
    if (!p) {
      nf_err_memory(e, "the lanes of a schedule");
      return NULL;
    }
    memset(p + f->lanes, 0, (more - f->lanes) * sizeof *p);
    f->last = p;
    f->lanes = more;
  }
  return &f->last[lane];
}

static int make_room(nf_program *p, filling *f, const nf_steps *in, nf_err *e) {
  const uint64_t steps = p->steps + (uint64_t)in->steps, deps = f->deps + in->deps + in->steps;
  if (steps > INT32_MAX)
    return nf_refuse(e,
                     "the schedule has more than 2^31 steps: too many to be checked or timed as a "
                     "whole; take fewer ranks");
  if (steps > f->step_room) {
    f->step_room = 2 * steps;
    nf_step *step = realloc(p->step, f->step_room * sizeof *step);
    p->step = step ? step : p->step;
    uint32_t *rank = realloc(p->rank, f->step_room * sizeof *rank);
    p->rank = rank ? rank : p->rank;
    uint64_t *from = realloc(p->dep_from, (f->step_room + 1) * sizeof *from);
    p->dep_from = from ? from : p->dep_from;
    if (!step || !rank || !from)
      return nf_err_memory(e, "the steps of all ranks");
  }
  if (deps > f->dep_room) {
    f->dep_room = 2 * deps;
    uint32_t *dep = realloc(p->dep, f->dep_room * sizeof *dep);
    if (!dep)
      return nf_err_memory(e, "the dependencies of all ranks");
    p->dep = dep;
  }
  return NF_EXIT_OK;
}

static int add_rank(nf_program *p, filling *f, uint32_t rank, const nf_steps *in, nf_err *e) {
  const uint32_t base = p->steps;
  if (make_room(p, f, in, e) != NF_EXIT_OK)
    return e->status;
  if (f->lanes)
    memset(f->last, 0, f->lanes * sizeof *f->last);
  for (uint32_t i = 0; i < in->steps; i++) {
    const nf_step *t = &in->step[i];
    p->step[base + i] = *t;
    p->rank[base + i] = rank;
    p->dep_from[base + i] = f->deps;
    if (check_step(p, base + i, t, e) != NF_EXIT_OK)
      return e->status;
    for (uint32_t k = 0; k < t->deps; k++) {
      const uint32_t dep = in->dep[t->dep + k], step = dep & ~NF_DEP_STARTED;
      if (step >= in->steps)
        return nf_refuse(e, "rank %u step %u waits for step %u, which it does not have", rank, i,
                         step);
      p->dep[f->deps++] = dep + base;
    }
    if (t->lane == NF_LANE_FREE)
      continue;
    uint32_t *last = last_of_lane(f, t->lane, e);
    if (!last)
      return e->status;
    if (*last)
      p->dep[f->deps++] = base + *last - 1;
    *last = i + 1;
  }
  p->steps += in->steps;
  return NF_EXIT_OK;
}

// ------------------------------------------------------------------------------- who meets whom
typedef struct {
  uint32_t from, to, tag, step;
} end;

static int by_channel(const void *a, const void *b) {
  const end *x = a, *y = b;
#define ORDER(F)                                                                                   \
  if (x->F != y->F)                                                                                \
  return x->F < y->F ? -1 : 1
  ORDER(from);
  ORDER(to);
  ORDER(tag);
  ORDER(step);
#undef ORDER
  return 0;
}

static int same_channel(const end *a, const end *b) {
  const end x = {a->from, a->to, a->tag, 0}, y = {b->from, b->to, b->tag, 0};
  return by_channel(&x, &y);
}

static int alone(const nf_program *p, uint32_t step, nf_err *e) {
  char where[NF_PROGRAM_WHERE];
  nf_program_where(p, step, where);
  return nf_refuse(e, "%s: rank %u never %s", where, p->step[step].peer,
                   p->step[step].kind == NF_STEP_SEND ? "receives it" : "sends it");
}

static int pair(nf_program *p, const end *send, uint32_t sends, const end *recv, uint32_t recvs,
                nf_err *e) {
  char a[NF_PROGRAM_WHERE], b[NF_PROGRAM_WHERE];
  for (uint32_t i = 0; i < sends || i < recvs; i++) {
    const int order = i == sends ? 1 : i == recvs ? -1 : same_channel(&send[i], &recv[i]);
    if (order)
      return alone(p, order < 0 ? send[i].step : recv[i].step, e);
    if (p->step[send[i].step].count != p->step[recv[i].step].count) {
      nf_program_where(p, send[i].step, a);
      nf_program_where(p, recv[i].step, b);
      return nf_refuse(e, "%s meets %s: the sizes differ", a, b);
    }
    p->mate[send[i].step] = recv[i].step;
    p->mate[recv[i].step] = send[i].step;
  }
  return NF_EXIT_OK;
}

static int pair_messages(nf_program *p, nf_err *e) {
  uint32_t sends = 0, recvs = 0;
  for (uint32_t i = 0; i < p->steps; i++) {
    sends += p->step[i].kind == NF_STEP_SEND;
    recvs += receives(p->step[i].kind);
  }
  end *send = malloc((sends + 1ull) * sizeof *send), *recv = malloc((recvs + 1ull) * sizeof *recv);
  if (!send || !recv)
    nf_err_memory(e, "the messages of a schedule");
  sends = recvs = 0;
  for (uint32_t i = 0; i < p->steps && e->status == NF_EXIT_OK; i++) {
    const nf_step *t = &p->step[i];
    if (t->kind == NF_STEP_SEND)
      send[sends++] = (end){p->rank[i], t->peer, t->tag, i};
    else if (receives(t->kind))
      recv[recvs++] = (end){t->peer, p->rank[i], t->tag, i};
  }
  if (e->status == NF_EXIT_OK) {
    qsort(send, sends, sizeof *send, by_channel);
    qsort(recv, recvs, sizeof *recv, by_channel);
    pair(p, send, sends, recv, recvs, e);
  }
  free(send);
  free(recv);
  return e->status;
}

// The k-th join of each member of a group is the k-th join of the group.
static int pair_joins(nf_program *p, nf_err *e) {
  char where[NF_PROGRAM_WHERE];
  uint32_t joins = 0;
  for (uint32_t i = 0; i < p->steps; i++)
    joins += p->step[i].kind == NF_STEP_JOIN;
  end *in = malloc((joins + 1ull) * sizeof *in);
  p->join = malloc((joins + 1ull) * sizeof *p->join);
  if (!in || !p->join) {
    free(in);
    return nf_err_memory(e, "the joins of a schedule");
  }
  // k, which the members' joins have alike, is the second key: count it in `to`.
  for (uint32_t i = 0; i < p->steps; i++)
    if (p->step[i].kind == NF_STEP_JOIN)
      in[p->joins++] = (end){p->step[i].peer, p->rank[i], 0, i};
  qsort(in, joins, sizeof *in, by_channel);
  for (uint32_t i = 0, k = 0; i < joins; i++) {
    k = i && in[i].from == in[i - 1].from && in[i].to == in[i - 1].to ? k + 1 : 0;
    in[i].tag = k;
  }
  for (uint32_t i = 0; i < joins; i++)
    in[i] = (end){in[i].from, in[i].tag, in[i].to, in[i].step};
  qsort(in, joins, sizeof *in, by_channel);
  const uint32_t size = p->s->group_size;
  for (uint32_t i = 0; i < joins && e->status == NF_EXIT_OK; i++) {
    const end *head = &in[i - i % size], *tail = &in[i - i % size + size - 1];
    p->join[i] = in[i].step;
    p->mate[in[i].step] = i - i % size;
    if (tail < in + joins && tail->from == head->from && tail->to == head->to &&
        p->step[head->step].count == p->step[in[i].step].count)
      continue;
    nf_program_where(p, in[i].step, where);
    nf_refuse(e, "%s: not all %u members of the group join it with as much data", where, size);
  }
  free(in);
  return e->status;
}

int nf_program_open(nf_program *p, const nf_schedule *s, nf_err *e) {
  *p = (nf_program){.s = s};
  filling f = {0};
  nf_steps one = {0};
  p->first = malloc((s->ranks + 1ull) * sizeof *p->first);
  if (!p->first)
    nf_err_memory(e, "a schedule");
  for (uint32_t r = 0; r < s->ranks && e->status == NF_EXIT_OK; r++) {
    p->first[r] = p->steps;
    if (nf_schedule_steps(s, r, &one, e) == NF_EXIT_OK)
      add_rank(p, &f, r, &one, e);
  }
  nf_steps_free(&one);
  free(f.last);
  if (e->status == NF_EXIT_OK && p->steps == 0)
    nf_refuse(e, "the schedule has no step");
  if (e->status == NF_EXIT_OK) {
    p->first[s->ranks] = p->steps;
    p->dep_from[p->steps] = f.deps;
    p->mate = malloc(p->steps * sizeof *p->mate);
    if (!p->mate)
      nf_err_memory(e, "the messages of a schedule");
    else if (memset(p->mate, 0xff, p->steps * sizeof *p->mate), pair_messages(p, e) == NF_EXIT_OK)
      pair_joins(p, e);
  }
  if (e->status != NF_EXIT_OK)
    nf_program_close(p);
  return e->status;
}

void nf_program_close(nf_program *p) {
  free(p->step);
  free(p->first);
  free(p->rank);
  free(p->dep_from);
  free(p->dep);
  free(p->mate);
  free(p->join);
  *p = (nf_program){0};
}
