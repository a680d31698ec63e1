// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Every floating-point cell of the ALU against the processor this runs on, result bits and
// exception flags: the C models of sums, minima and maxima in f32, f16 and bf16, and the RTL of the
// adder in each format. The processor shares no line with any of them. TAP.
//
//   nf_alu_fpu [--pairs N] [--rtl-pairs N] [--seed N] [--exhaustive]
//
// N is for each cell. --exhaustive adds all 2^32 pairs of f16 and of bf16, all ops.
//
// f16: the processor adds in binary32 and converts the sum to binary16. bf16: it adds in binary32,
// and the sum is rounded here, in integers. To round twice does no harm: binary32 has 24 bits,
// which is at least twice the bits of the narrow format and two more, and its exponents reach as
// far.
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
#ifdef __F16C__
#include <xmmintrin.h>
#endif

extern const nf_dut nf_fp_add_ExpBits8_ManBits23_dut;
extern const nf_dut nf_fp_add_ExpBits5_ManBits10_dut;
extern const nf_dut nf_fp_add_ExpBits8_ManBits7_dut;

#ifdef __FLT16_MAX__
enum { HAS_F16 = true };
typedef _Float16 float16;
#else
enum { HAS_F16 = false }; // the compiler knows no binary16
typedef float float16;
#endif

enum { MAX_REPORTS = 10 };

typedef struct {
  uint32_t bits;
  uint8_t flags;
} answer;

typedef enum { F32, F16, BF16, FORMATS } format;
static const char *const format_name[FORMATS] = {"f32", "f16", "bf16"};
static const nf_alu_format format_bits[FORMATS] = {{8, 23}, {5, 10}, {8, 7}};
static const uint32_t format_inf[FORMATS] = {0x7f800000, 0x7c00, 0x7f80};
static const uint32_t format_nan[FORMATS] = {0x7fc00000, 0x7e00, 0x7fc0};
static const uint32_t format_size[FORMATS] = {0x7fffffff, 0x7fff, 0x7fff}; // all but the sign

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
static bool is_nan(format f, uint32_t bits) { return (bits & format_size[f]) > format_inf[f]; }

static uint32_t canonical(format f, uint32_t bits) {
  return is_nan(f, bits) ? format_nan[f] : bits;
}

static float as_float(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static uint32_t float_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static float16 as_float16(uint32_t bits) {
  const uint16_t half = (uint16_t)bits;
  float16 value = 0;
  memcpy(&value, &half, sizeof half);
  return value;
}

static uint32_t float16_bits(float16 value) {
  uint16_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

// Reads the flags and clears them. What <fenv.h> does for both floating-point units of an x86 takes
// longer than a sum; one that converts binary16 by itself needs the flags of the newer unit alone.
static uint8_t take_flags(void) {
#ifdef __F16C__
  const unsigned state = _mm_getcsr(), raised = state & _MM_EXCEPT_MASK;
  if (raised != 0)
    _mm_setcsr(state & ~(unsigned)_MM_EXCEPT_MASK);
  const unsigned invalid = _MM_EXCEPT_INVALID, overflow = _MM_EXCEPT_OVERFLOW;
  const unsigned underflow = _MM_EXCEPT_UNDERFLOW, inexact = _MM_EXCEPT_INEXACT;
#else
  const unsigned raised = (unsigned)fetestexcept(FE_ALL_EXCEPT);
  if (raised != 0)
    feclearexcept(FE_ALL_EXCEPT);
  const unsigned invalid = FE_INVALID, overflow = FE_OVERFLOW;
  const unsigned underflow = FE_UNDERFLOW, inexact = FE_INEXACT;
#endif
  return (
      uint8_t)((raised & invalid ? NF_FP_INVALID : 0) | (raised & overflow ? NF_FP_OVERFLOW : 0) |
               (raised & underflow ? NF_FP_UNDERFLOW : 0) | (raised & inexact ? NF_FP_INEXACT : 0));
}

static answer host_add_f16(uint32_t a, uint32_t b) {
  volatile float16 x = as_float16(a), y = as_float16(b), sum;
  sum = x + y;
  const uint8_t flags = take_flags();
  return (answer){canonical(F16, float16_bits(sum)), flags};
}

static answer host_add_f32(uint32_t a, uint32_t b) {
  volatile float x = as_float(a), y = as_float(b), sum;
  sum = x + y;
  const uint8_t flags = take_flags();
  return (answer){canonical(F32, float_bits(sum)), flags};
}

// A bf16 number is the upper half of an f32 number.
static answer host_add_bf16(uint32_t a, uint32_t b) {
  answer sum = host_add_f32(a << 16, b << 16);
  const uint32_t rest = sum.bits & 0xffff;
  sum.bits >>= 16;
  if (rest == 0)
    return sum;
  sum.bits += rest > 0x8000 || (rest == 0x8000 && sum.bits % 2 == 1);
  sum.flags |= NF_FP_INEXACT;
  if ((sum.bits & format_size[BF16]) == format_inf[BF16])
    sum.flags |= NF_FP_OVERFLOW;
  return sum;
}

// isless is the quiet comparison: only a signaling NaN is invalid to it, or to the conversion.
static answer host_minmax(format f, uint32_t a, uint32_t b, bool max) {
  volatile float x, y;
  if (f == F16) {
    volatile float16 narrow_x = as_float16(a), narrow_y = as_float16(b);
    x = narrow_x;
    y = narrow_y;
  } else {
    x = as_float(f == BF16 ? a << 16 : a);
    y = as_float(f == BF16 ? b << 16 : b);
  }
  volatile bool a_less = isless(x, y), b_less = isless(y, x);
  const uint8_t flags = take_flags();
  const bool nan_a = is_nan(f, a), nan_b = is_nan(f, b);
  uint32_t bits;
  if (nan_a || nan_b)
    bits = !nan_a ? a : !nan_b ? b : format_nan[f];
  else if (a_less || b_less)
    bits = a_less != max ? a : b;
  else // equal: the same bits, or zeros of two signs
    bits = max ? a & b : a | b;
  return (answer){bits, flags};
}

static answer host(format f, operation op, uint32_t a, uint32_t b) {
  if (op != ADD)
    return host_minmax(f, a, b, op == MAXIMUM);
  return f == F32 ? host_add_f32(a, b) : f == F16 ? host_add_f16(a, b) : host_add_bf16(a, b);
}

// -------------------------------------------------------------------------------------------------
// The two under test
// -------------------------------------------------------------------------------------------------
typedef answer subject(format f, operation op, uint32_t a, uint32_t b);

static answer model(format f, operation op, uint32_t a, uint32_t b) {
  typedef uint16_t half_op(uint16_t a, uint16_t b, uint8_t * flags);
  typedef uint32_t word_op(uint32_t a, uint32_t b, uint8_t * flags);
  static word_op *const words[OPS] = {nf_fp_add_f32, nf_fp_min_f32, nf_fp_max_f32};
  static half_op *const halves[FORMATS][OPS] = {
      [F16] = {nf_fp_add_f16, nf_fp_min_f16, nf_fp_max_f16},
      [BF16] = {nf_fp_add_bf16, nf_fp_min_bf16, nf_fp_max_bf16}};
  answer r = {0, 0};
  r.bits = f == F32 ? words[op](a, b, &r.flags) : halves[f][op]((uint16_t)a, (uint16_t)b, &r.flags);
  return r;
}

static const nf_dut *const core[FORMATS] = {&nf_fp_add_ExpBits8_ManBits23_dut,
                                            &nf_fp_add_ExpBits5_ManBits10_dut,
                                            &nf_fp_add_ExpBits8_ManBits7_dut};
static void *core_instance[FORMATS];

static answer rtl(format f, operation op, uint32_t a, uint32_t b) {
  (void)op; // an adder
  const nf_fp_add_in in = {.a = a, .b = b};
  nf_fp_add_out out = {0, 0}; // a narrow port does not fill its field
  core[f]->eval(core_instance[f], &in, &out);
  return (answer){out.result, out.flags};
}

// -------------------------------------------------------------------------------------------------
// Comparison
// -------------------------------------------------------------------------------------------------
static void compare(subject *test, format f, operation op, uint32_t a, uint32_t b) {
  const answer want = host(f, op, a, b), got = test(f, op, a, b);
  if (got.bits == want.bits && got.flags == want.flags)
    return;
  if (++failures <= MAX_REPORTS)
    printf("# %s %s %" PRIx32 " %" PRIx32 ": %" PRIx32 " flags %x, processor %" PRIx32
           " flags %x\n",
           format_name[f], op_name[op], a, b, got.bits, got.flags, want.bits, want.flags);
}

// A test that compared nothing has failed.
static void verdict(uint64_t failures_before, uint64_t pairs, subject *test, format f, operation op,
                    const char *what) {
  ++tests;
  printf("%sok %" PRIu64 " - %s %s %s: %s  # %" PRIu64 " pairs, seed %" PRIu64 "\n",
         failures == failures_before && pairs > 0 ? "" : "not ", tests,
         test == rtl ? "RTL" : "model", format_name[f], op_name[op], what, pairs, seed);
  fflush(stdout);
}

static void directed_pairs(subject *test, format f, operation op) {
  const uint64_t before = failures;
  uint64_t pairs = 0;
  for (uint32_t i = 0; i < NF_ALU_OPERANDS; ++i)
    for (uint32_t j = 0; j < NF_ALU_OPERANDS; ++j, ++pairs)
      compare(test, f, op, nf_alu_operand(format_bits[f], i), nf_alu_operand(format_bits[f], j));
  verdict(before, pairs, test, f, op, "all pairs of the directed set");
}

static void random_pairs(subject *test, format f, operation op, nf_alu_class class,
                         uint64_t pairs) {
  const uint64_t before = failures;
  uint64_t state = seed * NF_ALU_CLASSES + class;
  for (uint64_t n = 0; n < pairs; ++n) {
    const uint64_t random0 = next_random(&state), random1 = next_random(&state);
    const nf_alu_pair pair = nf_alu_random_pair(format_bits[f], class, random0, random1);
    compare(test, f, op, pair.a, pair.b);
  }
  verdict(before, pairs, test, f, op, nf_alu_class_name[class]);
}

static void cell(subject *test, format f, operation op, uint64_t pairs) {
  directed_pairs(test, f, op);
  for (nf_alu_class class = 0; class < NF_ALU_CLASSES; ++class)
    random_pairs(test, f, op, class, pairs / NF_ALU_CLASSES);
}

static void every_pair(format f, operation op) {
  const uint64_t before = failures;
  uint64_t pairs = 0;
  for (uint32_t a = 0; a < 1 << 16; ++a)
    for (uint32_t b = 0; b < 1 << 16; ++b, ++pairs)
      compare(model, f, op, a, b);
  verdict(before, pairs, model, f, op, "every pair there is");
}

// -------------------------------------------------------------------------------------------------
// Command line
// -------------------------------------------------------------------------------------------------
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
  uint64_t model_pairs = 50 * 1000 * 1000, rtl_pairs = 4 * 1000 * 1000;
  bool exhaustive = false;
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "--pairs") == 0)
      model_pairs = number(argc, argv, ++i);
    else if (strcmp(argv[i], "--rtl-pairs") == 0)
      rtl_pairs = number(argc, argv, ++i);
    else if (strcmp(argv[i], "--seed") == 0)
      seed = number(argc, argv, ++i);
    else if (strcmp(argv[i], "--exhaustive") == 0)
      exhaustive = true;
    else {
      fprintf(stderr, "usage: %s [--pairs N] [--rtl-pairs N] [--seed N] [--exhaustive]\n", argv[0]);
      return 2;
    }
  }
  if (fesetround(FE_TONEAREST) != 0) {
    puts("Bail out! this processor cannot round to nearest");
    return 2;
  }
  feclearexcept(FE_ALL_EXCEPT);

  for (format f = F32; f < FORMATS; ++f) {
    if (f == F16 && !HAS_F16) {
      printf("ok %" PRIu64 " - f16 # SKIP the compiler knows no binary16\n", ++tests);
      continue;
    }
    for (operation op = ADD; op < OPS; ++op)
      cell(model, f, op, model_pairs);
    core_instance[f] = core[f]->create(0);
    cell(rtl, f, ADD, rtl_pairs);
    core[f]->destroy(core_instance[f]);
    for (operation op = ADD; op < OPS && exhaustive && f != F32; ++op)
      every_pair(f, op);
  }
  printf("1..%" PRIu64 "\n# %" PRIu64 " differences\n", tests, failures);
  return failures != 0;
}
