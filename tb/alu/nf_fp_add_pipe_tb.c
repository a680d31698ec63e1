// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_fp_add_pipe against its model; the properties in the RTL compare it with nf_fp_add on the way.
#include "alu/nf_fp_add_pipe.h"
#include "nf_alu_stim.h"
#include "nf_tb.h"

extern const nf_dut nf_fp_add_pipe_dut;

static const nf_fp_add_pipe_cfg cfg = {
    .ExpBits = P_ExpBits, .ManBits = P_ManBits, .Stages = P_Stages};
static const nf_alu_format format = {.ExpBits = P_ExpBits, .ManBits = P_ManBits};

typedef struct {
  nf_pace operands, enable;
  uint64_t sent, received;
} context;

static void start_steady(nf_tb *tb, void *ctx) {
  (void)tb;
  context *c = ctx;
  c->operands.kind = c->enable.kind = NF_PACE_ALWAYS;
}

static void start_uneven(nf_tb *tb, void *ctx) {
  context *c = ctx;
  c->operands = nf_pace_any(tb);
  c->enable = nf_pace_any(tb);
}

static void drive_pair(nf_tb *tb, context *c, const nf_fp_add_pipe_out *out, nf_fp_add_pipe_in *in,
                       nf_alu_pair pair) {
  in->en = nf_pace_go(tb, &c->enable);
  in->valid = nf_pace_go(tb, &c->operands);
  in->a = pair.a;
  in->b = pair.b;
  c->sent += in->en && in->valid;
  c->received += in->en && out->valid;
  if (!in->en && out->valid)
    nf_tb_cover(tb, "a result waits");
  if (in->en && in->valid && out->valid)
    nf_tb_cover(tb, "in and out in one cycle");
  if (out->valid && out->flags & NF_FP_INVALID)
    nf_tb_cover(tb, "invalid");
  if (out->valid && out->flags & NF_FP_OVERFLOW)
    nf_tb_cover(tb, "overflow");
}

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in) {
  const nf_alu_class class = (nf_alu_class)nf_tb_below(tb, NF_ALU_CLASSES);
  const uint64_t random0 = nf_tb_rand(tb), random1 = nf_tb_rand(tb);
  drive_pair(tb, ctx, out, in, nf_alu_random_pair(format, class, random0, random1));
}

static void drive_all_pairs(nf_tb *tb, void *ctx, const void *out, void *in) {
  const uint32_t n = (uint32_t)nf_tb_cycle(tb);
  const nf_alu_pair pair = {nf_alu_operand(format, n % NF_ALU_OPERANDS),
                            nf_alu_operand(format, n / NF_ALU_OPERANDS % NF_ALU_OPERANDS)};
  drive_pair(tb, ctx, out, in, pair);
}

static void finish(nf_tb *tb, void *ctx) {
  const context *c = ctx;
  nf_tb_check(tb, c->sent > 0, "no operands went in");
  nf_tb_check(tb, c->received <= c->sent && c->sent - c->received <= P_Stages,
              "%llu sums went in, %llu came out", (unsigned long long)c->sent,
              (unsigned long long)c->received);
}

static const nf_tb_scenario scenarios[] = {
    {"IEEE 754-2019 5.4.1 all pairs of the directed set", NF_ALU_OPERANDS *NF_ALU_OPERANDS + 4,
     start_steady, drive_all_pairs, finish},
    {"KLENK IV-D one sum per cycle", 100000, start_steady, drive_random, finish},
    {"KLENK IV-D gaps and stops", 100000, start_uneven, drive_random, finish},
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
