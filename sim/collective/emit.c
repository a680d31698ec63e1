// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "emit.h"
#include "check_int.h"
#include <stdlib.h>
#include <string.h>

int nf_emit_open(nf_emit *b, const nf_schedule *s, uint32_t rank, uint32_t lanes, nf_steps *out,
                 nf_err *e) {
  *b = (nf_emit){.s = s, .out = out, .e = e, .rank = rank, .lanes = lanes};
  b->writer = calloc(s->chunks, sizeof *b->writer);
  b->reader = calloc((size_t)s->chunks * lanes, sizeof *b->reader);
  return b->writer && b->reader ? e->status : nf_err_memory(e, "the steps of a rank");
}

void nf_emit_close(nf_emit *b) {
  free(b->writer);
  free(b->reader);
}

// The latest step of each lane that comes before the one being made.
typedef struct {
  uint32_t of_lane[NF_SCHEDULE_LANES]; // step + 1
} waiting;

static void wait_for(const nf_emit *b, waiting *w, uint32_t step_1) {
  if (step_1 == 0)
    return;
  uint32_t *latest = &w->of_lane[b->out->step[step_1 - 1].lane];
  *latest = *latest > step_1 ? *latest : step_1;
}

static void touch(const nf_emit *b, waiting *w, uint32_t chunk, uint32_t count, bool writes) {
  for (uint32_t c = chunk; c < chunk + count; c++) {
    wait_for(b, w, b->writer[c]);
    for (uint32_t l = 0; writes && l < b->lanes; l++)
      wait_for(b, w, b->reader[(size_t)c * b->lanes + l]);
  }
}

static void note(const nf_emit *b, uint32_t lane, uint32_t chunk, uint32_t count, bool writes) {
  for (uint32_t c = chunk; c < chunk + count; c++) {
    uint32_t *reader = b->reader + (size_t)c * b->lanes;
    if (writes) {
      b->writer[c] = b->out->steps;
      memset(reader, 0, b->lanes * sizeof *reader);
    } else {
      reader[lane] = b->out->steps;
    }
  }
}

static void add(nf_emit *b, const nf_step *t) {
  waiting w = {{0}};
  uint32_t dep[NF_SCHEDULE_LANES], deps = 0;
  if (b->e->status != NF_EXIT_OK)
    return;
  if (nf_step_has_source(t->kind))
    touch(b, &w, t->from, t->count, false);
  touch(b, &w, t->chunk, t->count, nf_step_writes(t->kind));
  for (uint32_t l = 0; l < b->lanes; l++)
    if (w.of_lane[l] && l != t->lane) // its own lane is in order anyhow
      dep[deps++] = w.of_lane[l] - 1;
  if (nf_steps_add(b->out, t, dep, deps, b->e) != NF_EXIT_OK)
    return;
  if (nf_step_has_source(t->kind))
    note(b, t->lane, t->from, t->count, false);
  note(b, t->lane, t->chunk, t->count, nf_step_writes(t->kind));
}

void nf_emit_send(nf_emit *b, uint32_t lane, uint32_t peer, uint32_t tag, uint32_t chunk,
                  uint32_t count) {
  add(b, &(nf_step){.kind = NF_STEP_SEND,
                    .lane = lane,
                    .peer = peer,
                    .tag = tag,
                    .chunk = chunk,
                    .count = count});
}

void nf_emit_recv(nf_emit *b, uint32_t lane, uint32_t peer, uint32_t tag, uint32_t chunk,
                  uint32_t count, bool reduce) {
  add(b, &(nf_step){.kind = reduce ? NF_STEP_REDUCE : NF_STEP_RECV,
                    .lane = lane,
                    .peer = peer,
                    .tag = tag,
                    .chunk = chunk,
                    .count = count});
}

void nf_emit_copy(nf_emit *b, uint32_t lane, uint32_t from, uint32_t chunk, uint32_t count) {
  add(b,
      &(nf_step){.kind = NF_STEP_COPY, .lane = lane, .from = from, .chunk = chunk, .count = count});
}

void nf_emit_add(nf_emit *b, uint32_t lane, uint32_t from, uint32_t chunk, uint32_t count) {
  add(b,
      &(nf_step){.kind = NF_STEP_ADD, .lane = lane, .from = from, .chunk = chunk, .count = count});
}

void nf_emit_join(nf_emit *b, uint32_t lane, uint32_t group, uint32_t chunk, uint32_t count) {
  add(b, &(nf_step){
             .kind = NF_STEP_JOIN, .lane = lane, .peer = group, .chunk = chunk, .count = count});
}

// ------------------------------------------------------------------------------- rings
// Block b goes round once and gathers what every member adds; it stops at member b. Then it goes
// round once more, to be kept by all.
static void round_trip(nf_emit *b, const nf_ring *r, uint32_t first, bool reduce) {
  for (uint32_t s = 0; s + 1 < r->members; s++) {
    const uint32_t out = (r->me + 2 * r->members - first - s) % r->members,
                   in = (out + r->members - 1) % r->members;
    nf_emit_send(b, r->lane, r->next, r->lane, r->base + out * r->width, r->width);
    nf_emit_recv(b, r->lane + 1, r->prev, r->lane, r->base + in * r->width, r->width, reduce);
  }
}

void nf_ring_reduce_scatter(nf_emit *b, const nf_ring *r) { round_trip(b, r, 1, true); }

void nf_ring_all_gather(nf_emit *b, const nf_ring *r) { round_trip(b, r, 0, false); }

void nf_ring_all_reduce(nf_emit *b, const nf_ring *r) {
  nf_ring_reduce_scatter(b, r);
  nf_ring_all_gather(b, r);
}
