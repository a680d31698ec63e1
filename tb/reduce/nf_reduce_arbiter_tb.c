// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of the arbitration of a reduction table: all inputs there are, and what each rule of it
// says.
#include "nf_tb.h"
#include "reduce/nf_reduce_arbiter.h"

extern const nf_dut nf_reduce_arbiter_dut;

enum { INPUTS = 17 };

typedef struct {
  unsigned next; // what is asked next, a bit an input
  bool asked;
  nf_reduce_arbiter_in last;
} context;

// In other words than the model.
static void check(nf_tb *tb, const nf_reduce_arbiter_in *i, const nf_reduce_arbiter_out *o) {
  const int owners = o->expire + o->clear + o->head_take + o->body_take + o->held_slot;
  nf_tb_check(tb, owners <= 1 && (i->en || !owners), "a slot has %d owners", owners);
  nf_tb_check(tb, !(o->expire && o->ask_decide), "an entry goes under a request");
  nf_tb_check(tb, !(i->en && i->idle && i->expired) || !(o->head_take || o->clear),
              "a packet is decided before the entry that is to go");
  nf_tb_check(tb, !i->blocked || !(o->body_take || o->held_slot || o->sends),
              "payload moves that has to wait");
  nf_tb_check(tb, !(o->head_send && o->body_take), "a header leaves beside a flit that comes");
  nf_tb_check(tb, !(i->en && i->due) || o->head_send || o->body_take, "a header waits in vain");
  nf_tb_check(tb, !o->look_move || o->d_free, "a flit moves on to another");
  nf_tb_check(tb, !(o->ask_move && i->ask), "a request moves on to another or nothing waits");
  nf_tb_check(tb, !(o->ask_move && o->look_move && i->look_first), "request and header move up");
  nf_tb_check(tb, !(o->d_free && i->look) || o->look_move || (o->ask_move && i->look_first),
              "a flit waits in vain");
  nf_tb_check(tb, !(o->d_free && o->ask_could && i->turn) || o->ask_move,
              "a request whose turn it is waits");
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  nf_reduce_arbiter_in *const i = in;
  if (c->asked)
    check(tb, &c->last, out);
  // Times an odd number: all come once, the next one far from the last.
  const unsigned number = c->next * 40503u;
  bool bits[INPUTS];
  for (unsigned b = 0; b < INPUTS; b++)
    bits[b] = number >> b & 1;
  // A request is at the decision or waits for it, not both.
  *i = (nf_reduce_arbiter_in){.en = bits[0],
                              .first_hop = bits[1],
                              .idle = bits[2],
                              .coming = bits[3],
                              .going = bits[4],
                              .due = bits[5],
                              .flit = bits[6],
                              .clears = bits[7],
                              .ask = bits[8] && bits[14],
                              .expired = bits[9],
                              .free = bits[10],
                              .usable = bits[11],
                              .look = bits[12],
                              .look_first = bits[13],
                              .waits = !bits[8] && bits[14],
                              .turn = bits[15],
                              .blocked = bits[16]};
  nf_tb_cover(tb, i->idle      ? "between two packets"
                  : i->blocked ? "in a packet, waits"
                               : "in a packet");
  c->next++;
  c->asked = true;
  c->last = *i;
}

int main(int argc, char **argv) {
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-D whose a slot is, all inputs", 1 << INPUTS, NULL, drive, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_reduce_arbiter_dut,
                             .model = NF_TB_MODEL_COMB(nf_reduce_arbiter),
                             .cfg = NULL,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 1};
  return nf_tb_main(argc, argv, &bench);
}
