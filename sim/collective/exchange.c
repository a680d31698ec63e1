// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// All to all: by shifts, and what is made of it.
#include "algorithms.h"
#include "emit.h"

// Lane 0 sends, lane 1 receives. In step i a rank sends to the one i further on, so every rank
// receives from one rank alone at a time.
static int emit_shift(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e) {
  const uint32_t p = s->ranks;
  nf_emit b;
  if (nf_emit_open(&b, s, rank, 2, out, e) == NF_EXIT_OK) {
    nf_emit_copy(&b, 1, rank, p + rank, 1);
    for (uint32_t i = 1; i < p; i++) {
      const uint32_t to = (rank + i) % p, from = (rank + p - i) % p;
      nf_emit_send(&b, 0, to, 0, to, 1);
      nf_emit_recv(&b, 1, from, 0, p + from, 1, false);
    }
  }
  nf_emit_close(&b);
  return e->status;
}

int nf_shift_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  (void)shape;
  s->emit = emit_shift;
  s->inputs = s->ranks;
  return nf_shape_chunks(s, 2ull * s->ranks, e);
}

// Rank r is sent part r by all, adds, and sends it to all.
static int emit_direct(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e) {
  const uint32_t p = s->ranks;
  nf_emit b;
  if (nf_emit_open(&b, s, rank, 2, out, e) == NF_EXIT_OK) {
    for (uint32_t i = 1; i < p; i++) {
      nf_emit_send(&b, 0, (rank + i) % p, 0, (rank + i) % p, 1);
      nf_emit_recv(&b, 1, (rank + p - i) % p, 0, rank, 1, true);
    }
    for (uint32_t i = 1; i < p; i++) {
      nf_emit_send(&b, 0, (rank + i) % p, 1, rank, 1);
      nf_emit_recv(&b, 1, (rank + p - i) % p, 1, (rank + p - i) % p, 1, false);
    }
  }
  nf_emit_close(&b);
  return e->status;
}

int nf_direct_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  (void)shape;
  s->emit = emit_direct;
  return nf_shape_chunks(s, s->ranks, e);
}
