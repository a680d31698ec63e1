// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// First come, first served on each side, so the order of loads is that of creation; chunks that
// finish early are stored early (ACE 4.3: out of order across phases). The two lines look at the
// chunk table in turns, a cycle each, so that one read port of it serves both.
#include "nf_ace_dma_queues.h"

#include "nf_ace_ring.h"

#include <stdlib.h>

// u_loads, u_stores: they hold a row each at most once, so they are never full.
typedef struct {
  nf_ace_ring ring;
  uint8_t row[NF_ACE_MAX_CHUNKS];
} queue;

struct nf_ace_dma_queues {
  nf_ace_dma_queues_out out;
  queue loads, stores;
  // even_q: whose cycle it is
  bool even;
};

// NF_PARAM; no chunk is in line.
nf_status nf_ace_dma_queues_init(nf_ace_dma_queues **m, const nf_ace_dma_queues_cfg *cfg) {
  if (cfg->Chunks < 2 || cfg->Chunks > NF_ACE_MAX_CHUNKS)
    return "nf_ace_dma_queues: Chunks must be 2..32";
  nf_ace_dma_queues *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_ace_dma_queues: out of memory";
  n->loads.ring.depth = n->stores.ring.depth = (uint16_t)cfg->Chunks;
  *m = n;
  return NF_OK;
}

// Functions of the heads of the queues and of the turn. Of an empty queue pick_row still shows a
// row; the turn says whether it counts.
const nf_ace_dma_queues_out *nf_ace_dma_queues_peek(const nf_ace_dma_queues *m) { return &m->out; }

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_dma_queues_free(nf_ace_dma_queues *m) { free(m); }

// One queue's edge: the head leaves, then a row enters. A row that enters is offered from the next
// cycle on.
static void move(queue *q, bool leaves, bool enters, uint8_t row) {
  if (leaves && q->ring.count != 0)
    nf_ace_ring_pop(&q->ring);
  if (enters)
    q->row[nf_ace_ring_push(&q->ring)] = row;
}

// One edge. In an abort a row leaves each queue in every cycle. An abort is longer than they are
// deep, so both are empty at its end.
void nf_ace_dma_queues_step(nf_ace_dma_queues *m, const nf_ace_dma_queues_in *in) {
  nf_ace_dma_queues_out *const o = &m->out;
  const bool load = o->load_turn && in->load_free, store = o->store_turn && in->store_free;
  move(&m->loads, load || in->abort, in->load_push, in->load_row);
  move(&m->stores, store || in->abort, in->store_push, in->store_row);
  m->even = !m->even;
  o->load = load && !in->abort;
  o->store = store && !in->abort;
  // Not in the cycle of load_o: whether the order register is free shows only behind it.
  o->load_turn = m->loads.ring.count != 0 && m->even && !o->load;
  o->store_turn = m->stores.ring.count != 0 && !m->even && !o->store;
  o->pick_row = m->even ? m->loads.row[m->loads.ring.read] : m->stores.row[m->stores.ring.read];
}
