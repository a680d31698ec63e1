// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "apart.h"

#include "hop.h"
#include "table.h"
#include "traffic.h"
#include <string.h>

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
    wait_in_buffer(f, r, vc, p, now);
}

HOT nf_fast_beginning next_begin(const nf_fast *f, const nf_fast_out *o, uint32_t now) {
  const unsigned behind = o->last + 1u, waits = o->waits;
  nf_fast_beginning first = {NF_FAST_NEVER, 0};
  for (unsigned m = (waits | waits << NF_FAST_VCS) >> behind & NF_FAST_CHANNELS; m; m &= m - 1) {
    const unsigned vc = (behind + (unsigned)__builtin_ctz(m)) % NF_FAST_VCS;
    const uint32_t t = nf_fast_begin_time(f, o, vc, f->pool->entry[o->head[vc]].packet.flits, now);
    if (t < first.tick)
      first = (nf_fast_beginning){t, vc};
  }
  return first;
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
void nf_fast_run_direct(nf_fast *f, nf_fast_site *s) {
  uint32_t now = f->from, came = take_ahead(f, s);
  nf_fast_beginning begins = next_begin(f, &s->out[0], now);
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
    const nf_fast_beginning first = next_begin(f, o, f->from);
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

void nf_fast_run_traffic(nf_fast *f, nf_fast_site *s) {
  take_traffic(f, s);
  send_traffic(f, s);
}

// ------------------------------------------------------------------------------- switches
// Where no row can be full in the window and packets have one way each, outputs have nothing to do
// with each other: each is run for the whole window with what comes for it, which is known.

// False: tables that may stop, or make more results in a window than they have places for.
static bool tables_keep_up(const nf_fast_fabric *net) {
  return net->flit > 1 &&
         net->window / (NF_MAX_PACKET_FLITS * net->flit) + NF_FAST_RESULT_ROW <= NF_FAST_PENDING;
}

bool nf_fast_has_ways(const nf_fast *f, const nf_fast_site *s) {
  return !s->endpoint && !s->cross && (s->table || !f->fabric->adaptive) && s->ports &&
         !s->out[0].wire && !(s->table && (f->payload || !tables_keep_up(f->fabric)));
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
    const nf_fast_beginning first = next_begin(f, o, now);
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

// All that comes at a port in the window is on its link already, in the order of time; what has
// been taken has a time as well, one before the window. Returns the ticks, of so many, before the
// first packet that could find its row full.
HOT uint32_t gather_port(nf_fast *f, const nf_fast_site *s, unsigned port, uint32_t ticks) {
  const nf_fast_in *in = &s->in[port];
  const nf_fast_row *r = &s->row[port];
  unsigned held[NF_FAST_VCS];
  for (unsigned v = 0; v < NF_FAST_VCS; v++)
    held[v] = r->held[v];
  const nf_fast_packet *p = &in->slot[in->take & in->mask];
  for (uint32_t i = in->take, last = f->from; p->time - f->from < ticks && p->time >= last;) {
    last = p->time;
    if (++held[nf_fast_vc(p)] > r->window)
      return last - f->from;
    mark(f, last, port);
    p = &in->slot[++i & in->mask];
  }
  return ticks;
}

// Marks of ports in a tick or later are taken back.
static void forget_from(nf_fast *f, const nf_fast_site *s, uint32_t tick) {
  for (unsigned p = 0; p < s->ports; p += 64)
    memset(&f->bits[p / 64 * NF_FAST_WINDOW + tick], 0, (f->span - tick) * sizeof *f->bits);
  if (tick % 64)
    f->busy[tick / 64] &= (1ull << tick % 64) - 1;
  for (unsigned w = (tick + 63) / 64; w < NF_FAST_WINDOW / 64; w++)
    f->busy[w] = 0;
}

uint32_t nf_fast_gather(nf_fast *f, const nf_fast_site *s, uint32_t least) {
  uint32_t ticks = f->span;
  for (unsigned p = 0; p < s->ports; p++)
    if (s->row[p].waits)
      return 0;
  for (unsigned p = 0; p < s->ports; p++)
    ticks = gather_port(f, s, p, ticks);
  if (ticks < least)
    ticks = 0;
  if (ticks < f->span)
    forget_from(f, s, ticks);
  return ticks;
}

void nf_fast_run_outputs(nf_fast *f, nf_fast_site *s) {
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
}
