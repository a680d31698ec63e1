// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The adder's C model and its RTL against the processor this runs on: result bits and exception
// flags of f32 sums, minima and maxima. The processor shares no line with either of them. TAP.
//
//   nf_alu_fpu [--pairs N] [--rtl-pairs N] [--seed N] [--exhaustive-fp16]
//
// NaNs are compared as the canonical one, which is what the ALU delivers. Compile it with
// -ffp-contract=off -frounding-math; every operand passes through a volatile object, so that no sum
// is made by the compiler or moved away from the flags that belong to it.
#include "alu/nf_fp_add.h"
#include "alu/nf_fp_minmax.h"
#include "nf_alu_stim.h"
#include "nf_dut.h"

#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const nf_dut nf_fp_add_dut; // the core, for fp32

enum { MAX_REPORTS = 10 };
static const nf_alu_format f32 = {.ExpBits = 8, .ManBits = 23};

typedef struct {
  uint32_t bits;
  uint8_t flags;
} answer;

typedef enum { ADD, MINIMUM, MAXIMUM, OPS } operation;
static const char *const op_name[OPS] = {"add", "min", "max"};

static uint64_t seed = 1, failures, tests;

// splitmix64: every state has a successor of its own, so any seed will do.
static uint64_t next_random(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

// -------------------------------------------------------------------------------------------------
// The processor's answer
// -------------------------------------------------------------------------------------------------
static float as_float(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static uint32_t canonical_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return (bits & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : bits;
}

// Reads the flags and clears them; clearing is slow, and most of the time there is nothing to
// clear.
static uint8_t take_flags(void) {
  const int raised = fetestexcept(FE_ALL_EXCEPT);
  if (raised == 0)
    return 0;
  feclearexcept(FE_ALL_EXCEPT);
  return (uint8_t)((raised & FE_INVALID ? NF_FP_INVALID : 0) |
                   (raised & FE_OVERFLOW ? NF_FP_OVERFLOW : 0) |
                   (raised & FE_UNDERFLOW ? NF_FP_UNDERFLOW : 0) |
                   (raised & FE_INEXACT ? NF_FP_INEXACT : 0));
}

static answer host_add(uint32_t a, uint32_t b) {
  volatile float x = as_float(a), y = as_float(b), sum;
  sum = x + y;
  const uint8_t flags = take_flags();
  return (answer){canonical_bits(sum), flags};
}

// isless is the quiet comparison: only a signaling NaN is invalid to it.
static answer host_minmax(uint32_t a, uint32_t b, bool max) {
  volatile float x = as_float(a), y = as_float(b);
  volatile bool a_less = isless(x, y), b_less = isless(y, x);
  const uint8_t flags = take_flags();
  const bool nan_a = (a & 0x7fffffff) > 0x7f800000, nan_b = (b & 0x7fffffff) > 0x7f800000;
  uint32_t bits;
  if (nan_a || nan_b)
    bits = !nan_a ? a : !nan_b ? b : 0x7fc00000;
  else if (a_less || b_less)
    bits = a_less != max ? a : b;
  else // equal: the same bits, or zeros of two signs
    bits = max ? a & b : a | b;
  return (answer){bits, flags};
}

static answer host(operation op, uint32_t a, uint32_t b) {
  return op == ADD ? host_add(a, b) : host_minmax(a, b, op == MAXIMUM);
}

// -------------------------------------------------------------------------------------------------
// The two under test
// -------------------------------------------------------------------------------------------------
static answer model(operation op, uint32_t a, uint32_t b) {
  answer r = {0, 0};
  r.bits = op == ADD       ? nf_fp_add_f32(a, b, &r.flags)
           : op == MINIMUM ? nf_fp_min_f32(a, b, &r.flags)
                           : nf_fp_max_f32(a, b, &r.flags);
  return r;
}

static void *core;

static answer rtl(operation op, uint32_t a, uint32_t b) {
  (void)op;
  const nf_fp_add_in in = {.a = a, .b = b};
  nf_fp_add_out out;
  nf_fp_add_dut.eval(core, &in, &out);
  return (answer){out.result, out.flags};
}

// -------------------------------------------------------------------------------------------------
// Comparison
// -------------------------------------------------------------------------------------------------
static void complain(const char *what, uint32_t a, uint32_t b, answer got, answer want) {
  if (++failures <= MAX_REPORTS)
    printf("# %s %08" PRIx32 " %08" PRIx32 ": %08" PRIx32 " flags %x, processor %08" PRIx32
           " flags %x\n",
           what, a, b, got.bits, got.flags, want.bits, want.flags);
}

static inline void compare(answer (*subject)(operation, uint32_t, uint32_t), operation op,
                           uint32_t a, uint32_t b) {
  const answer want = host(op, a, b), got = subject(op, a, b);
  if (got.bits != want.bits || got.flags != want.flags)
    complain(op_name[op], a, b, got, want);
}

// A test that compared nothing has failed.
static void verdict(uint64_t failures_before, uint64_t pairs, const char *subject, const char *op,
                    const char *what) {
  ++tests;
  printf("%sok %" PRIu64 " - %s %s: %s  # %" PRIu64 " pairs, seed %" PRIu64 "\n",
         failures == failures_before && pairs > 0 ? "" : "not ", tests, subject, op, what, pairs,
         seed);
  fflush(stdout);
}

static void directed_pairs(const char *name, answer (*subject)(operation, uint32_t, uint32_t),
                           operation op) {
  const uint64_t before = failures;
  uint64_t pairs = 0;
  for (uint32_t i = 0; i < NF_ALU_OPERANDS; ++i)
    for (uint32_t j = 0; j < NF_ALU_OPERANDS; ++j, ++pairs)
      compare(subject, op, nf_alu_operand(f32, i), nf_alu_operand(f32, j));
  verdict(before, pairs, name, op_name[op], "all pairs of the directed set");
}

static void random_pairs(const char *name, answer (*subject)(operation, uint32_t, uint32_t),
                         operation op, nf_alu_class class, uint64_t pairs) {
  const uint64_t before = failures;
  uint64_t state = seed * NF_ALU_CLASSES + class;
  for (uint64_t n = 0; n < pairs; ++n) {
    const uint64_t random0 = next_random(&state), random1 = next_random(&state);
    const nf_alu_pair pair = nf_alu_random_pair(f32, class, random0, random1);
    compare(subject, op, pair.a, pair.b);
  }
  verdict(before, pairs, name, op_name[op], nf_alu_class_name[class]);
}

// -------------------------------------------------------------------------------------------------
// fp16, all 2^32 pairs: the exact sum in double precision, rounded to 11 bits by the processor
// -------------------------------------------------------------------------------------------------
enum { F16_TOP_EXP = 31, F16_QUIET = 0x200, F16_NAN = 0x7e00, F16_INF = 0x7c00, F16_SIZE = 0x7fff };

static double f16_value(uint32_t h) {
  const int exp = (int)(h >> 10 & 31), frac = (int)(h & 0x3ff);
  const double size = exp == F16_TOP_EXP ? (frac ? (double)NAN : HUGE_VAL)
                      : exp == 0         ? ldexp(frac, -24)
                                         : ldexp(frac + 1024, exp - 25);
  return h & 0x8000 ? -size : size;
}

// Rounds a finite sum of two fp16 numbers. Adding 1.5 * 2^42 times its own power of two pushes all
// but 11 bits out of the double. Sums below 2^-14 have no more digits than a subnormal can hold.
static double f16_round(double sum) {
  if (fabs(sum) < 0x1p-14)
    return sum;
  uint64_t bits;
  memcpy(&bits, &sum, sizeof bits);
  const uint64_t push_bits =
      ((bits & UINT64_C(0x7ff0000000000000)) + (UINT64_C(42) << 52)) | UINT64_C(1) << 51;
  double push;
  memcpy(&push, &push_bits, sizeof push);
  volatile double pushed = sum + push;
  const double rounded = pushed - push;
  return fabs(rounded) >= 0x1p16 ? copysign(HUGE_VAL, sum) : rounded;
}

static void exhaustive_f16(void) {
  static double value[1 << 16];
  const uint64_t before = failures;
  uint64_t pairs = 0;
  for (uint32_t h = 0; h < 1 << 16; ++h)
    value[h] = f16_value(h);
  for (uint32_t a = 0; a < 1 << 16; ++a) {
    for (uint32_t b = 0; b < 1 << 16; ++b, ++pairs) {
      answer got = {0, 0}, want = {F16_NAN, 0};
      got.bits = nf_fp_add_f16((uint16_t)a, (uint16_t)b, &got.flags);
      const uint32_t size_a = a & F16_SIZE, size_b = b & F16_SIZE;
      bool same;
      if (size_a < F16_INF && size_b < F16_INF) {
        const double sum = value[a] + value[b], rounded = f16_round(sum);
        want.flags = isinf(rounded)   ? NF_FP_OVERFLOW | NF_FP_INEXACT
                     : rounded != sum ? NF_FP_INEXACT
                                      : 0;
        same = value[got.bits] == rounded && !signbit(value[got.bits]) == !signbit(rounded);
      } else if (size_a <= F16_INF && size_b <= F16_INF) {
        const double sum = value[a] + value[b];
        const bool opposite_inf = isnan(sum) != 0;
        want.flags = opposite_inf ? NF_FP_INVALID : 0;
        same = opposite_inf ? got.bits == F16_NAN : value[got.bits] == sum;
      } else {
        const bool signaling =
            (size_a > F16_INF && !(a & F16_QUIET)) || (size_b > F16_INF && !(b & F16_QUIET));
        want.flags = signaling ? NF_FP_INVALID : 0;
        same = got.bits == F16_NAN;
      }
      if (!same || got.flags != want.flags)
        complain("add fp16, bits of the processor not shown", a, b, got, want);
    }
  }
  verdict(before, pairs, "model", "add", "fp16, every pair there is");
}

static uint64_t number(int argc, char **argv, int i) {
  char *end = NULL;
  const uint64_t n = i < argc ? strtoull(argv[i], &end, 0) : 0;
  if (end == NULL || *end != '\0') {
    fprintf(stderr, "%s: a number must follow %s\n", argv[0], argv[i - 1]);
    exit(2);
  }
  return n;
}

int main(int argc, char **argv) {
  uint64_t model_pairs = 100 * 1000 * 1000, rtl_pairs = 10 * 1000 * 1000;
  bool f16 = false;
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "--pairs") == 0)
      model_pairs = number(argc, argv, ++i);
    else if (strcmp(argv[i], "--rtl-pairs") == 0)
      rtl_pairs = number(argc, argv, ++i);
    else if (strcmp(argv[i], "--seed") == 0)
      seed = number(argc, argv, ++i);
    else if (strcmp(argv[i], "--exhaustive-fp16") == 0)
      f16 = true;
    else {
      fprintf(stderr, "usage: %s [--pairs N] [--rtl-pairs N] [--seed N] [--exhaustive-fp16]\n",
              argv[0]);
      return 2;
    }
  }
  if (fesetround(FE_TONEAREST) != 0) {
    puts("Bail out! this processor cannot round to nearest");
    return 2;
  }
  feclearexcept(FE_ALL_EXCEPT);
  core = nf_fp_add_dut.create();
  printf("1..%d\n", (OPS + 1) * (1 + NF_ALU_CLASSES) + f16);

  for (operation op = ADD; op < OPS; ++op) {
    directed_pairs("model", model, op);
    for (nf_alu_class class = 0; class < NF_ALU_CLASSES; ++class)
      random_pairs("model", model, op, class, model_pairs / NF_ALU_CLASSES);
  }
  directed_pairs("RTL", rtl, ADD);
  for (nf_alu_class class = 0; class < NF_ALU_CLASSES; ++class)
    random_pairs("RTL", rtl, ADD, class, rtl_pairs / NF_ALU_CLASSES);
  if (f16)
    exhaustive_f16();

  nf_fp_add_dut.destroy(core);
  printf("# %" PRIu64 " differences\n", failures);
  return failures != 0;
}
