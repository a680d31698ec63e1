// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "queued.h"

#include "hop.h"
#include "sim/common/grow.h"
#include "table.h"

// ------------------------------------------------------------------------------- what comes
// For a channel of an output, or for a table, it is a list in the order of ticks and then of rows.
// All lists of a switch are in one array: entry 0 is none, list l begins behind entry HEADS + l.
enum { HEADS = 1, LISTS = NF_FAST_PORTS * NF_FAST_CLASSES + NF_FAST_PORTS };

// Of each list the entry behind which the next one is put.
typedef struct {
  uint32_t at[LISTS];
} ends;

static inline unsigned list_of(unsigned port, unsigned vc) { return port * NF_FAST_CLASSES + vc; }

static inline unsigned list_of_table(const nf_fast_site *s, unsigned table) {
  return list_of(s->ports, 0) + table;
}

static inline uint32_t first_of(const nf_fast *f, unsigned list) {
  return f->coming[HEADS + list].next;
}

static void empty_lists(nf_fast *f, const nf_fast_site *s, ends *e) {
  const unsigned lists = list_of_table(s, s->tables);
  for (unsigned l = 0; l < lists; l++) {
    f->coming[HEADS + l].next = 0;
    e->at[l] = HEADS + l;
  }
  f->comes = HEADS + lists;
}

static __attribute__((noinline, cold)) bool grow(nf_fast *f) {
  if (nf_grow(&f->coming, &f->coming_room, f->comes + 1ull, sizeof *f->coming))
    return true;
  nf_err_memory(f->err, "packets that come");
  return false;
}

// Without memory the run ends with the window, and what is lost is of no account.
HOT void add(nf_fast *f, uint32_t *at, nf_fast_coming c) {
  if (__builtin_expect(f->comes == f->coming_room, 0) && !grow(f))
    return;
  f->coming[f->comes] = c;
  f->coming[*at].next = f->comes;
  *at = f->comes++;
}

// A packet leaves the link's buffer.
HOT void come(nf_fast *f, nf_fast_site *s, unsigned row, ends *e) {
  nf_fast_in *in = &s->in[row];
  const nf_fast_packet *p = &in->slot[in->take++ & in->mask];
  const unsigned vc = nf_fast_vc(p);
  nf_fast_give_back(f, &s->row[row], vc, p->flits, nf_fast_left_at(&s->row[row], p->time));
  nf_fast_copies c = nf_fast_copies_of(f, s, p, row);
  for (int k; (k = nf_fast_next_copy(&c)) >= 0; c.row = NF_FAST_NO_ROW) {
    const unsigned port = (unsigned)k, list = c.table ? list_of_table(s, port) : list_of(port, vc);
    add(f, &e->at[list],
        (nf_fast_coming){.packet = p, .row = (uint8_t)c.row, .from = (uint8_t)row});
  }
}

// All that has been gathered, in the order of ticks and then of ports.
static void come_all(nf_fast *f, nf_fast_site *s, ends *e) {
  for (unsigned w = 0; w < (f->span + 63) / 64; w++)
    for (; f->busy[w]; f->busy[w] &= f->busy[w] - 1) {
      const unsigned tick = 64 * w + (unsigned)__builtin_ctzll(f->busy[w]);
      for (unsigned p = 0; p < s->ports; p += 64) {
        uint64_t *word = &f->bits[p / 64 * NF_FAST_WINDOW + tick];
        for (; *word; *word &= *word - 1)
          come(f, s, p + (unsigned)__builtin_ctzll(*word), e);
      }
    }
}

// Those of a list that have not gone in the window wait, and hold their places.
static void wait_on(nf_fast *f, nf_fast_site *s, nf_fast_out *o, unsigned vc, uint32_t i) {
  for (; i; i = f->coming[i].next) {
    const nf_fast_coming *c = &f->coming[i];
    if (c->row != NF_FAST_NO_ROW)
      s->row[c->row].held[nf_fast_vc(c->packet)]++;
    add_to_queue(f, o, c->packet, vc, c->row);
  }
}

// ------------------------------------------------------------------------------- tables
// A table takes what waits for it, then what comes, each when it has taken the one before; it never
// stops, as its results wait at outputs.
static void run_table(nf_fast *f, nf_fast_site *s, unsigned table) {
  nf_fast_out *in = &s->out[s->ports + table];
  const uint32_t end = f->from + f->span;
  uint32_t i = first_of(f, list_of_table(s, table));
  for (; in->waits || i; f->events++) {
    const bool waited = in->waits;
    const uint32_t entry = in->head[0];
    const nf_fast_packet p = waited ? f->pool->entry[entry].packet : *f->coming[i].packet;
    const uint32_t came = waited ? f->from : p.time, now = in->free > came ? in->free : came;
    if (now >= end)
      break;
    if (waited) {
      const unsigned row = nf_fast_held_row(&f->pool->entry[entry]);
      leave_queue(f, in, 0, entry);
      if (row != NF_FAST_NO_ROW)
        s->row[row].held[nf_fast_vc(&p)]--;
    } else {
      i = f->coming[i].next;
    }
    in->free = now + (uint32_t)p.flits * in->flit;
    nf_fast_table_take(f, s, table, &p, now);
  }
  wait_on(f, s, in, 0, i);
}

// A result joins what comes for its outputs, behind all of the same tick or before.
HOT void join(nf_fast *f, nf_fast_site *s, unsigned table, const nf_fast_packet *p, ends *e) {
  nf_fast_copies c = nf_fast_copies_of(f, s, p, NF_FAST_NO_ROW);
  for (int port; (port = nf_fast_next_copy(&c)) >= 0;) {
    uint32_t *at = &e->at[list_of((unsigned)port, p->kind >> 3 & 1)], next;
    while ((next = f->coming[*at].next) && f->coming[next].packet->time <= p->time)
      *at = next;
    add(f, at,
        (nf_fast_coming){
            .packet = p, .next = next, .row = NF_FAST_NO_ROW, .from = (uint8_t)(s->ports + table)});
  }
}

// All of them, in the order of ticks and then of tables, each of which has a bit at its next one.
static void join_all(nf_fast *f, nf_fast_site *s, ends *e) {
  for (unsigned l = 0; l < list_of(s->ports, 0); l++)
    e->at[l] = HEADS + l;
  for (unsigned w = 0; w < (f->span + 63) / 64; w++)
    for (; f->busy[w]; f->busy[w] &= f->busy[w] - 1) {
      const unsigned tick = 64 * w + (unsigned)__builtin_ctzll(f->busy[w]);
      for (unsigned b = s->result / 64; b <= (s->sends - 1u) / 64; b++) {
        uint64_t *word = &f->bits[b * NF_FAST_WINDOW + tick];
        for (; *word; *word &= *word - 1) {
          const unsigned table = 64 * b + (unsigned)__builtin_ctzll(*word) - s->result;
          join(f, s, table, nf_fast_table_pop(&s->table[table]), e);
          nf_fast_table_watch(f, s, table);
        }
      }
    }
}

uint32_t nf_fast_queued_ticks(nf_fast *f, nf_fast_site *s) {
  const nf_fast_tables *c = f->tables;
  uint32_t ticks = f->span;
  if (c->timeout && (c->timeout - 1) * c->period.by < ticks) // of what comes in the window
    ticks = (c->timeout - 1) * c->period.by;
  for (unsigned k = 0; k < s->tables; k++)
    if (s->due[k] - f->from < ticks) {
      const uint32_t dies = nf_fast_table_deadline(f, s, k) - f->from;
      ticks = dies < ticks ? dies : ticks;
    }
  return ticks;
}

// ------------------------------------------------------------------------------- outputs
// What is still to go by an output: by channel what has waited, in the pool, then what comes.
typedef struct {
  uint32_t next[NF_FAST_CLASSES]; // of those that come
  unsigned has;                   // channels with packets
} rest;

// The first packet of a channel: when it begins, if none of the other one does before it.
typedef struct {
  uint32_t tick; // NF_FAST_NEVER: not in this window
  bool waited;   // it came before that tick
  uint8_t from;  // the row by which it came, else
} first;

HOT first first_on(const nf_fast *f, const nf_fast_out *o, const rest *r, unsigned vc) {
  if (o->waits >> vc & 1) {
    const unsigned flits = f->pool->entry[o->head[vc]].packet.flits;
    return (first){nf_fast_begin_time(f, o, vc, flits, f->from), true, 0};
  }
  const nf_fast_coming *c = &f->coming[r->next[vc]];
  const uint32_t came = c->packet->time,
                 tick = nf_fast_begin_time(f, o, vc, c->packet->flits, came);
  return (first){tick, came < tick, c->from};
}

// Of two that could begin in the same tick the channel goes that was not last, as by serve; but
// where neither has waited what came first, which goes at once.
HOT nf_fast_beginning next_on(const nf_fast *f, const nf_fast_out *o, const rest *r) {
  if (r->has != (1u << NF_FAST_CLASSES) - 1) {
    const unsigned vc = r->has >> 1;
    return (nf_fast_beginning){first_on(f, o, r, vc).tick, vc};
  }
  const unsigned last = o->last, other = !last;
  const first a = first_on(f, o, r, other), b = first_on(f, o, r, last);
  const bool turn = a.waited | b.waited | (a.from < b.from);
  return a.tick < b.tick || (a.tick == b.tick && turn) ? (nf_fast_beginning){a.tick, other}
                                                       : (nf_fast_beginning){b.tick, last};
}

static void run_output(nf_fast *f, nf_fast_site *s, nf_fast_out *o, rest *r) {
  nf_fast_beginning b;
  for (; r->has && (b = next_on(f, o, r)).tick != NF_FAST_NEVER; f->events++) {
    if (o->waits >> b.vc & 1) {
      begin_waiting(f, s, o, b);
    } else {
      const nf_fast_coming *c = &f->coming[r->next[b.vc]];
      begin_plain(f, s, o, c->packet, b.vc, b.tick);
      r->next[b.vc] = c->next;
    }
    if (!(o->waits >> b.vc & 1) && r->next[b.vc] == 0)
      r->has &= ~(1u << b.vc);
  }
  for (unsigned v = 0; v < NF_FAST_CLASSES; v++)
    wait_on(f, s, o, v, r->next[v]);
}

static void run_all(nf_fast *f, nf_fast_site *s) {
  for (unsigned o = 0; o < s->ports; o++) {
    rest r = {.has = s->out[o].waits};
    for (unsigned v = 0; v < NF_FAST_CLASSES; v++) {
      r.next[v] = first_of(f, list_of(o, v));
      r.has |= (unsigned)(r.next[v] != 0) << v;
    }
    if (r.has)
      run_output(f, s, &s->out[o], &r);
  }
}

void nf_fast_run_queued(nf_fast *f, nf_fast_site *s) {
  ends e;
  empty_lists(f, s, &e);
  come_all(f, s, &e);
  for (unsigned k = 0; k < s->tables; k++) {
    if (s->due[k] - f->from < f->span)
      mark(f, s->due[k], s->result + k);
    run_table(f, s, k);
  }
  join_all(f, s, &e);
  run_all(f, s);
}
