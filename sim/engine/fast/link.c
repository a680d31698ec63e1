// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "link.h"

#include "wire.h"
#include <stdlib.h>

// The ring is full of what has not been taken: twice as many records, those in their order first.
static void grow_link(nf_fast *f, nf_fast_out *o) {
  nf_fast_in *r = o->peer_in;
  const uint32_t size = 2 * (o->mask + 1);
  nf_fast_packet *slot = aligned_alloc(NF_FAST_LINE, size * sizeof *slot);
  if (!slot) {
    nf_err_memory(f->err, "a link");
    return;
  }
  memset(slot, 0, size * sizeof *slot);
  for (uint32_t i = r->take; i != o->put; i++)
    slot[i & (size - 1)] = o->slot[i & o->mask];
  f->fabric->bytes += (size / 2) * sizeof *slot;
  free(o->slot);
  o->slot = r->slot = slot;
  o->mask = r->mask = size - 1;
}

void nf_fast_grow_back(nf_fast *f, nf_fast_row *r) {
  const uint32_t old = r->back_mask + 1, size = 2 * old;
  nf_fast_credit *back = calloc(size, sizeof *back);
  if (!back) {
    nf_err_memory(f->err, "a link");
    return;
  }
  for (uint32_t i = r->back_put - old; i != r->back_put; i++)
    back[i & (size - 1)] = r->back[i & r->back_mask];
  f->fabric->bytes += (size / 2) * sizeof *back;
  free(r->back);
  r->back = back;
  r->back_mask = size - 1;
}

// This and the next one are called seldom; in line they would take registers from what is not.
__attribute__((noinline)) void nf_fast_read_back(nf_fast_out *o, uint32_t now) {
  const nf_fast_row *r = o->peer;
  uint32_t i = nf_fast_unread(o);
  if (i == r->back_put || r->back[i & r->back_mask].time > now)
    return;
  do
    i++;
  while (i != r->back_put && r->back[i & r->back_mask].time <= now);
  o->read = (uint16_t)i;
  const uint64_t freed = r->back[(i - 1) & r->back_mask].freed;
  for (unsigned v = 0; v < NF_FAST_VCS; v++)
    o->known[v] = nf_fast_flits_of(freed, v);
}

__attribute__((noinline)) uint32_t nf_fast_room_comes(const nf_fast_out *o, unsigned vc,
                                                      unsigned flits, uint32_t end) {
  const nf_fast_row *r = o->peer;
  for (uint32_t i = nf_fast_unread(o); i != r->back_put; i++) {
    const nf_fast_credit *c = &r->back[i & r->back_mask];
    if (c->time >= end)
      break;
    if ((uint16_t)(o->sent[vc] - nf_fast_flits_of(c->freed, vc)) + flits <= NF_FAST_ROOM)
      return c->time;
  }
  return NF_FAST_NEVER;
}

// What the other end has taken is looked at when the room that was known of is used up.
void nf_fast_find_room(nf_fast *f, nf_fast_out *o) {
  if (o->put - o->peer_in->take > o->mask)
    grow_link(f, o);
  o->room_until = o->peer_in->take + o->mask + 1;
}

// On a link with errors, one that is longer than its replay buffer, or whose packets are shown.
void nf_fast_put_watched(nf_fast *f, nf_fast_site *s, nf_fast_out *o, const nf_fast_packet *p,
                         unsigned vc, uint32_t now) {
  o->free = now + (uint32_t)p->flits * o->flit;
  uint32_t again;
  const uint32_t end = nf_fast_wire_take(o->wire, p->flits, now, &o->free, &again);
  if (o->wire->down)
    nf_err_set(f->err, NF_EXIT_STALLED,
               "stalled: a link was given up, as a flit was damaged in each of %d repetitions; use "
               "fewer bit errors",
               NF_FAST_RETRIES);
  if (f->trace)
    nf_fast_trace_packet(f->trace, s, o, p, end - (uint32_t)p->flits * o->flit, end);
  nf_fast_put_until(f, o, p, vc, now, end);
  o->again = again > o->again ? again : o->again;
}
