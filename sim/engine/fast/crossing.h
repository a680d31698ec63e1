// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The rows of a crossbar (crossbar.h) with masks of 64 or of 128 ports: a part of run.c, which
// includes it once for each, so that a switch of up to 64 ports has to do with one word alone.
// Defined before: NF_FAST_MASK, 64 or 128; it is undefined here.
#if NF_FAST_MASK == 64
#define MASK uint64_t
#define OF(name) name##_64
#define CALLED HOT
#else
#define MASK unsigned __int128
#define OF(name) name##_128
#define CALLED static __attribute__((noinline)) // what is rare stays out of what is not
#endif
enum { OF(IS_WIDE) = NF_FAST_MASK > 64 };

static inline unsigned OF(lowest)(MASK m) {
  const uint64_t low = (uint64_t)m;
  return !OF(IS_WIDE) || low ? (unsigned)__builtin_ctzll(low)
                             : 64 + (unsigned)__builtin_ctzll((uint64_t)(m >> NF_FAST_MASK / 2));
}

static inline int OF(count)(MASK m) {
  return __builtin_popcountll((uint64_t)m) +
         (OF(IS_WIDE) ? __builtin_popcountll((uint64_t)(m >> NF_FAST_MASK / 2)) : 0);
}

// ------------------------------------------------------------------------------- where masks are
static inline MASK OF(joined)(uint64_t low, const uint64_t *high) {
#if NF_FAST_MASK == 64
  (void)high;
  return low;
#else
  return low | (MASK)*high << 64;
#endif
}

// The queues of a row that have no room, of those a packet goes to.
static inline MASK OF(full_of)(const nf_fast_site *s, unsigned row, unsigned class, bool table) {
  const unsigned kind = table ? NF_FAST_CLASSES : class;
  return OF(joined)(s->row[row].bus.full[kind], OF(IS_WIDE) ? &s->high[row].full[kind] : NULL);
}

// The word of it that has an output, and the output's bit.
static inline uint64_t *OF(full_word)(const nf_fast_site *s, unsigned row, unsigned o, bool table,
                                      unsigned vc, uint64_t *bit) {
  const unsigned port = table ? o - s->ports : o, kind = table ? NF_FAST_CLASSES : vc;
  *bit = 1ull << port % 64;
  return OF(IS_WIDE) && port >= 64 ? &s->high[row].full[kind] : &s->row[row].bus.full[kind];
}

// The ports that the packet in a place of a row still has to be sent to.
static inline MASK OF(sinks_of)(const nf_fast_site *s, unsigned row, unsigned class,
                                unsigned place) {
  return OF(joined)(nf_fast_cross_waiting(s, row, class)->sinks[place],
                    OF(IS_WIDE) ? &s->high[row].sinks[class][place] : NULL);
}

static inline void OF(set_sinks)(const nf_fast_site *s, unsigned row, unsigned class,
                                 unsigned place, MASK sinks) {
  nf_fast_cross_waiting(s, row, class)->sinks[place] = (uint64_t)sinks;
  if (OF(IS_WIDE))
    s->high[row].sinks[class][place] = (uint64_t)(sinks >> NF_FAST_MASK / 2);
}

// Of an output and class the part with a row.
static inline nf_fast_column *OF(column_of)(const nf_fast_site *s, unsigned o, unsigned vc,
                                            unsigned row) {
  return nf_fast_cross_column(s, OF(IS_WIDE) ? row / NF_FAST_CROSS_ROWS * s->outs + o : o, vc);
}

static inline bool OF(is_empty)(const nf_fast_site *s, unsigned o, unsigned vc) {
  const nf_fast_column *c = nf_fast_cross_column(s, o, vc);
  uint64_t filled = c->filled[0] | c->filled[1];
  if (OF(IS_WIDE)) {
    c = nf_fast_cross_column(s, s->outs + o, vc);
    filled |= c->filled[0] | c->filled[1];
  }
  return filled == 0;
}

// ------------------------------------------------------------------------------- queues
// Into the queue between a row and a column.
HOT void OF(to_column)(nf_fast *f, nf_fast_site *s, unsigned o, bool table, unsigned vc,
                       unsigned row, nf_fast_crosspoint *x, const nf_fast_packet *p, uint32_t now) {
  append(f, &x->head, &x->tail, x->head == 0, p, 0);
  x->crowded = now + (NF_FAST_CROSS_ROOM - x->flits) * (uint32_t)s->out[row].flit;
  x->flits = (uint8_t)(x->flits + p->flits);
  nf_fast_column *c = OF(column_of)(s, o, vc, row);
  const unsigned at = row % NF_FAST_CROSS_ROWS;
  c->filled[at / 64] |= 1ull << at % 64;
  if (x->flits > NF_FAST_CROSS_ROOM) {
    uint64_t bit, *full = OF(full_word)(s, row, o, table, vc, &bit);
    c->full[at / 64] |= 1ull << at % 64;
    *full |= bit;
  }
  if (table)
    wait_at(f, s, o, vc, now);
  else
    wait_to_be_drawn(f, s, o, vc, now);
}

// The first packet of the queue between a row and an output leaves it for the output, or for the
// registers in front of it. Its entry is the caller's.
CALLED void OF(leave_column)(nf_fast *f, nf_fast_site *s, unsigned o, bool table, unsigned vc,
                             unsigned row, nf_fast_crosspoint *x, uint32_t now) {
  nf_fast_out *out = &s->out[o];
  const nf_fast_entry *e = &f->pool->entry[x->head];
  const unsigned flits = e->packet.flits, at = row % NF_FAST_CROSS_ROWS;
  const bool was_full = x->flits > NF_FAST_CROSS_ROOM;
  const uint32_t next = nf_fast_next(e);
  __builtin_prefetch(&f->pool->entry[next]);
  nf_fast_column *c = OF(column_of)(s, o, vc, row);
  nf_fast_bus *bus = &s->row[row].bus;
  x->head = next;
  x->flits = (uint8_t)(x->flits - flits);
  x->start = now;
  x->leave = (uint8_t)flits;
  out->chosen = false;
  if (was_full && x->flits <= NF_FAST_CROSS_ROOM) {
    uint64_t bit, *full = OF(full_word)(s, row, o, table, vc, &bit);
    c->full[at / 64] &= ~(1ull << at % 64);
    *full &= ~bit;
  }
  if (x->head == 0) {
    c->filled[at / 64] &= ~(1ull << at % 64);
    if (OF(is_empty)(s, o, vc))
      *(table ? &out->waits : &out->more) &= (uint8_t) ~(1u << vc);
  }
  if (bus->waits) {
    const uint32_t room = nf_fast_cross_room(x, out->flit);
    const uint32_t free = bus->free > now ? bus->free : now;
    if (room != NF_FAST_NEVER)
      ask_row(f, s, row, room > free ? room : free);
  }
}

// ------------------------------------------------------------------------------- rows
// The packet goes over the row's bus to all of the sinks that take it at once or have room for it.
// Returns those that have not.
HOT MASK OF(send_as)(nf_fast *f, nf_fast_site *s, unsigned row, unsigned class,
                     const nf_fast_packet *p, MASK sinks, bool table, uint32_t now) {
  nf_fast_bus *bus = &s->row[row].bus;
  const uint32_t free = now + (uint32_t)p->flits * s->out[row].flit;
  const unsigned base = table ? s->ports : 0, vc = table ? 0 : class;
  MASK left = sinks & OF(full_of)(s, row, class, table);
  for (MASK m = sinks & ~left; m; m &= m - 1) {
    const unsigned port = OF(lowest)(m), o = base + port;
    // What goes on at once finds its queue empty.
    const bool through =
        (table || !(s->out[o].more >> vc & 1)) && passes(s, o, table, vc, p->flits, now);
    nf_fast_crosspoint *x = through ? NULL : nf_fast_cross_at(s, o, table, vc, row);
    if (!through && nf_fast_cross_room(x, s->out[o].flit) > now) {
      left |= (MASK)1 << port;
      continue;
    }
    bus->free = free; // before the table: what it sets free may ask for this bus
    bus->last = (uint8_t) class;
    if (through) {
      s->out[o].turn[vc] = (uint8_t)row;
      if (!table)
        nf_fast_cross_sent(nf_fast_cross_drawn(s, o, vc), p->flits, s->out[o].flit, now);
      pass(f, s, o, table, p, vc, now);
    } else {
      OF(to_column)(f, s, o, table, vc, row, x, p, now);
    }
  }
  return left;
}

CALLED MASK OF(send_to_ports)(nf_fast *f, nf_fast_site *s, unsigned row, unsigned class,
                              const nf_fast_packet *p, MASK sinks, uint32_t now) {
  return OF(send_as)(f, s, row, class, p, sinks, false, now);
}

CALLED MASK OF(send_to_tables)(nf_fast *f, nf_fast_site *s, unsigned row, unsigned class,
                               const nf_fast_packet *p, MASK sinks, uint32_t now) {
  return OF(send_as)(f, s, row, class, p, sinks, true, now);
}

HOT MASK OF(send_row)(nf_fast *f, nf_fast_site *s, unsigned row, unsigned class,
                      const nf_fast_packet *p, MASK sinks, bool table, uint32_t now) {
  return table ? OF(send_to_tables)(f, s, row, class, p, sinks, now)
               : OF(send_to_ports)(f, s, row, class, p, sinks, now);
}

// When one of the sinks will have room by itself.
static uint32_t OF(room_time)(const nf_fast_site *s, unsigned row, unsigned class, bool table,
                              MASK sinks) {
  uint32_t first = NF_FAST_NEVER;
  for (MASK m = sinks & ~OF(full_of)(s, row, class, table); m; m &= m - 1) {
    const unsigned port = OF(lowest)(m), o = table ? s->ports + port : port;
    const uint32_t t =
        nf_fast_cross_room(nf_fast_cross_at(s, o, table, table ? 0 : class, row), s->out[o].flit);
    first = t < first ? t : first;
  }
  return first;
}

// The order with one more packet, which came before all but pull requests: these keep theirs
// (docs/switch/nf_switch_row.md).
static uint64_t OF(order_with)(const nf_fast_waiting *w, unsigned n, unsigned place) {
  while (n && nf_fast_opcode(&w->packet[nf_fast_cross_place(w, n - 1)]) != NF_OPCODE_PULL_REQ)
    n--;
  const uint64_t older = w->order & ((1ull << 4 * n) - 1), younger = w->order ^ older;
  return older | (uint64_t)place << 4 * n | younger << 4;
}

static void OF(join_row)(nf_fast_site *s, unsigned row, unsigned class, const nf_fast_packet *p,
                         MASK sinks, bool table, bool first) {
  nf_fast_bus *bus = &s->row[row].bus;
  nf_fast_waiting *w = nf_fast_cross_waiting(s, row, class);
  const unsigned n = bus->count[class]++, place = (unsigned)__builtin_ctz(~(unsigned)w->used);
  bus->waits++;
  w->order = first ? OF(order_with)(w, n, place) : w->order | (uint64_t)place << 4 * n;
  w->used |= (uint16_t)(1u << place);
  OF(set_sinks)(s, row, class, place, sinks);
  w->want[table] = n ? w->want[table] | (uint64_t)sinks : (uint64_t)sinks;
  w->want[!table] = n ? w->want[!table] : 0;
  w->packet[place] = *p;
  bus->table[class] |= (uint16_t)((unsigned)table << place);
}

// A packet is in the row: to all sinks that have room, if the bus is free; for the others it waits.
CALLED void OF(cross)(nf_fast *f, nf_fast_site *s, unsigned row, unsigned class,
                      const nf_fast_packet *p, MASK sinks, bool table, bool first, uint32_t now) {
  nf_fast_bus *bus = &s->row[row].bus;
  if (bus->free <= now && p->time <= now)
    sinks = OF(send_row)(f, s, row, class, p, sinks, table, now);
  if (!sinks)
    return;
  OF(join_row)(s, row, class, p, sinks, table, first);
  s->row[row].held[class]++;
  const uint32_t free = bus->free > p->time ? bus->free : p->time;
  if (free > now) {
    ask_row(f, s, row, free);
    return;
  }
  const uint32_t room = OF(room_time)(s, row, class, table, sinks);
  if (room != NF_FAST_NEVER)
    ask_row(f, s, row, room);
}

// False: none of a class has a sink with room.
static inline bool OF(may_go)(const nf_fast_waiting *w, MASK ports_full, MASK tables_full) {
  return OF(IS_WIDE) || w->want[0] & ~(uint64_t)ports_full || w->want[1] & ~(uint64_t)tables_full;
}

// Nothing that waits has a sink with room: when one may have by itself.
static void OF(sleep_row)(nf_fast *f, nf_fast_site *s, unsigned row) {
  const nf_fast_bus *bus = &s->row[row].bus;
  uint32_t when = NF_FAST_NEVER;
  for (unsigned v = 0; v < NF_FAST_CLASSES; v++) {
    const nf_fast_waiting *w = nf_fast_cross_waiting(s, row, v);
    if (bus->count[v] == 0 ||
        !OF(may_go)(w, OF(full_of)(s, row, v, false), OF(full_of)(s, row, v, true)))
      continue;
    for (unsigned i = 0; i < bus->count[v]; i++) {
      const unsigned at = nf_fast_cross_place(w, i);
      const bool table = bus->table[v] >> at & 1;
      const MASK sinks = OF(sinks_of)(s, row, v, at);
      if (!(sinks & ~OF(full_of)(s, row, v, table)))
        continue;
      const uint32_t room = OF(room_time)(s, row, v, table, sinks),
                     t = room > w->packet[at].time ? room : w->packet[at].time;
      when = t < when ? t : when;
    }
  }
  if (when != NF_FAST_NEVER)
    ask_row(f, s, row, when);
}

// Number in the order, from i on, of the oldest packet that has a sink with room and may go; none
// as many as there are.
static inline unsigned OF(find)(const nf_fast_site *s, unsigned row, unsigned class, unsigned i,
                                MASK ports_full, MASK tables_full, uint32_t now) {
  const nf_fast_waiting *w = nf_fast_cross_waiting(s, row, class);
  const unsigned count = s->row[row].bus.count[class], tables = s->row[row].bus.table[class];
  for (; i < count; i++) {
    const unsigned at = nf_fast_cross_place(w, i);
    const MASK full = tables >> at & 1 ? tables_full : ports_full;
    if (OF(sinks_of)(s, row, class, at) & ~full && w->packet[at].time <= now)
      break;
  }
  return i;
}

// What a class's packets want, when none of them can go.
static void OF(note_wants)(const nf_fast_site *s, unsigned row, unsigned class) {
  nf_fast_waiting *w = nf_fast_cross_waiting(s, row, class);
  const nf_fast_bus *bus = &s->row[row].bus;
  uint64_t want[2] = {0, 0};
  for (unsigned i = 0; i < bus->count[class]; i++) {
    const unsigned at = nf_fast_cross_place(w, i);
    want[bus->table[class] >> at & 1] |= w->sinks[at];
  }
  memcpy(w->want, want, sizeof want);
}

// The oldest packet of a class that has a sink with room goes there.
HOT bool OF(serve_class)(nf_fast *f, nf_fast_site *s, unsigned row, unsigned class, uint32_t now) {
  nf_fast_bus *bus = &s->row[row].bus;
  nf_fast_waiting *w = nf_fast_cross_waiting(s, row, class);
  // Ports, tables that are known to have none.
  MASK none[2] = {OF(full_of)(s, row, class, false), OF(full_of)(s, row, class, true)};
  const unsigned count = bus->count[class];
  if (count == 0 || !OF(may_go)(w, none[0], none[1]))
    return false;
  for (unsigned i = 0; (i = OF(find)(s, row, class, i, none[0], none[1], now)) < count; i++) {
    const unsigned at = nf_fast_cross_place(w, i);
    const bool table = bus->table[class] >> at & 1;
    const MASK sinks = OF(sinks_of)(s, row, class, at), may = sinks & ~none[table];
    const nf_fast_packet p = w->packet[at];
    const MASK left = OF(send_row)(f, s, row, class, &p, may, table, now);
    if (left == may) {
      none[table] |= left;
      continue;
    }
    const MASK wants = sinks & ~(may & ~left);
    const bool all = wants == 0;
    OF(set_sinks)(s, row, class, at, wants);
    if (all)
      leave_row(bus, w, class, i);
    if (bus->waits)
      ask_row(f, s, row, bus->free);
    if (all)
      release(f, s, row, class, now);
    return true;
  }
  OF(note_wants)(s, row, class);
  return false;
}

static void OF(serve_row)(nf_fast *f, nf_fast_site *s, unsigned row, uint32_t now) {
  const nf_fast_bus *bus = &s->row[row].bus;
  s->again[row] = NF_FAST_NEVER;
  if (bus->free > now)
    ask_row(f, s, row, bus->free);
  else if (!OF(serve_class)(f, s, row, !bus->last, now) &&
           !OF(serve_class)(f, s, row, bus->last, now))
    OF(sleep_row)(f, s, row);
}

// ------------------------------------------------------------------------------- forwarding
// A packet has come to a switch that reduces, or an entry is its own now that it asked for: to
// where the plan wants it.
CALLED void OF(forward)(nf_fast *f, nf_fast_site *s, const nf_fast_packet *p, unsigned row,
                        unsigned row_vc, bool first, uint32_t now) {
  const nf_fast_goal g = nf_fast_plan_goal(f->plan, s, p, row, OF(IS_WIDE));
  const MASK ports = OF(joined)(g.ports, &g.high);
  f->made += (ports & (ports - 1)) ? OF(count)(ports) - 1 : ports ? 0 : -1;
  if (ports)
    OF(cross)(f, s, row, row_vc, p, ports, g.table, first, now);
}

#undef MASK
#undef CALLED
#undef OF
#undef NF_FAST_MASK
