// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_ace_lane against its model: every type back to back, words that pass between words that are
// reduced, and operands that stay.
#include "ace/nf_ace_lane.h"
#include "alu/nf_alu_kit.h"
#include "alu/nf_alu_lane.h"
#include "common/nf_defs.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_ace_lane_dut;

static const nf_ace_lane_cfg cfg = {.Alu = P_Alu, .Halves = P_Halves, .WordBytes = P_WordBytes};

enum { DELAY = 2, RUN = 32, MAX_CELLS = 26 };

typedef struct {
  nf_pace pace;
  nf_ace_lane_in held;      // what the operand registers in front of the lane show
  nf_ace_lane_in in[DELAY]; // of the cycles before
  unsigned reduced, passed, flags;
} context;

static void set_element(nf_ace_word *w, unsigned i, uint32_t value) {
  memcpy((char *)w + 4 * i, &value, sizeof value);
}

static uint32_t element(const nf_ace_word *w, unsigned i) {
  uint32_t value;
  memcpy(&value, (const char *)w + 4 * i, sizeof value);
  return value;
}

static void random_word(nf_tb *tb, nf_ace_lane_in *in, nf_alu_cell cell, bool reduce) {
  in->valid = true;
  in->reduce = reduce;
  in->code = (uint8_t)(cell.dtype << 4 | cell.red_op);
  for (unsigned i = 0; i < P_WordBytes / 4; i++) {
    const nf_alu_pair pair = nf_alu_any_words(tb, cell.dtype);
    set_element(&in->a, i, pair.a);
    set_element(&in->b, i, pair.b);
  }
}

// What comes out now went in two cycles ago: element by element, as the ALU's own model has it.
static void check(nf_tb *tb, context *c, const nf_ace_lane_out *o) {
  const nf_ace_lane_in *const in = &c->in[nf_tb_cycle(tb) % DELAY];
  const bool reduces = in->valid && in->reduce && P_Alu;
  nf_tb_check(tb, o->flags_valid == reduces, "flags");
  if (!in->valid)
    return;
  uint8_t flags = 0;
  bool good = true;
  for (unsigned i = 0; i < P_WordBytes / 4; i++) {
    const uint32_t a = element(&in->a, i), b = element(&in->b, i);
    const bool built = nf_op_built(in->code & 15u, in->code >> 4, P_Halves, false);
    good =
        good && element(&o->result, i) ==
                    (reduces && built ? nf_alu_op(in->code & 15u, in->code >> 4, a, b, &flags) : a);
  }
  nf_tb_check(tb, good, "a wrong element");
  nf_tb_check(tb, o->flags == flags, "flags %x, not %x", o->flags, flags);
  *(reduces ? &c->reduced : &c->passed) += 1;
  c->flags |= flags;
  if (reduces)
    nf_alu_cover_flags(tb, flags);
}

static void give(nf_tb *tb, context *c, const nf_ace_lane_in *in, void *pi) {
  c->in[nf_tb_cycle(tb) % DELAY] = *in;
  *(nf_ace_lane_in *)pi = *in;
}

static void start_any(nf_tb *tb, void *p) { ((context *)p)->pace = nf_pace_any(tb); }

static void start_rare(nf_tb *tb, void *p) {
  (void)tb;
  ((context *)p)->pace = (nf_pace){.kind = NF_PACE_RANDOM, .percent = 15};
}

static void drive_any(nf_tb *tb, void *p, const void *po, void *pi) {
  context *c = p;
  check(tb, c, po);
  c->held.valid = false;
  if (nf_pace_go(tb, &c->pace)) {
    random_word(tb, &c->held, nf_alu_any_cell(tb, P_Halves), nf_tb_chance(tb, 60));
    if (nf_tb_chance(tb, 5))
      c->held.code = (uint8_t)nf_tb_rand(tb); // pairs that there are not, too
  }
  give(tb, c, &c->held, pi);
}

static void finish_any(nf_tb *tb, void *p) {
  context *c = p;
  nf_tb_check(tb, c->passed > nf_tb_cycle(tb) / 50, "%u passed", c->passed);
  nf_tb_check(tb, !P_Alu || c->reduced > nf_tb_cycle(tb) / 50, "%u reduced", c->reduced);
  nf_tb_reach(tb, !P_Alu || c->flags == (NF_FP_INVALID | NF_FP_OVERFLOW | NF_FP_INEXACT),
              "flags %x seen", c->flags);
}

// A run of words of each op and type after the other: whatever the type, one in every cycle.
static void drive_runs(nf_tb *tb, void *p, const void *po, void *pi) {
  context *c = p;
  const nf_alu_cell *cells;
  const size_t count = nf_alu_cells(P_Halves, &cells);
  const nf_alu_cell cell = cells[nf_tb_cycle(tb) / RUN % count];
  const nf_ace_lane_out *o = po;
  check(tb, c, po);
  if (nf_tb_cycle(tb) >= DELAY)
    nf_tb_check(tb, o->flags_valid == P_Alu, "a cycle without result");
  random_word(tb, &c->held, cell, true);
  nf_alu_cover_cell(tb, cell.red_op, cell.dtype);
  give(tb, c, &c->held, pi);
}

// 1 + 2, 2^127 + 2^127, infinity - infinity, 1 + 2^-40 at four elements, then the same word passes.
static void drive_known(nf_tb *tb, void *p, const void *po, void *pi) {
  enum { APART = (P_WordBytes / 4 - 1) / 3 };
  static const uint32_t a[] = {0x3f800000, 0x7f000000, 0x7f800000, 0x3f800000};
  static const uint32_t b[] = {0x40000000, 0x7f000000, 0xff800000, 0x2b800000};
  static const uint32_t sum[] = {0x40400000, 0x7f800000, 0x7fc00000, 0x3f800000};
  context *c = p;
  const nf_ace_lane_out *o = po;
  const uint64_t t = nf_tb_cycle(tb);
  check(tb, c, po);
  for (unsigned i = 0; i < 4 && t >= 2 && t < 4; i++)
    nf_tb_check(tb, element(&o->result, APART * i) == (t == 2 && P_Alu ? sum[i] : a[i]),
                "element %u: %x", APART * i, element(&o->result, APART * i));
  if (t == 2 && P_Alu)
    nf_tb_check(tb, o->flags == (NF_FP_INVALID | NF_FP_OVERFLOW | NF_FP_INEXACT), "flags %x",
                o->flags);
  c->held.valid = t < 2;
  c->held.reduce = t == 0;
  c->held.code = NF_DTYPE_F32 << 4 | NF_RED_OP_ADD;
  for (unsigned i = 0; i < 4; i++) {
    set_element(&c->held.a, APART * i, a[i]);
    set_element(&c->held.b, APART * i, b[i]);
  }
  if (t >= 1)
    c->held.reduce = false;
  give(tb, c, &c->held, pi);
}

int main(int argc, char **argv) {
  static const nf_tb_scenario scenarios[] = {
      {"ACE 4.2 a word worked out by hand", 8, NULL, drive_known, NULL},
      {"ACE 6 every op and type back to back", RUN * MAX_CELLS + DELAY, NULL, drive_runs, NULL},
      {"ACE 4.2 reduced and passing words", 20000, start_any, drive_any, finish_any},
      {"ACE 4.2 with pauses", 20000, start_rare, drive_any, finish_any},
  };
  const nf_tb_bench bench = {.dut = &nf_ace_lane_dut,
                             .model = NF_TB_MODEL(nf_ace_lane),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios,
                             .unreset = "result"};
  return nf_tb_main(argc, argv, &bench);
}
