// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The two ends of a link: packets that are put on it, and room that comes free behind it.
#ifndef NF_FAST_LINK_H
#define NF_FAST_LINK_H

#include "run.h"
#include <string.h>

// What every hop goes through is one piece of code, whatever the compiler thinks of its length; one
// for switches with a crossbar and one for all other sites, where `crossed` says which.
#define HOT static inline __attribute__((always_inline))

// ------------------------------------------------------------------------------- room
// The ring of the room that came free has twice as many records.
void nf_fast_grow_back(nf_fast *f, nf_fast_row *r);

// Room came free behind a link.
HOT void nf_fast_room(nf_fast *f, nf_fast_row *r, uint64_t freed, uint32_t time) {
  // The oldest entry may go when the one behind it is known at the other end already.
  if (__builtin_expect(r->back[(r->back_put + 1) & r->back_mask].time > f->begun, 0))
    nf_fast_grow_back(f, r);
  r->back[r->back_put++ & r->back_mask] = (nf_fast_credit){freed, time};
}

// What has come free is known to the sender from a tick on; of a packet that did not wait it comes
// early, but not before that of those which did.
HOT void nf_fast_report(nf_fast *f, nf_fast_row *r, uint32_t now) {
  uint32_t time = now + r->back_delay;
  if (r->early) {
    const uint32_t last = r->back[(r->back_put - 1) & r->back_mask].time;
    time = time > last ? time : last;
  }
  r->lump = 0;
  nf_fast_room(f, r, r->freed, time);
}

// A packet has left the link's buffer, at a tick `now`. The sender knows when a lump has come free,
// and by a packet's time, which is 19 cycles after nf_link takes its first flit off the wire;
// NF_FAST_ROOM makes up for both. Not so of cables as the exact engines have them, with `usual`: as
// soon as packets wait in the buffer, or where the cable is long, each of nine flits gives credit
// when its first flit leaves, as the next packet does not need that of the others before; else the
// buffer is never full, and lumps will do.
HOT void nf_fast_give_back(nf_fast *f, nf_fast_row *r, unsigned vc, unsigned flits, uint32_t now) {
  r->freed = nf_fast_add_flits(r->freed, vc, flits);
  r->lump = (uint16_t)(r->lump + flits);
  if (r->lump >= r->most)
    nf_fast_report(f, r, now);
}

// When credit for a packet that comes at a tick and does not wait is given.
static inline uint32_t nf_fast_left_at(const nf_fast_row *r, uint32_t now) {
  return now - r->early * (uint32_t)NF_FAST_CYCLE;
}

// The oldest entry that the sender has not read; of those that are overwritten it needs none.
static inline uint32_t nf_fast_unread(const nf_fast_out *o) {
  const nf_fast_row *r = o->peer;
  const uint32_t unread = (uint16_t)(r->back_put - o->read), there = r->back_mask + 1;
  return r->back_put - (unread < there ? unread : there);
}

// What the sender knows at a tick, which is never before the last one that it was asked for.
void nf_fast_read_back(nf_fast_out *o, uint32_t now);

static inline bool nf_fast_has_room(const nf_fast_out *o, unsigned vc, unsigned flits) {
  return (uint16_t)(o->sent[vc] - o->known[vc]) + flits <= NF_FAST_ROOM;
}

static inline bool nf_fast_has_credit(nf_fast_out *o, unsigned vc, unsigned flits, uint32_t now) {
  if (nf_fast_has_room(o, vc, flits))
    return true;
  nf_fast_read_back(o, now);
  return nf_fast_has_room(o, vc, flits);
}

// The first tick before `end` in which a packet has credit that has none by what is known;
// NF_FAST_NEVER: there is none.
uint32_t nf_fast_room_comes(const nf_fast_out *o, unsigned vc, unsigned flits, uint32_t end);

// ------------------------------------------------------------------------------- packets
// When the channel's first packet may start as far as the link is concerned.
static inline uint32_t nf_fast_start_of(const nf_fast_out *o, unsigned vc) {
  // Which channel was last nobody can guess, but with long packets `again` never is behind `free`.
  return o->again > o->free && vc == o->last ? o->again : o->free;
}

// A header follows another of its channel only when the answer to that one has been seen
// (docs/switch.md, Timing): two cycles later, while the other channel may fill the gap.
HOT bool nf_fast_may_follow(const nf_fast_out *o, unsigned vc, uint32_t now) {
  return vc != o->last || o->again <= now;
}

// The next packet of an output, and when it begins.
typedef struct {
  uint32_t tick; // NF_FAST_NEVER: none in this window
  unsigned vc;
} nf_fast_beginning;

// When a packet begins that may not before a tick, if no other does before it; NF_FAST_NEVER: not
// in this window.
static inline uint32_t nf_fast_begin_time(const nf_fast *f, const nf_fast_out *o, unsigned vc,
                                          unsigned flits, uint32_t tick) {
  const uint32_t free = nf_fast_start_of(o, vc), end = f->from + f->span,
                 at = free > tick ? free : tick;
  if (at >= end || nf_fast_has_room(o, vc, flits))
    return at < end ? at : NF_FAST_NEVER;
  const uint32_t room = nf_fast_room_comes(o, vc, flits, end);
  return room > at ? room : at;
}

// There are no records for more packets by what is known of the other end.
void nf_fast_find_room(nf_fast *f, nf_fast_out *o);

HOT void nf_fast_record(nf_fast *f, nf_fast_out *o, const nf_fast_packet *p) {
  if (o->put == o->room_until)
    nf_fast_find_room(f, o);
  o->slot[o->put++ & o->mask] = *p;
}

// All of a packet is on the wire at a tick; the next one may come when o->free says.
HOT void nf_fast_put_until(nf_fast *f, nf_fast_out *o, const nf_fast_packet *p, unsigned vc,
                           uint32_t now, uint32_t end) {
  o->again = now + f->fabric->gap * o->flit;
  o->sent[vc] = (uint16_t)(o->sent[vc] + p->flits);
  o->last = (uint8_t)vc;
  nf_fast_packet k = *p;
  k.time = end + o->delay;
  k.kind = (uint8_t)((p->kind & 15u) | vc << 4);
  nf_fast_record(f, o, &k);
  o->hash = (o->hash ^ k.time ^ (uint64_t)p->tag << 32) * NF_FAST_MIX;
}

// On a link with errors, one that is longer than its replay buffer, or whose packets are shown.
void nf_fast_put_watched(nf_fast *f, nf_fast_site *s, nf_fast_out *o, const nf_fast_packet *p,
                         unsigned vc, uint32_t now);

HOT void nf_fast_put(nf_fast *f, nf_fast_site *s, nf_fast_out *o, const nf_fast_packet *p,
                     unsigned vc, uint32_t now) {
  if (__builtin_expect(o->wire != NULL, 0)) {
    nf_fast_put_watched(f, s, o, p, vc, now);
    return;
  }
  o->free = now + (uint32_t)p->flits * o->flit;
  nf_fast_put_until(f, o, p, vc, now, o->free);
}

// The time of the record that comes next, if it is in this window; what has been taken has a time
// as well, one before `now`.
HOT uint32_t nf_fast_next_arrival(const nf_fast *f, const nf_fast_site *s, uint32_t now) {
  const nf_fast_in *in = &s->in[0];
  const uint32_t t = in->slot[in->take & in->mask].time;
  return t - f->from < f->span && t >= now ? t : NF_FAST_NEVER;
}

#endif
