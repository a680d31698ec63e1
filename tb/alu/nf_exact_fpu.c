// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Exact sums against the processor this runs on, which shares no line with them. TAP.
//
//   nf_exact_fpu [--count N] [--rtl-count N] [--seed N]
//
//   * two terms, model and RTL: the processor's f32 addition is the exact sum rounded once, bits
//   and
//     flags
//   * sums that a double holds, divided by powers of two: the processor rounds the double to each
//     format, bits and flags
//   * single terms to binary16 by the processor's own conversion, where it has one (F16C)
//   * sums of a thousand terms against 128-bit integers
//   * terms in another order, in other groups, through planes: always the same bits
//
// NaNs are compared as the canonical one. Compile it with -ffp-contract=off -frounding-math; every
// operand passes through a volatile object, so that nothing is worked out by the compiler.
#include "alu/nf_exact_add.h"
#include "alu/nf_exact_decode.h"
#include "alu/nf_exact_round.h"
#include "nf_alu_stim.h"
#include "nf_dut.h"
#include "nf_exact_stim.h"

#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

extern const nf_dut nf_exact_decode_dut, nf_exact_add_dut, nf_exact_round_dut;

enum { MAX_REPORTS = 10, MAX_TERMS = 1024 };
static const nf_alu_format f32 = {.ExpBits = 8, .ManBits = 23};

typedef struct {
  uint32_t bits;
  uint8_t flags;
} answer;

// A format: digits, exponent of the least normal and of the largest number.
static const struct {
  const char *name;
  int digits, least, largest;
  uint32_t sign, inf;
} formats[3] = {{"binary32", 24, -126, 127, 0x80000000, 0x7f800000},
                {"binary16", 11, -14, 15, 0x8000, 0x7c00},
                {"bfloat16", 8, -126, 127, 0x8000, 0x7f80}};

static uint64_t seed = 1, failures, tests;

// -------------------------------------------------------------------------------------------------
// The processor's answers
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

static answer host_to_f32(double value) {
  volatile double x = value;
  volatile float rounded = (float)x;
  const uint8_t flags = take_flags();
  return (answer){canonical_bits(rounded), flags};
}

// The nearest multiple of 2^place: adding 1.5 * 2^52 of them leaves the double no digit below.
static double host_round_at(double value, int place) {
  const double push = ldexp(1.5, 52 + place);
  volatile double pushed = value + push;
  return pushed - push;
}

// A finite double that is not zero, rounded to a format.
static answer host_round(double value, nf_exact_format format) {
  const int digits = formats[format].digits, least = formats[format].least;
  const int unbounded = ilogb(value) - digits + 1, lowest = least - digits + 1;
  const int place = unbounded > lowest ? unbounded : lowest;
  const double rounded = host_round_at(value, place), size = fabs(rounded);
  const bool inexact = rounded != value;
  const bool tiny = fabs(host_round_at(value, unbounded)) < ldexp(1, least);
  const uint32_t sign = signbit(value) ? formats[format].sign : 0;
  feclearexcept(FE_ALL_EXCEPT);
  if (size >= ldexp(1, formats[format].largest + 1))
    return (answer){sign | formats[format].inf, NF_FP_OVERFLOW | NF_FP_INEXACT};
  // The pattern counts the format's values from zero up to this one.
  const int exponent = size < ldexp(1, least) ? least : ilogb(size);
  const uint32_t pattern =
      ((uint32_t)(exponent - least) << (digits - 1)) + (uint32_t)ldexp(size, digits - 1 - exponent);
  return (answer){sign | pattern,
                  inexact ? (tiny ? NF_FP_INEXACT | NF_FP_UNDERFLOW : NF_FP_INEXACT) : 0};
}

// -------------------------------------------------------------------------------------------------
// Those under test
// -------------------------------------------------------------------------------------------------
static answer model(const uint32_t *terms, unsigned count, nf_exact_format format, unsigned shift) {
  nf_exact sum = NF_EXACT_EMPTY;
  answer r = {0, 0};
  for (unsigned n = 0; n < count; ++n)
    nf_exact_add(&sum, terms[n], &r.flags);
  r.bits = nf_exact_round(&sum, format, shift, &r.flags);
  return r;
}

static void *decode_rtl, *add_rtl, *round_rtl;

static answer rtl(const uint32_t *terms, unsigned count, nf_exact_format format, unsigned shift) {
  nf_exact_add_in sum_in = {.clear = true};
  nf_exact_add_out sum = {{0}};
  uint8_t flags = 0;
  for (unsigned n = 0; n < count; ++n) {
    const nf_exact_decode_in term = {.value = terms[n]};
    nf_exact_decode_out decoded = {0};
    nf_exact_decode_dut.eval(decode_rtl, &term, &decoded);
    flags |= decoded.invalid ? NF_FP_INVALID : 0;
    sum_in.addend = decoded.addend;
    nf_exact_add_dut.eval(add_rtl, &sum_in, &sum);
    memcpy(sum_in.acc, sum.acc, sizeof sum.acc);
    sum_in.clear = false;
  }
  nf_exact_round_in in = {
      .en = true, .valid = true, .format = (uint8_t)format, .shift = (uint8_t)shift};
  memcpy(in.acc, sum.acc, sizeof in.acc);
  nf_exact_round_out out = {0};
  for (unsigned n = 0; n < NF_EXACT_ROUND_STAGES; ++n)
    nf_exact_round_dut.step(round_rtl, &in);
  nf_exact_round_dut.peek(round_rtl, &out);
  return (answer){out.result, out.flags | flags};
}

typedef answer (*adder)(const uint32_t *, unsigned, nf_exact_format, unsigned);

// -------------------------------------------------------------------------------------------------
// Comparison
// -------------------------------------------------------------------------------------------------
static void compare(const char *what, const uint32_t *terms, answer got, answer want) {
  if (got.bits == want.bits && got.flags == want.flags)
    return;
  if (++failures <= MAX_REPORTS)
    printf("# %s %08" PRIx32 " %08" PRIx32 " ...: %08" PRIx32 " flags %x, not %08" PRIx32
           " flags %x\n",
           what, terms[0], terms[1], got.bits, got.flags, want.bits, want.flags);
}

// A test that compared nothing has failed.
static void verdict(uint64_t failures_before, uint64_t count, const char *who, const char *what) {
  ++tests;
  printf("%sok %" PRIu64 " - %s: %s  # %" PRIu64 " compared, seed %" PRIu64 "\n",
         failures == failures_before && count > 0 ? "" : "not ", tests, who, what, count, seed);
  fflush(stdout);
}

static void two_terms(const char *who, adder subject, uint64_t count) {
  const uint64_t before = failures;
  uint64_t done = 0, state = seed;
  for (uint32_t i = 0; i < NF_ALU_OPERANDS; ++i)
    for (uint32_t j = 0; j < NF_ALU_OPERANDS; ++j, ++done) {
      const uint32_t terms[2] = {nf_alu_operand(f32, i), nf_alu_operand(f32, j)};
      compare(who, terms, subject(terms, 2, NF_EXACT_F32, 0), host_add(terms[0], terms[1]));
    }
  for (uint64_t n = 0; n < count; ++n, ++done) {
    const uint64_t random0 = nf_exact_random(&state), random1 = nf_exact_random(&state);
    const nf_alu_pair pair =
        nf_alu_random_pair(f32, (nf_alu_class)(n % NF_ALU_CLASSES), random0, random1);
    const uint32_t terms[2] = {pair.a, pair.b};
    compare(who, terms, subject(terms, 2, NF_EXACT_F32, 0), host_add(terms[0], terms[1]));
  }
  verdict(before, done, who, "two terms are one addition of the processor");
}

// Two terms whose sum a double holds: its digits past those of a result are not lost.
static bool exact_in_double(uint64_t *state, uint32_t terms[2], double *sum) {
  terms[0] = nf_exact_stim_term(state, false);
  terms[1] = nf_exact_stim_term(state, false);
  const uint32_t exp = terms[0] >> 23 & 255, below = (uint32_t)nf_exact_below(state, 30);
  if (nf_exact_below(state, 4) != 0 && exp > below)
    terms[1] = (terms[1] & 0x807fffff) | (exp - below) << 23;
  const double x = (double)as_float(terms[0]), y = (double)as_float(terms[1]);
  volatile double total = x + y;
  *sum = total;
  const bool exact = fetestexcept(FE_INEXACT) == 0 && total != 0;
  feclearexcept(FE_ALL_EXCEPT);
  return exact;
}

static void doubles(const char *who, adder subject, uint64_t count) {
  for (nf_exact_format format = NF_EXACT_F32; format <= NF_EXACT_BF16; ++format) {
    const uint64_t before = failures;
    uint64_t done = 0, state = seed + format;
    while (done < count) {
      uint32_t terms[2];
      double sum;
      if (!exact_in_double(&state, terms, &sum))
        continue;
      unsigned shift = (unsigned)nf_exact_below(&state, 32);
      shift = shift < 16 ? shift : 0;
      const double quotient = ldexp(sum, -(int)shift);
      const answer got = subject(terms, 2, format, shift);
      compare(who, terms, got, host_round(quotient, format));
      if (format == NF_EXACT_F32)
        compare(who, terms, got, host_to_f32(quotient));
      ++done;
    }
    char what[64];
    snprintf(what, sizeof what, "sums in a double, divided, rounded to %s", formats[format].name);
    verdict(before, done, who, what);
  }
}

// -------------------------------------------------------------------------------------------------
// binary16 by the processor's own conversions
// -------------------------------------------------------------------------------------------------
#if defined(__x86_64__)
__attribute__((target("f16c"))) static answer host_to_f16(uint32_t term) {
  volatile float x = as_float(term);
  const __m128i halves = _mm_cvtps_ph(_mm_set_ss(x), _MM_FROUND_TO_NEAREST_INT);
  const uint32_t bits = (uint32_t)_mm_cvtsi128_si32(halves) & 0xffff;
  const uint8_t flags = take_flags();
  return (answer){(bits & 0x7fff) > 0x7c00 ? 0x7e00 : bits, flags};
}

__attribute__((target("f16c"))) static uint32_t host_from_f16(uint16_t half) {
  const __m128 wide = _mm_cvtph_ps(_mm_cvtsi32_si128(half));
  uint32_t bits;
  const float value = _mm_cvtss_f32(wide);
  memcpy(&bits, &value, sizeof bits);
  feclearexcept(FE_ALL_EXCEPT);
  return bits;
}

static bool f16c_present(void) { return __builtin_cpu_supports("f16c") != 0; }
#else
static answer host_to_f16(uint32_t term) { return (answer){term, 0}; }
static uint32_t host_from_f16(uint16_t half) { return half; }
static bool f16c_present(void) { return false; }
#endif

static void conversions(uint64_t count) {
  if (!f16c_present()) {
    for (unsigned n = 0; n < 2; ++n)
      printf("ok %" PRIu64 " - model: binary16 # SKIP the processor cannot convert it\n", ++tests);
    return;
  }
  uint64_t before = failures, state = seed;
  for (uint64_t n = 0; n < count; ++n) {
    uint32_t terms[2] = {nf_exact_stim_term(&state, true), 0};
    if (n & 1) // about the range of binary16
      terms[0] = (terms[0] & 0x807fffff) | (uint32_t)(100 + nf_exact_below(&state, 45)) << 23;
    compare("to binary16", terms, model(terms, 1, NF_EXACT_F16, 0), host_to_f16(terms[0]));
  }
  verdict(before, count, "model", "one term to binary16 by the processor");

  before = failures;
  for (uint32_t half = 0; half < 1 << 16; ++half) {
    const uint32_t terms[2] = {half, 0};
    const bool signaling = (half & 0x7e00) == 0x7c00 && (half & 0x1ff) != 0;
    // The processor makes NaNs quiet on the way.
    const answer got = {nf_fp_widen_f16((uint16_t)half) | (signaling ? 0x400000 : 0), 0};
    compare("widen", terms, got, (answer){host_from_f16((uint16_t)half), 0});
  }
  verdict(before, 1 << 16, "model", "every binary16 widened by the processor");
}

// -------------------------------------------------------------------------------------------------
// Many terms
// -------------------------------------------------------------------------------------------------
// 1024 significands of 24 bits, spread over 90 places, fill 124 bits.
static void integers(uint64_t sums) {
  enum { SPREAD = 90, LOWEST = 40 };
  const uint64_t before = failures;
  uint64_t state = seed;
  for (uint64_t s = 0; s < sums; ++s) {
    static uint32_t terms[MAX_TERMS];
    const unsigned count = 2 + (unsigned)nf_exact_below(&state, MAX_TERMS - 1);
    __int128 integer = 0;
    for (unsigned n = 0; n < count; ++n) {
      const uint32_t place = (uint32_t)nf_exact_below(&state, SPREAD);
      terms[n] = ((uint32_t)nf_exact_random(&state) & 0x807fffff) | (LOWEST + place) << 23;
      // Some take back what came before them.
      if (n > 0 && nf_exact_below(&state, 4) == 0)
        terms[n] = terms[n - 1] ^ UINT32_C(1) << 31;
      const uint32_t moved_by = (terms[n] >> 23 & 255) - LOWEST;
      const __int128 term = (__int128)((terms[n] & 0x7fffff) | 0x800000) << moved_by;
      integer += terms[n] >> 31 ? -term : term;
    }
    // A conversion rounds once; what follows moves the exponent.
    volatile float rounded = (float)integer;
    const answer want = {canonical_bits(ldexpf(rounded, LOWEST - 150)), 0};
    answer got = model(terms, count, NF_EXACT_F32, 0);
    got.flags = 0;
    compare("integer", terms, got, want);
    feclearexcept(FE_ALL_EXCEPT);
  }
  verdict(before, sums, "model", "sums of up to 1024 terms are those of 128-bit integers");
}

static void shuffle(uint64_t *state, uint32_t *terms, unsigned count) {
  for (unsigned n = count; n > 1; --n) {
    const unsigned k = (unsigned)nf_exact_below(state, n);
    const uint32_t t = terms[n - 1];
    terms[n - 1] = terms[k];
    terms[k] = t;
  }
}

// One way to add: each term to one of the groups, the groups joined by their planes.
static nf_exact grouped(uint64_t *state, const uint32_t *terms, unsigned count, uint8_t *flags) {
  enum { GROUPS = 4 };
  nf_exact groups[GROUPS] = {NF_EXACT_EMPTY, NF_EXACT_EMPTY, NF_EXACT_EMPTY, NF_EXACT_EMPTY};
  const unsigned used = 1 + (unsigned)nf_exact_below(state, GROUPS);
  const uint64_t random = nf_exact_random(state);
  for (unsigned n = 0; n < count; ++n)
    nf_exact_add(&groups[(random >> n % 61 & 3) % used], terms[n], flags);
  for (unsigned g = 1; g < used; ++g)
    for (unsigned p = 0; p < NF_EXACT_PLANES; ++p) {
      const unsigned plane = random >> 63 ? p : NF_EXACT_PLANES - 1 - p;
      nf_exact_add_plane(&groups[0], plane, nf_exact_plane(&groups[g], plane));
    }
  return groups[0];
}

static void orders(uint64_t count) {
  enum { TERMS = 64, ORDERS = 100 };
  const uint64_t before = failures;
  uint64_t state = seed, done = 0;
  while (done < count) {
    uint32_t terms[TERMS];
    const bool specials = nf_exact_below(&state, 10) == 0;
    const bool cancel = nf_exact_below(&state, 2) == 0;
    for (unsigned n = 0; n < TERMS; ++n) {
      terms[n] = nf_exact_stim_term(&state, specials);
      if (cancel && n % 2 == 1 && n < TERMS - 2)
        terms[n] = terms[n - 1] ^ UINT32_C(1) << 31;
    }
    answer want[3] = {{0, 0}};
    for (unsigned order = 0; order < ORDERS; ++order, ++done) {
      uint8_t raised = 0;
      const nf_exact sum = grouped(&state, terms, TERMS, &raised);
      for (nf_exact_format format = NF_EXACT_F32; format <= NF_EXACT_BF16; ++format) {
        answer got = {0, raised};
        got.bits = nf_exact_round(&sum, format, format, &got.flags);
        if (order == 0)
          want[format] = got;
        compare("order", terms, got, want[format]);
      }
      shuffle(&state, terms, TERMS);
    }
  }
  verdict(before, done, "model", "any order and any groups give the same bits and flags");
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
  uint64_t count = 10 * 1000 * 1000, rtl_count = 300 * 1000;
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "--count") == 0)
      count = number(argc, argv, ++i);
    else if (strcmp(argv[i], "--rtl-count") == 0)
      rtl_count = number(argc, argv, ++i);
    else if (strcmp(argv[i], "--seed") == 0)
      seed = number(argc, argv, ++i);
    else {
      fprintf(stderr, "usage: %s [--count N] [--rtl-count N] [--seed N]\n", argv[0]);
      return 2;
    }
  }
  if (fesetround(FE_TONEAREST) != 0) {
    puts("Bail out! this processor cannot round to nearest");
    return 2;
  }
  feclearexcept(FE_ALL_EXCEPT);
  decode_rtl = nf_exact_decode_dut.create(0);
  add_rtl = nf_exact_add_dut.create(0);
  round_rtl = nf_exact_round_dut.create(0);
  nf_exact_round_dut.reset(round_rtl);
  puts("1..12");

  two_terms("model", model, count);
  two_terms("RTL", rtl, rtl_count);
  doubles("model", model, count / 4);
  doubles("RTL", rtl, rtl_count);
  conversions(count);
  integers(1 + count / 1000);
  orders(1 + count / 100);

  nf_exact_decode_dut.destroy(decode_rtl);
  nf_exact_add_dut.destroy(add_rtl);
  nf_exact_round_dut.destroy(round_rtl);
  printf("# %" PRIu64 " differences\n", failures);
  return failures != 0;
}
