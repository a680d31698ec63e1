// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Scenarios of the reduction table with 16-bit types and with wide sums. They are for builds with
// Halves=1 Wide=1. What must come out is computed from the contributions alone, in the order in
// which they were made up and not that in which they were played.
#include "nf_reduce_sums.h"

#include "alu/nf_alu_array.h"
#include "alu/nf_exact.h"
#include "alu/nf_fp_widen.h"
#include "nf_reduce_script.h"

#include <string.h>

// ---- helpers

static nf_reduce_packet of_type(nf_reduce_packet p, unsigned dtype, unsigned op) {
  nf_hdr_set_dtype(&p.head, (uint8_t)dtype);
  nf_hdr_set_red_op(&p.head, (uint8_t)op);
  return p;
}

static bool exact_type(unsigned dtype) {
  return dtype == NF_DTYPE_F32X || dtype == NF_DTYPE_F16X || dtype == NF_DTYPE_BF16X;
}

static nf_exact_format format_of(unsigned dtype) {
  return dtype == NF_DTYPE_F16X || dtype == NF_DTYPE_F16_F32     ? NF_EXACT_F16
         : dtype == NF_DTYPE_BF16X || dtype == NF_DTYPE_BF16_F32 ? NF_EXACT_BF16
                                                                 : NF_EXACT_F32;
}

// Element h (0 low, 1 high) of a word as binary32; of a 32-bit type there is the low one alone.
static uint32_t element(unsigned dtype, uint32_t word, unsigned h) {
  const uint16_t half = (uint16_t)(word >> 16 * h);
  return !nf_dtypes[dtype].half             ? word
         : format_of(dtype) == NF_EXACT_F16 ? nf_fp_widen_f16(half)
                                            : nf_fp_widen_bf16(half);
}

static bool header_is(const nf_reduce_packet *p, unsigned plane, unsigned count) {
  return nf_hdr_flags(&p->head) >> NF_FLAG_PLANE & 1 && nf_hdr_wave(&p->head) == plane &&
         nf_hdr_count(&p->head) == count;
}

// An exact sum of words whose planes come out as packets first..first+planes-1 of the log.
static nf_exact sum_of_planes(const nf_reduce_kit *kit, unsigned first, unsigned w, unsigned h) {
  nf_exact sum = {0};
  for (unsigned p = 0; p < NF_EXACT_PLANES; p++)
    nf_exact_add_plane(
        &sum, p, nf_reduce_kit_word(nf_reduce_kit_result(kit, first + h * NF_EXACT_PLANES + p), w));
  return sum;
}

static uint32_t rounded(nf_exact sum, unsigned dtype, unsigned shift) {
  uint8_t flags = 0;
  return nf_exact_round(&sum, format_of(dtype), shift, &flags);
}

// Terms whose plain sum depends on the order: 2^24, -2^24 and ones; some far below, some infinite.
static const uint32_t Terms[8] = {0x4b800000, 0x3f800000, 0xcb800000, 0x3f800000,
                                  0x00000001, 0x7f7fffff, 0xff7fffff, 0x33800000};

static uint32_t term(unsigned dtype, unsigned k, unsigned w) {
  const uint32_t t = Terms[(k * 3 + w) % 8];
  switch (format_of(dtype)) {
  case NF_EXACT_F32:
    return t;
  case NF_EXACT_BF16: // the upper halves are bfloat16 numbers
    return t >> 16 | (Terms[(k * 3 + w + 1) % 8] & 0xffff0000);
  default: // 2^11, 1, -2^11, 2^-24
    return (uint32_t[4]){0x68003c00, 0xe8006800, 0x3c00e800, 0x00010001}[(k * 3 + w) % 4];
  }
}

static void same_terms(nf_reduce_kit *kit, unsigned dtype, unsigned op, unsigned n, unsigned len) {
  for (unsigned k = 0; k < n; k++) {
    nf_reduce_packet p = of_type(nf_reduce_kit_packet(PUSH, 128, len, 1, 0), dtype, op);
    for (unsigned w = 0; w < 4 * len; w++)
      nf_reduce_kit_set_word(&p, w, term(dtype, k, w));
    nf_reduce_kit_send(kit, p);
  }
}

static nf_exact exact_sum(unsigned dtype, unsigned n, unsigned w, unsigned h) {
  nf_exact sum = {0};
  uint8_t flags = 0;
  for (unsigned k = 0; k < n; k++)
    nf_exact_add(&sum, element(dtype, term(dtype, k, w), h), &flags);
  return sum;
}

// What the table must make of n terms of a wide type.
static uint32_t wide_result(unsigned dtype, unsigned op, unsigned n, unsigned w) {
  const unsigned shift = op == NF_RED_OP_AVG ? (unsigned)__builtin_ctz(n) : 0;
  uint32_t word = 0;
  for (unsigned h = 0; h < 1u + nf_dtypes[dtype].half; h++) {
    nf_exact sum = {0};
    if (exact_type(dtype)) {
      sum = exact_sum(dtype, n, w, h);
    } else {
      uint8_t flags = 0;
      uint32_t f32 = element(dtype, term(dtype, 0, w), h);
      for (unsigned k = 1; k < n; k++)
        f32 = nf_fp_add_f32(f32, element(dtype, term(dtype, k, w), h), &flags);
      nf_exact_add(&sum, f32, &flags);
    }
    word |= rounded(sum, dtype, shift) << 16 * h;
  }
  return word;
}

// ---- KLENK IV-D: one flit per cycle at every type, sums at the home port

typedef struct {
  nf_reduce_kit kit;
  unsigned dtype, op, n;
} sums;

#define SUMS_FINISH(name)                                                                          \
  static void name##_judge(nf_tb *tb, const sums *s, const nf_reduce_kit *kit);                    \
  static void name##_finish(nf_tb *tb, void *ctx) {                                                \
    if (nf_tb_cycle(tb) >= CYCLES)                                                                 \
      name##_judge(tb, ctx, &((sums *)ctx)->kit);                                                  \
  }                                                                                                \
  static void name##_judge(nf_tb *tb, const sums *s, const nf_reduce_kit *kit)

static void hits(void *ctx, unsigned dtype, unsigned op, unsigned n, unsigned len) {
  sums *const s = ctx;
  begin(&s->kit, n);
  *s = (sums){.kit = s->kit, .dtype = dtype, .op = op, .n = n};
  same_terms(&s->kit, dtype, op, n, len);
}

#define HITS(name, dtype, op, len)                                                                 \
  static void name##_start(nf_tb *tb, void *ctx) { (void)tb, hits(ctx, dtype, op, 64, len); }
HITS(f32_avg, NF_DTYPE_F32, NF_RED_OP_AVG, 8)
HITS(f16_f32, NF_DTYPE_F16_F32, NF_RED_OP_ADD, 8)
HITS(bf16_f32, NF_DTYPE_BF16_F32, NF_RED_OP_AVG, 1)
HITS(f32x, NF_DTYPE_F32X, NF_RED_OP_ADD, 8)
HITS(f32x_short, NF_DTYPE_F32X, NF_RED_OP_AVG, 1)
HITS(f16x, NF_DTYPE_F16X, NF_RED_OP_ADD, 1)
HITS(bf16x, NF_DTYPE_BF16X, NF_RED_OP_ADD, 8)

SUMS_FINISH(wide_hits) {
  const nf_reduce_packet *const p = nf_reduce_kit_result(kit, 0);
  expect_results(tb, kit, 1);
  expect(tb, kit, 0, NF_OPCODE_PUSH_RESULT, s->n, false);
  for (unsigned w = 0; w < 4u * nf_hdr_len(&p->head); w++) {
    const uint32_t want = wide_result(s->dtype, s->op, s->n, w);
    nf_tb_check(tb, nf_reduce_kit_word(p, w) == want, "word %u is %08x, not %08x", w,
                nf_reduce_kit_word(p, w), want);
  }
  // Exact sums need no ALU.
  paced(tb, kit, nf_dtypes[s->dtype].planes >= 11 ? 0 : sum_waits(s->n, nf_hdr_len(&p->head)));
}

// The narrow types of 16 and 32 bits, all ops: against the ALU's own function, at line rate.
static void narrow_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 2);
  (void)tb;
  unsigned b = 0;
  for (unsigned dtype = 0; dtype < NF_DTYPES; dtype++)
    for (unsigned op = 0; op < NF_REDUCTION_OPS; op++) {
      if (!nf_op_supported(op, dtype) || nf_op_wide(op, dtype))
        continue;
      for (unsigned k = 0; k < 2; k++)
        nf_reduce_kit_send(
            kit,
            of_type(nf_reduce_kit_packet(PUSH, 128u * b, 2, 1, 0x3c003f80u + 999u * k), dtype, op));
      b++;
    }
}
FINISH(narrow) {
  unsigned n = 0;
  for (unsigned dtype = 0; dtype < NF_DTYPES; dtype++)
    for (unsigned op = 0; op < NF_REDUCTION_OPS; op++) {
      if (!nf_op_supported(op, dtype) || nf_op_wide(op, dtype))
        continue;
      const nf_reduce_packet *const p = nf_reduce_kit_result(kit, n);
      uint8_t flags = 0;
      const uint32_t want = nf_alu_op(op, dtype, 0x3c003f80u + 5, 0x3c003f80u + 999u + 5, &flags);
      nf_tb_check(tb, nf_reduce_kit_word(p, 5) == want, "type %u, op %u: %08x, not %08x", dtype, op,
                  nf_reduce_kit_word(p, 5), want);
      n++;
    }
  expect_results(tb, kit, n);
  // The input buffer hides the last pair's.
  waited(tb, kit, (n - 1) * sum_waits(2, 2));
}

// Every packet is complete by itself: rounded, one flit in and one out per cycle.
static void wide_pass_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 1);
  (void)tb;
  for (unsigned b = 0; b < 100; b++)
    nf_reduce_kit_send(kit, of_type(nf_reduce_kit_packet(PUSH, 128u * b, 8, 1, 0x3f800000),
                                    NF_DTYPE_F32X, NF_RED_OP_ADD));
}
FINISH(wide_pass) {
  expect_results(tb, kit, 100);
  expect(tb, kit, 9, NF_OPCODE_PUSH_RESULT, 1, false);
  nf_tb_check(tb, nf_reduce_kit_word(nf_reduce_kit_result(kit, 9), 31) == 0x3f80001f, "word");
  line_rate(tb, kit);
  nf_tb_check(tb, kit->out_end - kit->out_first == kit->out_flits, "the output paused");
}

// ---- unrounded sums leave as planes

static void planes_start(nf_tb *tb, void *ctx) {
  (void)tb;
  sums *const s = ctx;
  begin(&s->kit, 9);
  s->kit.base.cfg_timeout = 2;
  same_terms(&s->kit, NF_DTYPE_BF16X, NF_RED_OP_ADD, 5, 3);
}
SUMS_FINISH(planes) {
  (void)s;
  expect_results(tb, kit, 2 * NF_EXACT_PLANES);
  for (unsigned p = 0; p < 2 * NF_EXACT_PLANES; p++) {
    const bool last = p + 1 == 2 * NF_EXACT_PLANES;
    expect(tb, kit, p, NF_OPCODE_PUSH_PARTIAL, last ? 5 : 0, false);
    nf_tb_check(tb, header_is(nf_reduce_kit_result(kit, p), p, last ? 5 : 0), "plane %u", p);
  }
  for (unsigned w = 0; w < 12; w++)
    for (unsigned h = 0; h < 2; h++)
      nf_tb_check(tb,
                  rounded(sum_of_planes(kit, 0, w, h), NF_DTYPE_BF16X, 0) ==
                      rounded(exact_sum(NF_DTYPE_BF16X, 5, w, h), NF_DTYPE_BF16X, 0),
                  "word %u, half %u: the planes are not the sum", w, h);
  nf_tb_check(tb, kit->out_end - kit->out_first == kit->out_flits, "the output paused");
}

// A later hop of a pull: complete, it sends planes; the first hop adds them and rounds.
static void later_planes_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 2);
  (void)tb;
  nf_reduce_kit_ask(kit, 128, 7, 3, 0);
  nf_reduce_kit_ask(kit, 256, 7, 4, 0);
  for (unsigned k = 0; k < 4; k++) {
    nf_reduce_packet p = of_type(
        nf_reduce_kit_to(nf_reduce_kit_packet(RSP, 128u << k / 2, 1, 1, 0x3f800000), 7, 3 + k / 2),
        NF_DTYPE_F32X, NF_RED_OP_ADD);
    p.at = 20;
    nf_reduce_kit_send(kit, p);
  }
  for (unsigned k = 0; k < 2; k++) {
    nf_flit *const ask = &kit->asks[k].head;
    nf_hdr_set_dtype(ask, NF_DTYPE_F32X);
    nf_hdr_set_wave(ask, (uint8_t)(0x70 + k));
  }
}
FINISH(later_planes) {
  expect_results(tb, kit, 2 * NF_EXACT_PLANES);
  expect_event(tb, kit, NF_EV_COMPLETE, 2);
  for (unsigned p = 0; p < 2 * NF_EXACT_PLANES; p++) {
    const unsigned n = p % NF_EXACT_PLANES, count = n == NF_EXACT_PLANES - 1 ? 2 : 0;
    expect(tb, kit, p, RSP, count, false);
    nf_tb_check(tb, header_is(nf_reduce_kit_result(kit, p), n, count), "plane %u", p);
    nf_tb_check(tb, nf_hdr_tag(&nf_reduce_kit_result(kit, p)->head) == 3 + p / NF_EXACT_PLANES,
                "tag of plane %u", p);
  }
  nf_tb_check(tb, rounded(sum_of_planes(kit, 11, 2, 0), NF_DTYPE_F32X, 0) == 0x40000002,
              "the planes are not the sum");
}

static void first_planes_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 8);
  (void)tb;
  kit->base.cfg_first_hop = true;
  nf_reduce_kit_ask(kit, 128, 7, 3, 0);
  nf_hdr_set_dtype(&kit->asks[0].head, NF_DTYPE_BF16X);
  nf_hdr_set_red_op(&kit->asks[0].head, NF_RED_OP_AVG);
  // Terms 0..2 and 3..6 as planes of two later hops, interleaved; term 7 by itself.
  nf_exact part[2][8][2] = {0};
  uint8_t flags = 0;
  for (unsigned k = 0; k < 7; k++)
    for (unsigned w = 0; w < 8; w++)
      for (unsigned h = 0; h < 2; h++)
        nf_exact_add(&part[k >= 3][w][h], element(NF_DTYPE_BF16X, term(NF_DTYPE_BF16X, k, w), h),
                     &flags);
  const nf_reduce_packet blank =
      of_type(nf_reduce_kit_to(nf_reduce_kit_packet(RSP, 128, 2, 1, 0), 7, 3), NF_DTYPE_BF16X,
              NF_RED_OP_AVG);
  for (unsigned n = 0; n < 45; n++) {
    nf_reduce_packet p = blank;
    p.at = 20;
    if (n == 17) {
      for (unsigned w = 0; w < 8; w++)
        nf_reduce_kit_set_word(&p, w, term(NF_DTYPE_BF16X, 7, w));
    } else {
      const unsigned m = n - (n > 17), which = m % 2, plane = m / 2;
      nf_hdr_set_flags(&p.head, 1u << NF_FLAG_PLANE);
      nf_hdr_set_wave(&p.head, (uint8_t)plane);
      nf_hdr_set_count(&p.head, (uint16_t)(plane == 21 ? 3 + which : 0));
      for (unsigned w = 0; w < 8; w++)
        nf_reduce_kit_set_word(&p, w, nf_exact_plane(&part[which][w][plane / 11], plane % 11));
    }
    nf_reduce_kit_send(kit, p);
  }
}
FINISH(first_planes) {
  expect_results(tb, kit, 1);
  expect(tb, kit, 0, RSP, 8, false);
  nf_tb_check(tb, !(nf_hdr_flags(&nf_reduce_kit_result(kit, 0)->head) >> NF_FLAG_PLANE & 1),
              "a result is no plane");
  for (unsigned w = 0; w < 8; w++) {
    const uint32_t want = wide_result(NF_DTYPE_BF16X, NF_RED_OP_AVG, 8, w);
    nf_tb_check(tb, nf_reduce_kit_word(nf_reduce_kit_result(kit, 0), w) == want,
                "word %u is %08x, not %08x", w, nf_reduce_kit_word(nf_reduce_kit_result(kit, 0), w),
                want);
  }
  line_rate(tb, kit);
}

// Time out at the first hop: what has come, rounded and poisoned.
static void first_timeout_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 4);
  (void)tb;
  kit->base.cfg_first_hop = true;
  kit->base.cfg_timeout = 2;
  nf_reduce_kit_ask(kit, 128, 7, 3, 0);
  nf_hdr_set_dtype(&kit->asks[0].head, NF_DTYPE_F16_F32);
  for (unsigned k = 0; k < 2; k++) {
    nf_reduce_packet p = of_type(nf_reduce_kit_to(nf_reduce_kit_packet(RSP, 128, 1, 1, 0), 7, 3),
                                 NF_DTYPE_F16_F32, NF_RED_OP_ADD);
    nf_reduce_kit_set_word(&p, 1, 0x3c004000);
    p.at = 20;
    nf_reduce_kit_send(kit, p);
  }
}
FINISH(first_timeout) {
  expect_results(tb, kit, 1);
  expect(tb, kit, 0, RSP, 2, true);
  nf_tb_check(tb, nf_reduce_kit_word(nf_reduce_kit_result(kit, 0), 1) == 0x40004400, "word %08x",
              nf_reduce_kit_word(nf_reduce_kit_result(kit, 0), 1));
}

// An average of a number that is no power of two is refused, at the home port and at the first hop.
static void unscalable_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 6);
  (void)tb;
  kit->base.cfg_first_hop = true;
  nf_reduce_kit_ask(kit, 128, 7, 3, 0);
  nf_hdr_set_dtype(&kit->asks[0].head, NF_DTYPE_F32);
  nf_hdr_set_red_op(&kit->asks[0].head, NF_RED_OP_AVG);
  same_terms(kit, NF_DTYPE_F32, NF_RED_OP_AVG, 3, 1);
}
FINISH(unscalable) {
  expect_results(tb, kit, 0);
  expect_event(tb, kit, NF_EV_ERR_COUNT, 4);
  nf_tb_check(tb, kit->asks_done == 1, "the request hangs");
}

// ---- sums do not depend on order, evictions and time-outs

enum { BLOCKS = 24, EXPECTED = 6, WORDS = 4, PACE = 500 };

typedef struct {
  nf_reduce_kit kit;
  unsigned dtype;
  uint32_t word[BLOCKS][EXPECTED][WORDS]; // contributions
  uint16_t order[BLOCKS * EXPECTED];      // in which they are played: block * EXPECTED + k
  unsigned played, seen, tries;
  nf_exact partial[BLOCKS][WORDS][2]; // what the home GPU has added up
  uint16_t count[BLOCKS];             // contributions it has heard of
} orders;

static uint32_t random_f32(nf_tb *tb) {
  static const uint32_t special[] = {0x7f800000, 0xff800000, 0x7fc00000, 0x80000000, 0, 0x7f7fffff};
  if (nf_tb_chance(tb, 3))
    return special[nf_tb_below(tb, 6)];
  const uint32_t exponent =
      (uint32_t)(nf_tb_chance(tb, 50) ? 120 + nf_tb_below(tb, 30) : nf_tb_below(tb, 255));
  return exponent << 23 | ((uint32_t)nf_tb_rand(tb) & 0x807fffff);
}

static void next_try(nf_tb *tb, orders *o) {
  static const uint8_t types[] = {NF_DTYPE_F32X, NF_DTYPE_F16X, NF_DTYPE_BF16X};
  o->dtype = types[nf_tb_below(tb, 3)];
  for (unsigned b = 0; b < BLOCKS; b++)
    for (unsigned k = 0; k < EXPECTED; k++)
      for (unsigned w = 0; w < WORDS; w++)
        // every second contribution cancels the one before
        o->word[b][k][w] = k % 2 && nf_tb_chance(tb, 70) ? o->word[b][k - 1][w] ^ 0x80008000
                           : o->dtype == NF_DTYPE_F16X   ? (uint32_t)nf_tb_rand(tb)
                                                         : random_f32(tb);
  for (unsigned n = 0; n < BLOCKS * EXPECTED; n++) {
    const unsigned other = (unsigned)nf_tb_below(tb, n + 1);
    o->order[n] = o->order[other];
    o->order[other] = (uint16_t)n;
  }
  memset(o->partial, 0, sizeof o->partial);
  memset(o->count, 0, sizeof o->count);
  o->played = 0;
  o->kit.base.cfg_timeout = (uint8_t)(nf_tb_chance(tb, 50) ? 0 : 1 + nf_tb_below(tb, 3));
}

static void orders_start(nf_tb *tb, void *ctx) {
  orders *const o = ctx;
  begin(&o->kit, EXPECTED);
  o->kit.tick_period = 16;
  next_try(tb, o);
}

static nf_exact whole_sum(const orders *o, unsigned b, unsigned w, unsigned h) {
  nf_exact sum = {0};
  uint8_t flags = 0;
  for (unsigned k = 0; k < EXPECTED; k++)
    nf_exact_add(&sum, element(o->dtype, o->word[b][k][w], h), &flags);
  return sum;
}

static void judge_word(nf_tb *tb, const orders *o, unsigned b, unsigned w, uint32_t got) {
  uint32_t want = 0;
  for (unsigned h = 0; h < 1u + nf_dtypes[o->dtype].half; h++)
    want |= rounded(whole_sum(o, b, w, h), o->dtype, 0) << 16 * h;
  nf_tb_check(tb, got == want, "block %u, word %u: %08x, not %08x", b, w, got, want);
}

// The home GPU: adds what comes by address and count, values as well as planes.
static void collect(nf_tb *tb, orders *o, const nf_reduce_packet *p) {
  const unsigned b = (unsigned)(nf_hdr_addr(&p->head) / 128) % BLOCKS;
  uint8_t flags = 0;
  if (nf_hdr_opcode(&p->head) == NF_OPCODE_PUSH_RESULT) {
    nf_tb_cover(tb, "complete in the table");
    for (unsigned w = 0; w < WORDS; w++)
      judge_word(tb, o, b, w, nf_reduce_kit_word(p, w));
    o->count[b] = (uint16_t)(o->count[b] + nf_hdr_count(&p->head));
    return;
  }
  const unsigned plane = nf_hdr_wave(&p->head);
  for (unsigned w = 0; w < WORDS; w++) {
    const uint32_t word = nf_reduce_kit_word(p, w);
    if (nf_hdr_flags(&p->head) >> NF_FLAG_PLANE & 1)
      nf_exact_add_plane(&o->partial[b][w][plane / NF_EXACT_PLANES & 1], plane % NF_EXACT_PLANES,
                         word);
    else
      for (unsigned h = 0; h < 1u + nf_dtypes[o->dtype].half; h++)
        nf_exact_add(&o->partial[b][w][h], element(o->dtype, word, h), &flags);
  }
  o->count[b] = (uint16_t)(o->count[b] + nf_hdr_count(&p->head));
  if (o->count[b] < EXPECTED)
    return;
  nf_tb_cover(tb, "complete at the home GPU");
  for (unsigned w = 0; w < WORDS; w++) {
    uint32_t got = 0;
    for (unsigned h = 0; h < 1u + nf_dtypes[o->dtype].half; h++)
      got |= rounded(o->partial[b][w][h], o->dtype, 0) << 16 * h;
    judge_word(tb, o, b, w, got);
  }
}

static void orders_drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  orders *const o = ctx;
  nf_reduce_kit *const kit = &o->kit;
  if (nf_tb_cycle(tb) % PACE == 0) { // not once a round: a slow one would last as long as the test
    kit->in_pace = nf_pace_any(tb);
    kit->out_pace = nf_pace_any(tb);
  }
  nf_reduce_kit_cycle(tb, kit, out, in);
  for (; o->seen < kit->results; o->seen++)
    collect(tb, o, nf_reduce_kit_result(kit, o->seen));
  if (o->played < BLOCKS * EXPECTED) {
    if (kit->queued - kit->sent > 2)
      return;
    const unsigned b = o->order[o->played] / EXPECTED, k = o->order[o->played] % EXPECTED;
    nf_reduce_packet p =
        of_type(nf_reduce_kit_packet(PUSH, 128u * b, 1, 1, 0), o->dtype, NF_RED_OP_ADD);
    for (unsigned w = 0; w < WORDS; w++)
      nf_reduce_kit_set_word(&p, w, o->word[b][k][w]);
    nf_reduce_kit_send(kit, p);
    o->played++;
    return;
  }
  // All are played: what is left in the table goes home.
  kit->base.cfg_timeout = 1;
  if (!nf_reduce_kit_played(kit) || kit->idle < 8 || ((const nf_reduce_table_out *)out)->used)
    return;
  for (unsigned b = 0; b < BLOCKS; b++)
    nf_tb_check(tb, o->count[b] == EXPECTED, "block %u: %u contributions came out", b, o->count[b]);
  o->tries++;
  next_try(tb, o);
}

static void orders_finish(nf_tb *tb, void *ctx) {
  nf_tb_check(tb, ((orders *)ctx)->tries >= 3 || nf_tb_cycle(tb) < 40000, "only %u rounds",
              ((orders *)ctx)->tries);
}

// A narrow sum makes room for a wide one, and the other way round.
static void mixed_start(nf_tb *tb, void *ctx) {
  nf_reduce_kit *const kit = begin(ctx, 4);
  (void)tb;
  kit->base.cfg_entries = 1;
  for (unsigned k = 0; k < 4; k++) {
    nf_reduce_packet p = nf_reduce_kit_packet(PUSH, 128u * k, 2, 1, 0x3f800000);
    nf_reduce_kit_send(kit, k % 2 ? of_type(p, NF_DTYPE_F32X, NF_RED_OP_ADD) : p);
  }
  nf_reduce_kit_send(kit, nf_reduce_kit_packet(BARRIER, 1024, 0, 1, 0));
  nf_reduce_kit_send(
      kit, of_type(nf_reduce_kit_packet(PUSH, 2048, 1, 1, 0), NF_DTYPE_F16_F32, NF_RED_OP_ADD));
}
FINISH(mixed) {
  expect_event(tb, kit, NF_EV_EVICT, 5);
  expect_event(tb, kit, NF_EV_INSERT, 6);
  expect_results(tb, kit, 1 + 11 + 1 + 11 + 1);
  for (unsigned n = 0; n < 2; n++) {
    const nf_reduce_packet *const p = nf_reduce_kit_result(kit, 12 * n);
    expect(tb, kit, 12 * n, NF_OPCODE_PUSH_PARTIAL, 1, false);
    nf_tb_check(tb, nf_reduce_kit_word(p, 7) == 0x3f800007, "narrow sum %u: %08x", n,
                nf_reduce_kit_word(p, 7));
    nf_tb_check(tb, rounded(sum_of_planes(kit, 1 + 12 * n, 7, 0), NF_DTYPE_F32X, 0) == 0x3f800007,
                "wide sum %u", n);
  }
}

size_t nf_reduce_sums_context(void) { return sizeof(orders); }

#define HIT(name, title)                                                                           \
  { title, CYCLES, name##_start, drive, wide_hits_finish }
#define DIRECTED(name, title)                                                                      \
  { title, CYCLES, name##_start, drive, name##_finish }

const nf_tb_scenario nf_reduce_sums[NF_REDUCE_SUMS] = {
    DIRECTED(narrow, "KLENK IV-D every narrow type and op, one flit per cycle"),
    HIT(f32_avg, "average of f32, one flit per cycle"),
    HIT(f16_f32, "sum of binary16 in binary32, one flit per cycle"),
    HIT(bf16_f32, "average of bfloat16 in binary32, one flit per cycle"),
    HIT(f32x, "exact sum of f32, one flit per cycle"),
    HIT(f32x_short, "exact average of f32, packets of one flit, one flit per cycle"),
    HIT(f16x, "exact sum of binary16, packets of one flit, one flit per cycle"),
    HIT(bf16x, "exact sum of bfloat16, one flit per cycle"),
    DIRECTED(wide_pass, "exact sums complete by their own count, one flit in and out per cycle"),
    DIRECTED(planes, "KLENK IV-C an exact sum times out as planes"),
    DIRECTED(later_planes, "KLENK IV-B a later hop sends exact sums on as planes"),
    DIRECTED(first_planes, "KLENK IV-B the first hop adds planes and rounds once"),
    DIRECTED(first_timeout, "KLENK IV-B a wide sum times out at the first hop"),
    DIRECTED(unscalable, "average of a number that is no power of two"),
    DIRECTED(mixed, "KLENK IV-C narrow and wide sums evict each other"),
    {"KLENK IV-E4 exact sums whatever the order, evictions, time-outs", 60000, orders_start,
     orders_drive, orders_finish},
    {"KLENK IV-E4 exact sums whatever the order, again", 60000, orders_start, orders_drive,
     orders_finish},
};
