// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_exact_round against its model, and sums worked out by hand. The model makes one long integer
// and cuts the significand out of it; the hardware never has that integer.
#include "alu/nf_exact_round.h"
#include "nf_exact_stim.h"
#include "nf_tb.h"

extern const nf_dut nf_exact_round_dut;

static const nf_exact_round_cfg cfg = {.HasF32 = P_HasF32};

typedef struct {
  nf_pace sums, enable;
  uint64_t sent, received;
} context;

static void start_steady(nf_tb *tb, void *ctx) {
  (void)tb;
  context *c = ctx;
  c->sums.kind = c->enable.kind = NF_PACE_ALWAYS;
}

static void start_uneven(nf_tb *tb, void *ctx) {
  context *c = ctx;
  c->sums = nf_pace_any(tb);
  c->enable = nf_pace_any(tb);
}

static void drive(nf_tb *tb, context *c, const nf_exact_round_out *out, nf_exact_round_in *in,
                  const nf_exact *sum) {
  in->en = nf_pace_go(tb, &c->enable);
  in->valid = nf_pace_go(tb, &c->sums);
  nf_exact_to_words(sum, in->acc);
  // Without binary32 the code 0 is never asked for.
  in->format = (uint8_t)(P_HasF32 ? nf_tb_below(tb, 4) : 1 + nf_tb_below(tb, 2));
  in->shift = nf_tb_chance(tb, 50) ? 0 : (uint8_t)nf_tb_below(tb, 16);
  c->sent += in->en && in->valid;
  c->received += in->en && out->valid;
  if (!in->en && out->valid)
    nf_tb_cover(tb, "a result waits");
  if (out->flags & NF_FP_INVALID)
    nf_tb_cover(tb, "invalid");
  if (out->flags & NF_FP_OVERFLOW)
    nf_tb_cover(tb, "overflow");
  if (out->flags & NF_FP_UNDERFLOW)
    nf_tb_cover(tb, "underflow");
  if (out->flags == NF_FP_INEXACT)
    nf_tb_cover(tb, "inexact");
  if (out->valid && out->flags == 0)
    nf_tb_cover(tb, "exact");
}

static void drive_hard(nf_tb *tb, void *ctx, const void *out, void *in) {
  uint64_t state = nf_tb_rand(tb);
  const nf_exact sum = nf_exact_stim_sum(&state);
  drive(tb, ctx, out, in, &sum);
}

static void drive_tie(nf_tb *tb, void *ctx, const void *out, void *in) {
  uint64_t state = nf_tb_rand(tb);
  const nf_exact sum = nf_exact_stim_tie(&state);
  drive(tb, ctx, out, in, &sum);
}

static void drive_terms(nf_tb *tb, void *ctx, const void *out, void *in) {
  uint64_t state = nf_tb_rand(tb);
  uint8_t flags = 0;
  nf_exact sum = NF_EXACT_EMPTY;
  const unsigned count = (unsigned)nf_tb_below(tb, 6);
  for (unsigned n = 0; n < count; ++n) {
    const uint32_t term = nf_exact_stim_term(&state, true);
    nf_exact_add(&sum, term, &flags);
    if (nf_tb_chance(tb, 30)) // what comes next is small beside what was
      nf_exact_add(&sum, term ^ UINT32_C(1) << 31, &flags);
  }
  drive(tb, ctx, out, in, &sum);
}

static void finish(nf_tb *tb, void *ctx) {
  const context *c = ctx;
  nf_tb_check(tb, c->sent > 0, "no sums went in");
  nf_tb_check(tb, c->received <= c->sent && c->sent - c->received <= NF_EXACT_ROUND_STAGES,
              "%llu sums went in, %llu came out", (unsigned long long)c->sent,
              (unsigned long long)c->received);
}

// Sums worked out by hand; each is given by its terms, f32.
#define MINUS(f32) (UINT32_C(0x80000000) | (f32))
enum {
  ONE = 0x3f800000,
  INF = 0x7f800000,
  QUIET = 0x7fc00000,
  LARGEST = 0x7f7fffff,
  EMPTY = 0x7fffffff // no term
};
#define POWER(n) ((uint32_t)(127 + (n)) << 23)

static const struct {
  const char *what;
  uint32_t terms[3];
  uint8_t format, shift;
  uint32_t result;
  uint8_t flags;
} known[] = {
    {"1 + 1 is 2", {ONE, ONE, EMPTY}, NF_EXACT_F32, 0, POWER(1), 0},
    {"their average is 1", {ONE, ONE, EMPTY}, NF_EXACT_F32, 1, ONE, 0},
    {"a tie goes to the even neighbour", {ONE, POWER(-24), EMPTY}, NF_EXACT_F32, 0, ONE, 8},
    {"a tie and the least number", {ONE, POWER(-24), 1}, NF_EXACT_F32, 0, ONE + 1, 8},
    {"the same below zero",
     {MINUS(ONE), MINUS(POWER(-24)), MINUS(1)},
     NF_EXACT_F32,
     0,
     MINUS(ONE + 1),
     8},
    {"a tie less the least number", {ONE + 1, POWER(-24), MINUS(1)}, NF_EXACT_F32, 0, ONE + 1, 8},
    {"what cancels leaves the least number", {LARGEST, 1, MINUS(LARGEST)}, NF_EXACT_F32, 0, 1, 0},
    {"1 - 1 is +0", {ONE, MINUS(ONE), EMPTY}, NF_EXACT_F32, 0, 0, 0},
    {"-0 + -0 is -0", {MINUS(0), MINUS(0), EMPTY}, NF_EXACT_F32, 0, MINUS(0), 0},
    {"+0 + -0 is +0", {MINUS(0), 0, EMPTY}, NF_EXACT_F32, 0, 0, 0},
    {"-0 in binary16", {MINUS(0), EMPTY, EMPTY}, NF_EXACT_F16, 0, 0x8000, 0},
    {"twice the largest number", {LARGEST, LARGEST, EMPTY}, NF_EXACT_F32, 0, INF, 10},
    {"their average", {LARGEST, LARGEST, EMPTY}, NF_EXACT_F32, 1, LARGEST, 0},
    {"half a unit more than the largest", {LARGEST, POWER(103), EMPTY}, NF_EXACT_F32, 0, INF, 10},
    {"a little less than that", {LARGEST, POWER(103), MINUS(1)}, NF_EXACT_F32, 0, LARGEST, 8},
    {"half of the least number", {1, EMPTY, EMPTY}, NF_EXACT_F32, 1, 0, 12},
    {"three halves of it", {1, 2, EMPTY}, NF_EXACT_F32, 1, 2, 12},
    {"nearly the least normal number", {0x00ffffff, EMPTY, EMPTY}, NF_EXACT_F32, 1, 0x00800000, 12},
    {"infinity", {INF, MINUS(LARGEST), EMPTY}, NF_EXACT_F32, 3, INF, 0},
    {"-infinity in binary16", {MINUS(INF), ONE, EMPTY}, NF_EXACT_F16, 0, 0xfc00, 0},
    {"infinities of two signs", {INF, ONE, MINUS(INF)}, NF_EXACT_F32, 0, QUIET, 1},
    {"a NaN", {MINUS(QUIET), INF, EMPTY}, NF_EXACT_F32, 0, QUIET, 0},
    {"a NaN in binary16", {QUIET | 1, ONE, EMPTY}, NF_EXACT_F16, 0, 0x7e00, 0},
    {"a NaN and both infinities", {QUIET, INF, MINUS(INF)}, NF_EXACT_BF16, 0, 0x7fc0, 1},
    {"binary16: 65519 is 65504", {0x477fef00, EMPTY, EMPTY}, NF_EXACT_F16, 0, 0x7bff, 8},
    {"binary16: 65520 is infinite", {0x477ff000, EMPTY, EMPTY}, NF_EXACT_F16, 0, 0x7c00, 10},
    {"binary16: an f32 far too large", {LARGEST, EMPTY, EMPTY}, NF_EXACT_F16, 0, 0x7c00, 10},
    {"binary16: a tie", {ONE, POWER(-11), EMPTY}, NF_EXACT_F16, 0, 0x3c00, 8},
    {"binary16: half the least number", {POWER(-25), EMPTY, EMPTY}, NF_EXACT_F16, 0, 0, 12},
    {"binary16: and a little more", {POWER(-25), 1, EMPTY}, NF_EXACT_F16, 0, 1, 12},
    // 2^-14 less a quarter of a unit is rounded to 2^-14 with 11 digits, wherever they are: not
    // tiny.
    {"binary16: not tiny after rounding",
     {POWER(-14), MINUS(POWER(-26)), EMPTY},
     NF_EXACT_F16,
     0,
     0x0400,
     8},
    {"binary16: tiny after rounding",
     {POWER(-14), MINUS(POWER(-26)), MINUS(1)},
     NF_EXACT_F16,
     0,
     0x0400,
     12},
    {"bfloat16: a tie", {ONE, POWER(-8), EMPTY}, NF_EXACT_BF16, 0, 0x3f80, 8},
    {"bfloat16: the largest f32", {LARGEST, EMPTY, EMPTY}, NF_EXACT_BF16, 0, 0x7f80, 10},
    {"bfloat16: the least f32", {1, EMPTY, EMPTY}, NF_EXACT_BF16, 0, 0, 12},
};
enum { KNOWN = sizeof known / sizeof known[0] };

static void drive_known(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *c = ctx;
  const uint64_t n = nf_tb_cycle(tb);
  const nf_exact_round_out *o = out;
  if (o->valid) {
    const size_t i = c->received++ % KNOWN;
    // Without binary32 the hand's results in that format mean nothing.
    nf_tb_check(tb,
                (o->result == known[i].result && o->flags == known[i].flags) ||
                    (!P_HasF32 && known[i].format == NF_EXACT_F32),
                "%s: %x flags %x, not %x flags %x", known[i].what, o->result, o->flags,
                known[i].result, known[i].flags);
  }
  nf_exact sum = NF_EXACT_EMPTY;
  uint8_t flags = 0;
  for (unsigned t = 0; t < 3; ++t)
    if (known[n % KNOWN].terms[t] != EMPTY)
      nf_exact_add(&sum, known[n % KNOWN].terms[t], &flags);
  nf_exact_round_in *i = in;
  i->en = i->valid = true;
  i->format = known[n % KNOWN].format;
  i->shift = known[n % KNOWN].shift;
  nf_exact_to_words(&sum, i->acc);
}

static const nf_tb_scenario scenarios[] = {
    {"IEEE 754-2019 4.3.1 sums worked out by hand", KNOWN + 5, NULL, drive_known, NULL},
    {"IEEE 754-2019 4.3.1 ties, all formats", 200000, start_steady, drive_tie, finish},
    {"KLENK IV-D segments and carries of all ones", 200000, start_steady, drive_hard, finish},
    {"KLENK IV-D sums of a few terms", 100000, start_steady, drive_terms, finish},
    {"KLENK IV-D gaps and stops", 100000, start_uneven, drive_tie, finish},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {.dut = &nf_exact_round_dut,
                             .model = NF_TB_MODEL(nf_exact_round),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0]};
  return nf_tb_main(argc, argv, &bench);
}
