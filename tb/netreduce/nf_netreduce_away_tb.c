// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Combiners of four frames that are filled whenever there is room and drained at any pace. What is
// promised is measured outside: how long a port had no room before it was away, until when it is,
// and for how many cycles in all it has held up other rings.
#include "netreduce/nf_netreduce_away.h"

#include "netreduce/nf_netreduce_pkg.h"
#include "nf_tb.h"

extern const nf_dut nf_netreduce_away_dut;

enum { PORTS = NF_NETREDUCE_MAX_PORTS, FRAMES = 4, SHARE = 32 };

typedef struct {
  unsigned frames[PORTS];  // in the combiner
  unsigned without[PORTS]; // cycles without room, on end
  unsigned held[PORTS];    // cycles in which the port held up other rings
  unsigned slow[PORTS];    // cycles that a frame takes; 0: none leaves
  unsigned left[PORTS];
  unsigned idle[PORTS]; // cycles for which it has been away with nothing in its combiner
  bool full[PORTS], empty[PORTS], was[PORTS];
  unsigned pause, others; // others: percent of cycles in which one of another ring could be done
  uint64_t since;
  unsigned went, came, for_others;
} context;

static void new_round(nf_tb *tb, context *c) {
  static const unsigned pauses[] = {1, 20, 100, 300};
  for (unsigned p = 0; p < P_Ports; p++) {
    c->slow[p] =
        nf_tb_chance(tb, 20) ? 0 : 1 + (unsigned)nf_tb_below(tb, 2 * pauses[nf_tb_below(tb, 4)]);
    c->left[p] = c->slow[p];
  }
  c->others = nf_tb_chance(tb, 50) ? 100 : (unsigned)nf_tb_below(tb, 101);
}

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->pause = 100;
  new_round(tb, c);
}

static void drain(context *c, unsigned p) {
  if (c->frames[p] == 0 || c->slow[p] == 0 || --c->left[p] > 0)
    return;
  c->frames[p]--;
  c->left[p] = c->slow[p];
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  const nf_netreduce_away_out *const o = out;
  nf_netreduce_away_in *const in = input;
  const uint64_t now = nf_tb_cycle(tb);
  if (nf_tb_below(tb, 4000) == 0)
    new_round(tb, c);
  in->pause = (uint16_t)c->pause;
  in->other = nf_tb_chance(tb, c->others);
  for (unsigned p = 0; p < P_Ports; p++) {
    const bool away = o->away >> p & 1, was = c->was[p];
    nf_tb_check(tb, away || c->without[p] <= c->pause + 1, "port %u: %u cycles without room", p,
                c->without[p]);
    nf_tb_check(tb, away || !c->was[p] || c->empty[p], "port %u is back with a frame", p);
    c->idle[p] = away && c->empty[p] ? c->idle[p] + 1 : 0;
    nf_tb_check(tb, c->idle[p] <= 4 * SHARE, "port %u is away with none", p);
    nf_tb_check(tb, !away || c->was[p] || c->full[p], "port %u is away with room", p);
    nf_tb_check(tb, c->held[p] <= now / SHARE + c->pause + 4, "port %u: others held for %u cycles",
                p, c->held[p]);
    c->went += away && !c->was[p];
    c->for_others += away && !c->was[p] && c->without[p] < c->pause;
    c->came += !away && c->was[p];
    c->was[p] = away;

    drain(c, p);
    const bool room = c->frames[p] < FRAMES;
    in->room |= (uint8_t)(room << p);
    in->empty |= (uint8_t)((c->frames[p] == 0) << p);
    c->full[p] = !room;
    c->empty[p] = c->frames[p] == 0;
    c->without[p] = room ? 0 : c->without[p] + 1;
    if (!room && !(away && was)) { // a job sees a cycle later that it need not wait
      in->wait |= (uint8_t)(1u << p);
      c->held[p] += in->other && !away;
    }
    if (room && !away)
      c->frames[p]++;
  }
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->went > 10 && c->came > 10 && c->for_others > 3,
              "%u times away, %u back, %u for others", c->went, c->came, c->for_others);
}

// A port that never drains: away one cycle behind PAUSE cycles without room. No other ring waits.
static void start_once(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  (void)tb;
  c->pause = 512;
}

static void drive_once(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  const nf_netreduce_away_out *const o = out;
  nf_netreduce_away_in *const in = input;
  const uint64_t now = nf_tb_cycle(tb);
  in->pause = (uint16_t)c->pause;
  in->room = (uint8_t)(now < 10 || now >= 2000 ? 3 : 2);
  in->empty = (uint8_t)(now < 10 || now >= 2000 ? 3 : 2);
  in->wait = (uint8_t)(now < 12 ? 0 : 1);
  c->went += o->away & 1;
  nf_tb_check(tb, (o->away & 1) == (now >= 10 + 512 + 1 && now <= 2000), "away %u", o->away);
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.3 outputs at any pace, paused ones too", 60000, start, drive, finish},
    {"NETREDUCE 4.3 an output that is paused for ever", 2002, start_once, drive_once, NULL},
};

int main(int argc, char **argv) {
  static const nf_netreduce_away_cfg cfg = {.Ports = P_Ports};
  const nf_tb_bench bench = {.dut = &nf_netreduce_away_dut,
                             .model = NF_TB_MODEL(nf_netreduce_away),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0]};
  return nf_tb_main(argc, argv, &bench);
}
