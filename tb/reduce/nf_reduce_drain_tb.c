// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of what a reduction table does from one decision to the next: lock step, and an account of
// the payload and the headers that each decision makes due.
#include "nf_tb.h"
#include "reduce/nf_reduce_drain.h"

extern const nf_dut nf_reduce_drain_dut;

typedef struct {
  unsigned takes;         // flits that are still to come
  unsigned sends;         // flits that are still to leave before the next header
  unsigned planes, plane; // headers of the packet, number of the next one; planes 0: none
  unsigned len;           // flits before each of them
  bool drains;            // they are those of planes
  bool partial;           // their region's ports are held
  unsigned percent;       // slots that are used
} context;

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->percent = nf_tb_chance(tb, 30) ? 100 : 30 + (unsigned)nf_tb_below(tb, 70);
}

// Types of which a wide sum may leave in planes.
static uint8_t wide_type(nf_tb *tb) {
  for (;;) {
    const uint8_t dtype = (uint8_t)nf_tb_below(tb, NF_DTYPES);
    if (nf_dtypes[dtype].planes)
      return dtype;
  }
}

static void check(nf_tb *tb, const context *c, const nf_reduce_drain_out *o) {
  const bool more = c->drains && c->plane + 1 < c->planes; // planes behind the next header
  nf_tb_check(tb, o->in_left == c->takes, "%u flits to come, %u are", o->in_left, c->takes);
  nf_tb_check(tb, o->idle == !(c->takes || c->sends || (c->planes && more)),
              "idle %d with %u to come, %u to leave", o->idle, c->takes, c->sends);
  nf_tb_check(tb, o->due == (c->planes && !c->sends), "due %d before %u flits", o->due, c->sends);
  nf_tb_check(tb, o->owes == (c->planes && c->partial), "owes %d", o->owes);
  if (o->due)
    nf_tb_check(tb,
                o->head_plane == c->drains &&
                    (!c->drains || (o->head_index == c->plane && o->head_last == !more)),
                "header of plane %u, %u is due", o->head_index, c->plane);
}

// A decision, and what it makes due.
static void decide(nf_tb *tb, context *c, nf_reduce_drain_in *i) {
  static const char *const names[] = {"nothing leaves", "an entry leaves for the packet",
                                      "a result leaves", "an entry leaves in planes",
                                      "a sum leaves in planes behind the packet"};
  const unsigned kind = (unsigned)nf_tb_below(tb, 5);
  const uint8_t some = (uint8_t)(1 + nf_tb_below(tb, 8)), any = (uint8_t)nf_tb_below(tb, 9);
  nf_reduce_plan plan = nf_reduce_plan_unpack(nf_tb_rand(tb));
  nf_tb_cover(tb, names[kind]);
  i->decides = true;
  i->leaves = kind != 0;
  i->drain = kind == 3;
  i->drain_after = kind == 4;
  if (kind >= 3)
    plan.dtype = wide_type(tb);
  i->in_len = kind == 3 ? 0 : kind == 4 ? some : any;
  i->out_len = kind == 1 ? (uint8_t)nf_tb_below(tb, 9) : kind == 2 ? any : kind == 3 ? some : 0;
  i->drain_len = some;
  i->plan = nf_reduce_plan_pack(&plan);
  i->head = (nf_flit){{nf_tb_rand(tb), nf_tb_rand(tb)}};
  i->to = (uint8_t)nf_tb_below(tb, 3);
  i->region = (uint8_t)nf_tb_rand(tb);
  c->takes = i->in_len;
  c->drains = kind >= 3;
  c->planes = c->drains ? nf_dtypes[plan.dtype].planes : i->leaves;
  c->plane = 0;
  c->len = c->drains ? some : i->out_len;
  c->sends = c->planes ? c->len : 0;
  c->partial = i->to != NF_REDUCE_TO_REQUESTER;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_reduce_drain_out *const o = out;
  nf_reduce_drain_in *const i = in;
  check(tb, c, o);
  if (!nf_tb_chance(tb, c->percent))
    return;
  i->body_take = o->in_left && nf_tb_chance(tb, 80);
  i->held_slot = !o->idle && !o->in_left;
  i->sends = (i->body_take || i->held_slot) && o->going;
  i->head_send = o->due && !i->body_take;
  c->takes -= i->body_take;
  c->sends -= i->sends;
  if (i->head_send) {
    c->plane++;
    if (c->plane == c->planes)
      c->planes = 0;
    else
      c->sends = c->len;
  }
  if (o->idle && nf_tb_chance(tb, 60))
    decide(tb, c, i);
}

int main(int argc, char **argv) {
  static const nf_reduce_drain_cfg cfg = {0};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-D payload comes and goes, the header behind it", 60000, start, drive, NULL},
      {"KLENK IV-D payload comes and goes, the header behind it, again", 60000, start, drive, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_reduce_drain_dut,
                             .model = NF_TB_MODEL(nf_reduce_drain),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios,
                             .unreset =
                                 "plan flit plane head to region head_plane head_index head_last"};
  return nf_tb_main(argc, argv, &bench);
}
