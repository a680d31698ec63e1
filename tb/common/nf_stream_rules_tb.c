// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A stream that keeps the rules, with every pace on both sides; and one that breaks them now and
// then, which must be reported in the next cycle, and nothing else.
#include "common/nf_stream_rules.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_stream_rules_dut;

enum { LIMBS = NF_STREAM_RULES_MAX_WIDTH / 64 };

typedef struct {
  nf_pace gives, takes;
  uint64_t data[LIMBS];
  bool waits;
  unsigned expect; // rules that were broken in the cycle before
  unsigned words, broken;
} context;

static void any_word(nf_tb *tb, uint64_t *data) {
  memset(data, 0, LIMBS * sizeof *data);
  for (unsigned i = 0; i < (P_Width + 63) / 64; i++)
    data[i] = nf_tb_rand(tb);
  data[(P_Width - 1) / 64] &= UINT64_MAX >> (64 * LIMBS - P_Width) % 64;
}

// `harm`: percent of the cycles in which what waits is taken back or changed.
static void drive(nf_tb *tb, context *c, const nf_stream_rules_out *o, nf_stream_rules_in *in,
                  unsigned harm) {
  nf_tb_check(tb, o->broken == c->expect, "rules broken: %x, %x are", o->broken, c->expect);
  if (nf_tb_cycle(tb) == 0 || nf_tb_chance(tb, 1)) {
    c->gives = nf_pace_any(tb);
    c->takes = nf_pace_any(tb);
  }
  const bool go = nf_pace_go(tb, &c->gives);
  c->expect = 0;
  in->valid = c->waits;
  if (c->waits && nf_tb_chance(tb, harm)) {
    c->expect = 1u << NF_STREAM_RULES_HOLDS;
    c->broken++;
    in->valid = nf_tb_chance(tb, 50);
    const unsigned bit = (unsigned)nf_tb_below(tb, P_Width);
    if (in->valid)
      c->data[bit / 64] ^= (uint64_t)1 << bit % 64;
  } else if (!c->waits && go && (nf_tb_cycle(tb) != 0 || harm != 0)) {
    in->valid = true;
    any_word(tb, c->data);
    if (nf_tb_cycle(tb) == 0)
      c->expect |= 1u << NF_STREAM_RULES_QUIET;
  }
  memcpy(in->data, c->data, sizeof in->data);
  if (!in->valid)
    any_word(tb, in->data);
  in->ready = nf_pace_go(tb, &c->takes);
  c->waits = in->valid && !in->ready;
  nf_tb_cover(tb, c->expect   ? "a rule is broken"
                  : c->waits  ? "a word waits"
                  : in->valid ? "a word is taken"
                              : "idle");
  c->words += in->valid && in->ready;
}

static void drive_right(nf_tb *tb, void *ctx, const void *out, void *in) {
  drive(tb, ctx, out, in, 0);
}

static void drive_wrong(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  if (nf_tb_cycle(tb) == 0)
    c->gives.kind = NF_PACE_ALWAYS;
  drive(tb, c, out, in, 10);
}

static void finish_right(nf_tb *tb, void *ctx) {
  nf_tb_reach(tb, ((context *)ctx)->words > 100, "%u words", ((context *)ctx)->words);
}

static void finish_wrong(nf_tb *tb, void *ctx) {
  nf_tb_reach(tb, ((context *)ctx)->broken > 0, "%u times", ((context *)ctx)->broken);
}

int main(int argc, char **argv) {
  static const nf_stream_rules_cfg cfg = {.Width = P_Width, .Report = P_Report};
  static const nf_tb_scenario scenarios[] = {
      {"AXI4-Stream 2.2.1 idle and back-pressure", 5000, NULL, drive_right, finish_right},
      {"AXI4-Stream 2.2.1 what waits is taken back or changed", 5000, NULL, drive_wrong,
       finish_wrong},
  };
  const nf_tb_bench bench = {.dut = &nf_stream_rules_dut,
                             .model = NF_TB_MODEL(nf_stream_rules),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = P_Report ? 1 : 2};
  return nf_tb_main(argc, argv, &bench);
}
