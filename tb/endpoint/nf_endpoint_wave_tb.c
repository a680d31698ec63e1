// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of the counter array: lock-step, and against a map of all blocks in which every block that
// is still to come is marked. Blocks of a wave complete in any order.
#include "endpoint/nf_endpoint_wave.h"
#include "nf_tb.h"
#include <string.h>

extern const nf_dut nf_endpoint_wave_dut;

enum { BLOCKS = 1024, LONGEST = 12, NOBODY = 255 };
static const uint64_t BASE = 0x7fffe0000000; // the map ends far below 2^48, near the top

typedef struct {
  uint8_t owner[BLOCKS];    // of the wave that waits for the block, NOBODY: none does
  uint16_t first[BLOCKS];   // first block of that wave
  uint16_t goal[BLOCKS];    // by first block
  uint16_t left[BLOCKS];    // by first block: blocks still to come
  uint16_t age[P_Counters]; // first blocks of the outstanding waves, the oldest first
  unsigned waves;           // outstanding
  bool asked, ask_ok, ask_overlap, counted, hit, goal_reached, poison; // answers that are due
  uint8_t hit_owner;
  nf_pace alloc, count;
} context;

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  for (unsigned b = 0; b < BLOCKS; b++)
    c->owner[b] = NOBODY;
  c->alloc = nf_pace_any(tb);
  c->count = nf_pace_any(tb);
}

static void check(nf_tb *tb, const context *c, const nf_endpoint_wave_out *out) {
  nf_tb_check(tb, out->alloc_done == c->asked && out->alloc_ok == c->ask_ok, "allocation answered");
  nf_tb_check(tb, out->alloc_overlap == c->ask_overlap, "overlap %d", out->alloc_overlap);
  nf_tb_check(tb, out->count_done == c->counted && out->hit == c->hit, "block answered");
  nf_tb_check(tb, !out->hit || out->hit_owner == c->hit_owner, "owner %u", out->hit_owner);
  nf_tb_check(tb, out->hit_goal == c->goal_reached, "goal %d", out->hit_goal);
  nf_tb_check(tb, out->poison == c->poison, "poison %d", out->poison);
  nf_tb_check(tb, out->waves == c->waves, "%u waves, %u are outstanding", out->waves, c->waves);
  nf_tb_check(tb, out->oldest_valid == (c->waves != 0), "oldest");
  if (c->waves == 0)
    return;
  const unsigned first = c->age[0];
  nf_tb_check(tb, out->oldest_addr == BASE + 128ull * first, "oldest at %llx",
              (unsigned long long)out->oldest_addr);
  nf_tb_check(tb, out->oldest_goal == c->goal[first], "oldest has goal %u", out->oldest_goal);
  nf_tb_check(tb, out->oldest_count == c->goal[first] - c->left[first], "oldest has count %u",
              out->oldest_count);
}

// Asks for a run of blocks; the book says what the answer must be.
static void ask(nf_tb *tb, context *c, nf_endpoint_wave_in *in, unsigned first, unsigned blocks) {
  in->alloc_valid = c->asked = true;
  in->alloc_base = BASE + 128ull * first;
  in->alloc_blocks = (uint16_t)blocks;
  in->alloc_owner = (uint8_t)nf_tb_below(tb, 64);
  for (unsigned w = 0; w < c->waves; w++)
    c->ask_overlap |= first < c->age[w] + c->goal[c->age[w]] && c->age[w] < first + blocks;
  c->ask_ok = !c->ask_overlap && c->waves < P_Counters;
  nf_tb_cover(tb, c->ask_overlap ? "overlap" : c->ask_ok ? "allocated" : "none free");
}

static void granted(context *c, const nf_endpoint_wave_in *in) {
  const unsigned first = (unsigned)((in->alloc_base - BASE) / 128);
  for (unsigned b = first; b < first + in->alloc_blocks; b++) {
    c->owner[b] = in->alloc_owner;
    c->first[b] = (uint16_t)first;
  }
  c->goal[first] = c->left[first] = in->alloc_blocks;
  c->age[c->waves++] = (uint16_t)first;
}

static void complete(nf_tb *tb, context *c, nf_endpoint_wave_in *in, unsigned block) {
  in->count_valid = c->counted = true;
  in->count_addr = BASE + 128ull * block + 16 * nf_tb_below(tb, 8);
  in->count_poison = c->poison = nf_tb_chance(tb, 10);
  c->hit = c->owner[block] != NOBODY;
  if (!c->hit) {
    nf_tb_cover(tb, "a block without a wave");
    return;
  }
  c->hit_owner = c->owner[block];
  c->owner[block] = NOBODY;
  const uint16_t first = c->first[block];
  if (--c->left[first] != 0)
    return;
  c->goal_reached = true;
  unsigned w = 0;
  while (c->age[w] != first)
    w++;
  nf_tb_cover(tb, w == 0 ? "the oldest is complete" : "a younger one is complete");
  c->waves--;
  memmove(&c->age[w], &c->age[w] + 1, (c->waves - w) * sizeof c->age[w]);
}

// A block that counts, or one outside of all waves: never one of a wave that it was counted in.
static unsigned choose(nf_tb *tb, const context *c) {
  if (c->waves == 0 || nf_tb_chance(tb, 5)) {
    for (unsigned tries = 0; tries < 16; tries++) {
      const unsigned b = (unsigned)nf_tb_below(tb, BLOCKS);
      bool inside = false;
      for (unsigned w = 0; w < c->waves; w++)
        inside |= b >= c->age[w] && b < c->age[w] + (unsigned)c->goal[c->age[w]];
      if (!inside)
        return b;
    }
    return BLOCKS;
  }
  const unsigned first = c->age[nf_tb_below(tb, c->waves)];
  const unsigned skip = (unsigned)nf_tb_below(tb, c->goal[first]);
  for (unsigned k = 0; k < c->goal[first]; k++) {
    const unsigned b = first + (skip + k) % c->goal[first];
    if (c->owner[b] != NOBODY)
      return b;
  }
  return BLOCKS;
}

static void move(nf_tb *tb, context *c, nf_endpoint_wave_in *in, bool alloc, bool count) {
  c->asked = c->ask_ok = c->ask_overlap = false;
  c->counted = c->hit = c->goal_reached = c->poison = false;
  if (alloc) {
    const unsigned blocks = 1 + (unsigned)nf_tb_below(tb, LONGEST);
    ask(tb, c, in, (unsigned)nf_tb_below(tb, BLOCKS - blocks + 1), blocks);
  }
  if (count) {
    const unsigned block = choose(tb, c);
    if (block < BLOCKS)
      complete(tb, c, in, block);
  }
  if (c->ask_ok)
    granted(c, in);
  nf_tb_cover(tb, c->ask_ok && c->goal_reached ? "one comes, one goes" : "one at a time");
  if (nf_tb_below(tb, 500) != 0)
    return;
  nf_tb_cover(tb, "given up");
  in->clear = true;
  c->asked = c->ask_ok = c->ask_overlap = false;
  c->counted = c->hit = c->goal_reached = c->poison = false;
  c->waves = 0;
  memset(c->owner, NOBODY, sizeof c->owner);
}

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  check(tb, c, out);
  if (nf_tb_cycle(tb) % 500 == 0) {
    c->alloc = nf_pace_any(tb);
    c->count = nf_pace_any(tb);
  }
  const bool alloc = nf_pace_go(tb, &c->alloc);
  move(tb, c, in, alloc, nf_pace_go(tb, &c->count));
}

// Waves are asked for whenever they may be, blocks come as fast as they can.
static void drive_full(nf_tb *tb, void *ctx, const void *out, void *in) {
  check(tb, ctx, out);
  move(tb, ctx, in, nf_tb_chance(tb, 60), true);
}

// Blocks far away, above 2^47 and below the waves, belong to nobody.
static void drive_far(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_endpoint_wave_out *const o = out;
  nf_endpoint_wave_in *const i = in;
  const uint64_t cycle = nf_tb_cycle(tb);
  if (cycle == 0) {
    i->alloc_valid = true;
    i->alloc_base = nf_tb_chance(tb, 50) ? 0 : 0xffffffffff80;
    i->alloc_blocks = 1;
    c->ask_ok = i->alloc_base == 0;
    return;
  }
  nf_tb_check(tb, !o->hit, "block counted though nothing waits for it");
  nf_tb_check(tb, cycle < 2 || o->waves == 1, "the wave is outstanding");
  i->count_valid = true;
  i->count_addr =
      c->ask_ok ? 0xffffffffff80 - 128 * nf_tb_below(tb, 1000) : 128 * nf_tb_below(tb, 1000);
}

// A wave of more than 2^15 blocks, one of which completes in every cycle.
typedef struct {
  uint32_t goal, begin, done; // done: blocks that have completed
  uint64_t base;
} giant;

static void start_giant(nf_tb *tb, void *ctx) {
  giant *const g = ctx;
  g->goal = 0x8001 + (uint32_t)nf_tb_below(tb, 0x7fff);
  g->begin = (uint32_t)nf_tb_below(tb, g->goal);
  g->base = 128 * nf_tb_below(tb, UINT64_C(1) << 40);
}

static void drive_giant(nf_tb *tb, void *ctx, const void *out_ptr, void *in_ptr) {
  giant *const g = ctx;
  const nf_endpoint_wave_out *const out = out_ptr;
  nf_endpoint_wave_in *const in = in_ptr;
  if (nf_tb_cycle(tb) == 0) {
    in->alloc_valid = true;
    in->alloc_base = g->base;
    in->alloc_blocks = (uint16_t)g->goal;
    return;
  }
  const bool over = g->done == g->goal;
  nf_tb_check(tb, out->waves == !over, "%u waves after %u of %u blocks", out->waves, g->done,
              g->goal);
  nf_tb_check(tb, over || (out->oldest_goal == g->goal && out->oldest_count == g->done),
              "%u of %u blocks, not %u of %u", out->oldest_count, out->oldest_goal, g->done,
              g->goal);
  if (over)
    return;
  in->count_valid = true;
  in->count_addr = g->base + 128ull * ((g->begin + g->done++) % g->goal);
}

static void finish_giant(nf_tb *tb, void *ctx) {
  const giant *const g = ctx;
  nf_tb_check(tb, g->done == g->goal, "%u of %u blocks", g->done, g->goal);
}

int main(int argc, char **argv) {
  static const nf_endpoint_wave_cfg cfg = {.Counters = P_Counters};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-F3 counters, random waves and blocks", 30000, start, drive_random, NULL},
      {"KLENK IV-F1 as many waves as there are counters", 10000, start, drive_full, NULL},
      {"KLENK IV-F3 blocks at the other end of the address space", 500, NULL, drive_far, NULL},
      {"KLENK IV-F3 a wave of more than 2^15 blocks", UINT16_MAX + 10, start_giant, drive_giant,
       finish_giant},
  };
  const nf_tb_bench bench = {.dut = &nf_endpoint_wave_dut,
                             .model = NF_TB_MODEL(nf_endpoint_wave),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
