// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Set-ups of all kinds, in and out of range, and a switch that is thrown at any time, while rings
// have messages, jobs and sums. The reference follows a set-up from step to step: a message may
// begin until it is held, the ring is shut when none is open or its time is up, begun anew when
// jobs and sums are gone or their time is up, and opened when that can be.
#include "netreduce/nf_netreduce_setup.h"

#include "nf_tb.h"

extern const nf_dut nf_netreduce_setup_dut;

enum { SETTLE = 10, HOSTS = NF_NETREDUCE_MAX_HOSTS, PATIENCE = 3000 };

typedef enum { AT_REST, HOLDS, WAITS, SWEEPS } part;

typedef struct {
  part part;
  nf_netreduce_setup_in offer, asked; // the set-up that is offered, and that was taken
  bool fits;
  uint64_t since;          // the part began
  bool open[16], jobs[16]; // of the cycle before
  unsigned messages[16], work[16];
  unsigned held[P_Ports]; // sums
  bool enable, on;
  uint64_t thrown;
  unsigned done, bad, leaves, late, offs, at_once;
} world;

// Of what is out of range nothing is kept, and the ring stays closed.
static bool is_good(const nf_netreduce_setup_in *in) {
  const unsigned room = P_Ports + 1 < HOSTS ? P_Ports + 1 : HOSTS,
                 all = in->cfg_members + (in->cfg_leaf ? 2u : 0u);
  return in->cfg_members > 0 && all <= room && in->cfg_window >= 1 && in->cfg_window <= P_Window &&
         in->cfg_slot <= P_Window;
}

static void judge_values(nf_tb *tb, const world *c, const nf_netreduce_setup_out *o) {
  const nf_netreduce_setup_in *const in = &c->asked;
  nf_tb_check(tb, o->ring == in->cfg_ring, "ring %u", o->ring);
  nf_tb_check(tb, o->members == (c->fits ? in->cfg_members : 0), "members %u", o->members);
  nf_tb_check(tb, o->all == o->members + (o->leaf ? 2 : 0), "all %u", o->all);
  nf_tb_check(tb, o->leaf == (c->fits && in->cfg_leaf), "leaf %d", o->leaf);
  nf_tb_check(tb, o->window == (c->fits ? in->cfg_window : 1), "window %u", o->window);
  nf_tb_check(tb, o->first == (c->fits ? in->cfg_first : 0), "first");
  nf_tb_check(tb, o->slot == (c->fits ? in->cfg_slot : 0), "slot %u", o->slot);
  nf_tb_check(tb, o->dtype == (c->fits ? in->cfg_dtype : 0), "dtype %u", o->dtype);
}

// From step to step. `open` and `jobs` are of the cycle before, which the outputs follow.
static void judge(nf_tb *tb, world *c, const nf_netreduce_setup_out *o) {
  const uint64_t now = nf_tb_cycle(tb);
  const unsigned ring = c->asked.cfg_ring;
  nf_tb_check(tb, o->cfg_ready == (c->part == AT_REST), "ready %d", o->cfg_ready);
  nf_tb_check(tb, o->setting == (c->part == AT_REST ? 0 : 1u << ring), "setting %x", o->setting);
  nf_tb_check(tb, o->hold == (c->part == HOLDS && !o->shut ? 1u << ring : 0), "hold %x", o->hold);
  nf_tb_check(tb, !o->shut || c->part == HOLDS, "shut too early");
  nf_tb_check(tb, !o->begin || c->part == WAITS, "begun anew too early");
  nf_tb_check(tb, o->sweeping == (c->part == SWEEPS), "sweeping %d", o->sweeping);
  if (c->part != AT_REST)
    judge_values(tb, c, o);
  const bool late = now - c->since > (uint64_t)c->asked.drain + 1;
  if (o->shut) {
    nf_tb_check(tb, !c->open[ring] || late, "shut with a message open");
    c->late += c->open[ring];
    c->part = WAITS;
    c->since = now;
  } else if (o->begin) {
    nf_tb_check(tb, now - c->since > SETTLE, "begun anew after %u cycles",
                (unsigned)(now - c->since));
    c->part = SWEEPS;
    c->since = now;
  }
  nf_tb_check(tb, c->part == AT_REST || now - c->since < PATIENCE, "it does not end");
}

// Messages, jobs and sums, of all rings.
static void work(nf_tb *tb, world *c, const nf_netreduce_setup_out *o, nf_netreduce_setup_in *in) {
  for (unsigned r = 0; r < P_Rings; r++) {
    const bool held = (o->hold >> r & 1) || (o->hold_all && !c->enable);
    c->messages[r] -= c->messages[r] != 0;
    c->work[r] -= c->work[r] != 0;
    if (c->messages[r] == 0 && !held && nf_tb_chance(tb, 5))
      c->messages[r] = (unsigned)nf_tb_below(tb, 120);
    if (c->work[r] == 0 && nf_tb_chance(tb, 3))
      c->work[r] = (unsigned)nf_tb_below(tb, 60);
    c->open[r] = c->messages[r] != 0;
    c->jobs[r] = c->work[r] != 0;
    in->open |= (uint16_t)((unsigned)c->open[r] << r);
    in->working |= (uint16_t)((unsigned)c->jobs[r] << r);
  }
  for (unsigned p = 0; p < P_Ports; p++) {
    const bool sent = c->held[p] > 0 && nf_tb_chance(tb, 30);
    const bool reserve = c->held[p] < 16 && nf_tb_chance(tb, 15);
    in->sent |= (uint8_t)((unsigned)sent << p);
    in->reserve |= (uint8_t)((unsigned)reserve << p);
    c->held[p] += reserve;
    c->held[p] -= sent;
  }
}

// On at once; off when it was not switched on again, and no sooner than all messages have ended.
static void throw_switch(nf_tb *tb, world *c, const nf_netreduce_setup_out *o,
                         nf_netreduce_setup_in *in) {
  nf_tb_check(tb, o->on == c->on || (!o->on && !c->enable), "on %d", o->on);
  c->offs += c->on && !o->on;
  c->on = o->on;
  if (nf_tb_chance(tb, 1))
    c->enable = !c->enable;
  c->at_once += c->enable && o->off_busy;
  in->enable = c->enable;
  c->on = c->on || c->enable;
}

// A set-up stays until it is taken.
static void ask(nf_tb *tb, world *c, const nf_netreduce_setup_out *o, nf_netreduce_setup_in *in) {
  nf_netreduce_setup_in *const w = &c->offer;
  if (!w->cfg_valid) {
    w->cfg_valid = nf_tb_chance(tb, 4);
    w->cfg_ring = (uint8_t)nf_tb_below(tb, P_Rings < 16 ? P_Rings + 1 : 16);
    w->cfg_members = (uint8_t)nf_tb_below(tb, 9);
    w->cfg_leaf = nf_tb_chance(tb, 40);
    w->cfg_window = (uint8_t)nf_tb_below(tb, nf_tb_chance(tb, 80) ? P_Window + 1 : 8);
    w->cfg_slot = (uint8_t)nf_tb_below(tb, nf_tb_chance(tb, 80) ? P_Window + 1 : 8);
    w->cfg_first = (uint32_t)nf_tb_rand(tb);
    w->cfg_dtype = (uint8_t)nf_tb_below(tb, 16);
  }
  in->cfg_valid = w->cfg_valid;
  in->cfg_ring = w->cfg_ring;
  in->cfg_members = w->cfg_members;
  in->cfg_leaf = w->cfg_leaf;
  in->cfg_window = w->cfg_window;
  in->cfg_slot = w->cfg_slot;
  in->cfg_first = w->cfg_first;
  in->cfg_dtype = w->cfg_dtype;
  if (!w->cfg_valid || !o->cfg_ready)
    return;
  w->cfg_valid = false;
  if (in->cfg_ring >= P_Rings)
    return;
  c->asked = *in;
  c->fits = is_good(in);
  c->bad += !c->fits;
  c->leaves += c->fits && in->cfg_leaf;
  c->part = HOLDS;
  c->since = nf_tb_cycle(tb);
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  world *const c = ctx;
  const nf_netreduce_setup_out *const o = out;
  nf_netreduce_setup_in *const in = input;
  judge(tb, c, o);
  throw_switch(tb, c, o, in);
  work(tb, c, o, in);
  in->drain = c->part == AT_REST && nf_tb_chance(tb, 10) ? 0 : 100;
  in->swept = o->sweeping && nf_tb_chance(tb, 10);
  if (in->swept) {
    c->part = AT_REST;
    c->done++;
  }
  ask(tb, c, o, in);
}

static void finish(nf_tb *tb, void *ctx) {
  const world *const c = ctx;
  nf_tb_reach(tb,
              c->done > 50 && c->bad > 10 && c->leaves + (P_Ports < 3) * 20 > 5 && c->late > 0 &&
                  c->offs > 5 && c->at_once > 5,
              "%u set-ups, %u out of range, %u leaves, %u late, %u times off, %u on again at once",
              c->done, c->bad, c->leaves, c->late, c->offs, c->at_once);
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.2 rings are set up while others work", 60000, NULL, drive, finish},
};

int main(int argc, char **argv) {
  static const nf_netreduce_setup_cfg cfg = {
      .Ports = P_Ports, .Rings = P_Rings, .Window = P_Window};
  static const nf_tb_bench bench = {
      .dut = &nf_netreduce_setup_dut,
      .model = NF_TB_MODEL(nf_netreduce_setup),
      .cfg = &cfg,
      .ctx_size = sizeof(world),
      .scenarios = scenarios,
      .count = sizeof scenarios / sizeof scenarios[0],
  };
  return nf_tb_main(argc, argv, &bench);
}
