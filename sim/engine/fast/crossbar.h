// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The crossbar of a switch that reduces, as docs/switch.md has it: a row (a port, or what stands
// behind a port's reduction table) sends one packet at a time over its bus, to all sinks on its
// list that have room for it; each pair of a row and a column has a queue of 16 flits; a column
// takes the queues in turn, those that hold up their row first, which a queue does when eight of
// its flits have come, one a cycle. What is next of a channel is chosen when its packet before has
// left the queue, whatever the output sends then, and its first four flits leave theirs. With
// packets that wait in one queue an output in the order in which they came (queued.h) latencies of
// a push through full tables are up to 6 % too low, pulls 3 to 5 % too fast
// (docs/fast-agreement.md).
#ifndef NF_FAST_CROSSBAR_H
#define NF_FAST_CROSSBAR_H

#include "common/nf_defs.h"
#include "fabric.h"

enum {
  NF_FAST_CROSS_FLITS = 16,                                       // of a queue (nf_switch XpDepth)
  NF_FAST_CROSS_ROOM = NF_FAST_CROSS_FLITS - NF_MAX_PACKET_FLITS, // in it, beside another packet
  NF_FAST_CROSS_AHEAD = 4, // of a channel's next packet between its queue and the link's register
  NF_FAST_CROSS_BACK = 4   // cycles from a flit's leaving to the first one that takes its room
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

static inline unsigned nf_fast_cross_ahead(unsigned flits) {
  return flits < NF_FAST_CROSS_AHEAD ? flits : NF_FAST_CROSS_AHEAD;
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

// Of a column's word w the rows that are held up: full queues whose flits have come.
static inline uint64_t nf_fast_cross_held_up(const nf_fast_site *s, unsigned o, unsigned vc,
                                             nf_fast_column *c, unsigned w, uint32_t now) {
  const unsigned word = w % NF_FAST_CROSS_WORDS;
  for (uint64_t m = c->filling[word]; m; m &= m - 1) {
    const unsigned row = 64 * w + (unsigned)__builtin_ctzll(m);
    if (nf_fast_cross_at(s, o, o >= s->ports, vc, row)->full > now)
      continue;
    c->full[word] |= m & -m;
    c->filling[word] &= ~(m & -m);
  }
  return c->full[word];
}

// The row whose packet is next: those that are held up first, in turn.
unsigned nf_fast_cross_pick_of_many(const nf_fast_site *s, unsigned o, unsigned vc, uint32_t now);
static inline unsigned nf_fast_cross_pick(const nf_fast_site *s, unsigned o, unsigned vc,
                                          uint32_t now) {
  if (s->rows > 64)
    return nf_fast_cross_pick_of_many(s, o, vc, now);
  nf_fast_column *c = nf_fast_cross_column(s, o, vc);
  const uint64_t held = nf_fast_cross_held_up(s, o, vc, c, 0, now),
                 rows = held ? held : c->filled[0], behind = rows & -(2ull << s->out[o].turn[vc]);
  return (unsigned)__builtin_ctzll(behind ? behind : rows);
}

#endif
