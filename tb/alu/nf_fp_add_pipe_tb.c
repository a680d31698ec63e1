// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_fp_add_pipe against its model; the properties in the RTL compare it with nf_fp_add on the way.
#include "alu/nf_fp_add_pipe.h"
#include "nf_alu_kit.h"
#include "nf_alu_numbers.h"
#include "nf_tb.h"

extern const nf_dut nf_fp_add_pipe_dut;

static const nf_fp_add_pipe_cfg cfg = {
    .ExpBits = P_ExpBits, .ManBits = P_ManBits, .Stages = P_Stages};

typedef struct {
  nf_alu_traffic traffic;
  uint64_t sent, received;
} context;

static void drive_pair(nf_tb *tb, context *c, const nf_fp_add_pipe_out *out, nf_fp_add_pipe_in *in,
                       nf_alu_pair pair) {
  in->en = nf_pace_go(tb, &c->traffic.enable);
  in->valid = nf_pace_go(tb, &c->traffic.operands);
  in->a = pair.a;
  in->b = pair.b;
  c->sent += in->en && in->valid;
  c->received += in->en && out->valid;
  if (!in->en && out->valid)
    nf_tb_cover(tb, "a result waits");
  if (in->en && in->valid && out->valid)
    nf_tb_cover(tb, "in and out in one cycle");
  if (out->valid)
    nf_alu_cover_flags(tb, out->flags);
}

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in) {
  drive_pair(tb, ctx, out, in, nf_alu_any_pair(tb, format));
}

static void drive_all_pairs(nf_tb *tb, void *ctx, const void *out, void *in) {
  drive_pair(tb, ctx, out, in, nf_alu_directed_pair(format, nf_tb_cycle(tb)));
}

static void finish(nf_tb *tb, void *ctx) {
  const context *c = ctx;
  nf_tb_check(tb, c->sent > 0, "no operands went in");
  nf_tb_check(tb, c->received <= c->sent && c->sent - c->received <= P_Stages,
              "%llu sums went in, %llu came out", (unsigned long long)c->sent,
              (unsigned long long)c->received);
}

static const nf_tb_scenario scenarios[] = {
    {"IEEE 754-2019 5.4.1 all pairs of the directed set", NF_ALU_DIRECTED + 4, nf_alu_steady,
     drive_all_pairs, finish},
    {"KLENK IV-D one sum per cycle", 100000, nf_alu_steady, drive_random, finish},
    {"KLENK IV-D gaps and stops", 100000, nf_alu_uneven, drive_random, finish},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {.dut = &nf_fp_add_pipe_dut,
                             .model = NF_TB_MODEL(nf_fp_add_pipe),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0]};
  return nf_tb_main(argc, argv, &bench);
}
