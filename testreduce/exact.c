// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "exact.h"

#include <string.h>

void tr_exact_clear(tr_exact *s) {
  s->low = TR_EXACT_DIGITS;
  s->high = 0;
  s->nan = s->plus_inf = s->minus_inf = false;
  s->all_minus_zero = s->all_plus_zero = true;
}

// Digits [from, from + 3) come into use.
static void use(tr_exact *s, unsigned from) {
  if (s->high == 0) {
    s->low = from;
    s->high = from;
  }
  while (s->low > from)
    s->digit[--s->low] = 0;
  while (s->high < from + 3)
    s->digit[s->high++] = 0;
}

void tr_exact_add(tr_exact *s, const tr_num *x) {
  s->all_minus_zero = s->all_minus_zero && x->kind == TR_ZERO && x->neg;
  s->all_plus_zero = s->all_plus_zero && x->kind == TR_ZERO && !x->neg;
  if (x->kind == TR_FINITE) {
    const unsigned place = (unsigned)(x->exp - 63 + TR_EXACT_BIAS), bit = place % 32;
    const unsigned __int128 wide = (unsigned __int128)x->sig << bit;
    use(s, place / 32);
    int64_t *digit = &s->digit[place / 32];
    const int64_t part[3] = {(int64_t)(uint32_t)wide, (int64_t)(uint32_t)(wide >> 32),
                             (int64_t)(uint32_t)(wide >> 64)};
    for (unsigned k = 0; k < 3; k++)
      digit[k] += x->neg ? -part[k] : part[k];
  } else if (x->kind == TR_INF) {
    *(x->neg ? &s->minus_inf : &s->plus_inf) = true;
  } else if (x->kind == TR_NAN) {
    s->nan = true;
  }
}

// The sum's sign and its digits as plain ones, `n` of them; their number without leading zeros.
static unsigned settle(const tr_exact *s, uint32_t plain[TR_EXACT_DIGITS + 2], bool *neg) {
  const unsigned n = s->high - s->low;
  int64_t carry = 0;
  for (unsigned k = 0; k < n + 2; k++) {
    const int64_t v = (k < n ? s->digit[s->low + k] : 0) + carry;
    plain[k] = (uint32_t)v;
    carry = v >> 32; // toward -infinity, so the digit is not negative
  }
  *neg = carry < 0;
  if (*neg) {
    uint64_t more = 1;
    for (unsigned k = 0; k < n + 2; k++) {
      more += (uint32_t)~plain[k];
      plain[k] = (uint32_t)more;
      more >>= 32;
    }
  }
  unsigned used = n + 2;
  while (used && plain[used - 1] == 0)
    used--;
  return used;
}

tr_num tr_exact_round(const tr_exact *s, const tr_width *w, tr_mode mode, const tr_rules *r,
                      tr_env *d) {
  if (s->plus_inf && s->minus_inf) // with a NaN as well: of all terms none is the first
    return tr_invalid(d);
  if (s->nan)
    return (tr_num){TR_NAN, false, 0, 0};
  if (s->plus_inf || s->minus_inf)
    return tr_round(&(tr_num){TR_INF, s->minus_inf, 0, 0}, w, mode, r, d);
  uint32_t plain[TR_EXACT_DIGITS + 2];
  bool neg = false;
  const unsigned used = s->high ? settle(s, plain, &neg) : 0;
  if (used == 0) {
    const bool minus = s->all_minus_zero || (mode == TR_DOWN && !s->all_plus_zero);
    return (tr_num){TR_ZERO, minus && r->zero == TR_ZERO_IEEE, 0, 0};
  }
  // The five digits on top hold 129 bits or more below and with the leading one.
  unsigned __int128 sig = 0;
  for (unsigned k = 0; k < 4; k++)
    sig = sig << 32 | (used > k ? plain[used - 1 - k] : 0);
  const unsigned up = (unsigned)__builtin_clz(plain[used - 1]);
  const uint32_t fifth = used > 4 ? plain[used - 5] : 0;
  bool sticky = (uint32_t)(fifth << up) != 0;
  if (up)
    sig = sig << up | fifth >> (32 - up);
  for (unsigned k = 5; k < used && !sticky; k++)
    sticky = plain[used - 1 - k] != 0;
  const int exp = (int)(32 * (s->low + used)) - 1 - (int)up - TR_EXACT_BIAS;
  return tr_round_raw(&(tr_raw){neg, sticky, exp, sig}, w, mode, r, d);
}

uint64_t tr_exact_sum(tr_type type, const uint64_t *bits, size_t n) {
  const tr_width w = tr_width_of(type);
  const tr_rules plain = {0};
  tr_exact s;
  tr_exact_clear(&s);
  for (size_t i = 0; i < n; i++) {
    const tr_num x = tr_unpack(type, bits[i], false);
    tr_exact_add(&s, &x);
  }
  const tr_num sum = tr_exact_round(&s, &w, TR_EVEN, &plain, NULL);
  return tr_pack(type, &sum);
}

// ------------------------------------------------------------------------------- binary32, fast
// The sums of one element by the general path.
static uint32_t slow_f32(const uint32_t *const *x, size_t n, size_t at) {
  const tr_width w = tr_width_of(TR_F32);
  const tr_rules plain = {0};
  tr_exact s;
  tr_exact_clear(&s);
  for (size_t i = 0; i < n; i++) {
    const tr_num v = tr_unpack(TR_F32, x[i][at], false);
    tr_exact_add(&s, &v);
  }
  const tr_num sum = tr_exact_round(&s, &w, TR_EVEN, &plain, NULL);
  return (uint32_t)tr_pack(TR_F32, &sum);
}

// A sum's magnitude in units of 2^(low - 150), not 0, and its sign bit: nearest even. `low` is an
// exponent field.
static uint32_t round_f32(uint32_t sign, unsigned __int128 m, unsigned low) {
  const uint64_t upper = (uint64_t)(m >> 64);
  const int top = upper ? 127 - __builtin_clzll(upper) : 63 - __builtin_clzll((uint64_t)m | 1);
  if (top < 24) { // no digit is lost; low 1 is that of subnormal numbers
    const uint32_t man = (uint32_t)m;
    const int up = 23 - top, room = (int)low - 1;
    const int move = up < room ? up : room;
    const uint32_t field = (uint32_t)(room - move);
    return sign | ((field << 23) + (man << move));
  }
  // 64 digits with the leading one on top, the lowest of them sticky.
  const unsigned drop = (unsigned)top - 23;
  const unsigned over = top > 63 ? (unsigned)top - 63 : 0;
  const uint64_t high =
      top > 63 ? (uint64_t)(m >> over) | ((m & (((unsigned __int128)1 << over) - 1)) != 0)
               : (uint64_t)m << (63 - top);
  const uint32_t man = (uint32_t)(high >> 40);
  const uint64_t rest = high << 24, half = 1ull << 63;
  const uint32_t bits =
      ((low + drop - 1) << 23) + man + (rest > half || (rest == half && (man & 1)));
  return sign | (bits < 0x7f800000 ? bits : 0x7f800000);
}

enum {
  BLOCK = 256,   // elements at a time: their state stays in the first cache
  SPREAD_64 = 62 // bits that an integer of 64 has for a sum's digits
};

// Largest and least exponent field of each element's operands; zeros have no least one.
static void spread(const uint32_t *const *x, size_t n, size_t from, size_t count,
                   int32_t *restrict most, int32_t *restrict least) {
  for (size_t e = 0; e < count; e++) {
    most[e] = 1;
    least[e] = 255;
  }
  for (size_t i = 0; i < n; i++) {
    const uint32_t *restrict row = x[i] + from;
    for (size_t e = 0; e < count; e++) {
      // Signed numbers: vectors compare them where there is no instruction for the others.
      const int32_t v = (int32_t)(row[e] & 0x7fffffff), field = v >> 23;
      const int32_t low = v ? (field ? field : 1) : 255;
      most[e] = field > most[e] ? field : most[e];
      least[e] = low < least[e] ? low : least[e];
    }
  }
}

// A significand, and its place: the units of its last digit, in powers of two above the least one.
static uint64_t man_of(uint32_t v, uint32_t *place) {
  const uint32_t field = v >> 23 & 255, normal = field != 0;
  *place = field - normal;
  return (v & 0x7fffff) | normal << 23;
}

// Modulo 2^64, and right where the spread fits: elsewhere the sum is made again below. Zeros may
// lie below the least exponent; their digits are none wherever they go.
static void sum_64(const uint32_t *const *x, size_t n, size_t from, size_t count,
                   const int32_t *restrict least, uint64_t *restrict sum) {
  memset(sum, 0, count * sizeof *sum);
  for (size_t i = 0; i < n; i++) {
    const uint32_t *restrict row = x[i] + from;
    for (size_t e = 0; e < count; e++) {
      uint32_t place;
      const uint64_t man = man_of(row[e], &place);
      const uint64_t part = man << ((place + 1 - (uint32_t)least[e]) & 63);
      sum[e] += row[e] >> 31 ? 0 - part : part;
    }
  }
}

// The same in digits of 32 bits, for operands of any size: 278 bits of binary32 and 2^31 operands.
// A significand, 55 bits at its place, goes into one digit's integer, which holds GROUP of them
// before its carries must go on. All loops over digits have one length: the processor guesses none
// of their ends wrongly.
enum { DIGITS = 10, GROUP = 256 };

static void add_digits(const uint32_t *const *x, size_t n, size_t at, int64_t digit[DIGITS]) {
  for (size_t i = 0; i < n; i++) {
    uint32_t place;
    const uint64_t man = man_of(x[i][at], &place);
    const int64_t flip = -(int64_t)(x[i][at] >> 31);
    digit[place / 32] += ((int64_t)(man << (place & 31)) ^ flip) - flip;
  }
  for (unsigned k = 0; k + 1 < DIGITS; k++) {
    digit[k + 1] += digit[k] >> 32; // toward -infinity, so what stays is not negative
    digit[k] = (uint32_t)digit[k];
  }
}

static uint32_t sum_digits(const uint32_t *const *x, size_t n, size_t at) {
  int64_t digit[DIGITS] = {0};
  for (size_t i = 0; i < n; i += GROUP)
    add_digits(x + i, n - i < GROUP ? n - i : GROUP, at, digit);
  // The magnitude in words of 64 bits, and which of them are not zero.
  const uint64_t flip = (uint64_t)(digit[DIGITS - 1] >> 63);
  uint64_t word[DIGITS / 2];
  unsigned carry = flip & 1, used = 0;
  for (unsigned k = 0; k < DIGITS / 2; k++) {
    word[k] = (((uint64_t)digit[2 * k] | (uint64_t)digit[2 * k + 1] << 32) ^ flip) + carry;
    carry &= word[k] == 0;
    used |= (unsigned)(word[k] != 0) << k;
  }
  // Two words are more than a significand and its rounding; of those below it is enough whether
  // they are all zero.
  const unsigned top = 31 - (unsigned)__builtin_clz(used | 2);
  const unsigned __int128 m =
      (unsigned __int128)word[top] << 64 | word[top - 1] | ((used & ((1u << (top - 1)) - 1)) != 0);
  return m ? round_f32((uint32_t)flip & 0x80000000u, m, 64 * (top - 1) + 1) : 0;
}

void tr_exact_sum_f32(uint32_t *result, const uint32_t *const *x, size_t n, size_t count) {
  int32_t most[BLOCK], least[BLOCK];
  uint64_t sum[BLOCK];
  int carry = 0; // bits that n operands need above the largest
  while ((size_t)1 << carry < n)
    carry++;
  for (size_t from = 0; from < count; from += BLOCK) {
    const size_t some = count - from < BLOCK ? count - from : BLOCK;
    spread(x, n, from, some, most, least);
    // All operands are multiples of the least one's unit and below 2^(24 + most - least) of it.
    bool fits = false;
    for (size_t e = 0; e < some; e++)
      fits |= 24 + most[e] - least[e] + carry <= SPREAD_64;
    if (fits)
      sum_64(x, n, from, some, least, sum);
    for (size_t e = 0; e < some; e++) {
      if (most[e] == 255 || least[e] == 255)
        result[from + e] = slow_f32(x, n, from + e);
      else if (24 + most[e] - least[e] + carry > SPREAD_64)
        result[from + e] = sum_digits(x, n, from + e);
      else if (sum[e] == 0)
        result[from + e] = 0; // terms that are not all zero cancel
      else
        result[from + e] = sum[e] >> 63 ? round_f32(0x80000000u, 0 - sum[e], (unsigned)least[e])
                                        : round_f32(0, sum[e], (unsigned)least[e]);
    }
  }
}
