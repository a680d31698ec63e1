// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/common/reference.h"

#include "common/nf_defs.h"

#include <stdio.h>
#include <stdlib.h>

enum { LIMBS = 5 };
static const uint32_t Infinity = 0x7f800000u, SignBit = 0x80000000u;

// A format: bits of its significand, weight of its least number in units of 2^-149, and codes.
static const struct {
  unsigned precision, unit;
  uint32_t infinity, nan, sign;
} Formats[] = {
    [NF_REFERENCE_F32] = {24, 0, 0x7f800000u, 0x7fc00000u, 0x80000000u},
    [NF_REFERENCE_F16] = {11, 125, 0x7c00, 0x7e00, 0x8000},
    [NF_REFERENCE_BF16] = {8, 16, 0x7f80, 0x7fc0, 0x8000},
};

// What judges others must not guess: a new code ends the run until the reference model knows it.
static _Noreturn void refuse(const char *what, unsigned code) {
  fprintf(stderr, "netfold: the reference model has no %s of code %u\n", what, code);
  abort();
}

nf_reference_format nf_reference_format_of(uint8_t dtype) {
  switch (dtype) {
  case NF_DTYPE_F32:
  case NF_DTYPE_F32X:
    return NF_REFERENCE_F32;
  case NF_DTYPE_F16:
  case NF_DTYPE_F16_F32:
  case NF_DTYPE_F16X:
    return NF_REFERENCE_F16;
  case NF_DTYPE_BF16:
  case NF_DTYPE_BF16_F32:
  case NF_DTYPE_BF16X:
    return NF_REFERENCE_BF16;
  case NF_DTYPE_U32:
  case NF_DTYPE_S32:
  case NF_DTYPE_U32SAT:
  case NF_DTYPE_S32SAT:
  case NF_DTYPE_FIX32:
    return NF_REFERENCE_INTEGER;
  default:
    refuse("data type", dtype);
  }
}

unsigned nf_reference_per_word(uint8_t dtype) { return nf_dtypes[dtype].half ? 2 : 1; }

static uint32_t element(uint8_t dtype, uint32_t word, unsigned i) {
  return nf_dtypes[dtype].half ? word >> 16 * i & 0xffff : word;
}

static bool is_nan(uint32_t f) { return (f & 0x7fffffffu) > Infinity; }
static bool is_inf(uint32_t f) { return (f & 0x7fffffffu) == Infinity; }

uint32_t nf_reference_widen(nf_reference_format format, uint32_t value) {
  if (format == NF_REFERENCE_BF16)
    return value << 16;
  if (format != NF_REFERENCE_F16)
    return value;
  uint32_t sign = (value & 0x8000) << 16, exponent = value >> 10 & 31, m = value & 0x3ff;
  if (exponent == 31)
    return sign | Infinity | m << 13;
  if (exponent != 0)
    return sign | (exponent + 112) << 23 | m << 13;
  if (m == 0)
    return sign;
  for (exponent = 113; m < 0x400; exponent--)
    m <<= 1;
  return sign | exponent << 23 | (m & 0x3ff) << 13;
}

// ------------------------------------------------------------------------------ wide integers
static void negate(uint64_t *a) {
  uint64_t carry = 1;
  for (int i = 0; i < LIMBS; i++) {
    a[i] = ~a[i] + carry;
    carry = carry && a[i] == 0;
  }
}

static void accumulate(uint64_t *a, const uint64_t *b) {
  uint64_t carry = 0;
  for (int i = 0; i < LIMBS; i++) {
    uint64_t s = a[i] + b[i];
    uint64_t c = s < b[i];
    a[i] = s + carry;
    carry = c | (a[i] < s);
  }
}

static void shift_left(uint64_t *a, unsigned bits) { // bits < 64
  for (int i = LIMBS - 1; i >= 0 && bits != 0; i--)
    a[i] = a[i] << bits | (i ? a[i - 1] >> (64 - bits) : 0);
}

// a <= b, both not negative.
static bool at_most(const uint64_t *a, const uint64_t *b) {
  for (int i = LIMBS - 1; i >= 0; i--)
    if (a[i] != b[i])
      return a[i] < b[i];
  return true;
}

static double as_double(const uint64_t *a) {
  double x = 0;
  for (int i = LIMBS - 1; i >= 0; i--)
    x = x * 18446744073709551616.0 + (double)a[i];
  return x;
}

static int top_bit(const uint64_t *a) {
  for (int i = LIMBS - 1; i >= 0; i--)
    if (a[i])
      return i * 64 + 63 - __builtin_clzll(a[i]);
  return -1;
}

static uint64_t bit_at(const uint64_t *a, unsigned bit) { return a[bit / 64] >> (bit % 64) & 1; }

// |f| in units of 2^-149.
static void magnitude(uint64_t *a, uint32_t f) {
  uint32_t exponent = f >> 23 & 0xff;
  uint64_t m = (f & 0x7fffffu) | (exponent ? 0x800000u : 0);
  unsigned shift = exponent ? exponent - 1 : 0, limb = shift / 64, bit = shift % 64;
  for (unsigned i = 0; i < LIMBS; i++)
    a[i] = 0;
  a[limb] = m << bit;
  if (bit > 40)
    a[limb + 1] = m >> (64 - bit);
}

// ------------------------------------------------------------------------------ sums
void nf_reference_init(nf_reference_sum *x) { *x = (nf_reference_sum){.all_neg_zero = true}; }

void nf_reference_add(nf_reference_sum *x, uint32_t f32) {
  x->all_neg_zero = x->all_neg_zero && f32 == SignBit;
  if (is_nan(f32)) {
    x->nan = true;
  } else if (is_inf(f32)) {
    if (f32 & SignBit)
      x->neg_inf = true;
    else
      x->pos_inf = true;
  } else {
    uint64_t a[LIMBS];
    magnitude(a, f32);
    if (f32 & SignBit)
      negate(a);
    accumulate(x->limb, a);
  }
}

// `precision` bits of a magnitude from bit `low` on, rounded to nearest, ties to even; a carry may
// make them one bit more.
static uint32_t round_at(const uint64_t a[LIMBS], unsigned low, unsigned precision, unsigned top) {
  uint32_t m = 0;
  for (unsigned i = precision; i-- > 0;)
    m = m << 1 | (low + i <= top ? (uint32_t)bit_at(a, low + i) : 0);
  bool half = low > 0 && bit_at(a, low - 1), rest = false;
  for (unsigned i = 0; i + 1 < low && !rest; i++)
    rest = bit_at(a, i);
  return m + (half && (rest || (m & 1)) ? 1 : 0);
}

uint32_t nf_reference_round(const nf_reference_sum *x, nf_reference_format format, unsigned shift) {
  const unsigned precision = Formats[format].precision;
  const uint32_t infinity = Formats[format].infinity;
  if (x->nan || (x->pos_inf && x->neg_inf))
    return Formats[format].nan;
  if (x->pos_inf || x->neg_inf)
    return infinity | (x->neg_inf ? Formats[format].sign : 0);
  uint64_t a[LIMBS];
  for (int i = 0; i < LIMBS; i++)
    a[i] = x->limb[i];
  uint32_t sign = a[LIMBS - 1] >> 63 ? Formats[format].sign : 0;
  if (sign)
    negate(a);
  int top = top_bit(a);
  if (top < 0)
    return x->all_neg_zero ? Formats[format].sign : 0;
  // The last bit that is kept: as many as the significand has, but none below the least number.
  const unsigned least = Formats[format].unit + shift;
  unsigned low = (unsigned)top + 1 > least + precision ? (unsigned)top + 1 - precision : least;
  const uint32_t m = round_at(a, low, precision, (unsigned)top);
  // The hidden bit adds one to the exponent field; a round-up that carries does so once more.
  uint64_t f = ((uint64_t)(low - least) << (precision - 1)) + m;
  return sign | (f >= infinity ? infinity : (uint32_t)f);
}

static unsigned log2_of(size_t n) { return 63 - (unsigned)__builtin_clzll(n); }

static uint32_t sum_floats(uint8_t op, uint8_t dtype, const uint32_t *v, size_t n) {
  const nf_reference_format format = nf_reference_format_of(dtype);
  uint32_t word = 0;
  for (unsigned k = 0; k < nf_reference_per_word(dtype); k++) {
    nf_reference_sum x;
    nf_reference_init(&x);
    for (size_t i = 0; i < n; i++)
      nf_reference_add(&x, nf_reference_widen(format, element(dtype, v[i], k)));
    word |= nf_reference_round(&x, format, op == NF_RED_OP_AVG ? log2_of(n) : 0) << 16 * k;
  }
  return word;
}

static uint32_t sum_integers(uint8_t dtype, const uint32_t *v, size_t n) {
  uint32_t wrapped = 0;
  int64_t sum = 0;
  for (size_t i = 0; i < n; i++) {
    wrapped += v[i];
    sum += dtype == NF_DTYPE_U32SAT ? (int64_t)v[i] : (int32_t)v[i];
  }
  switch (dtype) {
  case NF_DTYPE_U32SAT:
    return sum > UINT32_MAX ? UINT32_MAX : (uint32_t)sum;
  case NF_DTYPE_S32SAT:
  case NF_DTYPE_FIX32:
    return (uint32_t)(sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int32_t)sum);
  default:
    return wrapped;
  }
}

// ------------------------------------------------------------------------------ minimum, maximum
// Order of binary32 values as integers, -0 below +0.
static int64_t order(uint32_t f) {
  return f & SignBit ? -(int64_t)(f & 0x7fffffffu) - 1 : (int64_t)f;
}

static uint32_t pick_float(nf_reference_format format, uint32_t a, uint32_t b, bool max) {
  uint32_t x = nf_reference_widen(format, a), y = nf_reference_widen(format, b);
  if (is_nan(x) || is_nan(y))
    return !is_nan(x) ? a : !is_nan(y) ? b : Formats[format].nan;
  return (order(x) < order(y)) != max ? a : b;
}

static uint32_t pick(uint8_t dtype, uint32_t a, uint32_t b, bool max) {
  const nf_reference_format format = nf_reference_format_of(dtype);
  if (format == NF_REFERENCE_INTEGER) {
    bool less = dtype == NF_DTYPE_U32 ? a < b : (int32_t)a < (int32_t)b;
    return less != max ? a : b;
  }
  uint32_t word = 0;
  for (unsigned k = 0; k < nf_reference_per_word(dtype); k++)
    word |= pick_float(format, element(dtype, a, k), element(dtype, b, k), max) << 16 * k;
  return word;
}

uint32_t nf_reference_reduce(uint8_t op, uint8_t dtype, const uint32_t *v, size_t n) {
  if (op == NF_RED_OP_ADD || op == NF_RED_OP_AVG)
    return nf_reference_format_of(dtype) == NF_REFERENCE_INTEGER ? sum_integers(dtype, v, n)
                                                                 : sum_floats(op, dtype, v, n);
  uint32_t r = v[0];
  for (size_t i = 1; i < n; i++)
    switch (op) {
    case NF_RED_OP_AND:
      r &= v[i];
      break;
    case NF_RED_OP_OR:
      r |= v[i];
      break;
    case NF_RED_OP_XOR:
      r ^= v[i];
      break;
    case NF_RED_OP_MIN:
    case NF_RED_OP_MAX:
      r = pick(dtype, r, v[i], op == NF_RED_OP_MAX);
      break;
    default:
      refuse("op", op);
    }
  return r;
}

// ------------------------------------------------------------------------------ comparing
// Bits of the significand that sums are kept in; 0: all of them.
static unsigned kept_bits(uint8_t dtype) {
  switch (dtype) {
  case NF_DTYPE_F32:
  case NF_DTYPE_F16_F32:
  case NF_DTYPE_BF16_F32:
    return 24;
  case NF_DTYPE_F16:
  case NF_DTYPE_BF16:
    return Formats[nf_reference_format_of(dtype)].precision;
  default:
    return 0;
  }
}

bool nf_reference_rounds(uint8_t op, uint8_t dtype) {
  return (op == NF_RED_OP_ADD || op == NF_RED_OP_AVG) && kept_bits(dtype) != 0;
}

nf_reference_kind nf_reference_compare(uint8_t op, uint8_t dtype, const uint32_t *v, size_t n) {
  if (op != NF_RED_OP_ADD && op != NF_RED_OP_AVG)
    return NF_REFERENCE_EQUAL;
  if (nf_reference_rounds(op, dtype))
    return NF_REFERENCE_ROUNDED;
  if (dtype != NF_DTYPE_S32SAT && dtype != NF_DTYPE_FIX32)
    return NF_REFERENCE_EQUAL;
  int64_t up = 0, down = 0;
  for (size_t i = 0; i < n; i++)
    *((int32_t)v[i] < 0 ? &down : &up) += (int32_t)v[i];
  bool mixed = up != 0 && down != 0;
  return mixed && (up > INT32_MAX || down < INT32_MIN) ? NF_REFERENCE_ORDERED : NF_REFERENCE_EQUAL;
}

// Element k of a word against its bound; all sums are scaled by 2^24 and not divided for an
// average.
static bool element_within(uint8_t op, uint8_t dtype, unsigned k, uint32_t word, const uint32_t *v,
                           size_t n, nf_reference_error *worst) {
  const nf_reference_format format = nf_reference_format_of(dtype);
  const unsigned shift = op == NF_RED_OP_AVG ? log2_of(n) : 0;
  const uint32_t got = nf_reference_widen(format, element(dtype, word, k));
  if (is_nan(got) || is_inf(got))
    return true;
  uint64_t diff[LIMBS], once[LIMBS] = {0}, total[LIMBS] = {0}, last[LIMBS] = {0}, a[LIMBS];
  magnitude(diff, got);
  shift_left(diff, shift);
  if (!(got & SignBit)) // diff = exact - sum
    negate(diff);
  for (size_t i = 0; i < n; i++) {
    const uint32_t f = nf_reference_widen(format, element(dtype, v[i], k));
    if (is_nan(f) || is_inf(f))
      return false; // a finite sum cannot come of these
    magnitude(a, f);
    accumulate(once, a);
    if (f & SignBit)
      negate(a);
    accumulate(diff, a);
  }
  for (size_t i = 1; i < n; i++)
    accumulate(total, once); // n-1 times the magnitudes, without a wide product
  shift_left(total, 24 - kept_bits(dtype));
  if (op == NF_RED_OP_AVG || kept_bits(dtype) != Formats[format].precision) {
    // The last rounding: half a unit, at least of the least number.
    magnitude(a, got);
    shift_left(a, 24 - Formats[format].precision + shift);
    accumulate(last, a);
    magnitude(a, 1);
    for (unsigned left = 23 + Formats[format].unit + shift, step; left; left -= step) {
      step = left < 63 ? left : 63;
      shift_left(a, step);
    }
    accumulate(last, a);
    accumulate(total, last);
  }
  if (diff[LIMBS - 1] >> 63)
    negate(diff);
  shift_left(diff, 24);
  shift_left(once, 24 - Formats[format].precision);
  const double unit = as_double(once);
  const double additions =
      (double)(n - 1) / (double)(1u << (kept_bits(dtype) - Formats[format].precision));
  const nf_reference_error e = {unit > 0 ? as_double(diff) / unit : 0,
                                additions + (unit > 0 ? as_double(last) / unit : 0)};
  if (e.units * worst->bound > worst->units * e.bound || worst->bound == 0)
    *worst = e;
  return at_most(diff, total);
}

bool nf_reference_measure(uint8_t op, uint8_t dtype, uint32_t word, const uint32_t *v, size_t n,
                          nf_reference_error *worst) {
  for (unsigned k = 0; k < nf_reference_per_word(dtype); k++)
    if (!element_within(op, dtype, k, word, v, n, worst))
      return false;
  return true;
}
