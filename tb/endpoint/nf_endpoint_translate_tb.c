// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "endpoint/nf_endpoint_translate.h"

#include "nf_tb.h"

extern const nf_dut nf_endpoint_translate_dut;

static void eval(const nf_endpoint_translate_in *in, nf_endpoint_translate_out *out) {
  static const nf_endpoint_translate_cfg cfg = {.Translations = P_Translations};
  nf_endpoint_translate_eval(&cfg, in, out);
}

// Pieces that do not overlap, in random order; the address is near an edge of one of them.
static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  (void)out;
  nf_endpoint_translate_in *i = in;
  i->at_valid = (uint16_t)nf_tb_rand(tb);
  uint64_t base = nf_tb_rand(tb) >> 17;
  const unsigned turn = (unsigned)nf_tb_below(tb, P_Translations);
  for (unsigned n = 0; n < P_Translations; n++) {
    const unsigned t = (n + turn) % P_Translations;
    const uint64_t size = nf_tb_below(tb, 1 << nf_tb_below(tb, 20)) * 128;
    i->at_base[t] = base;
    i->at_end[t] = base + size;
    i->at_source[t] = nf_tb_rand(tb);
    i->at_result[t] = nf_tb_rand(tb);
    base += size + (nf_tb_chance(tb, 50) ? 0 : 128);
  }
  const unsigned t = (unsigned)nf_tb_below(tb, P_Translations);
  const uint64_t edge = nf_tb_chance(tb, 50) ? i->at_base[t] : i->at_end[t];
  i->addr = nf_tb_chance(tb, 10) ? nf_tb_rand(tb) : edge + nf_tb_below(tb, 3) - 1;

  // What must come out, without the model: at most one piece holds the address.
  nf_endpoint_translate_out got;
  eval(i, &got);
  bool hit = false;
  for (unsigned n = 0; n < P_Translations; n++)
    if ((i->at_valid >> n & 1) && i->addr >= i->at_base[n] && i->addr < i->at_end[n]) {
      hit = true;
      nf_tb_check(tb, got.source - i->at_source[n] == i->addr - i->at_base[n], "source");
      nf_tb_check(tb, got.result - i->at_result[n] == i->addr - i->at_base[n], "result");
      nf_tb_cover(tb, "hit");
    }
  nf_tb_check(tb, got.hit == hit, "hit %d", hit);
}

// Any entries, most of them holding the address: the lowest one counts.
static void drive_overlap(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  (void)out;
  nf_endpoint_translate_in *i = in;
  i->addr = nf_tb_rand(tb) >> 16;
  i->at_valid = (uint16_t)nf_tb_rand(tb);
  for (unsigned t = 0; t < P_Translations; t++) {
    i->at_base[t] = i->addr - nf_tb_below(tb, 1000);
    i->at_end[t] = i->addr + nf_tb_below(tb, 3);
    i->at_source[t] = nf_tb_rand(tb);
    i->at_result[t] = nf_tb_rand(tb);
  }
}

int main(int argc, char **argv) {
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-F3 pieces side by side", 20000, NULL, drive, NULL},
      {"KLENK IV-F3 overlapping entries: the lowest counts", 20000, NULL, drive_overlap, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_endpoint_translate_dut,
                             .model = {.eval = (nf_tb_fn)eval},
                             .cfg = NULL,
                             .ctx_size = 0,
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
