// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "chunks.h"

#include "common/nf_defs.h"
#include <stdlib.h>

enum { FLIT = NF_FAST_FLIT_BYTES, BLOCK = NF_BLOCK_BYTES };
static const uint64_t Mix = 0x9e3779b97f4a7c15ull;

// Where a link of the first plane leads.
struct nf_fast_chunk_hop {
  nf_fast_site *to;
  nf_fast_out *back; // the same cable the other way
  uint8_t row;       // of `to`
};

// A chunk on its way, as it stands at a site; or, at its endpoint, the next one of a message.
struct nf_fast_chunk {
  nf_fast_site *at;
  uint32_t message, packets, flits;
  uint32_t tail; // tick in which all of it is here, at the earliest
  uint32_t next; // unused: the next unused one, + 1
  uint8_t row, vc;
  bool begins;
};

static nf_fast_fabric *fabric_of(const nf_fast_chunks *c) { return c->net->f->fabric; }

// ------------------------------------------------------------------------------- what is to come
static void add(nf_fast_chunks *c, uint32_t i, uint32_t tick) {
  if (!nf_fast_heap_add(&c->heap, tick, i))
    nf_err_memory(c->net->f->err, "chunks under way");
}

static bool more_chunks(nf_fast_chunks *c) {
  const uint32_t room = c->chunks ? 2 * c->chunks : 64;
  nf_fast_chunk *more = realloc(c->chunk, room * sizeof *more);
  if (!more) {
    nf_err_memory(c->net->f->err, "chunks under way");
    return false;
  }
  fabric_of(c)->bytes += (room - c->chunks) * sizeof *more;
  for (uint32_t i = c->chunks; i < room; i++)
    more[i].next = i + 1 < room ? i + 2 : 0;
  c->unused = c->chunks + 1;
  c->chunk = more;
  c->chunks = room;
  return true;
}

void nf_fast_chunks_begin(nf_fast_chunks *c, uint32_t number, uint32_t from, uint32_t to,
                          uint64_t bytes, uint32_t tick) {
  const nf_fast_fabric *net = fabric_of(c);
  if (c->unused == 0 && !more_chunks(c))
    return;
  const uint32_t i = c->unused - 1;
  nf_fast_site *s = &net->site[net->endpoint_site[from]];
  c->unused = c->chunk[i].next;
  c->net->message[number] = (nf_fast_message){
      .start = tick,
      .to_arrive = bytes ? (uint32_t)((bytes + c->bytes - 1) / c->bytes) : 1, // chunks
      .from = (uint16_t)from,
      .to = (uint16_t)to};
  c->left[number] = bytes;
  c->chunk[i] =
      (nf_fast_chunk){.at = s, .message = number, .row = (uint8_t)s->ports, .begins = true};
  add(c, i, tick + c->net->latency);
}

// ------------------------------------------------------------------------------- hops
static const nf_fast_choice *choice_of(const nf_fast_chunks *c, const nf_fast_chunk *k) {
  return &fabric_of(c)->choice[k->at->row[k->row].way[k->vc][c->net->message[k->message].to]];
}

// The way that is free first; of those alike the one that has sent least.
static unsigned best_of(const nf_fast_chunks *c, const nf_fast_chunk *k, const nf_fast_choice *way,
                        uint32_t now) {
  unsigned best = 0;
  uint64_t least = UINT64_MAX;
  if (!fabric_of(c)->adaptive)
    return 0;
  for (unsigned i = 0; i < way->count; i++) {
    const nf_fast_out *o = &k->at->out[way->to[i].port];
    const uint64_t rank = (uint64_t)(o->free > now ? o->free : now) << 32 | o->put;
    if (rank < least) {
      least = rank;
      best = i;
    }
  }
  return best;
}

// Flits of all planes together on one link each.
static uint32_t ticks_of(const nf_fast_chunks *c, uint32_t flits, const nf_fast_out *o) {
  const uint32_t planes = fabric_of(c)->planes;
  return (flits * o->flit + planes - 1) / planes;
}

// Takes the next link from `now` on at the earliest. Returns the tick in which it starts there.
static uint32_t take_link(nf_fast_chunks *c, nf_fast_chunk *k, uint32_t *head, uint32_t now) {
  const nf_fast_choice *way = choice_of(c, k);
  const unsigned i = best_of(c, k, way, now);
  nf_fast_out *o = &k->at->out[way->to[i].port];
  const nf_fast_chunk_hop *h = &c->hop[c->first_hop[k->at - fabric_of(c)->site] + way->to[i].port];
  const uint32_t start = o->free > now ? o->free : now,
                 first =
                     (k->flits < NF_MAX_PACKET_FLITS ? k->flits : NF_MAX_PACKET_FLITS) * o->flit,
                 all = ticks_of(c, k->flits, o), end = start + (all > first ? all : first),
                 acks = ticks_of(c, k->packets, h->back);
  if (k->begins) {
    nf_fast_message *g = &c->net->message[k->message];
    g->sent = end > g->sent ? end : g->sent;
    k->begins = false;
  }
  o->free = start + all;
  o->put++;
  o->hash = (o->hash ^ end ^ (uint64_t)k->message << 32) * Mix;
  // Each packet is acknowledged by a flit, which goes back over the same cables.
  h->back->free = (h->back->free > start ? h->back->free : start) + acks;
  k->tail = (end > k->tail ? end : k->tail) + o->delay;
  k->at = h->to;
  k->row = h->row;
  k->vc = way->to[i].vc;
  *head = start + first + o->delay;
  return start;
}

// All of a chunk is in the memory of its endpoint.
static void arrive(nf_fast_chunks *c, const nf_fast_chunk *k) {
  nf_fast_messages *net = c->net;
  nf_fast_message *g = &net->message[k->message];
  net->f->delivered++;
  g->arrived = k->tail > g->arrived ? k->tail : g->arrived;
  if (--g->to_arrive == 0) {
    nf_fast_note(net->stats, g->arrived - g->start, 0);
    net->arrived(net->ctx, k->message);
    net->acknowledged(net->ctx, k->message);
  }
}

// From where a chunk stands as far as it goes without waiting. Behind a link that it has waited for
// it goes on when it is there, so that it takes nothing from those that are there before it.
static void go_on(nf_fast_chunks *c, uint32_t i, uint32_t now) {
  nf_fast_chunk *k = &c->chunk[i];
  const uint32_t to = c->net->message[k->message].to;
  uint32_t head = now, at = now;
  bool waited = false;
  while (k->at->node != to && !waited) {
    at = head;
    waited = take_link(c, k, &head, at) > at;
  }
  if (k->at->node != to) {
    add(c, i, head);
    return;
  }
  arrive(c, k);
  k->next = c->unused;
  c->unused = i + 1;
}

// The first tick in which one of a chunk's ways out of its endpoint is free.
static uint32_t free_at(const nf_fast_chunks *c, const nf_fast_chunk *k) {
  const nf_fast_choice *way = choice_of(c, k);
  const unsigned count = fabric_of(c)->adaptive ? way->count : 1;
  uint32_t first = UINT32_MAX;
  for (unsigned i = 0; i < count; i++) {
    const uint32_t t = k->at->out[way->to[i].port].free;
    first = t < first ? t : first;
  }
  return first;
}

// The next chunk of a message begins. Messages of an endpoint take turns, as each looks again when
// the link is free behind what it has sent.
static void begin_chunk(nf_fast_chunks *c, uint32_t i, uint32_t now) {
  const uint32_t number = c->chunk[i].message,
                 bytes = c->left[number] < c->bytes ? (uint32_t)c->left[number] : c->bytes;
  const bool last = bytes == c->left[number];
  uint32_t mine = i;
  c->left[number] -= bytes;
  if (!last) {
    if (c->unused == 0 && !more_chunks(c))
      return;
    mine = c->unused - 1;
    c->unused = c->chunk[mine].next;
    c->chunk[mine] = c->chunk[i];
  }
  nf_fast_chunk *k = &c->chunk[mine];
  k->packets = bytes ? (bytes + BLOCK - 1) / BLOCK : 1;
  k->flits = k->packets + (bytes + FLIT - 1) / FLIT;
  c->net->f->injected++;
  go_on(c, mine, now);
  if (last) {
    c->net->sent(c->net->ctx, number);
    return;
  }
  const uint32_t free = free_at(c, &c->chunk[i]);
  add(c, i, free > now ? free : now + 1);
}

void nf_fast_chunks_run(nf_fast_chunks *c, uint32_t until) {
  nf_fast *f = c->net->f;
  while (c->heap.count && nf_fast_heap_tick(&c->heap) < until && f->err->status == NF_EXIT_OK) {
    const uint32_t now = nf_fast_heap_tick(&c->heap), i = nf_fast_heap_take(&c->heap);
    if (now > NF_FAST_LONGEST) {
      nf_err_set(f->err, NF_EXIT_BAD_INPUT, "the run takes more than 340 ms; use fewer bytes");
      return;
    }
    f->events++;
    if (c->chunk[i].begins)
      begin_chunk(c, i, now);
    else
      go_on(c, i, now);
  }
}

// ------------------------------------------------------------------------------- the network
static unsigned port_of(const nf_fast_site *s, uint32_t graph_port) {
  unsigned p = 0;
  while (s->graph_port[p] != graph_port)
    p++;
  return p;
}

static void open_hop(nf_fast_chunks *c, nf_fast_site *s, unsigned p) {
  const nf_fast_fabric *net = fabric_of(c);
  const nf_graph *g = net->graph;
  const nf_graph_cable *cable =
      &g->cable[g->port[g->node[s->node].first_port + s->graph_port[p]].cable];
  const bool first = cable->end[0].node == s->node && cable->end[0].port == s->graph_port[p];
  const nf_graph_plug *there = &cable->end[first];
  nf_fast_site *to = &net->site[there->node < g->endpoints ? net->endpoint_site[there->node]
                                                           : net->node_site[there->node]];
  const unsigned row = port_of(to, there->port);
  c->hop[c->first_hop[s - net->site] + p] =
      (nf_fast_chunk_hop){.to = to, .back = &to->out[row], .row = (uint8_t)row};
}

int nf_fast_chunks_open(nf_fast_chunks *c, nf_fast_messages *net, uint32_t bytes, uint32_t count,
                        nf_err *e) {
  const nf_fast_fabric *f = net->f->fabric;
  const nf_fast_plane *plane = &f->plane[0];
  *c = (nf_fast_chunks){.net = net, .bytes = bytes};
  c->left = calloc(count + 1u, sizeof *c->left);
  c->first_hop = calloc(plane->first + plane->count + 1u, sizeof *c->first_hop);
  uint32_t hops = 0;
  for (uint32_t i = plane->first; c->first_hop && i < plane->first + plane->count; i++) {
    c->first_hop[i] = hops;
    hops += f->site[i].ports;
  }
  c->hop = calloc(hops + 1u, sizeof *c->hop);
  if (!c->left || !c->first_hop || !c->hop)
    return nf_err_memory(e, "chunks");
  for (uint32_t i = plane->first; i < plane->first + plane->count; i++)
    for (unsigned p = 0; p < f->site[i].ports; p++)
      open_hop(c, &f->site[i], p);
  return NF_EXIT_OK;
}

void nf_fast_chunks_close(nf_fast_chunks *c) {
  free(c->left);
  free(c->first_hop);
  free(c->hop);
  free(c->chunk);
  nf_fast_heap_close(&c->heap);
}
