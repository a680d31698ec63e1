// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What an all-reduce ought to give: the exact sum rounded once, the integer result, the minimum.
// Integer arithmetic only, and none of it shared with the golden models.
#ifndef NF_SIM_EXACT_H
#define NF_SIM_EXACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A sum of binary32 values in fixed point: two's complement, unit 2^-149, 320 bits. The largest
// value is below 2^277 units, so 2^42 values cannot overflow it.
typedef struct {
  uint64_t limb[5]; // least significant first
  bool nan, pos_inf, neg_inf;
  bool all_neg_zero; // nothing but -0 so far: then the sum is -0
} nf_exact;

void nf_exact_init(nf_exact *x);
void nf_exact_add(nf_exact *x, uint32_t f32);
// The sum rounded to nearest even; the canonical quiet NaN 0x7fc00000 for invalid sums.
uint32_t nf_exact_round(const nf_exact *x);

// The reduction of n elements that no order can change: integers, bitwise, min and max of all
// types, and for f32 sums the exact sum rounded once.
uint32_t nf_exact_reduce(uint8_t op, uint8_t dtype, const uint32_t *v, size_t n);

// Units in the last place between two binary32 values; NaN against NaN is 0, NaN against a number
// UINT32_MAX.
uint32_t nf_exact_ulps(uint32_t a, uint32_t b);

// True when `sum` may be the result of n-1 rounded additions of the n values in some order:
// |sum - exact| <= n * 2^-24 * (|v0| + |v1| + ...). A lost or doubled contribution breaks it
// unless it is smaller than the rounding itself. Sums that are not finite are not judged.
bool nf_exact_within_bound(uint32_t sum, const uint32_t *v, size_t n);

#endif
