// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Frames of a MAC that cannot be held, in front of an input that can say that it has no room
// (NETREDUCE 4.4, Fig. 7). What does not fit is dropped as a whole frame: half of one would be
// another frame's beginning to everybody behind. A ring of beats, counted from the oldest: first
// those of whole frames, then those of the frame that is coming. The beat at the output has left
// it.
#include "nf_netreduce_rx_fifo.h"

#include <stdlib.h>

typedef struct {
  bool last, user;
  uint64_t keep;
  nf_netreduce_word data;
} beat;

struct nf_netreduce_rx_fifo {
  nf_netreduce_rx_fifo_out out;
  uint32_t depth, read;
  // whole_q - read_q and write_q - whole_q of the RTL.
  uint32_t whole, coming; // beats of whole frames, of the one that is coming
  bool drop;              // inside of a frame that does not fit
  beat *ring;
};

// NF_PARAM RxFifoDepthInRange; empty.
nf_status nf_netreduce_rx_fifo_init(nf_netreduce_rx_fifo **m, const nf_netreduce_rx_fifo_cfg *cfg) {
  if (cfg->Depth < 4 || cfg->Depth > 4096 || (cfg->Depth & (cfg->Depth - 1)) != 0)
    return "nf_netreduce_rx_fifo: Depth must be a power of two, 4..4096";
  nf_netreduce_rx_fifo *const n = calloc(1, sizeof *n);
  if (n != NULL)
    n->ring = calloc(cfg->Depth, sizeof *n->ring);
  if (n == NULL || n->ring == NULL) {
    nf_netreduce_rx_fifo_free(n);
    return "nf_netreduce_rx_fifo: out of memory";
  }
  n->depth = cfg->Depth;
  *m = n;
  return NF_OK;
}

// u_beats' output register, valid_q, dropped_q. dropped is OVERRUN of the port, modulo 2^32.
const nf_netreduce_rx_fifo_out *nf_netreduce_rx_fifo_peek(const nf_netreduce_rx_fifo *m) {
  return &m->out;
}

// put, or what becomes of a beat that finds no place; `held`: beats in the ring before this cycle.
// Not before a frame has ended may it be read, as it may still have to go; a frame without end so
// holds its own beats and is dropped when the ring is full.
static void take(nf_netreduce_rx_fifo *m, const nf_netreduce_rx_fifo_in *in, uint32_t write,
                 uint32_t held) {
  if (m->drop || held == m->depth) {
    // Counted once, with the beat that did not fit; what was kept of the frame is given back at
    // once.
    m->out.dropped += !m->drop;
    m->coming = 0;
    m->drop = !in->in_last;
    return;
  }
  m->ring[write % m->depth] = (beat){in->in_last, in->in_user, in->in_keep, in->in_data};
  m->coming++;
  if (in->in_last) {
    m->whole += m->coming;
    m->coming = 0;
  }
}

// One edge. Where the beat goes and whether there is room is decided before the fetch: a place that
// is read in this cycle is not free yet (full). Every beat is taken, as there is no ready: it is
// kept, or its frame is dropped.
void nf_netreduce_rx_fifo_step(nf_netreduce_rx_fifo *m, const nf_netreduce_rx_fifo_in *in) {
  nf_netreduce_rx_fifo_out *const o = &m->out;
  const uint32_t held = m->whole + m->coming, write = m->read + held;
  const bool fetch = m->whole != 0 && (!o->out_valid || in->out_ready);
  o->out_valid = fetch || (o->out_valid && !in->out_ready);
  if (fetch) {
    const beat *const b = &m->ring[m->read];
    o->out_last = b->last;
    o->out_user = b->user;
    o->out_keep = b->keep;
    o->out_data = b->data;
    m->read = (m->read + 1) % m->depth;
    m->whole--;
  }
  if (in->in_valid)
    take(m, in, write, held);
}

// Also of a model whose ring could not be made.
void nf_netreduce_rx_fifo_free(nf_netreduce_rx_fifo *m) {
  if (m == NULL)
    return;
  free(m->ring);
  free(m);
}
