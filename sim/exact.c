// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "exact.h"

#include "common/nf_defs.h"

enum { LIMBS = 5 };
static const uint32_t CanonicalNan = 0x7fc00000u, Infinity = 0x7f800000u, SignBit = 0x80000000u;

static bool is_nan(uint32_t f) { return (f & 0x7fffffffu) > Infinity; }
static bool is_inf(uint32_t f) { return (f & 0x7fffffffu) == Infinity; }

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

void nf_exact_init(nf_exact *x) { *x = (nf_exact){.all_neg_zero = true}; }

void nf_exact_add(nf_exact *x, uint32_t f32) {
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

static int top_bit(const uint64_t *a) {
  for (int i = LIMBS - 1; i >= 0; i--)
    if (a[i])
      return i * 64 + 63 - __builtin_clzll(a[i]);
  return -1;
}

static uint64_t bit_at(const uint64_t *a, int bit) { return a[bit / 64] >> (bit % 64) & 1; }

uint32_t nf_exact_round(const nf_exact *x) {
  if (x->nan || (x->pos_inf && x->neg_inf))
    return CanonicalNan;
  if (x->pos_inf || x->neg_inf)
    return Infinity | (x->neg_inf ? SignBit : 0);
  uint64_t a[LIMBS];
  for (int i = 0; i < LIMBS; i++)
    a[i] = x->limb[i];
  uint32_t sign = a[LIMBS - 1] >> 63 ? SignBit : 0;
  if (sign)
    negate(a);
  int top = top_bit(a);
  if (top < 0)
    return x->all_neg_zero ? SignBit : 0;
  if (top < 24) // subnormal or the first binade: every unit is representable
    return sign | (uint32_t)a[0];
  int low = top - 23; // weight of the last significand bit
  uint32_t m = 0;
  for (int i = 23; i >= 0; i--)
    m = m << 1 | (uint32_t)bit_at(a, low + i);
  bool half = bit_at(a, low - 1), rest = false;
  for (int i = 0; i < low - 1 && !rest; i++)
    rest = bit_at(a, i);
  uint32_t exponent = (uint32_t)low + 1;
  // The hidden bit adds one to the exponent field; a round-up that carries does so once more.
  uint32_t f = ((exponent - 1) << 23) + m + (half && (rest || (m & 1)) ? 1 : 0);
  if (exponent > 254 || f >= Infinity)
    return sign | Infinity;
  return sign | f;
}

// Order of binary32 values as integers, -0 below +0.
static int64_t order(uint32_t f) {
  return f & SignBit ? -(int64_t)(f & 0x7fffffffu) - 1 : (int64_t)f;
}

static uint32_t pick_f32(uint32_t a, uint32_t b, bool max) {
  if (is_nan(a) || is_nan(b))
    return !is_nan(a) ? a : !is_nan(b) ? b : CanonicalNan;
  return (order(a) < order(b)) != max ? a : b;
}

static uint32_t pick(uint8_t dtype, uint32_t a, uint32_t b, bool max) {
  if (dtype == NF_DTYPE_F32)
    return pick_f32(a, b, max);
  bool less = dtype == NF_DTYPE_S32 ? (int32_t)a < (int32_t)b : a < b;
  return less != max ? a : b;
}

uint32_t nf_exact_reduce(uint8_t op, uint8_t dtype, const uint32_t *v, size_t n) {
  if (op == NF_RED_OP_ADD && dtype == NF_DTYPE_F32) {
    nf_exact x;
    nf_exact_init(&x);
    for (size_t i = 0; i < n; i++)
      nf_exact_add(&x, v[i]);
    return nf_exact_round(&x);
  }
  uint32_t r = v[0];
  for (size_t i = 1; i < n; i++)
    switch (op) {
    case NF_RED_OP_ADD:
      r += v[i];
      break;
    case NF_RED_OP_AND:
      r &= v[i];
      break;
    case NF_RED_OP_OR:
      r |= v[i];
      break;
    case NF_RED_OP_XOR:
      r ^= v[i];
      break;
    default:
      r = pick(dtype, r, v[i], op == NF_RED_OP_MAX);
    }
  return r;
}

uint32_t nf_exact_ulps(uint32_t a, uint32_t b) {
  if (is_nan(a) || is_nan(b))
    return is_nan(a) && is_nan(b) ? 0 : UINT32_MAX;
  // Here -0 and +0 are the same number.
  int64_t x = a & SignBit ? -(int64_t)(a & 0x7fffffffu) : (int64_t)a;
  int64_t y = b & SignBit ? -(int64_t)(b & 0x7fffffffu) : (int64_t)b;
  return (uint32_t)(x > y ? x - y : y - x);
}

bool nf_exact_within_bound(uint32_t sum, const uint32_t *v, size_t n) {
  if (is_nan(sum) || is_inf(sum))
    return true;
  uint64_t diff[LIMBS], once[LIMBS] = {0}, total[LIMBS] = {0}, a[LIMBS];
  magnitude(diff, sum);
  if (!(sum & SignBit)) // diff = exact - sum
    negate(diff);
  for (size_t i = 0; i < n; i++) {
    if (is_nan(v[i]) || is_inf(v[i]))
      return false; // a finite sum cannot come of these
    magnitude(a, v[i]);
    accumulate(once, a);
    if (v[i] & SignBit)
      negate(a);
    accumulate(diff, a);
  }
  for (size_t i = 0; i < n; i++)
    accumulate(total, once); // n times the magnitudes, without a wide product
  if (diff[LIMBS - 1] >> 63)
    negate(diff);
  for (int i = LIMBS - 1; i > 0; i--) // times 2^24
    diff[i] = diff[i] << 24 | diff[i - 1] >> 40;
  diff[0] <<= 24;
  for (int i = LIMBS - 1; i >= 0; i--)
    if (diff[i] != total[i])
      return diff[i] < total[i];
  return true;
}
