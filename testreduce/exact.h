// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Exact sums: a fixed-point number that holds any sum of up to 2^30 elements of any type, rounded
// once at the end. The judge of all others; it shares no code with the golden models of rtl/alu,
// which the unit test compares it with.
#ifndef TR_EXACT_H
#define TR_EXACT_H

#include "number.h"

#ifdef __cplusplus
extern "C" {
#endif

// Digits of 32 bits with room for 2^31 carries each, so that an addition passes none on. Digit k
// has the weight 2^(32k - TR_EXACT_BIAS). 68 of them are binary64's 2098 bits and what a sum needs.
enum { TR_EXACT_DIGITS = 70, TR_EXACT_BIAS = 1152 };

typedef struct {
  int64_t digit[TR_EXACT_DIGITS];
  unsigned low, high; // digits [low, high) are in use
  bool nan, plus_inf, minus_inf;
  bool all_minus_zero, all_plus_zero; // nothing else so far
} tr_exact;

void tr_exact_clear(tr_exact *s);
// Adds a number whose exponent is one of a type here; others have no place and must not come.
void tr_exact_add(tr_exact *s, const tr_num *x);
tr_num tr_exact_round(const tr_exact *s, const tr_width *w, tr_mode mode, const tr_rules *r,
                      tr_env *d);

// The exact sum of n elements, rounded once to nearest even: what every all-reduce is measured by.
uint64_t tr_exact_sum(tr_type type, const uint64_t *bits, size_t n);
// The same for `count` elements of binary32 that stand in n arrays, at full speed.
void tr_exact_sum_f32(uint32_t *sum, const uint32_t *const *x, size_t n, size_t count);

#ifdef __cplusplus
}
#endif

#endif
