// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Words are numbered: a word lost, doubled, changed or overtaken shows at the reader.
#include "common/nf_fifo.h"
#include "nf_tb.h"
#include "nf_words.h"

#include <string.h>

extern const nf_dut nf_fifo_dut;

enum { LIMBS = (P_Width + 63) / 64 };

typedef struct {
  nf_pace in, out;
  uint64_t sent, taken;
  bool offered; // a word was offered and not taken
} context;

static void drive(nf_tb *tb, void *ctx, const void *out_ptr, void *in_ptr) {
  context *c = ctx;
  const nf_fifo_out *out = out_ptr;
  nf_fifo_in *in = in_ptr;

  // valid and data hold until ready
  in->in_valid = c->offered || nf_pace_go(tb, &c->in);
  if (in->in_valid)
    nf_word(c->sent, in->in_data, P_Width);
  in->out_ready = nf_pace_go(tb, &c->out);

  bool push = in->in_valid && out->in_ready;
  bool pop = in->out_ready && out->out_valid;
  if (pop) {
    uint64_t expected[LIMBS];
    nf_word(c->taken, expected, P_Width);
    nf_tb_check(tb, memcmp(out->out_data, expected, sizeof expected) == 0,
                "word %llu comes out unchanged and in order", (unsigned long long)c->taken);
  }
  nf_tb_check(tb, out->count == c->sent - c->taken, "count says how many words are held");
  if (out->count == P_Depth)
    nf_tb_cover(tb, "full");
  if (push && pop)
    nf_tb_cover(tb, "in and out in one cycle");
  if (pop && out->count == 1)
    nf_tb_cover(tb, "the last word leaves");
  if (pop && out->count == P_Depth)
    nf_tb_cover(tb, "a full queue is read");
  c->offered = in->in_valid && !push;
  c->sent += push;
  c->taken += pop;
}

// The pace of both sides changes now and then.
static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *c = ctx;
  if (nf_tb_cycle(tb) == 0 || nf_tb_chance(tb, 1)) {
    c->in = nf_pace_any(tb);
    c->out = nf_pace_any(tb);
  }
  drive(tb, ctx, out, in);
}

static void start_full_rate(nf_tb *tb, void *ctx) {
  (void)tb;
  context *c = ctx;
  c->in.kind = NF_PACE_ALWAYS;
  c->out.kind = NF_PACE_ALWAYS;
}

static void finish_full_rate(nf_tb *tb, void *ctx) {
  const context *c = ctx;
  nf_tb_check(tb, c->sent == nf_tb_cycle(tb), "a word is taken in every cycle");
  nf_tb_check(tb, c->taken + 1 == c->sent, "a word leaves in every cycle but the first");
}

// Bursts against back-pressure: full and empty alternate.
static void start_bursts(nf_tb *tb, void *ctx) {
  (void)tb;
  context *c = ctx;
  c->in = (nf_pace){.kind = NF_PACE_BURST, .percent = 50, .burst = 3 * P_Depth};
  c->out = (nf_pace){.kind = NF_PACE_BURST, .percent = 50, .burst = 3 * P_Depth};
}

static void start_blocked(nf_tb *tb, void *ctx) {
  (void)tb;
  context *c = ctx;
  c->in.kind = NF_PACE_ALWAYS;
  c->out.kind = NF_PACE_NEVER;
}

static void finish_blocked(nf_tb *tb, void *ctx) {
  const context *c = ctx;
  nf_tb_check(tb, c->sent == P_Depth, "a blocked reader lets Depth words in");
}

static void finish(nf_tb *tb, void *ctx) {
  const context *c = ctx;
  nf_tb_check(tb, c->taken > 0 && c->sent - c->taken <= P_Depth, "words came through");
}

static const nf_tb_scenario scenarios[] = {
    {"KLENK V random idle and back-pressure", 20000, NULL, drive_random, finish},
    {"KLENK V bursts against bursts", 10000, start_bursts, drive, finish},
    {"KLENK V one word per cycle", 1000, start_full_rate, drive, finish_full_rate},
    {"KLENK V a blocked reader", 600, start_blocked, drive, finish_blocked},
};

int main(int argc, char **argv) {
  static const nf_fifo_cfg cfg = {.Width = P_Width, .Depth = P_Depth};
  const nf_tb_bench bench = {
      .dut = &nf_fifo_dut,
      .model = NF_TB_MODEL(nf_fifo),
      .cfg = &cfg,
      .ctx_size = sizeof(context),
      .scenarios = scenarios,
      .count = sizeof scenarios / sizeof scenarios[0],
  };
  return nf_tb_main(argc, argv, &bench);
}
