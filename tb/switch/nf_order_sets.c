// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_order_sets.h"

#include "alu/nf_fp_widen.h"

#include <string.h>

// A format: bits of the fraction, largest exponent field, place of its least number's digit above
// 2^-149.
typedef struct {
  unsigned frac_bits, top_exp, unit;
  nf_exact_format name;
} format;

static format format_of(unsigned dtype) {
  switch (dtype) {
  case NF_DTYPE_F16:
  case NF_DTYPE_F16X:
    return (format){10, 31, 149 - 24, NF_EXACT_F16};
  case NF_DTYPE_BF16:
  case NF_DTYPE_BF16X:
    return (format){7, 255, 149 - 133, NF_EXACT_BF16};
  default:
    return (format){23, 255, 0, NF_EXACT_F32};
  }
}

static uint32_t sign_bit(format f) { return (f.top_exp + 1) << f.frac_bits; }
static uint32_t infinity(format f) { return f.top_exp << f.frac_bits; }
static uint32_t quiet_bit(format f) { return UINT32_C(1) << (f.frac_bits - 1); }

unsigned order_lanes(unsigned dtype) { return nf_dtypes[dtype].half ? 64 : 32; }

uint32_t order_widened(unsigned dtype, uint32_t bits) {
  const nf_exact_format name = format_of(dtype).name;
  return name == NF_EXACT_F32   ? bits
         : name == NF_EXACT_F16 ? nf_fp_widen_f16((uint16_t)bits)
                                : nf_fp_widen_bf16((uint16_t)bits);
}

uint32_t order_round(unsigned dtype, const nf_exact *sum, uint8_t *flags) {
  uint8_t raised = 0;
  const uint32_t bits = nf_exact_round(sum, format_of(dtype).name, 0, &raised);
  *flags |= (uint8_t)(raised << NF_FLAG_INVALID);
  return bits;
}

// -------------------------------------------------------------------------------------------------
// The sum of a set
// -------------------------------------------------------------------------------------------------
// A finite number as an f32.
static uint32_t widened(format f, uint32_t bits) {
  const uint32_t sign = (bits & sign_bit(f)) != 0 ? UINT32_C(1) << 31 : 0;
  uint32_t exp = bits >> f.frac_bits & f.top_exp, frac = bits & (sign_bit(f) - 1) & ~infinity(f);
  if (f.top_exp == 255)
    return sign | exp << 23 | frac << (23 - f.frac_bits);
  if (exp == 0 && frac == 0)
    return sign;
  exp += exp == 0;                              // a subnormal has the exponent of the least normal
  uint32_t digits = frac << (23 - f.frac_bits); // below the leading one
  if ((bits & infinity(f)) == 0)
    for (digits <<= 1, exp--; digits >> 23 == 0; exp--)
      digits <<= 1;
  return sign | (exp + 127 - 15) << 23 | (digits & 0x7fffff);
}

static bool digit(const nf_exact_number *n, unsigned place) {
  return n->w[place / 32] >> place % 32 & 1;
}

// The magnitude rounded once, to nearest even, with its flags. A sum is a whole number of the least
// numbers of its format, so that nothing that is subnormal is inexact.
static uint32_t round_once(const nf_exact_number *n, format f, uint8_t *flags) {
  unsigned leading = 32 * NF_EXACT_SEGMENTS - 1;
  while (!digit(n, leading))
    leading--;
  const unsigned last = leading > f.unit + f.frac_bits ? leading - f.frac_bits : f.unit;
  uint32_t digits = 0;
  for (unsigned d = leading + 1; d-- > last;)
    digits = digits << 1 | digit(n, d);
  const bool half = last > f.unit && digit(n, last - 1);
  bool rest = false;
  for (unsigned d = f.unit; d + 1 < last; d++)
    rest |= digit(n, d);
  // The leading digit counts one in the exponent.
  uint32_t bits = ((last - f.unit) << f.frac_bits) + digits;
  bits += half && (rest || digits % 2 == 1);
  if (half || rest)
    *flags |= 1u << NF_FLAG_INEXACT;
  if (bits >= infinity(f)) {
    bits = infinity(f);
    *flags |= 1u << NF_FLAG_OVERFLOW | 1u << NF_FLAG_INEXACT;
  }
  return bits;
}

static void sum_up(order_set *s, format f, unsigned terms) {
  nf_exact_number n = {{0}};
  bool nan = false, infinite[2] = {false, false}, minus_zeros = true, zero = true;
  s->flags = 0;
  for (unsigned k = 0; k < terms; k++) {
    const uint32_t t = s->term[k], magnitude = t & (sign_bit(f) - 1);
    minus_zeros &= t == sign_bit(f);
    if (magnitude > infinity(f)) {
      nan = true;
      if ((t & quiet_bit(f)) == 0)
        s->flags |= 1u << NF_FLAG_INVALID;
    } else if (magnitude == infinity(f)) {
      infinite[t != magnitude] = true;
    } else {
      n = nf_exact_number_plus(n, widened(f, t));
    }
  }
  if (infinite[0] && infinite[1])
    s->flags |= 1u << NF_FLAG_INVALID;
  if (nan || (infinite[0] && infinite[1])) {
    s->sum = infinity(f) | quiet_bit(f);
    return;
  }
  if (infinite[0] || infinite[1]) {
    s->sum = infinity(f) | (infinite[1] ? sign_bit(f) : 0);
    return;
  }
  const bool negative = digit(&n, 32 * NF_EXACT_SEGMENTS - 1);
  uint64_t carry = negative;
  for (unsigned k = 0; k < NF_EXACT_SEGMENTS; k++) {
    carry += negative ? ~n.w[k] : n.w[k];
    n.w[k] = (uint32_t)carry;
    carry >>= 32;
    zero &= n.w[k] == 0;
  }
  if (zero)
    s->sum = minus_zeros ? sign_bit(f) : 0;
  else
    s->sum = round_once(&n, f, &s->flags) | (negative ? sign_bit(f) : 0);
}

// -------------------------------------------------------------------------------------------------
// Sets
// -------------------------------------------------------------------------------------------------
static uint32_t any_sign(format f, uint64_t *random) {
  return nf_exact_below(random, 2) != 0 ? sign_bit(f) : 0;
}

static uint32_t any_frac(format f, uint64_t *random) {
  const uint32_t ones = (1u << f.frac_bits) - 1, r = (uint32_t)nf_exact_random(random);
  return (r >> 30) == 0 ? 0 : (r >> 30) == 1 ? ones : r & ones;
}

// A finite number with an exponent from lo to hi.
static uint32_t between(format f, unsigned lo, unsigned hi, uint64_t *random) {
  const unsigned exp = lo + (unsigned)nf_exact_below(random, hi - lo + 1);
  return any_sign(f, random) | exp << f.frac_bits | any_frac(f, random);
}

// n as a whole number between -15 and 15.
static uint32_t integer(format f, int n) {
  unsigned m = (unsigned)(n < 0 ? -n : n), exp = f.top_exp / 2 + f.frac_bits;
  if (m == 0)
    return 0;
  for (; m >> f.frac_bits == 0; exp--)
    m <<= 1;
  return (n < 0 ? sign_bit(f) : 0) | exp << f.frac_bits | (m & ((1u << f.frac_bits) - 1));
}

static void cancelling(order_set *s, format f, unsigned terms, uint64_t *random) {
  const unsigned pairs = terms > 2 ? 1 + (unsigned)nf_exact_below(random, (terms - 1) / 2) : 0;
  for (unsigned k = 0; k < terms; k++)
    s->term[k] = k < 2 * pairs ? between(f, f.top_exp * 3 / 4, f.top_exp - 1, random)
                               : between(f, 1, f.top_exp / 2, random);
  for (unsigned k = 0; k < pairs; k++)
    s->term[2 * k + 1] = s->term[2 * k] ^ sign_bit(f);
}

static void ties(order_set *s, format f, unsigned terms, uint64_t *random) {
  const unsigned digits = f.frac_bits + 1;
  const unsigned exp = digits + 2 + (unsigned)nf_exact_below(random, f.top_exp - 4 - digits);
  s->term[0] = any_sign(f, random) | exp << f.frac_bits | any_frac(f, random);
  for (unsigned k = 1; k < terms; k++)
    switch (nf_exact_below(random, 4)) {
    case 0: // half a unit of the last place
      s->term[k] = any_sign(f, random) | (exp - digits) << f.frac_bits;
      break;
    case 1: // a quarter: two of them make a half
      s->term[k] = any_sign(f, random) | (exp - digits - 1) << f.frac_bits;
      break;
    case 2: // next to nothing
      s->term[k] = between(f, 0, exp - digits - 1, random);
      break;
    default: // a unit
      s->term[k] = any_sign(f, random) | (exp - digits + 1) << f.frac_bits;
    }
}

static void specials(order_set *s, format f, unsigned terms, uint64_t *random) {
  const uint64_t kinds = 1 + nf_exact_below(random, 15); // which of the four there may be
  for (unsigned k = 0; k < terms; k++) {
    const unsigned which = (unsigned)nf_exact_below(random, 6);
    const uint32_t of[4] = {infinity(f), infinity(f) | sign_bit(f),
                            infinity(f) | quiet_bit(f) | any_sign(f, random), infinity(f) | 1};
    s->term[k] =
        which < 4 && (kinds >> which & 1) != 0 ? of[which] : between(f, 0, f.top_exp - 1, random);
  }
}

static void make_set(order_set *s, format f, order_kind kind, unsigned terms, uint64_t *random) {
  const bool once = nf_exact_below(random, 4) == 0;
  if (kind == ORDER_CANCEL)
    cancelling(s, f, terms, random);
  else if (kind == ORDER_TIES)
    ties(s, f, terms, random);
  else if (kind == ORDER_SPECIALS)
    specials(s, f, terms, random);
  else
    for (unsigned k = 0; k < terms; k++)
      s->term[k] = kind == ORDER_INTEGERS      ? integer(f, (int)nf_exact_below(random, 31) - 15)
                   : kind == ORDER_SUBNORMAL   ? between(f, 0, 2, random)
                   : kind == ORDER_MINUS_ZEROS ? (once && k == 0 ? 0 : sign_bit(f))
                   : kind == ORDER_EXPONENTS   ? between(f, 0, f.top_exp - 1, random)
                   : kind == ORDER_NEAR
                       ? between(f, f.top_exp / 2, f.top_exp / 2 + f.frac_bits, random)
                       : between(f, f.top_exp - 2, f.top_exp - 1, random);
  sum_up(s, f, terms);
}

void order_pool_make(order_pool *pool, unsigned dtype, unsigned terms, uint64_t *random) {
  pool->dtype = dtype;
  pool->terms = terms;
  for (unsigned i = 0; i < ORDER_POOL; i++)
    make_set(&pool->set[i], format_of(dtype), (order_kind)(i % ORDER_KINDS), terms, random);
}

// -------------------------------------------------------------------------------------------------
// Orders
// -------------------------------------------------------------------------------------------------
unsigned order_count(unsigned n) { return n < 2 ? 1 : n * order_count(n - 1); }

void order_numbered(uint8_t order[ORDER_TERMS], unsigned n, unsigned number) {
  for (unsigned k = 0; k < n; k++)
    order[k] = (uint8_t)k;
  for (unsigned k = 0; k + 1 < n; k++) {
    const unsigned pick = k + number % (n - k);
    const uint8_t picked = order[pick];
    order[pick] = order[k];
    order[k] = picked;
    number /= n - k;
  }
}

void order_random(uint8_t order[ORDER_TERMS], unsigned n, uint64_t *random) {
  uint64_t r = nf_exact_random(random);
  for (unsigned k = 0; k < n; k++) {
    const unsigned at = (unsigned)(r % (k + 1)); // 16! fits
    r /= k + 1;
    order[k] = order[at];
    order[at] = (uint8_t)k;
  }
}
