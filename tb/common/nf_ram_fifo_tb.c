// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Words that are numbered; each must come out once, in order.
#include "common/nf_ram_fifo.h"

#include "nf_tb.h"
#include "nf_words.h"

#include <string.h>

extern const nf_dut nf_ram_fifo_dut;

typedef struct {
  unsigned in, out; // words
  nf_pace comes, takes;
  bool full;
} context;

static void cycle(nf_tb *tb, context *c, const nf_ram_fifo_out *o, nf_ram_fifo_in *in) {
  if (o->out_valid && in->out_ready) {
    uint64_t word[(P_Width + 63) / 64];
    nf_word(c->out, word, P_Width);
    nf_tb_check(tb, c->out < c->in && memcmp(word, o->out_data, sizeof word) == 0,
                "word %u is another one", c->out);
    c->out++;
  }
  if (in->in_valid) {
    nf_word(c->in, in->in_data, P_Width);
    c->in += o->in_ready;
  }
  c->full = c->full || !o->in_ready;
}

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->comes = nf_pace_any(tb);
  c->takes = nf_pace_any(tb);
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  nf_ram_fifo_in *const in = input;
  if (nf_tb_below(tb, 200) == 0)
    start(tb, c);
  in->in_valid = nf_pace_go(tb, &c->comes);
  in->out_ready = nf_pace_go(tb, &c->takes);
  cycle(tb, c, out, in);
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->out > 1000 && c->full, "%u words came out", c->out);
}

// A word a cycle goes through, two cycles late. Then the reader stops: Depth words are taken all
// the same, and the one that is offered outside.
static void drive_paused(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  nf_ram_fifo_in *const in = input;
  const uint64_t now = nf_tb_cycle(tb);
  in->in_valid = true;
  in->out_ready = now < 100;
  if (now == 100)
    nf_tb_check(tb, c->in == 100 && c->out == 98, "%u words in, %u out", c->in, c->out);
  cycle(tb, c, out, in);
}

static void finish_paused(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->in - c->out == P_Depth + 1, "%u words are held", c->in - c->out);
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.3 words at any pace", 20000, start, drive, finish},
    {"NETREDUCE 4.3 a word a cycle, then a blocked reader", 800, NULL, drive_paused, finish_paused},
};

int main(int argc, char **argv) {
  static const nf_ram_fifo_cfg cfg = {.Width = P_Width, .Depth = P_Depth};
  const nf_tb_bench bench = {.dut = &nf_ram_fifo_dut,
                             .model = NF_TB_MODEL(nf_ram_fifo),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0]};
  return nf_tb_main(argc, argv, &bench);
}
