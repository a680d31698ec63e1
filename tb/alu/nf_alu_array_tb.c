// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_alu_array against its model: every type back to back, flits of mixed classes, one lane alone,
// and operands that stay.
#include "alu/nf_alu_array.h"
#include "nf_alu_kit.h"
#include "nf_tb.h"

extern const nf_dut nf_alu_array_dut;

static const nf_alu_array_cfg cfg = {.Stages = P_Stages, .Halves = P_Halves};

enum { LANES = NF_FLIT_BITS / 32, RUN = 64, MAX_CELLS = 26 };

typedef struct {
  nf_alu_traffic traffic;
  nf_alu_array_in held; // what the operand registers in front of the array show
} context;

static void set_lane(nf_flit *flit, unsigned lane, uint32_t value) {
  const unsigned shift = lane % 2 * 32;
  flit->w[lane / 2] = (flit->w[lane / 2] & ~(UINT64_C(0xffffffff) << shift)) | (uint64_t)value
                                                                                   << shift;
}

static void random_lane(nf_tb *tb, nf_alu_array_in *in, unsigned lane) {
  const nf_alu_pair pair = nf_alu_any_words(tb, in->dtype);
  set_lane(&in->a, lane, pair.a);
  set_lane(&in->b, lane, pair.b);
}

static void set_cell(nf_alu_array_in *in, nf_alu_cell cell) {
  in->red_op = cell.red_op;
  in->dtype = cell.dtype;
}

static void cover(nf_tb *tb, const nf_alu_array_out *out) {
  if (!out->valid)
    return;
  nf_alu_cover_flags(tb, (unsigned)out->flags >> NF_FLAG_INVALID);
  if (out->unsupported)
    nf_tb_cover(tb, "unsupported");
}

// Operands change when a new flit comes, and stay in between.
static void drive_flits(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *c = ctx;
  cover(tb, out);
  c->held.en = nf_pace_go(tb, &c->traffic.enable);
  c->held.valid = nf_pace_go(tb, &c->traffic.operands);
  if (c->held.valid) {
    set_cell(&c->held, nf_alu_any_cell(tb, P_Halves));
    for (unsigned lane = 0; lane < LANES; ++lane)
      random_lane(tb, &c->held, lane);
  }
  *(nf_alu_array_in *)in = c->held;
}

// A run of flits of each cell after the other: whatever the type, a result leaves in every cycle.
static void drive_runs(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  const nf_alu_array_out *o = out;
  const nf_alu_cell *cells;
  const size_t count = nf_alu_cells(P_Halves, &cells);
  const nf_alu_cell cell = cells[nf_tb_cycle(tb) / RUN % count];
  cover(tb, out);
  if (nf_tb_cycle(tb) >= P_Stages)
    nf_tb_check(tb, o->valid && !o->unsupported, "a cycle without result");
  nf_alu_array_in *i = in;
  i->en = i->valid = true;
  set_cell(i, cell);
  for (unsigned lane = 0; lane < LANES; ++lane)
    random_lane(tb, i, lane);
  nf_alu_cover_cell(tb, cell.red_op, cell.dtype);
}

static void finish_runs(nf_tb *tb, void *ctx) {
  (void)ctx;
  const nf_alu_cell *cells;
  nf_tb_check(tb, nf_tb_cycle(tb) >= RUN * nf_alu_cells(P_Halves, &cells),
              "the scenario is too short for a run of each type");
}

// One lane works, the others add zeros: its flags and its result must come through alone.
static void drive_one_lane(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  cover(tb, out);
  nf_alu_array_in *i = in;
  i->en = i->valid = true;
  set_cell(i, nf_alu_any_cell(tb, P_Halves));
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
    {"KLENK IV-D every type back to back", RUN *MAX_CELLS + P_Stages, NULL, drive_runs,
     finish_runs},
    {"KLENK IV-D one lane alone", 20000, NULL, drive_one_lane, NULL},
    {"KLENK IV-D one flit per cycle", 50000, nf_alu_steady, drive_flits, NULL},
    {"KLENK IV-D gaps and stops", 50000, nf_alu_uneven, drive_flits, NULL},
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
