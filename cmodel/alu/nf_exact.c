// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A sum keeps the hardware's digits, saved carries included. The rounding does not follow the
// hardware: it makes one long integer and cuts the significand out of it.
#include "nf_exact.h"

#include <stdbool.h>

enum { HIGHEST = NF_EXACT_SEGMENTS - 1, CARRY_MASK = (1 << HIGHEST) - 1, SPECIAL_MASK = 15 };
// A hold has the segment's code in all bits and nothing else.
#define HOLD ((uint64_t)NF_EXACT_HOLD << NF_EXACT_SEGMENT_LSB)

// -------------------------------------------------------------------------------------------------
// Adding
// -------------------------------------------------------------------------------------------------
// The four fields of addend_o of nf_exact_decode, highest first.
static inline uint64_t join(uint32_t special, uint32_t segment, bool fill, uint64_t window) {
  return (uint64_t)special << NF_EXACT_SPECIAL_LSB | (uint64_t)segment << NF_EXACT_SEGMENT_LSB |
         (uint64_t)fill << NF_EXACT_FILL_LSB | window;
}

// The part "An f32" of nf_exact_decode: place, digits, fill, moved and seen. An infinity or a NaN
// keeps the segment of its exponent and brings no digits (finite masks sig), so that the bits are
// the RTL's.
uint64_t nf_exact_decode_f32(uint32_t f32, uint8_t *flags) {
  const bool negative = f32 >> 31;
  const uint32_t exp = f32 >> 23 & 255, frac = f32 & 0x7fffff;
  // Subnormal numbers have the scale of exponent 1 and no hidden bit.
  const uint32_t place = exp - (exp != 0), segment = place / 32;
  if (exp == 255) {
    if (frac != 0 && !(frac & 0x400000))
      *flags |= NF_FP_INVALID;
    const uint32_t seen = frac != 0  ? NF_EXACT_NAN
                          : negative ? NF_EXACT_MINUS_INF
                                     : NF_EXACT_PLUS_INF;
    return join(NF_EXACT_NOT_MINUS_ZERO | seen, segment, false, 0);
  }
  const int64_t sig = (int64_t)(frac | (uint32_t)(exp != 0) << 23);
  // Negated first and then moved: a carry of the negation would come late.
  const uint64_t moved = (uint64_t)(negative ? -sig : sig) << place % 32;
  const uint64_t window = moved & ((UINT64_C(1) << NF_EXACT_WINDOW_BITS) - 1);
  return join(f32 == UINT32_C(1) << 31 ? 0 : NF_EXACT_NOT_MINUS_ZERO, segment, negative && sig != 0,
              window);
}

// The part "A plane" of nf_exact_decode: `word`, and hold for a number past the last plane.
uint64_t nf_exact_decode_plane(unsigned plane, uint32_t word) {
  if (plane < NF_EXACT_SEGMENTS)
    return join(0, plane, false, word);
  if (plane == NF_EXACT_CARRIES)
    return join(word >> HIGHEST & SPECIAL_MASK, NF_EXACT_CARRIES, false, word & CARRY_MASK);
  return HOLD;
}

// Adds 1 to each of these segments; what runs out of them, at the same places.
static inline uint32_t settle(nf_exact *a, uint32_t segments) {
  uint32_t out = 0;
  for (; segments != 0; segments &= segments - 1) {
    const unsigned k = (unsigned)__builtin_ctz(segments);
    out |= (uint32_t)(++a->seg[k] == 0) << k;
  }
  return out;
}

// One gen_segment of nf_exact_add: old + term + carry_in; returns carry_out at its place.
static inline uint32_t add_to(nf_exact *a, unsigned k, uint32_t word, uint32_t carries) {
  const uint64_t sum = (uint64_t)a->seg[k] + word + (carries >> k & 1);
  a->seg[k] = (uint32_t)sum;
  return (uint32_t)(sum >> 32) << k;
}

// No carry goes further than to the next segment, where it waits for the next addition.
void nf_exact_add_addend(nf_exact *a, uint64_t addend) {
  const unsigned segment = (unsigned)(addend >> NF_EXACT_SEGMENT_LSB & 15);
  const uint64_t window = addend & ((UINT64_C(1) << NF_EXACT_WINDOW_BITS) - 1);
  const uint32_t waiting = (uint32_t)a->carry << 1; // bit k: into segment k
  uint32_t out = 0;
  a->special |= (uint8_t)(addend >> NF_EXACT_SPECIAL_LSB);
  // A hold brings no special bits, and the saved carries wait: only what is ORed in above is left
  // to do.
  if (segment == NF_EXACT_HOLD)
    return;

  if (segment >= NF_EXACT_SEGMENTS) {
    // Two carries may meet in one segment, a saved one and one that the plane brings. Only one of
    // them can run out of it: 2^32 - 1 + 1 + 1 passes 2^32 once. So the two may be ORed.
    out = settle(a, waiting);
    if (segment == NF_EXACT_CARRIES)
      out |= settle(a, (uint32_t)(window & CARRY_MASK) << 1);
  } else {
    const uint32_t fill = addend >> NF_EXACT_FILL_LSB & 1 ? UINT32_MAX : 0;
    const uint32_t below = (UINT32_C(1) << segment) - 1;
    const uint32_t high = (uint32_t)(window >> 32) | fill << (NF_EXACT_WINDOW_BITS - 32);
    // Segments are disjoint from here on: below the window, its two words, above it. The RTL runs
    // ten adders side by side; here those that would add nothing are left out.
    out = settle(a, waiting & below) | add_to(a, segment, (uint32_t)window, waiting);
    if (segment < HIGHEST)
      out |= add_to(a, segment + 1, high, waiting);
    if (fill == 0)
      out |= settle(a, waiting & ~(below << 2 | 3));
    else
      for (unsigned k = segment + 2; k < NF_EXACT_SEGMENTS; ++k)
        out |= add_to(a, k, fill, waiting);
  }
  a->carry = (uint16_t)(out & CARRY_MASK);
}

// nf_exact_decode and nf_exact_add in one step, without the register that stands between them.
void nf_exact_add(nf_exact *a, uint32_t f32, uint8_t *flags) {
  nf_exact_add_addend(a, nf_exact_decode_f32(f32, flags));
}

// The same for one plane of another sum.
void nf_exact_add_plane(nf_exact *a, unsigned plane, uint32_t word) {
  nf_exact_add_addend(a, nf_exact_decode_plane(plane, word));
}

// Word `plane` of the vector acc_o, as nf_reduce_exact sends it.
uint32_t nf_exact_plane(const nf_exact *a, unsigned plane) {
  return plane < NF_EXACT_SEGMENTS ? a->seg[plane] : (uint32_t)a->special << HIGHEST | a->carry;
}

// acc_o as whole words: carries and special bits share the last one.
void nf_exact_to_words(const nf_exact *a, uint32_t words[NF_EXACT_PLANES]) {
  for (unsigned p = 0; p < NF_EXACT_PLANES; ++p)
    words[p] = nf_exact_plane(a, p);
}

// acc_i. Bits past the last field are dropped: the port has whole words, the sum has not.
nf_exact nf_exact_from_words(const uint32_t words[NF_EXACT_PLANES]) {
  nf_exact a;
  for (unsigned k = 0; k < NF_EXACT_SEGMENTS; ++k)
    a.seg[k] = words[k];
  a.carry = (uint16_t)(words[NF_EXACT_CARRIES] & CARRY_MASK);
  a.special = (uint8_t)(words[NF_EXACT_CARRIES] >> HIGHEST & SPECIAL_MASK);
  return a;
}

// -------------------------------------------------------------------------------------------------
// Rounding
// -------------------------------------------------------------------------------------------------
enum { WORDS = NF_EXACT_SEGMENTS / 2 };

static const struct {
  uint8_t digits; // of the significand, hidden one included
  uint8_t unit;   // bit of the sum that is the format's least number
  uint8_t top;    // exponent of infinities and NaNs
  uint32_t sign;
} formats[] = {
    [NF_EXACT_F32] = {24, 0, 255, UINT32_C(1) << 31},
    [NF_EXACT_F16] = {11, 125, 31, UINT32_C(1) << 15},
    [NF_EXACT_BF16] = {8, 16, 255, UINT32_C(1) << 15},
};

// Makes the magnitude of the sum as one integer; true if the sum is negative. First all saved
// carries are let through, which an addition never does: that is why adding takes as long for every
// term.
static bool magnitude(const nf_exact *a, uint64_t words[WORDS]) {
  uint32_t seg[NF_EXACT_SEGMENTS];
  uint64_t carry = 0;
  for (unsigned k = 0; k < NF_EXACT_SEGMENTS; ++k) {
    carry += (uint64_t)a->seg[k] + ((uint32_t)a->carry << 1 >> k & 1);
    seg[k] = (uint32_t)carry;
    carry >>= 32;
  }
  const bool negative = seg[HIGHEST] >> 31;
  carry = negative;
  for (unsigned k = 0; k < WORDS; ++k) {
    const uint64_t word = (uint64_t)seg[2 * k + 1] << 32 | seg[2 * k];
    words[k] = (negative ? ~word : word) + carry;
    carry = carry && words[k] == 0;
  }
  return negative;
}

// Bits lsb and up of the integer, as many as fit; lsb may lie below or past it.
static uint64_t bits_from(const uint64_t words[WORDS], int lsb) {
  if (lsb < 0)
    return lsb <= -64 ? 0 : words[0] << -lsb;
  const unsigned k = (unsigned)lsb / 64, by = (unsigned)lsb % 64;
  const uint64_t low = k < WORDS ? words[k] : 0, high = k + 1 < WORDS ? words[k + 1] : 0;
  return by == 0 ? low : low >> by | high << (64 - by);
}

// The sticky bit of everything below `bit`; the RTL gathers it as rest_q, below_q and cut_sticky_q.
static bool any_below(const uint64_t words[WORDS], int bit) {
  for (int k = 0; k < WORDS && 64 * k < bit; ++k) {
    const int here = bit - 64 * k;
    if (here >= 64 ? words[k] != 0 : (words[k] & ((UINT64_C(1) << here) - 1)) != 0)
      return true;
  }
  return false;
}

// The integer in units of 2^lsb, to nearest even.
static uint64_t rounded_at(const uint64_t words[WORDS], int lsb, unsigned digits) {
  const uint64_t q = bits_from(words, lsb) & ((UINT64_C(1) << digits) - 1);
  const bool half = lsb > 0 && (bits_from(words, lsb - 1) & 1) != 0;
  return q + (half && ((q & 1) != 0 || any_below(words, lsb - 1)));
}

// nf_exact_round.sv in one step. NaNs and infinities come first, as they have no digits to round.
uint32_t nf_exact_round(const nf_exact *a, nf_exact_format format, unsigned shift, uint8_t *flags) {
  const unsigned digits = formats[format].digits;
  const uint32_t sign_bit = formats[format].sign;
  const uint32_t inf = (uint32_t)formats[format].top << (digits - 1);
  const unsigned infs = a->special & (NF_EXACT_PLUS_INF | NF_EXACT_MINUS_INF);
  const bool opposite = infs == (NF_EXACT_PLUS_INF | NF_EXACT_MINUS_INF);
  if (opposite)
    *flags |= NF_FP_INVALID;
  if (opposite || a->special & NF_EXACT_NAN)
    return inf | UINT32_C(1) << (digits - 2);
  if (infs != 0)
    return (infs == NF_EXACT_MINUS_INF ? sign_bit : 0) | inf;

  uint64_t words[WORDS];
  const uint32_t sign = magnitude(a, words) ? sign_bit : 0;
  int top = WORDS - 1;
  while (top >= 0 && words[top] == 0)
    --top;
  if (top < 0)
    return a->special & NF_EXACT_NOT_MINUS_ZERO ? 0 : sign_bit;

  // The last digit of the result stands where the significand ends, or where the format does.
  const int leading = 64 * top + 63 - __builtin_clzll(words[top]);
  const int unit = (int)(formats[format].unit + shift);
  const int normal_lsb = leading - (int)digits + 1;
  const int lsb = normal_lsb > unit ? normal_lsb : unit;
  const uint64_t q = rounded_at(words, lsb, digits);
  // Every bit below the last digit, the rounding bit too.
  const bool inexact = any_below(words, lsb);

  // The hidden bit adds the one that is missing in the exponent, and so does what rounding carries.
  const uint64_t size = ((uint64_t)(lsb - unit) << (digits - 1)) + q;
  if (size >= inf) {
    *flags |= NF_FP_OVERFLOW | NF_FP_INEXACT;
    return sign | inf;
  }
  if (inexact) {
    *flags |= NF_FP_INEXACT;
    // Tiny: with all the exponents there could be, it would round to less than the least normal
    // number.
    const bool grows = rounded_at(words, normal_lsb, digits) >> digits != 0;
    if (leading + grows < unit + (int)digits - 1)
      *flags |= NF_FP_UNDERFLOW;
  }
  return sign | (uint32_t)size;
}
