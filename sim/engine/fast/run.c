// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _POSIX_C_SOURCE 200809L
#include "run.h"

#include "ahead.h"
#include "apart.h"
#include "common/nf_defs.h"
#include "crossbar.h"
#include "fetch.h"
#include "hop.h"
#include "queued.h"
#include "share.h"
#include "table.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Ticks until the row knows that a pull request has asked for an entry, or has had its turn after
// it waited, and may travel on.
enum { ASKED = 5 * 8 };

// What a switch does with packets that cannot go at once.
typedef enum {
  PLAIN,   // traffic and messages: they wait at outputs
  CROSSED, // a switch that reduces: in rows and behind a crossbar
  QUEUED   // one that is output-queued: at outputs and tables
} manner;

static manner manner_of(const nf_fast_site *s) {
  return s->cross ? CROSSED : s->table ? QUEUED : PLAIN;
}

// ------------------------------------------------------------------------------- events
// The output is looked at again at a tick; one beyond the window is found when that window begins.
static inline void wake(nf_fast *f, const nf_fast_site *s, unsigned o, uint32_t tick) {
  s->event[o] = tick;
  if (tick - f->from < f->span)
    mark(f, tick, s->out[o].bit);
}

void nf_fast_ask(nf_fast *f, nf_fast_site *s, unsigned k, uint32_t tick) {
  s->timer[k] = tick;
  if (!s->direct && tick - f->from < f->span)
    mark(f, tick, s->serve + k);
}

// ------------------------------------------------------------------------------- packets that wait
uint32_t nf_fast_grow_pool(nf_fast *f) {
  nf_fast_pool *p = f->pool;
  nf_fast_entry *more =
      p->entries <= NF_FAST_POOL / 2 ? realloc(p->entry, 2ull * p->entries * sizeof *more) : NULL;
  if (!more) {
    nf_err_memory(f->err, "packets that wait");
    return 0; // entry 0 takes what is lost: the run ends with the window
  }
  p->entry = more;
  f->fabric->bytes += p->entries * sizeof *more;
  for (uint32_t i = p->entries; i < 2 * p->entries; i++)
    more[i].link = i + 1 < 2 * p->entries ? i + 1 : 0;
  p->free = p->entries + 1;
  p->entries *= 2;
  return p->free - 1;
}

// The row of a crossbar whose packet is next at a table.
HOT unsigned choose(nf_fast_site *s, unsigned o, uint32_t now) {
  nf_fast_out *out = &s->out[o];
  if (!out->chosen) {
    out->turn[0] = (uint8_t)nf_fast_cross_pick(s, o, 0, now);
    out->chosen = true;
  }
  return out->turn[0];
}

// Channels whose packets wait for credit, and flits sent by each with its packet.
typedef struct {
  unsigned channels;
  uint16_t taken[NF_FAST_VCS];
} lacking;

// Each window begins with a look at ports with such a channel, whatever else they wait for: it
// shows the credit of that window.
HOT lacking lacks_room(const nf_fast *f, nf_fast_site *s, unsigned o) {
  const nf_fast_out *out = &s->out[o];
  lacking l = {.channels = 0};
  for (unsigned m = out->waits; m; m &= m - 1) {
    const unsigned v = (unsigned)__builtin_ctz(m),
                   flits = f->pool->entry[out->head[v]].packet.flits;
    if (nf_fast_has_room(out, v, flits))
      continue;
    l.channels |= 1u << v;
    l.taken[v] = (uint16_t)(out->sent[v] + flits);
  }
  if (l.channels)
    s->stalled[o / 64] |= 1ull << o % 64;
  return l;
}

// The first tick after now, before `end`, in which one of them has credit.
static uint32_t credit_time(const nf_fast_out *o, const lacking *l, uint32_t now, uint32_t end) {
  const nf_fast_row *r = o->peer;
  for (uint32_t i = nf_fast_unread(o); l->channels && i != r->back_put; i++) {
    const nf_fast_credit *c = &r->back[i & r->back_mask];
    if (c->time >= end)
      break;
    for (unsigned m = c->time > now ? l->channels : 0; m; m &= m - 1) {
      const unsigned v = (unsigned)__builtin_ctz(m);
      if ((uint16_t)(l->taken[v] - nf_fast_flits_of(c->freed, v)) <= NF_FAST_ROOM)
        return c->time;
    }
  }
  return NF_FAST_NEVER;
}

// Nothing that waits can go: the output sleeps until a channel that has credit may start, or until
// credit comes for another.
static void stall(nf_fast *f, nf_fast_site *s, unsigned o, uint32_t now) {
  nf_fast_out *out = &s->out[o];
  nf_fast_read_back(out, now);
  const lacking l = lacks_room(f, s, o);
  uint32_t when = credit_time(out, &l, now, f->from + f->span);
  for (unsigned m = out->waits & ~l.channels; m; m &= m - 1) {
    const uint32_t at = nf_fast_start_of(out, (unsigned)__builtin_ctz(m)),
                   start = at > f->from ? at : f->from;
    when = start < when ? start : when;
  }
  if (when == NF_FAST_NEVER)
    s->event[o] = NF_FAST_NEVER;
  else
    wake(f, s, o, when > now ? when : now);
}

// A window begins for an output that waits for credit.
static void look_for_room(nf_fast *f, nf_fast_site *s, unsigned o) {
  const uint32_t before = f->from - 1;
  s->stalled[o / 64] &= ~(1ull << o % 64);
  if (!s->out[o].waits)
    return;
  if (s->event[o] == NF_FAST_NEVER) {
    stall(f, s, o, before);
    return;
  }
  nf_fast_read_back(&s->out[o], before);
  const lacking l = lacks_room(f, s, o);
  const uint32_t when = credit_time(&s->out[o], &l, before, f->from + f->span);
  s->event[o] = when < s->event[o] ? when : s->event[o];
}

// ------------------------------------------------------------------------------- outputs
static void take_buffered(nf_fast *f, nf_fast_site *s, unsigned row, unsigned vc, uint32_t now);

// Hands a packet to what the output is: a link, or a table.
HOT void begin(nf_fast *f, nf_fast_site *s, unsigned o, bool table, const nf_fast_packet *p,
               unsigned vc, uint32_t now) {
  if (!table) {
    nf_fast_put(f, s, &s->out[o], p, vc, now);
  } else {
    s->out[o].free = now + (uint32_t)p->flits * s->out[o].flit;
    nf_fast_table_take(f, s, o - s->ports, p, now);
  }
}

HOT bool may_begin(nf_fast_site *s, unsigned o, bool table, unsigned vc, unsigned flits,
                   uint32_t now) {
  return table ? nf_fast_table_ready(s, o - s->ports)
               : nf_fast_has_credit(&s->out[o], vc, flits, now);
}

// True when a packet can go at once, past nothing that waits and could go.
HOT bool passes(nf_fast_site *s, unsigned o, bool table, unsigned vc, unsigned flits,
                uint32_t now) {
  const nf_fast_out *out = &s->out[o];
  if (out->free > now || !nf_fast_may_follow(out, vc, now))
    return false;
  if (out->waits && (s->event[o] <= now || out->waits >> vc & 1))
    return false;
  return may_begin(s, o, table, vc, flits, now);
}

// A packet goes at once. A channel that has slept until it may follow its own last header may go
// behind this one, if that is earlier.
HOT void pass(nf_fast *f, nf_fast_site *s, unsigned o, bool table, const nf_fast_packet *p,
              unsigned vc, uint32_t now) {
  begin(f, s, o, table, p, vc, now);
  if (s->out[o].waits && s->event[o] > s->out[o].free)
    wake(f, s, o, s->out[o].free);
}

// A packet that waits has come to an output.
static inline void wait_at(nf_fast *f, nf_fast_site *s, unsigned o, unsigned vc, uint32_t now) {
  nf_fast_out *out = &s->out[o];
  out->waits |= (uint8_t)(1u << vc);
  const uint32_t start = nf_fast_start_of(out, vc);
  if (start > now) {
    if (s->event[o] > start)
      wake(f, s, o, start);
  } else if (o < s->ports && s->event[o] > now) {
    stall(f, s, o, now);
  }
}

// The next packet of a port of a crossbar is drawn as soon as may be.
static inline void ask_to_draw(nf_fast *f, nf_fast_site *s, unsigned o, unsigned vc, uint32_t now) {
  const uint32_t at = nf_fast_cross_draw_time(nf_fast_cross_drawn(s, o, vc), s->out[o].flit),
                 tick = at > now ? at : now;
  if (tick < s->event[o])
    wake(f, s, o, tick);
}

// A packet has come to a queue of a port's column.
static inline void wait_to_be_drawn(nf_fast *f, nf_fast_site *s, unsigned o, unsigned vc,
                                    uint32_t now) {
  s->out[o].more |= (uint8_t)(1u << vc);
  ask_to_draw(f, s, o, vc, now);
}

static inline void queue(nf_fast *f, nf_fast_site *s, unsigned o, const nf_fast_packet *p,
                         unsigned vc, unsigned row, uint32_t now) {
  add_to_queue(f, &s->out[o], p, vc, row);
  wait_at(f, s, o, vc, now);
}

// A row of a crossbar may have something to send at a tick.
static inline void ask_row(nf_fast *f, nf_fast_site *s, unsigned row, uint32_t tick) {
  if (tick >= s->again[row])
    return;
  s->again[row] = tick;
  if (tick - f->from < f->span)
    mark(f, tick, row < s->ports ? row : s->result + (row - s->ports));
}

// The i-th oldest packet has been sent to all of its sinks.
HOT void leave_row(nf_fast_bus *bus, nf_fast_waiting *w, unsigned class, unsigned i) {
  const unsigned place = nf_fast_cross_place(w, i);
  const uint64_t older = (1ull << 4 * i) - 1;
  bus->count[class]--;
  bus->waits--;
  w->order = (w->order & older) | (w->order >> 4 & ~older);
  w->used &= (uint16_t) ~(1u << place);
  bus->table[class] &= (uint16_t) ~(1u << place);
}

// A packet has left its row: its place is for the next one.
HOT void release(nf_fast *f, nf_fast_site *s, unsigned row, unsigned vc, uint32_t now) {
  if (row == NF_FAST_NO_ROW)
    return;
  nf_fast_row *r = &s->row[row];
  r->held[vc]--;
  if (row < s->ports) {
    if (r->waits >> vc & 1)
      take_buffered(f, s, row, vc, now);
  } else if (s->endpoint) {
    nf_fast_ask(f, s, row - s->ports, now);
  } else if (s->out[row].waits && s->event[row] == NF_FAST_NEVER) { // the table had stopped
    wake(f, s, row, s->out[row].free > now ? s->out[row].free : now);
  }
}

// Switches that reduce, of up to 64 ports and of more.
#define NF_FAST_MASK 64
#include "crossing.h"
#define NF_FAST_MASK 128
#include "crossing.h"

HOT void leave_column(nf_fast *f, nf_fast_site *s, unsigned o, bool table, unsigned vc,
                      unsigned row, nf_fast_crosspoint *x, uint32_t now) {
  if (s->wide)
    leave_column_128(f, s, o, table, vc, row, x, now);
  else
    leave_column_64(f, s, o, table, vc, row, x, now);
}

static void serve_row(nf_fast *f, nf_fast_site *s, unsigned row, uint32_t now) {
  if (s->wide)
    serve_row_128(f, s, row, now);
  else
    serve_row_64(f, s, row, now);
}

// False: the output is not free yet, as a channel with credit went before one that had slept for
// it, or a lone channel may not follow yet.
HOT bool is_served(nf_fast *f, nf_fast_site *s, unsigned o, uint32_t now) {
  const nf_fast_out *out = &s->out[o];
  const bool lone = out->waits == 1u << out->last;
  const uint32_t at = lone && out->again > out->free ? out->again : out->free;
  if (at > now) {
    wake(f, s, o, out->free > now ? out->free : at);
    return false;
  }
  s->event[o] = NF_FAST_NEVER;
  return true;
}

// The next packet of an output that is free, the channels in turn. columns: packets are in the
// queues of a crossbar's column; drawn: they have left them.
HOT void serve_as(nf_fast *f, nf_fast_site *s, unsigned o, bool columns, bool drawn, bool table,
                  uint32_t now) {
  nf_fast_out *out = &s->out[o];
  // From the channel behind the last one on: bit k is channel last + 1 + k.
  const unsigned first = out->last + 1u, waits = out->waits;
  for (unsigned m = (waits | waits << NF_FAST_VCS) >> first & NF_FAST_CHANNELS; m; m &= m - 1) {
    const unsigned vc = (first + (unsigned)__builtin_ctz(m)) % NF_FAST_VCS;
    if (!nf_fast_may_follow(out, vc, now)) {
      wake(f, s, o, out->again);
      continue;
    }
    const unsigned row = columns ? choose(s, o, now) : 0;
    nf_fast_crosspoint *x = columns ? nf_fast_cross_at(s, o, table, vc, row) : NULL;
    const uint32_t i = columns ? x->head : out->head[vc];
    const nf_fast_entry *q = &f->pool->entry[i];
    if (!may_begin(s, o, table, vc, q->packet.flits, now))
      continue;
    // Of its entry, which is free then, its packet stays until another waits: behind a table one
    // may.
    const nf_fast_packet kept = table ? q->packet : (nf_fast_packet){.time = 0};
    const unsigned from = nf_fast_held_row(q), from_vc = nf_fast_vc(&q->packet);
    if (drawn) {
      nf_fast_drawn *d = nf_fast_cross_drawn(s, o, vc);
      d->flits -= q->packet.flits;
      nf_fast_cross_sent(d, q->packet.flits, out->flit, now);
    }
    if (columns) {
      leave_column(f, s, o, table, vc, row, x, now);
      free_entry(f, i);
    } else {
      leave_queue(f, out, vc, i);
    }
    begin(f, s, o, table, table ? &kept : &q->packet, vc, now);
    if (out->waits)
      wake(f, s, o, out->free);
    if (!columns && !drawn)
      release(f, s, from, from_vc, now);
    return;
  }
  if (!table)
    stall(f, s, o, now);
}

// What a port of a crossbar may draw by now.
HOT void draw(nf_fast *f, nf_fast_site *s, unsigned o, unsigned vc, uint32_t now) {
  nf_fast_out *out = &s->out[o];
  nf_fast_drawn *d = nf_fast_cross_drawn(s, o, vc);
  while (out->more >> vc & 1 && nf_fast_cross_draw_time(d, out->flit) <= now) {
    const unsigned row = nf_fast_cross_pick(s, o, vc, now);
    nf_fast_crosspoint *x = nf_fast_cross_at(s, o, false, vc, row);
    const uint32_t i = x->head;
    const unsigned flits = f->pool->entry[i].packet.flits;
    leave_column(f, s, o, false, vc, row, x, now);
    add_entry_to_queue(f, out, vc, i, NF_FAST_NO_ROW);
    out->turn[vc] = (uint8_t)row;
    d->flits = (uint8_t)(d->flits + flits);
    d->next = now + flits * out->flit;
  }
}

HOT void serve_port(nf_fast *f, nf_fast_site *s, unsigned o, uint32_t now) {
  const nf_fast_out *out = &s->out[o];
  s->event[o] = NF_FAST_NEVER;
  for (unsigned m = out->more; m; m &= m - 1)
    draw(f, s, o, (unsigned)__builtin_ctz(m), now);
  if (out->waits && is_served(f, s, o, now))
    serve_as(f, s, o, false, true, false, now);
  for (unsigned m = out->more; m; m &= m - 1)
    ask_to_draw(f, s, o, (unsigned)__builtin_ctz(m), now);
}

static void serve_table(nf_fast *f, nf_fast_site *s, unsigned port, uint32_t now) {
  serve_as(f, s, s->ports + port, true, false, true, now);
}

static void serve_queued_table(nf_fast *f, nf_fast_site *s, unsigned port, uint32_t now) {
  serve_as(f, s, s->ports + port, false, false, true, now);
}

static void serve(nf_fast *f, nf_fast_site *s, unsigned o, uint32_t now) {
  serve_as(f, s, o, false, false, false, now);
}

// ------------------------------------------------------------------------------- forwarding
HOT void offer(nf_fast *f, nf_fast_site *s, bool direct, bool table, unsigned o, unsigned vc,
               const nf_fast_packet *p, unsigned row, unsigned row_vc, uint32_t now) {
  if (passes(s, o, table, vc, p->flits, now)) {
    if (direct) // it has no events
      begin(f, s, o, table, p, vc, now);
    else
      pass(f, s, o, table, p, vc, now);
    return;
  }
  if (row != NF_FAST_NO_ROW)
    s->row[row].held[row_vc]++;
  if (direct)
    add_to_queue(f, &s->out[o], p, vc, row);
  else
    queue(f, s, o, p, vc, row, now);
}

// The emptiest of the choices: flits that wait here, and those that have been sent and not left the
// buffer behind the link. Of those alike to a packet or two the one that has sent least, so that
// ways that look alike are taken in turn, and not by every switch the first of them.
static unsigned emptiest(nf_fast_site *s, const nf_fast_choice *c, unsigned first_vc,
                         uint32_t now) {
  enum { ALIKE = 16 }; // flits
  unsigned best = 0;
  uint64_t least = UINT64_MAX;
  for (unsigned i = 0; i < c->count; i++) {
    nf_fast_out *o = &s->out[c->to[i].port];
    const unsigned vc = first_vc + c->to[i].vc;
    nf_fast_read_back(o, now);
    const uint32_t busy = o->free > now ? (o->free - now) / o->flit : 0,
                   flits = busy + o->queued + (uint16_t)(o->sent[vc] - o->known[vc]);
    const uint64_t rank = (uint64_t)(flits / ALIKE) << 32 | o->put;
    if (rank < least) {
      least = rank;
      best = i;
    }
  }
  return best;
}

// In a switch with a crossbar, which reduces.
HOT void forward_crossed(nf_fast *f, nf_fast_site *s, const nf_fast_packet *p, unsigned row,
                         unsigned row_vc, uint32_t now) {
  const bool asks = (p->kind & 15) == NF_OPCODE_PULL_REQ;
  if (asks && !nf_fast_table_ask(f, s, p, row, now))
    return;
  nf_fast_packet later;
  if (asks) {
    later = *p;
    later.time = now + ASKED;
    p = &later;
  }
  if (s->wide)
    forward_128(f, s, p, row, row_vc, false, now);
  else
    forward_64(f, s, p, row, row_vc, false, now);
}

HOT void forward_plain(nf_fast *f, nf_fast_site *s, bool direct, const nf_fast_packet *p,
                       unsigned row, unsigned row_vc, uint32_t now) {
  const nf_fast_fabric *net = f->fabric;
  const nf_fast_choice *c = way_of(f, s, p, row, row_vc);
  const unsigned first_vc = vc_by(f, p, 0),
                 i = net->adaptive && c->count > 1 ? emptiest(s, c, first_vc, now) : 0;
  offer(f, s, direct, false, c->to[i].port, first_vc + c->to[i].vc, p, row, row_vc, now);
}

static void offer_to_port(nf_fast *f, nf_fast_site *s, unsigned o, unsigned vc,
                          const nf_fast_packet *p, unsigned row, uint32_t now) {
  offer(f, s, false, false, o, vc, p, row, vc, now);
}

static void offer_to_table(nf_fast *f, nf_fast_site *s, unsigned o, unsigned vc,
                           const nf_fast_packet *p, unsigned row, uint32_t now) {
  offer(f, s, false, true, o, 0, p, row, vc, now);
}

// In a switch that reduces and is output-queued.
static void forward_queued(nf_fast *f, nf_fast_site *s, const nf_fast_packet *p, unsigned row,
                           unsigned vc, uint32_t now) {
  nf_fast_copies c = nf_fast_copies_of(f, s, p, row);
  for (int port; (port = nf_fast_next_copy(&c)) >= 0; c.row = NF_FAST_NO_ROW)
    if (c.table)
      offer_to_table(f, s, s->ports + (unsigned)port, vc, p, c.row, now);
    else
      offer_to_port(f, s, (unsigned)port, vc, p, c.row, now);
}

HOT void enter(nf_fast *f, nf_fast_site *s, manner how, unsigned row, unsigned vc,
               const nf_fast_packet *p, bool waited, uint32_t now) {
  nf_fast_give_back(f, &s->row[row], vc, p->flits,
                    waited ? now : nf_fast_left_at(&s->row[row], now));
  if (how == CROSSED)
    forward_crossed(f, s, p, row, vc, now);
  else if (how == QUEUED)
    forward_queued(f, s, p, row, vc, now);
  else
    forward_plain(f, s, false, p, row, vc, now);
}

// The first packet in a link's buffer leaves it. It came long ago.
static nf_fast_packet next_waiting(nf_fast *f, nf_fast_row *r, unsigned vc) {
  const uint32_t i = r->head[vc];
  nf_fast_packet p = f->pool->entry[i].packet;
  r->head[vc] = nf_fast_next(&f->pool->entry[i]);
  __builtin_prefetch(&f->pool->entry[r->head[vc]]);
  if (r->head[vc] == 0)
    r->waits &= (uint8_t) ~(1u << vc);
  if (r->waits == 0 && r->usual)
    r->most = r->usual;
  free_entry(f, i);
  p.time = 0;
  return p;
}

// An endpoint has room again for what it makes of a packet.
static void take_waiting(nf_fast *f, nf_fast_site *s, unsigned row, unsigned vc, uint32_t now) {
  nf_fast_row *r = &s->row[row];
  while (r->waits >> vc & 1 && r->held[vc] < r->window) {
    const nf_fast_packet p = next_waiting(f, r, vc);
    hand_over(f, s, row, vc, &p, now);
  }
}

void nf_fast_wait(nf_fast *f, nf_fast_site *s, const nf_fast_packet *p, uint32_t now) {
  wait_in_buffer(f, &s->row[0], nf_fast_vc(p), p, now);
}

void nf_fast_hold(nf_fast_site *s, unsigned vc) { s->row[0].held[vc]++; }

void nf_fast_let_go(nf_fast *f, nf_fast_site *s, unsigned vc, uint32_t now) {
  s->row[0].held[vc]--;
  take_waiting(f, s, 0, vc, now);
}

// A row has a place for what waits in the link's buffer.
static void take_buffered(nf_fast *f, nf_fast_site *s, unsigned row, unsigned vc, uint32_t now) {
  nf_fast_row *r = &s->row[row];
  while (r->waits >> vc & 1 && r->held[vc] < r->window) {
    const nf_fast_packet p = next_waiting(f, r, vc);
    if (s->endpoint && p.to == s->node) {
      hand_over(f, s, row, vc, &p, now);
    } else {
      enter(f, s, manner_of(s), row, vc, &p, true, now);
    }
  }
}

// The packet that comes next at a port, from a tick on, is an event, if it comes in this window.
HOT void await(nf_fast *f, const nf_fast_in *in, unsigned row, uint32_t now) {
  const uint32_t next = in->slot[in->take & in->mask].time;
  if (next - f->from < f->span && next >= now)
    mark(f, next, row);
}

// Acknowledgements that end here and come next at a port are taken ahead, as all that they change
// is the room in the link's buffer; behind packets that wait there they must wait as well. Returns
// the time of the last one: behind it a ring that was full has what has been taken, of earlier
// times.
HOT uint32_t take_acks(nf_fast *f, const nf_fast_site *s, nf_fast_in *in, nf_fast_row *r,
                       uint32_t now) {
  const nf_fast_packet *p;
  while (p = &in->slot[in->take & in->mask], nf_fast_opcode(p) == NF_OPCODE_WRITE_ACK &&
                                                 p->to == s->node && p->time - f->from < f->span &&
                                                 p->time >= now && !r->waits &&
                                                 r->held[nf_fast_vc(p)] < r->window) {
    now = p->time;
    in->take++;
    f->events++;
    f->made--;
    nf_fast_give_back(f, r, nf_fast_vc(p), p->flits, nf_fast_left_at(r, now));
  }
  return now;
}

HOT void arrive(nf_fast *f, nf_fast_site *s, manner how, unsigned row, uint32_t now) {
  nf_fast_row *r = &s->row[row];
  nf_fast_in *in = &s->in[row];
  const nf_fast_packet *p = &in->slot[in->take++ & in->mask];
  __builtin_prefetch(&in->slot[(in->take + 3) & in->mask]);
  const unsigned vc = nf_fast_vc(p);
  if (r->held[vc] < r->window && !(r->waits >> vc & 1)) {
    if (how == PLAIN && s->endpoint && (p->to == s->node || !s->forwards))
      hand_over(f, s, row, vc, p, now);
    else
      enter(f, s, how, row, vc, p, false, now);
  } else {
    wait_in_buffer(f, r, vc, p, now);
  }
  await(f, in, row, how == PLAIN ? now : take_acks(f, s, in, r, now));
}

void nf_fast_send(nf_fast *f, nf_fast_site *s, unsigned k, const nf_fast_packet *p, uint32_t now) {
  f->injected++;
  if (s->direct)
    forward_plain(f, s, true, p, s->ports + k, 0, now);
  else
    forward_plain(f, s, false, p, s->ports + k, 0, now);
}

// ------------------------------------------------------------------------------- reduction tables
void nf_fast_wake_table(nf_fast *f, nf_fast_site *s, unsigned port, uint32_t tick) {
  s->due[port] = tick;
  if (tick - f->from < f->span)
    mark(f, tick, s->result + port);
}

void nf_fast_result(nf_fast *f, nf_fast_site *s, unsigned port, const nf_fast_packet *p,
                    uint32_t now) {
  const unsigned class = p->kind >> 3 & 1;
  if (s->cross)
    forward_crossed(f, s, p, s->ports + port, class, now);
  else
    forward_queued(f, s, p, NF_FAST_NO_ROW, class, now);
  const nf_fast_out *in = &s->out[s->ports + port];
  if (in->waits &&
      s->event[s->ports + port] == NF_FAST_NEVER) // it had stopped for want of room behind it
    wake(f, s, s->ports + port, in->free > now ? in->free : now);
}

void nf_fast_keep(nf_fast *f, nf_fast_site *s, unsigned row, const nf_fast_packet *p,
                  uint32_t *head, uint32_t *tail) {
  append(f, head, tail, *head == 0, p, 0);
  s->row[row].held[nf_fast_vc(p)]++;
}

void nf_fast_go_on(nf_fast *f, nf_fast_site *s, unsigned row, uint32_t i, uint32_t now) {
  nf_fast_packet p = f->pool->entry[i].packet;
  const unsigned vc = nf_fast_vc(&p);
  p.time = now + ASKED;
  free_entry(f, i);
  if (s->wide) // it is the oldest now (docs/switch/nf_switch_row.md)
    forward_128(f, s, &p, row, vc, true, now);
  else
    forward_64(f, s, &p, row, vc, true, now);
  release(f, s, row, vc, now);
}

// ------------------------------------------------------------------------------- a site
static void gather(nf_fast *f, nf_fast_site *s) {
  for (unsigned p = 0; p < s->ports; p++)
    await(f, &s->in[p], p, f->from);
  for (unsigned w = 0; w < NF_FAST_PORTS / 64; w++)
    for (uint64_t m = s->stalled[w]; m; m &= m - 1) {
      look_for_room(f, s, 64 * w + (unsigned)__builtin_ctzll(m));
    }
  for (unsigned o = 0; o < s->outs; o++)
    if (s->event[o] - f->from < f->span)
      mark(f, s->event[o], s->out[o].bit);
  if (s->endpoint) {
    for (unsigned k = 0; k < NF_FAST_SOURCES; k++)
      if (s->timer[k] - f->from < f->span)
        mark(f, s->timer[k], s->serve + k);
  } else if (s->table) {
    for (unsigned k = 0; k < s->tables; k++) {
      const uint32_t t = s->due[k];
      if (t - f->from < f->span)
        mark(f, t, s->result + k);
    }
    for (unsigned r = 0; s->cross && r < s->rows; r++)
      if (s->again[r] - f->from < f->span)
        mark(f, s->again[r], r < s->ports ? r : s->result + (r - s->ports));
  }
}

HOT void happen(nf_fast *f, nf_fast_site *s, manner how, unsigned bit, uint32_t now) {
  if (bit < s->serve) {
    if (how == CROSSED && s->again[bit] == now)
      serve_row(f, s, bit, now);
    const nf_fast_in *in = &s->in[bit];
    if (in->slot[in->take & in->mask].time == now)
      arrive(f, s, how, bit, now);
  } else if (bit >= s->sends) {
    if (s->event[bit - s->sends] != now)
      return;
    if (how == CROSSED)
      serve_port(f, s, bit - s->sends, now);
    else if (is_served(f, s, bit - s->sends, now))
      serve(f, s, bit - s->sends, now);
  } else if (how != PLAIN && bit >= s->result) {
    if (how == CROSSED && s->again[s->ports + bit - s->result] == now)
      serve_row(f, s, s->ports + bit - s->result, now);
    nf_fast_table_tick(f, s, bit - s->result, now);
  } else if (how != PLAIN) {
    if (s->event[s->ports + bit - s->serve] != now)
      return;
    if (!is_served(f, s, s->ports + bit - s->serve, now))
      return;
    if (how == CROSSED)
      serve_table(f, s, bit - s->serve, now);
    else
      serve_queued_table(f, s, bit - s->serve, now);
  } else {
    const unsigned k = bit - s->serve;
    if (s->timer[k] == now) {
      s->timer[k] = NF_FAST_NEVER;
      f->source(f, s, k, now);
    }
  }
}

// What happens in a tick may mark others of the same tick; the lowest bit goes first.
HOT void run_tick(nf_fast *f, nf_fast_site *s, manner how, bool one_word, uint32_t at) {
  const unsigned words = one_word ? 1 : (s->bits + 63u) / 64;
  for (unsigned w = 0; w < words; w++) {
    uint64_t *word = &f->bits[w * NF_FAST_WINDOW + at];
    while (*word) {
      const unsigned b = (unsigned)__builtin_ctzll(*word);
      *word &= *word - 1;
      f->events++;
      happen(f, s, how, 64 * w + b, f->from + at);
      if (!one_word && w != 0) {
        w = 0;
        word = &f->bits[at];
      }
    }
  }
}

HOT void run_ticks(nf_fast *f, nf_fast_site *s, manner how, bool one_word) {
  for (unsigned w = 0; w < (f->span + 63) / 64; w++)
    while (f->busy[w]) {
      const unsigned at = (unsigned)__builtin_ctzll(f->busy[w]);
      run_tick(f, s, how, one_word, 64 * w + at);
      f->busy[w] &= f->busy[w] - 1;
    }
}

// Events go on where outputs were run for themselves.
static void resume(nf_fast *f, nf_fast_site *s) {
  s->ahead = false;
  memset(s->stalled, 0, sizeof s->stalled);
  for (unsigned o = 0; o < s->outs; o++) {
    uint32_t when = NF_FAST_NEVER;
    for (unsigned v = 0; v < NF_FAST_VCS; v++)
      if (s->out[o].waits >> v & 1 && nf_fast_start_of(&s->out[o], v) < when)
        when = nf_fast_start_of(&s->out[o], v);
    s->event[o] = when > f->from ? when : f->from;
  }
}

// The switch is run by events from here on.
static void run_events(nf_fast *f, nf_fast_site *s) {
  if (s->ahead)
    resume(f, s);
  gather(f, s);
  if (manner_of(s) == QUEUED && s->bits <= 64)
    run_ticks(f, s, QUEUED, true);
  else if (manner_of(s) == QUEUED)
    run_ticks(f, s, QUEUED, false);
  else if (s->bits > 64)
    run_ticks(f, s, manner_of(s), false);
  else if (s->cross)
    run_ticks(f, s, CROSSED, true);
  else
    run_ticks(f, s, PLAIN, true);
}

// Without events for as long as no row can be full and no entry of a table grows too old; where
// that is not long by events for a while.
static void run_switch(nf_fast *f, nf_fast_site *s) {
  enum { LEAST = 64, EVENTS = 512 };
  const uint32_t from = f->from, span = f->span;
  for (uint32_t done = 0; done < span; done += f->span) {
    const uint32_t rest = span - done;
    f->from = from + done;
    f->span = rest;
    if (s->table)
      f->span = nf_fast_queued_ticks(f, s);
    f->span = nf_fast_gather(f, s, rest < LEAST ? rest : LEAST);
    if (f->span == 0) {
      f->span = rest < EVENTS ? rest : EVENTS;
      run_events(f, s);
      continue;
    }
    s->ahead = true;
    if (s->table)
      nf_fast_run_queued(f, s);
    else
      nf_fast_run_outputs(f, s);
  }
  f->from = from;
  f->span = span;
}

static void run_site(nf_fast *f, nf_fast_site *s) {
  f->pool = &s->pool;
  if (s->endpoint && f->endpoint) {
    f->endpoint(f, s);
    return;
  }
  if (s->direct && f->traffic && f->fabric->route_vcs == 1 && !s->out[0].wire) {
    nf_fast_run_traffic(f, s);
    return;
  }
  if (s->direct) {
    nf_fast_run_direct(f, s);
    return;
  }
  if (nf_fast_has_ways(f, s))
    run_switch(f, s);
  else
    run_events(f, s);
}

// The sites of a plane, in the order in which they are run.
static inline nf_fast_site *nth(const nf_fast *f, uint32_t i) {
  return &f->fabric->site[f->ahead ? f->ahead->order[i] : i];
}

int nf_fast_run(nf_fast *f, unsigned plane, uint32_t from, uint32_t ticks, uint32_t window) {
  const bool far = is_far(f->fabric);
  f->plane = &f->fabric->plane[plane];
  const nf_fast_ahead *ahead = f->ahead;
  for (uint32_t done = 0; done < ticks; done += f->span) {
    const uint32_t most = ahead && f->plane->open ? ahead->window : window;
    f->from = f->begun = from + done;
    f->span = ticks - done < most ? ticks - done : most;
    const uint32_t first = f->plane->first, end = first + f->plane->count;
    for (uint32_t i = first; i < end && f->err->status == NF_EXIT_OK; i++) {
      nf_fast_site *s = nth(f, i);
      if (!s->mine)
        continue;
      if (far && i + 3 < end)
        fetch_site(nth(f, i + 3));
      if (far && i + 2 < end)
        fetch_ports(nth(f, i + 2));
      if (far && i + 1 < end)
        fetch_links(f, nth(f, i + 1));
      run_site(f, s);
    }
    const bool alone = !f->team || f->fabric->by_plane;
    if (ahead)
      f->plane->open = nf_fast_ahead_open_plane(ahead, f->fabric, f->plane, f->from + f->span);
    if (!alone)
      nf_fast_trade(f, f->plane);
    else if (f->err->status != NF_EXIT_OK)
      break;
  }
  return f->err->status;
}

static double seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double nf_fast_cpu_seconds(void) { return seconds(CLOCK_PROCESS_CPUTIME_ID); }
double nf_fast_clock_seconds(void) { return seconds(CLOCK_MONOTONIC); }

void nf_fast_begins(nf_fast *f) {
  f->cpu_began = nf_fast_cpu_seconds();
  f->clock_began = nf_fast_clock_seconds();
}

int nf_fast_open(nf_fast *f, nf_fast_fabric *fabric, nf_err *e) {
  *f = (nf_fast){.fabric = fabric, .err = e};
  f->bits = calloc(NF_FAST_WINDOW * ((fabric->bits + 63u) / 64), sizeof *f->bits);
  f->coming_room = 1u + NF_FAST_PORTS * NF_FAST_VCS * NF_FAST_ROW;
  f->coming = malloc(f->coming_room * sizeof *f->coming);
  return f->bits && f->coming ? NF_EXIT_OK : nf_err_memory(e, "a window of events");
}

void nf_fast_close(nf_fast *f) {
  free(f->bits);
  free(f->coming);
}

int nf_fast_too_long(nf_err *e) {
  return nf_refuse(e, "the run takes more than 340 ms; use fewer bytes, ranks or segments");
}
