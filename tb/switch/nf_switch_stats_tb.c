// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "switch/nf_switch_stats.h"

#include "nf_tb.h"

#ifndef P_NoTables
#define P_NoTables 0
#endif

// Independent of the model: every event, counted at once.
typedef struct {
  unsigned percent; // chance of each event
  bool reading;
  uint8_t index;
  unsigned idle, answers;
  uint32_t total[32], before[32]; // up to this cycle, up to the cycle before
} stats_ctx;

static void start(stats_ctx *c, unsigned percent) {
  c->percent = percent;
  for (unsigned i = 0; i < 32; i++)
    c->total[i] = P_Start;
}

static void start_all(nf_tb *tb, void *p) {
  (void)tb;
  start(p, 100);
}

static void start_random(nf_tb *tb, void *p) { start(p, (unsigned)nf_tb_below(tb, 60)); }

static void drive(nf_tb *tb, void *p, const void *po, void *pi) {
  stats_ctx *c = p;
  const nf_switch_stats_out *out = po;
  nf_switch_stats_in *in = pi;
  if (out->rd_valid) {
    nf_tb_check(tb, c->reading && out->rd_data == c->before[c->index], "counter %u is %u, not %u",
                c->index, c->before[c->index], out->rd_data);
    c->answers++;
    c->reading = false;
    c->idle = (unsigned)nf_tb_below(tb, 4);
  } else if (!c->reading && c->idle-- == 0) {
    c->reading = true;
    c->index = (uint8_t)nf_tb_below(tb, 32);
  }
  in->rd_valid = c->reading;
  in->rd_index = c->index;
  for (unsigned i = 0; i < 32; i++) {
    c->before[i] = c->total[i];
    bool table = i < 16 || i == 31;
    if (!(P_NoTables && table) && nf_tb_chance(tb, c->percent)) {
      in->event |= 1u << i;
      nf_tb_cover(tb, ++c->total[i] == 1u << 31 ? "the highest bit rises" : "an event");
    }
  }
}

static void finish(nf_tb *tb, void *p) {
  stats_ctx *c = p;
  nf_tb_reach(tb, c->answers > 1000, "%u answers", c->answers);
}

int main(int argc, char **argv) {
  extern const nf_dut nf_switch_stats_dut;
  static const nf_switch_stats_cfg cfg = {P_Start, P_NoTables};
  static const nf_tb_scenario scenarios[] = {
      {"docs/registers.md every event in every cycle, reads back to back", 20000, start_all, drive,
       finish},
      {"docs/registers.md random events and reads", 20000, start_random, drive, finish},
  };
  const nf_tb_bench bench = {.dut = &nf_switch_stats_dut,
                             .model = NF_TB_MODEL(nf_switch_stats),
                             .cfg = &cfg,
                             .ctx_size = sizeof(stats_ctx),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
