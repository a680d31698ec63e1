// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Ports that ask as they like, packets that are looked up again, and jobs that leave late. Here
// each packet that was taken is an entry of a list until its place has come back, so that the
// places are counted, who has waited longest is known, and no two packets of a connection can be
// too close.
#include "netreduce/nf_netreduce_grant.h"

#include "nf_tb.h"

extern const nf_dut nf_netreduce_grant_dut;

enum { DEPTH = 8 }; // cycles from a grant to what becomes of the packet

typedef struct {
  bool there, replay;
} packet;

typedef struct {
  packet line[DEPTH]; // on their way, by the cycle in which they were granted
  unsigned jobs;      // that wait
  unsigned again;     // of these, those behind the one of a packet that was looked up again, and it
  uint8_t asks;       // of the cycle before, but who was served then
  uint8_t req;
  bool replay, alone; // it is asked for; the last cycle had a request or was behind a replay
  uint8_t last;       // port that was served last
  unsigned pace;      // jobs leave in so many of a hundred cycles
  unsigned taken[P_Ports], replays, full, both;
} world;

static unsigned held(const world *c) {
  unsigned n = c->jobs;
  for (unsigned d = 0; d < DEPTH; d++)
    n += c->line[d].there;
  return n;
}

// The next port that asked, above the one that was served last, or from the lowest one on.
static unsigned turn(const world *c) {
  for (unsigned n = 1; n <= P_Ports; n++)
    if (c->asks >> (c->last + n) % P_Ports & 1)
      return (c->last + n) % P_Ports;
  return P_Ports;
}

// What was granted in the cycle before, by the rules.
static void judge(nf_tb *tb, world *c, const nf_netreduce_grant_out *o) {
  nf_tb_check(tb, (o->req_ready & (o->req_ready - 1)) == 0, "two ports are served");
  nf_tb_check(tb, (o->req_ready & ~c->req) == 0, "a port is served that does not ask");
  nf_tb_check(tb, !o->replay_ready || (c->replay && o->req_ready == 0), "looked up again unasked");
  nf_tb_check(tb, !o->replay_ready || c->alone, "a packet is next to one that is looked up again");
  if (o->req_ready == 0)
    return;
  const unsigned port = (unsigned)__builtin_ctz(o->req_ready);
  nf_tb_check(tb, o->req_port == port, "port %u, and %u is served", o->req_port, port);
  nf_tb_check(tb, port == turn(c), "port %u out of turn", port);
  c->last = (uint8_t)port;
  c->taken[port]++;
}

// A packet ends: it leads to a job, or its place comes back; jobs leave in order.
static void end(nf_tb *tb, world *c, nf_netreduce_grant_in *in) {
  packet *const k = &c->line[nf_tb_cycle(tb) % DEPTH];
  const unsigned jobs = c->jobs;
  if (k->there && nf_tb_chance(tb, 50)) {
    in->jobless = true;
    in->jobless_replay = k->replay;
  } else if (k->there) {
    c->jobs++;
    if (k->replay)
      c->again = c->jobs;
  }
  k->there = false;
  if (jobs > 0 && nf_tb_chance(tb, c->pace)) {
    in->left = true;
    in->left_replay = c->again == 1;
    c->jobs--;
    c->again -= c->again > 0;
  }
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  world *const c = ctx;
  const nf_netreduce_grant_out *const o = out;
  nf_netreduce_grant_in *const in = input;
  if (nf_tb_cycle(tb) % 500 == 0)
    c->pace = (unsigned)nf_tb_below(tb, 101);
  judge(tb, c, o);
  end(tb, c, in);
  // What is taken in this cycle, and who asks from the next one on.
  const bool taken = o->req_ready != 0 || o->replay_ready;
  if (taken)
    c->line[nf_tb_cycle(tb) % DEPTH] = (packet){.there = true, .replay = o->replay_ready};
  c->replays += o->replay_ready;
  nf_tb_check(tb, held(c) <= P_Jobs, "%u packets and jobs, %u places", held(c), P_Jobs);
  c->full += held(c) == P_Jobs;
  c->both += held(c) < P_Jobs && c->req != 0 && c->replay;
  for (unsigned p = 0; p < P_Ports; p++)
    if (!(c->req >> p & 1) && nf_tb_chance(tb, 40))
      c->req |= (uint8_t)(1u << p);
  in->req_valid = c->req;
  c->replay = c->replay || nf_tb_chance(tb, 10);
  in->replay_valid = c->replay;
  c->replay = c->replay && !o->replay_ready;
  c->asks = in->req_valid & (uint8_t)~o->req_ready;
  c->alone = o->req_ready == 0 && !o->replay_ready;
  c->req &= (uint8_t)~o->req_ready;
  if (nf_tb_chance(tb, 50)) // a port that asks again at once
    c->req |= o->req_ready;
}

static void finish(nf_tb *tb, void *ctx) {
  const world *const c = ctx;
  unsigned least = c->taken[0];
  for (unsigned p = 1; p < P_Ports; p++)
    least = c->taken[p] < least ? c->taken[p] : least;
  nf_tb_reach(tb, least > 500 && c->replays > 200 && c->full > 200 && c->both > 20,
              "%u requests of a port at least, %u again, %u full, %u times both", least, c->replays,
              c->full, c->both);
}

// Every port asks in every cycle and every place comes back at once: a request in every cycle.
static void drive_rate(nf_tb *tb, void *ctx, const void *out, void *input) {
  world *const c = ctx;
  const nf_netreduce_grant_out *const o = out;
  nf_netreduce_grant_in *const in = input;
  nf_tb_check(tb, nf_tb_cycle(tb) < 1 || o->req_ready != 0, "no request is taken");
  in->req_valid = (uint8_t)((1u << P_Ports) - 1);
  in->jobless = c->line[0].there;
  c->line[0].there = o->req_ready != 0;
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.3.1 ports in turn, places for their jobs", 40000, NULL, drive, finish},
    {"NETREDUCE 4.3.1 a request in every cycle", 1000, NULL, drive_rate, NULL},
};

int main(int argc, char **argv) {
  static const nf_netreduce_grant_cfg cfg = {.Ports = P_Ports, .Jobs = P_Jobs};
  static const nf_tb_bench bench = {
      .dut = &nf_netreduce_grant_dut,
      .model = NF_TB_MODEL(nf_netreduce_grant),
      .cfg = &cfg,
      .ctx_size = sizeof(world),
      .scenarios = scenarios,
      .count = sizeof scenarios / sizeof scenarios[0],
  };
  return nf_tb_main(argc, argv, &bench);
}
