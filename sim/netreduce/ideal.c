// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What a frame is, is decided when its last byte has come. Times are those of a pipeline with one
// aggregator, which takes a word of 64 bytes a cycle.
#include "ideal.h"

#include "netreduce/nf_netreduce_pkg.h"
#include "tables.h"
#include "tree.h"
#include <stdlib.h>
#include <string.h>

// Cycles from a frame to its job, and from the job to the frame that leaves.
enum { DECIDE = 24, COMBINE = 20, BEAT = 64 };

typedef struct frame_out {
  struct frame_out *next;
  uint64_t time; // of its last byte
  unsigned bytes;
  uint8_t data[];
} frame_out;

typedef struct {
  frame_out *first, *last;
  uint64_t free; // when the last frame will have left
} queue;

typedef struct {
  uint8_t head[NF_NR_HEAD];
  unsigned size;
  uint8_t payload[NF_NR_MOST_PAYLOAD];
} column; // of a port, or of the history buffer

typedef struct {
  nf_nr_device_cfg cfg;
  nf_nr_tables tables;
  nf_nr_counts counts;
  unsigned places;
  column *store; // by port and place; that of port `ports` is the history buffer
  queue out[NF_NR_PORTS];
  frame_out *taken;
  uint64_t now, aggregator; // when it is free
} ideal;

static column *column_at(const ideal *d, unsigned port, unsigned place) {
  return &d->store[(size_t)port * d->places + place];
}

static uint64_t cycles(const ideal *d, unsigned n) { return n * d->cfg.cycle; }

// ------------------------------------------------------------------------------- frames out
static int put(ideal *d, unsigned port, const uint8_t *frame, unsigned bytes, uint64_t time,
               nf_err *e) {
  queue *q = &d->out[port];
  frame_out *f = malloc(sizeof *f + bytes);
  if (!f)
    return nf_err_memory(e, "a frame");
  const uint64_t start = time > q->free ? time : q->free;
  f->next = NULL;
  f->time = q->free = start + cycles(d, (bytes + BEAT - 1) / BEAT);
  f->bytes = bytes;
  memcpy(f->data, frame, bytes);
  if (q->last)
    q->last->next = f;
  else
    q->first = f;
  q->last = f;
  d->counts.out++;
  return e->status;
}

static const uint8_t *take(void *device, uint64_t *time, unsigned *port, unsigned *bytes) {
  ideal *d = device;
  queue *best = NULL;
  for (unsigned p = 0; p < d->cfg.ports; p++)
    if (d->out[p].first && (!best || d->out[p].first->time < best->first->time))
      best = &d->out[p];
  free(d->taken);
  d->taken = NULL;
  if (!best || best->first->time > d->now)
    return NULL;
  d->taken = best->first;
  best->first = d->taken->next;
  if (!best->first)
    best->last = NULL;
  *time = d->taken->time;
  *port = (unsigned)(best - d->out);
  *bytes = d->taken->bytes;
  return d->taken->data;
}

static uint64_t next(const void *device) {
  const ideal *d = device;
  uint64_t t = NF_NR_NEVER;
  for (unsigned p = 0; p < d->cfg.ports; p++)
    if (d->out[p].first && d->out[p].first->time < t)
      t = d->out[p].first->time;
  return t;
}

// ------------------------------------------------------------------------------- header manager
enum { SRC_MAC = 6, SRC_IP = 26, DST_IP = 30, OPCODE = 42, PAD = 43, PAD_BITS = 0x30 };

static void swap(uint8_t *a, uint8_t *b, unsigned bytes) {
  uint8_t keep[8];
  memcpy(keep, a, bytes);
  memcpy(a, b, bytes);
  memcpy(b, keep, bytes);
}

// NETREDUCE Algorithm 3.
static void manage(const ideal *d, uint8_t *head, uint8_t mode) {
  const nf_nr_device_cfg *c = &d->cfg;
  if (mode == NF_NETREDUCE_MODE_ANNOUNCE) {
    head[OPCODE] =
        (uint8_t)(NF_NETREDUCE_ALONE << 5 | (head[PAD] & PAD_BITS) >> 1 | (head[OPCODE] & 7));
    head[PAD] &= (uint8_t)~PAD_BITS;
    return;
  }
  if (head[OPCODE] >> 5 == NF_NETREDUCE_ALONE) {
    head[PAD] = (uint8_t)((head[PAD] & ~PAD_BITS) | (head[OPCODE] << 1 & PAD_BITS));
    head[OPCODE] &= 7;
  }
  if (mode == NF_NETREDUCE_MODE_UP) {
    nf_nr_put(head, 6, c->spine_mac);
    nf_nr_put(head + SRC_MAC, 6, c->own_mac);
    nf_nr_put(head + SRC_IP, 4, c->own_ip);
    nf_nr_put(head + DST_IP, 4, c->spine_ip);
  } else if (nf_nr_get(head + DST_IP, 4) == c->own_ip) {
    swap(head, head + SRC_MAC, 6);
    swap(head + SRC_IP, head + DST_IP, 4);
  }
}

static int combine(ideal *d, unsigned port, unsigned place, uint8_t mode, const void *payload,
                   unsigned size, uint64_t time, nf_err *e) {
  uint8_t frame[NF_NR_FRAME_ROOM];
  memcpy(frame, column_at(d, port, place)->head, NF_NR_HEAD);
  manage(d, frame, mode);
  memcpy(frame + NF_NR_HEAD, payload, size);
  return put(d, port, frame, nf_nr_frame_seal(frame, size), time, e);
}

// ------------------------------------------------------------------------------- jobs
typedef struct {
  uint64_t time; // of the frame that asks for it
  unsigned place, read, deliver;
  uint8_t mode;
  bool first, keep;
} job;

// The aggregator works on so many bytes; returns when it is done.
static uint64_t work(ideal *d, uint64_t time, unsigned size) {
  const uint64_t ready = time + cycles(d, DECIDE);
  const uint64_t start = ready > d->aggregator ? ready : d->aggregator;
  const unsigned words = size ? (size + BEAT - 1) / BEAT : 1;
  d->aggregator = start + cycles(d, words + 1);
  return d->aggregator + cycles(d, COMBINE);
}

static int deliver(ideal *d, const job *j, const void *payload, unsigned size, nf_err *e) {
  const uint64_t done = work(d, j->time, size);
  for (unsigned p = 0; p < d->cfg.ports; p++)
    if (j->deliver >> p & 1)
      combine(d, p, j->place, j->mode, payload, size, done, e);
  return e->status;
}

static int sum(ideal *d, const job *j, nf_err *e) {
  uint32_t result[NF_NR_LANES];
  nf_nr_operand operand[NF_NR_PORTS] = {{0}};
  unsigned size = 0, least = NF_NR_MOST_PAYLOAD;
  for (unsigned p = 0; p < d->cfg.ports; p++) {
    const column *c = column_at(d, p, j->place);
    if (!(j->read >> p & 1))
      continue;
    operand[p] = (nf_nr_operand){c->payload, c->size};
    size = c->size > size ? c->size : size;
    least = c->size < least ? c->size : least;
  }
  d->counts.uneven += least != size;
  nf_nr_tree_sum(result, operand, d->cfg.ports, size / 4, j->first ? NF_NR_TAG_BYTES / 4 : 0,
                 d->cfg.dtype);
  if (j->keep) {
    column *h = column_at(d, d->cfg.ports, j->place);
    h->size = size;
    memcpy(h->payload, result, size);
  }
  deliver(d, j, result, size, e);
  if (!j->keep) {
    d->counts.ups++;
    return e->status;
  }
  uint64_t last = 0;
  for (unsigned p = 0; p < d->cfg.ports; p++)
    if (j->deliver >> p & 1 && d->out[p].free > last)
      last = d->out[p].free;
  d->counts.sums++;
  d->counts.timed++;
  d->counts.latency += last - j->time;
  if (last - j->time > d->counts.latency_most)
    d->counts.latency_most = last - j->time;
  return e->status;
}

static int history(ideal *d, const job *j, nf_err *e) {
  const column *h = column_at(d, d->cfg.ports, j->place);
  d->counts.history++;
  return deliver(d, j, h->payload, h->size, e);
}

static int announce(ideal *d, const job *j, unsigned port, nf_err *e) {
  const job alone = {.time = j->time,
                     .place = j->place,
                     .deliver = 1u << port,
                     .mode = NF_NETREDUCE_MODE_ANNOUNCE};
  d->counts.announced++;
  return deliver(d, &alone, column_at(d, port, j->place)->payload, j->first ? NF_NR_TAG_BYTES : 0,
                 e);
}

// ------------------------------------------------------------------------------- decisions
// Ports of the hosts; of those whose destination is here only.
static unsigned host_ports(const ideal *d, bool local_only) {
  unsigned ports = 0;
  for (unsigned i = 0; i < d->cfg.members; i++)
    if (!local_only || nf_nr_is_local(&d->cfg, d->cfg.member[i].dst_ip))
      ports |= 1u << d->cfg.member[i].port;
  return ports;
}

// The sum of the column goes to all who wait for it.
static int complete(ideal *d, job *j, nf_err *e) {
  j->keep = true;
  if (!d->cfg.leaf) {
    j->read = j->deliver = host_ports(d, false);
    return sum(d, j, e);
  }
  const nf_nr_member *header = &d->cfg.member[d->cfg.members], *global = header + 1;
  j->read = 1u << global->port;
  j->deliver = host_ports(d, true) | 1u << header->port;
  return sum(d, j, e);
}

static int send_up(ideal *d, job *j, nf_err *e) {
  j->mode = NF_NETREDUCE_MODE_UP;
  j->read = host_ports(d, false);
  j->deliver = j->read & (0u - j->read);
  return sum(d, j, e);
}

static int act(ideal *d, const nf_nr_arrival *a, const nf_nr_answer *r, job *j, nf_err *e) {
  const bool is_host = r->role == NF_NETREDUCE_ROLE_HOST;
  const bool remote = d->cfg.leaf && is_host && !nf_nr_is_local(&d->cfg, a->head.dst_ip);
  if (remote && announce(d, j, a->port, e) != NF_EXIT_OK)
    return e->status;
  switch (r->state) {
  case NF_NETREDUCE_STATE_COMPLETE:
    return complete(d, j, e);
  case NF_NETREDUCE_STATE_LOCAL:
    return send_up(d, j, e);
  case NF_NETREDUCE_STATE_RESEND:
    return r->role == NF_NETREDUCE_ROLE_GLOBAL ? e->status : send_up(d, j, e);
  case NF_NETREDUCE_STATE_HISTORY:
    j->deliver = 1u << a->port;
    return remote || r->role == NF_NETREDUCE_ROLE_GLOBAL ? e->status : history(d, j, e);
  case NF_NETREDUCE_STATE_DISCARD:
    d->counts.discarded++;
    return e->status;
  default:
    return e->status;
  }
}

// What of a packet is kept, beside its column.
static void keep(ideal *d, const nf_nr_arrival *a, const nf_nr_answer *r, const uint8_t *frame) {
  column *c = column_at(d, a->port, r->place);
  const bool fresh = r->state == NF_NETREDUCE_STATE_STORE ||
                     r->state == NF_NETREDUCE_STATE_COMPLETE ||
                     r->state == NF_NETREDUCE_STATE_LOCAL;
  if (r->role != NF_NETREDUCE_ROLE_GLOBAL && (fresh || r->state == NF_NETREDUCE_STATE_HISTORY))
    memcpy(c->head, frame, NF_NR_HEAD);
  if (r->role != NF_NETREDUCE_ROLE_HEADER && fresh) {
    c->size = a->head.size + a->head.pad;
    memcpy(c->payload, a->head.payload, c->size);
  }
}

// ------------------------------------------------------------------------------- frames in
static bool is_send(uint8_t opcode) {
  return opcode == NF_NR_SEND_FIRST || opcode == NF_NR_SEND_MIDDLE || opcode == NF_NR_SEND_LAST ||
         opcode == NF_NR_SEND_ONLY;
}

static uint8_t parse(const ideal *d, nf_nr_arrival *a, const uint8_t *frame, unsigned bytes) {
  uint8_t cause = nf_nr_frame_head(&a->head, frame, bytes);
  if (cause != NF_NETREDUCE_CAUSE_NONE)
    return cause;
  a->alone = a->head.opcode >> 5 == NF_NETREDUCE_ALONE;
  const uint8_t opcode = a->alone ? a->head.opcode & 7 : a->head.opcode;
  if (!is_send(opcode))
    return NF_NETREDUCE_CAUSE_OPCODE;
  cause = nf_nr_frame_check(&a->head, frame, bytes);
  if (cause != NF_NETREDUCE_CAUSE_NONE)
    return cause;
  if (opcode != NF_NR_SEND_FIRST && opcode != NF_NR_SEND_ONLY)
    return NF_NETREDUCE_CAUSE_NONE;
  if (a->head.size < NF_NR_TAG_BYTES)
    return NF_NETREDUCE_CAUSE_UNTAGGED;
  nf_nr_tag_read(&a->tag, a->head.payload);
  a->first = a->tag.tag == d->cfg.tag;
  return a->first ? NF_NETREDUCE_CAUSE_NONE : NF_NETREDUCE_CAUSE_UNTAGGED;
}

static int offer(void *device, uint64_t time, unsigned port, const uint8_t *frame, unsigned bytes,
                 nf_err *e) {
  enum { FIRST_DROPPED = NF_NETREDUCE_CAUSE_TRUNCATED };
  ideal *d = device;
  nf_nr_arrival a = {.port = port};
  nf_nr_answer r = {.cause = parse(d, &a, frame, bytes)};
  if (r.cause == NF_NETREDUCE_CAUSE_NONE)
    r = nf_nr_tables_arrive(&d->tables, &a);
  d->counts.cause[r.cause]++;
  if (r.cause == NF_NETREDUCE_CAUSE_NONE) {
    job j = {.time = time, .place = r.place, .first = r.first, .mode = NF_NETREDUCE_MODE_KEEP};
    keep(d, &a, &r, frame);
    return act(d, &a, &r, &j, e);
  }
  if (r.cause < FIRST_DROPPED)
    put(d, port, frame, bytes, time + cycles(d, DECIDE), e);
  return e->status;
}

static int advance(void *device, uint64_t time, nf_err *e) {
  ((ideal *)device)->now = time;
  return e->status;
}

// ------------------------------------------------------------------------------- the whole
static void close_ideal(void *device) {
  ideal *d = device;
  if (!d)
    return;
  for (unsigned p = 0; p < NF_NR_PORTS; p++)
    while (d->out[p].first) {
      frame_out *f = d->out[p].first;
      d->out[p].first = f->next;
      free(f);
    }
  free(d->taken);
  free(d->store);
  free(d);
}

static int open_ideal(void **device, const nf_nr_device_cfg *cfg, nf_err *e) {
  ideal *d = calloc(1, sizeof *d);
  if (!d)
    return nf_err_memory(e, "an accelerator");
  d->cfg = *cfg;
  d->places = cfg->slots * cfg->msglen;
  d->store = calloc((size_t)(cfg->ports + 1) * d->places, sizeof *d->store);
  if (!d->store) {
    free(d);
    return nf_err_memory(e, "the memories of an accelerator");
  }
  nf_nr_tables_open(&d->tables, &d->cfg);
  *device = d;
  return NF_EXIT_OK;
}

static int count(void *device, nf_nr_counts *counts, nf_err *e) {
  *counts = ((const ideal *)device)->counts;
  return e->status;
}

static int look(void *device, uint32_t msgid, unsigned offset, bool *there, unsigned *arrived,
                nf_err *e) {
  *there = nf_nr_tables_look(&((const ideal *)device)->tables, msgid, offset, arrived);
  return e->status;
}

const nf_nr_engine nf_nr_ideal = {.name = "ideal",
                                  .open = open_ideal,
                                  .close = close_ideal,
                                  .offer = offer,
                                  .next = next,
                                  .advance = advance,
                                  .take = take,
                                  .count = count,
                                  .look = look};
