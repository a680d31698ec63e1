// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_exact_stim.h"

#include <string.h>

uint64_t nf_exact_random(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

uint64_t nf_exact_below(uint64_t *state, uint64_t n) { return nf_exact_random(state) % n; }

// -------------------------------------------------------------------------------------------------
// Numbers
// -------------------------------------------------------------------------------------------------
static nf_exact_number negated(nf_exact_number n) {
  uint64_t carry = 1;
  for (unsigned k = 0; k < NF_EXACT_SEGMENTS; ++k) {
    carry += ~n.w[k];
    n.w[k] = (uint32_t)carry;
    carry >>= 32;
  }
  return n;
}

static nf_exact_number plus_word(nf_exact_number n, unsigned from, uint32_t word) {
  uint64_t carry = word;
  for (unsigned k = from; k < NF_EXACT_SEGMENTS && carry != 0; ++k) {
    carry += n.w[k];
    n.w[k] = (uint32_t)carry;
    carry >>= 32;
  }
  return n;
}

nf_exact_number nf_exact_resolve(const nf_exact *a) {
  nf_exact_number n;
  memcpy(n.w, a->seg, sizeof n.w);
  for (unsigned k = 1; k < NF_EXACT_SEGMENTS; ++k)
    n = plus_word(n, k, a->carry >> (k - 1) & 1);
  return n;
}

// Sign and magnitude: a negative term is taken away from the number, by way of its opposite.
nf_exact_number nf_exact_number_plus(nf_exact_number n, uint32_t f32) {
  const uint32_t exp = f32 >> 23 & 255, sig = (f32 & 0x7fffff) | (exp != 0 ? 0x800000 : 0);
  const uint32_t place = exp == 0 ? 0 : exp - 1;
  const uint64_t moved = (uint64_t)sig << place % 32;
  const bool negative = f32 >> 31;
  if (negative)
    n = negated(n);
  n = plus_word(n, place / 32, (uint32_t)moved);
  n = plus_word(n, place / 32 + 1, (uint32_t)(moved >> 32));
  return negative ? negated(n) : n;
}

bool nf_exact_same(nf_exact_number a, nf_exact_number b) { return memcmp(&a, &b, sizeof a) == 0; }

nf_exact nf_exact_disguise(nf_exact_number n, uint16_t carry, uint8_t special) {
  n = negated(n);
  for (unsigned k = 1; k < NF_EXACT_SEGMENTS; ++k)
    n = plus_word(n, k, carry >> (k - 1) & 1);
  n = negated(n);
  nf_exact a = {.carry = carry & 0x1ff, .special = special};
  memcpy(a.seg, n.w, sizeof n.w);
  return a;
}

// -------------------------------------------------------------------------------------------------
// Stimulus
// -------------------------------------------------------------------------------------------------
uint32_t nf_exact_stim_term(uint64_t *state, bool specials) {
  const uint64_t r = nf_exact_random(state);
  const uint32_t sign = (uint32_t)r & UINT32_C(1) << 31;
  uint32_t frac = (uint32_t)r & 0x7fffff, exp = (uint32_t)(r >> 32) & 255;
  switch (r >> 40 & 7) {
  case 0:
    frac = 0;
    break;
  case 1:
    frac = 0x7fffff;
    break;
  case 2:
    frac = UINT32_C(1) << frac % 23;
    break;
  default:
    break;
  }
  switch (r >> 44 & 15) {
  case 0: // subnormal and near
    exp %= 3;
    break;
  case 1: // the largest ones
    exp = 254 - exp % 3;
    break;
  case 2: // at the ends of segments
  case 3:
    exp = (exp & ~UINT32_C(31)) + (uint32_t)(r >> 48) % 4;
    break;
  case 4: // within reach of each other
    exp = 100 + exp % 32;
    break;
  case 5: // of binary16
    exp = 127 - 24 + exp % 40;
    break;
  case 6:
    if (specials && (r >> 50 & 3) == 0) {
      const uint32_t fracs[4] = {0, 0, 0x400000, 1};
      return sign | 0x7f800000 | fracs[r >> 52 & 3];
    }
    break;
  case 7:
    if ((r >> 50 & 7) == 0)
      return sign;
    break;
  default:
    break;
  }
  return sign | (exp == 255 ? 254 : exp) << 23 | frac;
}

static uint32_t hard_word(uint64_t *state) {
  const uint64_t r = nf_exact_random(state);
  const uint32_t words[] = {0,
                            0,
                            1,
                            UINT32_MAX,
                            UINT32_MAX,
                            UINT32_MAX - 1,
                            UINT32_MAX - 2,
                            UINT32_C(1) << 31,
                            UINT32_MAX >> 1,
                            (UINT32_MAX >> 1) - 1,
                            2};
  const unsigned pick = (unsigned)(r >> 32) % 14;
  return pick < sizeof words / sizeof words[0] ? words[pick]
         : pick == 13                          ? UINT32_C(1) << (r & 31)
                                               : (uint32_t)r;
}

// Long stretches of one word are what long carries are made of.
nf_exact nf_exact_stim_sum(uint64_t *state) {
  nf_exact a;
  const uint64_t r = nf_exact_random(state);
  uint32_t word = hard_word(state);
  const unsigned stretch = 1 + (unsigned)(r & 7);
  for (unsigned k = 0; k < NF_EXACT_SEGMENTS; ++k) {
    if (nf_exact_below(state, stretch) == 0)
      word = hard_word(state);
    a.seg[k] = word;
  }
  const uint16_t carries[4] = {0, 0x1ff, (uint16_t)(r >> 16 & 0x1ff),
                               (uint16_t)(r >> 16 & r >> 25 & 0x1ff)};
  a.carry = carries[r >> 8 & 3];
  a.special = (r >> 10 & 7) != 0 ? (uint8_t)(r >> 13 & 1) * NF_EXACT_NOT_MINUS_ZERO
                                 : (uint8_t)(r >> 40 & 15);
  return a;
}

static void set_digit(nf_exact_number *n, int digit) {
  if (digit >= 0)
    n->w[digit / 32] |= UINT32_C(1) << digit % 32;
}

nf_exact nf_exact_stim_tie(uint64_t *state) {
  static const int digits[3] = {24, 11, 8}, units[3] = {0, 125, 16}, top_exp[3] = {255, 31, 255};
  const uint64_t r = nf_exact_random(state), pattern = nf_exact_random(state);
  const unsigned format = (unsigned)(r & 3) % 3;
  const int shift = (int)(r >> 2 & 15);
  // The leading one: anywhere, about the least normal number, or about the largest one.
  int leading = (int)(r >> 8 & 0xffff) % 318;
  if ((r >> 24 & 3) == 0)
    leading = units[format] + shift + digits[format] - 26 + (int)(r >> 26 & 31);
  else if ((r >> 24 & 3) == 1 && format == 1)
    leading = units[1] + shift + digits[1] + top_exp[1] - 5 + (int)(r >> 26 & 3);
  else if ((r >> 24 & 3) == 1)
    leading = units[format] + shift + digits[format] + top_exp[format] - 5 + (int)(r >> 26 & 3);
  leading = leading < 0 ? 0 : leading > 318 ? 318 : leading;

  nf_exact_number n = {{0}};
  const bool ones = r >> 31 & 1;
  const int last = leading - digits[format] + 1;
  for (int d = leading; d >= last; --d)
    if (d == leading || ones || (pattern >> (d & 31) & 1) != 0)
      set_digit(&n, d);
  if (r >> 32 & 1)
    set_digit(&n, last - 1);
  if (r >> 33 & 1)
    set_digit(&n, last - 2);
  if (r >> 34 & 1) // a single digit far below
    set_digit(&n, (int)(r >> 36 & 0x1ff) % (last > 1 ? last : 1));
  if (r >> 35 & 1) // almost the next number
    for (int d = last - 1; d >= 0 && d > last - 1 - (int)(r >> 45 & 127); --d)
      set_digit(&n, d);
  if (r >> 52 & 1)
    n = negated(n);
  return nf_exact_disguise(n, (r >> 53 & 1) != 0 ? (uint16_t)(pattern >> 40 & 0x1ff) : 0,
                           NF_EXACT_NOT_MINUS_ZERO);
}
