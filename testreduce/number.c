// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "number.h"

#include "exact.h"
#include <string.h>

typedef unsigned __int128 u128;
enum { TOP = 127 }; // the leading bit of a tr_raw

// ------------------------------------------------------------------------------- types
// clang-format off
static const tr_format Formats[TR_TYPES] = {
    [TR_F32]  = {"f32", "<f4", 4, 23, 8, -126, 127, 0x80000000, 0x7f7fffff, 0x7f800000, 0x7fc00000, 0x00400000},
    [TR_BF16] = {"bf16", "<u2", 2, 7, 8, -126, 127, 0x8000, 0x7f7f, 0x7f80, 0x7fc0, 0x0040},
    [TR_F16]  = {"f16", "<f2", 2, 10, 5, -14, 15, 0x8000, 0x7bff, 0x7c00, 0x7e00, 0x0200},
    [TR_F64]  = {"f64", "<f8", 8, 52, 11, -1022, 1023, 1ull << 63, 0x7fefffffffffffff,
                 0x7ff0000000000000, 0x7ff8000000000000, 0x0008000000000000},
    [TR_E4M3] = {"fp8e4m3", "|u1", 1, 3, 4, -6, 8, 0x80, 0x7e, 0, 0x7f, 0},
    [TR_E5M2] = {"fp8e5m2", "|u1", 1, 2, 5, -14, 15, 0x80, 0x7b, 0x7c, 0x7e, 0x02},
};
// clang-format on

const tr_format *tr_format_of(tr_type type) { return &Formats[type]; }

bool tr_type_parse(tr_type *type, const char *name) {
  for (unsigned t = 0; t < TR_TYPES; t++)
    if (strcmp(name, Formats[t].name) == 0) {
      *type = (tr_type)t;
      return true;
    }
  return false;
}

uint64_t tr_load(const void *array, tr_type type, size_t index) {
  const unsigned char *at = (const unsigned char *)array + index * Formats[type].bytes;
  uint64_t bits = 0;
  memcpy(&bits, at, Formats[type].bytes); // little endian, as the files are
  return bits;
}

void tr_store(void *array, tr_type type, size_t index, uint64_t bits) {
  memcpy((unsigned char *)array + index * Formats[type].bytes, &bits, Formats[type].bytes);
}

bool tr_is_nan(tr_type type, uint64_t bits) {
  const tr_format *f = &Formats[type];
  return (bits & ~f->sign) > (f->infinity ? f->infinity : f->largest);
}

bool tr_is_finite(tr_type type, uint64_t bits) {
  return (bits & ~Formats[type].sign) <= Formats[type].largest;
}

uint64_t tr_make(tr_type type, bool neg, uint64_t man, int exp) {
  const int up = __builtin_clzll(man | 1);
  const tr_num x = {man ? TR_FINITE : TR_ZERO, neg, exp + 63 - up, man << up};
  return tr_pack(type, &x);
}

// ------------------------------------------------------------------------------- widths and modes
tr_width tr_width_of(tr_type type) {
  const tr_format *f = &Formats[type];
  const unsigned low = f->man_bits;
  const uint64_t man = (f->largest & ((1ull << low) - 1)) | 1ull << low;
  return (tr_width){low + 1, f->emin, f->emax, man << (63 - low), f->infinity != 0};
}

tr_width tr_width_bits(unsigned p) { return (tr_width){p, -16382, 16383, ~0ull << (64 - p), true}; }

static const char *const Modes[] = {"nearest-even", "nearest-away", "truncation", "away-from-zero",
                                    "upward",       "downward",     "to-odd",     "stochastic"};
const char *tr_mode_name(tr_mode mode) { return Modes[mode]; }

bool tr_mode_parse(tr_mode *mode, const char *name) {
  for (unsigned m = 0; m <= TR_STOCHASTIC; m++)
    if (strcmp(name, Modes[m]) == 0) {
      *mode = (tr_mode)m;
      return true;
    }
  return false;
}

uint64_t tr_random(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

// ------------------------------------------------------------------------------- bits and numbers
tr_num tr_unpack(tr_type type, uint64_t bits, bool flush) {
  const tr_format *f = &Formats[type];
  tr_num x = {.neg = (bits & f->sign) != 0};
  const uint64_t magnitude = bits & (f->sign - 1);
  if (tr_is_nan(type, bits)) {
    x.kind = TR_NAN;
    x.sig = bits;
  } else if (magnitude > f->largest) {
    x.kind = TR_INF;
  } else if (magnitude != 0) {
    const int field = (int)(magnitude >> f->man_bits);
    uint64_t man = magnitude & ((1ull << f->man_bits) - 1);
    if (field)
      man |= 1ull << f->man_bits;
    else if (flush)
      return x;
    const int up = __builtin_clzll(man);
    x.kind = TR_FINITE;
    x.sig = man << up;
    x.exp = f->emin + (field ? field - 1 : 0) + (63 - (int)f->man_bits) - up;
  }
  return x;
}

uint64_t tr_pack(tr_type type, const tr_num *x) {
  const tr_format *f = &Formats[type];
  const uint64_t sign = x->neg ? f->sign : 0;
  switch (x->kind) {
  case TR_ZERO:
    return sign;
  case TR_INF:
    return sign | (f->infinity ? f->infinity : f->nan);
  case TR_NAN:
    return f->nan;
  case TR_FINITE:
    break;
  }
  const unsigned drop = 63 - f->man_bits;
  if (x->exp < f->emin)
    return sign | x->sig >> (drop + (unsigned)(f->emin - x->exp));
  const uint64_t field = (uint64_t)(x->exp - f->emin);
  return sign | ((field << f->man_bits) + (x->sig >> drop));
}

// ------------------------------------------------------------------------------- rounding
// What is cut off below the last digit that stays.
typedef struct {
  bool above, tie, inexact; // more than half a unit; half a unit; anything
  uint32_t part;            // of the unit, in 2^-32
} remainder;

static void raise_flags(tr_env *d, unsigned flags) {
  if (d)
    d->flags |= flags;
}

// The `keep` digits on top, and what is below them.
static u128 cut(const tr_raw *x, int keep, remainder *c) {
  u128 q = 0, rest = x->sig;
  *c = (remainder){.inexact = true};
  if (keep > 0) {
    q = x->sig >> (TOP + 1 - keep);
    rest = x->sig << keep;
  }
  if (keep >= 0) {
    const u128 half = (u128)1 << TOP;
    c->above = rest > half || (rest == half && x->sticky);
    c->tie = rest == half && !x->sticky;
    c->inexact = rest != 0 || x->sticky;
    c->part = (uint32_t)(rest >> 96);
  } else if (keep > -32) {
    c->part = (uint32_t)(x->sig >> (96 - keep));
  }
  return q;
}

static bool rounds_up(const remainder *c, tr_mode mode, bool odd, bool neg, tr_env *d) {
  if (!c->inexact)
    return false;
  switch (mode) {
  case TR_EVEN:
    return c->above || (c->tie && odd);
  case TR_AWAY:
    return c->above || c->tie;
  case TR_TRUNC:
    return false;
  case TR_OUT:
    return true;
  case TR_UP:
    return !neg;
  case TR_DOWN:
    return neg;
  case TR_ODD:
    return !odd;
  case TR_STOCHASTIC:
    break;
  }
  if (d->draw)
    return (uint32_t)tr_random(d->draw) < c->part;
  return d->choice >> (d->count++ & 63) & 1;
}

// Whether a number below the least normal one stays below it when it is rounded to all digits, as
// if exponents had no end.
static bool is_tiny(const tr_raw *x, const tr_width *w, tr_mode mode) {
  remainder c;
  if (x->exp + 1 < w->emin || mode == TR_STOCHASTIC)
    return true;
  const u128 q = cut(x, (int)w->p, &c);
  return !(q + 1 == (u128)1 << w->p && rounds_up(&c, mode, q & 1, x->neg, NULL));
}

static tr_num overflow(bool neg, const tr_width *w, tr_mode mode, const tr_rules *r, tr_env *d) {
  raise_flags(d, TR_OVERFLOW | TR_INEXACT);
  bool largest = mode == TR_TRUNC || mode == TR_ODD || mode == (neg ? TR_UP : TR_DOWN);
  if (r->over != TR_OVER_IEEE)
    largest = r->over == TR_OVER_SATURATE;
  if (largest)
    return (tr_num){TR_FINITE, neg, w->emax, w->top};
  return (tr_num){w->inf ? TR_INF : TR_NAN, neg, 0, 0};
}

tr_num tr_invalid(tr_env *d) {
  raise_flags(d, TR_INVALID);
  return (tr_num){TR_NAN, false, 0, 0};
}

static tr_num zero(bool neg, const tr_rules *r) {
  return (tr_num){TR_ZERO, neg && r->zero != TR_ZERO_PLUS, 0, 0};
}

tr_num tr_round_raw(const tr_raw *x, const tr_width *w, tr_mode mode, const tr_rules *r,
                    tr_env *d) {
  const bool below = x->exp < w->emin;
  if (below && r->flush_out) {
    raise_flags(d, TR_UNDERFLOW | TR_INEXACT);
    return zero(x->neg, r);
  }
  const int keep = (int)w->p - (below ? w->emin - x->exp : 0); // digits that stay
  remainder c;
  u128 q = cut(x, keep, &c);
  if (c.inexact)
    raise_flags(d, TR_INEXACT | (below && is_tiny(x, w, mode) ? TR_UNDERFLOW : 0));
  if (rounds_up(&c, mode, q & 1, x->neg, d))
    q++;
  if (q == 0)
    return zero(x->neg, r);
  // The digits that stay, at their place again; one digit more than `keep` if all were ones.
  const int unit = x->exp - (keep > 0 ? keep - 1 : keep - 1);
  const uint64_t carry = keep == 64 && q >> 64 ? 1 : 0;
  const uint64_t man = carry ? 1ull << 63 : (uint64_t)q;
  const int up = __builtin_clzll(man);
  const tr_num y = {TR_FINITE, x->neg, unit + 63 - up + (int)carry, man << up};
  if (y.exp > w->emax || (y.exp == w->emax && y.sig > w->top))
    return overflow(x->neg, w, mode, r, d);
  return y;
}

tr_num tr_round(const tr_num *x, const tr_width *w, tr_mode mode, const tr_rules *r, tr_env *d) {
  if (x->kind == TR_FINITE)
    return tr_round_raw(&(tr_raw){x->neg, false, x->exp, (u128)x->sig << 64}, w, mode, r, d);
  if (x->kind == TR_INF && !w->inf)
    return overflow(x->neg, w, mode, r, d);
  if (x->kind == TR_ZERO)
    return zero(x->neg, r);
  return *x;
}

// ------------------------------------------------------------------------------- sums
// The sum when not all operands are finite and not zero; false: digits decide.
static bool special_sum(tr_num *sum, const tr_num *a, const tr_num *b, const tr_width *w,
                        tr_mode mode, const tr_rules *r, tr_env *d) {
  if (a->kind == TR_FINITE && b->kind == TR_FINITE)
    return false;
  if (a->kind == TR_NAN || b->kind == TR_NAN)
    *sum = a->kind == TR_NAN ? *a : *b;
  else if (a->kind == TR_INF && b->kind == TR_INF && a->neg != b->neg)
    *sum = tr_invalid(d);
  else if (a->kind == TR_INF || b->kind == TR_INF)
    *sum = a->kind == TR_INF ? *a : *b;
  else if (a->kind == TR_FINITE || b->kind == TR_FINITE)
    *sum = tr_round(a->kind == TR_FINITE ? a : b, w, mode, r, d);
  else
    *sum = zero(r->zero == TR_ZERO_IEEE && (a->neg == b->neg ? a->neg : mode == TR_DOWN), r);
  return true;
}

tr_num tr_add(const tr_num *a, const tr_num *b, const tr_width *w, tr_mode mode, const tr_rules *r,
              tr_env *d) {
  tr_num sum;
  if (special_sum(&sum, a, b, w, mode, r, d))
    return sum;
  if (a->exp < b->exp || (a->exp == b->exp && a->sig < b->sig)) {
    const tr_num *swap = a;
    a = b;
    b = swap;
  }
  // One bit for the carry above, 63 below: a distance of up to 63 loses nothing.
  const unsigned down = (unsigned)(a->exp - b->exp);
  const u128 high = (u128)a->sig << 63, full = (u128)b->sig << 63;
  const u128 low = down < 128 ? full >> down : 0;
  tr_raw x = {a->neg, down >= 128 || (low << down) != full, a->exp + 1, 0};
  if (a->neg == b->neg)
    x.sig = high + low;
  else
    x.sig = high - low - (x.sticky ? 1 : 0); // what was cut off is subtracted too
  if (x.sig == 0)
    return zero(r->zero == TR_ZERO_IEEE && mode == TR_DOWN, r);
  const uint64_t upper = (uint64_t)(x.sig >> 64);
  const int up = upper ? __builtin_clzll(upper) : 64 + __builtin_clzll((uint64_t)x.sig);
  x.sig <<= up;
  x.exp -= up;
  return tr_round_raw(&x, w, mode, r, d);
}

tr_num tr_sum(const tr_num *x, size_t n, const tr_width *w, tr_mode mode, const tr_rules *r,
              tr_env *d) {
  tr_exact sum;
  tr_exact_clear(&sum);
  for (size_t i = 0; i < n; i++)
    tr_exact_add(&sum, &x[i]);
  return tr_exact_round(&sum, w, mode, r, d);
}
