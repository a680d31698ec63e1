// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Both sides of the memory port: two DMAs that read and write without end, and a memory one of
// whose channels falls silent. The test counts for itself how long a DMA has waited.
#include "ace/nf_ace_dma_watchdog.h"
#include "ace/nf_ace_pkg.h"
#include "nf_tb.h"

extern const nf_dut nf_ace_dma_watchdog_dut;

enum { CHANNELS = 5, MOST = 8, LIMIT = 40, SILENT_AT = 300 };

typedef struct {
  uint32_t limit;
  unsigned silent;              // channel that falls silent; CHANNELS: none
  nf_pace pace[2][CHANNELS];    // of the DMAs, of the memory
  unsigned reads, writes, ends; // bursts under way: reads, addresses and data of writes
  bool ar_up, aw_up, w_up;      // offered, not taken
  unsigned pause;               // cycles for which the memory does nothing at all
  bool pauses;
  uint64_t still[2], longest; // cycles for which a DMA has waited in vain; the longest such time
  bool over[2];
} context;

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  for (unsigned i = 0; i < CHANNELS; i++) {
    c->pace[0][i] = nf_pace_any(tb);
    c->pace[1][i] = nf_pace_any(tb);
  }
  c->limit = nf_tb_chance(tb, 20) ? 0 : 1 + (uint32_t)nf_tb_below(tb, 60);
  c->silent = CHANNELS;
}

static bool speaks(nf_tb *tb, context *c, unsigned channel) {
  const bool go = nf_pace_go(tb, &c->pace[1][channel]);
  return go && c->pause == 0 && !(c->silent == channel && nf_tb_cycle(tb) >= SILENT_AT);
}

// A DMA: `waits`, one of its channels does; `lives`, one shows a sign of life.
static void watch(context *c, unsigned dma, bool waits, bool lives) {
  c->over[dma] |= c->limit != 0 && c->still[dma] >= c->limit;
  c->still[dma] = waits && !lives ? c->still[dma] + 1 : 0;
  if (c->still[dma] > c->longest)
    c->longest = c->still[dma];
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_ace_dma_watchdog_out *const o = out;
  nf_ace_dma_watchdog_in *const i = in;
  nf_tb_check(tb, o->tx_give_up == c->over[0] && o->rx_give_up == c->over[1],
              "given up: %u, %u; %u, %u is right", o->tx_give_up, o->rx_give_up, c->over[0],
              c->over[1]);
  i->limit = c->limit;
  c->ar_up |= c->reads < MOST && nf_pace_go(tb, &c->pace[0][NF_ACE_CHANNEL_AR]);
  c->aw_up |= c->writes < MOST && nf_pace_go(tb, &c->pace[0][NF_ACE_CHANNEL_AW]);
  c->w_up |= c->ends < c->writes + c->aw_up && nf_pace_go(tb, &c->pace[0][NF_ACE_CHANNEL_W]);
  i->ar_valid = c->ar_up;
  i->aw_valid = c->aw_up;
  i->w_valid = c->w_up;
  i->w_last = nf_tb_chance(tb, 50);
  i->r_last = nf_tb_chance(tb, 50);
  i->r_ready = nf_pace_go(tb, &c->pace[0][NF_ACE_CHANNEL_R]);
  i->b_ready = nf_pace_go(tb, &c->pace[0][NF_ACE_CHANNEL_B]);
  i->ar_ready = speaks(tb, c, NF_ACE_CHANNEL_AR);
  i->r_valid = speaks(tb, c, NF_ACE_CHANNEL_R) && c->reads != 0;
  i->aw_ready = speaks(tb, c, NF_ACE_CHANNEL_AW);
  i->w_ready = speaks(tb, c, NF_ACE_CHANNEL_W);
  i->b_valid = speaks(tb, c, NF_ACE_CHANNEL_B) && c->writes != 0 && c->ends != 0;
  watch(c, 0, (c->ar_up && !i->ar_ready) || (i->r_ready && c->reads != 0),
        (c->ar_up && i->ar_ready) || i->r_valid);
  watch(c, 1,
        (c->aw_up && !i->aw_ready) || (c->w_up && !i->w_ready) ||
            (i->b_ready && c->writes != 0 && c->ends != 0),
        (c->aw_up && i->aw_ready) || (c->w_up && i->w_ready) || i->b_valid);
  c->reads += c->ar_up && i->ar_ready;
  c->reads -= i->r_valid && i->r_ready && i->r_last;
  c->writes += c->aw_up && i->aw_ready;
  c->ends += c->w_up && i->w_ready && i->w_last;
  if (i->b_valid && i->b_ready) {
    c->writes--;
    c->ends--;
  }
  c->ar_up &= !i->ar_ready;
  c->aw_up &= !i->aw_ready;
  c->w_up &= !i->w_ready;
  if (c->pause != 0)
    c->pause--;
  else if (c->pauses && nf_tb_chance(tb, 5))
    c->pause = 1 + (unsigned)nf_tb_below(tb, LIMIT - 1);
}

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  if (nf_tb_below(tb, 500) == 0) {
    start(tb, ctx);
    c->silent = (unsigned)nf_tb_below(tb, CHANNELS + 1);
  }
  drive(tb, ctx, out, in);
}

// One channel falls silent, and all others go on: it is the one that is named.
static void start_silent(void *ctx, unsigned channel) {
  context *const c = ctx;
  c->limit = LIMIT;
  c->silent = channel;
}
static void start_ar(nf_tb *tb, void *ctx) { (void)tb, start_silent(ctx, NF_ACE_CHANNEL_AR); }
static void start_r(nf_tb *tb, void *ctx) { (void)tb, start_silent(ctx, NF_ACE_CHANNEL_R); }
static void start_aw(nf_tb *tb, void *ctx) { (void)tb, start_silent(ctx, NF_ACE_CHANNEL_AW); }
static void start_w(nf_tb *tb, void *ctx) { (void)tb, start_silent(ctx, NF_ACE_CHANNEL_W); }
static void start_b(nf_tb *tb, void *ctx) { (void)tb, start_silent(ctx, NF_ACE_CHANNEL_B); }

static void drive_silent(nf_tb *tb, void *ctx, const void *out, void *in) {
  const context *const c = ctx;
  const nf_ace_dma_watchdog_out *const o = out;
  drive(tb, ctx, out, in);
  if (nf_tb_cycle(tb) < SILENT_AT + LIMIT)
    nf_tb_check(tb, o->still == 0, "given up too early");
  if (nf_tb_cycle(tb) > SILENT_AT + 2 * LIMIT + 8 * MOST)
    nf_tb_check(tb, o->still == 1u << c->silent, "channels %x", o->still);
}

// A memory that stands still for nearly as long as it may, over and over, is never given up; nor is
// one that never moves, without a limit.
static void start_slow(nf_tb *tb, void *ctx) {
  (void)tb;
  start_silent(ctx, CHANNELS);
  ((context *)ctx)->pauses = true;
}

static void finish_slow(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, !c->over[0] && !c->over[1] && c->longest == LIMIT - 1,
              "given up: %u, %u; still for %u cycles", c->over[0], c->over[1],
              (unsigned)c->longest);
}

static void start_never(nf_tb *tb, void *ctx) {
  start_slow(tb, ctx);
  ((context *)ctx)->limit = 0;
  ((context *)ctx)->silent = NF_ACE_CHANNEL_B;
}

static void finish_never(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, !c->over[0] && !c->over[1] && c->longest > 10 * LIMIT, "given up: %u, %u",
              c->over[0], c->over[1]);
}

int main(int argc, char **argv) {
  static const nf_ace_dma_watchdog_cfg cfg = {0};
  static const nf_tb_scenario scenarios[] = {
      {"AXI4 A3.3 DMAs and memory at any pace", 3000, start, drive, NULL},
      {"AXI4 A3.3 any pace, another after a while, silent channels", 10000, start, drive_random,
       NULL},
      {"AXI4 A3.3 no address of a read is taken", 600, start_ar, drive_silent, NULL},
      {"AXI4 A3.3 no data comes", 600, start_r, drive_silent, NULL},
      {"AXI4 A3.3 no address of a write is taken", 600, start_aw, drive_silent, NULL},
      {"AXI4 A3.3 no data is taken", 600, start_w, drive_silent, NULL},
      {"AXI4 A3.3 no write is answered", 600, start_b, drive_silent, NULL},
      {"AXI4 A3.3 a slow memory", 20000, start_slow, drive, finish_slow},
      {"AXI4 A3.3 no limit", 1500, start_never, drive, finish_never},
  };
  const nf_tb_bench bench = {.dut = &nf_ace_dma_watchdog_dut,
                             .model = NF_TB_MODEL(nf_ace_dma_watchdog),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 9};
  return nf_tb_main(argc, argv, &bench);
}
