// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// An endpoint's part in a plane of an all-reduce in the network: what it has to send, and its
// window. It sends by one port and passes nothing on: what comes is for itself, and what goes has
// one way, on which requests and responses have a channel each. So it needs no events: the next of
// its few times is what happens next.
#ifndef NF_FAST_LANE_H
#define NF_FAST_LANE_H

#include "agenda.h"
#include "link.h"

typedef struct {
  nf_fast_agenda read[NF_FAST_SOURCES]; // requests; responses but acknowledgements
  nf_fast_acks acks;
  uint8_t run;   // acknowledgements since another response went
  uint8_t waits; // channels whose next packet waits for the link; it has left its list
  nf_fast_packet next[NF_FAST_SOURCES];
} nf_fast_lane;

// What an endpoint does. The window below is compiled with them in their places.
typedef struct {
  // A packet is in the endpoint's memory; is on its link.
  void (*arrived)(nf_fast *f, nf_fast_site *s, const nf_fast_packet *p, uint32_t now);
  void (*sent)(nf_fast *f, nf_fast_site *s, const nf_fast_packet *p, uint32_t now);
  // The next packet of a channel leaves its list for `next`; false: none is due.
  bool (*take)(nf_fast *f, nf_fast_site *s, nf_fast_lane *l, unsigned vc, uint32_t now);
} nf_fast_lane_calls;

// ------------------------------------------------------------------------------- what comes
HOT void nf_fast_lane_take(nf_fast *f, nf_fast_site *s, const nf_fast_lane_calls *call,
                           uint32_t now) {
  nf_fast_in *in = &s->in[0];
  nf_fast_row *r = &s->row[0];
  const nf_fast_packet *p = &in->slot[in->take++ & in->mask];
  const unsigned vc = nf_fast_vc(p);
  f->events++;
  if (r->held[vc] >= r->window || r->waits >> vc & 1) {
    nf_fast_wait(f, s, p, now);
    return;
  }
  nf_fast_give_back(f, r, vc, p->flits, nf_fast_left_at(r, now));
  f->delivered++;
  call->arrived(f, s, p, now);
}

// What arrives makes packets that are sent later, and what is sent makes room for requests alone.
// So all that comes before one of them goes first, whatever is sent meanwhile. Returns the tick of
// the last.
HOT uint32_t nf_fast_lane_take_ahead(nf_fast *f, nf_fast_site *s, const nf_fast_lane_calls *call) {
  const nf_fast_in *in = &s->in[0];
  uint32_t now = f->from, next;
  if (s->row[0].waits) // for what is sent
    return now;
  while ((next = nf_fast_next_arrival(f, s, now)) != NF_FAST_NEVER &&
         nf_fast_vc(&in->slot[in->take & in->mask]) != 0) {
    now = next;
    nf_fast_lane_take(f, s, call, now);
  }
  return now;
}

// ------------------------------------------------------------------------------- what goes
// When a channel's next packet leaves its list, if none of it waits.
static inline uint32_t nf_fast_lane_due(const nf_fast *f, const nf_fast_lane *l, unsigned k) {
  const uint32_t due = l->read[k].ring.due, ack = k == 1 ? l->acks.ring.due : NF_FAST_NEVER,
                 first = ack < due ? ack : due;
  return !(l->waits >> k & 1) && first - f->from < f->span ? first : NF_FAST_NEVER;
}

HOT uint32_t nf_fast_lane_begins_of(const nf_fast *f, const nf_fast_out *o, const nf_fast_lane *l,
                                    unsigned vc, uint32_t now) {
  return l->waits >> vc & 1 ? nf_fast_begin_time(f, o, vc, l->next[vc].flits, now) : NF_FAST_NEVER;
}

// The packet of those that wait which begins first from a tick on; of two at once the one of the
// channel that was not served last.
HOT nf_fast_beginning nf_fast_lane_begins(const nf_fast *f, const nf_fast_out *o,
                                          const nf_fast_lane *l, uint32_t now) {
  const unsigned last = o->last, other = !last;
  const uint32_t tick = nf_fast_lane_begins_of(f, o, l, other, now);
  if (tick <= now || tick == o->free) // nothing can be before it
    return (nf_fast_beginning){tick, other};
  const uint32_t again = nf_fast_lane_begins_of(f, o, l, last, now);
  return again < tick ? (nf_fast_beginning){again, last} : (nf_fast_beginning){tick, other};
}

HOT void nf_fast_lane_begin(nf_fast *f, nf_fast_site *s, nf_fast_lane *l,
                            const nf_fast_lane_calls *call, unsigned vc, uint32_t now) {
  const nf_fast_packet *p = &l->next[vc];
  nf_fast_has_credit(&s->out[0], vc, p->flits, now);
  nf_fast_put(f, s, &s->out[0], p, vc, now);
  l->waits &= (uint8_t) ~(1u << vc);
  call->sent(f, s, p, now);
}

// A channel's packets that are due leave their list: for the link, or the first that it does not
// take to wait for it. other: when a packet of the other channel begins.
HOT void nf_fast_lane_send(nf_fast *f, nf_fast_site *s, nf_fast_lane *l,
                           const nf_fast_lane_calls *call, unsigned vc, uint32_t other,
                           uint32_t now) {
  nf_fast_out *o = &s->out[0];
  while (call->take(f, s, l, vc, now)) {
    f->injected++;
    if (o->free > now || !nf_fast_may_follow(o, vc, now) || other <= now ||
        !nf_fast_has_credit(o, vc, l->next[vc].flits, now)) {
      l->waits |= (uint8_t)(1u << vc);
      return;
    }
    nf_fast_lane_begin(f, s, l, call, vc, now);
  }
}

// ------------------------------------------------------------------------------- a window
// Of one tick what arrives goes first, then what leaves its list, requests first, then what begins.
HOT void nf_fast_lane_run(nf_fast *f, nf_fast_site *s, nf_fast_lane *l,
                          const nf_fast_lane_calls *call) {
  const nf_fast_out *o = &s->out[0];
  uint32_t arrival = nf_fast_next_arrival(f, s, nf_fast_lane_take_ahead(f, s, call));
  nf_fast_beginning begins = nf_fast_lane_begins(f, o, l, f->from);
  for (;;) {
    const uint32_t request = nf_fast_lane_due(f, l, 0), response = nf_fast_lane_due(f, l, 1),
                   asked = request < response ? request : response,
                   goes = asked < begins.tick ? asked : begins.tick;
    if (arrival <= goes) {
      if (arrival == NF_FAST_NEVER)
        return;
      nf_fast_lane_take(f, s, call, arrival);
      arrival = nf_fast_next_arrival(f, s, arrival);
      continue;
    }
    f->events++;
    unsigned vc = request > response;
    if (asked > begins.tick) {
      vc = begins.vc;
      nf_fast_lane_begin(f, s, l, call, vc, goes);
    }
    nf_fast_lane_send(f, s, l, call, vc, begins.tick, goes);
    begins = nf_fast_lane_begins(f, o, l, goes);
  }
}

#endif
