// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Slots are freed at the test's pace and credits taken at another: none is lost or made, urgent
// ones come first, and no queue pair waits for ever.
#include "ace/nf_ace_port_credits.h"
#include "nf_tb.h"

extern const nf_dut nf_ace_port_credits_dut;

enum { QPS = NF_ACE_QPS, OLD = 35 }; // OLD: cycles after which a credit is urgent, at the latest

typedef struct {
  bool lone; // one slot is freed, then nothing
  nf_pace pop, send;
  uint8_t log[QPS];
  unsigned owed[QPS];
  uint64_t since[QPS];  // it is owed something since
  unsigned passed[QPS]; // urgent credits of others that left meanwhile
  unsigned freed, sent;
} context;

static unsigned slots(const context *c, unsigned q) { return 1u << c->log[q]; }

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  for (unsigned q = 0; q < QPS; q++)
    do
      c->log[q] = (uint8_t)nf_tb_below(tb, 9);
    while (slots(c, q) > P_Slots);
}

static void start_lone(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  start(tb, ctx);
  c->lone = true;
  for (unsigned q = 0; q < QPS; q++)
    c->log[q] = 3;
}

// What is offered is what is owed, and urgent as it should be.
static void offered(nf_tb *tb, context *c, const nf_ace_port_credits_out *out) {
  const unsigned q = out->owed_qp;
  const unsigned amount = c->owed[q] > 255 ? 255 : c->owed[q];
  nf_tb_check(tb, amount != 0 && out->owed_credits == amount, "queue pair %u: %u credits of %u", q,
              out->owed_credits, c->owed[q]);
  if (out->owed_urgent)
    nf_tb_cover(tb, "urgent");
  else
    nf_tb_cover(tb, "not urgent");
}

static void send(nf_tb *tb, context *c, const nf_ace_port_credits_out *out,
                 nf_ace_port_credits_in *in) {
  const uint64_t now = nf_tb_cycle(tb);
  in->sent = out->owed_valid && nf_pace_go(tb, &c->send);
  if (!in->sent)
    return;
  const unsigned q = out->owed_qp;
  c->sent += out->owed_credits;
  c->owed[q] -= out->owed_credits;
  c->since[q] = now;
  c->passed[q] = 0;
  for (unsigned other = 0; other < QPS; other++)
    if (c->owed[other] != 0 && now - c->since[other] > OLD) {
      nf_tb_check(tb, out->owed_urgent, "queue pair %u was not urgent, %u was", q, other);
      nf_tb_check(tb, ++c->passed[other] < QPS, "queue pair %u waits", other);
    }
}

static void drop_all(context *c, unsigned q) {
  c->freed -= c->owed[q];
  c->owed[q] = c->passed[q] = 0;
}

static void set_up(nf_tb *tb, context *c, nf_ace_port_credits_in *in) {
  in->clear = nf_tb_below(tb, 2000) == 0;
  in->set = nf_tb_below(tb, 300) == 0;
  in->set_qp = (uint8_t)nf_tb_below(tb, QPS);
  if (in->set)
    drop_all(c, in->set_qp);
  for (unsigned q = 0; in->clear && q < QPS; q++)
    drop_all(c, q);
}

static void drive(nf_tb *tb, void *ctx, const void *po, void *pi) {
  context *const c = ctx;
  const nf_ace_port_credits_out *const out = po;
  nf_ace_port_credits_in *const in = pi;
  if (nf_tb_below(tb, 200) == 0 || nf_tb_cycle(tb) == 0) {
    c->pop = nf_pace_any(tb);
    c->send = nf_pace_any(tb);
  }
  for (unsigned q = 0; q < QPS; q++)
    in->mask[q] = (uint8_t)(slots(c, q) - 1);
  if (out->owed_valid)
    offered(tb, c, out);
  send(tb, c, out, in);
  const unsigned q = (unsigned)nf_tb_below(tb, QPS);
  in->pop_qp = (uint8_t)q;
  in->pop = nf_pace_go(tb, &c->pop) && c->owed[q] < slots(c, q);
  if (in->pop) {
    if (c->owed[q]++ == 0)
      c->since[q] = nf_tb_cycle(tb);
    c->freed++;
    if (in->sent && q == out->owed_qp)
      nf_tb_cover(tb, "freed while credits leave");
  }
  set_up(tb, c, in);
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  unsigned owed = 0;
  for (unsigned q = 0; q < QPS; q++)
    owed += c->owed[q];
  nf_tb_check(tb, c->sent + owed == c->freed, "%u sent, %u owed, %u freed", c->sent, owed,
              c->freed);
  nf_tb_reach(tb, c->sent > 500, "%u credits", c->sent);
}

// One of eight slots is freed at T: offered at T + 2, urgent 16 to 32 cycles later.
static void drive_lone(nf_tb *tb, void *ctx, const void *po, void *pi) {
  enum { T = 60 };
  context *const c = ctx;
  const nf_ace_port_credits_out *const out = po;
  nf_ace_port_credits_in *const in = pi;
  const uint64_t now = nf_tb_cycle(tb);
  for (unsigned q = 0; q < QPS; q++)
    in->mask[q] = (uint8_t)(slots(c, q) - 1);
  in->pop_qp = 9;
  in->pop = now == T;
  nf_tb_check(tb, out->owed_valid == (now >= T + 2), "offered at %u", (unsigned)now);
  if (out->owed_valid)
    nf_tb_check(tb, out->owed_qp == 9 && out->owed_credits == 1, "one credit of queue pair 9");
  if (now < T + 16)
    nf_tb_check(tb, !out->owed_urgent, "urgent at %u", (unsigned)now);
  if (now >= T + OLD)
    nf_tb_check(tb, out->owed_urgent, "not urgent at %u", (unsigned)now);
}

static const nf_tb_scenario scenarios[] = {
    {"ACE 4.5 credits of all queue pairs", 30000, start, drive, finish},
    {"ACE 4.5 a single credit gets old", 200, start_lone, drive_lone, NULL},
};

int main(int argc, char **argv) {
  static const nf_ace_port_credits_cfg cfg = {.Slots = P_Slots};
  const nf_tb_bench bench = {.dut = &nf_ace_port_credits_dut,
                             .model = NF_TB_MODEL(nf_ace_port_credits),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
