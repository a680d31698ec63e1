// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_lru.sv: exact LRU order (KLENK IV-C). The RTL keeps a matrix with a
// bit for each pair of entries; stamps of the last touch say the same.
#include "nf_reduce_lru.h"

#include <stdlib.h>

// The order by itself is in the header, for the model of the tag store, which holds one.
struct nf_reduce_lru {
  nf_reduce_order order;
  nf_reduce_lru_out out;
};

// NF_PARAM; after reset entry 0 is the oldest (after_q all ones).
nf_status nf_reduce_lru_init(nf_reduce_lru **m, const nf_reduce_lru_cfg *cfg) {
  if (cfg->Entries < 2 || cfg->Entries > NF_MAX_ENTRIES)
    return "nf_reduce_lru: Entries must be 2..32";
  nf_reduce_lru *const lru = calloc(1, sizeof *lru);
  if (!lru)
    return "nf_reduce_lru: out of memory";
  nf_reduce_order_init(&lru->order);
  *m = lru;
  return NF_OK;
}

// victim_o and oldest_o.
const nf_reduce_lru_out *nf_reduce_lru_peek(const nf_reduce_lru *m) { return &m->out; }

// after_q, cand_q and valid_q take this cycle's touch and masks together, so the touch comes first:
// an entry that is touched now is the youngest already in the answers of the next cycle.
void nf_reduce_lru_step(nf_reduce_lru *m, const nf_reduce_lru_in *in) {
  if (in->touch)
    nf_reduce_order_touch(&m->order, (unsigned)__builtin_ctz(in->touch));
  const int victim = nf_reduce_order_oldest(&m->order, in->cand);
  const int oldest = nf_reduce_order_oldest(&m->order, in->valid);
  m->out.victim = victim < 0 ? 0 : 1u << victim;
  m->out.oldest = oldest < 0 ? 0 : 1u << oldest;
}

void nf_reduce_lru_free(nf_reduce_lru *m) { free(m); }
