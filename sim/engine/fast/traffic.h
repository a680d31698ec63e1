// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Traffic as the inner loop has it: what is born at an endpoint, and what has come to one.
#ifndef NF_FAST_TRAFFIC_H
#define NF_FAST_TRAFFIC_H

#include "common/nf_defs.h"
#include "divide.h"
#include "packet.h"
#include "sim/common/rng.h"
#include "stats.h"
#include <math.h>
#include <stdbool.h>

// The source of an endpoint in a plane.
typedef struct {
  nf_rng rng;
  uint32_t next; // tick of the next packet's birth
  uint16_t node; // its own
  uint16_t fixed;
  uint8_t flit; // ticks of one on its link
} nf_fast_source;

enum { NF_FAST_GAP_BITS = 11 };

typedef struct nf_fast_traffic {
  nf_fast_source *source; // by site
  uint32_t others;        // endpoints that each may send to; 0: the same one all the time
  uint32_t responses;     // of 65536 packets
  uint32_t warm_up;       // tick before which nothing is counted
  uint8_t flits;
  bool over;       // nothing more is sent or counted
  bool every;      // flit time has a birth, without a draw
  double log_idle; // of the chance that one has none
  // By the highest bits of a draw the gap that all such draws have; 0: they differ.
  uint8_t gap[1 << NF_FAST_GAP_BITS];
  uint64_t offered, arrived; // flits
  nf_fast_divisor batch;     // ticks
  nf_fast_stats *latency;
} nf_fast_traffic;

// Flit times to the next birth: geometric, 1 or more.
static inline uint32_t nf_fast_gap_exact(const nf_fast_traffic *t, uint64_t draw) {
  const double chance = ((double)(draw >> 11) + 0.5) * 0x1p-53, n = log(chance) / t->log_idle;
  return n < 1e9 ? 1 + (uint32_t)n : 1000000000;
}

// A greater draw has no greater gap, so draws between two alike need no logarithm.
static inline void nf_fast_find_gaps(nf_fast_traffic *t) {
  const unsigned count = 1u << NF_FAST_GAP_BITS, shift = 64 - NF_FAST_GAP_BITS;
  uint32_t next = nf_fast_gap_exact(t, UINT64_MAX);
  for (unsigned i = count; i-- > 0;) {
    const uint32_t last = next;
    next = nf_fast_gap_exact(t, (uint64_t)i << shift);
    t->gap[i] = (uint8_t)(next == last && next <= UINT8_MAX ? next : 0);
  }
}

static inline uint32_t nf_fast_gap(const nf_fast_traffic *t, nf_rng *rng) {
  if (t->every)
    return 1;
  const uint64_t draw = nf_rng_next(rng);
  const uint32_t gap = t->gap[draw >> (64 - NF_FAST_GAP_BITS)];
  return gap ? gap : nf_fast_gap_exact(t, draw);
}

static inline void nf_fast_next_birth(const nf_fast_traffic *t, nf_fast_source *s) {
  const uint64_t next = s->next + (uint64_t)nf_fast_gap(t, &s->rng) * s->flit;
  s->next = next < NF_FAST_LONGEST ? (uint32_t)next : NF_FAST_NEVER;
}

// The packet that is born next.
static inline nf_fast_packet nf_fast_birth(nf_fast_traffic *t, nf_fast_source *s) {
  const uint64_t draw = nf_rng_next(&s->rng);
  const unsigned other = (unsigned)((draw >> 32) * t->others >> 32),
                 to = t->others ? other + (other >= s->node) : s->fixed;
  const nf_fast_packet p = {.tag = s->next,
                            .to = (uint16_t)to,
                            .from = s->node,
                            .kind = (draw & 0xffff) < t->responses ? NF_OPCODE_READ_RSP
                                                                   : NF_OPCODE_WRITE,
                            .flits = t->flits};
  if (s->next >= t->warm_up)
    t->offered += p.flits;
  nf_fast_next_birth(t, s);
  return p;
}

static inline void nf_fast_arrived(nf_fast_traffic *t, const nf_fast_packet *p, uint32_t now) {
  if (now < t->warm_up || t->over)
    return;
  t->arrived += p->flits;
  nf_fast_note(t->latency, now - p->tag, nf_fast_quotient(now - t->warm_up, &t->batch));
}

#endif
