// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "wire.h"

#include <math.h>
#include <stdlib.h>

static double chance(nf_rng *r) { return ((double)(nf_rng_next(r) >> 11) + 0.5) * 0x1p-53; }

// Bits up to the next one that is turned: geometric, so that a rare error costs nothing before it.
static uint64_t good_bits(nf_wire *w) {
  const double p = w->faults.bit_errors;
  if (p <= 0)
    return UINT64_MAX;
  const double n = log(chance(&w->rng)) / log1p(-p);
  return n < 9e18 ? (uint64_t)n : UINT64_MAX;
}

bool nf_wire_open(nf_wire *w, uint32_t delay, uint32_t ahead, const nf_wire_faults *faults,
                  uint64_t seed) {
  *w = (nf_wire){.size = delay + ahead, .in = delay, .faults = *faults, .rng = {seed}};
  w->good_bits = good_bits(w);
  w->ring = calloc(w->size, sizeof *w->ring);
  return w->ring != NULL;
}

static void turn_bits(nf_wire *w, nf_word *word) {
  uint64_t at = w->good_bits;
  for (; at < NF_WORD_BITS; at += 1 + good_bits(w)) {
    uint64_t *half = at < 128 ? &word->data.w[at / 64] : &word->ctrl;
    *half ^= 1ull << at % 64;
    w->turned++;
  }
  w->good_bits = at;
}

static void damage(nf_wire *w, nf_word *word) {
  const nf_wire_faults *f = &w->faults;
  if (w->repeats) {
    *word = w->ring[(w->in + w->size - 1) % w->size];
    w->repeats = false;
    w->repeated++;
  }
  if (f->drops > 0 && chance(&w->rng) < f->drops) {
    *word = (nf_word){0};
    w->lost++;
  }
  if (f->duplicates > 0 && chance(&w->rng) < f->duplicates)
    w->repeats = true;
  if (w->good_bits < NF_WORD_BITS)
    turn_bits(w, word);
  if (w->good_bits != UINT64_MAX)
    w->good_bits -= NF_WORD_BITS;
}

void nf_wire_put(nf_wire *w, const nf_flit *data, uint64_t ctrl) {
  nf_word *word = &w->ring[w->in];
  nf_word in = {*data, ctrl};
  if (w->good_bits != UINT64_MAX || w->faults.drops > 0 || w->faults.duplicates > 0)
    damage(w, &in);
  *word = w->dead ? (nf_word){0} : in;
  w->in = w->in + 1 == w->size ? 0 : w->in + 1;
}

void nf_wire_close(nf_wire *w) { free(w->ring); }
