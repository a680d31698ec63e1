// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold alu`: pairs of words from standard input through one lane of the reduction ALU, for
// people with vectors of their own. Where sums are wider than the type an addition is no result
// yet: those pairs are two contributions to an entry of a reduction table.
#define _POSIX_C_SOURCE 200809L
#include "alu/nf_alu_lane.h"

#include "sim/cli/cli.h"
#include "sim/cli/commands.h"
#include "sim/cli/entry.h"
#include "sim/cli/options.h"
#include "sim/common/types.h"
#include "sim/engine/rtl/load.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  bool rtl, flags;
  uint8_t op, dtype;
} alu_options;

// What the golden model says of the pairs that are inside the pipeline of the RTL.
typedef struct {
  uint32_t result;
  uint8_t flags;
  unsigned long line;
} expected;

typedef struct {
  const alu_options *o;
  nf_entry *entry;     // for ops whose sums are wider than the type
  const nf_dut *block; // NULL: no RTL
  void *dut;
  expected inside[NF_ALU_MAX_STAGES];
  unsigned first, used;
} alu;

#define FIELD(field) NF_FIELD(alu_options, field)
static const nf_option Table[] = {
    {NF_SHARED(ENGINE), FIELD(rtl),
     .note = "; for wide sums those of a reduction table (default cycle)"},
    {NF_SHARED(OP), FIELD(op), .note = ": " NF_OP_LIST " (default sum)"},
    {NF_SHARED(DTYPE), FIELD(dtype), .note = ": " NF_DTYPE_LIST " (default f32)"},
    {NF_SHARED(FLAGS), FIELD(flags)},
    {0}};

static const char Doc[] =
    "Reduce pairs of 32-bit words: lines 'hexA hexB' in, 'hexResult' out.\v"
    "Examples: echo 3f800000 40000000 | netfold alu --dtype f32 --op sum prints 40400000,\n"
    "echo 3c004000 40003c00 | netfold alu --dtype f16x2 --op max prints 40004000.\n"
    "What goes with what is the table of docs/packet.md.\n"
    "Exit status: 0 done, 1 RTL and model differ, 2 bad input.";

static void print(const alu_options *o, uint32_t result, uint8_t flags) {
  if (o->flags)
    printf("%08x %x\n", result, flags);
  else
    printf("%08x\n", result);
}

// One clock of the lane; prints the result that leaves, if one does.
static int clock_lane(alu *m, const nf_alu_lane_in *in, nf_err *e) {
  nf_alu_lane_out out;
  m->block->step(m->dut, in);
  m->block->peek(m->dut, &out);
  if (!out.valid)
    return NF_EXIT_OK;
  const expected *want = &m->inside[m->first];
  if (m->used == 0 || out.result != want->result || out.flags != want->flags)
    return nf_err_set(e, NF_EXIT_FAILED,
                      "RTL and model differ in line %lu: result 0x%08x, flags %x in the RTL, "
                      "0x%08x, %x in the model",
                      want->line, out.result, out.flags, want->result, want->flags);
  m->first = (m->first + 1) % NF_ALU_MAX_STAGES;
  m->used--;
  print(m->o, out.result, out.flags);
  return NF_EXIT_OK;
}

// A pair of a line: into a table where sums are wide, else into the lane or the model.
static int take_pair(alu *m, uint32_t a, uint32_t b, unsigned long line, nf_err *e) {
  if (m->entry) {
    const uint32_t words[] = {a, b};
    nf_entry_result r;
    if (nf_entry_reduce(m->entry, m->o->op, m->o->dtype, words, 2, &r, e) == NF_EXIT_OK)
      print(m->o, r.word, r.flags >> NF_FLAG_INVALID);
    return e->status;
  }
  expected want = {.line = line};
  want.result = nf_alu_op(m->o->op, m->o->dtype, a, b, &want.flags);
  if (!m->dut) {
    print(m->o, want.result, want.flags);
    return NF_EXIT_OK;
  }
  m->inside[(m->first + m->used++) % NF_ALU_MAX_STAGES] = want;
  return clock_lane(
      m,
      &(nf_alu_lane_in){
          .en = true, .valid = true, .red_op = m->o->op, .dtype = m->o->dtype, .a = a, .b = b},
      e);
}

static int read_pairs(alu *m, nf_err *e) {
  char *text = NULL;
  size_t size = 0;
  unsigned long line = 0;
  while (e->status == NF_EXIT_OK && nf_cli_line(&text, &size, stdin) >= 0) {
    line++;
    const char *p = text + strspn(text, " \t\r\n");
    uint32_t a, b;
    if (*p == 0)
      continue;
    if (!(p = nf_cli_hex_word(p, &a)) || !(p = nf_cli_hex_word(p, &b)) || *p)
      nf_refuse(e, "line %lu: give two words of up to 8 hex digits, as in '3f800000 40000000'",
                line);
    else
      take_pair(m, a, b, line, e);
  }
  if (ferror(stdin))
    nf_refuse(e, "standard input cannot be read: %s", strerror(errno));
  free(text);
  for (unsigned i = 0; m->dut && m->used && e->status == NF_EXIT_OK; i++)
    if (i == 2 * NF_ALU_MAX_STAGES)
      nf_err_set(e, NF_EXIT_FAILED, "the RTL gives no result for line %lu",
                 m->inside[m->first].line);
    else
      clock_lane(m, &(nf_alu_lane_in){.en = true}, e);
  return e->status;
}

int nf_alu_main(int argc, char **argv) {
  alu_options o = {.op = NF_RED_OP_ADD, .dtype = NF_DTYPE_F32};
  nf_err e = {0};
  alu m = {.o = &o};
  if (nf_options_read(Table, Doc, &o, argc, argv, &e) == NF_EXIT_OK &&
      nf_check_pair(o.op, o.dtype, &e) == NF_EXIT_OK) {
    if (nf_op_wide(o.op, o.dtype)) {
      nf_entry_open(&m.entry, o.rtl, &e);
    } else if (o.rtl && NF_RTL_LOAD("netfold_lane", nf_alu_lane, &m.block, &e) == NF_EXIT_OK) {
      m.dut = m.block->create(0);
      m.block->reset(m.dut);
    }
    read_pairs(&m, &e);
    nf_entry_close(m.entry);
    if (m.dut)
      m.block->destroy(m.dut);
  }
  return nf_end(&e);
}
