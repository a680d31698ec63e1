// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of the chunk queue: lock-step, and against a list of the entries in the order of their
// reservation.
#include "ace/nf_ace_chunk_queue.h"
#include "ace/nf_ace_pkg.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_ace_chunk_queue_dut;

typedef struct {
  bool ready;
  uint64_t ctx[2]; // id and phase from the reservation on, all when ready
} place;

typedef struct {
  place list[P_QueueDepth]; // the oldest first
  unsigned used;
  bool taken; // a context has been taken
  uint64_t last[2];
  nf_pace reserve, ready, start;
} context;

static void start_random(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->reserve = nf_pace_any(tb);
  c->ready = nf_pace_any(tb);
  c->start = nf_pace_any(tb);
}

static void check(nf_tb *tb, const context *c, const nf_ace_chunk_queue_out *out) {
  nf_tb_check(tb, out->free == P_QueueDepth - c->used, "%u entries free of %u", out->free,
              P_QueueDepth - c->used);
  nf_tb_check(tb, out->head_ready == (c->used != 0 && c->list[0].ready), "head %d",
              out->head_ready);
  if (c->taken)
    nf_tb_check(tb, memcmp(out->ctx, c->last, sizeof c->last) == 0, "context of the head");
}

// The pair of a new entry, different from those that are there.
static void name(nf_tb *tb, const context *c, place *p) {
  bool again = true;
  while (again) {
    nf_ace_ctx_set_id(p->ctx, (uint8_t)nf_tb_below(tb, 32));
    nf_ace_ctx_set_phase(p->ctx, (uint8_t)nf_tb_below(tb, 7));
    again = false;
    for (unsigned e = 0; e < c->used; e++)
      again |= (c->list[e].ctx[0] & 0xfff) == (p->ctx[0] & 0xfff);
  }
}

static void make_ready(nf_tb *tb, context *c, nf_ace_chunk_queue_in *in, unsigned e) {
  place *const p = &c->list[e];
  p->ctx[0] = (p->ctx[0] & 0xfff) | nf_tb_rand(tb) << 12;
  p->ctx[1] = nf_tb_rand(tb);
  p->ready = in->ready_valid = true;
  memcpy(in->ready_ctx, p->ctx, sizeof p->ctx);
  if (e > 0 && !c->list[0].ready)
    nf_tb_cover(tb, "ready before an older one");
}

static void move(nf_tb *tb, context *c, nf_ace_chunk_queue_in *in, bool reserve, bool ready,
                 bool start, bool newest) {
  place fresh = {0};
  reserve = reserve && c->used < P_QueueDepth;
  if (reserve) {
    name(tb, c, &fresh);
    in->reserve_valid = true;
    in->reserve_id = nf_ace_ctx_id(fresh.ctx);
    in->reserve_phase = nf_ace_ctx_phase(fresh.ctx);
  }
  start = start && c->used != 0 && c->list[0].ready;
  unsigned waiting[P_QueueDepth], count = 0;
  for (unsigned e = 0; e < c->used; e++)
    if (!c->list[e].ready)
      waiting[count++] = e;
  if (ready && count != 0)
    make_ready(tb, c, in, newest ? waiting[count - 1] : waiting[nf_tb_below(tb, count)]);
  if (start) {
    in->start = c->taken = true;
    memcpy(c->last, c->list[0].ctx, sizeof c->last);
    c->used--;
    memmove(&c->list[0], &c->list[1], c->used * sizeof c->list[0]);
  }
  if (reserve)
    c->list[c->used++] = fresh;
  if (reserve && start && in->ready_valid)
    nf_tb_cover(tb, "reserved, made ready and taken at once");
  if (c->used == P_QueueDepth)
    nf_tb_cover(tb, "full");
}

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  check(tb, c, out);
  if (nf_tb_cycle(tb) % 300 == 0)
    start_random(tb, c);
  const bool reserve = nf_pace_go(tb, &c->reserve), ready = nf_pace_go(tb, &c->ready);
  move(tb, c, in, reserve, ready, nf_pace_go(tb, &c->start), false);
  if (nf_tb_below(tb, 500) == 0) {
    ((nf_ace_chunk_queue_in *)in)->abort = true;
    c->used = 0;
  }
}

// Fills the queue, makes the youngest ready first, then takes all.
static void drive_backwards(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const unsigned phase = (unsigned)(nf_tb_cycle(tb) / P_QueueDepth % 3);
  check(tb, c, out);
  move(tb, c, in, phase == 0, phase == 1, phase == 2, true);
}

// One chunk after the other, each as early as the ports allow.
static void drive_single(nf_tb *tb, void *ctx, const void *out, void *in) {
  check(tb, ctx, out);
  move(tb, ctx, in, true, true, true, false);
}

int main(int argc, char **argv) {
  static const nf_ace_chunk_queue_cfg cfg = {.QueueDepth = P_QueueDepth};
  static const nf_tb_scenario scenarios[] = {
      {"ACE 4.3.2 chunks reserved in order, ready in any", 20000, start_random, drive_random, NULL},
      {"ACE 4.3.2 the youngest chunk is ready first", 500, NULL, drive_backwards, NULL},
      {"ACE 4.3.2 all ports at once", 2000, NULL, drive_single, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_ace_chunk_queue_dut,
                             .model = NF_TB_MODEL(nf_ace_chunk_queue),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0],
                             .unreset = "ctx"};
  return nf_tb_main(argc, argv, &bench);
}
