// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The crossbar of a switch that reduces, as docs/switch.md has it: a row (a port, or what stands
// behind a port's reduction table) sends one packet at a time over its bus, to all sinks on its
// list that have room for it; each pair of a row and a column has a queue of 16 flits; a column
// takes the queues in turn, those that hold up their row first, which a queue does when eight of
// its flits have come, one a cycle. Between the column of a port and the link are registers for
// four flits of each channel. So packets are drawn before the link takes them, while it is busy or
// has no credit: what comes until then is not among those to choose from, and the rows of those
// that are drawn have room earlier. What goes on at once passes all of this, so times are those at
// which a packet would be on the link if nothing were in its way. With packets that wait in one
// queue an output in the order in which they came (queued.h) latencies of a push through full
// tables are up to 6 % too low, pulls 3 to 5 % too fast (docs/fast-agreement.md).
#ifndef NF_FAST_CROSSBAR_H
#define NF_FAST_CROSSBAR_H

#include "common/nf_defs.h"
#include "fabric.h"

enum {
  NF_FAST_CROSS_FLITS = 16,                                       // of a queue (nf_switch XpDepth)
  NF_FAST_CROSS_ROOM = NF_FAST_CROSS_FLITS - NF_MAX_PACKET_FLITS, // in it, beside another packet
  // Cycles from a flit's leaving to the packet that its room is for: credit is at the row after
  // two, and the packet at the column after two more than one that finds room.
  NF_FAST_CROSS_BACK = 4
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

static inline nf_fast_drawn *nf_fast_cross_drawn(const nf_fast_site *s, unsigned o, unsigned vc) {
  return &s->drawn[o * NF_FAST_CLASSES + vc];
}

// A row whose queue has no room for another packet is held up: the flit that left none is there.
static inline bool nf_fast_cross_holds_up(const nf_fast_site *s, unsigned o, unsigned vc,
                                          unsigned row, uint32_t now) {
  return nf_fast_cross_at(s, o, o >= s->ports, vc, row)->crowded <= now;
}

// The first of some rows behind the last one that was chosen, going round.
static inline unsigned nf_fast_cross_behind(uint64_t rows, unsigned last) {
  const uint64_t behind = rows & -(2ull << last);
  return (unsigned)__builtin_ctzll(behind ? behind : rows);
}

// The row whose packet is next: those that are held up first, in turn.
unsigned nf_fast_cross_pick_of_many(const nf_fast_site *s, unsigned o, unsigned vc, uint32_t now);
static inline unsigned nf_fast_cross_pick(const nf_fast_site *s, unsigned o, unsigned vc,
                                          uint32_t now) {
  if (s->rows > 64)
    return nf_fast_cross_pick_of_many(s, o, vc, now);
  const nf_fast_column *c = nf_fast_cross_column(s, o, vc);
  const unsigned last = s->out[o].turn[vc];
  for (uint64_t full = c->full[0]; full;) {
    const unsigned row = nf_fast_cross_behind(full, last);
    if (nf_fast_cross_holds_up(s, o, vc, row, now))
      return row;
    full &= ~(1ull << row);
  }
  return nf_fast_cross_behind(c->filled[0], last);
}

// When the next packet of a channel of a port may be drawn, if there is one: the last of the flits
// that were drawn before it is read, and of the four before its header one has gone to the link
// four cycles ago, which is as long as a flit takes there from the column. NF_FAST_NEVER: none may
// until the link has taken another.
static inline uint32_t nf_fast_cross_draw_time(const nf_fast_drawn *d, unsigned flit) {
  if (d->flits >= NF_FAST_DRAWN)
    return NF_FAST_NEVER;
  const uint32_t room = d->sent[d->flits] + NF_FAST_DRAWN * flit;
  return room > d->next ? room : d->next;
}

// A packet goes to the link.
static inline void nf_fast_cross_sent(nf_fast_drawn *d, unsigned flits, unsigned flit,
                                      uint32_t now) {
  for (unsigned k = 0; k < NF_FAST_DRAWN; k++) {
    const unsigned from = k + flits;
    d->sent[k] = from < NF_FAST_DRAWN ? d->sent[from] : now + (from - NF_FAST_DRAWN) * flit;
  }
}

#endif
