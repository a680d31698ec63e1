// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_ace_merge against its model and, byte by byte, against what it says it does; the plain
// function of the model, which takes a range of bytes, against the one with a bit per byte.
#include "ace/nf_ace_merge.h"
#include "nf_tb.h"

extern const nf_dut nf_ace_merge_dut;

enum { WORD = P_WordBytes };

static const nf_ace_merge_cfg cfg = {.WordBytes = P_WordBytes};

static bool kept(const nf_ace_merge_in *in, unsigned b) { return in->keep[b / 64] >> b % 64 & 1; }

static void check(nf_tb *tb, const nf_ace_merge_in *in, const nf_ace_merge_out *out) {
  const unsigned char *const low = (const unsigned char *)&in->low;
  const unsigned char *const high = (const unsigned char *)&in->high;
  const unsigned char *const to = (const unsigned char *)&out->data;
  bool ok = true;
  for (unsigned b = 0; b < WORD; b++)
    ok = ok && to[b] == (kept(in, b) ? (b < in->split ? low : high)[b] : 0);
  nf_tb_check(tb, ok, "split at %u", in->split);
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  nf_ace_merge_in *const last = ctx;
  if (nf_tb_cycle(tb) > 0)
    check(tb, last, out);
  for (unsigned i = 0; i < WORD / 8; i++) {
    last->low.w[i] = nf_tb_rand(tb);
    last->high.w[i] = nf_tb_rand(tb);
  }
  last->split = (uint16_t)(nf_tb_cycle(tb) % (WORD + 1));
  for (unsigned i = 0; i < (WORD + 63) / 64; i++)
    last->keep[i] = nf_tb_rand(tb) & (WORD < 64 ? (1ull << WORD % 64) - 1 : UINT64_MAX);
  if (nf_tb_chance(tb, 50)) {
    const unsigned from = (unsigned)nf_tb_below(tb, WORD);
    const unsigned to = from + 1 + (unsigned)nf_tb_below(tb, WORD - from);
    nf_ace_merge_out plain;
    for (unsigned b = 0; b < WORD; b++) {
      const uint64_t bit = (uint64_t)1 << b % 64;
      last->keep[b / 64] = (last->keep[b / 64] & ~bit) | (b >= from && b < to ? bit : 0);
    }
    nf_ace_merge(&plain.data, &last->low, &last->high, last->split, from, to, WORD);
    check(tb, last, &plain);
    nf_tb_cover(tb, "a range of bytes");
  }
  *(nf_ace_merge_in *)in = *last;
}

static void eval(const nf_ace_merge_in *in, nf_ace_merge_out *out) {
  nf_ace_merge_eval(&cfg, in, out);
}

static const nf_tb_scenario scenarios[] = {
    {"ACE 4.4 every split, random words", 2000, NULL, drive, NULL},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {.dut = &nf_ace_merge_dut,
                             .model = {.eval = (nf_tb_fn)eval},
                             .ctx_size = sizeof(nf_ace_merge_in),
                             .scenarios = scenarios,
                             .count = 1};
  return nf_tb_main(argc, argv, &bench);
}
