// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "message.h"

#include "common/nf_defs.h"
#include <stdlib.h>

enum { FLIT = NF_FAST_FLIT_BYTES, BLOCK = NF_BLOCK_BYTES };

// What a plane has to send of a message.
typedef struct {
  uint32_t message, left, due;
  bool last; // the last of these packets is the message's
} part;

struct nf_fast_message_lane {
  part *part;
  uint32_t parts, room, turn;
  nf_fast_acks acks;
};

static nf_fast_message_lane *lane_of(const nf_fast_site *s) { return s->lane; }

// ------------------------------------------------------------------------------- sending
static void add_part(nf_fast_messages *m, nf_fast_message_lane *l, const part *p) {
  if (l->parts == l->room) {
    const uint32_t room = l->room ? 2 * l->room : 4;
    part *more = realloc(l->part, room * sizeof *more);
    if (!more) {
      nf_err_memory(m->f->err, "messages under way");
      return;
    }
    m->f->fabric->bytes += (room - l->room) * sizeof *more;
    l->part = more;
    l->room = room;
  }
  l->part[l->parts++] = *p;
}

void nf_fast_message_begin(nf_fast_messages *m, uint32_t number, uint32_t from, uint32_t to,
                           uint64_t bytes, unsigned plane, uint32_t tick) {
  const unsigned planes = m->f->fabric->planes;
  const uint32_t packets = bytes ? (uint32_t)((bytes + BLOCK - 1) / BLOCK) : 1,
                 rest = (uint32_t)(bytes - (uint64_t)(packets - 1) * BLOCK) * (bytes != 0);
  m->message[number] = (nf_fast_message){.start = tick,
                                         .to_arrive = packets,
                                         .to_ack = m->ack_once ? 1 : packets,
                                         .from = (uint16_t)from,
                                         .to = (uint16_t)to,
                                         .planes = (uint16_t)(packets < planes ? packets : planes),
                                         .last_flits = (uint8_t)(1 + (rest + FLIT - 1) / FLIT)};
  for (unsigned k = 0; k < m->message[number].planes; k++) {
    nf_fast_site *s = nf_fast_site_of(m->f->fabric, from, (plane + k) % planes);
    if (!s->mine)
      break;
    const part p = {.message = number,
                    .left = (packets - 1 - k) / planes + 1,
                    .due = tick + m->latency + k * NF_FAST_CYCLE,
                    .last = (packets - 1) % planes == k};
    add_part(m, lane_of(s), &p);
    if (p.due < s->timer[0])
      nf_fast_ask(m->f, s, 0, p.due);
  }
}

// The next part in turn that is due; without one, the tick at which the first will be.
static part *next_part(nf_fast_message_lane *l, uint32_t now, uint32_t *due) {
  *due = NF_FAST_NEVER;
  for (uint32_t k = 0; k < l->parts; k++) {
    const uint32_t i = (l->turn + k) % l->parts;
    if (l->part[i].due <= now) {
      l->turn = i + 1;
      return &l->part[i];
    }
    *due = l->part[i].due < *due ? l->part[i].due : *due;
  }
  return NULL;
}

// A plane has sent what it had of a message.
static void end_part(nf_fast_messages *m, nf_fast_message_lane *l, const part *p, uint32_t now) {
  const uint32_t at = (uint32_t)(p - l->part), number = p->message;
  nf_fast_message *g = &m->message[number];
  l->parts--;
  for (uint32_t i = at; i < l->parts; i++)
    l->part[i] = l->part[i + 1];
  l->turn -= l->turn > at;
  g->sent = now > g->sent ? now : g->sent;
  if (--g->planes == 0)
    m->sent(m->ctx, number, g->sent);
}

static void send_data(nf_fast_messages *m, nf_fast_site *s, uint32_t now) {
  nf_fast_message_lane *l = lane_of(s);
  uint32_t due = NF_FAST_NEVER;
  part *p;
  while (nf_fast_can_send(s, 0) && (p = next_part(l, now, &due)) != NULL) {
    const nf_fast_message *g = &m->message[p->message];
    const nf_fast_packet k = {.tag = p->message,
                              .to = g->to,
                              .from = g->from,
                              .kind = NF_OPCODE_WRITE,
                              .flits =
                                  p->left == 1 && p->last ? g->last_flits : NF_MAX_PACKET_FLITS};
    if (--p->left == 0)
      end_part(m, l, p, now + (uint32_t)k.flits * s->out[0].flit);
    nf_fast_send(m->f, s, 0, &k, now);
  }
  if (due != NF_FAST_NEVER)
    nf_fast_ask(m->f, s, 0, due);
}

static void send_acks(nf_fast_messages *m, nf_fast_site *s, uint32_t now) {
  nf_fast_acks *a = &lane_of(s)->acks;
  while (nf_fast_can_send(s, 1) && a->ring.due <= now) {
    const nf_fast_ack *t = nf_fast_acks_take(a);
    const nf_fast_packet k = {.tag = t->tag,
                              .to = t->to,
                              .from = (uint16_t)s->node,
                              .kind = NF_OPCODE_WRITE_ACK,
                              .flits = 1};
    nf_fast_send(m->f, s, 1, &k, now);
  }
  if (a->ring.due != NF_FAST_NEVER && nf_fast_can_send(s, 1))
    nf_fast_ask(m->f, s, 1, a->ring.due);
}

static void source(nf_fast *f, nf_fast_site *s, unsigned k, uint32_t now) {
  if (k == 0)
    send_data(f->ctx, s, now);
  else
    send_acks(f->ctx, s, now);
}

// ------------------------------------------------------------------------------- arriving
static void acknowledge(nf_fast *f, nf_fast_site *s, const nf_fast_packet *p, uint32_t now) {
  const nf_fast_ack ack = {now + NF_FAST_ACK_HEADER * NF_FAST_CYCLE, p->tag, p->from, false};
  nf_fast_acks_add(f, &lane_of(s)->acks, ack);
  if (ack.due < s->timer[1])
    nf_fast_ask(f, s, 1, ack.due);
}

static void deliver(nf_fast *f, nf_fast_site *s, const nf_fast_packet *p, uint32_t now) {
  nf_fast_messages *m = f->ctx;
  nf_fast_message *g = &m->message[p->tag];
  if (nf_fast_opcode(p) == NF_OPCODE_WRITE_ACK) {
    if (--g->to_ack == 0)
      m->acknowledged(m->ctx, p->tag);
    return;
  }
  g->arrived = now > g->arrived ? now : g->arrived;
  g->to_arrive--;
  if (!m->ack_once)
    acknowledge(f, s, p, now);
  else if (g->to_arrive == 0) // by this plane, though another one may have brought the last packet
    acknowledge(f, s, p, g->arrived);
  if (g->to_arrive == 0) {
    nf_fast_note(m->stats, g->arrived - g->start, 0);
    m->arrived(m->ctx, p->tag, g->arrived);
  }
}

int nf_fast_messages_open(nf_fast_messages *m, nf_fast *f, uint32_t count, uint32_t memory,
                          nf_err *e) {
  nf_fast_fabric *net = f->fabric;
  m->f = f;
  m->message = calloc(count + 1u, sizeof *m->message);
  m->lane = calloc(net->sites, sizeof *m->lane);
  // A memory answers after `memory` cycles and up to as many again (KLENK V); one packet of a
  // message may pass another, so their mean is enough.
  m->latency = (NF_FAST_COMMAND + NF_FAST_FIRST_JOB + NF_FAST_JOB_READ + 1 + memory + memory / 2 +
                NF_FAST_READ_HEADER) *
               NF_FAST_CYCLE;
  f->deliver = deliver;
  f->source = source;
  f->ctx = m;
  if (!m->message || !m->lane)
    return nf_err_memory(e, "messages");
  net->bytes += count * sizeof *m->message + net->sites * sizeof *m->lane;
  for (uint32_t i = 0; i < net->sites; i++) {
    m->lane[i].acks.ring.due = NF_FAST_NEVER;
    net->site[i].lane = &m->lane[i];
  }
  // What waits for one of several ports keeps none from the others.
  for (uint32_t i = 0; i < net->sites; i++)
    if (net->site[i].endpoint && net->site[i].ports > 1)
      net->site[i].row[net->site[i].ports].window = (uint16_t)(2 * net->site[i].ports);
  return NF_EXIT_OK;
}

void nf_fast_messages_close(nf_fast_messages *m) {
  for (uint32_t i = 0; m->lane && i < m->f->fabric->sites; i++) {
    free(m->lane[i].part);
    free(m->lane[i].acks.ack);
  }
  free(m->lane);
  free(m->message);
}
