// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of nf_reduce_exact: random slots on few rows, so that reads follow writes at every distance
// that is allowed; what is sent is checked against sums that the test keeps itself.
#include "nf_reduce_apart.h"
#include "nf_tb.h"
#include "reduce/nf_reduce_exact.h"

#include <string.h>

extern const nf_dut nf_reduce_exact_dut;

enum { ROWS = P_Entries * 8, SUMS = P_Halves ? 8 : 4, STAGES = APART + 3 };

typedef struct {
  nf_pace pace;
  unsigned reuse;
  bool filled[ROWS];
  nf_exact row[ROWS][8];
  int before[2]; // row that the slot before, and the one before that, wrote; or -1
  bool moved;    // the slot before did something
  nf_reduce_exact_in waiting;
  bool have;
  struct {
    bool send;
    nf_flit plane;
  } expect[STAGES]; // plane that the slot of 1, 2... cycles ago sends
} context;

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->pace = nf_pace_any(tb);
  c->reuse = 1 + (unsigned)nf_tb_below(tb, 5);
  c->before[0] = c->before[1] = -1;
}

static uint64_t random_words(nf_tb *tb) {
  const uint64_t v = nf_tb_rand(tb);
  return nf_tb_chance(tb, 5)    ? v | 0x7f8000007f800000
         : nf_tb_chance(tb, 50) ? v & 0x8fffffff8fffffff
                                : v;
}

static void make_slot(nf_tb *tb, context *c) {
  nf_reduce_exact_in *const slot = &c->waiting;
  *slot = (nf_reduce_exact_in){0};
  if (nf_tb_chance(tb, 25))
    return;
  const unsigned row = (unsigned)nf_tb_below(tb, c->reuse) * 7 % ROWS;
  // Not directly behind a write; two slots behind it only if nothing came between.
  const bool can_read =
      c->filled[row] && c->before[0] != (int)row && (c->before[1] != (int)row || !c->moved);
  slot->entry = (uint8_t)(row / 8);
  slot->flit = (uint8_t)(row % 8);
  slot->plane = nf_tb_chance(tb, 30);
  slot->index = (uint8_t)nf_tb_below(tb, P_Halves ? 22 : 11);
  for (unsigned k = 0; k < 2; k++) {
    slot->low.w[k] = random_words(tb);
    slot->high.w[k] = random_words(tb);
  }
  switch (nf_tb_below(tb, 4)) {
  case 0:
    slot->write = true;
    break;
  case 1:
    slot->pass = true;
    break;
  case 2:
    slot->read = slot->sum = can_read;
    slot->write = can_read && nf_tb_chance(tb, 70);
    break;
  default:
    slot->read = slot->send = can_read;
    slot->plane = false;
  }
}

static uint32_t word_of(const nf_flit *flit, unsigned w) {
  return (uint32_t)(flit->w[w / 2] >> w % 2 * 32);
}

static void account(nf_tb *tb, context *c) {
  const nf_reduce_exact_in *const slot = &c->waiting;
  const unsigned row = slot->entry * 8u + slot->flit;
  memmove(c->expect + 1, c->expect, sizeof c->expect - sizeof *c->expect);
  memset(c->expect, 0, sizeof *c->expect);
  if (slot->read)
    nf_tb_cover(tb, c->before[1] == (int)row ? "read two slots after the write" : "read later");
  if (slot->send) {
    c->expect->send = true;
    for (unsigned w = 0; w < 4; w++)
      c->expect->plane.w[w / 2] |=
          (uint64_t)nf_exact_plane(&c->row[row][w + slot->index / 11 * 4], slot->index % 11)
          << w % 2 * 32;
  }
  if (slot->write) {
    uint8_t flags = 0;
    if (!slot->sum)
      memset(c->row[row], 0, sizeof c->row[row]);
    for (unsigned s = 0; s < SUMS; s++)
      if (!slot->plane)
        nf_exact_add(&c->row[row][s], word_of(s < 4 ? &slot->low : &slot->high, s % 4), &flags);
      else if (slot->index / 11 == s / 4)
        nf_exact_add_plane(&c->row[row][s], slot->index % 11,
                           word_of(s < 4 ? &slot->low : &slot->high, s % 4));
    c->filled[row] = true;
  }
  c->before[1] = c->before[0];
  c->before[0] = slot->write ? (int)row : -1;
  c->moved = slot->read || slot->write || slot->pass;
  c->have = false;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_reduce_exact_out *const o = out;
  if (!c->have)
    make_slot(tb, c);
  c->have = true;
  const bool en = nf_pace_go(tb, &c->pace);
  const nf_flit want = c->expect[STAGES - 1].plane;
  if (en)
    nf_tb_check(tb, o->plane.w[0] == want.w[0] && o->plane.w[1] == want.w[1],
                "plane %016llx, not %016llx", (unsigned long long)o->plane.w[0],
                (unsigned long long)want.w[0]);
  *(nf_reduce_exact_in *)in = c->waiting;
  ((nf_reduce_exact_in *)in)->en = en;
  if (en)
    account(tb, c);
}

int main(int argc, char **argv) {
  static const nf_reduce_exact_cfg cfg = {.Entries = P_Entries, .Halves = P_Halves, .Apart = APART};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-E4 exact sums of a table, random slots on few rows", 30000, start, drive, NULL},
      {"KLENK IV-E4 exact sums of a table, again", 30000, start, drive, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_reduce_exact_dut,
                             .model = NF_TB_MODEL(nf_reduce_exact),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 2};
  return nf_tb_main(argc, argv, &bench);
}
