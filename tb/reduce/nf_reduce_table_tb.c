// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of the reduction table: each rule by itself, then random traffic with accounts.
#include "nf_reduce_apart.h"
#include "nf_reduce_random.h"
#include "nf_reduce_rules.h"
#include "nf_reduce_script.h"
#include "nf_reduce_sums.h"

#include <string.h>

extern const nf_dut nf_reduce_table_dut;

enum { N = P_Entries };

static uint16_t ports(uint16_t all) { return (uint16_t)(all & ((1u << P_Ports) - 1)); }

// ---- KLENK IV-D: reduce on hit

static void reduce_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 3);
  (void)tb;
  for (unsigned k = 0; k < 3; k++) {
    nf_reduce_packet p = nf_reduce_kit_packet(PUSH, 0x80, 8, 1, 1000 * k);
    nf_hdr_set_tag(&p.head, (uint16_t)(0x100 + k));
    nf_hdr_set_wave(&p.head, (uint8_t)(0x30 + k));
    nf_reduce_kit_send(kit, p);
  }
}

FINISH(reduce) {
  const nf_reduce_packet *const p = nf_reduce_kit_result(kit, 0);
  expect_results(tb, kit, 1);
  expect(tb, kit, 0, NF_OPCODE_PUSH_RESULT, 3, false);
  for (unsigned w = 0; w < 32; w++)
    nf_tb_check(tb, nf_reduce_kit_word(p, w) == 3000 + 3 * w, "word %u is %u", w,
                nf_reduce_kit_word(p, w));
  nf_tb_check(tb, nf_hdr_src(&p->head) == 1000 && nf_hdr_dst(&p->head) == NF_BROADCAST_ID,
              "source and destination");
  nf_tb_check(tb, nf_hdr_tag(&p->head) == 0x100 && nf_hdr_wave(&p->head) == 0x30,
              "tag and wave are the first packet's");
  nf_tb_check(tb, p->ports == ports(0xf0), "ports %x", p->ports);
  expect_event(tb, kit, NF_EV_HIT, 2);
  expect_event(tb, kit, NF_EV_INSERT, 1);
  expect_event(tb, kit, NF_EV_COMPLETE, 1);
  // Header in, decided, through the pipeline, payload, header out: see docs/reduce.md.
  nf_tb_check(tb, p->at - (kit->in_end - 1) == nf_reduce_kit_latency,
              "the header left %llu cycles after the last flit",
              (unsigned long long)(p->at - (kit->in_end - 1)));
}

// ---- KLENK IV-C: eviction

static void evict_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 4);
  (void)tb;
  blocks(kit, PUSH, 0, 100 + N, 8);
}
FINISH(evict) {
  expect_results(tb, kit, 100);
  expect_event(tb, kit, NF_EV_EVICT, 100);
  line_rate(tb, kit);
  nf_tb_check(tb, kit->out_flits == 900 && kit->out_end - kit->out_first == 900,
              "900 flits came out in %llu cycles",
              (unsigned long long)(kit->out_end - kit->out_first));
  for (unsigned n = 0; n < 100; n++) {
    const nf_reduce_packet *const p = nf_reduce_kit_result(kit, n);
    expect(tb, kit, n, NF_OPCODE_PUSH_PARTIAL, 1, false);
    nf_tb_check(tb, nf_hdr_addr(&p->head) == n * 128u && nf_reduce_kit_word(p, 31) == n + 31,
                "victim %u is not the oldest one", n);
    nf_tb_check(tb, nf_hdr_dst(&p->head) == 500 && p->ports == ports(0x100),
                "strategy 2 sends partials to the home GPU");
  }
}

static void multicast_start(nf_tb *tb, void *ctx) {
  evict_start(tb, ctx);
  ((nf_reduce_kit *)ctx)->base.cfg_multicast_partials = true;
}
FINISH(multicast) {
  const nf_reduce_packet *const p = nf_reduce_kit_result(kit, 5);
  expect(tb, kit, 5, NF_OPCODE_PUSH_PARTIAL, 1, false);
  nf_tb_check(tb, nf_hdr_dst(&p->head) == NF_BROADCAST_ID && p->ports == ports(0xf0),
              "strategy 1 sends partials to all targets");
}

static void longer_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 4);
  (void)tb;
  blocks(kit, PUSH, 0, N, 8);
  blocks(kit, PUSH, 100, N, 1);
}
FINISH(longer) {
  expect_results(tb, kit, N);
  // Seven flits too many per victim; those of the last two are hidden by the input buffer.
  nf_tb_check(tb, kit->in_waits + 14 >= 7 * N && kit->in_waits <= 7 * N, "the input waited %llu",
              (unsigned long long)kit->in_waits);
  nf_tb_check(tb, kit->out_flits == N * 9 && kit->out_end - kit->out_first == N * 9,
              "the output paused");
}

static void shorter_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 4);
  (void)tb;
  blocks(kit, PUSH, 0, N, 2);
  blocks(kit, BARRIER, 50, N, 0);
  blocks(kit, PUSH, 100, N, 8);
}
FINISH(shorter) {
  expect_results(tb, kit, 2 * N);
  for (unsigned n = 0; n < N; n++) {
    nf_tb_check(tb, nf_hdr_len(&nf_reduce_kit_result(kit, n)->head) == 2, "two flits");
    nf_tb_check(tb, nf_hdr_len(&nf_reduce_kit_result(kit, N + n)->head) == 0, "no payload");
  }
}

static void lru_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 100);
  (void)tb;
  blocks(kit, PUSH, 0, N, 1);
  for (unsigned b = N; b-- > 0;) // touched last to first: the last one is the oldest
    blocks(kit, PUSH, b, 1, 1);
  blocks(kit, PUSH, 200, N, 1);
}
FINISH(lru) {
  expect_results(tb, kit, N);
  for (unsigned n = 0; n < N; n++)
    nf_tb_check(tb, nf_hdr_addr(&nf_reduce_kit_result(kit, n)->head) == (N - 1 - n) * 128u,
                "victim %u is not the least recently used entry", n);
}

// Evicted, then allocated again: two partials and nothing is lost or counted twice.
static void again_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 4);
  (void)tb;
  same(kit, PUSH, 0, 3, 8);
  blocks(kit, PUSH, 10, N, 8);
  same(kit, PUSH, 0, 1, 8);
  blocks(kit, PUSH, 50, N, 8);
}
FINISH(again) {
  unsigned count = 0, sum = 0;
  for (unsigned n = 0; n < kit->results; n++) {
    const nf_reduce_packet *const p = nf_reduce_kit_result(kit, n);
    if (nf_hdr_addr(&p->head) == 0) {
      count += nf_hdr_count(&p->head);
      sum += nf_reduce_kit_word(p, 7);
    }
  }
  nf_tb_check(tb, count == 4 && sum == 28, "count %u, sum %u over the partials", count, sum);
}

// ---- ghosts: what comes back after its entry has left

// Counts and sums of word 7 over all partials of block b.
static void partials(nf_tb *tb, const nf_reduce_kit *kit, unsigned b, unsigned count) {
  unsigned counted = 0, sum = 0;
  for (unsigned n = 0; n < kit->results; n++) {
    const nf_reduce_packet *const p = nf_reduce_kit_result(kit, n);
    if (nf_hdr_addr(&p->head) != b * 128u)
      continue;
    nf_tb_check(tb, nf_hdr_opcode(&p->head) == NF_OPCODE_PUSH_PARTIAL, "opcode %u",
                nf_hdr_opcode(&p->head));
    counted += nf_hdr_count(&p->head);
    sum += nf_hdr_len(&p->head) ? nf_reduce_kit_word(p, 7) : 0;
  }
  nf_tb_check(tb, counted == count && sum % (b + 7) == 0 && (sum == 0 || sum == count * (b + 7)),
              "block %u: count %u, sum %u over the partials, wanted count %u", b, counted, sum,
              count);
}

// Block 1 is evicted with two of five and comes back.
static nf_reduce_kit *back_start(void *ctx, unsigned opcode, unsigned len) {
  nf_reduce_kit *const kit = begin(ctx, 5);
  same(kit, opcode, 1, 2, len);
  blocks(kit, opcode, 10, N, len);
  same(kit, opcode, 1, 3, len);
  return kit;
}
static void rest_start(nf_tb *tb, void *ctx) { (void)tb, back_start(ctx, PUSH, 8); }
static void rest_barrier_start(nf_tb *tb, void *ctx) { (void)tb, back_start(ctx, BARRIER, 0); }
static void rest_multicast_start(nf_tb *tb, void *ctx) {
  (void)tb;
  back_start(ctx, PUSH, 8)->base.cfg_multicast_partials = true;
}

static void rest_judge_all(nf_tb *tb, const nf_reduce_kit *kit) {
  // Block 10 made room for what came back. Nobody waits for a time-out, which there is not.
  const unsigned whole = P_Ghosts > 0;
  const nf_reduce_packet *const p = nf_reduce_kit_result(kit, 2);
  expect_results(tb, kit, 2 + whole);
  expect_event(tb, kit, NF_EV_REST, whole);
  expect_event(tb, kit, NF_EV_COMPLETE, 0);
  partials(tb, kit, 1, whole ? 5 : 2);
  if (whole) {
    expect(tb, kit, 2, NF_OPCODE_PUSH_PARTIAL, 3, false);
    nf_tb_check(tb, nf_hdr_src(&p->head) == 1000, "source %u", nf_hdr_src(&p->head));
    nf_tb_check(tb, p->at - (kit->in_end - 1) == nf_reduce_kit_latency,
                "the rest left %llu cycles after its last flit",
                (unsigned long long)(p->at - (kit->in_end - 1)));
  }
}
FINISH(rest) {
  rest_judge_all(tb, kit);
  line_rate(tb, kit);
  if (P_Ghosts > 0)
    nf_tb_check(tb, nf_reduce_kit_result(kit, 2)->ports == ports(0x100), "strategy 2: home GPU");
}
FINISH(rest_barrier) { rest_judge_all(tb, kit); }
FINISH(rest_multicast) {
  rest_judge_all(tb, kit);
  if (P_Ghosts > 0)
    nf_tb_check(tb, nf_reduce_kit_result(kit, 2)->ports == ports(0xf0), "strategy 1: all targets");
}

// What comes back is evicted again, with one of the three: two are still to come, in one packet.
static void rest_twice_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 5);
  (void)tb;
  same(kit, PUSH, 1, 2, 8);
  blocks(kit, PUSH, 10, N, 8);
  same(kit, PUSH, 1, 1, 8);
  blocks(kit, PUSH, 10 + N, N, 8);
  nf_reduce_packet p = nf_reduce_kit_packet(PUSH, 128, 8, 2, 2);
  nf_reduce_kit_set_word(&p, 7, 2 * 8);
  nf_reduce_kit_send(kit, p);
}
FINISH(rest_twice) {
  const unsigned whole = P_Ghosts > 0;
  expect_event(tb, kit, NF_EV_REST, whole);
  expect_event(tb, kit, NF_EV_BYPASS, whole);
  partials(tb, kit, 1, whole ? 5 : 3);
}

// Ticks in which the table and its ghosts are filled: a packet of nine flits takes ten cycles at
// most. And three, so that nothing leaves before.
enum { FILLED = (N + P_Ghosts) * 10 / NF_TICK_CYCLES + 3 };

// The ghost is pushed out by younger ones: what comes back waits for the time-out, and is not lost.
static void pushed_out_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 5);
  (void)tb;
  kit->base.cfg_timeout = FILLED;
  same(kit, PUSH, 1, 2, 8);
  blocks(kit, PUSH, 10, N + P_Ghosts, 8);
  same(kit, PUSH, 1, 3, 8);
}
FINISH(pushed_out) {
  expect_event(tb, kit, NF_EV_REST, 0);
  expect_event(tb, kit, NF_EV_TIMEOUT, N);
  partials(tb, kit, 1, 5);
}

// The collective that the ghost is of was given up, and all five come anew: time is lost, no more.
static void given_up_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 5);
  (void)tb;
  kit->base.cfg_timeout = FILLED;
  same(kit, PUSH, 1, 2, 8);
  blocks(kit, PUSH, 10, N, 8);
  same(kit, PUSH, 1, 5, 8);
}
FINISH(given_up) {
  expect_event(tb, kit, NF_EV_REST, P_Ghosts > 0);
  expect_event(tb, kit, NF_EV_ERR_COUNT, 0);
  if (P_Ghosts == 0) { // the five meet in the table
    expect_event(tb, kit, NF_EV_COMPLETE, 1);
    return;
  }
  partials(tb, kit, 1, 7);
}

// A wrong ghost is passed by a packet of several contributions: the sum completes as it is.
static void passed_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 5);
  (void)tb;
  same(kit, PUSH, 1, 2, 8);
  blocks(kit, PUSH, 10, N, 8);
  for (unsigned k = 0; k < 2; k++)
    nf_reduce_kit_send(kit, nf_reduce_kit_packet(PUSH, 128, 8, 2, 1));
  same(kit, PUSH, 1, 1, 8);
}
FINISH(passed) {
  expect_event(tb, kit, NF_EV_REST, 0);
  expect_event(tb, kit, NF_EV_COMPLETE, 1);
  expect(tb, kit, 2, NF_OPCODE_PUSH_RESULT, 5, false);
}

// Late contributions after a time-out leave together when the last of them has come.
static void late_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 5);
  (void)tb;
  kit->base.cfg_timeout = 2;
  same(kit, PUSH, 1, 2, 8);
  for (unsigned k = 0; k < 3; k++) {
    nf_reduce_packet p = nf_reduce_kit_packet(PUSH, 128, 8, 1, 1);
    p.at = 400;
    nf_reduce_kit_send(kit, p);
  }
}
FINISH(late) {
  expect_results(tb, kit, 2);
  expect_event(tb, kit, NF_EV_TIMEOUT, P_Ghosts > 0 ? 1 : 2);
  expect_event(tb, kit, NF_EV_REST, P_Ghosts > 0);
  partials(tb, kit, 1, 5);
}

// Pulls have no ghosts: the responses of one that timed out pass by, each by itself.
static void no_ghost_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 3);
  (void)tb;
  kit->base.cfg_timeout = 2;
  nf_reduce_kit_ask(kit, 128, 7, 1, 0);
  response(kit, 1, 1, 8, 10);
  response(kit, 1, 1, 8, 400);
  response(kit, 1, 1, 8, 400);
}
FINISH(no_ghost) {
  expect_results(tb, kit, 3);
  expect_event(tb, kit, NF_EV_REST, 0);
  expect_event(tb, kit, NF_EV_BYPASS, 2);
}

// ---- leaves that reduce first, and the home table above

// A leaf: two of the five contributions are elsewhere.
static nf_reduce_kit *leaf_start_of(void *ctx, unsigned share) {
  nf_reduce_kit *const kit = begin(ctx, 5);
  kit->base.region_home[0] = 1u << NF_HOME_UP_BIT | NF_HOME_TABLE_ID;
  kit->base.region_home_ports[0] = 0;
  kit->base.region_mode[0] |= 1u << NF_MCR_MODE_HOME_SPREAD;
  kit->base.region_later[0] = (uint16_t)share;
  return kit;
}

static void expect_up(nf_tb *tb, const nf_reduce_kit *kit, unsigned n, unsigned count) {
  const nf_reduce_packet *const p = nf_reduce_kit_result(kit, n);
  expect(tb, kit, n, NF_OPCODE_PUSH_PARTIAL, count, false);
  nf_tb_check(tb, nf_hdr_dst(&p->head) == NF_HOME_TABLE_ID && nf_hdr_src(&p->head) == 1000,
              "result %u: to node %u, from %u", n, nf_hdr_dst(&p->head), nf_hdr_src(&p->head));
  nf_tb_check(tb, p->ports == ports(nf_reduce_kit_way(nf_hdr_addr(&p->head))),
              "result %u: ports %x", n, p->ports);
}

static void leaf_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = leaf_start_of(ctx, 3);
  (void)tb;
  for (unsigned b = 1; b <= 3; b++)
    same(kit, PUSH, b, 3, 8);
  same(kit, BARRIER, 1, 3, 0);
}
FINISH(leaf) {
  expect_results(tb, kit, 4);
  for (unsigned n = 0; n < 4; n++)
    expect_up(tb, kit, n, 3);
  partials(tb, kit, 3, 3);
  expect_event(tb, kit, NF_EV_REST, 4);
  expect_event(tb, kit, NF_EV_COMPLETE, 0);
  line_rate(tb, kit);
}

// All are here: the sum is whole and ends here.
static void leaf_whole_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = leaf_start_of(ctx, 5);
  (void)tb;
  same(kit, PUSH, 1, 5, 8);
}
FINISH(leaf_whole) {
  expect_results(tb, kit, 1);
  expect(tb, kit, 0, NF_OPCODE_PUSH_RESULT, 5, false);
}

// One contribution is all that a leaf has of it: it goes up as it came, without an entry.
static void leaf_one_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = leaf_start_of(ctx, 1);
  (void)tb;
  blocks(kit, PUSH, 1, N + 1, 8);
}
FINISH(leaf_one) {
  expect_results(tb, kit, N + 1);
  for (unsigned n = 0; n <= N; n++)
    expect_up(tb, kit, n, 1);
  expect_event(tb, kit, NF_EV_INSERT, 0);
}

// What a full leaf evicts goes up, too, and what comes back waits for what is left of the share.
static void leaf_evicts_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = leaf_start_of(ctx, 3);
  (void)tb;
  same(kit, PUSH, 1, 2, 8);
  blocks(kit, PUSH, 10, N, 8);
  same(kit, PUSH, 1, 1, 8);
}
FINISH(leaf_evicts) {
  const unsigned whole = P_Ghosts > 0;
  expect_event(tb, kit, NF_EV_EVICT, 2 - whole);
  expect_event(tb, kit, NF_EV_REST, whole);
  expect_up(tb, kit, 0, 2);
  expect_up(tb, kit, 1, 1);
  partials(tb, kit, 1, whole ? 3 : 2);
}

static void leaf_times_out_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = leaf_start_of(ctx, 3);
  (void)tb;
  kit->base.cfg_timeout = 2;
  same(kit, PUSH, 1, 2, 8);
}
FINISH(leaf_times_out) {
  expect_results(tb, kit, 1);
  expect_event(tb, kit, NF_EV_TIMEOUT, 1);
  expect_up(tb, kit, 0, 2);
}

// A contribution that was damaged on the way: the home table is to know.
static void leaf_damaged_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = leaf_start_of(ctx, 3);
  (void)tb;
  nf_reduce_packet p = nf_reduce_kit_packet(PUSH, 128, 8, 1, 1);
  p.err = true;
  nf_reduce_kit_send(kit, p);
  same(kit, PUSH, 1, 2, 8);
}
FINISH(leaf_damaged) {
  expect_results(tb, kit, 1);
  expect(tb, kit, 0, NF_OPCODE_PUSH_PARTIAL, 3, true);
  expect_event(tb, kit, NF_EV_ERR_DAMAGED, 1);
}

// Contributions to a wide sum go up as they came: a home table takes no planes.
static void leaf_wide_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = leaf_start_of(ctx, 3);
  (void)tb;
  const unsigned sent = P_Wide ? 3 : 0;
  for (unsigned k = 0; k < sent; k++) {
    nf_reduce_packet p = nf_reduce_kit_packet(PUSH, 128, 8, 1, 10 * k);
    nf_hdr_set_dtype(&p.head, NF_DTYPE_F32X);
    nf_reduce_kit_send(kit, p);
  }
}
FINISH(leaf_wide) {
  const unsigned sent = P_Wide ? 3 : 0;
  expect_results(tb, kit, sent);
  for (unsigned n = 0; n < sent; n++) {
    expect_up(tb, kit, n, 1);
    nf_tb_check(tb, nf_reduce_kit_word(nf_reduce_kit_result(kit, n), 5) == 10 * n + 5, "word 5");
  }
  expect_event(tb, kit, NF_EV_INSERT, 0);
}

// The home table: sums of two leaves, the one in two parts and with poison, and a push.
static void home_start(nf_tb *tb, void *ctx) {
  static const unsigned count[] = {3, 1, 4, 1};
  nf_reduce_kit *const kit = begin(ctx, 9);
  (void)tb;
  for (unsigned turn = 0; turn < 2; turn++)
    for (unsigned k = 0; k < 4; k++) {
      const unsigned len = turn ? 0 : 8;
      const unsigned push = len ? PUSH : BARRIER;
      nf_reduce_packet p =
          nf_reduce_kit_packet(k < 3 ? NF_OPCODE_PUSH_PARTIAL : push, 128, len, count[k], 10 * k);
      nf_hdr_set_flags(&p.head, k == 1 && len ? 1u << NF_FLAG_POISON : 0);
      nf_hdr_set_src(&p.head, (uint16_t)k);
      nf_hdr_set_dst(&p.head, k < 3 ? NF_HOME_TABLE_ID : 0);
      nf_reduce_kit_send(kit, p);
    }
}
FINISH(home) {
  expect_results(tb, kit, 2);
  expect(tb, kit, 0, NF_OPCODE_PUSH_RESULT, 9, true);
  expect(tb, kit, 1, NF_OPCODE_BARRIER_DONE, 9, false);
  nf_tb_check(tb, nf_reduce_kit_word(nf_reduce_kit_result(kit, 0), 7) == 60 + 4 * 7, "word 7");
  expect_event(tb, kit, NF_EV_COMPLETE, 2);
}

// A leaf that counts more than there can be is refused.
static void home_over_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 5);
  (void)tb;
  same(kit, PUSH, 1, 4, 8);
  nf_reduce_kit_send(kit, nf_reduce_kit_packet(NF_OPCODE_PUSH_PARTIAL, 128, 8, 2, 1));
  same(kit, PUSH, 1, 1, 8);
}
FINISH(home_over) {
  expect_results(tb, kit, 1);
  expect_event(tb, kit, NF_EV_ERR_COUNT, 1);
  expect(tb, kit, 0, NF_OPCODE_PUSH_RESULT, 5, true);
}

// One of two leaves lacks a contribution: the sum is not complete, nobody gets a result, and what
// leaves for the home GPU by the time-out says how many are in it.
static void home_short_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 6);
  (void)tb;
  kit->base.cfg_timeout = 2;
  for (unsigned count = 3; count >= 2; count--)
    nf_reduce_kit_send(kit, nf_reduce_kit_packet(NF_OPCODE_PUSH_PARTIAL, 128, 8, count, 1));
}
FINISH(home_short) {
  expect_results(tb, kit, 1);
  expect(tb, kit, 0, NF_OPCODE_PUSH_PARTIAL, 5, false);
  nf_tb_check(tb, nf_hdr_dst(&nf_reduce_kit_result(kit, 0)->head) == 500, "not to the home GPU");
  expect_event(tb, kit, NF_EV_TIMEOUT, 1);
  expect_event(tb, kit, NF_EV_COMPLETE, 0);
}

// A pull and a share of a push take turns in one table. The pull waits for all at the first hop and
// for LATER, here the share, behind it.
static void leaf_pulls(void *ctx, bool first_hop) {
  nf_reduce_kit *const kit = leaf_start_of(ctx, 3);
  kit->base.cfg_first_hop = first_hop;
  nf_reduce_kit_ask(kit, 20 * 128u, 7, 1, 0);
  for (unsigned k = 0; k < 3; k++) {
    response(kit, 20, 1, 8, 300);
    same(kit, PUSH, 1, 1, 8);
  }
  for (unsigned k = 3; first_hop && k < 5; k++)
    response(kit, 20, 1, 8, 300);
}
static void judge_leaf_pulls(nf_tb *tb, const nf_reduce_kit *kit, unsigned pulled) {
  const unsigned up = pulled == 3; // the pull is complete before the share
  expect_results(tb, kit, 2);
  expect_up(tb, kit, up, 3);
  expect(tb, kit, !up, RSP, pulled, false);
  nf_tb_check(tb, nf_reduce_kit_word(nf_reduce_kit_result(kit, !up), 1) == pulled * 101,
              "the pull's word 1");
  nf_tb_check(tb, nf_reduce_kit_word(nf_reduce_kit_result(kit, up), 1) == 3 * 2,
              "the share's word 1");
  expect_event(tb, kit, NF_EV_INSERT, 1);
  expect_event(tb, kit, NF_EV_ALLOC, 1);
  expect_event(tb, kit, NF_EV_EVICT, 0);
}
static void leaf_pulls_start(nf_tb *tb, void *ctx) { (void)tb, leaf_pulls(ctx, true); }
FINISH(leaf_pulls) { judge_leaf_pulls(tb, kit, 5); }
static void leaf_pulls_later_start(nf_tb *tb, void *ctx) { (void)tb, leaf_pulls(ctx, false); }
FINISH(leaf_pulls_later) { judge_leaf_pulls(tb, kit, 3); }

// ---- KLENK IV-B: pull

// Table full at the first hop: the request waits, responses go on.
static void stall_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 2);
  (void)tb;
  kit->base.cfg_first_hop = true;
  for (unsigned k = 0; k <= N; k++)
    nf_reduce_kit_ask(kit, 128u * k, 7, k, 0);
  for (unsigned k = 0; k < 2 * N; k++)
    response(kit, k / 2, k / 2, 1, 400 + 20 * k);
  response(kit, N, N, 1, 0);
  response(kit, N, N, 1, 0);
}
FINISH(stall) {
  expect_results(tb, kit, N + 1);
  expect_event(tb, kit, NF_EV_ALLOC, N + 1);
  nf_tb_check(tb, kit->events[NF_EV_ALLOC_STALL] > 300 && kit->ask_done_at > 400 + 20,
              "the request went on in cycle %llu", (unsigned long long)kit->ask_done_at);
  nf_tb_check(tb, kit->in_waits == 0, "responses waited %llu cycles",
              (unsigned long long)kit->in_waits);
}

static void later_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 2);
  (void)tb;
  for (unsigned k = 0; k <= N; k++)
    nf_reduce_kit_ask(kit, 128u * k, 7, k, 0);
  for (unsigned k = 0; k <= N; k++) {
    response(kit, k, k, 2, 300);
    response(kit, k, k, 2, 300);
  }
}
FINISH(later) {
  const nf_reduce_packet *const p = nf_reduce_kit_result(kit, N);
  expect_results(tb, kit, N + 2);
  expect_event(tb, kit, NF_EV_BYPASS, 2);
  expect_event(tb, kit, NF_EV_ALLOC, N);
  expect(tb, kit, 0, RSP, 2, false);
  expect(tb, kit, N, RSP, 1, false);
  nf_tb_check(tb, nf_hdr_src(&p->head) == 0 && nf_reduce_kit_word(p, 1) == 100 * N + 1,
              "the response passed unchanged");
}

// All entries held by pulls: a push neither evicts one nor waits.
static void held_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 4);
  (void)tb;
  for (unsigned k = 0; k < N; k++)
    nf_reduce_kit_ask(kit, 128u * k, 7, k, 0);
  for (unsigned k = 0; k < 20; k++) {
    nf_reduce_packet p = nf_reduce_kit_packet(PUSH, 128u * k, 8, 1, k);
    p.at = 300;
    nf_reduce_kit_send(kit, p);
  }
}
FINISH(held) {
  expect_results(tb, kit, 20);
  expect_event(tb, kit, NF_EV_BYPASS, 20);
  expect_event(tb, kit, NF_EV_EVICT, 0);
  expect(tb, kit, 3, NF_OPCODE_PUSH_PARTIAL, 1, false);
  line_rate(tb, kit);
}

// ---- random traffic

static void random_drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  nf_reduce_random_cycle(tb, ctx, out, in);
}
static void random_finish(nf_tb *tb, void *ctx) { nf_reduce_random_finish(tb, ctx); }

#define RANDOM(name, ...)                                                                          \
  static void name##_start(nf_tb *tb, void *ctx) {                                                 \
    (void)tb;                                                                                      \
    nf_reduce_random_start(ctx, (nf_reduce_profile){__VA_ARGS__}, P_Entries, P_Ports, P_Regions,   \
                           P_Halves, P_Wide);                                                      \
  }

RANDOM(push, .push = 1)
RANDOM(push_fast, .push = 1, .len = 1, .smooth = true)
RANDOM(barrier, .barrier = 1, .smooth = true)
RANDOM(pulls, .pull = 1)
RANDOM(mix, .push = 3, .barrier = 1, .pull = 3)
RANDOM(mix_timeout, .push = 3, .barrier = 1, .pull = 3, .timeouts = true)
RANDOM(mix_ops, .push = 3, .barrier = 1, .pull = 3, .all_ops = true, .timeouts = true)
RANDOM(mix_clears, .push = 3, .barrier = 1, .pull = 3, .timeouts = true, .clears = true)
RANDOM(leaves, .push = 3, .barrier = 1, .leaves = true)
RANDOM(leaves_mix, .push = 3, .barrier = 1, .pull = 3, .all_ops = true, .timeouts = true,
       .clears = true, .leaves = true)
RANDOM(mix_errors, .push = 3, .barrier = 1, .pull = 3, .errors = true, .timeouts = true)

#define DIRECTED(name, title)                                                                      \
  { title, CYCLES, name##_start, drive, name##_finish }
#define TRAFFIC(name, title, cycles)                                                               \
  { title, cycles, name##_start, random_drive, random_finish }

static const nf_tb_scenario own[] = {
    DIRECTED(reduce, "KLENK IV-D reduce on hit, result straight from the ALUs"),
    DIRECTED(evict, "KLENK IV-C full table: one flit out, one flit in, strategy 2"),
    DIRECTED(multicast, "KLENK IV-C full table, strategy 1"),
    DIRECTED(longer, "KLENK IV-C victim longer than the new packet"),
    DIRECTED(shorter, "KLENK IV-C victim shorter than the new packet"),
    DIRECTED(lru, "KLENK IV-C least recently used entry is evicted"),
    DIRECTED(again, "KLENK IV-C evicted and inserted again adds up"),
    DIRECTED(rest, "what comes back after an eviction leaves when it is whole, strategy 2"),
    DIRECTED(rest_multicast,
             "what comes back after an eviction leaves when it is whole, strategy 1"),
    DIRECTED(rest_barrier, "a barrier comes back after its eviction"),
    DIRECTED(rest_twice, "evicted again, and the rest in one packet"),
    DIRECTED(pushed_out, "a ghost pushed out by younger ones costs a time-out"),
    DIRECTED(given_up, "the ghost of a collective that was given up costs time, no count"),
    DIRECTED(passed, "a ghost that was wrong does not keep a sum from completing"),
    DIRECTED(late, "late contributions after a time-out leave when they are whole"),
    DIRECTED(no_ghost, "a pull that timed out has no ghost"),
    DIRECTED(leaf, "a leaf's share goes up as one partial sum"),
    DIRECTED(leaf_whole, "a leaf that has all of a sum completes it"),
    DIRECTED(leaf_one, "a leaf's only contribution goes up as it came"),
    DIRECTED(leaf_evicts, "what a leaf evicts goes up, the rest of its share behind it"),
    DIRECTED(leaf_times_out, "what times out in a leaf goes up"),
    DIRECTED(leaf_damaged, "a damaged contribution poisons what a leaf sends up"),
    DIRECTED(leaf_wide, "contributions to a wide sum pass by a leaf"),
    DIRECTED(home, "sums of leaves are completed in the home table"),
    DIRECTED(home_over, "a sum of a leaf that passes the expected count"),
    DIRECTED(home_short, "a leaf's sum that lacks a contribution completes nothing"),
    DIRECTED(leaf_pulls, "a pull beside a leaf's share, at the first hop"),
    DIRECTED(leaf_pulls_later, "a pull beside a leaf's share, at a later hop"),
    DIRECTED(stall, "KLENK IV-B full table stalls requests, responses advance"),
    DIRECTED(later, "KLENK IV-B later hop without entry is passed by"),
    DIRECTED(held, "KLENK IV-C pushes do not evict pulls"),
    TRAFFIC(push, "KLENK IV-C random pushes", 40000),
    TRAFFIC(push_fast, "KLENK IV-C random pushes of 16 B, saturated", 20000),
    TRAFFIC(barrier, "KLENK IV-C random barriers, saturated", 10000),
    TRAFFIC(pulls, "KLENK IV-B random pulls", 40000),
    TRAFFIC(mix, "KLENK IV-D random pushes, barriers and pulls", 60000),
    TRAFFIC(mix_timeout, "KLENK IV-D random mix with timeouts", 60000),
    TRAFFIC(mix_ops, "KLENK IV-D random mix of all ops and types", 40000),
    TRAFFIC(mix_clears, "KLENK IV-F3 random mix with clear commands", 60000),
    TRAFFIC(leaves, "random pushes and barriers through leaves and their home tables", 40000),
    TRAFFIC(leaves_mix, "random mix of all ops with leaves, time-outs and clear commands", 60000),
    TRAFFIC(mix_errors, "KLENK IV-E3 random mix with wrong contributions", 60000),
};
enum { OWN = sizeof own / sizeof *own };

// The types of 16 bits and wide sums are for builds that have both.
enum { SUMS = P_Halves && P_Wide ? NF_REDUCE_SUMS : 0, ALL = NF_REDUCE_RULES + OWN + SUMS };

int main(int argc, char **argv) {
  static const nf_reduce_table_cfg cfg = {.Entries = P_Entries,
                                          .Ports = P_Ports,
                                          .Regions = P_Regions,
                                          .Nodes = P_Nodes,
                                          .Halves = P_Halves,
                                          .Wide = P_Wide,
                                          .Ghosts = P_Ghosts,
                                          .AluStages = P_AluStages,
                                          .OperandReg = P_OperandReg};
  nf_reduce_kit_apart = APART;
  nf_reduce_kit_latency = 5 + APART + (P_Wide ? 6 : 0);
  const size_t rounds = sizeof(nf_reduce_random), sums = nf_reduce_sums_context();
  nf_tb_scenario scenarios[ALL];
  memcpy(scenarios, nf_reduce_rules, sizeof nf_reduce_rules);
  memcpy(scenarios + NF_REDUCE_RULES, own, sizeof own);
  memcpy(scenarios + NF_REDUCE_RULES + OWN, nf_reduce_sums, SUMS * sizeof *scenarios);
  const nf_tb_bench bench = {.dut = &nf_reduce_table_dut,
                             .model = NF_TB_MODEL(nf_reduce_table),
                             .cfg = &cfg,
                             .ctx_size = rounds > sums ? rounds : sums,
                             .scenarios = scenarios,
                             .count = ALL,
                             .unreset = "taken_region:taken way_addr"};
  return nf_tb_main(argc, argv, &bench);
}
