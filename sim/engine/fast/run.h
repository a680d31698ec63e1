// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The inner loop: one site after the other for a window of ticks that is no longer than the
// shortest link, so that nothing that a neighbour does in the window can reach it (longer ones:
// ahead.h). There is no queue of events: a tick of the window has a bit for each port, table,
// source and output of the site. What happens in one tick goes by the numbers of these bits, never
// by the order in which it was noticed, so the results are the same for any length of the window.
#ifndef NF_FAST_RUN_H
#define NF_FAST_RUN_H

#include "fabric.h"
#include "payload.h"
#include "plan.h"
#include "sim/cli/progress.h"
#include "trace.h"

typedef struct nf_fast nf_fast;
typedef struct nf_fast_tables nf_fast_tables;
typedef struct nf_fast_traffic nf_fast_traffic;
typedef struct nf_fast_ahead nf_fast_ahead;

// A packet that comes to a switch in the window under way.
typedef struct {
  const nf_fast_packet *packet; // on its link
  uint32_t next;                // that comes for the same output; 0: none
  uint8_t row;                  // in which it will hold a place, should it wait
  union {
    uint8_t vc;   // of its output
    uint8_t from; // in queued.c: by which it came; of a result its table, behind all rows
  };
} nf_fast_coming;

struct nf_fast {
  nf_fast_fabric *fabric;
  const nf_fast_plan *plan; // of a collective in the network; NULL
  nf_fast_tables *tables;   // likewise
  nf_fast_payload *payload; // data; NULL: none
  nf_fast_trace *trace;     // time line; NULL: none
  // A packet has come to its endpoint.
  void (*deliver)(nf_fast *f, nf_fast_site *s, const nf_fast_packet *p, uint32_t now);
  // All of the window of an endpoint of an all-reduce in the network (lane.h), in place of what
  // follows; NULL.
  void (*endpoint)(nf_fast *f, nf_fast_site *s);
  // A source of an endpoint may send: calls nf_fast_send, and sets the timer for what comes later.
  void (*source)(nf_fast *f, nf_fast_site *s, unsigned k, uint32_t now);
  // An endpoint will be run soon: what `source` and `deliver` touch is fetched; NULL: nothing.
  void (*fetch)(const nf_fast *f, const nf_fast_site *s);
  nf_fast_traffic *traffic;   // births and arrivals in place of a collective; NULL
  const nf_fast_ahead *ahead; // longer windows of traffic (ahead.h); NULL: none
  void *ctx;
  nf_fast_team *team;            // workers that share the run; NULL: one alone
  nf_progress *bar;              // NULL: none
  double cpu_began, clock_began; // of what is simulated, in seconds
  uint64_t events, injected, delivered;
  int64_t made; // packets that began in switches, copies among them, less those that ended there
  nf_err *err;
  // The window under way.
  nf_fast_plane *plane;
  nf_fast_pool *pool; // of the site that is run
  uint32_t from, span;
  uint32_t begun; // its first tick; a switch may be run in parts of it
  uint64_t busy[NF_FAST_WINDOW / 64];
  uint64_t *bits;         // by 64 events, then by tick
  nf_fast_coming *coming; // of the switch that is run; entry 0 is none
  uint32_t comes, coming_room;
};

int nf_fast_open(nf_fast *f, nf_fast_fabric *fabric, nf_err *e);
// What takes time before was setting up.
void nf_fast_begins(nf_fast *f);
double nf_fast_cpu_seconds(void);
double nf_fast_clock_seconds(void);
void nf_fast_close(nf_fast *f);
// How far a run is, on its bar.
static inline void nf_fast_show(nf_fast *f, uint64_t done, uint64_t total, uint32_t tick) {
  if (f->bar)
    nf_progress_show(f->bar, done, total, tick / NF_FAST_CYCLE);
}
// All sites of a plane from tick `from` on, `ticks` long, in windows of at most `window`. A team
// goes on after an error, without its sites, until it agrees about it (share.h).
int nf_fast_run(nf_fast *f, unsigned plane, uint32_t from, uint32_t ticks, uint32_t window);
// From within `source`: the packet enters the site by source k.
void nf_fast_send(nf_fast *f, nf_fast_site *s, unsigned k, const nf_fast_packet *p, uint32_t now);
// Asks source k again at a tick of this window or later.
void nf_fast_ask(nf_fast *f, nf_fast_site *s, unsigned k, uint32_t tick);
// Of an endpoint of an all-reduce: takes and gives back a place for what a packet of a channel has
// made; without one its packets wait in the link's buffer.
void nf_fast_wait(nf_fast *f, nf_fast_site *s, const nf_fast_packet *p, uint32_t now);
void nf_fast_hold(nf_fast_site *s, unsigned vc);
void nf_fast_let_go(nf_fast *f, nf_fast_site *s, unsigned vc, uint32_t now);
// For reduction tables: the port's table is looked at at a tick; a result enters the switch; a
// packet is kept in a list, and holds its place in its row; it goes on, entry i of the list's head.
void nf_fast_wake_table(nf_fast *f, nf_fast_site *s, unsigned port, uint32_t tick);
void nf_fast_result(nf_fast *f, nf_fast_site *s, unsigned port, const nf_fast_packet *p,
                    uint32_t now);
void nf_fast_keep(nf_fast *f, nf_fast_site *s, unsigned row, const nf_fast_packet *p,
                  uint32_t *head, uint32_t *tail);
void nf_fast_go_on(nf_fast *f, nf_fast_site *s, unsigned row, uint32_t i, uint32_t now);
// True when source k has room for a packet; if not, `source` is called when it has.
static inline bool nf_fast_can_send(const nf_fast_site *s, unsigned k) {
  return s->row[s->ports + k].held[0] < s->row[s->ports + k].window;
}

// Refuses a run whose time does not end within NF_FAST_LONGEST.
int nf_fast_too_long(nf_err *e);

#endif
