// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of nf_reduce_finish: packets of sums to be rounded and of what only passes, mixed.
#include "nf_reduce_apart.h"
#include "nf_tb.h"
#include "reduce/nf_reduce_finish.h"

#include <string.h>

extern const nf_dut nf_reduce_finish_dut;

enum { BEFORE = APART + 2 };

typedef struct {
  nf_pace pace;
  struct {
    bool valid, last, round;
  } slot[BEFORE]; // ring: what slots of BEFORE cycles ago bring
  bool passes;    // the one a cycle older brings payload that only passes
  unsigned next, left;
  bool rounding;
  uint8_t dtype;
  uint64_t in, out;
} context;

static void start(nf_tb *tb, void *ctx) { ((context *)ctx)->pace = nf_pace_any(tb); }

static uint8_t wide_type(nf_tb *tb) {
  static const uint8_t types[] = {NF_DTYPE_F32,      NF_DTYPE_F32X, NF_DTYPE_F16_F32,
                                  NF_DTYPE_BF16_F32, NF_DTYPE_F16X, NF_DTYPE_BF16X};
  return types[nf_tb_below(tb, P_Halves ? 6 : 2)];
}

// Sums near the middle of the range, so that all roundings occur.
static void random_sums(nf_tb *tb, nf_reduce_finish_in *in) {
  uint8_t flags = 0;
  for (unsigned s = 0; s < (P_Halves ? 8u : 4u); s++) {
    nf_exact sum = {0};
    for (unsigned k = 0; k < 3; k++)
      nf_exact_add(
          &sum, ((uint32_t)nf_tb_rand(tb) & 0x87ffffff) | (uint32_t)(8 + nf_tb_below(tb, 2)) << 27,
          &flags);
    nf_exact_to_words(&sum, in->exact[s]);
  }
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_reduce_finish_out *const o = out;
  nf_reduce_finish_in *const i = in;
  i->en = nf_pace_go(tb, &c->pace);
  // What the slot of BEFORE cycles ago was about.
  i->data_valid = c->slot[c->next].valid;
  i->data_last = c->slot[c->next].last;
  i->data_ports = i->data_last ? (uint16_t)nf_tb_rand(tb) : (uint16_t)0;
  if (i->data_valid)
    for (unsigned k = 0; k < 2; k++) {
      i->data.w[k] = nf_tb_rand(tb);
      if (P_Halves && c->slot[c->next].round)
        i->data_high.w[k] = nf_tb_rand(tb);
    }
  random_sums(tb, i);
  if (c->passes)
    i->plane = (nf_flit){{nf_tb_rand(tb), nf_tb_rand(tb)}};
  // This cycle's slot.
  if (c->left == 0 && nf_tb_chance(tb, 80)) {
    c->left = 1 + (unsigned)nf_tb_below(tb, 9);
    c->rounding = nf_tb_chance(tb, 70);
    c->dtype = wide_type(tb);
  }
  const bool valid = c->left > 0, last = c->left == 1;
  i->round = valid && !last && c->rounding;
  i->dtype = c->dtype;
  i->shift = (uint8_t)(nf_tb_chance(tb, 60) ? 0 : nf_tb_below(tb, 16));
  if (!i->en)
    return;
  c->passes = i->data_valid && !i->data_last && !c->slot[c->next].round;
  c->slot[c->next].valid = valid;
  c->slot[c->next].last = last;
  c->slot[c->next].round = i->round;
  c->next = (c->next + 1) % BEFORE;
  c->left -= valid;
  c->in += i->data_valid;
  c->out += o->out_valid;
  if (o->out_last && nf_hdr_flags(&o->out_data) & 1u << NF_FLAG_INEXACT)
    nf_tb_cover(tb, "a header says inexact");
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->in >= c->out && c->in - c->out <= NF_REDUCE_FINISH_AFTER,
              "%llu flits came in, %llu went out", (unsigned long long)c->in,
              (unsigned long long)c->out);
}

int main(int argc, char **argv) {
  static const nf_reduce_finish_cfg cfg = {.Halves = P_Halves, .Apart = APART};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-E4 wide sums are rounded, all else passes, in order", 20000, start, drive, finish},
      {"KLENK IV-E4 wide sums are rounded, all else passes, again", 20000, start, drive, finish},
  };
  const nf_tb_bench bench = {.dut = &nf_reduce_finish_dut,
                             .model = NF_TB_MODEL(nf_reduce_finish),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 2};
  return nf_tb_main(argc, argv, &bench);
}
