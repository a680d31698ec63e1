// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_alu_lane against its model: every op on every type, also those that do not exist, and a table
// of integer cases worked out by hand.
#include "alu/nf_alu_lane.h"
#include "common/nf_defs.h"
#include "nf_alu_stim.h"
#include "nf_tb.h"

extern const nf_dut nf_alu_lane_dut;

static const nf_alu_lane_cfg cfg = {.Stages = P_Stages};
static const nf_alu_format f32 = {.ExpBits = 8, .ManBits = 23};

typedef struct {
  nf_pace operands, enable;
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

static void pace(nf_tb *tb, context *c, nf_alu_lane_in *in) {
  in->en = nf_pace_go(tb, &c->enable);
  in->valid = nf_pace_go(tb, &c->operands);
}

static void cover(nf_tb *tb, const nf_alu_lane_out *out) {
  if (out->valid && out->unsupported)
    nf_tb_cover(tb, "unsupported");
  if (out->valid && out->flags)
    nf_tb_cover(tb, "flags");
}

// Ops and types that exist, most of the time.
static void drive_ops(nf_tb *tb, void *ctx, const void *out, void *in) {
  nf_alu_lane_in *i = in;
  cover(tb, out);
  pace(tb, ctx, i);
  const bool any = nf_tb_chance(tb, 10);
  i->red_op = (uint8_t)nf_tb_below(tb, any ? 16 : NF_REDUCTION_OPS);
  i->dtype = (uint8_t)nf_tb_below(tb, any ? 16 : NF_DTYPES);
  const nf_alu_class class = (nf_alu_class)nf_tb_below(tb, NF_ALU_CLASSES);
  const uint64_t random0 = nf_tb_rand(tb), random1 = nf_tb_rand(tb);
  const nf_alu_pair pair = nf_alu_random_pair(f32, class, random0, random1);
  i->a = pair.a;
  i->b = nf_tb_chance(tb, 5) ? pair.a : pair.b;
}

// All codes of op and type, one after the other.
static void drive_codes(nf_tb *tb, void *ctx, const void *out, void *in) {
  nf_alu_lane_in *i = in;
  cover(tb, out);
  pace(tb, ctx, i);
  i->red_op = nf_tb_cycle(tb) % 16;
  i->dtype = nf_tb_cycle(tb) / 16 % 16;
  const uint64_t random = nf_tb_rand(tb);
  i->a = (uint32_t)random;
  i->b = (uint32_t)(random >> 32);
}

enum { U32 = NF_DTYPE_U32, S32 = NF_DTYPE_S32 };
static const struct {
  uint8_t red_op, dtype;
  uint32_t a, b, result;
} known[] = {
    {NF_RED_OP_ADD, U32, 0xffffffff, 1, 0},
    {NF_RED_OP_ADD, S32, 0x7fffffff, 1, 0x80000000},
    {NF_RED_OP_ADD, S32, 0x80000000, 0x80000000, 0},
    {NF_RED_OP_MIN, U32, 0x80000000, 1, 1},
    {NF_RED_OP_MIN, S32, 0x80000000, 1, 0x80000000},
    {NF_RED_OP_MAX, U32, 0x80000000, 1, 0x80000000},
    {NF_RED_OP_MAX, S32, 0x80000000, 1, 1},
    {NF_RED_OP_MAX, S32, 0xffffffff, 0xfffffffe, 0xffffffff},
    {NF_RED_OP_MIN, S32, 5, 5, 5},
    {NF_RED_OP_AND, U32, 0xff00ff00, 0x0ff00ff0, 0x0f000f00},
    {NF_RED_OP_OR, S32, 0xff00ff00, 0x0ff00ff0, 0xfff0fff0},
    {NF_RED_OP_XOR, U32, 0xff00ff00, 0x0ff00ff0, 0xf0f0f0f0},
    {NF_RED_OP_ADD, NF_DTYPE_F32, 0x3f800000, 0x3f800000, 0x40000000},
    {NF_RED_OP_MIN, NF_DTYPE_F32, 0x80000000, 0x00000000, 0x80000000},
    {NF_RED_OP_MAX, NF_DTYPE_F32, 0x7fc00001, 0xc0000000, 0xc0000000},
    {NF_RED_OP_AND, NF_DTYPE_F32, 0x12345678, 0x3f800000, 0x12345678},
    {NF_RED_OP_XOR, 3, 0x12345678, 0x3f800000, 0x12345678},
};
enum { KNOWN = sizeof known / sizeof known[0] };

static void drive_known(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  const nf_alu_lane_out *o = out;
  const uint64_t n = nf_tb_cycle(tb);
  if (n >= P_Stages) {
    const size_t k = (n - P_Stages) % KNOWN;
    nf_tb_check(tb, o->valid && o->result == known[k].result,
                "op %u type %u: %x and %x give %x, not %x", known[k].red_op, known[k].dtype,
                known[k].a, known[k].b, o->result, known[k].result);
    nf_tb_check(tb, o->unsupported == !nf_op_supported(known[k].red_op, known[k].dtype),
                "op %u type %u: unsupported is %d", known[k].red_op, known[k].dtype,
                o->unsupported);
  }
  const size_t k = n % KNOWN;
  *(nf_alu_lane_in *)in = (nf_alu_lane_in){.en = true,
                                           .valid = true,
                                           .red_op = known[k].red_op,
                                           .dtype = known[k].dtype,
                                           .a = known[k].a,
                                           .b = known[k].b};
}

static const nf_tb_scenario scenarios[] = {
    {"KLENK IV-D cases worked out by hand", KNOWN + P_Stages, NULL, drive_known, NULL},
    {"KLENK IV-D every code of op and type", 20000, start_steady, drive_codes, NULL},
    {"KLENK IV-D one op per cycle", 100000, start_steady, drive_ops, NULL},
    {"KLENK IV-D gaps and stops", 100000, start_uneven, drive_ops, NULL},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {.dut = &nf_alu_lane_dut,
                             .model = NF_TB_MODEL(nf_alu_lane),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0]};
  return nf_tb_main(argc, argv, &bench);
}
