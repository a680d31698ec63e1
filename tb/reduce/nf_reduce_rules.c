// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Directed scenarios of the reduction table that are the same for every size of it.
#include "nf_reduce_rules.h"

#include "nf_reduce_script.h"

// ---- R3: one flit per cycle on one entry, back to back, as far as the ALUs answer in time

static void hits_start(void *ctx, unsigned opcode, unsigned len, unsigned n) {
  nf_reduce_kit *const kit = begin(ctx, n);
  same(kit, opcode, 1, n, len);
}
static void hits128_start(nf_tb *tb, void *ctx) { (void)tb, hits_start(ctx, PUSH, 8, 200); }
static void hits16_start(nf_tb *tb, void *ctx) { (void)tb, hits_start(ctx, PUSH, 1, 350); }
static void hits32_start(nf_tb *tb, void *ctx) { (void)tb, hits_start(ctx, PUSH, 2, 300); }
static void hits48_start(nf_tb *tb, void *ctx) { (void)tb, hits_start(ctx, PUSH, 3, 200); }
static void hits64_start(nf_tb *tb, void *ctx) { (void)tb, hits_start(ctx, PUSH, 4, 200); }
static void barriers_start(nf_tb *tb, void *ctx) { (void)tb, hits_start(ctx, BARRIER, 0, 500); }

FINISH(hits) {
  const unsigned n = (unsigned)kit->sent;
  const nf_reduce_packet *const p = nf_reduce_kit_result(kit, 0);
  const unsigned len = nf_hdr_len(&p->head);
  expect_results(tb, kit, 1);
  expect(tb, kit, 0, len ? NF_OPCODE_PUSH_RESULT : NF_OPCODE_BARRIER_DONE, n, false);
  for (unsigned w = 0; w < 4 * len; w++)
    nf_tb_check(tb, nf_reduce_kit_word(p, w) == n * (1 + w), "word %u is %u", w,
                nf_reduce_kit_word(p, w));
  paced(tb, kit, sum_waits(n, len));
}

// Every second packet completes: results leave while the next contributions come.
static void pairs_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 2);
  (void)tb;
  same(kit, PUSH, 1, 100, 1);
  same(kit, PUSH, 1, 100, 8);
  same(kit, BARRIER, 1, 200, 0);
}
FINISH(pairs) {
  expect_results(tb, kit, 200);
  for (unsigned n = 0; n < 100; n++)
    nf_tb_check(tb, nf_reduce_kit_word(nf_reduce_kit_result(kit, n), 3) == 8, "result %u", n);
  waited(tb, kit, 50 * sum_waits(2, 1));
}

// Complete by their own count: one flit in and one out in every cycle.
static void pass_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 1);
  (void)tb;
  blocks(kit, PUSH, 0, 100, 8);
  blocks(kit, PUSH, 0, 100, 1);
}
FINISH(pass) {
  expect_results(tb, kit, 200);
  expect(tb, kit, 9, NF_OPCODE_PUSH_RESULT, 1, false);
  expect_event(tb, kit, NF_EV_INSERT, 0);
  line_rate(tb, kit);
  nf_tb_check(tb,
              kit->out_flits == kit->in_flits && kit->out_end - kit->out_first == kit->out_flits,
              "the output paused");
}

// ---- KLENK IV-B: pull

static void pull_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 3);
  (void)tb;
  kit->base.cfg_first_hop = true;
  nf_reduce_kit_ask(kit, 0x180, 7, 5, 0);
  for (unsigned k = 0; k < 3; k++)
    response(kit, 3, 5, 4, 20);
}
FINISH(pull) {
  const nf_reduce_packet *const p = nf_reduce_kit_result(kit, 0);
  expect_results(tb, kit, 1);
  expect(tb, kit, 0, RSP, 3, false);
  nf_tb_check(tb, nf_hdr_dst(&p->head) == 7 && nf_hdr_tag(&p->head) == 5 && p->ports == 4,
              "the answer goes to the requester");
  nf_tb_check(tb, nf_reduce_kit_word(p, 15) == 3 * 515, "sum %u", nf_reduce_kit_word(p, 15));
  expect_event(tb, kit, NF_EV_ALLOC, 1);
  nf_tb_check(tb, kit->ask_done_at == 3, "the request waited until cycle %llu",
              (unsigned long long)kit->ask_done_at);
}

// Requests beside saturated payload cost no flit time.
static void beside_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 400);
  (void)tb;
  for (unsigned k = 0; k < 100; k++)
    nf_reduce_kit_ask(kit, 0x100000u + 128u * k, 7, k, 10);
  same(kit, PUSH, 1, 100, 8);
  same(kit, PUSH, 1, 100, 1);
}
FINISH(beside) {
  nf_tb_check(tb, kit->asks_done == 100, "%llu requests went on",
              (unsigned long long)kit->asks_done);
  line_rate(tb, kit);
}

// Requests and barriers take turns: neither starves.
static void turns_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 400);
  (void)tb;
  for (unsigned k = 0; k < 50; k++)
    nf_reduce_kit_ask(kit, 0x100000u + 128u * k, 7, k, 10);
  same(kit, BARRIER, 2, 300, 0);
}
FINISH(turns) {
  nf_tb_check(tb, kit->asks_done == 50 && kit->ask_done_at < 300,
              "the last request went on in %llu", (unsigned long long)kit->ask_done_at);
  nf_tb_check(tb, kit->in_end - kit->in_first <= 350,
              "50 requests and 300 barriers took %llu cycles",
              (unsigned long long)(kit->in_end - kit->in_first));
}

static void no_entry_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 2);
  (void)tb;
  kit->base.cfg_first_hop = true;
  response(kit, 1, 1, 8, 0);
}
FINISH(no_entry) {
  expect_results(tb, kit, 0);
  expect_event(tb, kit, NF_EV_ERR_NO_ENTRY, 1);
}

static void twice_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 2);
  (void)tb;
  kit->base.cfg_first_hop = true;
  nf_reduce_kit_ask(kit, 128, 7, 1, 0);
  nf_reduce_kit_ask(kit, 128, 7, 1, 0);
  for (unsigned k = 0; k < 4; k++)
    response(kit, 1, 1, 1, 100 + 50 * k);
}
FINISH(twice) {
  expect_results(tb, kit, 2);
  expect(tb, kit, 0, RSP, 2, false);
  expect(tb, kit, 1, RSP, 2, false);
  nf_tb_check(tb, kit->ask_done_at > 150, "the second request did not wait for the first");
}

// ---- IV-F3: an attempt is given up and made again with the next epoch; what is left of the first
// attempt meets nothing of the second

static void of_epoch(nf_reduce_kit *kit, unsigned epoch) {
  nf_hdr_set_epoch(&kit->queue[(kit->queued - 1) % NF_REDUCE_KIT_QUEUE].head, (uint8_t)epoch);
}

// One of three responses comes, the pull is given up and asked again with the same tag. Then the
// two that were late come, between those to the second request.
static void pull_again_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 3);
  (void)tb;
  kit->base.cfg_first_hop = true;
  for (unsigned epoch = 0; epoch < 2; epoch++) {
    nf_reduce_kit_ask(kit, 128, 7, 5, 100 * epoch);
    nf_hdr_set_epoch(&kit->asks[epoch].head, (uint8_t)epoch);
  }
  for (unsigned k = 0; k < 5; k++) {
    response(kit, 1, 5, 8, k == 0 ? 20 : 120);
    of_epoch(kit, k % 2);
    // What is left of the first attempt would be seen in the sum.
    for (unsigned w = 0; k % 2 == 0 && w < 32; w++)
      nf_reduce_kit_set_word(&kit->queue[(kit->queued - 1) % NF_REDUCE_KIT_QUEUE], w, 1u << 30);
  }
  response(kit, 1, 5, 8, 140);
  of_epoch(kit, 1);
}
FINISH(pull_again) {
  const nf_reduce_packet *const late = nf_reduce_kit_result(kit, 0);
  const nf_reduce_packet *const p = nf_reduce_kit_result(kit, 1);
  expect_results(tb, kit, 2);
  expect(tb, kit, 0, RSP, 3, false);
  expect(tb, kit, 1, RSP, 3, false);
  nf_tb_check(tb, nf_hdr_epoch(&late->head) == 0 && nf_hdr_epoch(&p->head) == 1, "epochs %u, %u",
              nf_hdr_epoch(&late->head), nf_hdr_epoch(&p->head));
  nf_tb_check(tb, nf_reduce_kit_word(p, 15) == 3 * 515, "sum %u", nf_reduce_kit_word(p, 15));
}

// Two of four contributions of a push come before it is given up, and a third one too late.
static void push_again_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 4);
  (void)tb;
  for (unsigned k = 0; k < 7; k++) {
    const bool first = k < 2 || k == 4;
    nf_reduce_kit_send(kit, nf_reduce_kit_packet(PUSH, 128, 8, 1, first ? 1u << 28 : 10));
    of_epoch(kit, first ? 3 : 0);
  }
}
static void push_again_timeout_start(nf_tb *tb, void *ctx) {
  push_again_start(tb, ctx);
  ((nf_reduce_kit *)ctx)->base.cfg_timeout = 2;
}
static void push_again_judge_second(nf_tb *tb, const nf_reduce_kit *kit) {
  const nf_reduce_packet *const p = nf_reduce_kit_result(kit, 0);
  expect(tb, kit, 0, NF_OPCODE_PUSH_RESULT, 4, false);
  nf_tb_check(tb, nf_hdr_epoch(&p->head) == 0, "a result's epoch");
  nf_tb_check(tb, nf_reduce_kit_word(p, 3) == 4 * 13, "sum %u", nf_reduce_kit_word(p, 3));
}
FINISH(push_again) {
  expect_results(tb, kit, 1);
  push_again_judge_second(tb, kit);
}
// What is left leaves with its own epoch.
FINISH(push_again_timeout) {
  expect_results(tb, kit, 2);
  push_again_judge_second(tb, kit);
  expect(tb, kit, 1, NF_OPCODE_PUSH_PARTIAL, 3, false);
  nf_tb_check(tb, nf_hdr_epoch(&nf_reduce_kit_result(kit, 1)->head) == 3, "a partial's epoch");
}

// Clear commands at these cycles: epochs, and 16 + region for one region only.
static void command(nf_tb *tb, nf_reduce_table_in *in, uint64_t at, uint8_t epochs, unsigned one) {
  if (nf_tb_cycle(tb) != at)
    return;
  in->drop_epochs = epochs;
  in->drop_one = one != 0;
  in->drop_region = one & 15;
}

// A poisoned sum is dropped; the same address with the same epoch starts from nothing. What is of
// another epoch or region stays.
static void clear_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 4);
  (void)tb;
  for (unsigned k = 0; k < 7; k++) {
    const bool other = k == 2;
    nf_reduce_packet p = nf_reduce_kit_packet(PUSH, other ? 256 : 128, 8, 1, k < 3 ? 1u << 28 : 10);
    nf_hdr_set_epoch(&p.head, other ? 1 : 2);
    nf_hdr_set_flags(&p.head, k == 0 ? 1u << NF_FLAG_POISON : 0);
    p.at = k < 3 ? 0 : 200;
    nf_reduce_kit_send(kit, p);
  }
}
static void clear_drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  const nf_reduce_table_out *const o = out;
  const uint64_t now = nf_tb_cycle(tb);
  drive(tb, ctx, out, in);
  command(tb, in, 100, 1u << 2, 0);
  command(tb, in, 400, 15, 16 + 1);
  command(tb, in, 500, 15, 16 + 0);
  static const struct {
    unsigned at, used;
  } expected[] = {{99, 2}, {105, 1}, {350, 1}, {450, 1}, {505, 0}};
  for (unsigned n = 0; n < sizeof expected / sizeof *expected; n++)
    nf_tb_check(tb, now != expected[n].at || o->used == expected[n].used,
                "cycle %u: %u entries, not %u", expected[n].at, o->used, expected[n].used);
}
FINISH(clear) {
  const nf_reduce_packet *const p = nf_reduce_kit_result(kit, 0);
  expect_results(tb, kit, 1);
  expect(tb, kit, 0, NF_OPCODE_PUSH_RESULT, 4, false);
  nf_tb_check(tb, nf_reduce_kit_word(p, 3) == 4 * 13, "sum %u", nf_reduce_kit_word(p, 3));
  nf_tb_check(tb, kit->dropped == 2, "%llu entries dropped", (unsigned long long)kit->dropped);
  expect_event(tb, kit, NF_EV_TIMEOUT, 0);
}

// A pull is given up and cleared, then asked again under the very same key.
static void clear_pull_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 3);
  (void)tb;
  kit->base.cfg_first_hop = true;
  nf_reduce_kit_ask(kit, 128, 7, 5, 0);
  nf_reduce_kit_ask(kit, 128, 7, 5, 200);
  response(kit, 1, 5, 8, 20);
  response(kit, 1, 5, 8, 150); // late: it finds no entry
  for (unsigned k = 0; k < 3; k++)
    response(kit, 1, 5, 8, 220);
}
static void clear_pull_drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  drive(tb, ctx, out, in);
  command(tb, in, 100, 1, 0);
}
FINISH(clear_pull) {
  const nf_reduce_packet *const p = nf_reduce_kit_result(kit, 0);
  expect_results(tb, kit, 1);
  expect(tb, kit, 0, RSP, 3, false);
  nf_tb_check(tb, nf_reduce_kit_word(p, 15) == 3 * 515, "sum %u", nf_reduce_kit_word(p, 15));
  expect_event(tb, kit, NF_EV_ERR_NO_ENTRY, 1);
}

// As long as an epoch is cleared, nothing of it stays: neither what was on its way nor a request
// that waited. The other epoch has the table for itself.
static void closed_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 2);
  (void)tb;
  kit->base.cfg_first_hop = true;
  kit->base.drop_epochs = 1u << 1;
  for (unsigned k = 0; k < 40; k++) {
    nf_reduce_kit_ask(kit, 128u * (1 + k), 7, k, 0);
    nf_hdr_set_epoch(&kit->asks[k].head, k % 2);
  }
  for (unsigned k = 0; k < 40; k++)
    for (unsigned n = 0; n < 2; n++) {
      response(kit, 1 + k, k, 8, 200 + 40 * k);
      of_epoch(kit, k % 2);
    }
}
FINISH(closed) {
  expect_results(tb, kit, 20);
  for (unsigned n = 0; n < 20; n++)
    nf_tb_check(tb, nf_hdr_epoch(&nf_reduce_kit_result(kit, n)->head) == 0, "an old result");
  nf_tb_check(tb, kit->asks_done == 40, "%llu requests went on",
              (unsigned long long)kit->asks_done);
  nf_tb_check(tb, kit->dropped == 20, "%llu entries dropped", (unsigned long long)kit->dropped);
  expect_event(tb, kit, NF_EV_ERR_NO_ENTRY, 40);
}

// ---- KLENK IV-C, IV-D: timeouts

static void timeout_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 4);
  (void)tb;
  kit->base.cfg_timeout = 3;
  blocks(kit, PUSH, 1, 1, 8);
  blocks(kit, BARRIER, 2, 1, 0);
}
FINISH(timeout) {
  const uint64_t at = nf_reduce_kit_result(kit, 0)->at;
  expect_results(tb, kit, 2);
  expect(tb, kit, 0, NF_OPCODE_PUSH_PARTIAL, 1, false);
  expect(tb, kit, 1, NF_OPCODE_PUSH_PARTIAL, 1, false);
  expect_event(tb, kit, NF_EV_TIMEOUT, 2);
  // The packet has come, 9 flits, and three ticks later its sum begins to leave.
  nf_tb_check(tb, at > 3 * 64 && at <= 3 * 64 + 9 + nf_reduce_kit_latency,
              "the entry left in cycle %llu", (unsigned long long)at);
}

// Saturated hits on one entry do not keep another from timing out.
static void saturated_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 1000);
  (void)tb;
  kit->base.cfg_timeout = 2;
  blocks(kit, PUSH, 1, 1, 8);
  same(kit, PUSH, 2, 100, 8);
}
FINISH(saturated) {
  const nf_reduce_packet *const p = nf_reduce_kit_result(kit, 0);
  nf_tb_check(tb, nf_hdr_addr(&p->head) == 128 && p->at < 2 * 64 + 32,
              "the idle entry left in cycle %llu", (unsigned long long)p->at);
  // One slot of its own and eight flits; nothing else waits.
  nf_tb_check(tb, kit->in_waits <= 9, "the input waited %llu", (unsigned long long)kit->in_waits);
}

static void pull_timeout_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 3);
  (void)tb;
  kit->base.cfg_timeout = 2;
  nf_reduce_kit_ask(kit, 128, 7, 1, 0);
  nf_reduce_kit_ask(kit, 256, 7, 2, 0);
  response(kit, 1, 1, 8, 10);
}
static void pull_timeout_first_start(nf_tb *tb, void *ctx) {
  pull_timeout_start(tb, ctx);
  ((nf_reduce_kit *)ctx)->base.cfg_first_hop = true;
}
FINISH(pull_timeout) {
  expect_results(tb, kit, 1);
  expect(tb, kit, 0, RSP, 1, false);
  expect_event(tb, kit, NF_EV_TIMEOUT, 2);
}
FINISH(pull_timeout_first) {
  expect_results(tb, kit, 2);
  for (unsigned n = 0; n < 2; n++) {
    const nf_flit *const head = &nf_reduce_kit_result(kit, n)->head;
    const bool answered = nf_hdr_tag(head) == 1;
    expect(tb, kit, n, RSP, answered, true);
    nf_tb_check(tb, nf_hdr_len(head) == (answered ? 8 : 0), "no response: no payload");
  }
  expect_event(tb, kit, NF_EV_POISON, 2);
}

// ---- KLENK IV-D, IV-E3: errors

static void errors_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 2);
  (void)tb;
  for (unsigned k = 0; k < 8; k++) {
    nf_reduce_packet p = nf_reduce_kit_packet(PUSH, 128, 2, 1, 0);
    nf_reduce_kit_send(kit, p);
    switch (k) {
    case 0:
      nf_hdr_set_count(&p.head, 2);
      break;
    case 1:
      nf_hdr_set_red_op(&p.head, NF_RED_OP_MIN);
      break;
    case 2:
      nf_hdr_set_dtype(&p.head, NF_DTYPE_S32);
      break;
    case 3:
      p = nf_reduce_kit_packet(PUSH, 128, 3, 1, 0);
      break;
    case 4:
      p.region = 1;
      break;
    case 5:
      p.err = true;
      break;
    case 6:
      nf_hdr_set_flags(&p.head, 1u << NF_FLAG_POISON);
      break;
    default:
      nf_hdr_set_flags(&p.head, 1u << NF_FLAG_INEXACT);
      break;
    }
    nf_reduce_kit_send(kit, p);
    if (k < 5) // the wrong one was dropped: one is still missing
      nf_reduce_kit_send(kit, nf_reduce_kit_packet(PUSH, 128, 2, 1, 0));
  }
}
FINISH(errors) {
  expect_results(tb, kit, 8);
  for (unsigned k = 0; k < 8; k++)
    expect(tb, kit, k, NF_OPCODE_PUSH_RESULT, 2, k < 7);
  expect_event(tb, kit, NF_EV_ERR_COUNT, 1);
  expect_event(tb, kit, NF_EV_ERR_MISMATCH, 4);
  expect_event(tb, kit, NF_EV_ERR_DAMAGED, 1);
  expect_event(tb, kit, NF_EV_POISON, 7);
  nf_tb_check(tb, nf_hdr_flags(&nf_reduce_kit_result(kit, 7)->head) == 1u << NF_FLAG_INEXACT,
              "the headers' flags leave with the result");
}

static void flags_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 3);
  (void)tb;
  for (unsigned k = 0; k < 6; k++) {
    nf_reduce_packet p = nf_reduce_kit_packet(PUSH, 128, 1, 1, 0);
    nf_hdr_set_dtype(&p.head, NF_DTYPE_F32);
    if (k >= 3)
      nf_hdr_set_red_op(&p.head, NF_RED_OP_XOR);
    // The first addition of two large numbers overflows, the last one adds zero to infinity.
    nf_reduce_kit_set_word(&p, 2, k < 2 ? 0x7f7fffff : 0);
    nf_reduce_kit_send(kit, p);
  }
}
FINISH(flags) {
  const nf_reduce_packet *const p = nf_reduce_kit_result(kit, 0);
  expect(tb, kit, 0, NF_OPCODE_PUSH_RESULT, 3, false);
  nf_tb_check(tb, nf_reduce_kit_word(p, 2) == 0x7f800000, "sum %x", nf_reduce_kit_word(p, 2));
  nf_tb_check(tb, nf_hdr_flags(&p->head) == (1u << NF_FLAG_OVERFLOW | 1u << NF_FLAG_INEXACT),
              "flags %x", nf_hdr_flags(&p->head));
  expect(tb, kit, 1, NF_OPCODE_PUSH_RESULT, 3, true);
}

// ---- limits and configuration

static void limit_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 4);
  (void)tb;
  kit->base.cfg_entries = 1;
  blocks(kit, PUSH, 0, 10, 1);
}
FINISH(limit) {
  expect_results(tb, kit, 9);
  expect_event(tb, kit, NF_EV_EVICT, 9);
}

static void none_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 4);
  (void)tb;
  kit->base.cfg_entries = 0;
  kit->base.cfg_first_hop = true;
  nf_reduce_kit_ask(kit, 128, 7, 1, 10);
  blocks(kit, PUSH, 0, 10, 1);
}
FINISH(none) {
  expect_results(tb, kit, 10);
  expect_event(tb, kit, NF_EV_BYPASS, 10);
  expect_event(tb, kit, NF_EV_ERR_NO_ENTRY, 1);
  nf_tb_check(tb, kit->asks_done == 1, "the request hangs");
}

static void zero_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 0);
  (void)tb;
  kit->base.cfg_first_hop = true;
  nf_reduce_kit_ask(kit, 128, 7, 1, 10);
  blocks(kit, PUSH, 0, 3, 1);
}
FINISH(zero) {
  expect_results(tb, kit, 0);
  expect_event(tb, kit, NF_EV_ERR_COUNT, 4);
  nf_tb_check(tb, kit->asks_done == 1, "the request hangs");
}

// A later hop that is told not to wait takes no entry; it is no error.
static void pass_by_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 3);
  (void)tb;
  kit->base.region_later[0] = 0;
  nf_reduce_kit_ask(kit, 128, 7, 1, 0);
  for (unsigned k = 0; k < 2; k++)
    response(kit, 1, 1, 8, 50);
  blocks(kit, PUSH, 1, 1, 1);
}
FINISH(pass_by) {
  expect_results(tb, kit, 2);
  for (unsigned n = 0; n < 2; n++)
    expect(tb, kit, n, RSP, 1, false);
  expect_event(tb, kit, NF_EV_ALLOC, 0);
  expect_event(tb, kit, NF_EV_BYPASS, 2);
  expect_event(tb, kit, NF_EV_INSERT, 1);
  expect_event(tb, kit, NF_EV_ERR_COUNT, 0);
  nf_tb_check(tb, kit->asks_done == 1, "the request hangs");
}

// Of four contributions two come this way: they go on as one. Pushes still complete at four.
static void later_count_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 4);
  (void)tb;
  kit->base.region_later[0] = 2;
  nf_reduce_kit_ask(kit, 128, 7, 1, 0);
  for (unsigned k = 0; k < 2; k++)
    response(kit, 1, 1, 1, 50);
  same(kit, PUSH, 2, 4, 1);
}
FINISH(later_count) {
  expect_results(tb, kit, 2);
  expect(tb, kit, 0, RSP, 2, false);
  expect(tb, kit, 1, NF_OPCODE_PUSH_RESULT, 4, false);
  expect_event(tb, kit, NF_EV_ALLOC, 1);
  expect_event(tb, kit, NF_EV_BYPASS, 0);
}

// The same at the first hop: the region's own count.
static void first_count_start(nf_tb *tb, void *ctx) {
  later_count_start(tb, ctx);
  nf_reduce_kit *const kit = ctx;
  kit->base.cfg_first_hop = true;
  for (unsigned k = 0; k < 2; k++)
    response(kit, 1, 1, 1, 100);
}
FINISH(first_count) {
  expect_results(tb, kit, 2);
  expect(tb, kit, 0, NF_OPCODE_PUSH_RESULT, 4, false);
  expect(tb, kit, 1, RSP, 4, false);
}

// The oldest entry is shown with who has come.
static void oldest_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 4);
  (void)tb;
  for (unsigned k = 0; k < 2; k++) {
    nf_reduce_packet p = nf_reduce_kit_packet(PUSH, 0x123400, 1, 1, 0);
    nf_hdr_set_src(&p.head, (uint16_t)(2 + 3 * k));
    nf_reduce_kit_send(kit, p);
  }
  blocks(kit, PUSH, 1, 1, 1);
}
static void oldest_drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  const nf_reduce_table_out *const o = out;
  drive(tb, ctx, out, in);
  if (nf_tb_cycle(tb) < 50)
    return;
  nf_tb_check(tb, o->oldest_valid && o->oldest_addr == 0x123400 && o->oldest_count == 2,
              "oldest %llx, count %u", (unsigned long long)o->oldest_addr, o->oldest_count);
  nf_tb_check(tb, o->oldest_mask[0] == 0x24 && o->oldest_expected == 4 && o->used == 2, "mask %llx",
              (unsigned long long)o->oldest_mask[0]);
}

#define DIRECTED(name, title)                                                                      \
  { title, CYCLES, name##_start, drive, name##_finish }

const nf_tb_scenario nf_reduce_rules[NF_REDUCE_RULES] = {
    {"KLENK IV-D back-to-back hits of 128 B at one flit per cycle", CYCLES, hits128_start, drive,
     hits_finish},
    {"KLENK IV-D back-to-back hits of 64 B at one flit per cycle", CYCLES, hits64_start, drive,
     hits_finish},
    {"KLENK IV-D back-to-back hits of 48 B, as fast as the ALUs answer", CYCLES, hits48_start,
     drive, hits_finish},
    {"KLENK IV-D back-to-back hits of 32 B, as fast as the ALUs answer", CYCLES, hits32_start,
     drive, hits_finish},
    {"KLENK IV-D back-to-back hits of 16 B, as fast as the ALUs answer", CYCLES, hits16_start,
     drive, hits_finish},
    {"KLENK IV-D back-to-back barriers, one per cycle", CYCLES, barriers_start, drive, hits_finish},
    DIRECTED(pairs, "KLENK IV-D complete and start over without a pause"),
    DIRECTED(pass, "KLENK IV-D complete by their own count, one flit in and out per cycle"),
    DIRECTED(pull, "KLENK IV-B pull at the first hop"),
    DIRECTED(beside, "KLENK IV-B requests beside payload cost no flit time"),
    DIRECTED(turns, "KLENK IV-B requests and barriers take turns"),
    DIRECTED(no_entry, "KLENK IV-D response without entry at the first hop"),
    DIRECTED(twice, "KLENK IV-B the same request twice"),
    DIRECTED(pull_again, "KLENK IV-F3 a pull is given up and made again"),
    DIRECTED(push_again, "KLENK IV-F3 a push is given up and made again"),
    DIRECTED(push_again_timeout, "KLENK IV-F3 what is left of a push leaves with its epoch"),
    DIRECTED(closed, "KLENK IV-F3 clear command: an epoch that is over"),
    {"KLENK IV-F3 clear command: epochs and regions", CYCLES, clear_start, clear_drive,
     clear_finish},
    {"KLENK IV-F3 clear command: a pull", CYCLES, clear_pull_start, clear_pull_drive,
     clear_pull_finish},
    DIRECTED(timeout, "KLENK IV-C idle entries time out"),
    DIRECTED(saturated, "KLENK IV-D timeout under saturated input"),
    DIRECTED(pull_timeout, "KLENK IV-B pull times out at a later hop"),
    DIRECTED(pull_timeout_first, "KLENK IV-B pull times out at the first hop"),
    DIRECTED(errors, "KLENK IV-E3 wrong and damaged contributions poison the result"),
    DIRECTED(flags, "KLENK IV-D the ALUs' flags reach the header"),
    DIRECTED(limit, "KLENK VI-C one entry in use"),
    DIRECTED(none, "KLENK VI-C no entry in use"),
    DIRECTED(zero, "KLENK IV-D nothing expected"),
    DIRECTED(pass_by, "KLENK IV-B a later hop that does not wait"),
    DIRECTED(later_count, "KLENK IV-B a later hop waits for what comes its way"),
    DIRECTED(first_count, "KLENK IV-B the first hop waits for all"),
    {"KLENK IV-D oldest entry", 300, oldest_start, oldest_drive, NULL},
};
