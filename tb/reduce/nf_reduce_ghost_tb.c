// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of the ghosts: lock-step, and against an account that knows for every key when it was
// remembered.
#include "nf_tb.h"
#include "reduce/nf_reduce_ghost.h"

#include <string.h>

extern const nf_dut nf_reduce_ghost_dut;

enum {
  SMALL = P_KeyBits < 6,
  KEYS = SMALL ? 1 << P_KeyBits : 48,
  HIGH = SMALL ? 0 : P_KeyBits - 6
};

typedef struct {
  uint64_t since[KEYS]; // when the key was remembered; 0: it has no ghost
  unsigned expected[KEYS], count[KEYS];
  uint64_t now;
  bool asked;
  unsigned looked;
  unsigned remember, load; // percent
} context;

// Keys differ in their lowest or in their highest bits.
static uint64_t key_of(unsigned n) { return n & 1 ? n : (uint64_t)n << HIGH; }

static unsigned live(const context *c) {
  unsigned n = 0;
  for (unsigned k = 0; k < KEYS; k++)
    n += c->since[k] != 0;
  return n;
}

static void drop_oldest(context *c) {
  unsigned oldest = KEYS;
  for (unsigned k = 0; k < KEYS; k++)
    if (c->since[k] && (oldest == KEYS || c->since[k] < c->since[oldest]))
      oldest = k;
  c->since[oldest] = 0;
}

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->remember = 5 + (unsigned)nf_tb_below(tb, 90);
  c->load = 20 + (unsigned)nf_tb_below(tb, 80);
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_reduce_ghost_out *const o = out;
  nf_reduce_ghost_in *const i = in;
  const bool hit = c->asked && c->since[c->looked];
  const unsigned expected = hit ? c->expected[c->looked] : 0, count = hit ? c->count[c->looked] : 0;
  nf_tb_check(tb, o->hit == hit && o->expected == expected && o->count == count,
              "hit %d, %u of %u; the account says %d, %u of %u", o->hit, o->count, o->expected, hit,
              count, expected);
  nf_tb_cover(tb, hit ? "hit" : "miss");

  i->forget = nf_tb_chance(tb, 30);
  if (i->forget && c->asked) {
    c->since[c->looked] = 0;
    c->asked = false;
  }
  i->load = nf_tb_chance(tb, c->load);
  const unsigned look = (unsigned)nf_tb_below(tb, KEYS);
  i->look = key_of(look);
  i->look_push = nf_tb_chance(tb, 90);
  const unsigned key = (unsigned)nf_tb_below(tb, nf_tb_chance(tb, 20) ? look + 1 : KEYS);
  i->key = key_of(key);
  i->expected = (uint16_t)nf_tb_rand(tb);
  i->count = (uint16_t)nf_tb_rand(tb);
  // A key that has a ghost has no entry that could leave.
  if (!c->since[key] && nf_tb_chance(tb, c->remember)) {
    i->remember = true;
    i->same = i->load ? i->look_push && key == look : c->asked && key == c->looked;
    nf_tb_cover(tb, i->same ? "remembered while it is looked up" : "remembered");
    c->since[key] = ++c->now;
    c->expected[key] = i->expected;
    c->count[key] = i->count;
    if (live(c) > P_Ghosts) {
      drop_oldest(c);
      nf_tb_cover(tb, "the oldest one falls out");
    }
  }
  i->flush = nf_tb_chance(tb, 2);
  if (i->flush)
    memset(c->since, 0, sizeof c->since);
  if (i->load) {
    c->asked = i->look_push;
    c->looked = look;
  }
}

int main(int argc, char **argv) {
  static const nf_reduce_ghost_cfg cfg = {.Ghosts = P_Ghosts, .KeyBits = P_KeyBits};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-C ghosts, a lookup, one forgotten and one remembered in every cycle", 40000, start,
       drive, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_reduce_ghost_dut,
                             .model = NF_TB_MODEL(nf_reduce_ghost),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 1};
  return nf_tb_main(argc, argv, &bench);
}
