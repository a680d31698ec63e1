// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What a packet does at a site, with events (run.c) and without (apart.c): it waits in a list,
// takes its way, comes to its endpoint.
#ifndef NF_FAST_HOP_H
#define NF_FAST_HOP_H

#include "link.h"

enum { NF_FAST_CHANNELS = (1 << NF_FAST_VCS) - 1 }; // a bit each

// More entries for packets that wait; the first of them. 0: there is no memory.
uint32_t nf_fast_grow_pool(nf_fast *f);

// window
HOT void mark(nf_fast *f, uint32_t tick, unsigned bit) {
  const uint32_t at = tick - f->from;
  f->bits[bit / 64 * NF_FAST_WINDOW + at] |= 1ull << bit % 64;
  f->busy[at / 64] |= 1ull << at % 64;
}

static inline uint32_t new_entry(nf_fast *f) {
  nf_fast_pool *p = f->pool;
  const uint32_t i = p->free;
  if (i == 0)
    return nf_fast_grow_pool(f);
  p->free = nf_fast_next(&p->entry[i]);
  return i;
}

static inline void free_entry(nf_fast *f, uint32_t i) {
  f->pool->entry[i].link = f->pool->free;
  f->pool->free = i;
}

// A packet's entry, which may hold a place in a row, behind those of a list.
static inline void append_entry(nf_fast *f, uint32_t *head, uint32_t *tail, bool empty, uint32_t i,
                                unsigned row) {
  nf_fast_entry *e = f->pool->entry;
  e[i].link = row * NF_FAST_POOL;
  if (empty)
    *head = i;
  else
    e[*tail].link |= i;
  *tail = i;
}

static inline void append(nf_fast *f, uint32_t *head, uint32_t *tail, bool empty,
                          const nf_fast_packet *p, unsigned row) {
  const uint32_t i = new_entry(f);
  f->pool->entry[i].packet = *p;
  append_entry(f, head, tail, empty, i, row);
}

static inline void add_entry_to_queue(nf_fast *f, nf_fast_out *out, unsigned vc, uint32_t i,
                                      unsigned row) {
  append_entry(f, &out->head[vc], &out->tail[vc], !(out->waits >> vc & 1), i, row);
  out->waits |= (uint8_t)(1u << vc);
  out->queued += f->pool->entry[i].packet.flits;
}

static inline void add_to_queue(nf_fast *f, nf_fast_out *out, const nf_fast_packet *p, unsigned vc,
                                unsigned row) {
  const uint32_t i = new_entry(f);
  f->pool->entry[i].packet = *p;
  add_entry_to_queue(f, out, vc, i, row);
}

// The first packet of a channel, entry i, leaves its queue for the output.
HOT void leave_queue(nf_fast *f, nf_fast_out *out, unsigned vc, uint32_t i) {
  const nf_fast_entry *e = &f->pool->entry[i];
  out->head[vc] = nf_fast_next(e);
  __builtin_prefetch(&f->pool->entry[out->head[vc]]);
  if (out->head[vc] == 0)
    out->waits &= (uint8_t) ~(1u << vc);
  out->queued -= e->packet.flits;
  free_entry(f, i);
}

// The ways of a packet that came by a row; and the channel that one of them is by its class.
HOT const nf_fast_choice *way_of(const nf_fast *f, const nf_fast_site *s, const nf_fast_packet *p,
                                 unsigned row, unsigned row_vc) {
  return &f->fabric->choice[s->row[row].way[row_vc][p->to]];
}

HOT uint8_t vc_by(const nf_fast *f, const nf_fast_packet *p, unsigned vc) {
  const nf_fast_fabric *net = f->fabric;
  return (uint8_t)(vc + (net->classes > 1 ? (p->kind >> 3 & 1u) * net->route_vcs : 0));
}

// A packet that has come finds no place in its row.
HOT void wait_in_buffer(nf_fast *f, nf_fast_row *r, unsigned vc, const nf_fast_packet *p,
                        uint32_t now) {
  append(f, &r->head[vc], &r->tail[vc], !(r->waits >> vc & 1), p, 0);
  r->waits |= (uint8_t)(1u << vc);
  if (r->usual && r->most > NF_MAX_PACKET_FLITS) {
    r->most = NF_MAX_PACKET_FLITS;
    if (r->lump)
      nf_fast_report(f, r, now);
  }
}

HOT void begin_plain(nf_fast *f, nf_fast_site *s, nf_fast_out *o, const nf_fast_packet *p,
                     unsigned vc, uint32_t now) {
  nf_fast_has_credit(o, vc, p->flits, now);
  nf_fast_put(f, s, o, p, vc, now);
}

// Returns the packet's row.
HOT unsigned begin_waiting(nf_fast *f, nf_fast_site *s, nf_fast_out *o, nf_fast_beginning n) {
  const uint32_t i = o->head[n.vc];
  const nf_fast_entry *e = &f->pool->entry[i];
  const unsigned row = nf_fast_held_row(e);
  leave_queue(f, o, n.vc, i); // its packet stays until another waits
  if (row != NF_FAST_NO_ROW)
    s->row[row].held[nf_fast_vc(&e->packet)]--;
  begin_plain(f, s, o, &e->packet, n.vc, n.tick);
  return row;
}

// Where a packet that has come to an output-queued switch that reduces, or is a table's result,
// goes: outputs in turn. Should the copy for the first of them wait it holds the packet's place in
// its row; the others, and results, hold none.
typedef struct {
  uint64_t ports[2];
  unsigned row;
  bool table; // they are ways into the ports' tables
} nf_fast_copies;

HOT nf_fast_copies nf_fast_copies_of(nf_fast *f, const nf_fast_site *s, const nf_fast_packet *p,
                                     unsigned row) {
  const nf_fast_goal g = nf_fast_plan_goal(f->plan, s, p, row, s->wide);
  const bool one = !g.high && !(g.ports & (g.ports - 1)) && g.ports;
  f->made += one ? 0 : __builtin_popcountll(g.ports) + __builtin_popcountll(g.high) - 1;
  return (nf_fast_copies){{g.ports, g.high}, row, g.table};
}

// The next port; -1: none.
HOT int nf_fast_next_copy(nf_fast_copies *c) {
  const unsigned w = c->ports[0] == 0;
  if (c->ports[w] == 0)
    return -1;
  const int port = __builtin_ctzll(c->ports[w]);
  c->ports[w] &= c->ports[w] - 1;
  return (int)(64 * w) + port;
}

HOT void hand_over(nf_fast *f, nf_fast_site *s, unsigned row, unsigned vc, const nf_fast_packet *p,
                   uint32_t now) {
  nf_fast_give_back(f, &s->row[row], vc, p->flits, now);
  f->delivered++;
  f->deliver(f, s, p, now);
}

#endif
