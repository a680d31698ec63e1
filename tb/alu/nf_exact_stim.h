// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Terms and sums that hurt, shared by the tests of exact sums, and a reference that adds the way
// one does on paper. Everything follows from the state of a random generator that is handed in.
#ifndef NF_EXACT_STIM_H
#define NF_EXACT_STIM_H

#include "alu/nf_exact.h"

// splitmix64: every state has a successor of its own, so any seed will do.
uint64_t nf_exact_random(uint64_t *state);
uint64_t nf_exact_below(uint64_t *state, uint64_t n); // 0 .. n-1

// A number of 320 bits in two's complement, lowest word first, carries all settled.
typedef struct {
  uint32_t w[NF_EXACT_SEGMENTS];
} nf_exact_number;

nf_exact_number nf_exact_resolve(const nf_exact *a);
// n + f32, finite.
nf_exact_number nf_exact_number_plus(nf_exact_number n, uint32_t f32);
bool nf_exact_same(nf_exact_number a, nf_exact_number b);

// A sum with this number, with these saved carries: one of its 512 representations.
nf_exact nf_exact_disguise(nf_exact_number n, uint16_t carry, uint8_t special);

// An f32 of any exponent: uniform, ends of the exponent's range, places at the ends of segments,
// fractions of all zeros and all ones. Finite unless `specials`, which mixes in infinities and
// NaNs.
uint32_t nf_exact_stim_term(uint64_t *state, bool specials);

// A sum for the adders: segments and saved carries of all zeros, all ones and their neighbours.
nf_exact nf_exact_stim_sum(uint64_t *state);

// A sum for the rounding: a leading one anywhere, digits that make ties, near ties and long carries
// in one of the formats, disguised by saved carries.
nf_exact nf_exact_stim_tie(uint64_t *state);

#endif
