// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_ace_rotate against its model and, byte by byte, against what it says it does.
#include "ace/nf_ace_rotate.h"
#include "nf_tb.h"

extern const nf_dut nf_ace_rotate_dut;

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  nf_ace_rotate_in *const last = ctx;
  const unsigned char *const from = (const unsigned char *)&last->data;
  const unsigned char *const to = (const unsigned char *)&((const nf_ace_rotate_out *)out)->data;
  bool ok = true;
  if (nf_tb_cycle(tb) > 0) {
    for (unsigned b = 0; b < 64; b++)
      ok = ok && to[b] == from[(b + last->amount) % 64];
    nf_tb_check(tb, ok, "rotated by %u", last->amount);
  }
  for (unsigned i = 0; i < 8; i++)
    last->data.w[i] = nf_tb_rand(tb);
  last->amount = (uint8_t)(nf_tb_cycle(tb) % 64);
  *(nf_ace_rotate_in *)in = *last;
}

static const nf_tb_scenario scenarios[] = {
    {"ACE 4.4 every amount, random words", 2000, NULL, drive, NULL},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {.dut = &nf_ace_rotate_dut,
                             .model = NF_TB_MODEL_COMB(nf_ace_rotate),
                             .ctx_size = sizeof(nf_ace_rotate_in),
                             .scenarios = scenarios,
                             .count = 1};
  return nf_tb_main(argc, argv, &bench);
}
