// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of the data path with wide sums: random slots of packets, narrow and wide ones mixed, as a
// table orders them: a decision slot before the payload of each packet.
#include "nf_reduce_apart.h"
#include "nf_tb.h"
#include "reduce/nf_reduce_wide.h"

extern const nf_dut nf_reduce_wide_dut;

typedef struct {
  nf_pace pace;
  bool filled[P_Entries][2]; // an entry holds narrow sums; holds sums of type `type`
  uint8_t type[P_Entries];
  unsigned len[P_Entries][2]; // rows that are filled
  // packet in progress
  nf_reduce_wide_in body;
  unsigned left;
  bool header_due;
  int written[APART]; // flits that the slots before wrote, the last one first; or -1
  nf_reduce_wide_in waiting;
  bool have;
} context;

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->pace = nf_pace_any(tb);
  for (unsigned k = 0; k < APART; k++)
    c->written[k] = -1;
}

static int flit_of(const nf_reduce_wide_in *slot) { return slot->entry * 8 + (slot->flit & 7); }

// The packet in progress has to wait for a sum that is on its way through the ALUs. Exact sums are
// there in time.
static bool waits(const context *c) {
  const bool exact = c->body.wide && nf_dtypes[c->body.dtype].planes >= 11;
  for (unsigned k = 0; k + 1 < APART; k++)
    if (c->body.read && !exact && c->written[k] == flit_of(&c->body))
      return true;
  return false;
}

static bool any_pair(nf_tb *tb, uint8_t *dtype, uint8_t *op) {
  do {
    *dtype = (uint8_t)nf_tb_below(tb, NF_DTYPES);
    *op = (uint8_t)nf_tb_below(tb, NF_REDUCTION_OPS);
  } while (!nf_op_built(*op, *dtype, P_Halves, P_Wide));
  return nf_op_wide(*op, *dtype);
}

// What the entry holds from now on.
static void begin_sum(context *c, unsigned e, uint8_t dtype, bool wide) {
  c->filled[e][wide] = true;
  c->filled[e][!wide] = c->filled[e][!wide] && dtype != NF_DTYPE_F32 && wide &&
                        nf_dtypes[dtype].planes >= 11; // exact sums leave the plain store alone
  if (!wide)
    c->filled[e][1] = c->filled[e][1] && nf_dtypes[c->type[e]].planes >= 11;
  else
    c->type[e] = dtype;
  c->len[e][wide] = c->left;
}

// The decision slot of a packet; c->body becomes what its payload slots have in common.
static void begin_packet(nf_tb *tb, context *c) {
  nf_reduce_wide_in *const body = &c->body;
  const unsigned e = (unsigned)nf_tb_below(tb, P_Entries);
  uint8_t dtype, op;
  const bool wide = any_pair(tb, &dtype, &op);
  *body = (nf_reduce_wide_in){.valid = true, .entry = (uint8_t)e, .dtype = dtype, .red_op = op};
  body->wide = wide;
  c->left = 1 + (unsigned)nf_tb_below(tb, 8);
  const bool again = c->filled[e][wide] && (!wide || c->type[e] == dtype);
  const unsigned planes = nf_dtypes[dtype].planes;
  const unsigned kind = (unsigned)nf_tb_below(tb, 5);
  if (!again || kind == 0) { // a new sum
    body->write = true;
    body->keep_flags = true;
  } else {
    if (c->left > c->len[e][wide])
      c->left = c->len[e][wide];
    body->read = true;
    if (kind == 1) { // what it holds leaves: as it is, rounded or as a plane
      body->send = NF_REDUCE_SEND_HELD;
      body->round = wide && nf_tb_chance(tb, 50);
      body->send_plane = wide && !body->round;
    } else { // a contribution more: kept, or sent
      body->sum = true;
      body->write = nf_tb_chance(tb, 60);
      body->keep_flags = body->write;
      body->send_flags = !body->write;
      body->send = body->write ? NF_REDUCE_SEND_NONE : NF_REDUCE_SEND_SUM;
      body->round = wide && !body->write;
    }
  }
  if (wide && !body->send_plane && nf_tb_chance(tb, 30))
    body->plane = true;
  if (body->plane || body->send_plane)
    body->index = (uint8_t)nf_tb_below(tb, planes);
  if (nf_tb_chance(tb, 10)) { // it leaves as it came
    *body = (nf_reduce_wide_in){.valid = true, .entry = (uint8_t)e, .send = NF_REDUCE_SEND_IN};
    body->wide = body->round = wide && nf_tb_chance(tb, 50);
    body->dtype = dtype;
    body->red_op = op;
    body->send_flags = true;
  } else if (!body->read) {
    begin_sum(c, e, dtype, wide);
  }
  body->shift = (uint8_t)(op == NF_RED_OP_AVG ? nf_tb_below(tb, 16) : 0);
}

static void make_slot(nf_tb *tb, context *c) {
  nf_reduce_wide_in *const slot = &c->waiting;
  *slot = (nf_reduce_wide_in){0};
  if (nf_tb_chance(tb, 10))
    return;
  if (c->left == 0) { // a decision, and the header that is due
    const bool header = c->header_due;
    begin_packet(tb, c);
    slot->valid = true;
    slot->entry = c->body.entry;
    slot->take_flags = nf_tb_chance(tb, 30);
    slot->start_flags = nf_tb_chance(tb, 10);
    slot->flags = (uint8_t)(nf_tb_chance(tb, 10) ? nf_tb_rand(tb) & 0x1f : 0);
    slot->keep_flags = slot->send_flags = slot->flags != 0;
    if (header) {
      slot->header = true;
      slot->send = NF_REDUCE_SEND_IN;
      slot->ports = (uint16_t)nf_tb_rand(tb);
      slot->data = (nf_flit){{nf_tb_rand(tb), nf_tb_rand(tb)}};
      nf_hdr_set_flags(&slot->data, 0);
    }
    c->header_due = c->body.send != NF_REDUCE_SEND_NONE;
    return;
  }
  if (waits(c)) {
    nf_tb_cover(tb, "a flit waits for its sum");
    return;
  }
  *slot = c->body;
  slot->flit = (uint8_t)(c->body.flit++ & 7);
  slot->data = (nf_flit){{nf_tb_rand(tb), nf_tb_rand(tb)}};
  c->left--;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_reduce_wide_out *const o = out;
  if (!c->have)
    make_slot(tb, c);
  c->have = true;
  *(nf_reduce_wide_in *)in = c->waiting;
  ((nf_reduce_wide_in *)in)->en = nf_pace_go(tb, &c->pace);
  if (!((nf_reduce_wide_in *)in)->en)
    return;
  c->have = false;
  for (unsigned k = APART - 1; k > 0; k--)
    c->written[k] = c->written[k - 1];
  c->written[0] = c->waiting.write ? flit_of(&c->waiting) : -1;
  if (c->waiting.round)
    nf_tb_cover(tb, "a sum is rounded");
  if (c->waiting.send_plane)
    nf_tb_cover(tb, "a plane leaves");
  if (c->waiting.plane)
    nf_tb_cover(tb, "a plane comes");
  if (o->out_last && nf_hdr_flags(&o->out_data) & 1u << NF_FLAG_INVALID)
    nf_tb_cover(tb, "invalid");
}

int main(int argc, char **argv) {
  static const nf_reduce_wide_cfg cfg = {.Entries = P_Entries,
                                         .Halves = P_Halves,
                                         .Wide = P_Wide,
                                         .AluStages = P_AluStages,
                                         .OperandReg = P_OperandReg};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-D data path of wide sums, random packets", 30000, start, drive, NULL},
      {"KLENK IV-D data path of wide sums, again", 30000, start, drive, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_reduce_wide_dut,
                             .model = NF_TB_MODEL(nf_reduce_wide),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 2};
  return nf_tb_main(argc, argv, &bench);
}
