// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Order within a rank, by vector clocks: of each step, how far every lane is certain to be when it
// begins. Two steps have an order if the clock of one says that the other is done.
#include "check_int.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  const nf_program *p;
  uint32_t rank, base, steps, lanes; // of the rank
  uint32_t *lane, *place;            // of a step: its lane, renumbered, and its place in it from 1
  uint32_t *clock;                   // [steps][lanes]
  uint32_t *writer;                  // of a chunk: who wrote it last, step + 1
  uint32_t *reader;                  // [chunks][lanes]: who has read it since, by lane, step + 1
  uint64_t clock_room, reader_room;
} ordering;

static bool before(const ordering *o, uint32_t first, uint32_t then) {
  return o->clock[(uint64_t)then * o->lanes + o->lane[first]] >= o->place[first];
}

static int no_order(const ordering *o, uint32_t a, uint32_t b, const char *what, uint32_t chunk,
                    nf_err *e) {
  char x[NF_PROGRAM_WHERE], y[NF_PROGRAM_WHERE];
  nf_program_where(o->p, o->base + (a < b ? a : b), x);
  nf_program_where(o->p, o->base + (a < b ? b : a), y);
  return nf_err_set(e, NF_EXIT_FAILED,
                    "%s and %s %s %u in no fixed order; let one wait for the other", x, y, what,
                    chunk);
}

// Lanes of the rank from 0, a step without one in a lane of its own.
static void number_lanes(ordering *o, uint32_t *seen, uint32_t lanes) {
  o->lanes = 0;
  memset(seen, 0, lanes * sizeof *seen);
  for (uint32_t i = 0; i < o->steps; i++) {
    const uint32_t lane = o->p->step[o->base + i].lane;
    if (lane == NF_LANE_FREE || seen[lane] == 0) {
      o->lane[i] = o->lanes++;
      if (lane != NF_LANE_FREE)
        seen[lane] = o->lanes;
    } else {
      o->lane[i] = seen[lane] - 1;
    }
  }
  uint32_t *count = seen; // reused: places of each lane
  memset(count, 0, lanes * sizeof *count);
  for (uint32_t i = 0; i < o->steps; i++) {
    const uint32_t lane = o->p->step[o->base + i].lane;
    o->place[i] = lane == NF_LANE_FREE ? 1 : ++count[lane];
  }
}

static void set_clock(ordering *o, uint32_t i) {
  const nf_program *p = o->p;
  uint32_t *clock = o->clock + (uint64_t)i * o->lanes;
  memset(clock, 0, o->lanes * sizeof *clock);
  for (uint64_t k = p->dep_from[o->base + i]; k < p->dep_from[o->base + i + 1]; k++) {
    const uint32_t dep = (p->dep[k] & ~NF_DEP_STARTED) - o->base;
    const uint32_t *of = o->clock + (uint64_t)dep * o->lanes;
    for (uint32_t l = 0; l < o->lanes; l++)
      clock[l] = clock[l] > of[l] ? clock[l] : of[l];
    if (!(p->dep[k] & NF_DEP_STARTED) && clock[o->lane[dep]] < o->place[dep])
      clock[o->lane[dep]] = o->place[dep];
  }
}

static int touch(ordering *o, uint32_t i, uint32_t first, uint32_t count, bool writes, nf_err *e) {
  for (uint32_t c = first; c < first + count; c++) {
    uint32_t *reader = o->reader + (uint64_t)c * o->lanes;
    if (o->writer[c] && !before(o, o->writer[c] - 1, i))
      return no_order(o, o->writer[c] - 1, i, "touch chunk", c, e);
    if (!writes) {
      reader[o->lane[i]] = i + 1;
      continue;
    }
    for (uint32_t l = 0; l < o->lanes; l++) {
      if (reader[l] && reader[l] - 1 != i && !before(o, reader[l] - 1, i))
        return no_order(o, reader[l] - 1, i, "touch chunk", c, e);
      reader[l] = 0;
    }
    o->writer[c] = i + 1;
  }
  return NF_EXIT_OK;
}

typedef struct {
  uint32_t side, peer, tag, step;
} use;

static int by_use(const void *a, const void *b) {
  const uint32_t *x = a, *y = b;
  for (int i = 0; i < 4; i++)
    if (x[i] != y[i])
      return x[i] < y[i] ? -1 : 1;
  return 0;
}

// The messages of a channel and the joins of a group are told apart by their order alone.
static int channels(const ordering *o, use *u, nf_err *e) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < o->steps; i++) {
    const nf_step *t = &o->p->step[o->base + i];
    if (t->kind == NF_STEP_SEND || t->kind == NF_STEP_JOIN)
      u[n++] = (use){t->kind, t->peer, t->tag, i};
    else if (t->kind == NF_STEP_RECV || t->kind == NF_STEP_REDUCE)
      u[n++] = (use){NF_STEP_RECV, t->peer, t->tag, i};
  }
  qsort(u, n, sizeof *u, by_use);
  for (uint32_t k = 1; k < n; k++)
    if (u[k].side == u[k - 1].side && u[k].peer == u[k - 1].peer && u[k].tag == u[k - 1].tag &&
        !before(o, u[k - 1].step, u[k].step))
      return no_order(o, u[k - 1].step, u[k].step, "use channel", u[k].tag, e);
  return NF_EXIT_OK;
}

static int make_room(ordering *o, nf_err *e) {
  const uint64_t clocks = (uint64_t)o->steps * o->lanes, chunks = o->p->s->chunks,
                 readers = chunks * o->lanes;
  if (clocks > o->clock_room) {
    free(o->clock);
    o->clock = malloc(clocks * sizeof *o->clock);
    o->clock_room = clocks;
  }
  if (readers > o->reader_room) {
    free(o->reader);
    o->reader = malloc(readers * sizeof *o->reader);
    o->reader_room = readers;
  }
  if (!o->clock || !o->reader)
    return nf_err_memory(e, "the order of a rank's steps");
  memset(o->reader, 0, readers * sizeof *o->reader);
  memset(o->writer, 0, chunks * sizeof *o->writer);
  return NF_EXIT_OK;
}

// `mine`: the steps of the rank in the order of the execution.
static int check_rank(ordering *o, const uint32_t *mine, nf_err *e) {
  for (uint32_t k = 0; k < o->steps && e->status == NF_EXIT_OK; k++) {
    const uint32_t i = mine[k] - o->base;
    const nf_step *t = &o->p->step[mine[k]];
    set_clock(o, i);
    if (t->kind == NF_STEP_WAIT)
      continue;
    if (nf_step_has_source(t->kind))
      touch(o, i, t->from, t->count, false, e);
    if (e->status == NF_EXIT_OK)
      touch(o, i, t->chunk, t->count, nf_step_writes(t->kind), e);
  }
  return e->status;
}

// Sorts the execution by rank, keeping the order of each.
static uint32_t *by_rank(const nf_program *p, const uint32_t *order) {
  uint32_t *sorted = malloc(p->steps * sizeof *sorted);
  uint32_t *at = malloc((p->s->ranks + 1ull) * sizeof *at);
  if (sorted && at) {
    memcpy(at, p->first, p->s->ranks * sizeof *at);
    for (uint32_t k = 0; k < p->steps; k++)
      sorted[at[p->rank[order[k]]]++] = order[k];
  } else {
    free(sorted);
    sorted = NULL;
  }
  free(at);
  return sorted;
}

int nf_check_order(const nf_program *p, const uint32_t *order, nf_err *e) {
  ordering o = {.p = p};
  uint32_t most = 0, lanes = 1;
  for (uint32_t r = 0; r < p->s->ranks; r++)
    most = p->first[r + 1] - p->first[r] > most ? p->first[r + 1] - p->first[r] : most;
  for (uint32_t i = 0; i < p->steps; i++)
    if (p->step[i].lane != NF_LANE_FREE && p->step[i].lane >= lanes)
      lanes = p->step[i].lane + 1;
  uint32_t *sorted = by_rank(p, order), *seen = malloc(lanes * sizeof *seen);
  use *u = malloc((most + 1ull) * sizeof *u);
  o.lane = malloc((most + 1ull) * sizeof *o.lane);
  o.place = malloc((most + 1ull) * sizeof *o.place);
  o.writer = malloc((p->s->chunks + 1ull) * sizeof *o.writer);
  if (!sorted || !seen || !u || !o.lane || !o.place || !o.writer)
    nf_err_memory(e, "the order of a rank's steps");
  for (uint32_t r = 0; r < p->s->ranks && e->status == NF_EXIT_OK; r++) {
    o.rank = r;
    o.base = p->first[r];
    o.steps = p->first[r + 1] - p->first[r];
    if (o.steps == 0)
      continue;
    number_lanes(&o, seen, lanes);
    if (make_room(&o, e) == NF_EXIT_OK && check_rank(&o, sorted + o.base, e) == NF_EXIT_OK)
      channels(&o, u, e);
  }
  free(sorted);
  free(seen);
  free(u);
  free(o.lane);
  free(o.place);
  free(o.writer);
  free(o.clock);
  free(o.reader);
  return e->status;
}
