// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Messages that end at any time or never, jobs, and ports that send their sums when they like. Each
// sum has a number here: one that a port had when the last job was done must have left before the
// drain is done, unless its time was up.
#include "netreduce/nf_netreduce_drain.h"

#include "netreduce/nf_netreduce_pkg.h"
#include "nf_tb.h"

extern const nf_dut nf_netreduce_drain_dut;

enum { SETTLE = 10, MOST = 16, PATIENCE = 2000 };

typedef struct {
  unsigned reserved[P_Ports], sent[P_Ports]; // sums so far
  unsigned goal[P_Ports];                    // that must have been sent
  uint64_t begun, shut;                      // cycles
  bool busy, is_shut;
  uint32_t time;
  bool open, jobs, rest; // of the cycle before; rest: what was waited for had left before it
  unsigned messages, work;
  uint8_t slow; // ports that send little
  unsigned done, late_messages, late_frames, quick, kept;
} world;

static bool all_sent(const world *c) {
  for (unsigned p = 0; p < P_Ports; p++)
    if (c->sent[p] < c->goal[p])
      return false;
  return true;
}

// What the outputs say, from what was seen up to the cycle before.
static void judge(nf_tb *tb, world *c, const nf_netreduce_drain_out *o) {
  const uint64_t now = nf_tb_cycle(tb);
  nf_tb_check(tb, o->busy == c->busy, "busy %d", o->busy);
  if (!c->busy) {
    nf_tb_check(tb, !o->hold && !o->shut && !o->done && !o->given_up, "something while at rest");
    return;
  }
  if (!c->is_shut) {
    const bool late = now - c->begun >= (uint64_t)c->time + 2;
    const bool ends = now > c->begun + 1 && (!c->open || late);
    nf_tb_check(tb, o->shut == ends && o->hold != ends, "shut %d, hold %d, %u cycles", o->shut,
                o->hold, (unsigned)(now - c->begun));
    nf_tb_check(tb, o->given_up == (ends && c->open), "given up %d", o->given_up);
    c->late_messages += o->given_up;
    c->quick += ends && !c->open;
    if (o->shut) {
      c->is_shut = true;
      c->shut = now;
    }
    nf_tb_check(tb, !o->done, "done before it was shut");
    return;
  }
  const uint64_t begins = c->shut + SETTLE + 1; // the wait for sums
  const bool may = now > begins, late = may && now - begins >= (uint64_t)c->time + 1;
  const bool waits = c->jobs || !c->rest;
  nf_tb_check(tb, o->done == (may && (!waits || late)), "done %d after %u cycles, waits %d",
              o->done, (unsigned)(now - c->shut), waits);
  nf_tb_check(tb, o->given_up == (o->done && waits) && !o->shut && !o->hold, "given up %d",
              o->given_up);
  c->late_frames += o->given_up;
  c->done += o->done;
  c->kept += o->done && !waits;
}

// Sums come and go; a goal is what there was when a job was under way, or no wait for sums yet.
static void frames(nf_tb *tb, world *c, nf_netreduce_drain_in *in) {
  const bool waiting = c->busy && c->is_shut && nf_tb_cycle(tb) > c->shut + SETTLE;
  for (unsigned p = 0; p < P_Ports; p++) {
    const unsigned held = c->reserved[p] - c->sent[p];
    const bool slow = (c->slow >> p & 1) != 0;
    const bool sent = held > 0 && nf_tb_chance(tb, slow ? 2 : 40);
    const bool reserve = held < MOST && nf_tb_chance(tb, 30);
    in->sent |= (uint8_t)((unsigned)sent << p);
    in->reserve |= (uint8_t)((unsigned)reserve << p);
    c->sent[p] += sent;
    c->reserved[p] += reserve;
    if (!waiting || in->jobs)
      c->goal[p] = c->reserved[p];
  }
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  world *const c = ctx;
  const nf_netreduce_drain_out *const o = out;
  nf_netreduce_drain_in *const in = input;
  judge(tb, c, o);
  if (o->done) {
    c->busy = false;
    c->slow = (uint8_t)(nf_tb_chance(tb, 50) ? 0 : nf_tb_rand(tb));
  }
  in->time = c->time;
  in->open = c->messages != 0;
  in->jobs = c->work != 0;
  c->messages -= c->messages != 0;
  c->work -= c->work != 0;
  if (!c->busy && !o->busy && nf_tb_chance(tb, 10)) {
    c->time = nf_tb_chance(tb, 20) ? 0 : 1 + (uint32_t)nf_tb_below(tb, 150);
    c->messages = (unsigned)nf_tb_below(tb, nf_tb_chance(tb, 50) ? 4 : 200);
    c->work = (unsigned)nf_tb_below(tb, nf_tb_chance(tb, 50) ? 10 : 400);
    in->time = c->time;
    in->start = true;
    c->busy = true;
    c->is_shut = false;
    c->begun = nf_tb_cycle(tb);
  }
  nf_tb_check(tb, !c->busy || nf_tb_cycle(tb) - c->begun < PATIENCE, "it does not end");
  c->rest = all_sent(c);
  frames(tb, c, in);
  c->open = in->open;
  c->jobs = in->jobs;
}

static void finish(nf_tb *tb, void *ctx) {
  const world *const c = ctx;
  nf_tb_reach(tb,
              c->done > 100 && c->late_messages > 20 && c->late_frames > 20 && c->quick > 20 &&
                  c->kept > 20,
              "%u drains, %u and %u late, %u and %u in time", c->done, c->late_messages,
              c->late_frames, c->quick, c->kept);
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.2 what has begun ends, or is given up", 60000, NULL, drive, finish},
};

int main(int argc, char **argv) {
  static const nf_netreduce_drain_cfg cfg = {.Ports = P_Ports};
  static const nf_tb_bench bench = {
      .dut = &nf_netreduce_drain_dut,
      .model = NF_TB_MODEL(nf_netreduce_drain),
      .cfg = &cfg,
      .ctx_size = sizeof(world),
      .scenarios = scenarios,
      .count = sizeof scenarios / sizeof scenarios[0],
  };
  return nf_tb_main(argc, argv, &bench);
}
