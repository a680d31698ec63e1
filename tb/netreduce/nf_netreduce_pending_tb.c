// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Packets, the jobs that they lead to, and jobs that end in any order. A slot is held as long as a
// packet of it is younger than three cycles or a job of it is in the list.
#include "netreduce/nf_netreduce_pending.h"

#include "netreduce/nf_netreduce_pkg.h"
#include "nf_tb.h"

extern const nf_dut nf_netreduce_pending_dut;

enum { MOST = 40, SLOTS = P_Rings * 8 };

typedef struct {
  uint8_t jobs[MOST]; // slots
  unsigned pending;
  int packet[2]; // slot of one and two cycles ago; -1: none
  unsigned narrow;
  unsigned held_by_jobs, held_by_packets, dropped;
} world;

static bool expect(nf_tb *tb, world *c, unsigned slot) {
  for (unsigned i = 0; i < c->pending; i++)
    if (c->jobs[i] == slot) {
      c->held_by_jobs++;
      nf_tb_cover(tb, "held by a job");
      return true;
    }
  const bool young = c->packet[0] == (int)slot || c->packet[1] == (int)slot;
  c->held_by_packets += young;
  if (young)
    nf_tb_cover(tb, "held by a packet that has no job yet");
  return young;
}

static void start(nf_tb *tb, void *ctx) {
  world *const c = ctx;
  c->packet[0] = c->packet[1] = -1;
  c->narrow = 1 + (unsigned)nf_tb_below(tb, SLOTS);
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  world *const c = ctx;
  const nf_netreduce_pending_out *const o = out;
  nf_netreduce_pending_in *const in = input;
  for (unsigned s = 0; s < SLOTS; s++) {
    const bool held = (o->held[s / 64] >> s % 64 & 1) != 0;
    nf_tb_check(tb, held == expect(tb, c, s), "slot %u: held %d", s, held);
  }
  if (c->pending > 0 && nf_tb_chance(tb, 40)) {
    const unsigned at = (unsigned)nf_tb_below(tb, c->pending);
    in->ended_valid = true;
    in->ended_slot = c->jobs[at];
    c->jobs[at] = c->jobs[--c->pending];
  }
  // One or two of a slot are dropped.
  if (c->pending > 0 && nf_tb_chance(tb, 20)) {
    in->dropped_slot = c->jobs[nf_tb_below(tb, c->pending)];
    for (unsigned i = 0; i < c->pending && in->dropped < 2; i++)
      if (c->jobs[i] == in->dropped_slot) {
        c->jobs[i--] = c->jobs[--c->pending];
        in->dropped++;
      }
    c->dropped += in->dropped;
    nf_tb_cover(tb, in->dropped == 2 ? "two jobs dropped" : "one job dropped");
  }
  if (c->packet[1] >= 0 && c->pending + 2 <= MOST) {
    in->jobs = (uint8_t)nf_tb_below(tb, 3);
    for (unsigned i = 0; i < in->jobs; i++)
      c->jobs[c->pending++] = (uint8_t)c->packet[1];
  }
  c->packet[1] = c->packet[0];
  c->packet[0] = -1;
  if (nf_tb_chance(tb, 50)) {
    const unsigned slot = (unsigned)nf_tb_below(tb, c->narrow);
    in->arrival_valid = true;
    in->ring = (uint8_t)(slot / 8);
    in->slot = (uint8_t)(slot % 8);
    c->packet[0] = (int)slot;
  }
}

static void finish(nf_tb *tb, void *ctx) {
  const world *const c = ctx;
  nf_tb_reach(tb, c->held_by_jobs > 100 && c->held_by_packets > 100 && c->dropped > 100,
              "held %u and %u times", c->held_by_jobs, c->held_by_packets);
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.3.2 a late duplicate's job and the next message in its slot", 20000, start, drive,
     finish},
};

int main(int argc, char **argv) {
  static const nf_netreduce_pending_cfg cfg = {.Rings = P_Rings};
  static const nf_tb_bench bench = {
      .dut = &nf_netreduce_pending_dut,
      .model = NF_TB_MODEL(nf_netreduce_pending),
      .cfg = &cfg,
      .ctx_size = sizeof(world),
      .scenarios = scenarios,
      .count = sizeof scenarios / sizeof scenarios[0],
  };
  return nf_tb_main(argc, argv, &bench);
}
