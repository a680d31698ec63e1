// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "switch/nf_switch_use.h"

#include "nf_tb.h"

// Independent of the model: packets of each region that are inside, and what was said of them.
typedef struct {
  unsigned come, go; // percent of a port's cycles in which a packet comes, goes
  unsigned inside[P_Regions];
  unsigned total;
  // Packets inside after the pulses of one, two and three cycles ago; held one cycle ago.
  bool any[3][P_Regions], held[P_Regions];
  unsigned idle; // cycles in which nothing comes, for a region to become free
} use_ctx;

static void start(nf_tb *tb, void *p) {
  use_ctx *c = p;
  c->come = 20 + (unsigned)nf_tb_below(tb, 80);
  c->go = 20 + (unsigned)nf_tb_below(tb, 80);
}

// Every port at once, in and out by both ways.
static void start_full_rate(nf_tb *tb, void *p) {
  (void)tb;
  use_ctx *c = p;
  c->come = c->go = 100;
}

// A region that has a packet inside, or P_Regions.
static unsigned busy_region(nf_tb *tb, const use_ctx *c) {
  unsigned r = (unsigned)nf_tb_below(tb, P_Regions);
  for (unsigned i = 0; i < P_Regions; i++, r = (r + 1) % P_Regions)
    if (c->inside[r] != 0)
      return r;
  return P_Regions;
}

static void drive(nf_tb *tb, void *p, const void *po, void *pi) {
  use_ctx *c = p;
  const nf_switch_use_out *out = po;
  nf_switch_use_in *in = pi;
  for (unsigned r = 0; r < P_Regions; r++) {
    const bool used = (out->in_use >> r & 1) != 0;
    if (c->any[1][r] || c->held[r])
      nf_tb_check(tb, used, "region %u is in use", r);
    else if (!c->any[2][r])
      nf_tb_check(tb, !used, "region %u is free", r);
    if (!used)
      nf_tb_cover(tb, "free");
    c->held[r] = false;
  }
  // In a pause everything goes and nothing comes.
  if (c->idle == 0 && nf_tb_chance(tb, 1))
    c->idle = 300;
  c->idle -= c->idle != 0;
  for (unsigned i = 0; i < P_Ports; i++) {
    for (unsigned way = 0; way < 2; way++) {
      const unsigned r =
          nf_tb_chance(tb, c->idle != 0 ? 90 : c->go) ? busy_region(tb, c) : P_Regions;
      if (r == P_Regions)
        continue;
      *(way == 0 ? &in->left : &in->taken) |= (uint16_t)(1u << i);
      (way == 0 ? in->left_region : in->taken_region)[i] = (uint8_t)r;
      c->inside[r]--;
      c->total--;
    }
    if (c->idle == 0 && nf_tb_chance(tb, 2)) {
      const unsigned r = (unsigned)nf_tb_below(tb, P_Regions), bit = i * P_Regions + r;
      in->held[bit / 8] |= (uint8_t)(1u << bit % 8);
      c->held[r] = true;
    }
  }
  // What comes now goes in the next cycle at the earliest.
  for (unsigned i = 0; i < P_Ports; i++) {
    in->enter_region[i] = (uint8_t)nf_tb_rand(tb);
    if (c->idle != 0 || c->total >= P_Ports * P_Window || !nf_tb_chance(tb, c->come))
      continue;
    const unsigned r = (unsigned)nf_tb_below(tb, P_Regions);
    in->enter |= (uint16_t)(1u << i);
    in->enter_region[i] = (uint8_t)r;
    c->inside[r]++;
    c->total++;
  }
  for (unsigned r = 0; r < P_Regions; r++) {
    c->any[2][r] = c->any[1][r];
    c->any[1][r] = c->any[0][r];
    c->any[0][r] = c->inside[r] != 0;
  }
}

int main(int argc, char **argv) {
  extern const nf_dut nf_switch_use_dut;
  static const nf_switch_use_cfg cfg = {P_Ports, P_Regions, P_Window, P_XpDepth};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-A packets come and go at every port", 20000, start_full_rate, drive, NULL},
      {"KLENK IV-A random packets and table entries", 30000, start, drive, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_switch_use_dut,
                             .model = NF_TB_MODEL(nf_switch_use),
                             .cfg = &cfg,
                             .ctx_size = sizeof(use_ctx),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
