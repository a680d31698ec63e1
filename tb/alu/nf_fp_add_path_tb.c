// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_fp_add_path against its model: the registers of each number of stages stand where they should,
// also when they stop.
#include "alu/nf_fp_add_path.h"
#include "nf_alu_kit.h"
#include "nf_alu_numbers.h"
#include "nf_tb.h"

extern const nf_dut nf_fp_add_path_dut;

static const nf_fp_add_path_cfg cfg = {
    .ExpBits = P_ExpBits, .ManBits = P_ManBits, .Stages = P_Stages};

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  nf_alu_traffic *traffic = ctx;
  nf_alu_cover_flags(tb, ((const nf_fp_add_path_out *)out)->flags);
  const bool en = nf_pace_go(tb, &traffic->enable);
  if (!en)
    nf_tb_cover(tb, "stopped");
  // The class changes with every pair, so that neighbouring stages hold different work.
  const nf_alu_pair pair = nf_alu_any_pair(tb, format);
  *(nf_fp_add_path_in *)in = (nf_fp_add_path_in){.en = en, .a = pair.a, .b = pair.b};
}

static const nf_tb_scenario scenarios[] = {
    {"KLENK IV-D one sum per cycle, all classes mixed", 100000, nf_alu_steady, drive, NULL},
    {"KLENK IV-D stopping and going", 100000, nf_alu_uneven, drive, NULL},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {.dut = &nf_fp_add_path_dut,
                             .model = NF_TB_MODEL(nf_fp_add_path),
                             .cfg = &cfg,
                             .ctx_size = sizeof(nf_alu_traffic),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0],
                             .unreset = "flags result"};
  return nf_tb_main(argc, argv, &bench);
}
