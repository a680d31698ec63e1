// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A small random number generator with a state of its own (the splitmix64 sequence), so that a run
// depends on its seed alone.
#ifndef NF_SIM_RNG_H
#define NF_SIM_RNG_H

#include <stdint.h>

typedef struct {
  uint64_t state;
} nf_rng;

static inline uint64_t nf_rng_next(nf_rng *r) {
  uint64_t z = r->state += 0x9e3779b97f4a7c15ull;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}

// 0 .. n-1, n of 1 or more; the bias is below 2^-32 for the small n used here.
static inline uint32_t nf_rng_below(nf_rng *r, uint32_t n) {
  return (uint32_t)((nf_rng_next(r) >> 32) * n >> 32);
}

// 0 .. n-1 in a random order. Engines that send each to the next in it have the same pairs for a
// seed.
static inline void nf_rng_order(nf_rng *r, uint32_t *order, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t k = nf_rng_below(r, i + 1);
    order[i] = order[k];
    order[k] = i;
  }
}

#endif
