// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_alu_array against its model: flits of mixed classes, one lane alone, and operands that stay.
#include "alu/nf_alu_array.h"
#include "nf_alu_stim.h"
#include "nf_tb.h"

extern const nf_dut nf_alu_array_dut;

static const nf_alu_array_cfg cfg = {.Stages = P_Stages};
static const nf_alu_format f32 = {.ExpBits = 8, .ManBits = 23};

enum { LANES = NF_FLIT_BITS / 32 };

typedef struct {
  nf_pace operands, enable;
  nf_alu_array_in held; // what the operand registers in front of the array show
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

static void set_lane(nf_flit *flit, unsigned lane, uint32_t value) {
  const unsigned shift = lane % 2 * 32;
  flit->w[lane / 2] = (flit->w[lane / 2] & ~(UINT64_C(0xffffffff) << shift)) | (uint64_t)value
                                                                                   << shift;
}

static void random_lane(nf_tb *tb, nf_alu_array_in *in, unsigned lane) {
  const nf_alu_class class = (nf_alu_class)nf_tb_below(tb, NF_ALU_CLASSES);
  const uint64_t random0 = nf_tb_rand(tb), random1 = nf_tb_rand(tb);
  const nf_alu_pair pair = nf_alu_random_pair(f32, class, random0, random1);
  set_lane(&in->a, lane, pair.a);
  set_lane(&in->b, lane, pair.b);
}

static void random_op(nf_tb *tb, nf_alu_array_in *in) {
  const bool any = nf_tb_chance(tb, 10);
  in->red_op = (uint8_t)nf_tb_below(tb, any ? 16 : NF_REDUCTION_OPS);
  in->dtype = (uint8_t)nf_tb_below(tb, any ? 16 : NF_DTYPES);
}

static void cover(nf_tb *tb, const nf_alu_array_out *out) {
  static const char *const names[8] = {"", "invalid", "overflow", "", "inexact", "", "", ""};
  for (unsigned bit = 0; out->valid && bit < 8; ++bit)
    if (out->flags >> bit & 1)
      nf_tb_cover(tb, names[bit]);
  if (out->valid && out->unsupported)
    nf_tb_cover(tb, "unsupported");
}

// Operands change when a new flit comes, and stay in between.
static void drive_flits(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *c = ctx;
  cover(tb, out);
  c->held.en = nf_pace_go(tb, &c->enable);
  c->held.valid = nf_pace_go(tb, &c->operands);
  if (c->held.valid) {
    random_op(tb, &c->held);
    for (unsigned lane = 0; lane < LANES; ++lane)
      random_lane(tb, &c->held, lane);
  }
  *(nf_alu_array_in *)in = c->held;
}

// One lane works, the others add zeros: its flags and its result must come through alone.
static void drive_one_lane(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  cover(tb, out);
  nf_alu_array_in *i = in;
  i->en = i->valid = true;
  i->red_op = NF_RED_OP_ADD;
  i->dtype = NF_DTYPE_F32;
  random_lane(tb, i, (unsigned)nf_tb_below(tb, LANES));
}

// 1 + 2, largest + largest, infinity - infinity, 1 + 2^-40: each flag from a lane of its own.
static void drive_known(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  const nf_alu_array_out *o = out;
  if (nf_tb_cycle(tb) >= P_Stages) {
    nf_tb_check(tb, o->valid && !o->unsupported, "no result");
    nf_tb_check(tb, o->result.w[0] == UINT64_C(0x7f80000040400000), "lanes 1, 0: %llx",
                (unsigned long long)o->result.w[0]);
    nf_tb_check(tb, o->result.w[1] == UINT64_C(0x3f8000007fc00000), "lanes 3, 2: %llx",
                (unsigned long long)o->result.w[1]);
    nf_tb_check(tb,
                o->flags == (1 << NF_FLAG_INVALID | 1 << NF_FLAG_OVERFLOW | 1 << NF_FLAG_INEXACT),
                "flags %x", o->flags);
  }
  *(nf_alu_array_in *)in =
      (nf_alu_array_in){.en = true,
                        .valid = true,
                        .red_op = NF_RED_OP_ADD,
                        .dtype = NF_DTYPE_F32,
                        .a = {{UINT64_C(0x7f7fffff3f800000), UINT64_C(0x3f8000007f800000)}},
                        .b = {{UINT64_C(0x7f7fffff40000000), UINT64_C(0x2b800000ff800000)}}};
}

static const nf_tb_scenario scenarios[] = {
    {"KLENK IV-D a flit worked out by hand", 8, NULL, drive_known, NULL},
    {"KLENK IV-D one lane alone", 20000, NULL, drive_one_lane, NULL},
    {"KLENK IV-D one flit per cycle", 50000, start_steady, drive_flits, NULL},
    {"KLENK IV-D gaps and stops", 50000, start_uneven, drive_flits, NULL},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {.dut = &nf_alu_array_dut,
                             .model = NF_TB_MODEL(nf_alu_array),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0]};
  return nf_tb_main(argc, argv, &bench);
}
