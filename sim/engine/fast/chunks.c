// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "chunks.h"

#include "common/nf_defs.h"
#include <stdlib.h>

enum { FLIT = NF_FAST_FLIT_BYTES, BLOCK = NF_BLOCK_BYTES };

// A link of the first plane: what a hop needs of it, in less than a line of the caches.
struct nf_fast_chunk_link {
  uint64_t hash;
  uint32_t free;         // tick
  uint32_t sent;         // chunks
  uint32_t delay;        // as of nf_fast_out
  uint32_t to;           // site
  uint32_t back;         // the same cable the other way
  uint32_t acks;         // ticks of acknowledgements that it still has to carry
  nf_fast_chunk_way way; // of what came by it
  uint8_t row;           // of `to`
  uint8_t flit;          // ticks
};

// Of chunks and messages under way what is not in use is a list.
struct nf_fast_sending {
  uint32_t next; // unused: the next unused one, + 1
  uint32_t number;
  uint64_t left;      // bytes that have not begun
  uint32_t to_arrive; // chunks
  uint32_t start;     // tick
  uint32_t arrived;   // tick of the latest chunk
  uint32_t sent;      // likewise
};

// A chunk on its way, as it stands at a site; or, at its endpoint, the next one of a message.
struct nf_fast_chunk {
  uint32_t next;            // as of a message
  uint32_t at, to;          // sites
  uint32_t by;              // link that it has come by, + 1; 0: none, it begins
  uint32_t message, number; // among those under way; of all
  uint32_t flits, acks;     // that are acknowledgements of it
  uint32_t tail;            // tick in which all of it is here, at the earliest
  uint16_t endpoint;        // it goes there
  uint8_t row, vc;
  bool begins;
};

static nf_fast_fabric *fabric_of(const nf_fast_chunks *c) { return c->net->f->fabric; }

// ------------------------------------------------------------------------------- what is to come
// False, and the run is refused: a chunk would be there after the last tick.
static bool in_time(const nf_fast_chunks *c, uint64_t tick) {
  if (tick > NF_FAST_LONGEST)
    nf_fast_too_long(c->net->f->err);
  return tick <= NF_FAST_LONGEST;
}

static void add(nf_fast_chunks *c, uint32_t i, uint64_t tick) {
  if (in_time(c, tick) && !nf_fast_heap_add(&c->heap, (uint32_t)tick, i))
    nf_err_memory(c->net->f->err, "chunks under way");
}

// Twice the room for items whose first word is that of the next unused one. Returns the first.
static uint32_t more_room(nf_fast_chunks *c, void **items, size_t size, uint32_t *room) {
  const uint32_t had = *room, has = had ? 2 * had : 64;
  char *more = realloc(*items, has * size);
  if (!more) {
    nf_err_memory(c->net->f->err, "chunks under way");
    return 0;
  }
  fabric_of(c)->bytes += (has - had) * size;
  for (uint32_t i = had; i < has; i++)
    *(uint32_t *)(void *)(more + i * size) = i + 1 < has ? i + 2 : 0;
  *items = more;
  *room = has;
  return had + 1;
}

// True: there is a chunk that is not in use.
static bool room_for_chunk(nf_fast_chunks *c) {
  void *items = c->chunk;
  if (c->unused == 0)
    c->unused = more_room(c, &items, sizeof *c->chunk, &c->chunks);
  c->chunk = items;
  return c->unused != 0;
}

static bool room_for_message(nf_fast_chunks *c) {
  void *items = c->message;
  if (c->unused_message == 0)
    c->unused_message = more_room(c, &items, sizeof *c->message, &c->messages);
  c->message = items;
  return c->unused_message != 0;
}

void nf_fast_chunks_begin(nf_fast_chunks *c, uint32_t number, uint32_t from, uint32_t to,
                          uint64_t bytes, uint32_t tick) {
  const nf_fast_fabric *net = fabric_of(c);
  if (!room_for_chunk(c) || !room_for_message(c))
    return;
  const uint32_t i = c->unused - 1, m = c->unused_message - 1;
  const uint32_t s = net->endpoint_site[from];
  c->unused = c->chunk[i].next;
  c->unused_message = c->message[m].next;
  c->message[m] =
      (nf_fast_sending){.number = number,
                        .left = bytes,
                        .to_arrive = bytes ? (uint32_t)((bytes + c->bytes - 1) / c->bytes) : 1,
                        .start = tick};
  c->chunk[i] = (nf_fast_chunk){.at = s,
                                .to = net->endpoint_site[to],
                                .message = m,
                                .number = number,
                                .endpoint = (uint16_t)to,
                                .row = (uint8_t)net->site[s].ports,
                                .begins = true};
  add(c, i, (uint64_t)tick + c->net->latency);
}

// ------------------------------------------------------------------------------- hops
static const nf_fast_choice *choice_of(nf_fast_chunks *c, const nf_fast_chunk *k) {
  nf_fast_chunk_way *w = k->by ? &c->link[k->by - 1].way : &c->first[k->at].way;
  if (w->to != k->endpoint || w->vc != k->vc || w->choice == 0) {
    const uint16_t *way = c->way[(c->first[k->at].row + k->row) * NF_FAST_VCS + k->vc];
    *w = (nf_fast_chunk_way){k->endpoint, way[k->endpoint], k->vc};
  }
  return &fabric_of(c)->choice[w->choice];
}

static nf_fast_chunk_link *link_of(const nf_fast_chunks *c, const nf_fast_chunk *k, unsigned port) {
  return &c->link[c->first[k->at].link + port];
}

// The way that is free first; of those alike the one that has sent least.
static unsigned best_of(const nf_fast_chunks *c, const nf_fast_chunk *k, const nf_fast_choice *way,
                        uint32_t now) {
  unsigned best = 0;
  uint64_t least = UINT64_MAX;
  for (unsigned i = 0; fabric_of(c)->adaptive && i < way->count; i++) {
    const nf_fast_chunk_link *l = link_of(c, k, way->to[i].port);
    const uint64_t rank = (uint64_t)(l->free > now ? l->free : now) << 32 | l->sent;
    if (rank < least) {
      least = rank;
      best = i;
    }
  }
  return best;
}

// Of flits that all planes share.
static uint64_t ticks_of(const nf_fast_chunks *c, uint32_t flits, const nf_fast_chunk_link *l) {
  const uint64_t planes = fabric_of(c)->planes, ticks = (uint64_t)flits * l->flit;
  return planes == 1 ? ticks : (ticks + planes - 1) / planes;
}

// Takes the next link from tick *head on at the earliest, and sets it to that of the first packet
// at the next site. True: it has waited, or the run has been refused.
static bool take_link(nf_fast_chunks *c, nf_fast_chunk *k, uint32_t *head) {
  const nf_fast_choice *way = choice_of(c, k);
  const unsigned i = best_of(c, k, way, *head);
  nf_fast_chunk_link *l = link_of(c, k, way->to[i].port), *back = &c->link[l->back];
  const uint32_t start = l->free > *head ? l->free : *head, idle = start - l->free,
                 acks = l->acks > idle ? l->acks - idle : 0,
                 first =
                     (k->flits < NF_MAX_PACKET_FLITS ? k->flits : NF_MAX_PACKET_FLITS) * l->flit;
  const uint64_t takes = ticks_of(c, k->flits, l) + acks,
                 ends = start + (takes > first ? takes : first);
  if (!in_time(c, (ends > k->tail ? ends : k->tail) + l->delay))
    return true;
  const uint32_t all = (uint32_t)takes, end = (uint32_t)ends;
  const bool waited = start > *head;
  if (k->begins) {
    nf_fast_sending *g = &c->message[k->message];
    g->sent = end > g->sent ? end : g->sent;
    k->begins = false;
  }
  l->free = start + all;
  l->sent++;
  l->hash = (l->hash ^ end ^ (uint64_t)k->number << 32) * NF_FAST_MIX;
  // Acknowledgements, of a flit each, go back over the same cables, in what time is left there or
  // together with the next chunk.
  l->acks = 0;
  back->acks += (uint32_t)ticks_of(c, k->acks, back);
  k->tail = (end > k->tail ? end : k->tail) + l->delay;
  k->at = l->to;
  k->by = (uint32_t)(l - c->link) + 1;
  k->row = l->row;
  k->vc = way->to[i].vc;
  *head = start + first + l->delay;
  return waited;
}

// All of a chunk is in the memory of its endpoint. A message has left before its last chunk
// arrives, so what is known of it ends here.
static void arrive(nf_fast_chunks *c, const nf_fast_chunk *k) {
  nf_fast_messages *net = c->net;
  nf_fast_sending *g = &c->message[k->message];
  net->f->delivered++;
  g->arrived = k->tail > g->arrived ? k->tail : g->arrived;
  if (--g->to_arrive == 0) {
    nf_fast_note(net->stats, g->arrived - g->start, 0);
    net->arrived(net->ctx, k->number, g->arrived);
    net->acknowledged(net->ctx, k->number);
    g->next = c->unused_message;
    c->unused_message = k->message + 1;
  }
}

// From where a chunk stands as far as it goes without waiting. Behind a link that it has waited for
// it goes on when it is there, so that it takes nothing from those that are there before it.
static void go_on(nf_fast_chunks *c, uint32_t i, uint32_t now) {
  nf_fast_chunk *k = &c->chunk[i];
  uint32_t head = now;
  while (k->at != k->to && !take_link(c, k, &head)) {
  }
  if (k->at != k->to) {
    add(c, i, head);
    return;
  }
  arrive(c, k);
  k->next = c->unused;
  c->unused = i + 1;
}

// The first tick in which one of a chunk's ways out of its endpoint is free.
static uint32_t free_at(nf_fast_chunks *c, const nf_fast_chunk *k) {
  const nf_fast_choice *way = choice_of(c, k);
  const unsigned count = fabric_of(c)->adaptive ? way->count : 1;
  uint32_t first = UINT32_MAX;
  for (unsigned i = 0; i < count; i++) {
    const uint32_t t = link_of(c, k, way->to[i].port)->free;
    first = t < first ? t : first;
  }
  return first;
}

// The next chunk of a message begins. Messages of an endpoint take turns, as each looks again when
// the link is free behind what it has sent.
static void begin_chunk(nf_fast_chunks *c, uint32_t i, uint32_t now) {
  nf_fast_sending *g = &c->message[c->chunk[i].message];
  const uint32_t number = g->number, bytes = g->left < c->bytes ? (uint32_t)g->left : c->bytes;
  const bool last = bytes == g->left;
  uint32_t mine = i;
  g->left -= bytes;
  if (!last) {
    if (!room_for_chunk(c))
      return;
    mine = c->unused - 1;
    c->unused = c->chunk[mine].next;
    c->chunk[mine] = c->chunk[i];
  }
  nf_fast_chunk *k = &c->chunk[mine];
  const uint32_t packets = bytes ? (bytes + BLOCK - 1) / BLOCK : 1;
  k->flits = packets + (bytes + FLIT - 1) / FLIT;
  k->acks = c->net->ack_once ? last : packets;
  c->net->f->injected++;
  go_on(c, mine, now);
  if (last) {
    c->net->sent(c->net->ctx, number, g->sent);
    return;
  }
  const uint32_t free = free_at(c, &c->chunk[i]);
  add(c, i, free > now ? free : now + 1);
}

void nf_fast_chunks_run(nf_fast_chunks *c, uint32_t until) {
  nf_fast *f = c->net->f;
  while (c->heap.count && nf_fast_heap_tick(&c->heap) < until && f->err->status == NF_EXIT_OK) {
    const uint32_t now = nf_fast_heap_tick(&c->heap), i = nf_fast_heap_take(&c->heap);
    f->events++;
    if (c->chunk[i].begins)
      begin_chunk(c, i, now);
    else
      go_on(c, i, now);
  }
}

// ------------------------------------------------------------------------------- the network
static void open_link(nf_fast_chunks *c, const nf_fast_site *s, unsigned p) {
  const nf_fast_fabric *net = fabric_of(c);
  const nf_graph *g = net->graph;
  const nf_graph_cable *cable =
      &g->cable[g->port[g->node[s->node].first_port + s->graph_port[p]].cable];
  const bool first = cable->end[0].node == s->node && cable->end[0].port == s->graph_port[p];
  const nf_graph_plug *there = &cable->end[first];
  const nf_fast_site *taker = nf_fast_site_of(net, there->node, 0);
  const uint32_t to = (uint32_t)(taker - net->site);
  const unsigned row = nf_fast_port_of(taker, there->port);
  c->link[c->first[s - net->site].link + p] = (nf_fast_chunk_link){.delay = s->out[p].delay,
                                                                   .to = to,
                                                                   .back = c->first[to].link + row,
                                                                   .row = (uint8_t)row,
                                                                   .flit = s->out[p].flit};
}

static void open_site(nf_fast_chunks *c, const nf_fast_site *s) {
  const nf_fast_chunk_first *first = &c->first[s - fabric_of(c)->site];
  for (unsigned p = 0; p < s->ports; p++)
    open_link(c, s, p);
  for (unsigned r = 0; r < s->rows; r++)
    for (unsigned v = 0; v < NF_FAST_VCS; v++)
      c->way[(first->row + r) * NF_FAST_VCS + v] = s->row[r].way[v];
}

// Sites of the first plane are the first ones of all.
int nf_fast_chunks_open(nf_fast_chunks *c, nf_fast_messages *net, uint32_t bytes, nf_err *e) {
  const nf_fast_fabric *f = net->f->fabric;
  const uint32_t sites = f->plane[0].count;
  uint32_t links = 0, rows = 0;
  *c = (nf_fast_chunks){.net = net, .bytes = bytes};
  c->first = calloc(sites + 1u, sizeof *c->first);
  for (uint32_t i = 0; c->first && i < sites; i++) {
    c->first[i] = (nf_fast_chunk_first){.link = links, .row = rows};
    links += f->site[i].ports;
    rows += f->site[i].rows;
  }
  c->link = calloc(links + 1u, sizeof *c->link);
  c->way = calloc((size_t)rows * NF_FAST_VCS + 1u, sizeof *c->way);
  if (!c->first || !c->link || !c->way)
    return nf_err_memory(e, "chunks");
  for (uint32_t i = 0; i < sites; i++)
    open_site(c, &f->site[i]);
  return NF_EXIT_OK;
}

// What went over the links is the network's, where reports look for it.
void nf_fast_chunks_close(nf_fast_chunks *c) {
  for (uint32_t i = 0; c->first && c->link && c->way && i < fabric_of(c)->plane[0].count; i++) {
    const nf_fast_site *s = &fabric_of(c)->site[i];
    for (unsigned p = 0; p < s->ports; p++) {
      s->out[p].put = c->link[c->first[i].link + p].sent;
      s->out[p].hash = c->link[c->first[i].link + p].hash;
    }
  }
  free(c->first);
  free(c->link);
  free(c->way);
  free(c->chunk);
  free(c->message);
  nf_fast_heap_close(&c->heap);
}
