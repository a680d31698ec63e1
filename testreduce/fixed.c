// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Sums in fixed point, as switches that only add integers have them (NETREDUCE 5.2.2): each operand
// becomes an integer, x * 2^fraction, the integers are added, and the sum becomes an element again.
// Sums of integers are the same in any order, but where one saturates on the way: such answers
// decide nothing here.
#include "analyse.h"

#include <string.h>

typedef __int128 i128;

static i128 limit(unsigned bits) { return (i128)1 << (bits - 1); }

static i128 clip(i128 v, unsigned bits) {
  return v >= limit(bits) ? limit(bits) - 1 : v < -limit(bits) ? -limit(bits) : v;
}

// An operand as an integer. What is no number is none here.
static i128 integer_of(const tr_num *x, const tr_fixed *f) {
  if (x->kind == TR_ZERO || x->kind == TR_NAN)
    return 0;
  const int drop = 63 - x->exp - f->fraction; // digits behind the point
  if (x->kind == TR_INF || drop <= 0)
    return clip(x->neg ? -limit(100) : limit(100), f->bits);
  const uint64_t half = drop <= 64 ? 1ull << (drop - 1) : 0;
  const uint64_t rest = drop < 64 ? x->sig & (2 * half - 1) : x->sig;
  uint64_t whole = drop < 64 ? x->sig >> drop : 0;
  const bool above = half && rest > half, tie = half && rest == half;
  if (rest && (f->mode == TR_DOWN   ? x->neg
               : f->mode == TR_AWAY ? above || tie
               : f->mode == TR_EVEN ? above || (tie && (whole & 1))
                                    : false))
    whole++;
  return clip(x->neg ? -(i128)whole : (i128)whole, f->bits);
}

static uint64_t element_of(tr_type type, i128 v, const tr_fixed *f) {
  if (v == 0)
    return 0;
  const tr_width w = tr_width_of(type);
  const tr_rules plain = {0};
  const uint64_t magnitude = (uint64_t)(v < 0 ? -v : v); // at most 2^63
  const int up = __builtin_clzll(magnitude);
  const tr_num x = {TR_FINITE, v < 0, 63 - up - f->fraction, magnitude << up};
  const tr_num y = tr_round(&x, &w, f->back, &plain, NULL);
  return tr_pack(type, &y);
}

typedef enum { GIVES, OPEN, MISSES } verdict;

static verdict judge(const tr_sheet *s, const uint64_t *x, uint64_t answer, const tr_fixed *f) {
  i128 plus = 0, minus = 0;
  for (unsigned r = 0; r < s->ranks; r++) {
    const tr_num v = tr_unpack(s->type, x[r], false);
    if (v.kind == TR_NAN)
      return OPEN;
    const i128 q = integer_of(&v, f);
    *(q < 0 ? &minus : &plus) += q;
  }
  i128 sum = plus + minus;
  if (f->wraps) {
    sum &= 2 * limit(f->bits) - 1;
    sum -= sum >= limit(f->bits) ? 2 * limit(f->bits) : 0;
  } else if (plus >= limit(f->bits) || minus < -limit(f->bits)) {
    // Some order saturates; where all operands have one sign, every order does at last.
    if (plus && minus)
      return OPEN;
    sum = clip(sum, f->bits);
  }
  return tr_same(s->type, element_of(s->type, sum, f), answer) ? GIVES : MISSES;
}

// The exponent of the last digit of any answer: that of the integers' unit, as some sums are small.
static bool find_fraction(const tr_analysis *a, tr_fixed *f) {
  const tr_sheet *s = a->sheet;
  int least = 1000, most = -2000;
  for (size_t at = 0; at < a->count && at < 2 * s->length; at++) {
    const tr_num x = tr_unpack(s->type, tr_load(a->array, s->type, at), false);
    if (x.kind != TR_FINITE)
      continue;
    const int last = x.exp - 63 + __builtin_ctzll(x.sig);
    least = last < least ? last : least;
    most = x.exp > most ? x.exp : most;
  }
  f->fraction = -least;
  return most >= least && most - least < 64;
}

static bool gives_all(const tr_analysis *a, tr_fixed *f, size_t end) {
  const tr_sheet *s = a->sheet;
  f->given = f->open = 0;
  for (size_t at = 0; at < end; at++) {
    uint64_t x[TR_MAX_RANKS];
    tr_sheet_values(s, at % s->length, x);
    const verdict v = judge(s, x, tr_load(a->array, s->type, at), f);
    if (v == MISSES)
      return false;
    f->given += v == GIVES;
    f->open += v == OPEN;
  }
  return f->given > s->length / 4;
}

bool tr_find_fixed(tr_analysis *a) {
  static const unsigned bits[] = {32, 16, 64};
  static const tr_mode modes[] = {TR_EVEN, TR_AWAY, TR_TRUNC, TR_DOWN};
  const size_t some = a->count < a->sheet->length ? a->count : a->sheet->length;
  tr_fixed f = {0};
  if (!find_fraction(a, &f))
    return false;
  for (unsigned n = 0; n < 3 * 4 * 2 * 2; n++) {
    f.bits = bits[n / 16];
    f.mode = modes[n / 4 % 4];
    f.back = n & 1 ? TR_TRUNC : TR_EVEN;
    f.wraps = n >> 1 & 1;
    if (!gives_all(a, &f, some) || !gives_all(a, &f, a->count))
      continue;
    f.found = true;
    a->fixed = f;
    return true;
  }
  return false;
}
