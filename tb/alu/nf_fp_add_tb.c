// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_fp_add against its model: random pairs by class, all pairs of the directed set, and sums
// worked out by hand. The numbers of clauses are those of IEEE 754-2019.
#include "alu/nf_fp_add.h"
#include "nf_alu_kit.h"
#include "nf_alu_numbers.h"
#include "nf_tb.h"

extern const nf_dut nf_fp_add_dut;

static const nf_fp_add_cfg cfg = {.ExpBits = P_ExpBits, .ManBits = P_ManBits};

static void eval(const nf_fp_add_in *in, nf_fp_add_out *out) { nf_fp_add_eval(&cfg, in, out); }

// What came out, for the coverage report.
static void cover(nf_tb *tb, const nf_fp_add_out *out) {
  const uint32_t size = out->result & ~SIGN;
  nf_alu_cover_flags(tb, out->flags);
  if (out->flags == 0)
    nf_tb_cover(tb, "exact");
  nf_tb_cover(tb, size == 0       ? "zero"
                  : size < EXP(1) ? "subnormal"
                  : size < INF    ? "normal"
                  : size == INF   ? "infinity"
                                  : "NaN");
}

static void drive_class(nf_tb *tb, nf_alu_class class, const void *out, void *in) {
  if (nf_tb_cycle(tb) > 0)
    cover(tb, out);
  const uint64_t random0 = nf_tb_rand(tb), random1 = nf_tb_rand(tb);
  const nf_alu_pair pair = nf_alu_random_pair(format, class, random0, random1);
  *(nf_fp_add_in *)in = (nf_fp_add_in){.a = pair.a, .b = pair.b};
}

#define DRIVE_CLASS(name, class)                                                                   \
  static void name(nf_tb *tb, void *ctx, const void *out, void *in) {                              \
    (void)ctx;                                                                                     \
    drive_class(tb, class, out, in);                                                               \
  }
DRIVE_CLASS(drive_uniform, NF_ALU_UNIFORM)
DRIVE_CLASS(drive_near, NF_ALU_NEAR)
DRIVE_CLASS(drive_distance, NF_ALU_DISTANCE)
DRIVE_CLASS(drive_subnormal, NF_ALU_SUBNORMAL)
DRIVE_CLASS(drive_cancellation, NF_ALU_CANCELLATION)
DRIVE_CLASS(drive_tie, NF_ALU_TIE)
DRIVE_CLASS(drive_overflow, NF_ALU_OVERFLOW)
DRIVE_CLASS(drive_special, NF_ALU_SPECIAL)

static void drive_all_pairs(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  if (nf_tb_cycle(tb) > 0)
    cover(tb, out);
  const nf_alu_pair pair = nf_alu_directed_pair(format, nf_tb_cycle(tb));
  *(nf_fp_add_in *)in = (nf_fp_add_in){.a = pair.a, .b = pair.b};
}

// Sums worked out by hand, built from the format: the model is checked before it judges.
static const struct {
  const char *what;
  uint32_t a, b, sum;
  uint8_t flags;
} known[] = {
    {"1 + 1 is 2", ONE, ONE, EXP(BIAS + 1), 0},
    {"a tie goes to the even neighbour below", ONE, HALF_ULP_OF_ONE, ONE, NF_FP_INEXACT},
    {"a tie goes to the even neighbour above", ONE + ULP, HALF_ULP_OF_ONE, ONE + 2, NF_FP_INEXACT},
    {"more than a tie goes up", ONE, HALF_ULP_OF_ONE + ULP, ONE + ULP, NF_FP_INEXACT},
    {"less than a tie stays", ONE + ULP, HALF_ULP_OF_ONE - ULP, ONE + ULP, NF_FP_INEXACT},
    {"below a power of two a tie is a quarter", ONE, SIGN | EXP(BIAS - P_ManBits - 2), ONE,
     NF_FP_INEXACT},
    {"below a power of two half a unit is exact", ONE, SIGN | HALF_ULP_OF_ONE, ONE - ULP, 0},
    {"opposite numbers give +0", ONE, SIGN | ONE, 0, 0},
    {"opposite numbers give +0, other order", SIGN | ONE, ONE, 0, 0},
    {"-0 + -0 is -0", SIGN, SIGN, SIGN, 0},
    {"+0 + -0 is +0", 0, SIGN, 0, 0},
    {"-0 + x is x", SIGN, ONE, ONE, 0},
    {"subnormals add exactly", 1, 2, 3, 0},
    {"two subnormals become normal", EXP(1) - 1, 1, EXP(1), 0},
    {"a normal difference becomes subnormal", EXP(1) + 1, SIGN | EXP(1), 1, 0},
    {"a difference of neighbours becomes subnormal", EXP(2), SIGN | (EXP(1) + 1), EXP(1) - 1, 0},
    {"the largest number and half its unit overflow", LARGEST, HALF_ULP_OF_LARGEST, INF,
     NF_FP_OVERFLOW | NF_FP_INEXACT},
    {"the largest number and less stay", LARGEST, HALF_ULP_OF_LARGEST - ULP, LARGEST,
     NF_FP_INEXACT},
    {"twice the largest number overflows", SIGN | LARGEST, SIGN | LARGEST, SIGN | INF,
     NF_FP_OVERFLOW | NF_FP_INEXACT},
    {"infinity swallows numbers", INF, SIGN | LARGEST, INF, 0},
    {"infinities of one sign add", SIGN | INF, SIGN | INF, SIGN | INF, 0},
    {"infinities of opposite signs are invalid", INF, SIGN | INF, NAN_, NF_FP_INVALID},
    {"a quiet NaN passes silently, canonical", SIGN | NAN_ | 1, ONE, NAN_, 0},
    {"a signaling NaN is invalid", ONE, INF | 1, NAN_, NF_FP_INVALID},
    {"a signaling NaN and infinity are invalid", INF | 1, INF, NAN_, NF_FP_INVALID},
};
enum { KNOWN = sizeof known / sizeof known[0] };

static void drive_known(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  const uint64_t n = nf_tb_cycle(tb);
  if (n > 0) {
    const nf_fp_add_out *o = out;
    const size_t i = (n - 1) % KNOWN;
    nf_tb_check(tb, o->result == known[i].sum && o->flags == known[i].flags,
                "%s: %x + %x gives %x flags %x, not %x flags %x", known[i].what, known[i].a,
                known[i].b, o->result, o->flags, known[i].sum, known[i].flags);
  }
  *(nf_fp_add_in *)in = (nf_fp_add_in){.a = known[n % KNOWN].a, .b = known[n % KNOWN].b};
}

static const nf_tb_scenario scenarios[] = {
    {"IEEE 754-2019 5.4.1 sums worked out by hand", KNOWN + 1, NULL, drive_known, NULL},
    {"IEEE 754-2019 5.4.1 all pairs of the directed set", NF_ALU_DIRECTED + 1, NULL,
     drive_all_pairs, NULL},
    {"IEEE 754-2019 5.4.1 uniform operands", 100000, NULL, drive_uniform, NULL},
    {"IEEE 754-2019 4.3.1 near exponents", 100000, NULL, drive_near, NULL},
    {"IEEE 754-2019 4.3.1 every distance", 100000, NULL, drive_distance, NULL},
    {"IEEE 754-2019 4.3.1 ties", 100000, NULL, drive_tie, NULL},
    {"IEEE 754-2019 3.4 subnormal operands and sums", 100000, NULL, drive_subnormal, NULL},
    {"IEEE 754-2019 6.3 cancellation", 100000, NULL, drive_cancellation, NULL},
    {"IEEE 754-2019 7.4 overflow edge", 100000, NULL, drive_overflow, NULL},
    {"IEEE 754-2019 6.1 6.2 infinities and NaNs", 100000, NULL, drive_special, NULL},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {.dut = &nf_fp_add_dut,
                             .model = {.eval = (nf_tb_fn)eval},
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0]};
  return nf_tb_main(argc, argv, &bench);
}
