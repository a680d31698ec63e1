// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One direction of a cable: words of a link (nf_link), delayed; and what can go wrong on it. The
// two ends need not be in the same cycle: the sending one may be ahead of the receiving one, or
// behind it by up to the delay.
#ifndef NF_SIM_WIRE_H
#define NF_SIM_WIRE_H

#include "sim/common/rng.h"
#include <stdbool.h>

typedef struct {
  double bit_errors; // chance that a bit is turned
  double drops;      // chance that a word is lost: zeros arrive
  double duplicates; // chance that a word arrives twice, the second time instead of the next one
} nf_wire_faults;

typedef struct {
  uint64_t *ring; // of each word its data, `limbs` of 64 bits, then its control part
  uint32_t limbs;
  uint32_t size, in, out; // words of the ring; where the next one goes in, and comes out
  nf_wire_faults faults;
  nf_rng rng;
  uint64_t good_bits;       // until the next bit error
  bool repeats;             // the next word is replaced by the one before
  bool dead;                // zeros arrive from now on
  uint64_t turned, damaged; // bits, words with such bits
  uint64_t lost, repeated;  // words
} nf_wire;

// width: bits of a word's data, a multiple of 64; delay: cycles, 1 or more; ahead: cycles that the
// sending end may be ahead of the other one, 1 or more. False when memory is short.
bool nf_wire_open(nf_wire *w, uint32_t width, uint32_t delay, uint32_t ahead,
                  const nf_wire_faults *faults, uint64_t seed);
// Bits of a word, with the control part.
static inline uint32_t nf_wire_bits(const nf_wire *w) { return 64 * (w->limbs + 1); }
// A clock cycle of the receiving end: what arrives in it, data and then the control part.
static inline const uint64_t *nf_wire_take(nf_wire *w) {
  const uint64_t *word = &w->ring[w->out * (w->limbs + 1)];
  w->out = w->out + 1 == w->size ? 0 : w->out + 1;
  return word;
}
// A clock cycle of the sending end.
void nf_wire_put(nf_wire *w, const uint64_t *data, uint64_t ctrl);
void nf_wire_close(nf_wire *w);

#endif
