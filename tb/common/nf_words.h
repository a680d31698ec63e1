// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Numbered words of a stream, of any width.
#ifndef NF_WORDS_H
#define NF_WORDS_H

#include <stdint.h>

// The n-th word: a number that spreads over all bits.
static inline void nf_word(uint64_t n, uint64_t *word, unsigned width) {
  const unsigned limbs = (width + 63) / 64;
  for (unsigned i = 0; i < limbs; i++) {
    uint64_t x = (n * limbs + i + 1) * 0x9e3779b97f4a7c15u;
    word[i] = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
  }
  word[limbs - 1] &= UINT64_MAX >> (64 * limbs - width);
}

#endif
