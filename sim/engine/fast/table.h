// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The reduction table of a switch port without payload: entries, counts, least recently used,
// ghosts, time-outs, and the way out through its result row. What happens to a packet is decided by
// the C model's own function (cmodel/reduce/nf_reduce_decide.h; KLENK IV-B, IV-C), but for packets
// without data that are added to an entry which waits for more.
#ifndef NF_FAST_TABLE_H
#define NF_FAST_TABLE_H

#include "divide.h"
#include "fabric.h"
#include "reduce/nf_reduce_ghost.h"
#include "run.h"

// What all tables have in common.
struct nf_fast_tables {
  uint16_t members; // contributions of a push; a pull has one less, the requester's own
  uint16_t entries; // 0: nothing is reduced
  uint16_t timeout; // ticks of a switch after which an untouched entry leaves, as TIMEOUT; 0: never
  nf_fast_divisor period; // ticks of the engine of one of these
  // Where evicted parts of a block go (KLENK IV-C, strategy 2): block b, part b / part_blocks,
  // class part mod classes, that one's endpoint.
  uint32_t part_blocks, classes;
  uint16_t home[NF_FAST_PORTS];
  uint64_t evictions, timeouts, rests, partials;
};

typedef struct {
  uint64_t key;             // block, mode, requester
  uint32_t touched;         // the table's count of touches at the last one
  uint32_t born;            // switch tick of the last touch
  uint16_t count, expected; // contributions; at this number it leaves
} nf_fast_table_entry;

// Results that a table has in its ALUs, a power of two: NF_FAST_RESULT_ROW or more, and in a window
// of an output-queued switch (queued.c) as many as it can make of packets of nine flits, and four
// that it had before.
enum { NF_FAST_PENDING = 32 };
_Static_assert(NF_FAST_PENDING >= NF_FAST_WINDOW / (NF_MAX_PACKET_FLITS * NF_FAST_CYCLE) + 1 + 4,
               "all results of a window");

struct nf_fast_table {
  nf_fast_table_entry *entry;
  uint32_t valid, data, push; // bit e: entry e is in use, holds data, is no pull
  uint32_t deadline;          // no entry is too old, and no request has its turn, before this tick
  uint32_t touches;
  uint8_t first, pending;      // results on their way through the ALUs: the oldest; their number
  bool first_hop;              // the port leads to an endpoint
  uint32_t ask_head, ask_tail; // pull requests that wait for an entry or their turn
  uint32_t ask_next;           // tick from which the next one may ask
  nf_reduce_ghosts ghosts;
  nf_fast_packet result[NF_FAST_PENDING]; // time: when it may leave
};

int nf_fast_tables_open(nf_fast *f, nf_fast_tables *t, nf_err *e);
void nf_fast_tables_close(nf_fast *f);

// A packet's header is at the table.
void nf_fast_table_take(nf_fast *f, nf_fast_site *s, unsigned port, const nf_fast_packet *p,
                        uint32_t now);
// A pull request that came in at a port: true when it may travel on; else it has been kept.
bool nf_fast_table_ask(nf_fast *f, nf_fast_site *s, const nf_fast_packet *p, unsigned port,
                       uint32_t now);
// A result may leave, or an entry has grown too old.
void nf_fast_table_tick(nf_fast *f, nf_fast_site *s, unsigned port, uint32_t now);

// The oldest result leaves; it stays in its place until the table takes another packet.
static inline const nf_fast_packet *nf_fast_table_pop(nf_fast_table *t) {
  const nf_fast_packet *p = &t->result[t->first];
  t->first = (uint8_t)((t->first + 1) % NF_FAST_PENDING);
  if (--t->pending == 0)
    t->first = 0;
  return p;
}
// When an entry of a table will be too old, if nothing comes for it until then.
uint32_t nf_fast_table_deadline(nf_fast *f, nf_fast_site *s, unsigned port);
// What a table does next is looked at again.
void nf_fast_table_watch(nf_fast *f, nf_fast_site *s, unsigned port);

// A table takes packets while its result row has room for what may come of them.
static inline bool nf_fast_table_ready(const nf_fast_site *s, unsigned port) {
  const nf_fast_row *r = &s->row[s->ports + port];
  return r->held[0] + r->held[1] + s->table[port].pending < r->window;
}

static inline uint32_t nf_fast_table_next(const nf_fast_table *t) {
  const uint32_t leaves = t->pending ? t->result[t->first].time : NF_FAST_NEVER;
  return leaves < t->deadline ? leaves : t->deadline;
}

#endif
