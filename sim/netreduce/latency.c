// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/latency.h"

#include "sim/netreduce/frame.h"

// The message of a packet, which its first packet makes known.
static const nf_nr_latency_message *find(nf_nr_latency *l, unsigned port, const nf_nr_packet *p) {
  const bool first = p->opcode == NF_NR_SEND_FIRST || p->opcode == NF_NR_SEND_ONLY;
  nf_nr_tag tag;
  if (first && p->size >= NF_NR_TAG_BYTES) {
    nf_nr_tag_read(&tag, p->payload);
    if (tag.tag == l->tag && tag.ring == l->ring)
      l->message[port][tag.msgid % NF_NR_LATENCY_MESSAGES] =
          (nf_nr_latency_message){true, p->dst_qp, p->psn, tag.msgid, tag.msglen};
  }
  for (unsigned i = 0; i < NF_NR_LATENCY_MESSAGES; i++) {
    const nf_nr_latency_message *m = &l->message[port][i];
    if (m->used && m->qp == p->dst_qp && ((p->psn - m->psn0) & NF_NR_PSN_MASK) < m->msglen)
      return m;
  }
  return NULL;
}

// The column of a frame, anew when the frame is the first one of it.
static nf_nr_latency_column *column_of(nf_nr_latency *l, unsigned port, const uint8_t *frame,
                                       unsigned bytes) {
  nf_nr_packet p;
  if (nf_nr_frame_head(&p, frame, bytes) != 0 || p.opcode > NF_NR_SEND_ONLY ||
      nf_nr_frame_check(&p, frame, bytes) != 0)
    return NULL;
  const nf_nr_latency_message *m = find(l, port, &p);
  if (!m)
    return NULL;
  const unsigned offset = (p.psn - m->psn0) & NF_NR_PSN_MASK;
  nf_nr_latency_column *c = &l->column[(m->msgid * 256 + offset) % NF_NR_LATENCY_COLUMNS];
  if (c->msgid != m->msgid || c->offset != offset || c->ports == 0)
    *c = (nf_nr_latency_column){.msgid = m->msgid, .offset = offset};
  return c;
}

void nf_nr_latency_in(nf_nr_latency *l, uint64_t time, unsigned port, const uint8_t *frame,
                      unsigned bytes) {
  nf_nr_latency_column *c = column_of(l, port, frame, bytes);
  if (!c || c->complete)
    return;
  c->ports |= 1u << port;
  if ((unsigned)__builtin_popcount(c->ports) == l->members)
    c->complete = time;
}

void nf_nr_latency_out(nf_nr_latency *l, uint64_t time, unsigned port, const uint8_t *frame,
                       unsigned bytes) {
  nf_nr_latency_column *c = column_of(l, port, frame, bytes);
  if (!c || !c->complete || c->left >> port & 1)
    return;
  c->left |= 1u << port;
  l->frames++;
  l->sum += time - c->complete;
  if (time - c->complete > l->most)
    l->most = time - c->complete;
}
