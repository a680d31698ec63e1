// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The crossbar of a switch that reduces, as docs/switch.md has it: a row (a port, or what stands
// behind a port's reduction table) sends one packet at a time over its bus, to all sinks on its
// list that have room for it; each pair of a row and a column has a queue of 16 flits; a column
// takes the queues in turn, those that hold up their row first. With packets that wait in one queue
// an output in the order in which they came (queued.h) latencies of a push through full tables are
// up to 6 % too low, pulls 3 to 5 % too fast (docs/fast-agreement.md).
#ifndef NF_FAST_CROSSBAR_H
#define NF_FAST_CROSSBAR_H

#include "common/nf_defs.h"
#include "fabric.h"

enum {
  NF_FAST_CROSS_FLITS = 16,                                       // of a queue (nf_switch XpDepth)
  NF_FAST_CROSS_ROOM = NF_FAST_CROSS_FLITS - NF_MAX_PACKET_FLITS, // in it, beside another packet
  NF_FAST_CROSS_BACK = 2 // cycles from a flit's leaving to its credit at the row
};

// Gives every switch of the network one.
int nf_fast_crossbar_open(nf_fast_fabric *f, nf_err *e);
void nf_fast_crossbar_close(nf_fast_fabric *f);

static inline size_t nf_fast_cross_points(const nf_fast_site *s) {
  return (NF_FAST_CLASSES * s->ports + 2u * s->tables) * s->ports;
}

// A row's queues lie side by side, those of a class behind each other, the tables' last. What comes
// out of a table is a response (docs/packet.md), so its row has queues of one class alone.
static inline nf_fast_crosspoint *nf_fast_cross_at(const nf_fast_site *s, unsigned o, bool table,
                                                   unsigned vc, unsigned row) {
  const uint32_t *queue = s->row[row].bus.queue;
  return &s->cross[table ? queue[NF_FAST_CLASSES] + o - s->ports : queue[vc] + o];
}

static inline nf_fast_column *nf_fast_cross_column(const nf_fast_site *s, unsigned o, unsigned vc) {
  return &s->column[o * NF_FAST_CLASSES + vc];
}

static inline nf_fast_waiting *nf_fast_cross_waiting(const nf_fast_site *s, unsigned row,
                                                     unsigned class) {
  return &s->waiting[row * NF_FAST_CLASSES + class];
}

// Place of the i-th oldest packet.
static inline unsigned nf_fast_cross_place(const nf_fast_waiting *w, unsigned i) {
  return w->order >> 4 * i & 15;
}

// When the queue has room for another packet if nothing more leaves it than what is leaving.
static inline uint32_t nf_fast_cross_room(const nf_fast_crosspoint *x, unsigned flit) {
  if (x->flits > NF_FAST_CROSS_ROOM)
    return NF_FAST_NEVER;
  const unsigned may_stay = NF_FAST_CROSS_ROOM - x->flits;
  return x->leave <= may_stay
             ? 0
             : x->start + (x->leave - may_stay + NF_FAST_CROSS_BACK) * (uint32_t)flit;
}

// The row whose packet is next: those that are held up first, in turn.
unsigned nf_fast_cross_pick_of_many(const nf_fast_site *s, unsigned o, unsigned vc);
static inline unsigned nf_fast_cross_pick(const nf_fast_site *s, unsigned o, unsigned vc) {
  if (s->rows > 64)
    return nf_fast_cross_pick_of_many(s, o, vc);
  // A queue without room for another packet holds up its row.
  const nf_fast_column *c = nf_fast_cross_column(s, o, vc);
  const uint64_t rows = c->full[0] ? c->full[0] : c->filled[0],
                 behind = rows & -(2ull << s->out[o].turn[vc]);
  return (unsigned)__builtin_ctzll(behind ? behind : rows);
}

#endif
