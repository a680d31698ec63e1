// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One direction of a cable: words of 192 bits, delayed; and what can go wrong on it.
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
  uint32_t delay, at;
  nf_wire_faults faults;
  nf_rng rng;
  uint64_t good_bits;              // until the next bit error
  bool repeats;                    // the next word is replaced by the one before
  bool dead;                       // zeros arrive from now on
  uint64_t turned, lost, repeated; // bits, words, words
} nf_wire;

// delay: cycles, 1 or more. False when memory is short.
bool nf_wire_open(nf_wire *w, uint32_t delay, const nf_wire_faults *faults, uint64_t seed);
// What arrives in this cycle.
static inline const nf_word *nf_wire_end(const nf_wire *w) { return &w->ring[w->at]; }
// One clock cycle: the word at the other end goes in.
void nf_wire_step(nf_wire *w, const nf_flit *data, uint64_t ctrl);
void nf_wire_close(nf_wire *w);

#endif
