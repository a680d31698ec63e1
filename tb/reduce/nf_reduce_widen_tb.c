// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of nf_reduce_widen: random flits of every wide type, as values and as planes.
#include "nf_tb.h"
#include "reduce/nf_reduce_widen.h"

extern const nf_dut nf_reduce_widen_dut;

static const nf_reduce_widen_cfg cfg = {.Halves = P_Halves};

static void eval(const nf_reduce_widen_in *in, nf_reduce_widen_out *out) {
  nf_reduce_widen_eval(&cfg, in, out);
}

static uint8_t wide_type(nf_tb *tb) {
  static const uint8_t types[] = {NF_DTYPE_F32,      NF_DTYPE_F32X, NF_DTYPE_F16_F32,
                                  NF_DTYPE_BF16_F32, NF_DTYPE_F16X, NF_DTYPE_BF16X};
  return types[nf_tb_below(tb, P_Halves ? 6 : 2)];
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  nf_reduce_widen_in *const i = in;
  (void)ctx;
  i->dtype = wide_type(tb);
  i->plane = nf_tb_chance(tb, 25);
  i->high = P_Halves && i->plane && nf_tb_chance(tb, 50);
  for (unsigned k = 0; k < 2; k++) {
    i->data.w[k] = nf_tb_rand(tb);
    if (nf_tb_chance(tb, 30)) // exponents of all ones: infinities and NaNs
      i->data.w[k] |= nf_tb_chance(tb, 50) ? 0x7f8000007c007f80 : 0x7f807f807c007c00;
  }
  if (((const nf_reduce_widen_out *)out)->invalid)
    nf_tb_cover(tb, "a signaling NaN");
}

// By hand: 1 and -2 in the low word, and a plane of high sums.
static void drive_known(nf_tb *tb, void *ctx, const void *out, void *in) {
  nf_reduce_widen_in *const i = in;
  const nf_reduce_widen_out *const o = out;
  (void)ctx;
  i->plane = i->high = nf_tb_cycle(tb) % 2;
  i->dtype = NF_DTYPE_F16_F32;
  i->data.w[0] = 0xc0003c00;
  if (nf_tb_cycle(tb) == 0 || !P_Halves)
    return;
  const bool plane = nf_tb_cycle(tb) % 2 == 0; // of the inputs one cycle ago
  nf_tb_check(tb, (uint32_t)o->low.w[0] == (plane ? 0x80000000 : 0x3f800000), "low %x",
              (uint32_t)o->low.w[0]);
  nf_tb_check(tb, (uint32_t)o->high.w[0] == (plane ? 0xc0003c00 : 0xc0000000), "high %x",
              (uint32_t)o->high.w[0]);
}

int main(int argc, char **argv) {
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-E4 wide sums, contributions by hand", 10, NULL, drive_known, NULL},
      {"KLENK IV-E4 wide sums, random contributions and planes", 50000, NULL, drive, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_reduce_widen_dut,
                             .model = {.eval = (nf_tb_fn)eval},
                             .scenarios = scenarios,
                             .count = 2};
  return nf_tb_main(argc, argv, &bench);
}
