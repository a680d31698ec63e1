// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/engine/cycle/wire.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double chance(nf_rng *r) { return ((double)(nf_rng_next(r) >> 11) + 0.5) * 0x1p-53; }

// Bits up to the next one that is turned: geometric, so that a rare error costs nothing before it.
static uint64_t good_bits(nf_wire *w) {
  const double p = w->faults.bit_errors;
  if (p <= 0)
    return UINT64_MAX;
  const double n = log(chance(&w->rng)) / log1p(-p);
  return n < 9e18 ? (uint64_t)n : UINT64_MAX;
}

bool nf_wire_open(nf_wire *w, uint32_t width, uint32_t delay, uint32_t ahead,
                  const nf_wire_faults *faults, uint64_t seed) {
  *w = (nf_wire){
      .limbs = width / 64, .size = delay + ahead, .in = delay, .faults = *faults, .rng = {seed}};
  w->good_bits = good_bits(w);
  w->ring = calloc((size_t)w->size * (w->limbs + 1), sizeof *w->ring);
  return w->ring != NULL;
}

static void turn_bits(nf_wire *w, uint64_t *word) {
  uint64_t at = w->good_bits;
  for (; at < nf_wire_bits(w); at += 1 + good_bits(w)) {
    word[at / 64] ^= 1ull << at % 64;
    w->turned++;
  }
  w->damaged++;
  w->good_bits = at;
}

static void damage(nf_wire *w, uint64_t *word) {
  const nf_wire_faults *f = &w->faults;
  const size_t size = (w->limbs + 1) * sizeof *word;
  if (w->repeats) {
    memcpy(word, &w->ring[(w->in + w->size - 1) % w->size * (w->limbs + 1)], size);
    w->repeats = false;
    w->repeated++;
  }
  if (f->drops > 0 && chance(&w->rng) < f->drops) {
    memset(word, 0, size);
    w->lost++;
  }
  if (f->duplicates > 0 && chance(&w->rng) < f->duplicates)
    w->repeats = true;
  if (w->good_bits < nf_wire_bits(w))
    turn_bits(w, word);
  if (w->good_bits != UINT64_MAX)
    w->good_bits -= nf_wire_bits(w);
}

void nf_wire_put(nf_wire *w, const uint64_t *data, uint64_t ctrl) {
  uint64_t *word = &w->ring[w->in * (w->limbs + 1)];
  memcpy(word, data, w->limbs * sizeof *word);
  word[w->limbs] = ctrl;
  if (w->good_bits != UINT64_MAX || w->faults.drops > 0 || w->faults.duplicates > 0)
    damage(w, word);
  if (w->dead)
    memset(word, 0, (w->limbs + 1) * sizeof *word);
  w->in = w->in + 1 == w->size ? 0 : w->in + 1;
}

void nf_wire_close(nf_wire *w) { free(w->ring); }
