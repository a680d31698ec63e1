// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Unit tests of libtestreduce. Numbers and exact sums are compared with the processor and with the
// golden models of rtl/alu, which share no code with them; identification with fabrics whose truth
// is known, because the test made them.
#include "alu/nf_exact.h"
#include "testreduce/analyse.h"
#include "testreduce/exact.h"
#include "testreduce/identify.h"
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t Seed;

static uint64_t pick(uint64_t below) { return tr_random(&Seed) % below; }

// ------------------------------------------------------------------------------- numbers
// What the processor makes of it in that rounding; the exceptions that it raises.
static const struct {
  int host;
  tr_mode mode;
} Modes[] = {
    {FE_TONEAREST, TR_EVEN}, {FE_TOWARDZERO, TR_TRUNC}, {FE_UPWARD, TR_UP}, {FE_DOWNWARD, TR_DOWN}};

static void host_begin(int rounding) {
  fesetround(rounding);
  feclearexcept(FE_ALL_EXCEPT);
}

static unsigned host_end(void) {
  static const struct {
    int host;
    unsigned flag;
  } exceptions[] = {{FE_INEXACT, TR_INEXACT},
                    {FE_UNDERFLOW, TR_UNDERFLOW},
                    {FE_OVERFLOW, TR_OVERFLOW},
                    {FE_INVALID, TR_INVALID}};
  const int raised = fetestexcept(FE_ALL_EXCEPT);
  unsigned flags = 0;
  fesetround(FE_TONEAREST);
  for (unsigned i = 0; i < 4; i++)
    flags |= raised & exceptions[i].host ? exceptions[i].flag : 0;
  return flags;
}

// Volatile, so that the addition stays between the two.
static uint64_t host_add(tr_type type, uint64_t a, uint64_t b, int rounding, unsigned *flags) {
  uint64_t bits = 0;
  if (type == TR_F64) {
    volatile double x, y, sum;
    memcpy((void *)&x, &a, sizeof x);
    memcpy((void *)&y, &b, sizeof y);
    host_begin(rounding);
    sum = x + y;
    *flags = host_end();
    memcpy(&bits, (const void *)&sum, sizeof sum);
  } else {
    volatile float x, y, sum;
    memcpy((void *)&x, &a, sizeof x); // little endian
    memcpy((void *)&y, &b, sizeof y);
    host_begin(rounding);
    sum = x + y;
    *flags = host_end();
    memcpy(&bits, (const void *)&sum, sizeof sum);
  }
  return bits;
}

static uint64_t host_narrow(uint64_t f64, int rounding, unsigned *flags) {
  uint64_t bits = 0;
  volatile double x;
  volatile float y;
  memcpy((void *)&x, &f64, sizeof x);
  host_begin(rounding);
  y = (float)x;
  *flags = host_end();
  memcpy(&bits, (const void *)&y, sizeof y);
  return bits;
}

// Random operands, every second pair with exponents near each other, some at the ends of the range.
static void random_pair(tr_type type, uint64_t *a, uint64_t *b) {
  const tr_format *f = tr_format_of(type);
  const uint64_t all = f->sign | (f->sign - 1), fraction = (1ull << f->man_bits) - 1;
  *a = tr_random(&Seed) & all;
  *b = tr_random(&Seed) & all;
  if (pick(8) == 0) // around the largest and the least normal number
    *a = (*a & f->sign) | ((pick(2) ? f->largest : 1ull << f->man_bits) - pick(3));
  if (pick(2))
    *b =
        (*b & (f->sign | fraction)) | ((*a + (pick(5) << f->man_bits)) & (f->sign - 1) & ~fraction);
  if (pick(4) == 0)
    *b &= ~0ull << pick(f->man_bits + 1);
}

// tr_add and, for the same two, the exact sum: bits and exceptions in each mode that the processor
// has.
static void add_is_the_processors(void **state) {
  (void)state;
  const tr_rules plain = {0};
  for (unsigned i = 0; i < 120000; i++) {
    const tr_type type = i % 2 ? TR_F64 : TR_F32;
    tr_reducer r = {.type = type, .arith = tr_arith_plain(type)};
    tr_env d = {0};
    uint64_t v[2];
    unsigned flags;
    r.arith.mode = Modes[i / 2 % 4].mode;
    tr_tree_begin(&r.tree, 2);
    tr_tree_join(&r.tree, (int[]){0, 1}, 2);
    random_pair(type, &v[0], &v[1]);
    const tr_num both[2] = {tr_unpack(type, v[0], false), tr_unpack(type, v[1], false)};
    const tr_num fused = tr_sum(both, 2, &r.arith.acc, r.arith.mode, &plain, NULL);
    const uint64_t want = host_add(type, v[0], v[1], Modes[i / 2 % 4].host, &flags);
    assert_true(tr_same(type, tr_reduce(&r, v, &d), want));
    assert_true(tr_same(type, tr_pack(type, &fused), want));
    if (d.flags != flags)
      fail_msg("%016" PRIx64 " + %016" PRIx64 ", %s: exceptions %x, the processor's %x", v[0], v[1],
               tr_mode_name(r.arith.mode), d.flags, flags);
  }
}

// From binary64 to binary32, most of them around the least normal number: what happens below it.
static void rounding_is_the_processors(void **state) {
  (void)state;
  const tr_width w = tr_width_of(TR_F32);
  const tr_rules plain = {0};
  for (unsigned i = 0; i < 60000; i++) {
    uint64_t x = tr_random(&Seed);
    tr_env d = {0};
    unsigned flags;
    if (pick(4))
      x = (x & 1ull << 63) | (1023 - 126 + 2 - pick(28)) << 52 |
          ((pick(2) ? ~0ull : x) << pick(52) & ((1ull << 52) - 1));
    const tr_num full = tr_unpack(TR_F64, x, false);
    if (full.kind == TR_NAN)
      continue;
    const tr_num y = tr_round(&full, &w, Modes[i % 4].mode, &plain, &d);
    const uint64_t want = host_narrow(x, Modes[i % 4].host, &flags);
    if (tr_pack(TR_F32, &y) != want || d.flags != flags)
      fail_msg("%016" PRIx64 ", %s: %08" PRIx64 " %x, the processor's %08" PRIx64 " %x", x,
               tr_mode_name(Modes[i % 4].mode), tr_pack(TR_F32, &y), d.flags, want, flags);
  }
}

// Every mode: the sum of two is the right one of the two neighbours, by exact comparison.
static void modes_take_the_right_neighbour(void **state) {
  (void)state;
  const tr_rules plain = {0};
  const tr_width wide = tr_width_bits(64), w = tr_width_of(TR_BF16);
  tr_env none = {0};
  for (unsigned i = 0; i < 30000; i++) {
    const tr_num x = {TR_FINITE, pick(2), (int)pick(20) - 10,
                      (1ull << 63 | tr_random(&Seed) >> pick(40)) & ~0ull << pick(63)};
    const tr_num down = tr_round(&x, &w, TR_TRUNC, &plain, &none),
                 out = tr_round(&x, &w, TR_OUT, &plain, &none);
    // Distances to both, in a width that holds them.
    tr_num minus = x;
    minus.neg = !x.neg;
    const tr_num a = tr_add(&down, &minus, &wide, TR_EVEN, &plain, &none),
                 b = tr_add(&out, &minus, &wide, TR_EVEN, &plain, &none);
    const bool exact = a.kind == TR_ZERO;
    const int nearer = exact            ? 0
                       : a.exp != b.exp ? (a.exp < b.exp ? -1 : 1)
                       : a.sig < b.sig  ? -1
                                        : a.sig > b.sig;
    const uint64_t low = tr_pack(TR_BF16, &down), high = tr_pack(TR_BF16, &out);
    for (unsigned m = 0; m < TR_MODES; m++) {
      const tr_num y = tr_round(&x, &w, (tr_mode)m, &plain, &none);
      const uint64_t got = tr_pack(TR_BF16, &y);
      const bool up = m == TR_EVEN   ? nearer > 0 || (nearer == 0 && (low & 1))
                      : m == TR_AWAY ? nearer >= 0
                                     : m == TR_OUT || (m == TR_UP && !x.neg) ||
                                           (m == TR_DOWN && x.neg) || (m == TR_ODD && !(low & 1));
      assert_int_equal(got, exact || !up ? low : high);
    }
  }
}

static void every_code_comes_back(void **state) {
  (void)state;
  static const tr_type types[] = {TR_BF16, TR_F16, TR_E4M3, TR_E5M2};
  for (unsigned t = 0; t < 4; t++)
    for (uint64_t bits = 0; bits < 1ull << (8 * tr_format_of(types[t])->bytes); bits++) {
      const tr_num x = tr_unpack(types[t], bits, false);
      assert_true(tr_same(types[t], tr_pack(types[t], &x), bits));
    }
}

// The golden accumulator of rtl/alu, to every type that it rounds to.
static void exact_is_the_golden_models(void **state) {
  (void)state;
  static const struct {
    tr_type type;
    nf_exact_format format;
  } types[] = {{TR_F32, NF_EXACT_F32}, {TR_F16, NF_EXACT_F16}, {TR_BF16, NF_EXACT_BF16}};
  for (unsigned i = 0; i < 60000; i++) {
    const unsigned t = i % 3, n = 2 + (unsigned)pick(12);
    uint64_t x[16];
    nf_exact golden = NF_EXACT_EMPTY;
    uint8_t flags = 0;
    for (unsigned k = 0; k < n; k += 2)
      random_pair(types[t].type, &x[k], &x[k + 1]);
    if (pick(3) == 0)
      x[1] = x[0] ^ tr_format_of(types[t].type)->sign;
    for (unsigned k = 0; k < n; k++)
      nf_exact_add(&golden,
                   t == 0   ? (uint32_t)x[k]
                   : t == 1 ? nf_fp_widen_f16((uint16_t)x[k])
                            : nf_fp_widen_bf16((uint16_t)x[k]),
                   &flags);
    const uint64_t want = nf_exact_round(&golden, types[t].format, 0, &flags);
    assert_true(tr_same(types[t].type, tr_exact_sum(types[t].type, x, n), want));
    // The same as one fused node, with its exceptions.
    tr_reducer r = {.type = types[t].type, .arith = tr_arith_plain(types[t].type)};
    tr_env d = {0};
    nf_err e = {0};
    assert_int_equal(tr_tree_named(&r.tree, "fused", n, 0, &e), NF_EXIT_OK);
    assert_true(tr_same(types[t].type, tr_reduce(&r, x, &d), want));
    assert_int_equal(d.flags, (flags & NF_FP_INEXACT ? TR_INEXACT : 0) |
                                  (flags & NF_FP_UNDERFLOW ? TR_UNDERFLOW : 0) |
                                  (flags & NF_FP_OVERFLOW ? TR_OVERFLOW : 0) |
                                  (flags & NF_FP_INVALID ? TR_INVALID : 0));
  }
}

static void fast_exact_sums_are_exact(void **state) {
  (void)state;
  enum { N = 70, COUNT = 600 };
  static uint32_t x[N][COUNT], sum[COUNT];
  const uint32_t *at[N];
  for (unsigned turn = 0; turn < 60; turn++) {
    const unsigned n = 1 + (unsigned)pick(turn % 2 ? 9 : N),
                   spread = 1 + (unsigned)pick(turn % 3 ? 254 : 40);
    for (unsigned i = 0; i < n; i++) {
      at[i] = x[i];
      for (unsigned e = 0; e < COUNT; e++) {
        const uint64_t r = tr_random(&Seed);
        const uint32_t field = (uint32_t)(r >> 32) % spread + (254 - spread) / (1 + (e & 1));
        x[i][e] = ((uint32_t)r & 0x807fffff) | field << 23;
        if (i && pick(5) == 0)
          x[i][e] = x[i - 1][e] ^ 0x80000000;
        if (pick(300) == 0)
          x[i][e] = pick(2) ? 0x7f800000 | (uint32_t)pick(2) : (uint32_t)pick(2) << 31;
      }
    }
    tr_exact_sum_f32(sum, at, n, COUNT);
    for (unsigned e = 0; e < COUNT; e++) {
      uint64_t v[N];
      for (unsigned i = 0; i < n; i++)
        v[i] = x[i][e];
      assert_int_equal(sum[e], tr_exact_sum(TR_F32, v, n));
    }
  }
}

// ------------------------------------------------------------------------------- trees
static tr_tree random_tree(unsigned ranks) {
  tr_tree t;
  int part[TR_MAX_RANKS];
  unsigned n = ranks;
  tr_tree_begin(&t, ranks);
  for (unsigned i = 0; i < n; i++)
    part[i] = (int)i;
  while (n > 1) {
    const unsigned take = n > 2 && pick(4) == 0 ? 3 : 2;
    int child[3];
    for (unsigned i = 0; i < take; i++) {
      const unsigned at = (unsigned)pick(n);
      child[i] = part[at];
      part[at] = part[--n];
    }
    part[n++] = tr_tree_join(&t, child, take);
  }
  tr_tree_canon(&t);
  return t;
}

static void trees_are_read_as_written(void **state) {
  (void)state;
  for (unsigned i = 0; i < 300; i++) {
    const tr_tree t = random_tree(2 + (unsigned)pick(30));
    tr_tree back;
    char text[TR_TREE_TEXT];
    nf_err e = {0};
    tr_tree_text(&t, text);
    assert_int_equal(tr_tree_parse(&back, text, &e), NF_EXIT_OK);
    tr_tree_canon(&back);
    assert_true(tr_tree_equal(&t, &back));
  }
  static const char *const bad[] = {"",      "0",       "(0)",       "(0 1",   "(0 0)",
                                    "(0 2)", "(0 1) 2", "((0 1) x)", "(0 900)"};
  for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    tr_tree t;
    nf_err e = {0};
    assert_int_equal(tr_tree_parse(&t, bad[i], &e), NF_EXIT_BAD_INPUT);
  }
}

// Names against brackets written by hand from the papers' figures, since reports and fabrics make
// both of the same function.
static void names_are_the_fields(void **state) {
  (void)state;
  static const struct {
    const char *name;
    unsigned ranks, shift;
    const char *text, *told;
  } named[] = {
      {"sequential", 5, 2, "((((2 3) 4) 0) 1)", "sequential, from rank 2"},
      {"reversed", 5, 0, "((((4 3) 2) 1) 0)", "reversed sequential"},
      {"reversed", 5, 2, "((((1 0) 4) 3) 2)", "reversed sequential, from rank 1"},
      {"fused", 4, 0, "(0 1 2 3)", "one fused node"},
      {"binary", 5, 0, "(((0 1) 2) (3 4))", "binary by halves"},
      {"doubling", 6, 0, "(((0 1) (2 3)) (4 5))", "recursive doubling"},
      {"halving", 6, 0, "(((0 1) 4) ((2 3) 5))", "recursive halving"},
      {"doubling", 8, 0, "(((0 1) (2 3)) ((4 5) (6 7)))", "recursive doubling"},
      {"halving", 8, 0, "(((0 4) (2 6)) ((1 5) (3 7)))", "recursive halving"},
      {"binomial", 7, 0, "(((0 1) (2 3)) ((4 5) 6))", "binomial to rank 0"},
      {"binomial", 6, 0, "(((0 1) (2 3)) (4 5))", "binomial to rank 0"},
      {"double0", 8, 0, "(0 ((4 ((2 1) 3)) ((6 5) 7)))", "double tree, first"},
      {"double1", 8, 0, "(7 ((3 ((5 6) 4)) ((1 2) 0)))", "double tree, second"},
      {"(((0 1) (2 3)) ((4 5) (6 7)))", 8, 0, "(((0 1) (2 3)) ((4 5) (6 7)))", "binary by halves"},
      {"((((0 1) 2) ((3 4) 5)) ((6 7) 8))", 9, 0, "((((0 1) 2) ((3 4) 5)) ((6 7) 8))",
       "groups of 3 neighbouring ranks: sequential; between groups: sequential"},
      {"((((0 2) 4) 6) (((1 3) 5) 7))", 8, 0, "((((0 2) 4) 6) (((1 3) 5) 7))",
       "groups of 4 strided ranks: sequential; between groups: one addition"},
      {"((0 3) (1 (2 4)))", 5, 0, "((0 3) (1 (2 4)))", "unnamed"},
  };
  for (unsigned i = 0; i < sizeof named / sizeof named[0]; i++) {
    tr_tree hand, made;
    nf_err e = {0};
    char name[TR_NAME_TEXT], text[TR_TREE_TEXT];
    tr_shape shape;
    assert_int_equal(tr_tree_parse(&hand, named[i].text, &e), NF_EXIT_OK);
    tr_tree_canon(&hand);
    tr_tree_name(&hand, name, &shape);
    if (!strstr(name, named[i].told))
      fail_msg("%s is named '%s', not '%s'", named[i].text, name, named[i].told);
    if (*named[i].name == '(')
      continue;
    assert_int_equal(tr_tree_named(&made, named[i].name, named[i].ranks, named[i].shift, &e),
                     NF_EXIT_OK);
    tr_tree_text(&made, text);
    if (!tr_tree_equal(&made, &hand))
      fail_msg("%s of %u ranks is %s, not %s", named[i].name, named[i].ranks, text, named[i].text);
  }
}

// ------------------------------------------------------------------------------- fabrics
// Truth known beforehand: orders, widths, roundings and mixes of them.
typedef struct {
  const char *dtype, *tree, *width;
  tr_mode mode, out;
  tr_hops hops;
  tr_rules rules;
} fabric;

static const fabric Fabrics[] = {
    {"f32", "sequential", "type", TR_EVEN, TR_EVEN, TR_HOPS_EVERY, {0}},
    {"f32", "reversed", "type", TR_EVEN, TR_EVEN, TR_HOPS_EVERY, {0}},
    {"f32", "binary", "type", TR_EVEN, TR_EVEN, TR_HOPS_EVERY, {0}},
    {"f32", "doubling", "type", TR_EVEN, TR_EVEN, TR_HOPS_EVERY, {0}},
    {"f32", "halving", "type", TR_EVEN, TR_EVEN, TR_HOPS_EVERY, {0}},
    {"f32", "binomial", "type", TR_EVEN, TR_EVEN, TR_HOPS_EVERY, {0}},
    {"f32", "double0", "type", TR_EVEN, TR_EVEN, TR_HOPS_EVERY, {0}},
    {"f32", "double1", "type", TR_EVEN, TR_EVEN, TR_HOPS_EVERY, {0}},
    {"f32", "fused", "type", TR_EVEN, TR_EVEN, TR_HOPS_EVERY, {0}},
    {"f32", "fused", "type", TR_TRUNC, TR_TRUNC, TR_HOPS_EVERY, {0}},
    {"f32", "random", "type", TR_EVEN, TR_EVEN, TR_HOPS_EVERY, {0}},
    {"f32", "random", "type", TR_AWAY, TR_AWAY, TR_HOPS_EVERY, {true, true, 0, 0}},
    {"f32", "random", "type", TR_TRUNC, TR_TRUNC, TR_HOPS_EVERY, {true, false, 0, 0}},
    {"f32", "sequential", "type", TR_TRUNC, TR_TRUNC, TR_HOPS_EVERY, {false, true, 0, 0}},
    {"f32", "doubling", "type", TR_UP, TR_UP, TR_HOPS_EVERY, {0}},
    {"f32", "doubling", "type", TR_DOWN, TR_DOWN, TR_HOPS_EVERY, {0}},
    {"f32", "sequential", "binary64", TR_EVEN, TR_EVEN, TR_HOPS_ONCE, {0}},
    {"f32", "doubling", "binary64", TR_TRUNC, TR_EVEN, TR_HOPS_ONCE, {0}},
    {"f32", "halving", "bits:32", TR_EVEN, TR_EVEN, TR_HOPS_ONCE, {0}},
    {"f32", "random", "extended", TR_EVEN, TR_TRUNC, TR_HOPS_ONCE, {0}},
    {"f32",
     "sequential",
     "type",
     TR_EVEN,
     TR_EVEN,
     TR_HOPS_EVERY,
     {false, false, TR_OVER_SATURATE, TR_ZERO_START}},
    {"f32",
     "reversed",
     "type",
     TR_ODD,
     TR_ODD,
     TR_HOPS_EVERY,
     {false, false, TR_OVER_INF, TR_ZERO_PLUS}},
    {"bf16", "sequential", "type", TR_EVEN, TR_EVEN, TR_HOPS_EVERY, {0}},
    {"bf16", "sequential", "binary32", TR_EVEN, TR_EVEN, TR_HOPS_ONCE, {0}},
    {"bf16", "sequential", "binary32", TR_EVEN, TR_TRUNC, TR_HOPS_ONCE, {0}},
    {"bf16", "doubling", "binary32", TR_EVEN, TR_TRUNC, TR_HOPS_EVERY, {0}},
    {"bf16", "fused", "type", TR_TRUNC, TR_TRUNC, TR_HOPS_EVERY, {0}},
    {"bf16", "fused", "binary32", TR_EVEN, TR_TRUNC, TR_HOPS_ONCE, {0}},
    {"bf16", "random", "type", TR_AWAY, TR_AWAY, TR_HOPS_EVERY, {0}},
    {"bf16", "random", "bits:12", TR_EVEN, TR_EVEN, TR_HOPS_ONCE, {0}},
    // Zeros that cancellation leaves; an overflow of either rounding.
    {"bf16", "random", "extended", TR_DOWN, TR_EVEN, TR_HOPS_ONCE, {false, false, 0, TR_ZERO_PLUS}},
    {"bf16", "random", "binary32", TR_UP, TR_ODD, TR_HOPS_ONCE, {false, true, TR_OVER_SATURATE, 0}},
    {"f16", "sequential", "type", TR_EVEN, TR_EVEN, TR_HOPS_EVERY, {0}},
    {"f16", "doubling", "binary32", TR_EVEN, TR_EVEN, TR_HOPS_ONCE, {0}},
    {"f16", "random", "type", TR_TRUNC, TR_TRUNC, TR_HOPS_EVERY, {true, true, 0, 0}},
    {"f16", "fused", "type", TR_EVEN, TR_EVEN, TR_HOPS_EVERY, {0}},
    {"f64", "sequential", "type", TR_EVEN, TR_EVEN, TR_HOPS_EVERY, {0}},
    {"f64", "random", "type", TR_TRUNC, TR_TRUNC, TR_HOPS_EVERY, {0}},
    {"f64", "doubling", "extended", TR_EVEN, TR_EVEN, TR_HOPS_ONCE, {0}},
    {"f64", "fused", "type", TR_EVEN, TR_EVEN, TR_HOPS_EVERY, {0}},
    {"fp8e4m3",
     "sequential",
     "type",
     TR_EVEN,
     TR_EVEN,
     TR_HOPS_EVERY,
     {false, false, TR_OVER_SATURATE, 0}},
    {"fp8e5m2", "halving", "type", TR_EVEN, TR_EVEN, TR_HOPS_EVERY, {0}},
    {"fp8e5m2", "random", "binary32", TR_EVEN, TR_EVEN, TR_HOPS_ONCE, {0}},
    {"f32", "random", "type", TR_STOCHASTIC, TR_STOCHASTIC, TR_HOPS_EVERY, {0}},
    {"bf16", "doubling", "type", TR_STOCHASTIC, TR_STOCHASTIC, TR_HOPS_EVERY, {0}},
};
enum { FABRICS = sizeof Fabrics / sizeof Fabrics[0] };

static tr_reducer make_fabric(const fabric *f, unsigned ranks) {
  tr_reducer r = {0};
  nf_err e = {0};
  assert_true(tr_type_parse(&r.type, f->dtype));
  r.arith = tr_arith_plain(r.type);
  assert_int_equal(tr_width_named(&r.arith, r.type, f->width, &e), NF_EXIT_OK);
  r.arith.mode = f->mode;
  r.arith.out = f->out;
  r.arith.hops = f->hops;
  r.arith.rules = f->rules;
  if (strcmp(f->tree, "random") == 0)
    r.tree = random_tree(ranks);
  else
    assert_int_equal(tr_tree_named(&r.tree, f->tree, ranks, 0, &e), NF_EXIT_OK);
  return r;
}

// What changes a reducer along the buffer: before every `every`-th element but the first.
typedef struct {
  size_t every;
  void (*change)(tr_reducer *r, size_t turn);
} turning;

static void *answers_that_turn(const tr_reducer *r, const tr_sheet *s, size_t count, turning by) {
  char *array = calloc(count, tr_format_of(r->type)->bytes);
  tr_reducer now = *r;
  assert_non_null(array);
  for (size_t i = 0; i < count; i++) {
    uint64_t x[TR_MAX_RANKS];
    tr_env d = {.draw = &Seed};
    if (by.every && i && i % by.every == 0)
      by.change(&now, i / by.every);
    tr_sheet_values(s, i % s->length, x);
    tr_store(array, r->type, i, tr_reduce(&now, x, &d));
  }
  return array;
}

static void *answers_of(const tr_reducer *r, const tr_sheet *s, size_t count) {
  return answers_that_turn(r, s, count, (turning){0});
}

static bool same_rules(const tr_arith *a, const tr_arith *b) {
  return a->acc.p == b->acc.p && a->mode == b->mode &&
         (a->acc_is_type || (a->out == b->out && a->hops == b->hops)) &&
         a->rules.flush_in == b->rules.flush_in && a->rules.flush_out == b->rules.flush_out &&
         a->rules.over == b->rules.over && a->rules.zero == b->rules.zero;
}

// What was identified gives the fabric's bits for operands that it has not seen.
static void agrees(const tr_reducer *truth, const tr_tree *tree, const tr_arith *claim) {
  tr_sheet fresh;
  nf_err e = {0};
  assert_int_equal(tr_sheet_make(&fresh, truth->type, truth->tree.ranks, pick(1 << 30), &e),
                   NF_EXIT_OK);
  const tr_reducer other = {truth->type, *tree, *claim};
  for (size_t p = 0; p < fresh.length; p++) {
    uint64_t x[TR_MAX_RANKS];
    tr_env none = {0};
    if (fresh.probe[p].kind < TR_PROBE_NEAR)
      continue;
    tr_sheet_values(&fresh, p, x);
    if (tr_same(truth->type, tr_reduce(truth, x, &none), tr_reduce(&other, x, &none)))
      continue;
    char is[256], claimed[256], tells[1024];
    tr_arith_text(&truth->arith, is, sizeof is);
    tr_arith_text(claim, claimed, sizeof claimed);
    tr_probe_text(&fresh, p, tells, sizeof tells);
    fail_msg("'%s' was taken for '%s', which %s tells apart", claimed, is, tells);
  }
  tr_sheet_free(&fresh);
}

// ------------------------------------------------------------------------------- random fabrics
static tr_mode random_mode(void) { return pick(3) ? TR_EVEN : (tr_mode)pick(TR_MODES); }

static tr_reducer random_fabric(void) {
  static const char *const widths[] = {"type", "type", "type", "binary32", "binary64", "extended"};
  tr_reducer r = {.type = (tr_type)pick(TR_TYPES)};
  nf_err ignored = {0};
  const unsigned ranks = 3 + (unsigned)pick(6);
  r.arith = tr_arith_plain(r.type);
  while (tr_width_named(&r.arith, r.type, widths[pick(6)], &ignored) != NF_EXIT_OK)
    ignored = (nf_err){0};
  r.arith.mode = random_mode();
  r.arith.out = r.arith.acc_is_type ? r.arith.mode : random_mode();
  r.arith.hops = r.arith.acc_is_type || pick(2) ? TR_HOPS_EVERY : TR_HOPS_ONCE;
  r.arith.rules = (tr_rules){pick(4) == 0, pick(4) == 0, pick(3) ? 0 : (tr_over)pick(TR_OVERS),
                             pick(3) ? 0 : (tr_zero)pick(TR_ZEROS)};
  if (pick(2))
    r.tree = random_tree(ranks);
  else
    do {
      ignored = (nf_err){0};
    } while (tr_tree_named(&r.tree, tr_tree_known((unsigned)pick(9)), ranks, (unsigned)pick(ranks),
                           &ignored) != NF_EXIT_OK);
  return r;
}

// Operands that no probe is like: exponents around one another or at either end of the range, few
// digits or many, zeros, opposites.
static void random_operands(const tr_reducer *r, uint64_t *x) {
  const tr_format *f = tr_format_of(r->type);
  const unsigned fields = (1u << f->exp_bits) - 1, reach = 2 * (f->man_bits + 3);
  const unsigned base = pick(4) == 0   ? (unsigned)pick(4)
                        : pick(4) == 0 ? fields - 1 - (unsigned)pick(4)
                                       : (unsigned)pick(fields);
  for (unsigned i = 0; i < r->tree.ranks; i++) {
    const uint64_t fraction = tr_random(&Seed) & ((1ull << f->man_bits) - 1);
    unsigned field = base + (unsigned)pick(2) * (unsigned)pick(3);
    const unsigned less = (unsigned)pick(2) * (unsigned)pick(reach);
    field = field > less ? field - less : 0;
    field = field < fields ? field : fields - 1;
    x[i] = (pick(2) ? f->sign : 0) | (uint64_t)field << f->man_bits |
           (fraction & ~0ull << pick(f->man_bits + 1));
    if (i && pick(5) == 0)
      x[i] = x[pick(i)] ^ f->sign ^ (pick(3) ? 0 : 1);
    if (pick(8) == 0)
      x[i] = pick(2) ? f->sign : 0;
    if (!tr_is_finite(r->type, x[i]))
      x[i] = f->largest;
  }
}

// Operands that the fabric and a claim tell apart, as text; false: `tries` of them did not.
static bool told_apart(const tr_reducer *truth, const tr_reducer *claim, unsigned tries,
                       char *tells, size_t size) {
  for (unsigned k = 0; k < tries; k++) {
    uint64_t x[TR_MAX_RANKS];
    tr_env none = {0};
    random_operands(truth, x);
    if (tr_same(truth->type, tr_reduce(truth, x, &none), tr_reduce(claim, x, &none)))
      continue;
    for (unsigned n = 0, used = 0; n < truth->tree.ranks && used < size; n++)
      used += (unsigned)snprintf(tells + used, size - used, " %" PRIx64, x[n]);
    return true;
  }
  return false;
}

// Whether what is claimed, or a hypothesis that is named beside it, gives the bits of a random
// fabric for operands that are like no probe.
static bool one_is_identified(void) {
  enum { TRIES = 20000 };
  static tr_analysis a;
  const tr_reducer r = random_fabric();
  tr_sheet s;
  nf_err e = {0};
  char is[256], tree[TR_TREE_TEXT], claim[256] = "nothing", tells[512] = " nothing";
  assert_int_equal(tr_sheet_make(&s, r.type, r.tree.ranks, pick(1 << 30), &e), NF_EXIT_OK);
  void *array = answers_of(&r, &s, 2 * s.length);
  assert_int_equal(tr_analyse(&a, &s, array, 2 * s.length, 0, &e), NF_EXIT_OK);
  bool right = false;
  for (unsigned h = 0; a.claimed && a.trees == 1 && h < a.hypotheses && !right; h++) {
    const tr_reducer other = {r.type, a.tree[0].tree, a.hypothesis[h]};
    right = !told_apart(&r, &other, TRIES, tells, sizeof tells);
    tr_arith_text(&a.hypothesis[h], claim, sizeof claim);
  }
  tr_arith_text(&r.arith, is, sizeof is);
  tr_tree_text(&r.tree, tree);
  if (!right)
    printf("# %s %s, %s: taken for %s (%u hypotheses, %u trees), which%s tells apart\n",
           tr_format_of(r.type)->name, tree, is, claim, a.hypotheses, a.trees, tells);
  tr_analysis_free(&a);
  tr_sheet_free(&s);
  free(array);
  return right;
}

static void no_fabric_is_mistaken(void **state) {
  (void)state;
  unsigned mistaken = 0;
  for (unsigned i = 0; i < 12; i++)
    mistaken += !one_is_identified();
  assert_int_equal(mistaken, 0);
}

static void identify_one(const fabric *f, unsigned ranks) {
  static tr_analysis a;
  const tr_reducer r = make_fabric(f, ranks);
  const bool chance = f->mode == TR_STOCHASTIC;
  tr_sheet s;
  nf_err e = {0};
  assert_int_equal(tr_sheet_make(&s, r.type, ranks, pick(1 << 30), &e), NF_EXIT_OK);
  const size_t count = (chance ? 4 : 2) * s.length + 17;
  void *array = answers_of(&r, &s, count);
  assert_int_equal(tr_analyse(&a, &s, array, count, 0, &e), NF_EXIT_OK);
  if (!a.claimed || a.trees != 1 || !tr_tree_equal(&a.tree[0].tree, &r.tree)) {
    char text[TR_TREE_TEXT];
    tr_tree_text(&r.tree, text);
    fail_msg("%s %s in %s, %u ranks: claimed %d, %u trees, %zu odd; %s is not %s", f->dtype,
             f->tree, f->width, ranks, a.claimed, a.trees, a.odds,
             a.trees ? a.tree[0].text : "none", text);
  }
  assert_int_equal(a.stochastic, chance);
  bool among = a.hypotheses == TR_MAX_HYPOTHESES; // more are not kept
  for (unsigned h = 0; h < a.hypotheses; h++) {
    among = among || same_rules(&a.hypothesis[h], &r.arith);
    // With many ranks not every node is probed with everything, and widths without a name have no
    // probes made for their last digit: there the simplest hypothesis must be right.
    if (!chance && ((ranks <= 8 && strncmp(f->width, "bits", 4) != 0) || h == 0))
      agrees(&r, &a.tree[0].tree, &a.hypothesis[h]);
  }
  if (!among && r.tree.nodes > 1) { // with one node the place of rounding has no meaning
    char is[256], claimed[256];
    tr_arith_text(&r.arith, is, sizeof is);
    tr_arith_text(&a.hypothesis[0], claimed, sizeof claimed);
    fail_msg("%s %s, %u ranks: '%s' is not among the %u, the first of which is '%s'", f->dtype,
             f->tree, ranks, is, a.hypotheses, claimed);
  }
  tr_analysis_free(&a);
  tr_sheet_free(&s);
  free(array);
}

static void fabrics_are_identified(void **state) {
  (void)state;
  // Each with a rank count that chance picks; TR_FULL=1: with all of them.
  const unsigned step = getenv("TR_FULL") ? 1 : 6;
  for (unsigned i = 0; i < FABRICS; i++)
    for (unsigned ranks = 3 + (step > 1 ? (unsigned)pick(step) : 0); ranks <= 8; ranks += step)
      identify_one(&Fabrics[i], ranks);
  for (unsigned i = 0; i < FABRICS; i += 7) {
    const fabric two = Fabrics[i];
    if (two.mode != TR_STOCHASTIC && strncmp(two.width, "bits", 4) != 0)
      identify_one(&two, 2);
  }
}

// A tree in which some hops are rounded to the type and others carry binary32: what a hierarchy of
// wide switches does.
static void hops_that_differ_are_found(void **state) {
  (void)state;
  static tr_analysis a;
  tr_sheet s;
  nf_err e = {0};
  tr_reducer r = {.type = TR_BF16, .arith = tr_arith_plain(TR_BF16)};
  assert_int_equal(tr_width_named(&r.arith, TR_BF16, "binary32", &e), NF_EXIT_OK);
  assert_int_equal(tr_tree_parse(&r.tree, "((((0 1) 2) 3) (((4 5) 6) 7))", &e), NF_EXIT_OK);
  tr_tree_canon(&r.tree);
  r.arith.hops = TR_HOPS_SOME;
  for (unsigned v = 0; v < r.tree.nodes; v++) { // the nodes of four ranks
    bool below[TR_MAX_RANKS] = {false};
    unsigned count = 0;
    tr_tree_leaves(&r.tree, v, below);
    for (unsigned k = 0; k < 8; k++)
      count += below[k];
    if (count == 4)
      r.arith.narrow[0] |= 1ull << v;
  }
  assert_int_equal(tr_sheet_make(&s, r.type, 8, pick(1 << 30), &e), NF_EXIT_OK);
  void *array = answers_of(&r, &s, 2 * s.length);
  assert_int_equal(tr_analyse(&a, &s, array, 2 * s.length, 0, &e), NF_EXIT_OK);
  assert_true(a.claimed);
  assert_int_equal(a.hypothesis[0].hops, TR_HOPS_SOME);
  assert_int_equal(a.hypothesis[0].narrow[0], r.arith.narrow[0]);
  tr_analysis_free(&a);
  tr_sheet_free(&s);
  free(array);
}

// ------------------------------------------------------------------------------- positions, orders
static void rotate(tr_reducer *r, size_t turn) {
  (void)turn;
  tr_tree_rotate(&r->tree, 1);
}

// A ring, one chunk a rank: of so many elements in each call, or without calls of two sheets and so
// many more. What is said of it has `want` in it.
static void ring_is_found(tr_analysis *a, const fabric *f, unsigned ranks, size_t chunk,
                          size_t call, const char *want) {
  tr_sheet s;
  nf_err e = {0};
  char text[512];
  const tr_reducer r = make_fabric(f, ranks);
  assert_int_equal(tr_sheet_make(&s, r.type, ranks, pick(1 << 30), &e), NF_EXIT_OK);
  const size_t count = call ? (4 * s.length / call + 1) * call : (chunk + 2 * s.length) * ranks;
  chunk = call ? chunk : count / ranks;
  void *array = answers_that_turn(&r, &s, count, (turning){chunk, rotate});
  assert_int_equal(tr_analyse(a, &s, array, count, call, &e), NF_EXIT_OK);
  tr_pattern_text(a, text, sizeof text);
  if (!a->claimed || a->trees != ranks || a->segments != ranks || !strstr(text, want))
    fail_msg("%u ranks, chunks of %zu: '%s' is not '%s'", ranks, chunk, text, want);
  for (unsigned k = 1; k < ranks; k++)
    assert_true(a->segment[k].earliest <= k * chunk && k * chunk <= a->segment[k].from);
  tr_analysis_free(a);
  tr_sheet_free(&s);
  free(array);
}

static void rings_are_found(void **state) {
  (void)state;
  static tr_analysis a;
  for (unsigned ranks = 3; ranks <= 8; ranks += 2)
    ring_is_found(&a, &Fabrics[0], ranks, pick(1000), 0, "ring rotated by chunk");
}

// A ring that turns on through the whole buffer, many times around, in chunks that do not divide
// it: that is no order of arrival, and each tree that is not said to be open is the chunk's.
static void rings_of_many_turns_are_found(void **state) {
  (void)state;
  static tr_analysis a;
  for (unsigned turn = 0; turn < 3; turn++) {
    tr_sheet s;
    nf_err e = {0};
    char text[512];
    const unsigned ranks = turn ? 4 + (unsigned)pick(3) : 5;
    tr_reducer r = make_fabric(&Fabrics[0], ranks);
    assert_int_equal(tr_sheet_make(&s, r.type, ranks, pick(1 << 30), &e), NF_EXIT_OK);
    // All sheets but the last ones begin with the same tree, when a round is a little less than
    // one.
    const size_t chunk = turn ? 100 + pick(s.length / 4) : s.length / ranks;
    const size_t count = turn ? 8 * ranks * chunk + pick(chunk) : 5 * s.length;
    void *array = answers_that_turn(&r, &s, count, (turning){chunk, rotate});
    assert_int_equal(tr_analyse(&a, &s, array, count, 0, &e), NF_EXIT_OK);
    tr_pattern_text(&a, text, sizeof text);
    size_t wrong = 0;
    for (size_t k = 0; k < a.segments; k++) {
      tr_tree want = make_fabric(&Fabrics[0], ranks).tree;
      tr_tree_rotate(&want, (unsigned)((a.segment[k].from + a.segment[k].to) / 2 / chunk % ranks));
      wrong += !a.segment[k].open && !tr_tree_equal(&a.tree[a.segment[k].tree].tree, &want);
    }
    if (!a.claimed || a.orders.kind != TR_ORDER_FIXED || a.orders.also || wrong ||
        !strstr(text, "ring rotated by chunk"))
      fail_msg("%u ranks, %zu elements, chunks of %zu: claimed %d, orders %d, also %d, %zu wrong: "
               "'%s'",
               ranks, count, chunk, a.claimed, a.orders.kind, a.orders.also, wrong, text);
    tr_analysis_free(&a);
    tr_sheet_free(&s);
    free(array);
  }
}

// A ring called again and again with less than a chunk of probes: no part of one call tells a tree.
static void rings_of_small_calls_are_found(void **state) {
  (void)state;
  static tr_analysis a;
  for (unsigned turn = 0; turn < 4; turn++) {
    const unsigned ranks = 3 + (unsigned)pick(6), chunk = 1 + (unsigned)pick(40);
    char want[128];
    snprintf(want, sizeof want,
             "in each call of %u elements: ring rotated by chunk: %u chunks of %u", chunk * ranks,
             ranks, chunk);
    ring_is_found(&a, &Fabrics[turn % 2], ranks, chunk, (size_t)chunk * ranks, want);
  }
}

// A torus of `size` x ranks / size: rings in groups of neighbours, then between the groups. Chunk c
// begins with rank c % size of each group and with group c / size.
static unsigned GroupSize;

static void next_of_torus(tr_reducer *r, size_t turn) {
  const unsigned n = r->tree.ranks, size = GroupSize, groups = n / size;
  int all = 0;
  tr_tree_begin(&r->tree, n);
  for (unsigned k = 0; k < groups; k++) {
    const unsigned g = ((unsigned)(turn / size) + k) % groups;
    int sum = (int)(g * size + turn % size);
    for (unsigned i = 1; i < size; i++)
      sum = tr_tree_join(&r->tree, (int[]){sum, (int)(g * size + (turn + i) % size)}, 2);
    all = k ? tr_tree_join(&r->tree, (int[]){all, sum}, 2) : sum;
  }
  tr_tree_canon(&r->tree);
}

// Chunks that hold no whole set of masks: what is claimed are the trees of a torus. With calls,
// chunks of a few elements.
static void torus_is_found(const fabric *f, unsigned ranks, unsigned size, bool calls) {
  static tr_analysis a;
  tr_sheet s;
  nf_err e = {0};
  char text[512], want[160], why[1024] = "";
  tr_reducer r = make_fabric(f, ranks);
  GroupSize = size;
  next_of_torus(&r, 0);
  assert_int_equal(tr_sheet_make(&s, r.type, ranks, pick(1 << 30), &e), NF_EXIT_OK);
  const size_t chunk = calls ? 1 + pick(20) : s.length / ranks + 1 + pick(20);
  const size_t call = calls ? chunk * ranks : 0;
  const size_t count = calls ? (6 * s.length / call + 1) * call : chunk * ranks;
  assert_true(chunk < s.tree_count); // no chunk has all masks
  void *array = answers_that_turn(&r, &s, count, (turning){chunk, next_of_torus});
  assert_int_equal(tr_analyse(&a, &s, array, count, call, &e), NF_EXIT_OK);
  tr_pattern_text(&a, text, sizeof text);
  snprintf(want, sizeof want, "rings in groups of %u neighbouring ranks, then between them", size);
  if (!a.claimed || a.orders.kind != TR_ORDER_FIXED || (!a.open && !strstr(text, want)))
    snprintf(
        why, sizeof why,
        "%s, %u ranks, %zu elements, chunks of %zu (%zu masks): claimed %d, orders %d, %u trees, "
        "%zu segments, %zu odd: '%s' is not '%s'",
        f->dtype, ranks, count, chunk, s.tree_count, a.claimed, a.orders.kind, a.trees, a.segments,
        a.odds, text, want);
  // A tree that is not said to be open is the torus'.
  size_t wrong = 0;
  for (size_t k = 0; !calls && k < a.segments; k++) {
    next_of_torus(&r, (a.segment[k].from + a.segment[k].to) / 2 / chunk);
    wrong += !a.segment[k].open && !tr_tree_equal(&a.tree[a.segment[k].tree].tree, &r.tree);
  }
  if (wrong)
    snprintf(why, sizeof why,
             "%u ranks in groups of %u, %zu elements: %zu of %zu trees are not the torus' and not "
             "among the %zu that are open",
             ranks, size, count, wrong, a.segments, a.open);
  tr_analysis_free(&a);
  tr_sheet_free(&s);
  free(array);
  if (*why)
    fail_msg("%s", why);
}

static void draw_rings_in_groups(void) {
  static const unsigned shapes[][2] = {{12, 3}, {12, 4}, {12, 6}, {15, 3}, {15, 5}};
  for (unsigned calls = 0; calls < 2; calls++) {
    const unsigned *shape = shapes[pick(5)];
    // Sums that are rounded to nearest, or truncated with subnormal ones flushed.
    torus_is_found(&Fabrics[pick(2) ? 13 : 0], shape[0], shape[1], calls);
  }
  torus_is_found(&Fabrics[0], 16, 4, false);
}

// And two seeds in which the masks of three chunks tell one tree that is none of theirs: it gives
// all but the last answers of the third, or of them together.
static void rings_in_groups_are_found(void **state) {
  (void)state;
  draw_rings_in_groups();
  const uint64_t after = Seed;
  for (unsigned i = 0; i < 2; i++) {
    Seed = i ? 57 : 46;
    draw_rings_in_groups();
  }
  Seed = after;
}

// Another order of arrival; the trees are kept by packet.
enum { MOST_PACKETS = 4096 };
static tr_tree Packets[MOST_PACKETS];

static void keep_packet(const tr_reducer *r, size_t turn) {
  assert_true(turn < MOST_PACKETS);
  Packets[turn] = r->tree;
  tr_tree_canon(&Packets[turn]);
}

static void mix(int *part, unsigned parts) {
  for (unsigned k = parts; k > 1; k--) {
    const unsigned at = (unsigned)pick(k);
    const int other = part[at];
    part[at] = part[k - 1];
    part[k - 1] = other;
  }
}

static int add_as_they_come(tr_tree *t, int *part, unsigned parts) {
  mix(part, parts);
  int sum = part[0];
  for (unsigned k = 1; k < parts; k++)
    sum = tr_tree_join(t, (int[]){sum, part[k]}, 2);
  return sum;
}

// Of `count` ranks from `from` on.
static int add_ranks(tr_tree *t, unsigned from, unsigned count) {
  int part[TR_MAX_RANKS];
  for (unsigned i = 0; i < count; i++)
    part[i] = (int)(from + i);
  return add_as_they_come(t, part, count);
}

static void shuffle(tr_reducer *r, size_t turn) {
  tr_tree_begin(&r->tree, r->tree.ranks);
  add_ranks(&r->tree, 0, r->tree.ranks);
  keep_packet(r, turn);
}

// Leaves that each add the operands of GroupSize ranks, and a spine that adds what they send.
static void shuffle_leaves(tr_reducer *r, size_t turn) {
  const unsigned n = r->tree.ranks;
  int part[TR_MAX_RANKS];
  tr_tree_begin(&r->tree, n);
  for (unsigned g = 0; g < n / GroupSize; g++)
    part[g] = add_ranks(&r->tree, g * GroupSize, GroupSize);
  add_as_they_come(&r->tree, part, n / GroupSize);
  keep_packet(r, turn);
}

// Any two parts, one after the other, as a mesh may.
static void shuffle_pairs(tr_reducer *r, size_t turn) {
  const unsigned n = r->tree.ranks;
  int part[TR_MAX_RANKS];
  tr_tree_begin(&r->tree, n);
  for (unsigned i = 0; i < n; i++)
    part[i] = (int)i;
  for (unsigned left = n; left > 1; left--) {
    mix(part, left);
    part[left - 2] = tr_tree_join(&r->tree, &part[left - 2], 2);
  }
  keep_packet(r, turn);
}

// A switch that adds what arrives first: another order in each packet.
static void orders_of_arrival_are_found(void **state) {
  (void)state;
  enum { RANKS = 5, PACKET = 32 };
  static tr_analysis a;
  tr_sheet s;
  nf_err e = {0};
  tr_reducer r = make_fabric(&Fabrics[0], RANKS);
  assert_int_equal(tr_sheet_make(&s, TR_F32, RANKS, pick(1 << 30), &e), NF_EXIT_OK);
  const size_t count = 3 * s.length;
  shuffle(&r, 0);
  void *array = answers_that_turn(&r, &s, count, (turning){PACKET, shuffle});
  assert_int_equal(tr_analyse(&a, &s, array, count, 0, &e), NF_EXIT_OK);
  assert_true(a.claimed);
  assert_int_equal(a.orders.kind, TR_ORDER_SEQUENTIAL);
  assert_int_equal(a.orders.block, PACKET);
  assert_true(a.hypothesis[0].acc_is_type && a.hypothesis[0].mode == TR_EVEN);
  // What a packet tells depends on the probes that it holds: 57 of 100 their tree, 4 more or less
  // from seed to seed; a quarter would be another cause. None tells another tree.
  assert_int_equal(a.orders.looked, count / PACKET < 1024 ? count / PACKET : 1024);
  assert_int_equal(a.orders.told, a.segments);
  assert_true(4 * a.segments > a.orders.looked);
  for (size_t k = 0; k < a.segments; k++)
    assert_true(
        tr_tree_equal(&a.tree[a.segment[k].tree].tree, &Packets[a.segment[k].from / PACKET]));
  tr_analysis_free(&a);
  tr_sheet_free(&s);
  free(array);
}

// The sums of each leaf are said to be in every tree, if more than one is told.
static bool says_leaves(const tr_report *report, unsigned ranks) {
  bool all = true;
  for (unsigned from = 0; from < ranks && GroupSize > 1 && report->analysis[0].trees > 1;
       from += GroupSize) {
    char want[64] = "(";
    for (unsigned i = 0; i < GroupSize; i++)
      snprintf(want + strlen(want), sizeof want - strlen(want), i ? " %u" : "%u", from + i);
    strcat(want, ")");
    for (unsigned k = 0; k < report->statements; k++)
      if (strcmp(report->statement[k].key, "tree") == 0)
        all = all && strstr(report->statement[k].says, want);
  }
  return all;
}

// Switches in levels, or a mesh: another tree of sums of sums in each packet. Whatever tree of a
// packet is told is the packet's.
static void sums_of_sums_by_packet_are_found(void **state) {
  (void)state;
  static const struct {
    unsigned fabric, ranks, group, packet;
  } levels[] = {{0, 6, 3, 32}, {0, 8, 4, 64}, {22, 6, 2, 64}, {23, 6, 3, 64}, {0, 5, 1, 32}};
  for (unsigned n = 0; n < sizeof levels / sizeof levels[0]; n++) {
    const unsigned ranks = levels[n].ranks, packet = levels[n].packet;
    void (*const change)(tr_reducer *, size_t) =
        levels[n].group == 1 ? shuffle_pairs : shuffle_leaves;
    tr_sheet s;
    tr_report report;
    nf_err e = {0};
    tr_reducer r = make_fabric(&Fabrics[levels[n].fabric], ranks);
    GroupSize = levels[n].group;
    assert_int_equal(tr_sheet_make(&s, r.type, ranks, pick(1 << 30), &e), NF_EXIT_OK);
    const size_t count = 2 * s.length;
    change(&r, 0);
    void *answers = answers_that_turn(&r, &s, count, (turning){packet, change});
    const void *array[TR_MAX_RANKS];
    for (unsigned i = 0; i < ranks; i++)
      array[i] = answers;
    assert_int_equal(tr_identify(&report, &s, &(tr_answers){ranks, 1, count, array, 0, false}, &e),
                     NF_EXIT_OK);
    const tr_analysis *a = &report.analysis[0];
    // A few trees may be found one by one, with their places. These are told or open.
    const bool one_by_one = a->orders.kind == TR_ORDER_FIXED;
    size_t wrong = 0;
    for (size_t k = 0; k < a->segments; k++) {
      const size_t middle = (a->segment[k].from + a->segment[k].to) / 2;
      wrong += !a->segment[k].open &&
               !tr_tree_equal(&a->tree[a->segment[k].tree].tree, &Packets[middle / packet]);
    }
    if (!a->claimed || (a->orders.kind != TR_ORDER_TREE && !one_by_one) || wrong ||
        (!one_by_one &&
         (a->orders.block != packet || a->orders.told == 0 || !says_leaves(&report, ranks))) ||
        !same_rules(&a->hypothesis[0], &r.arith))
      fail_msg("%u ranks in groups of %u, packets of %u: claimed %d, orders %d, block %zu, %zu of "
               "%zu told, %zu of %zu wrong, leaves %d",
               ranks, levels[n].group, packet, a->claimed, a->orders.kind, a->orders.block,
               a->orders.told, a->orders.looked, wrong, a->segments, says_leaves(&report, ranks));
    tr_report_free(&report);
    tr_sheet_free(&s);
    free(answers);
  }
}

// The distance of two results in units of u sum |x|, by the processor.
static double apart(const uint64_t *x, unsigned ranks, uint64_t low, uint64_t high) {
  double sum = 0;
  float y[2];
  for (unsigned i = 0; i < ranks; i++) {
    const uint32_t bits = (uint32_t)x[i];
    float one;
    memcpy(&one, &bits, sizeof one);
    sum += fabs((double)one);
  }
  memcpy(&y[0], &(uint32_t){(uint32_t)low}, sizeof y[0]);
  memcpy(&y[1], &(uint32_t){(uint32_t)high}, sizeof y[1]);
  return ((double)y[1] - (double)y[0]) / sum * 0x1p24;
}

// Two runs of a switch that adds what arrives first: the trees of both, and the input that they
// change most, by trees that are among them.
static void trees_of_all_packets_are_seen(void **state) {
  (void)state;
  enum { RANKS = 4, PACKET = 64 };
  tr_sheet s;
  tr_report report;
  nf_err e = {0};
  tr_reducer r = make_fabric(&Fabrics[0], RANKS);
  assert_int_equal(tr_sheet_make(&s, TR_F32, RANKS, pick(1 << 30), &e), NF_EXIT_OK);
  const size_t count = 3 * s.length;
  void *run[2];
  const void *array[2 * RANKS];
  for (unsigned k = 0; k < 2; k++) {
    shuffle(&r, 0);
    run[k] = answers_that_turn(&r, &s, count, (turning){PACKET, shuffle});
    for (unsigned i = 0; i < RANKS; i++)
      array[k * RANKS + i] = run[k];
  }
  assert_int_equal(tr_identify(&report, &s, &(tr_answers){RANKS, 2, count, array, 0, false}, &e),
                   NF_EXIT_OK);
  const tr_seen *n = &report.seen;
  assert_true(tr_report_explained(&report) && report.ranks_agree && !report.reps_agree);
  assert_int_equal(n->arrays, 2);
  assert_int_equal(n->parts, report.analysis[0].segments + report.analysis[1].segments);
  assert_int_equal(n->trees, 12); // four ranks, of which the first two have no order: 4! / 2
  uint64_t x[RANKS];
  double most = 0;
  const char *const text[2] = {n->low_text, n->high_text};
  const uint64_t bits[2] = {n->low, n->high};
  tr_sheet_values(&s, n->probe, x);
  for (unsigned k = 0; k < 2; k++) {
    tr_env none = {0};
    assert_int_equal(tr_tree_parse(&r.tree, text[k], &e), NF_EXIT_OK);
    assert_int_equal(tr_reduce(&r, x, &none), bits[k]);
  }
  assert_true(fabs(apart(x, RANKS, n->low, n->high) - n->units) < 1e-6 * n->units);
  // No probe is changed more by those trees.
  for (size_t p = 0; p < s.length; p++) {
    uint64_t y[2];
    tr_sheet_values(&s, p, x);
    for (unsigned k = 0; k < 2; k++) {
      tr_env none = {0};
      assert_int_equal(tr_tree_parse(&r.tree, text[k], &e), NF_EXIT_OK);
      y[k] = tr_reduce(&r, x, &none);
    }
    if (tr_is_finite(TR_F32, y[0]) && tr_is_finite(TR_F32, y[1]))
      most = fmax(most, fabs(apart(x, RANKS, y[0], y[1])));
  }
  assert_true(most <= n->units * (1 + 1e-6));
  tr_report_free(&report);
  tr_sheet_free(&s);
  free(run[0]);
  free(run[1]);
}

// Hosts that turn numbers into integers and a switch that adds these with saturation, by the
// processor's own arithmetic.
static void fixed_point_is_found(void **state) {
  (void)state;
  static tr_analysis a;
  for (unsigned turn = 0; turn < 4; turn++) {
    const int fraction = 8 + (int)pick(20);
    tr_sheet s;
    nf_err e = {0};
    assert_int_equal(tr_sheet_make(&s, TR_F32, 3 + (unsigned)pick(6), pick(1 << 30), &e),
                     NF_EXIT_OK);
    const size_t count = s.length + pick(s.length);
    uint32_t *array = calloc(count, sizeof *array);
    for (size_t i = 0; i < count; i++) {
      int64_t sum = 0;
      for (unsigned r = 0; r < s.ranks; r++) {
        const uint32_t bits = (uint32_t)tr_sheet_value(&s, i % s.length, r);
        float x;
        memcpy(&x, &bits, sizeof x);
        double scaled = isnan(x) ? 0 : ldexp((double)x, fraction);
        scaled = turn % 2 ? trunc(scaled) : rint(scaled);
        sum += (int64_t)fmax(fmin(scaled, INT32_MAX), INT32_MIN);
        sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
      }
      const float back = (float)ldexp((double)sum, -fraction);
      memcpy(&array[i], &back, sizeof back);
    }
    assert_int_equal(tr_analyse(&a, &s, array, count, 0, &e), NF_EXIT_OK);
    assert_true(a.claimed && a.fixed.found && !a.fixed.wraps);
    assert_int_equal(a.fixed.fraction, fraction);
    assert_int_equal(a.fixed.bits, 32);
    assert_int_equal(a.fixed.mode, turn % 2 ? TR_TRUNC : TR_EVEN);
    tr_analysis_free(&a);
    tr_sheet_free(&s);
    free(array);
  }
}

// ------------------------------------------------------------------------------- what is not
// explained
static void strangers_are_not_claimed(void **state) {
  (void)state;
  static tr_analysis a;
  tr_sheet s;
  nf_err e = {0};
  const tr_reducer r = make_fabric(&Fabrics[3], 6);
  assert_int_equal(tr_sheet_make(&s, TR_F32, 6, pick(1 << 30), &e), NF_EXIT_OK);
  const size_t count = 3 * s.length;
  uint32_t *array = answers_of(&r, &s, count);
  // One bit of one element.
  const size_t at = s.length + s.tree_count + pick(s.length);
  array[at] ^= 2;
  assert_int_equal(tr_analyse(&a, &s, array, count, 0, &e), NF_EXIT_OK);
  const bool nan = tr_is_nan(TR_F32, array[at]);
  if (!nan && (a.claimed || a.odds != 1 || a.odd[0].index != at))
    fail_msg("element %zu of %zu, now %08x, claimed %d, %zu odd, the first is %zu", at, s.length,
             array[at], a.claimed, a.odds, a.odd[0].index);
  tr_analysis_free(&a);
  free(array);
  // A fabric that drops the smallest digit of every result that is not a power of two.
  array = answers_of(&r, &s, count);
  for (size_t i = 0; i < count; i++)
    if (array[i] & 0x7fffff && tr_is_finite(TR_F32, array[i]))
      array[i] &= ~1u;
  assert_int_equal(tr_analyse(&a, &s, array, count, 0, &e), NF_EXIT_OK);
  assert_false(a.claimed);
  assert_true(a.smallest_count > 0 || a.odds > 0);
  tr_analysis_free(&a);
  tr_sheet_free(&s);
  free(array);
}

static void ranks_and_repetitions_are_compared(void **state) {
  (void)state;
  tr_sheet s;
  nf_err e = {0};
  const tr_reducer r = make_fabric(&Fabrics[0], 4), other = make_fabric(&Fabrics[3], 4);
  assert_int_equal(tr_sheet_make(&s, TR_F32, 4, 1, &e), NF_EXIT_OK);
  const size_t count = 2 * s.length;
  void *first = answers_of(&r, &s, count), *second = answers_of(&other, &s, count);
  const void *array[8] = {first, first, first, first, second, second, second, second};
  tr_report report;
  assert_int_equal(tr_identify(&report, &s, &(tr_answers){4, 2, count, array, 0, false}, &e),
                   NF_EXIT_OK);
  assert_true(report.ranks_agree);
  assert_false(report.reps_agree);
  assert_true(report.varyings > 0 && report.varying[0].low != report.varying[0].high);
  assert_int_equal(report.analyses, 2);
  assert_true(tr_tree_equal(&report.analysis[1].tree[0].tree, &other.tree));
  tr_report_free(&report);
  array[2] = second;
  assert_int_equal(tr_identify(&report, &s, &(tr_answers){4, 1, count, array, 0, false}, &e),
                   NF_EXIT_OK);
  assert_false(report.ranks_agree);
  assert_int_equal(report.other_rank, 2);
  tr_report_free(&report);
  tr_sheet_free(&s);
  free(first);
  free(second);
}

static void many_ranks_are_identified(void **state) {
  (void)state;
  static const char *const names[] = {"sequential", "doubling", "double0", "random"};
  for (unsigned i = 0; i < 4; i++) {
    const fabric f = {i % 2 ? "bf16" : "f32", names[i], "type", TR_EVEN, TR_EVEN,
                      TR_HOPS_EVERY,          {0}};
    identify_one(&f, i == 0 ? 16 : 20 + (unsigned)pick(12));
  }
}

// ------------------------------------------------------------------------------- all
enum { EACH_SO_MANY = 25 };
static uint64_t FirstSeed;
static unsigned Turn;

// One of TR_FUZZ, with a seed of its own by which it can be repeated.
static void random_fabric_is_identified(void **state) {
  (void)state;
  Seed = FirstSeed + Turn++;
  if (!one_is_identified())
    fail_msg("again: SEED=%" PRIu64 " TR_FUZZ=1", FirstSeed + Turn - 1);
}

// N random fabrics, each a test, and with each EACH_SO_MANY of them once the tests that draw their
// fabrics.
static int fuzz(unsigned n) {
  static const struct CMUnitTest drawn[] = {
      cmocka_unit_test(fabrics_are_identified),
      cmocka_unit_test(rings_are_found),
      cmocka_unit_test(rings_of_many_turns_are_found),
      cmocka_unit_test(rings_of_small_calls_are_found),
      cmocka_unit_test(rings_in_groups_are_found),
      cmocka_unit_test(orders_of_arrival_are_found),
      cmocka_unit_test(fixed_point_is_found),
      cmocka_unit_test(rings_of_many_turns_are_found),
      cmocka_unit_test(sums_of_sums_by_packet_are_found),
      cmocka_unit_test(strangers_are_not_claimed),
      cmocka_unit_test(many_ranks_are_identified),
  };
  enum { DRAWN = sizeof drawn / sizeof drawn[0] };
  const size_t rounds = n / EACH_SO_MANY, count = n + rounds * DRAWN;
  struct CMUnitTest *tests = calloc(count, sizeof *tests);
  size_t have = 0;
  if (!tests)
    return 1;
  for (unsigned i = 0; i < n; i++) {
    tests[have++] =
        (struct CMUnitTest){.name = "random fabric", .test_func = random_fabric_is_identified};
    for (unsigned d = 0; d < DRAWN && (i + 1) % EACH_SO_MANY == 0; d++)
      tests[have++] = drawn[d];
  }
  printf("# %u random fabrics, %zu tests that draw theirs\n", n, rounds * DRAWN);
  const int failed = _cmocka_run_group_tests("fuzz", tests, count, NULL, NULL);
  printf("%zu passed, %d failed\n", count - (size_t)failed, failed);
  free(tests);
  return failed;
}

int main(int argc, char **argv) {
  const char *seed = getenv("SEED"), *fabrics = getenv("TR_FUZZ");
  Seed = FirstSeed = seed ? strtoull(seed, NULL, 10) : (uint64_t)time(NULL);
  printf("# seed %llu\n", (unsigned long long)Seed);
  if (fabrics)
    return fuzz((unsigned)strtoul(fabrics, NULL, 10)) != 0;
  if (argc > 1) // one test alone
    cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(add_is_the_processors),
      cmocka_unit_test(rounding_is_the_processors),
      cmocka_unit_test(modes_take_the_right_neighbour),
      cmocka_unit_test(every_code_comes_back),
      cmocka_unit_test(exact_is_the_golden_models),
      cmocka_unit_test(fast_exact_sums_are_exact),
      cmocka_unit_test(trees_are_read_as_written),
      cmocka_unit_test(names_are_the_fields),
      cmocka_unit_test(fabrics_are_identified),
      cmocka_unit_test(no_fabric_is_mistaken),
      cmocka_unit_test(hops_that_differ_are_found),
      cmocka_unit_test(rings_are_found),
      cmocka_unit_test(rings_of_many_turns_are_found),
      cmocka_unit_test(rings_of_small_calls_are_found),
      cmocka_unit_test(rings_in_groups_are_found),
      cmocka_unit_test(orders_of_arrival_are_found),
      cmocka_unit_test(sums_of_sums_by_packet_are_found),
      cmocka_unit_test(trees_of_all_packets_are_seen),
      cmocka_unit_test(fixed_point_is_found),
      cmocka_unit_test(strangers_are_not_claimed),
      cmocka_unit_test(ranks_and_repetitions_are_compared),
      cmocka_unit_test(many_ranks_are_identified),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
