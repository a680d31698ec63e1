// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of what the actions of a reduction table mean: all inputs there are, and each line of the
// table in docs/reduce/nf_reduce_action.md.
#include "nf_tb.h"
#include "reduce/nf_reduce_action.h"

extern const nf_dut nf_reduce_action_dut;

enum { NOTHING, PACKET, REQUEST, VICTIM, EXPIRED, DECISIONS };

// Of a packet's action: i insert, u update, r release, o own; R read, W write, S sum; k flags to
// the entry, s to the header, t the header takes the entry's.
typedef struct {
  uint8_t act, send;
  const char *tags, *slots, *flags, *name;
} line;

static const line lines[] = {
    {NF_REDUCE_ACT_DROP, NF_REDUCE_SEND_IN, "", "", "", "drop"},
    {NF_REDUCE_ACT_INSERT, NF_REDUCE_SEND_IN, "i", "W", "k", "insert"},
    {NF_REDUCE_ACT_EVICT, NF_REDUCE_SEND_HELD, "i", "RW", "kt", "evict"},
    {NF_REDUCE_ACT_FIRST, NF_REDUCE_SEND_IN, "u", "W", "k", "first"},
    {NF_REDUCE_ACT_REDUCE, NF_REDUCE_SEND_IN, "u", "RWS", "k", "reduce"},
    {NF_REDUCE_ACT_FINISH, NF_REDUCE_SEND_SUM, "r", "RS", "st", "finish"},
    {NF_REDUCE_ACT_REST, NF_REDUCE_SEND_SUM, "r", "RS", "st", "rest"},
    {NF_REDUCE_ACT_ONLY, NF_REDUCE_SEND_IN, "r", "", "st", "only"},
    {NF_REDUCE_ACT_PASS, NF_REDUCE_SEND_IN, "o", "", "s", "pass"},
    {NF_REDUCE_ACT_BYPASS, NF_REDUCE_SEND_IN, "o", "", "s", "bypass"},
};

typedef struct {
  unsigned next;
  bool asked;
  nf_reduce_action_in last;
} context;

static bool has(const char *set, char c) {
  for (; *set; set++)
    if (*set == c)
      return true;
  return false;
}

static void check_line(nf_tb *tb, const line *l, const nf_reduce_action_in *i,
                       const nf_reduce_action_out *o) {
  nf_tb_check(tb,
              o->insert == has(l->tags, 'i') && o->update == has(l->tags, 'u') &&
                  o->release == has(l->tags, 'r') && o->own == has(l->tags, 'o'),
              "%s changes the tags otherwise", l->name);
  nf_tb_check(tb,
              o->read == has(l->slots, 'R') && o->sum == has(l->slots, 'S') &&
                  o->write == (has(l->slots, 'W') || i->drain_after) && o->send == l->send,
              "%s has other slots", l->name);
  nf_tb_check(tb,
              o->body_keep == has(l->flags, 'k') && o->body_send == has(l->flags, 's') &&
                  o->take_flags == has(l->flags, 't') &&
                  o->keep_flags == (has(l->flags, 'k') || i->poison) &&
                  o->send_flags == has(l->flags, 's'),
              "%s sends its flags elsewhere", l->name);
  nf_tb_cover(tb, l->name);
}

static void check(nf_tb *tb, const nf_reduce_action_in *i, const nf_reduce_action_out *o) {
  nf_tb_check(tb, o->insert + o->update + o->release + o->own <= 1, "more than one change");
  nf_tb_check(tb, !o->sum || o->read, "a sum of what is not read");
  if (i->head_take)
    for (unsigned l = 0; l < sizeof lines / sizeof *lines; l++)
      if (lines[l].act == i->act)
        check_line(tb, &lines[l], i, o);
  if (i->ask_decide)
    nf_tb_check(tb,
                o->insert == (i->act == NF_REDUCE_ACT_ALLOC) && o->alloc == o->insert &&
                    o->held_back == (i->act == NF_REDUCE_ACT_WAIT),
                "a request is decided otherwise");
  if (i->clear || i->expire)
    nf_tb_check(tb,
                o->send == NF_REDUCE_SEND_HELD && o->read && o->take_flags && !o->body_send &&
                    o->send_flags == (i->clear || i->leaves) && o->evicted == i->clear,
                "an entry does not leave as it is");
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  nf_reduce_action_in *const i = in;
  if (c->asked)
    check(tb, &c->last, out);
  const unsigned decision = c->next % DECISIONS, bits = c->next / DECISIONS;
  *i = (nf_reduce_action_in){.act = bits >> 3 & 15,
                             .head_take = decision == PACKET,
                             .ask_decide = decision == REQUEST,
                             .clear = decision == VICTIM,
                             .expire = decision == EXPIRED,
                             .poison = bits & 1,
                             .leaves = bits >> 1 & 1,
                             .drain_after = bits >> 2 & 1};
  c->next++;
  c->asked = true;
  c->last = *i;
}

int main(int argc, char **argv) {
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-B, IV-C, IV-D what each action means, all inputs", DECISIONS * 128, NULL, drive,
       NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_reduce_action_dut,
                             .model = NF_TB_MODEL_COMB(nf_reduce_action),
                             .cfg = NULL,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 1};
  return nf_tb_main(argc, argv, &bench);
}
