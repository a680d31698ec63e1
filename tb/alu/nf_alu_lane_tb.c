// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_alu_lane against its model: every cell of the table of ops and types with cases worked out by
// hand and at random, and every code that is no cell.
#include "alu/nf_alu_lane.h"
#include "common/nf_defs.h"
#include "nf_alu_kit.h"
#include "nf_tb.h"

extern const nf_dut nf_alu_lane_dut;

static const nf_alu_lane_cfg cfg = {.Stages = P_Stages, .Halves = P_Halves};

typedef struct {
  nf_alu_traffic traffic;
  uint32_t worked[16]; // by type, bit: op
} context;

// Every kind of number meets every kind in every op of a floating-point type; of two halves, the
// low ones.
static const char *const CELLS[] = {"add f32", "min f32",  "max f32",  "add f16",  "min f16",
                                    "max f16", "add bf16", "min bf16", "max bf16", NULL};
static const char *const KINDS[] = {"zero",      "subnormal",     "normal", "infinity",
                                    "quiet NaN", "signaling NaN", NULL};
static const char *const SIGNS[] = {"same sign", "signs differ", NULL};
static const nf_tb_cross crosses[] = {
    {"op and type x a x b x signs", {CELLS, KINDS, KINDS, SIGNS}},
};

static void cross_floats(nf_tb *tb, nf_alu_cell cell, nf_alu_pair pair) {
  const nf_alu_format f = cell.dtype == NF_DTYPE_F32   ? nf_alu_f32
                          : cell.dtype == NF_DTYPE_F16 ? nf_alu_f16
                                                       : nf_alu_bf16;
  const unsigned type = cell.dtype == NF_DTYPE_F32 ? 0 : cell.dtype == NF_DTYPE_F16 ? 1 : 2;
  const unsigned op = cell.red_op == NF_RED_OP_ADD ? 0 : cell.red_op == NF_RED_OP_MIN ? 1 : 2;
  const unsigned sign = f.ExpBits + f.ManBits;
  const unsigned bin[] = {type * 3 + op, nf_alu_kind_of(f, pair.a), nf_alu_kind_of(f, pair.b),
                          (pair.a ^ pair.b) >> sign & 1};
  nf_tb_cross_hit(tb, &crosses[0], bin);
}

static void drive_pair(nf_tb *tb, context *c, const nf_alu_lane_out *out, nf_alu_lane_in *in,
                       nf_alu_cell cell, nf_alu_pair pair) {
  in->en = nf_pace_go(tb, &c->traffic.enable);
  in->valid = nf_pace_go(tb, &c->traffic.operands);
  in->red_op = cell.red_op;
  in->dtype = cell.dtype;
  in->a = pair.a;
  in->b = pair.b;
  if (in->en && in->valid && nf_op_built(cell.red_op, cell.dtype, P_Halves, false)) {
    nf_alu_cover_cell(tb, cell.red_op, cell.dtype);
    c->worked[cell.dtype] |= 1u << cell.red_op;
    if (cell.dtype == NF_DTYPE_F32 || cell.dtype == NF_DTYPE_F16 || cell.dtype == NF_DTYPE_BF16)
      cross_floats(tb, cell, pair);
  }
  if (out->valid)
    nf_alu_cover_flags(tb, out->flags);
  if (out->valid && out->unsupported)
    nf_tb_cover(tb, "unsupported");
}

static void finish(nf_tb *tb, void *ctx) {
  const context *c = ctx;
  for (unsigned dtype = 0; dtype < 16; ++dtype)
    for (unsigned op = 0; op < 16; ++op)
      nf_tb_reach(tb, (c->worked[dtype] >> op & 1) == nf_op_built(op, dtype, P_Halves, false),
                  "op %u type %u was never worked on", op, dtype);
}

static void drive_cells(nf_tb *tb, void *ctx, const void *out, void *in) {
  const nf_alu_cell cell = nf_alu_any_cell(tb, P_Halves);
  drive_pair(tb, ctx, out, in, cell, nf_alu_any_words(tb, cell.dtype));
}

// All codes of op and type, one after the other: those that are no cell pass the first operand on.
static void drive_codes(nf_tb *tb, void *ctx, const void *out, void *in) {
  const nf_alu_lane_out *o = out;
  const uint64_t n = nf_tb_cycle(tb);
  // Each code comes with operands that tell which cycle they are of.
  const nf_alu_pair pair = {(uint32_t)n, ~(uint32_t)n};
  if (n >= P_Stages) {
    const uint32_t code = (uint32_t)(n - P_Stages) % 256;
    const bool built = nf_op_built(code % 16, code / 16, P_Halves, false);
    nf_tb_check(tb, o->valid && o->unsupported == !built, "op %u type %u: unsupported is %d",
                code % 16, code / 16, o->unsupported);
    nf_tb_check(tb, built || (o->result == (uint32_t)(n - P_Stages) && o->flags == 0),
                "op %u type %u: %x leaves with flags %x", code % 16, code / 16, o->result,
                o->flags);
  }
  const nf_alu_cell cell = {n % 16, n / 16 % 16};
  drive_pair(tb, ctx, out, in, cell, pair);
}

enum { ADD = NF_RED_OP_ADD, MIN = NF_RED_OP_MIN, MAX = NF_RED_OP_MAX };
enum { AND = NF_RED_OP_AND, OR = NF_RED_OP_OR, XOR = NF_RED_OP_XOR };
enum { F32 = NF_DTYPE_F32, U32 = NF_DTYPE_U32, S32 = NF_DTYPE_S32 };
enum { U32SAT = NF_DTYPE_U32SAT, S32SAT = NF_DTYPE_S32SAT, FIX32 = NF_DTYPE_FIX32 };
enum { F16 = NF_DTYPE_F16, BF16 = NF_DTYPE_BF16 };
enum { INVALID = NF_FP_INVALID, OVERFLOW = NF_FP_OVERFLOW, INEXACT = NF_FP_INEXACT };

static const struct {
  nf_alu_cell cell;
  uint32_t a, b, result;
  uint8_t flags;
} known[] = {
    {{ADD, F32}, 0x3f800000, 0x3f800000, 0x40000000, 0},
    {{ADD, F32}, 0x7f7fffff, 0x7f7fffff, 0x7f800000, OVERFLOW | INEXACT},
    {{MIN, F32}, 0x80000000, 0x00000000, 0x80000000, 0},
    {{MIN, F32}, 0x7f800001, 0xc0000000, 0xc0000000, INVALID},
    {{MAX, F32}, 0x7fc00001, 0xc0000000, 0xc0000000, 0},
    {{ADD, U32}, 0xffffffff, 1, 0, 0},
    {{MIN, U32}, 0x80000000, 1, 1, 0},
    {{MAX, U32}, 0x80000000, 1, 0x80000000, 0},
    {{AND, U32}, 0xff00ff00, 0x0ff00ff0, 0x0f000f00, 0},
    {{OR, U32}, 0xff00ff00, 0x0ff00ff0, 0xfff0fff0, 0},
    {{XOR, U32}, 0xff00ff00, 0x0ff00ff0, 0xf0f0f0f0, 0},
    {{ADD, S32}, 0x7fffffff, 1, 0x80000000, 0},
    {{ADD, S32}, 0x80000000, 0x80000000, 0, 0},
    {{MIN, S32}, 0x80000000, 1, 0x80000000, 0},
    {{MIN, S32}, 5, 5, 5, 0},
    {{MAX, S32}, 0x80000000, 1, 1, 0},
    {{MAX, S32}, 0xffffffff, 0xfffffffe, 0xffffffff, 0},
    {{AND, S32}, 0xff00ff00, 0x0ff00ff0, 0x0f000f00, 0},
    {{OR, S32}, 0xff00ff00, 0x0ff00ff0, 0xfff0fff0, 0},
    {{XOR, S32}, 0xff00ff00, 0x0ff00ff0, 0xf0f0f0f0, 0},
    {{ADD, U32SAT}, 0xfffffffe, 1, 0xffffffff, 0},
    {{ADD, U32SAT}, 0xffffffff, 1, 0xffffffff, OVERFLOW},
    {{ADD, U32SAT}, 0x80000000, 0x80000000, 0xffffffff, OVERFLOW},
    {{ADD, U32SAT}, 0x7fffffff, 1, 0x80000000, 0},
    {{ADD, S32SAT}, 0x7ffffffe, 1, 0x7fffffff, 0},
    {{ADD, S32SAT}, 0x7fffffff, 1, 0x7fffffff, OVERFLOW},
    {{ADD, S32SAT}, 0x80000001, 0xffffffff, 0x80000000, 0},
    {{ADD, S32SAT}, 0x80000000, 0xffffffff, 0x80000000, OVERFLOW},
    {{ADD, S32SAT}, 0xffffffff, 1, 0, 0},
    {{ADD, FIX32}, 0x40000000, 0x40000000, 0x7fffffff, OVERFLOW},
    {{ADD, FIX32}, 0x80000000, 0x80000000, 0x80000000, OVERFLOW},
    {{ADD, FIX32}, 0x80000000, 0x7fffffff, 0xffffffff, 0},
    {{MIN, FIX32}, 0xffffffff, 1, 0xffffffff, 0},
    {{MAX, FIX32}, 0xffffffff, 1, 1, 0},
    // High half, low half: 1 + 1 and a tie that goes to the even neighbour; each flag from its
    // half.
    {{ADD, F16}, 0x3c003c01, 0x3c001000, 0x40003c02, INEXACT},
    {{ADD, F16}, 0x7bff7c00, 0x7bfffc00, 0x7c007e00, INVALID | OVERFLOW | INEXACT},
    {{ADD, F16}, 0x000183ff, 0x00028001, 0x00038400, 0},
    {{MIN, F16}, 0x3c00fc01, 0xbc007c00, 0xbc007c00, INVALID},
    {{MIN, F16}, 0x80000000, 0x00008000, 0x80008000, 0},
    {{MAX, F16}, 0x7e017e00, 0xfe003c00, 0x7e003c00, 0},
    {{ADD, BF16}, 0x3f803f81, 0x3f803b80, 0x40003f82, INEXACT},
    {{ADD, BF16}, 0x7f7f7f80, 0x7f7fff80, 0x7f807fc0, INVALID | OVERFLOW | INEXACT},
    {{ADD, BF16}, 0x0001807f, 0x00028001, 0x00038080, 0},
    {{MIN, BF16}, 0x3f80ff81, 0xbf807f80, 0xbf807f80, INVALID},
    {{MIN, BF16}, 0x80000000, 0x00008000, 0x80008000, 0},
    {{MAX, BF16}, 0x7fc17fc0, 0xffc03f80, 0x7fc03f80, 0},
    // No cells: an op that the type does not have, a sum that is wider, a type that is none.
    {{AND, F32}, 0x12345678, 0x3f800000, 0x12345678, 0},
    {{MIN, U32SAT}, 0x12345678, 1, 0x12345678, 0},
    {{NF_RED_OP_AVG, F32}, 0x12345678, 0x3f800000, 0x12345678, 0},
    {{ADD, NF_DTYPE_F32X}, 0x12345678, 0x3f800000, 0x12345678, 0},
    {{ADD, NF_DTYPE_F16_F32}, 0x12345678, 0x3f800000, 0x12345678, 0},
    {{XOR, 15}, 0x12345678, 0x3f800000, 0x12345678, 0},
};
enum { KNOWN = sizeof known / sizeof known[0] };

static void drive_known(nf_tb *tb, void *ctx, const void *out, void *in) {
  const nf_alu_lane_out *o = out;
  const uint64_t n = nf_tb_cycle(tb);
  if (n >= P_Stages) {
    const size_t k = (n - P_Stages) % KNOWN;
    const nf_alu_cell cell = known[k].cell;
    const bool built = nf_op_built(cell.red_op, cell.dtype, P_Halves, false);
    const uint32_t result = built ? known[k].result : known[k].a;
    const uint8_t flags = built ? known[k].flags : 0;
    nf_tb_check(tb, o->valid && o->result == result && o->flags == flags,
                "op %u type %u: %x and %x give %x flags %x, not %x flags %x", cell.red_op,
                cell.dtype, known[k].a, known[k].b, o->result, o->flags, result, flags);
    nf_tb_check(tb, o->unsupported == !built, "op %u type %u: unsupported is %d", cell.red_op,
                cell.dtype, o->unsupported);
  }
  const size_t k = n % KNOWN;
  drive_pair(tb, ctx, out, in, known[k].cell, (nf_alu_pair){known[k].a, known[k].b});
}

static const nf_tb_scenario scenarios[] = {
    {"KLENK IV-D cases worked out by hand", KNOWN + P_Stages, nf_alu_steady, drive_known, finish},
    {"KLENK IV-D every code of op and type", 16384, nf_alu_steady, drive_codes, finish},
    {"KLENK IV-D one op per cycle", 100000, nf_alu_steady, drive_cells, finish},
    {"KLENK IV-D gaps and stops", 100000, nf_alu_uneven, drive_cells, finish},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {.dut = &nf_alu_lane_dut,
                             .model = NF_TB_MODEL(nf_alu_lane),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0],
                             .crosses = crosses,
                             .cross_count = sizeof crosses / sizeof crosses[0]};
  return nf_tb_main(argc, argv, &bench);
}
