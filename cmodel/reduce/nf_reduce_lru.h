// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_lru.sv: exact least-recently-used order of the entries of a
// reduction table (KLENK IV-C, IV-D). The hardware keeps a matrix; a stamp per entry says the same.
// Masks: bit e is entry e; bits at and above Entries are zero.
#ifndef NF_REDUCE_LRU_H
#define NF_REDUCE_LRU_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_reduce_lru_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_reduce_lru nf_reduce_lru;

// Makes an order with entry 0 oldest in *m. Returns NF_OK, or why cfg is refused (*m unchanged).
nf_status nf_reduce_lru_init(nf_reduce_lru **m, const nf_reduce_lru_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_reduce_lru_out *nf_reduce_lru_peek(const nf_reduce_lru *m);
// One rising clock edge.
void nf_reduce_lru_step(nf_reduce_lru *m, const nf_reduce_lru_in *in);
// Frees m; NULL is allowed.
void nf_reduce_lru_free(nf_reduce_lru *m);

// The order by itself, for models that hold one: entries with smaller stamps are older.
typedef struct {
  uint64_t stamp[NF_MAX_ENTRIES];
  uint64_t now;
} nf_reduce_order;

// The order after reset: entry 0 oldest. Stamps are 64 bits and do not wrap.
static inline void nf_reduce_order_init(nf_reduce_order *o) {
  for (unsigned e = 0; e < NF_MAX_ENTRIES; e++)
    o->stamp[e] = e;
  o->now = NF_MAX_ENTRIES;
}

// Entry e becomes the youngest.
static inline void nf_reduce_order_touch(nf_reduce_order *o, unsigned e) { o->stamp[e] = o->now++; }

// The oldest entry of a mask, or -1 when the mask is empty.
static inline int nf_reduce_order_oldest(const nf_reduce_order *o, uint32_t mask) {
  int oldest = -1;
  for (; mask; mask &= mask - 1) {
    const int e = __builtin_ctz(mask);
    if (oldest < 0 || o->stamp[e] < o->stamp[oldest])
      oldest = e;
  }
  return oldest;
}

#ifdef __cplusplus
}
#endif

#endif
