// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Aborts while two DMAs work on their orders and packets are granted. The test counts for itself
// for how long nothing has been under way.
#include "ace/nf_ace_drain.h"
#include "nf_tb.h"

extern const nf_dut nf_ace_drain_dut;

enum { MOST = 20, QUIET = 64 };

typedef struct {
  unsigned loads, stores; // orders under way
  unsigned calm;          // cycles of the abort without a sign of life
  bool abort, first, due;
  nf_pace take, end;
} context;

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->take = nf_pace_any(tb);
  c->end = nf_pace_any(tb);
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_ace_drain_out *const o = out;
  nf_ace_drain_in *const i = in;
  nf_tb_check(tb, o->clear == c->due, "clear: %u, %u is right", o->clear, c->due);
  i->abort = c->abort;
  // Orders are taken while no abort is under way, and at most in its first cycle.
  const bool begins = c->abort && c->first;
  c->first = false;
  if (!c->abort || begins) {
    i->txd_take = c->loads < MOST && nf_pace_go(tb, &c->take);
    i->rxd_take = c->stores < MOST && nf_pace_go(tb, &c->take);
  }
  // In an abort an answer may take longer than the engine is quiet for.
  const bool ends = c->abort ? nf_tb_chance(tb, 2) : nf_pace_go(tb, &c->end);
  const bool loads = nf_tb_chance(tb, 50);
  i->txd_end = c->loads != 0 && ends && loads;
  i->rxd_end = c->stores != 0 && ends && !loads;
  const bool calm = !i->txd_take && !i->rxd_take && c->loads + c->stores == 0;
  if (c->abort && c->loads + c->stores != 0)
    nf_tb_cover(tb, "an abort waits for a memory");
  c->loads += i->txd_take;
  c->loads -= i->txd_end;
  c->stores += i->rxd_take;
  c->stores -= i->rxd_end;
  const bool over = c->due;
  c->calm = c->abort && calm && !over ? c->calm + 1 : 0;
  c->due = c->calm == QUIET;
  if (over) {
    c->abort = false;
    nf_tb_cover(tb, "an abort is over");
  } else if (!c->abort && nf_tb_chance(tb, 1)) {
    c->abort = c->first = true;
    start(tb, ctx);
  }
}

int main(int argc, char **argv) {
  static const nf_ace_drain_cfg cfg = {0};
  static const nf_tb_scenario scenarios[] = {
      {"ACE 4.4 aborts at any time, orders at any pace", 40000, start, drive, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_ace_drain_dut,
                             .model = NF_TB_MODEL(nf_ace_drain),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 1};
  return nf_tb_main(argc, argv, &bench);
}
