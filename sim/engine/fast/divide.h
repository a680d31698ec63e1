// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Division by a number that is known only when a run begins: a product in place of a quotient. The
// factor is 2^64 / by, rounded up, so the product's upper half is exact for numbers and divisors of
// 32 bits.
#ifndef NF_FAST_DIVIDE_H
#define NF_FAST_DIVIDE_H

#include <stdint.h>

typedef struct {
  uint64_t factor; // 0: by is 1
  uint32_t by;
} nf_fast_divisor;

static inline nf_fast_divisor nf_fast_divide_by(uint32_t by) {
  return (nf_fast_divisor){by == 1 ? 0 : UINT64_MAX / by + 1, by};
}

static inline uint32_t nf_fast_quotient(uint32_t n, const nf_fast_divisor *d) {
  return d->factor ? (uint32_t)((unsigned __int128)n * d->factor >> 64) : n;
}

static inline uint32_t nf_fast_rest(uint32_t n, const nf_fast_divisor *d) {
  return n - nf_fast_quotient(n, d) * d->by;
}

#endif
