// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_ace_rotate against its model and, byte by byte, against what it says it does.
#include "ace/nf_ace_rotate.h"
#include "nf_tb.h"

extern const nf_dut nf_ace_rotate_dut;

enum { WORD = P_WordBytes };

static const nf_ace_rotate_cfg cfg = {.WordBytes = P_WordBytes};

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  nf_ace_rotate_in *const last = ctx;
  const unsigned char *const from = (const unsigned char *)&last->data;
  const unsigned char *const to = (const unsigned char *)&((const nf_ace_rotate_out *)out)->data;
  bool ok = true;
  if (nf_tb_cycle(tb) > 0) {
    for (unsigned b = 0; b < WORD; b++)
      ok = ok && to[b] == from[(b + last->amount) % WORD];
    nf_tb_check(tb, ok, "rotated by %u", last->amount);
  }
  for (unsigned i = 0; i < WORD / 8; i++)
    last->data.w[i] = nf_tb_rand(tb);
  last->amount = (uint8_t)(nf_tb_cycle(tb) % WORD);
  nf_tb_cover(tb, last->amount ? "by some bytes" : "by none");
  *(nf_ace_rotate_in *)in = *last;
}

static void eval(const nf_ace_rotate_in *in, nf_ace_rotate_out *out) {
  nf_ace_rotate_eval(&cfg, in, out);
}

static const nf_tb_scenario scenarios[] = {
    {"ACE 4.4 every amount, random words", 2000, NULL, drive, NULL},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {.dut = &nf_ace_rotate_dut,
                             .model = {.eval = (nf_tb_fn)eval},
                             .ctx_size = sizeof(nf_ace_rotate_in),
                             .scenarios = scenarios,
                             .count = 1};
  return nf_tb_main(argc, argv, &bench);
}
