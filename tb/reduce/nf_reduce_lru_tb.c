// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of the LRU order: lock-step, and against a list that is written down move by move.
#include "nf_tb.h"
#include "reduce/nf_reduce_lru.h"

extern const nf_dut nf_reduce_lru_dut;

typedef struct {
  unsigned list[NF_MAX_ENTRIES]; // oldest first
  unsigned turn;
  bool started;
  uint32_t cand, valid; // masks shown one cycle ago
} context;

static void move_to_end(context *c, unsigned entry) {
  unsigned k = 0;
  while (c->list[k] != entry)
    k++;
  for (; k + 1 < P_Entries; k++)
    c->list[k] = c->list[k + 1];
  c->list[P_Entries - 1] = entry;
}

static uint32_t first_of(const context *c, uint32_t mask) {
  for (unsigned k = 0; k < P_Entries; k++)
    if (mask >> c->list[k] & 1)
      return 1u << c->list[k];
  return 0;
}

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  (void)tb;
  for (unsigned e = 0; e < P_Entries; e++)
    c->list[e] = e;
}

static void check(nf_tb *tb, context *c, const nf_reduce_lru_out *out) {
  nf_tb_check(tb, out->victim == first_of(c, c->cand), "victim %x, the list says %x", out->victim,
              first_of(c, c->cand));
  nf_tb_check(tb, out->oldest == first_of(c, c->valid), "oldest %x, the list says %x", out->oldest,
              first_of(c, c->valid));
}

static void apply(context *c, const nf_reduce_lru_in *in) {
  for (unsigned e = 0; e < P_Entries; e++)
    if (in->touch >> e & 1)
      move_to_end(c, e);
  c->cand = in->cand;
  c->valid = in->valid;
}

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  nf_reduce_lru_in *const i = in;
  const uint32_t all = (uint32_t)((1ull << P_Entries) - 1);
  check(tb, c, out);
  if (nf_tb_chance(tb, 70))
    i->touch = 1u << nf_tb_below(tb, P_Entries);
  i->valid = nf_tb_chance(tb, 10) ? 0 : (uint32_t)nf_tb_rand(tb) & all;
  i->cand = nf_tb_chance(tb, 50) ? i->valid : (uint32_t)nf_tb_rand(tb) & all;
  nf_tb_cover(tb, !i->cand                  ? "no candidate"
                  : i->cand & (i->cand - 1) ? "several"
                                            : "one candidate");
  apply(c, i);
}

// Every entry is touched in turn: the one touched next is always the oldest.
static void drive_turn(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_reduce_lru_out *const o = out;
  nf_reduce_lru_in *const i = in;
  check(tb, c, o);
  if (c->started)
    nf_tb_check(tb, o->victim == 1u << c->turn, "entry %u was touched longest ago, not %x", c->turn,
                o->victim);
  i->touch = 1u << c->turn;
  i->cand = i->valid = (uint32_t)((1ull << P_Entries) - 1);
  c->turn = (c->turn + 1) % P_Entries;
  c->started = true;
  apply(c, i);
}

int main(int argc, char **argv) {
  static const nf_reduce_lru_cfg cfg = {.Entries = P_Entries};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-C LRU order, random touches and masks", 20000, start, drive_random, NULL},
      {"KLENK IV-C LRU order, every entry in turn", 500, start, drive_turn, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_reduce_lru_dut,
                             .model = NF_TB_MODEL(nf_reduce_lru),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 2};
  return nf_tb_main(argc, argv, &bench);
}
