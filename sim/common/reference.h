// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The reference model of a reduction: the exact sum rounded once, the integer result, the minimum.
// integer result, the minimum. Integer arithmetic only, and none of it shared with the golden
// models.
#ifndef NF_SIM_REFERENCE_H
#define NF_SIM_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  NF_REFERENCE_F32,
  NF_REFERENCE_F16,
  NF_REFERENCE_BF16,
  NF_REFERENCE_INTEGER
} nf_reference_format;

// The elements of a type, and how many a word has of them.
nf_reference_format nf_reference_format_of(uint8_t dtype);
unsigned nf_reference_per_word(uint8_t dtype);

// A sum of binary32 values in fixed point: two's complement, unit 2^-149, 320 bits. The largest
// value is below 2^277 units, so 2^42 values cannot overflow it.
typedef struct {
  uint64_t limb[5]; // least significant first
  bool nan, pos_inf, neg_inf;
  bool all_neg_zero; // nothing but -0 so far: then the sum is -0
} nf_reference_sum;

void nf_reference_init(nf_reference_sum *x);
void nf_reference_add(nf_reference_sum *x, uint32_t f32);
// The sum * 2^-shift rounded to nearest even; a canonical quiet NaN for invalid sums.
uint32_t nf_reference_round(const nf_reference_sum *x, nf_reference_format format, unsigned shift);
// The same number as binary32.
uint32_t nf_reference_widen(nf_reference_format format, uint32_t value);

// The reduction of n words: exact, and rounded once where the type cannot hold it. n is a power of
// two for an average.
uint32_t nf_reference_reduce(uint8_t op, uint8_t dtype, const uint32_t *v, size_t n);

// What the switch's result may be compared with it for.
typedef enum {
  NF_REFERENCE_EQUAL,   // all its bits
  NF_REFERENCE_ROUNDED, // nf_reference_measure: sums are rounded on the way, so the order tells
  NF_REFERENCE_ORDERED  // nothing: the sum saturates on the way or not, as the order has it
} nf_reference_kind;
// True for sums that are rounded on the way.
bool nf_reference_rounds(uint8_t op, uint8_t dtype);
nf_reference_kind nf_reference_compare(uint8_t op, uint8_t dtype, const uint32_t *v, size_t n);

// How far a sum is from the exact one, and how far roundings alone can take it, both in units of
// eps * (|v0| + |v1| + ...): eps is 2^-p, p the bits of the significand of the type. The sum itself
// is no measure: where the words cancel it is as small as you like.
typedef struct {
  double units, bound;
} nf_reference_error;

// True when `word` may be the result of n-1 additions of the n words in some order, rounded as the
// type has it: |sum - exact| <= (n-1) * 2^-k * (|v0| + |v1| + ...), k the bits of the significand
// that sums are kept in (Jeannerod and Rump 2013, without a condition on n), and for sums that are
// rounded once more half a unit of the result. A lost or doubled contribution breaks it unless it
// is smaller than the rounding itself. Sums that are not finite are not checked. `worst` keeps the
// error that came nearest to its bound.
bool nf_reference_measure(uint8_t op, uint8_t dtype, uint32_t word, const uint32_t *v, size_t n,
                          nf_reference_error *worst);

#endif
