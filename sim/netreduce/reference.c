// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What a frame is, is decided when its last byte has come. Times are those of a pipeline with one
// aggregator, which takes a word of 64 bytes a cycle. A lost frame is paid once, where it is
// missing: sums go out in order, a member that has left a gap is asked for what is missing, and a
// receiver's NAK is answered here.
#include "sim/netreduce/reference.h"

#include "netreduce/nf_netreduce_pkg.h"
#include "sim/netreduce/tables.h"
#include "sim/netreduce/tree.h"
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

// What the rings share.
typedef struct {
  nf_nr_counts counts;
  queue out[NF_NR_PORTS];
  frame_out *taken;
  uint64_t now, aggregator; // when it is free
  uint64_t worked;          // when what has come will have left
} shared;

// One ring.
typedef struct {
  shared *all;
  nf_nr_device_cfg cfg;
  nf_nr_tables tables;
  unsigned places;
  column *store; // by port and place; that of port `ports` is the history buffer
  struct {
    bool asked;     // for what is missing now
    uint64_t again; // when it is asked for again
    uint64_t heard; // when its receiver has acknowledged something new
  } member[NF_NR_MEMBERS];
  uint64_t given;  // when the last sum was given out
  uint64_t resent; // when the oldest column was sent up again
} reference;

typedef struct {
  shared all;
  unsigned ports, rings;
  bool shut; // the ring is closed
  reference ring[NF_NR_RINGS];
} device;

static column *column_at(const reference *d, unsigned port, unsigned place) {
  return &d->store[(size_t)port * d->places + place];
}

static uint64_t cycles(const reference *d, unsigned n) { return n * d->cfg.cycle; }

// ------------------------------------------------------------------------------- frames out
// Queues a frame at a port: it leaves when those before it have left, a bus word a cycle.
static int put(reference *d, unsigned port, const uint8_t *frame, unsigned bytes, uint64_t time,
               nf_err *e) {
  queue *q = &d->all->out[port];
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
  d->all->counts.out++;
  return e->status;
}

// The earliest frame that has left by now.
static const uint8_t *take(void *device_, uint64_t *time, unsigned *port, unsigned *bytes) {
  device *v = device_;
  shared *all = &v->all;
  queue *best = NULL;
  for (unsigned p = 0; p < v->ports; p++)
    if (all->out[p].first && (!best || all->out[p].first->time < best->first->time))
      best = &all->out[p];
  free(all->taken);
  all->taken = NULL;
  if (!best || best->first->time > all->now)
    return NULL;
  all->taken = best->first;
  best->first = all->taken->next;
  if (!best->first)
    best->last = NULL;
  *time = all->taken->time;
  *port = (unsigned)(best - all->out);
  *bytes = all->taken->bytes;
  return all->taken->data;
}

// At once: nothing that has begun ends.
static int shut(void *device_, nf_err *e) {
  ((device *)device_)->shut = true;
  return e->status;
}

// What has not left yet leaves one behind the other when the pause ends.
static void pause(void *device_, unsigned port, uint64_t until) {
  device *v = device_;
  queue *q = &v->all.out[port];
  uint64_t later = until;
  for (frame_out *f = q->first; f; f = f->next) {
    later += (f->bytes + BEAT - 1) / BEAT * v->ring[0].cfg.cycle;
    f->time = f->time > later ? f->time : later;
  }
  q->free = q->free > later ? q->free : later;
}

// When the sums that a member's receiver has not acknowledged go to it again.
static uint64_t due(const reference *d, unsigned member) {
  const uint64_t heard = d->member[member].heard, last = heard > d->given ? heard : d->given;
  return nf_nr_tables_has_receiver(&d->tables, member) &&
                 nf_nr_tables_unknown(&d->tables, member) != 0
             ? last + d->cfg.again
             : NF_NR_NEVER;
}

// When the column that all others wait for is sent up again: of a leaf, its hosts' packets are
// there, and the spine's sum is not.
static uint64_t due_up(const reference *d) {
  nf_nr_at at = d->tables.released;
  unsigned place;
  bool first;
  return d->cfg.leaf && nf_nr_tables_waits(&d->tables, &at, &place, &first)
             ? (d->given > d->resent ? d->given : d->resent) + d->cfg.again
             : NF_NR_NEVER;
}

static uint64_t next_of(const reference *d) {
  uint64_t t = due_up(d);
  for (unsigned i = 0; i < NF_NR_MEMBERS; i++)
    if (due(d, i) < t)
      t = due(d, i);
  return t;
}

static uint64_t next(const void *device_) {
  const device *v = device_;
  uint64_t t = NF_NR_NEVER;
  for (unsigned r = 0; r < v->rings; r++)
    if (next_of(&v->ring[r]) < t)
      t = next_of(&v->ring[r]);
  for (unsigned p = 0; p < v->ports; p++)
    if (v->all.out[p].first && v->all.out[p].first->time < t)
      t = v->all.out[p].first->time;
  return t;
}

// ------------------------------------------------------------------------------- header manager
enum { SRC_MAC = 6, SRC_IP = 26, DST_IP = 30, OPCODE = 42, PAD = 43, PAD_BITS = 0x30 };
enum { MARK = 50, MARKED = 0x7f };

static void swap(uint8_t *a, uint8_t *b, unsigned bytes) {
  uint8_t keep[8];
  memcpy(keep, a, bytes);
  memcpy(a, b, bytes);
  memcpy(b, keep, bytes);
}

// NETREDUCE Algorithm 3.
static void manage(const reference *d, uint8_t *head, uint8_t mode) {
  const nf_nr_device_cfg *c = &d->cfg;
  head[MARK] &= (uint8_t)~MARKED;
  if (mode == NF_NETREDUCE_MODE_ANNOUNCE) {
    head[OPCODE] =
        (uint8_t)(NF_NETREDUCE_ALONE << 5 | (head[PAD] & PAD_BITS) >> 1 | (head[OPCODE] & 7));
    head[PAD] &= (uint8_t)~PAD_BITS;
    return;
  }
  head[MARK] |= nf_nr_tables_mark(c, mode == NF_NETREDUCE_MODE_UP);
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

static int combine(reference *d, unsigned port, unsigned place, uint8_t mode, const void *payload,
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
static uint64_t work(reference *d, uint64_t time, unsigned size) {
  const uint64_t ready = time + cycles(d, DECIDE);
  const uint64_t start = ready > d->all->aggregator ? ready : d->all->aggregator;
  const unsigned words = size ? (size + BEAT - 1) / BEAT : 1;
  d->all->aggregator = start + cycles(d, words + 1);
  return d->all->aggregator + cycles(d, COMBINE);
}

static int deliver(reference *d, const job *j, const void *payload, unsigned size, nf_err *e) {
  const uint64_t done = work(d, j->time, size);
  for (unsigned p = 0; p < d->cfg.ports; p++)
    if (j->deliver >> p & 1)
      combine(d, p, j->place, j->mode, payload, size, done, e);
  return e->status;
}

// A column is complete: its sum by the tree, for the history and for all receivers, or up to the
// spine.
static int sum(reference *d, const job *j, nf_err *e) {
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
  d->all->counts.uneven += least != size;
  nf_nr_tree_sum(result, operand, d->cfg.ports, size / 4, j->first ? NF_NR_TAG_BYTES / 4 : 0,
                 d->cfg.dtype);
  if (j->keep) {
    column *h = column_at(d, d->cfg.ports, j->place);
    h->size = size;
    memcpy(h->payload, result, size);
  }
  deliver(d, j, result, size, e);
  if (!j->keep) {
    d->all->counts.ups++;
    return e->status;
  }
  uint64_t last = 0;
  for (unsigned p = 0; p < d->cfg.ports; p++)
    if (j->deliver >> p & 1 && d->all->out[p].free > last)
      last = d->all->out[p].free;
  d->all->counts.sums++;
  d->all->counts.timed++;
  d->all->counts.latency += last - j->time;
  if (last - j->time > d->all->counts.latency_most)
    d->all->counts.latency_most = last - j->time;
  return e->status;
}

static int history(reference *d, const job *j, nf_err *e) {
  const column *h = column_at(d, d->cfg.ports, j->place);
  d->all->counts.history++;
  return deliver(d, j, h->payload, h->size, e);
}

static int announce(reference *d, const job *j, unsigned port, nf_err *e) {
  const job alone = {.time = j->time,
                     .place = j->place,
                     .deliver = 1u << port,
                     .mode = NF_NETREDUCE_MODE_ANNOUNCE};
  d->all->counts.announced++;
  return deliver(d, &alone, column_at(d, port, j->place)->payload, j->first ? NF_NR_TAG_BYTES : 0,
                 e);
}

// ------------------------------------------------------------------------------- decisions
// Ports of the hosts; of those whose destination is here only.
static unsigned host_ports(const reference *d, bool local_only) {
  unsigned ports = 0;
  for (unsigned i = 0; i < d->cfg.members; i++)
    if (!local_only || nf_nr_is_local(&d->cfg, d->cfg.member[i].dst_ip))
      ports |= 1u << d->cfg.member[i].port;
  return ports;
}

// The sum of the column goes to all who wait for it.
static int complete(reference *d, job *j, nf_err *e) {
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

static int send_up(reference *d, job *j, nf_err *e) {
  j->mode = NF_NETREDUCE_MODE_UP;
  j->read = host_ports(d, false);
  j->deliver = j->read & (0u - j->read);
  return sum(d, j, e);
}

// Sums from a packet's on that were given out to a member go to its receiver once more.
static int replay(reference *d, unsigned member, uint32_t psn, uint64_t time, nf_err *e) {
  const unsigned port = d->cfg.member[member].port;
  const uint32_t count = (d->tables.sent[member].given - psn) & NF_NR_PSN_MASK;
  d->all->counts.replays++;
  for (uint32_t k = 0; k < count && k < d->places && e->status == NF_EXIT_OK; k++) {
    job j = {.time = time, .deliver = 1u << port, .mode = NF_NETREDUCE_MODE_KEEP};
    if (nf_nr_tables_has(&d->tables, member, (psn + k) & NF_NR_PSN_MASK, &j.place, &j.first))
      history(d, &j, e);
  }
  const uint64_t left = d->all->out[port].free; // and if none was there any more, now
  d->member[member].heard = left > time ? left : time;
  return e->status;
}

// A repeated packet of a sum that was given out: when its receiver has acknowledged it, it does so
// again.
static int confirm(reference *d, const nf_nr_arrival *a, unsigned member, const job *j, nf_err *e) {
  const uint32_t acked = d->tables.sent[member].acked;
  if (!nf_nr_tables_has_receiver(&d->tables, member) ||
      ((a->head.psn - acked) & NF_NR_PSN_MASK) >> 23 != 0)
    return history(d, j, e);
  d->all->counts.discarded++;
  return e->status;
}

// A sum of hosts goes up once more.
static int resend(reference *d, job *j, nf_err *e) {
  d->all->counts.resent++;
  return send_up(d, j, e);
}

// What an arrival leads to besides its place: a repeated packet is answered from the history or
// dropped.
static int act(reference *d, const nf_nr_arrival *a, const nf_nr_answer *r, job *j, nf_err *e) {
  const bool is_host = r->role == NF_NETREDUCE_ROLE_HOST;
  const bool remote = d->cfg.leaf && is_host && !nf_nr_is_local(&d->cfg, a->head.dst_ip);
  if (remote && announce(d, j, a->port, e) != NF_EXIT_OK)
    return e->status;
  switch (r->state) {
  case NF_NETREDUCE_STATE_HISTORY:
    j->deliver = 1u << a->port;
    return remote || r->role == NF_NETREDUCE_ROLE_GLOBAL ? e->status
                                                         : confirm(d, a, (unsigned)r->member, j, e);
  case NF_NETREDUCE_STATE_DISCARD:
    d->all->counts.discarded++;
    return e->status;
  default:
    return e->status;
  }
}

// Sums go out in the order of their columns: a receiver sees a gap when a sum was lost, and not
// when a packet is late on its way here.
static int release(reference *d, uint64_t time, nf_err *e) {
  job j = {.time = time};
  while (d->cfg.leaf && e->status == NF_EXIT_OK &&
         nf_nr_tables_release(&d->tables, true, &j.place, &j.first))
    send_up(d, &j, e);
  j = (job){.time = time, .mode = NF_NETREDUCE_MODE_KEEP};
  while (e->status == NF_EXIT_OK && nf_nr_tables_release(&d->tables, false, &j.place, &j.first)) {
    complete(d, &j, e);
    d->given = d->all->aggregator;
  }
  return e->status;
}

// ------------------------------------------------------------------------------- what is missing
// A frame back to the sender of this one: `psn` and `count` in an acknowledgement's fields.
static int reply(reference *d, const nf_nr_arrival *a, uint8_t opcode, uint32_t dst_qp,
                 uint32_t psn, uint32_t count, uint64_t time, nf_err *e) {
  uint8_t frame[NF_NR_FRAME_ROOM], aeth[NF_NR_AETH_BYTES] = {NF_NR_NAK_SEQUENCE};
  nf_nr_put(aeth + 1, 3, count);
  const nf_nr_packet p = {.dst_mac = a->head.src_mac,
                          .src_mac = a->head.dst_mac,
                          .dst_ip = a->head.src_ip,
                          .src_ip = a->head.dst_ip,
                          .src_port = a->head.src_port,
                          .dst_qp = dst_qp,
                          .psn = psn,
                          .opcode = opcode,
                          .payload = aeth,
                          .size = sizeof aeth};
  return put(d, a->port, frame, nf_nr_frame_write(frame, &p), time + cycles(d, DECIDE), e);
}

// A host goes back. By its NAK it takes all before what is missing for acknowledged, though its
// receiver may not have all sums yet: those are here, and go to the receiver until it has them.
static int nak(reference *d, const nf_nr_arrival *a, unsigned member, uint64_t time, nf_err *e) {
  const nf_nr_sent *s = &d->tables.sent[member];
  d->all->counts.naks++;
  return reply(d, a, NF_NR_ACKNOWLEDGE, d->cfg.member[member].src_qp, s->psn,
               s->expected.msgid - d->cfg.first, time, e);
}

// Another accelerator sends what is missing, and that alone.
static int ask(reference *d, const nf_nr_arrival *a, uint32_t psn, uint32_t count, uint64_t time,
               nf_err *e) {
  d->all->counts.requests++;
  return reply(d, a, NF_NR_ASK, a->head.dst_qp, psn, count, time, e);
}

// The spine sends its sum again when it sees the hosts' sum again.
static int ask_spine(reference *d, nf_nr_at at, uint32_t count, uint64_t time, nf_err *e) {
  for (uint32_t i = 0; i < count && i < d->places && e->status == NF_EXIT_OK; i++) {
    job j = {.time = time};
    if (nf_nr_tables_waits(&d->tables, &at, &j.place, &j.first))
      resend(d, &j, e);
  }
  return e->status;
}

// What is missing of the member whose packet came is asked for, once; again when the member has
// gone back and the gap has stayed, and after some time.
static int recover(reference *d, const nf_nr_arrival *a, const nf_nr_answer *r, uint64_t time,
                   nf_err *e) {
  const nf_nr_member *m = &d->cfg.member[r->member];
  const nf_nr_sent *s = &d->tables.sent[r->member];
  if (r->ahead == 0)
    d->member[r->member].asked = false;
  if (r->ahead == 0 || (d->member[r->member].asked && time < d->member[r->member].again))
    return e->status;
  d->member[r->member].asked = true;
  d->member[r->member].again = time + d->cfg.again;
  const uint32_t count = r->ahead + (r->cause != NF_NETREDUCE_CAUSE_NONE);
  if (m->role == NF_NETREDUCE_ROLE_GLOBAL)
    return ask_spine(d, s->expected, count, time, e);
  if (m->role == NF_NETREDUCE_ROLE_HEADER || m->dst_ip == d->cfg.own_ip)
    return ask(d, a, s->psn, count, time, e);
  return nak(d, a, (unsigned)r->member, time, e);
}

// Another accelerator asks for hosts' sums or for headers. OPCODE: it is not for this one; MEMBER:
// it comes by a port behind which there is none.
static uint8_t answer(reference *d, const nf_nr_arrival *a, uint64_t time, nf_err *e) {
  const bool up = d->cfg.leaf && a->head.dst_ip == d->cfg.own_ip;
  for (unsigned i = 0; i < d->cfg.members; i++) {
    const nf_nr_member *m = &d->cfg.member[i];
    if (m->dst_qp != a->head.dst_qp ||
        (!up && (m->src_ip != a->head.dst_ip || m->dst_ip != a->head.src_ip)))
      continue;
    if (!nf_nr_tables_leads_on(&d->tables, a->port))
      return NF_NETREDUCE_CAUSE_MEMBER;
    const uint32_t count = (uint32_t)nf_nr_get(a->head.payload + 1, 3);
    for (uint32_t k = 0; k < count && k < d->places && e->status == NF_EXIT_OK; k++) {
      job j = {.time = time};
      const uint32_t psn = (a->head.psn + k) & NF_NR_PSN_MASK;
      if (!nf_nr_tables_has(&d->tables, i, psn, &j.place, &j.first))
        continue;
      if (!up)
        announce(d, &j, m->port, e);
      else if (nf_nr_tables_is_up(&d->tables, j.place))
        resend(d, &j, e);
      d->all->counts.resent += !up;
    }
    return NF_NETREDUCE_CAUSE_NONE;
  }
  return NF_NETREDUCE_CAUSE_OPCODE;
}

// What of a packet is kept, beside its column.
static void keep(reference *d, const nf_nr_arrival *a, const nf_nr_answer *r,
                 const uint8_t *frame) {
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

// What kind of frame it is: NONE, one for the rings; else the cause by which it is counted.
static uint8_t parse(const reference *d, nf_nr_arrival *a, const uint8_t *frame, unsigned bytes) {
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

// A receiver's acknowledgement passes. Its NAK does not: the sums are here, and its sender need not
// go back. By a port at which the receiver is not it is somebody else's in its name: believed, it
// would say that a sum has come which the receiver lacks, and nobody would send that again.
static uint8_t acknowledge(reference *d, const nf_nr_arrival *a, uint64_t time, nf_err *e) {
  const nf_nr_packet *p = &a->head;
  const int member = nf_nr_tables_sender(&d->tables, p);
  const bool nak = p->payload[0] == NF_NR_NAK_SEQUENCE;
  if (member < 0 || (!nak && p->payload[0] >> 5 != 0))
    return NF_NETREDUCE_CAUSE_OPCODE;
  const unsigned i = (unsigned)member;
  if (!nf_nr_tables_is_receivers(&d->tables, i, p, a->port))
    return NF_NETREDUCE_CAUSE_MEMBER;
  if (nf_nr_tables_acknowledged(&d->tables, i, p->psn + !nak))
    d->member[i].heard = time;
  if (!nak || !nf_nr_tables_has_receiver(&d->tables, i))
    return NF_NETREDUCE_CAUSE_OPCODE;
  if (p->psn == d->tables.sent[i].acked && nf_nr_tables_unknown(&d->tables, i) != 0)
    replay(d, i, p->psn, time, e);
  return NF_NETREDUCE_CAUSE_NONE;
}

// What is no data packet. NONE: it ends here; OPCODE: it passes.
static uint8_t between(reference *d, nf_nr_arrival *a, const uint8_t *frame, unsigned bytes,
                       uint64_t time, nf_err *e) {
  if ((a->head.opcode != NF_NR_ACKNOWLEDGE && a->head.opcode != NF_NR_ASK) ||
      nf_nr_frame_check(&a->head, frame, bytes) != NF_NETREDUCE_CAUSE_NONE ||
      a->head.size != NF_NR_AETH_BYTES)
    return NF_NETREDUCE_CAUSE_OPCODE;
  return a->head.opcode == NF_NR_ASK ? answer(d, a, time, e) : acknowledge(d, a, time, e);
}

// The ring that a connection is of; NULL: of none.
static reference *ring_of(device *v, const nf_nr_packet *p) {
  for (unsigned r = 0; r < v->rings; r++)
    if (nf_nr_tables_member(&v->ring[r].tables, p) >= 0)
      return &v->ring[r];
  return NULL;
}

// Of a member's connection, and no packet of a ring: its own numbers must not arrive between sums.
static bool is_raw(device *v, const uint8_t *frame, unsigned bytes) {
  nf_nr_packet p;
  return nf_nr_frame_connection(&p, frame, bytes) && ring_of(v, &p) &&
         p.opcode != NF_NETREDUCE_OPCODE_ACKNOWLEDGE && p.opcode != NF_NETREDUCE_OPCODE_CONGESTION;
}

// A whole packet with the opcodes of a message.
static uint8_t arrive(reference *d, nf_nr_arrival *a, uint64_t time, const uint8_t *frame,
                      nf_err *e) {
  const nf_nr_answer r = nf_nr_tables_arrive(&d->tables, a);
  if (r.cause == NF_NETREDUCE_CAUSE_NONE) {
    job j = {.time = time, .place = r.place, .first = r.first, .mode = NF_NETREDUCE_MODE_KEEP};
    keep(d, a, &r, frame);
    act(d, a, &r, &j, e);
    release(d, time, e);
  }
  if (r.member >= 0)
    recover(d, a, &r, time, e);
  return r.cause;
}

// A frame has come whole: to its ring, to what accelerators tell each other, or past the
// accelerator.
static int offer(void *device_, uint64_t time, unsigned port, const uint8_t *frame, unsigned bytes,
                 nf_err *e) {
  device *v = device_;
  nf_nr_arrival a = {.port = port};
  uint8_t cause = parse(&v->ring[0], &a, frame, bytes);
  if (v->shut && is_raw(v, frame, bytes)) {
    cause = NF_NETREDUCE_CAUSE_NO_RING;
  } else if (cause == NF_NETREDUCE_CAUSE_NONE) {
    reference *d = ring_of(v, &a.head);
    cause = arrive(d ? d : &v->ring[0], &a, time, frame, e);
  } else {
    for (unsigned r = 0; r < v->rings && cause == NF_NETREDUCE_CAUSE_OPCODE; r++)
      cause = between(&v->ring[r], &a, frame, bytes, time, e);
    if (cause != NF_NETREDUCE_CAUSE_NONE && cause < NF_NETREDUCE_FIRST_DROPPED &&
        is_raw(v, frame, bytes))
      cause = NF_NETREDUCE_CAUSE_RAW;
  }
  v->all.counts.cause[cause]++;
  if (cause != NF_NETREDUCE_CAUSE_NONE && cause < NF_NETREDUCE_FIRST_DROPPED)
    put(&v->ring[0], port, frame, bytes, time + cycles(&v->ring[0], DECIDE), e);
  for (unsigned p = 0; p < v->ports; p++)
    if (v->all.out[p].free > v->all.worked)
      v->all.worked = v->all.out[p].free;
  return e->status;
}

// Time passes: replays what receivers miss and asks again for what has not come.
static int advance(void *device_, uint64_t time, nf_err *e) {
  device *v = device_;
  v->all.now = time;
  for (unsigned r = 0; r < v->rings; r++) {
    reference *d = &v->ring[r];
    for (unsigned i = 0; i < NF_NR_MEMBERS; i++)
      if (due(d, i) <= time)
        replay(d, i, d->tables.sent[i].acked, time, e);
    if (due_up(d) <= time) {
      d->resent = time;
      ask_spine(d, d->tables.released, 1, time, e);
    }
  }
  return e->status;
}

// ------------------------------------------------------------------------------- the whole
static void close_device(void *device_) {
  device *v = device_;
  if (!v)
    return;
  for (unsigned p = 0; p < NF_NR_PORTS; p++)
    while (v->all.out[p].first) {
      frame_out *f = v->all.out[p].first;
      v->all.out[p].first = f->next;
      free(f);
    }
  free(v->all.taken);
  for (unsigned r = 0; r < v->rings; r++)
    free(v->ring[r].store);
  free(v);
}

static int open_device(void **made, const nf_nr_device_cfg *cfg, unsigned rings, nf_err *e) {
  device *v = calloc(1, sizeof *v);
  *made = v;
  if (!v)
    return nf_err_memory(e, "an accelerator");
  v->ports = cfg->ports;
  v->rings = rings;
  for (unsigned r = 0; r < rings; r++) {
    reference *d = &v->ring[r];
    d->all = &v->all;
    d->cfg = cfg[r];
    d->places = cfg[r].slots * cfg[r].msglen;
    d->store = calloc((size_t)(cfg[r].ports + 1) * d->places, sizeof *d->store);
    if (!d->store)
      return nf_err_memory(e, "the memories of an accelerator");
    nf_nr_tables_open(&d->tables, &d->cfg);
  }
  return e->status;
}

static int count(void *device_, nf_nr_counts *counts, nf_err *e) {
  *counts = ((const device *)device_)->all.counts;
  return e->status;
}

static uint64_t worked(const void *device_) { return ((const device *)device_)->all.worked; }

static int look(void *device_, unsigned ring, uint32_t msgid, unsigned offset, bool *there,
                unsigned *arrived, nf_err *e) {
  *there = nf_nr_tables_look(&((const device *)device_)->ring[ring].tables, msgid, offset, arrived);
  return e->status;
}

static int oldest(void *device_, unsigned ring, bool *there, uint32_t *msgid, nf_err *e) {
  const nf_nr_tables *t = &((const device *)device_)->ring[ring].tables;
  *there = t->opened > 0;
  *msgid = t->next - t->opened;
  return e->status;
}

const nf_nr_engine nf_nr_reference = {.name = "reference",
                                      .open = open_device,
                                      .close = close_device,
                                      .offer = offer,
                                      .pause = pause,
                                      .shut = shut,
                                      .next = next,
                                      .advance = advance,
                                      .worked = worked,
                                      .take = take,
                                      .count = count,
                                      .look = look,
                                      .oldest = oldest};
