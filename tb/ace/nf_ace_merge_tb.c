// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_ace_merge against its model and, byte by byte, against what it says it does; the plain
// function of the model, which takes a range of bytes, against the one with a bit per byte.
#include "ace/nf_ace_merge.h"
#include "nf_tb.h"

extern const nf_dut nf_ace_merge_dut;

static void check(nf_tb *tb, const nf_ace_merge_in *in, const nf_ace_merge_out *out) {
  const unsigned char *const low = (const unsigned char *)&in->low;
  const unsigned char *const high = (const unsigned char *)&in->high;
  const unsigned char *const to = (const unsigned char *)&out->data;
  bool ok = true;
  for (unsigned b = 0; b < 64; b++)
    ok = ok && to[b] == (in->keep >> b & 1 ? (b < in->split ? low : high)[b] : 0);
  nf_tb_check(tb, ok, "split at %u", in->split);
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  nf_ace_merge_in *const last = ctx;
  if (nf_tb_cycle(tb) > 0)
    check(tb, last, out);
  for (unsigned i = 0; i < 8; i++) {
    last->low.w[i] = nf_tb_rand(tb);
    last->high.w[i] = nf_tb_rand(tb);
  }
  last->split = (uint8_t)(nf_tb_cycle(tb) % 65);
  last->keep = nf_tb_rand(tb);
  if (nf_tb_chance(tb, 50)) {
    const unsigned from = (unsigned)nf_tb_below(tb, 64);
    const unsigned to = from + 1 + (unsigned)nf_tb_below(tb, 64 - from);
    nf_ace_merge_out plain;
    last->keep = UINT64_MAX << from & UINT64_MAX >> (64 - to);
    nf_ace_merge(&plain.data, &last->low, &last->high, last->split, from, to);
    check(tb, last, &plain);
    nf_tb_cover(tb, "a range of bytes");
  }
  *(nf_ace_merge_in *)in = *last;
}

static const nf_tb_scenario scenarios[] = {
    {"ACE 4.4 every split, random words", 2000, NULL, drive, NULL},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {.dut = &nf_ace_merge_dut,
                             .model = NF_TB_MODEL_COMB(nf_ace_merge),
                             .ctx_size = sizeof(nf_ace_merge_in),
                             .scenarios = scenarios,
                             .count = 1};
  return nf_tb_main(argc, argv, &bench);
}
