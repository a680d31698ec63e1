// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_fp_widen against its model: every binary16 and every bfloat16 there is, and some by hand.
#include "alu/nf_fp_widen.h"
#include "nf_tb.h"

extern const nf_dut nf_fp_widen_dut;

static void drive_all(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  (void)out;
  const uint64_t n = nf_tb_cycle(tb);
  *(nf_fp_widen_in *)in = (nf_fp_widen_in){.bfloat = n & 1, .half = (uint16_t)(n >> 1)};
}

static const struct {
  const char *what;
  bool bfloat;
  uint16_t half;
  uint32_t f32;
} known[] = {
    {"one", false, 0x3c00, 0x3f800000},
    {"minus two", false, 0xc000, 0xc0000000},
    {"the largest binary16, 65504", false, 0x7bff, 0x477fe000},
    {"the least normal binary16, 2^-14", false, 0x0400, 0x38800000},
    {"the largest subnormal binary16", false, 0x03ff, 0x387fc000},
    {"the least binary16, 2^-24", false, 0x0001, 0x33800000},
    {"minus zero", false, 0x8000, 0x80000000},
    {"infinity", false, 0x7c00, 0x7f800000},
    {"a quiet NaN", false, 0xfe00, 0xffc00000},
    {"a signaling NaN stays one", false, 0x7c01, 0x7f802000},
    {"bfloat16 one", true, 0x3f80, 0x3f800000},
    {"the least bfloat16, 2^-133", true, 0x0001, 0x00010000},
    {"a signaling bfloat16", true, 0x7f81, 0x7f810000},
};
enum { KNOWN = sizeof known / sizeof known[0] };

static void drive_known(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  const uint64_t n = nf_tb_cycle(tb);
  if (n > 0) {
    const size_t i = (n - 1) % KNOWN;
    const uint32_t f32 = ((const nf_fp_widen_out *)out)->f32;
    nf_tb_cover(tb, known[i].what);
    nf_tb_check(tb, f32 == known[i].f32, "%s: %x gives %x, not %x", known[i].what, known[i].half,
                f32, known[i].f32);
  }
  *(nf_fp_widen_in *)in =
      (nf_fp_widen_in){.bfloat = known[n % KNOWN].bfloat, .half = known[n % KNOWN].half};
}

static const nf_tb_scenario scenarios[] = {
    {"IEEE 754-2019 5.4.2 numbers worked out by hand", KNOWN + 1, NULL, drive_known, NULL},
    {"IEEE 754-2019 5.4.2 every binary16 and every bfloat16", 2 << 16, NULL, drive_all, NULL},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {.dut = &nf_fp_widen_dut,
                             .model = NF_TB_MODEL_COMB(nf_fp_widen),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0]};
  return nf_tb_main(argc, argv, &bench);
}
