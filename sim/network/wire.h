// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One direction of a cable: words of 192 bits, delayed; and what can go wrong on it. The two ends
// need not be in the same cycle: the sending one may be ahead of the receiving one, or behind it by
// up to the delay.
#ifndef NF_SIM_WIRE_H
#define NF_SIM_WIRE_H

#include "../rng.h"
#include "common/nf_defs.h"
#include <stdbool.h>

typedef struct {
  nf_flit data;
  uint64_t ctrl;
} nf_word;

enum { NF_WORD_BITS = 192 };

typedef struct {
  double bit_errors; // chance that a bit is turned
  double drops;      // chance that a word is lost: zeros arrive
  double duplicates; // chance that a word arrives twice, the second time instead of the next one
} nf_wire_faults;

typedef struct {
  nf_word *ring;
  uint32_t size, in, out; // words of the ring; where the next one goes in, and comes out
  nf_wire_faults faults;
  nf_rng rng;
  uint64_t good_bits;              // until the next bit error
  bool repeats;                    // the next word is replaced by the one before
  bool dead;                       // zeros arrive from now on
  uint64_t turned, lost, repeated; // bits, words, words
} nf_wire;

// delay: cycles, 1 or more; ahead: cycles that the sending end may be ahead of the other one, 1 or
// more. False when memory is short.
bool nf_wire_open(nf_wire *w, uint32_t delay, uint32_t ahead, const nf_wire_faults *faults,
                  uint64_t seed);
// A clock cycle of the receiving end: what arrives in it.
static inline const nf_word *nf_wire_take(nf_wire *w) {
  const nf_word *word = &w->ring[w->out];
  w->out = w->out + 1 == w->size ? 0 : w->out + 1;
  return word;
}
// A clock cycle of the sending end.
void nf_wire_put(nf_wire *w, const nf_flit *data, uint64_t ctrl);
void nf_wire_close(nf_wire *w);

#endif
