// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_fp_minmax against its model: random pairs by class, all pairs of the directed set, and cases
// worked out by hand. The numbers of clauses are those of IEEE 754-2019.
#include "alu/nf_fp_minmax.h"
#include "nf_alu_kit.h"
#include "nf_alu_numbers.h"
#include "nf_tb.h"

extern const nf_dut nf_fp_minmax_dut;

static const nf_fp_minmax_cfg cfg = {.ExpBits = P_ExpBits, .ManBits = P_ManBits};

static void eval(const nf_fp_minmax_in *in, nf_fp_minmax_out *out) {
  nf_fp_minmax_eval(&cfg, in, out);
}

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  (void)out;
  const nf_alu_pair pair = nf_alu_any_pair(tb, format);
  *(nf_fp_minmax_in *)in = (nf_fp_minmax_in){.max = nf_tb_chance(tb, 50), .a = pair.a, .b = pair.b};
}

static void drive_all_pairs(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  if (((const nf_fp_minmax_out *)out)->invalid)
    nf_tb_cover(tb, "invalid");
  const uint64_t n = nf_tb_cycle(tb);
  const nf_alu_pair pair = nf_alu_directed_pair(format, n / 2);
  *(nf_fp_minmax_in *)in = (nf_fp_minmax_in){.max = n % 2, .a = pair.a, .b = pair.b};
}

static const struct {
  const char *what;
  uint32_t a, b, min, max;
  bool invalid;
} known[] = {
    {"numbers", ONE, TWO, ONE, TWO, false},
    {"negative numbers", SIGN | ONE, SIGN | TWO, SIGN | TWO, SIGN | ONE, false},
    {"signs", ONE, SIGN | TWO, SIGN | TWO, ONE, false},
    {"zeros", 0, SIGN, SIGN, 0, false},
    {"zeros, other order", SIGN, 0, SIGN, 0, false},
    {"subnormals", 1, 2, 1, 2, false},
    {"infinities", INF, SIGN | INF, SIGN | INF, INF, false},
    {"a number beats a quiet NaN", NAN_ | 1, ONE, ONE, ONE, false},
    {"infinity beats a quiet NaN", INF, SIGN | NAN_, INF, INF, false},
    {"a number beats a signaling NaN, which is invalid", ONE, INF | 1, ONE, ONE, true},
    {"two quiet NaNs give the canonical one", SIGN | NAN_ | 1, NAN_ | 2, NAN_, NAN_, false},
    {"a quiet and a signaling NaN", NAN_, SIGN | INF | 1, NAN_, NAN_, true},
};
enum { KNOWN = sizeof known / sizeof known[0] };

static void drive_known(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  const uint64_t n = nf_tb_cycle(tb);
  if (n > 0) {
    const nf_fp_minmax_out *o = out;
    const size_t i = (n - 1) / 2 % KNOWN;
    const uint32_t want = n % 2 ? known[i].min : known[i].max;
    nf_tb_check(tb, o->result == want && o->invalid == known[i].invalid,
                "%s: %s of %x and %x is %x, not %x", known[i].what, n % 2 ? "minimum" : "maximum",
                known[i].a, known[i].b, o->result, want);
  }
  const size_t i = n / 2 % KNOWN;
  *(nf_fp_minmax_in *)in = (nf_fp_minmax_in){.max = n % 2, .a = known[i].a, .b = known[i].b};
}

static const nf_tb_scenario scenarios[] = {
    {"IEEE 754-2019 9.6 cases worked out by hand", 2 * KNOWN + 1, NULL, drive_known, NULL},
    {"IEEE 754-2019 9.6 all pairs of the directed set", 2 * NF_ALU_DIRECTED, NULL, drive_all_pairs,
     NULL},
    {"IEEE 754-2019 9.6 random pairs, all classes mixed", 200000, NULL, drive_random, NULL},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {.dut = &nf_fp_minmax_dut,
                             .model = {.eval = (nf_tb_fn)eval},
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0]};
  return nf_tb_main(argc, argv, &bench);
}
