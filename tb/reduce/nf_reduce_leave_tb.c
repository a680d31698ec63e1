// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of nf_reduce_leave: random headers under every action, and what
// docs/reduce/nf_reduce_decide.md says of each.
#include "nf_tb.h"
#include "reduce/nf_reduce_leave.h"

extern const nf_dut nf_reduce_leave_dut;

static const nf_reduce_leave_cfg cfg = {.Wide = P_Wide};

static void eval(const nf_reduce_leave_in *in, nf_reduce_leave_out *out) {
  nf_reduce_leave_eval(&cfg, in, out);
}

typedef struct {
  bool asked;
  nf_reduce_leave_in last;
} context;

// A result is whole or goes on whole: in other words than the model.
static void check(nf_tb *tb, const nf_reduce_leave_in *i, const nf_reduce_leave_out *o) {
  const unsigned opcode = nf_hdr_opcode(&o->head);
  const bool pull = i->mode == NF_REDUCE_MODE_PULL;
  nf_tb_check(tb, o->round + o->raw + o->drain + o->drain_after <= 1, "more than one way to leave");
  nf_tb_check(tb, P_Wide || !(o->round || o->drain || o->drain_after), "wide without Wide");
  if (i->act == NF_REDUCE_ACT_PASS && o->wide)
    nf_tb_check(tb, o->round, "a complete sum leaves unrounded");
  if (i->act == NF_REDUCE_ACT_FINISH && o->wide && pull)
    nf_tb_check(tb, o->round == i->first_hop, "a later hop rounds, or the first one does not");
  if (i->act == NF_REDUCE_ACT_REST) // a partial, never a result
    nf_tb_check(tb,
                !o->round && o->leaves && nf_hdr_count(&o->head) == i->sum &&
                    (pull || (opcode == NF_OPCODE_PUSH_PARTIAL && o->to == NF_REDUCE_TO_HOME)),
                "the rest of a sum leaves as opcode %u for %u", opcode, o->to);
  if (o->leaves && o->to == NF_REDUCE_TO_ALL)
    nf_tb_check(tb, opcode == NF_OPCODE_PUSH_RESULT || opcode == NF_OPCODE_BARRIER_DONE,
                "opcode %u to all", opcode);
  if (o->leaves)
    nf_tb_check(tb, (opcode == NF_OPCODE_PULL_RSP) == (o->to == NF_REDUCE_TO_REQUESTER),
                "opcode %u for %u", opcode, o->to);
}

static nf_flit header(nf_tb *tb) {
  nf_flit h = {{nf_tb_rand(tb), nf_tb_rand(tb)}};
  nf_hdr_set_len(&h, (uint8_t)nf_tb_below(tb, 9));
  nf_hdr_set_dtype(&h, (uint8_t)nf_tb_below(tb, NF_DTYPES));
  nf_hdr_set_red_op(&h, (uint8_t)nf_tb_below(tb, NF_REDUCTION_OPS));
  return h;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  static const char *const names[] = {"drop",   "insert", "evict", "first",  "reduce",
                                      "finish", "only",   "pass",  "bypass", "alloc",
                                      "let go", "wait",   "clear", "expire", "rest"};
  context *const c = ctx;
  nf_reduce_leave_in *const i = in;
  if (c->asked)
    check(tb, &c->last, out);
  const uint64_t bits = nf_tb_rand(tb);
  i->act = (uint8_t)nf_tb_below(tb, 15);
  i->packet = header(tb);
  i->entry = header(tb);
  i->mode = (uint8_t)nf_tb_below(tb, 3);
  // Entry and packet that meet are of one mode.
  i->entry_mode =
      i->act == NF_REDUCE_ACT_FINISH || i->act == NF_REDUCE_ACT_ONLY || i->act == NF_REDUCE_ACT_REST
          ? i->mode
          : (uint8_t)nf_tb_below(tb, 3);
  i->sum = (uint16_t)bits;
  i->expected = (uint16_t)(1u << (bits >> 16 & 15));
  i->hit_expected = (uint16_t)(nf_tb_chance(tb, 50) ? 1u << (bits >> 20 & 15) : bits >> 24);
  i->entry_data = bits >> 40 & 1;
  i->first_hop = bits >> 41 & 1;
  i->id = bits >> 42 & 0x3ff;
  nf_tb_cover(tb, names[i->act]);
  c->asked = true;
  c->last = *i;
}

int main(int argc, char **argv) {
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-B, IV-C what leaves by each action", 50000, NULL, drive, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_reduce_leave_dut,
                             .model = {.eval = (nf_tb_fn)eval},
                             .cfg = NULL,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 1};
  return nf_tb_main(argc, argv, &bench);
}
