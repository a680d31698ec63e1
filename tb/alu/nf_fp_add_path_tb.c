// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_fp_add_path against its model: the registers of each number of stages stand where they should,
// also when they stop.
#include "alu/nf_fp_add_path.h"
#include "nf_alu_stim.h"
#include "nf_tb.h"

extern const nf_dut nf_fp_add_path_dut;

static const nf_fp_add_path_cfg cfg = {
    .ExpBits = P_ExpBits, .ManBits = P_ManBits, .Stages = P_Stages};
static const nf_alu_format format = {.ExpBits = P_ExpBits, .ManBits = P_ManBits};

typedef struct {
  nf_pace pace;
} context;

static void start_steady(nf_tb *tb, void *ctx) {
  (void)tb;
  ((context *)ctx)->pace.kind = NF_PACE_ALWAYS;
}

static void start_stopping(nf_tb *tb, void *ctx) { ((context *)ctx)->pace = nf_pace_any(tb); }

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  const nf_fp_add_path_out *sum = out;
  if (sum->flags & NF_FP_INVALID)
    nf_tb_cover(tb, "invalid");
  if (sum->flags & NF_FP_OVERFLOW)
    nf_tb_cover(tb, "overflow");
  if (sum->flags == NF_FP_INEXACT)
    nf_tb_cover(tb, "inexact");
  const bool en = nf_pace_go(tb, &((context *)ctx)->pace);
  if (!en)
    nf_tb_cover(tb, "stopped");
  // The class changes with every pair, so that neighbouring stages hold different work.
  const nf_alu_class class = (nf_alu_class)nf_tb_below(tb, NF_ALU_CLASSES);
  const uint64_t random0 = nf_tb_rand(tb), random1 = nf_tb_rand(tb);
  const nf_alu_pair pair = nf_alu_random_pair(format, class, random0, random1);
  *(nf_fp_add_path_in *)in = (nf_fp_add_path_in){.en = en, .a = pair.a, .b = pair.b};
}

static const nf_tb_scenario scenarios[] = {
    {"KLENK IV-D one sum per cycle, all classes mixed", 100000, start_steady, drive, NULL},
    {"KLENK IV-D stopping and going", 100000, start_stopping, drive, NULL},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {.dut = &nf_fp_add_path_dut,
                             .model = NF_TB_MODEL(nf_fp_add_path),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0]};
  return nf_tb_main(argc, argv, &bench);
}
