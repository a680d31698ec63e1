// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _POSIX_C_SOURCE 200809L
#include "run.h"

#include "ahead.h"
#include "common/nf_defs.h"
#include "crossbar.h"
#include "link.h"
#include "share.h"
#include "table.h"
#include "traffic.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  CHANNELS = (1 << NF_FAST_VCS) - 1,
  // Ticks until the row knows that a pull request has asked for an entry and may travel on; that an
  // entry has come free for one that waits.
  ASKED = 5 * 8,
  ASKED_AGAIN = 4 * 8
};

// ------------------------------------------------------------------------------- events of a
// window
HOT void mark(nf_fast *f, uint32_t tick, unsigned bit) {
  const uint32_t at = tick - f->from;
  f->bits[bit / 64 * NF_FAST_WINDOW + at] |= 1ull << bit % 64;
  f->busy[at / 64] |= 1ull << at % 64;
}

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
static uint32_t grow_pool(nf_fast *f) {
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

static inline uint32_t new_entry(nf_fast *f) {
  nf_fast_pool *p = f->pool;
  const uint32_t i = p->free;
  if (i == 0)
    return grow_pool(f);
  p->free = nf_fast_next(&p->entry[i]);
  return i;
}

static inline void free_entry(nf_fast *f, uint32_t i) {
  f->pool->entry[i].link = f->pool->free;
  f->pool->free = i;
}

// A packet, which may hold a place in a row, behind those of a list.
static inline void append(nf_fast *f, uint32_t *head, uint32_t *tail, bool empty,
                          const nf_fast_packet *p, unsigned row) {
  const uint32_t i = new_entry(f);
  nf_fast_entry *e = f->pool->entry;
  e[i].packet = *p;
  e[i].link = row * NF_FAST_POOL;
  if (empty)
    *head = i;
  else
    e[*tail].link |= i;
  *tail = i;
}

// The row of a crossbar whose packet is next at an output.
HOT unsigned choose(nf_fast_site *s, unsigned o, unsigned vc) {
  nf_fast_out *out = &s->out[o];
  if (!(out->chosen >> vc & 1)) {
    out->turn[vc] = (uint8_t)nf_fast_cross_pick(s, o, vc);
    out->chosen |= (uint8_t)(1u << vc);
  }
  return out->turn[vc];
}

// The packet of a channel that waits at an output and is next.
static inline uint32_t first_of(nf_fast_site *s, unsigned o, unsigned vc) {
  return s->cross ? nf_fast_cross_at(s, o, o >= s->ports, vc, choose(s, o, vc))->head
                  : s->out[o].head[vc];
}

static unsigned first_flits(const nf_fast *f, nf_fast_site *s, unsigned o, unsigned vc) {
  return f->pool->entry[first_of(s, o, vc)].packet.flits;
}

// A channel has a packet that waits for credit. Of a crossbar one that has been chosen: to look at
// a channel must not choose.
static bool lacks_room(const nf_fast *f, nf_fast_site *s, unsigned o, unsigned vc) {
  const nf_fast_out *out = &s->out[o];
  return out->waits >> vc & 1 && (!s->cross || out->chosen >> vc & 1) &&
         !nf_fast_has_room(out, vc, first_flits(f, s, o, vc));
}

// The first tick after now, before `end`, in which a packet that waits for credit has it.
static uint32_t credit_time(const nf_fast *f, nf_fast_site *s, unsigned at, uint32_t now,
                            uint32_t end) {
  const nf_fast_out *o = &s->out[at];
  const nf_fast_row *r = o->peer;
  uint32_t best = NF_FAST_NEVER;
  for (uint32_t k = 1; k <= r->back_mask + 1; k++) {
    const nf_fast_credit *c = &r->back[(r->back_put - k) & r->back_mask];
    if (c->time <= now)
      break;
    if (c->time >= end)
      continue;
    for (unsigned v = 0; v < NF_FAST_VCS; v++)
      if (lacks_room(f, s, at, v) &&
          (uint16_t)(o->sent[v] - c->freed[v]) + first_flits(f, s, at, v) <= NF_FAST_ROOM)
        best = c->time; // entries go back in time: the last one found is the first
  }
  return best;
}

// Each window begins with a look at outputs with a channel that waits for credit, whatever else
// they wait for: it shows the credit of that window.
static bool waits_for_room(const nf_fast *f, nf_fast_site *s, unsigned o) {
  bool waits = false;
  for (unsigned v = 0; v < NF_FAST_VCS; v++)
    waits |= lacks_room(f, s, o, v);
  if (waits)
    s->stalled[o / 64] |= 1ull << o % 64;
  return waits;
}

// Nothing that waits can go: the output sleeps until a channel that has credit may start, or until
// credit comes for another.
static void stall(nf_fast *f, nf_fast_site *s, unsigned o, uint32_t now) {
  nf_fast_out *out = &s->out[o];
  nf_fast_read_back(out, now);
  for (unsigned v = 0; v < NF_FAST_VCS; v++)
    if (out->waits >> v & 1)
      first_of(s, o, v);
  uint32_t when =
      waits_for_room(f, s, o) ? credit_time(f, s, o, now, f->from + f->span) : NF_FAST_NEVER;
  for (unsigned v = 0; v < NF_FAST_VCS; v++)
    if (out->waits >> v & 1 && !lacks_room(f, s, o, v)) {
      const uint32_t start =
          nf_fast_start_of(out, v) > f->from ? nf_fast_start_of(out, v) : f->from;
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
  const uint32_t when =
      waits_for_room(f, s, o) ? credit_time(f, s, o, before, f->from + f->span) : NF_FAST_NEVER;
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

static inline void add_to_queue(nf_fast *f, nf_fast_out *out, const nf_fast_packet *p, unsigned vc,
                                unsigned row) {
  append(f, &out->head[vc], &out->tail[vc], !(out->waits >> vc & 1), p, row);
  out->waits |= (uint8_t)(1u << vc);
  out->queued += p->flits;
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

static void serve_row(nf_fast *f, nf_fast_site *s, unsigned row, uint32_t now) {
  if (s->wide)
    serve_row_128(f, s, row, now);
  else
    serve_row_64(f, s, row, now);
}

// The output is free: the next packet, the channels in turn.
HOT void serve_as(nf_fast *f, nf_fast_site *s, unsigned o, bool crossed, bool table, uint32_t now) {
  nf_fast_out *out = &s->out[o];
  s->event[o] = NF_FAST_NEVER;
  if (out->free > now) { // a channel with credit went before one that had slept for it
    wake(f, s, o, out->free);
    return;
  }
  if (out->waits == 1u << out->last && out->again > now) { // a lone channel that may not follow yet
    wake(f, s, o, out->again);
    return;
  }
  // From the channel behind the last one on: bit k is channel last + 1 + k.
  const unsigned first = out->last + 1u, waits = out->waits;
  for (unsigned m = (waits | waits << NF_FAST_VCS) >> first & CHANNELS; m; m &= m - 1) {
    const unsigned vc = (first + (unsigned)__builtin_ctz(m)) % NF_FAST_VCS;
    if (!nf_fast_may_follow(out, vc, now)) {
      wake(f, s, o, out->again);
      continue;
    }
    const unsigned row = crossed ? choose(s, o, vc) : 0;
    nf_fast_crosspoint *x = crossed ? nf_fast_cross_at(s, o, table, vc, row) : NULL;
    const uint32_t i = crossed ? x->head : out->head[vc];
    const nf_fast_entry *q = &f->pool->entry[i];
    if (!may_begin(s, o, table, vc, q->packet.flits, now))
      continue;
    // Of its entry, which is free then, its packet stays until another waits: behind a table one
    // may.
    const nf_fast_packet kept = table ? q->packet : (nf_fast_packet){.time = 0};
    const unsigned from = nf_fast_held_row(q), from_vc = nf_fast_vc(&q->packet);
    if (!crossed)
      leave_queue(f, out, vc, i);
    else if (s->wide)
      leave_column_128(f, s, o, table, vc, row, x, now);
    else
      leave_column_64(f, s, o, table, vc, row, x, now);
    begin(f, s, o, table, table ? &kept : &q->packet, vc, now);
    if (out->waits)
      wake(f, s, o, out->free);
    if (!crossed)
      release(f, s, from, from_vc, now);
    return;
  }
  if (!table)
    stall(f, s, o, now);
}

HOT void serve_port(nf_fast *f, nf_fast_site *s, unsigned o, uint32_t now) {
  serve_as(f, s, o, true, false, now);
}

static void serve_table(nf_fast *f, nf_fast_site *s, unsigned port, uint32_t now) {
  serve_as(f, s, s->ports + port, true, true, now);
}

static void serve(nf_fast *f, nf_fast_site *s, unsigned o, uint32_t now) {
  serve_as(f, s, o, false, false, now);
}

// ------------------------------------------------------------------------------- forwarding
HOT void offer(nf_fast *f, nf_fast_site *s, bool direct, unsigned o, unsigned vc,
               const nf_fast_packet *p, unsigned row, unsigned row_vc, uint32_t now) {
  if (passes(s, o, false, vc, p->flits, now)) {
    begin(f, s, o, false, p, vc, now);
    return;
  }
  s->row[row].held[row_vc]++;
  if (direct)
    add_to_queue(f, &s->out[o], p, vc, row);
  else
    queue(f, s, o, p, vc, row, now);
}

// ------------------------------------------------------------------------------- forwarding
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

// The ways of a packet that came by a row; and the channel that one of them is by its class.
HOT const nf_fast_choice *way_of(const nf_fast *f, const nf_fast_site *s, const nf_fast_packet *p,
                                 unsigned row, unsigned row_vc) {
  return &f->fabric->choice[s->row[row].way[row_vc][p->to]];
}

HOT uint8_t vc_by(const nf_fast *f, const nf_fast_packet *p, unsigned vc) {
  const nf_fast_fabric *net = f->fabric;
  return (uint8_t)(vc + (net->classes > 1 ? (p->kind >> 3 & 1u) * net->route_vcs : 0));
}

HOT void forward_plain(nf_fast *f, nf_fast_site *s, bool direct, const nf_fast_packet *p,
                       unsigned row, unsigned row_vc, uint32_t now) {
  const nf_fast_fabric *net = f->fabric;
  const nf_fast_choice *c = way_of(f, s, p, row, row_vc);
  const unsigned first_vc = vc_by(f, p, 0),
                 i = net->adaptive && c->count > 1 ? emptiest(s, c, first_vc, now) : 0;
  offer(f, s, direct, c->to[i].port, first_vc + c->to[i].vc, p, row, row_vc, now);
}

HOT void enter(nf_fast *f, nf_fast_site *s, bool crossed, unsigned row, unsigned vc,
               const nf_fast_packet *p, uint32_t now) {
  nf_fast_give_back(f, &s->row[row], vc, p->flits, now);
  if (crossed)
    forward_crossed(f, s, p, row, vc, now);
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
    r->waits &= (uint16_t) ~(1u << vc);
  free_entry(f, i);
  p.time = 0;
  return p;
}

// A packet that has come finds no place in its row.
HOT void wait_in_buffer(nf_fast *f, nf_fast_row *r, unsigned vc, const nf_fast_packet *p) {
  append(f, &r->head[vc], &r->tail[vc], !(r->waits >> vc & 1), p, 0);
  r->waits |= (uint16_t)(1u << vc);
}

HOT void hand_over(nf_fast *f, nf_fast_site *s, unsigned row, unsigned vc, const nf_fast_packet *p,
                   uint32_t now) {
  nf_fast_give_back(f, &s->row[row], vc, p->flits, now);
  f->delivered++;
  f->deliver(f, s, p, now);
}

// An endpoint has room again for what it makes of a packet.
static void take_waiting(nf_fast *f, nf_fast_site *s, unsigned row, unsigned vc, uint32_t now) {
  nf_fast_row *r = &s->row[row];
  while (r->waits >> vc & 1 && r->held[vc] < r->window) {
    const nf_fast_packet p = next_waiting(f, r, vc);
    hand_over(f, s, row, vc, &p, now);
  }
}

void nf_fast_wait(nf_fast *f, nf_fast_site *s, const nf_fast_packet *p) {
  wait_in_buffer(f, &s->row[0], nf_fast_vc(p), p);
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
      enter(f, s, s->cross != NULL, row, vc, &p, now);
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
// is the room in the link's buffer; behind packets that wait there they must wait as well.
HOT void take_acks(nf_fast *f, const nf_fast_site *s, nf_fast_in *in, nf_fast_row *r,
                   uint32_t now) {
  const nf_fast_packet *p;
  while (p = &in->slot[in->take & in->mask], nf_fast_opcode(p) == NF_OPCODE_WRITE_ACK &&
                                                 p->to == s->node && p->time - f->from < f->span &&
                                                 p->time >= now && !r->waits &&
                                                 r->held[nf_fast_vc(p)] < r->window) {
    in->take++;
    f->events++;
    f->made--;
    nf_fast_give_back(f, r, nf_fast_vc(p), p->flits, p->time);
  }
}

HOT void arrive(nf_fast *f, nf_fast_site *s, bool crossed, unsigned row, uint32_t now) {
  nf_fast_row *r = &s->row[row];
  nf_fast_in *in = &s->in[row];
  const nf_fast_packet *p = &in->slot[in->take++ & in->mask];
  __builtin_prefetch(&in->slot[(in->take + 3) & in->mask]);
  const unsigned vc = nf_fast_vc(p);
  if (r->held[vc] < r->window && !(r->waits >> vc & 1)) {
    if (!crossed && s->endpoint && (p->to == s->node || !s->forwards))
      hand_over(f, s, row, vc, p, now);
    else
      enter(f, s, crossed, row, vc, p, now);
  } else {
    wait_in_buffer(f, r, vc, p);
  }
  if (crossed)
    take_acks(f, s, in, r, now);
  await(f, in, row, now);
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
  forward_crossed(f, s, p, s->ports + port, p->kind >> 3 & 1, now);
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
  p.time = now + ASKED_AGAIN;
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
    for (unsigned p = 0; p < s->ports; p++) {
      const uint32_t t = s->due[p];
      if (t - f->from < f->span)
        mark(f, t, s->result + p);
    }
    for (unsigned r = 0; r < s->rows; r++)
      if (s->again[r] - f->from < f->span)
        mark(f, s->again[r], r < s->ports ? r : s->result + (r - s->ports));
  }
}

HOT void happen(nf_fast *f, nf_fast_site *s, bool crossed, unsigned bit, uint32_t now) {
  if (bit < s->serve) {
    if (crossed && s->again[bit] == now)
      serve_row(f, s, bit, now);
    const nf_fast_in *in = &s->in[bit];
    if (in->slot[in->take & in->mask].time == now)
      arrive(f, s, crossed, bit, now);
  } else if (bit >= s->sends) {
    if (s->event[bit - s->sends] != now)
      return;
    if (crossed)
      serve_port(f, s, bit - s->sends, now);
    else
      serve(f, s, bit - s->sends, now);
  } else if (crossed && bit >= s->result) {
    if (s->again[s->ports + bit - s->result] == now)
      serve_row(f, s, s->ports + bit - s->result, now);
    nf_fast_table_tick(f, s, bit - s->result, now);
  } else if (crossed) {
    if (s->event[s->ports + bit - s->serve] == now)
      serve_table(f, s, bit - s->serve, now);
  } else {
    const unsigned k = bit - s->serve;
    if (s->timer[k] == now) {
      s->timer[k] = NF_FAST_NEVER;
      f->source(f, s, k, now);
    }
  }
}

// What happens in a tick may mark others of the same tick; the lowest bit goes first.
HOT void run_tick(nf_fast *f, nf_fast_site *s, bool crossed, bool one_word, uint32_t at) {
  const unsigned words = one_word ? 1 : (s->bits + 63u) / 64;
  for (unsigned w = 0; w < words; w++) {
    uint64_t *word = &f->bits[w * NF_FAST_WINDOW + at];
    while (*word) {
      const unsigned b = (unsigned)__builtin_ctzll(*word);
      *word &= *word - 1;
      f->events++;
      happen(f, s, crossed, 64 * w + b, f->from + at);
      if (!one_word && w != 0) {
        w = 0;
        word = &f->bits[at];
      }
    }
  }
}

HOT void run_ticks(nf_fast *f, nf_fast_site *s, bool crossed, bool one_word) {
  for (unsigned w = 0; w < (f->span + 63) / 64; w++)
    while (f->busy[w]) {
      const unsigned at = (unsigned)__builtin_ctzll(f->busy[w]);
      run_tick(f, s, crossed, one_word, 64 * w + at);
      f->busy[w] &= f->busy[w] - 1;
    }
}

// A plane that is larger than the second level of caches does not stay there, but a site does: what
// the next ones will touch is fetched while this one is run, in steps, each by way of what the step
// before has fetched.
enum {
  NEAR = 1 << 19, // bytes of such a plane
  FETCHED = 12,   // records of a link
  RECORDS = NF_FAST_LINE / sizeof(nf_fast_packet)
};

static bool is_far(const nf_fast_fabric *net) {
  return net->bytes / nf_fast_fabric_turns(net) > NEAR;
}

static inline void fetch(const void *from, size_t bytes) {
  for (size_t b = 0; b < bytes; b += NF_FAST_LINE)
    __builtin_prefetch((const char *)from + b, 1);
}

static void fetch_site(const nf_fast_site *s) {
  fetch(s->in, s->ports * sizeof *s->in + (s->outs + s->ports) * sizeof *s->event);
}

static void fetch_ports(const nf_fast_site *s) {
  fetch(s->row, s->rows * sizeof *s->row);
  fetch(s->out, s->outs * sizeof *s->out);
}

static void fetch_crossbar(const nf_fast_site *s) {
  fetch(s->cross, nf_fast_cross_points(s) * sizeof *s->cross);
  fetch(s->column, (size_t)s->outs * NF_FAST_CLASSES * sizeof *s->column);
  fetch(s->again, s->rows * sizeof *s->again);
  for (unsigned r = 0; r < s->rows * NF_FAST_CLASSES; r++)
    fetch(&s->waiting[r], 2 * NF_FAST_LINE);
  for (unsigned p = 0; p < s->ports; p++) {
    fetch(&s->table[p], NF_FAST_LINE);
    fetch(s->table[p].result, 2 * NF_FAST_LINE);
  }
}

static void fetch_links(const nf_fast *f, nf_fast_site *s) {
  for (unsigned p = 0; p < s->ports; p++) {
    const nf_fast_in *in = &s->in[p];
    const nf_fast_row *r = &s->row[p];
    const nf_fast_out *o = &s->out[p];
    for (uint32_t k = 0; k < FETCHED; k += RECORDS) {
      __builtin_prefetch(&in->slot[(in->take + k) & in->mask]);
      __builtin_prefetch(&o->slot[(o->put + k) & o->mask], 1);
    }
    __builtin_prefetch(&r->back[r->back_put & r->back_mask], 1);
  }
  if (s->cross)
    fetch_crossbar(s);
  else if (f->fetch)
    f->fetch(f, s);
}

// ------------------------------------------------------------------------------- direct endpoints
// One that sends by one port and passes nothing on: what comes is for itself, and what goes has one
// way. So it needs no events: the next of its few times is what happens next.

HOT void take_arrival(nf_fast *f, nf_fast_site *s, uint32_t now) {
  nf_fast_in *in = &s->in[0];
  nf_fast_row *r = &s->row[0];
  const nf_fast_packet *p = &in->slot[in->take++ & in->mask];
  const unsigned vc = nf_fast_vc(p);
  if (r->held[vc] < r->window && !(r->waits >> vc & 1))
    hand_over(f, s, 0, vc, p, now);
  else
    wait_in_buffer(f, r, vc, p);
}

// The packet of those that wait which begins first from a tick on; of several the channels take
// turns, as by serve.
typedef struct {
  uint32_t tick; // NF_FAST_NEVER: none in this window
  unsigned vc;
} beginning;

HOT beginning next_begin(const nf_fast *f, const nf_fast_out *o, uint32_t now) {
  const unsigned behind = o->last + 1u, waits = o->waits;
  beginning first = {NF_FAST_NEVER, 0};
  for (unsigned m = (waits | waits << NF_FAST_VCS) >> behind & CHANNELS; m; m &= m - 1) {
    const unsigned vc = (behind + (unsigned)__builtin_ctz(m)) % NF_FAST_VCS;
    const uint32_t t = nf_fast_begin_time(f, o, vc, f->pool->entry[o->head[vc]].packet.flits, now);
    if (t < first.tick)
      first = (beginning){t, vc};
  }
  return first;
}

HOT void begin_plain(nf_fast *f, nf_fast_site *s, nf_fast_out *o, const nf_fast_packet *p,
                     unsigned vc, uint32_t now) {
  nf_fast_has_credit(o, vc, p->flits, now);
  nf_fast_put(f, s, o, p, vc, now);
}

// Returns the packet's row.
HOT unsigned begin_waiting(nf_fast *f, nf_fast_site *s, nf_fast_out *o, beginning n) {
  const uint32_t i = o->head[n.vc];
  const nf_fast_entry *e = &f->pool->entry[i];
  const unsigned row = nf_fast_held_row(e);
  leave_queue(f, o, n.vc, i); // its packet stays until another waits
  s->row[row].held[nf_fast_vc(&e->packet)]--;
  begin_plain(f, s, o, &e->packet, n.vc, n.tick);
  return row;
}

// When a source is asked next, if it has room for a packet.
HOT uint32_t next_asked(const nf_fast *f, const nf_fast_site *s, unsigned k) {
  return s->timer[k] - f->from < f->span && nf_fast_can_send(s, k) ? s->timer[k] : NF_FAST_NEVER;
}

// What arrives makes packets that are sent later, and what is sent changes nothing of what arrives.
// So all that comes goes first. Returns the tick of the last.
static uint32_t take_ahead(nf_fast *f, nf_fast_site *s) {
  uint32_t now = f->from, next;
  while ((next = nf_fast_next_arrival(f, s, now)) != NF_FAST_NEVER) {
    now = next;
    f->events++;
    take_arrival(f, s, now);
  }
  return now;
}

// Of one tick what arrives goes first, then what is asked for, then what begins, as by happen.
static void run_direct(nf_fast *f, nf_fast_site *s) {
  uint32_t now = f->from, came = take_ahead(f, s);
  beginning begins = next_begin(f, &s->out[0], now);
  for (;;) {
    const uint32_t arrival = nf_fast_next_arrival(f, s, came), request = next_asked(f, s, 0),
                   response = next_asked(f, s, 1), asked = request < response ? request : response,
                   goes = asked < begins.tick ? asked : begins.tick;
    now = arrival < goes ? arrival : goes;
    s->event[0] = begins.tick; // for a packet that is sent meanwhile
    if (now == NF_FAST_NEVER)
      return;
    f->events++;
    if (arrival <= goes) {
      came = now;
      take_arrival(f, s, now);
      continue;
    }
    unsigned k = request > response;
    if (asked > begins.tick)
      k = begin_waiting(f, s, &s->out[0], begins) - s->ports;
    s->timer[k] = NF_FAST_NEVER;
    f->source(f, s, k, now);
    begins = next_begin(f, &s->out[0], now);
  }
}

// Traffic is known ahead: a window is what comes, then what is sent, each in its own order. Packets
// have a channel by class.
static void take_traffic(nf_fast *f, nf_fast_site *s) {
  nf_fast_in *in = &s->in[0];
  uint32_t now = f->from, count = 0;
  while ((now = nf_fast_next_arrival(f, s, now)) != NF_FAST_NEVER) {
    const nf_fast_packet *p = &in->slot[in->take++ & in->mask];
    nf_fast_give_back(f, &s->row[0], nf_fast_vc(p), p->flits, now);
    nf_fast_arrived(f->traffic, p, now);
    count++;
  }
  f->delivered += count;
  f->events += count;
}

// A packet is born when the one before it has begun, so at most one waits.
static void send_traffic(nf_fast *f, nf_fast_site *s) {
  nf_fast_traffic *t = f->traffic;
  nf_fast_source *source = &t->source[s - f->fabric->site];
  nf_fast_out *o = &s->out[0];
  const uint32_t end = t->over ? 0 : f->from + f->span;
  if (o->waits) {
    const beginning first = next_begin(f, o, f->from);
    if (first.tick == NF_FAST_NEVER)
      return;
    begin_waiting(f, s, o, first);
    f->events++;
  }
  while (source->next < end) {
    const nf_fast_packet p = nf_fast_birth(t, source);
    const unsigned vc = vc_by(f, &p, 0);
    const uint32_t at = nf_fast_begin_time(f, o, vc, p.flits, p.tag);
    f->injected++;
    f->events++;
    if (at == NF_FAST_NEVER) {
      s->row[s->ports].held[0]++;
      add_to_queue(f, o, &p, vc, s->ports);
      return;
    }
    begin_plain(f, s, o, &p, vc, at);
  }
}

// ------------------------------------------------------------------------------- switches
// Where no row can be full in the window and packets have one way each, outputs have nothing to do
// with each other: each is run for the whole window with what comes for it, which is known.

static bool has_ways(const nf_fast *f, const nf_fast_site *s) {
  return !s->endpoint && !s->cross && !f->fabric->adaptive && s->ports && !s->out[0].wire;
}

// All that comes at a port in the window is on its link already, in the order of time; what has
// been taken has a time as well, one before the window. False: the row may be full in this window.
HOT bool gather_arrivals(nf_fast *f, const nf_fast_site *s, unsigned port) {
  const nf_fast_in *in = &s->in[port];
  const nf_fast_row *r = &s->row[port];
  unsigned held[NF_FAST_VCS], full = r->waits;
  for (unsigned v = 0; v < NF_FAST_VCS; v++)
    held[v] = r->held[v];
  const nf_fast_packet *p = &in->slot[in->take & in->mask];
  for (uint32_t i = in->take, last = f->from; p->time - f->from < f->span && p->time >= last;) {
    last = p->time;
    mark(f, last, port);
    full |= ++held[nf_fast_vc(p)] > r->window;
    p = &in->slot[++i & in->mask];
  }
  return !full;
}

// A packet leaves the link's buffer for the list of its output, at whose end it is put.
HOT void come(nf_fast *f, nf_fast_site *s, unsigned row, uint32_t **end) {
  nf_fast_in *in = &s->in[row];
  const nf_fast_packet *p = &in->slot[in->take++ & in->mask];
  const unsigned row_vc = nf_fast_vc(p);
  nf_fast_give_back(f, &s->row[row], row_vc, p->flits, p->time);
  const nf_fast_choice *c = way_of(f, s, p, row, row_vc);
  const unsigned o = c->to[0].port, i = ++f->comes;
  f->coming[i] = (nf_fast_coming){.packet = p, .row = (uint8_t)row, .vc = vc_by(f, p, c->to[0].vc)};
  *end[o] = i;
  end[o] = &f->coming[i].next;
}

// Of one tick what comes goes before what begins, as by happen.
static void run_output(nf_fast *f, nf_fast_site *s, nf_fast_out *o, uint32_t i) {
  for (uint32_t now = f->from;; f->events++) {
    const beginning first = next_begin(f, o, now);
    const nf_fast_coming *c = &f->coming[i];
    if (i == 0 || c->packet->time > first.tick) {
      if (first.tick == NF_FAST_NEVER)
        return;
      begin_waiting(f, s, o, first);
      continue;
    }
    i = c->next;
    now = c->packet->time;
    const uint32_t next = i ? f->coming[i].packet->time : NF_FAST_NEVER;
    const uint32_t at = o->waits >> c->vc & 1
                            ? NF_FAST_NEVER
                            : nf_fast_begin_time(f, o, c->vc, c->packet->flits, now);
    // One branch, which most packets take alike.
    const bool goes = ((at == now) & (now < first.tick)) | ((at != now) & !o->waits & (at < next));
    if (goes) {
      begin_plain(f, s, o, c->packet, c->vc, at);
    } else {
      s->row[c->row].held[nf_fast_vc(c->packet)]++;
      add_to_queue(f, o, c->packet, c->vc, c->row);
    }
  }
}

// What has been gathered is not run.
static void forget(nf_fast *f, const nf_fast_site *s) {
  memset(f->bits, 0, (s->ports + 63u) / 64 * NF_FAST_WINDOW * sizeof *f->bits);
  memset(f->busy, 0, sizeof f->busy);
}

// False: a row could be full.
static bool run_outputs(nf_fast *f, nf_fast_site *s) {
  bool apart = true;
  for (unsigned p = 0; p < s->ports; p++)
    apart &= gather_arrivals(f, s, p);
  if (!apart)
    return false;
  uint32_t first[NF_FAST_PORTS], *end[NF_FAST_PORTS];
  for (unsigned o = 0; o < s->ports; o++) {
    first[o] = 0;
    end[o] = &first[o];
  }
  f->comes = 0;
  for (unsigned w = 0; w < (f->span + 63) / 64; w++)
    for (; f->busy[w]; f->busy[w] &= f->busy[w] - 1)
      for (unsigned p = 0; p < s->ports; p += 64) {
        const unsigned at = 64 * w + (unsigned)__builtin_ctzll(f->busy[w]);
        uint64_t *word = &f->bits[p / 64 * NF_FAST_WINDOW + at];
        for (; *word; *word &= *word - 1)
          come(f, s, p + (unsigned)__builtin_ctzll(*word), end);
      }
  for (unsigned o = 0; o < s->ports; o++)
    if (first[o] || s->out[o].waits)
      run_output(f, s, &s->out[o], first[o]);
  s->ahead = true;
  return true;
}

// Events go on where outputs were run for themselves.
static void resume(nf_fast *f, nf_fast_site *s) {
  s->ahead = false;
  memset(s->stalled, 0, sizeof s->stalled);
  for (unsigned o = 0; o < s->ports; o++) {
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
  if (s->bits > 64)
    run_ticks(f, s, s->cross != NULL, false);
  else if (s->cross)
    run_ticks(f, s, true, true);
  else
    run_ticks(f, s, false, true);
}

// A row that could be full in the window cannot be in half of it, or in half of that.
static void run_switch(nf_fast *f, nf_fast_site *s) {
  enum { SHORT = 128, CALM = 16 };
  const uint32_t from = f->from, span = f->span;
  uint32_t part = span >> s->halves > 0 ? span >> s->halves : 1, done = 0;
  bool calm = true;
  while (done < span) {
    f->from = from + done;
    f->span = span - done < part ? span - done : part;
    if (run_outputs(f, s)) {
      done += f->span;
      continue;
    }
    if (part < 2 * SHORT)
      break;
    forget(f, s);
    part /= 2;
    s->halves++;
    calm = false;
  }
  if (done < span) {
    f->span = span - done;
    run_events(f, s);
  } else if (s->halves && (s->calm = calm ? s->calm + 1 : 0) == CALM) {
    s->halves--;
    s->calm = 0;
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
    take_traffic(f, s);
    send_traffic(f, s);
    return;
  }
  if (s->direct) {
    run_direct(f, s);
    return;
  }
  if (has_ways(f, s))
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
  f->coming = malloc((1u + NF_FAST_PORTS * NF_FAST_VCS * NF_FAST_ROW) * sizeof *f->coming);
  return f->bits && f->coming ? NF_EXIT_OK : nf_err_memory(e, "a window of events");
}

void nf_fast_close(nf_fast *f) {
  free(f->bits);
  free(f->coming);
}
