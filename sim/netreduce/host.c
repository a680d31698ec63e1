// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/host.h"

#include "netreduce/nf_netreduce_pkg.h"
#include <string.h>

enum { SOURCE_PORT = 0xc000 };

void nf_nr_host_open(nf_nr_host *h, const nf_nr_setup *s, unsigned id, const void *data,
                     void *result) {
  *h = (nf_nr_host){.setup = s,
                    .id = id,
                    .data = data,
                    .result = result,
                    .own = nf_nr_host_address(s, id),
                    .next = nf_nr_host_address(s, (id + 1) % s->hosts),
                    .before = nf_nr_host_address(s, (id + s->hosts - 1) % s->hosts),
                    .packets = nf_nr_packets(s),
                    .deadline = NF_NR_NEVER};
}

void nf_nr_host_again(nf_nr_host *h) { h->packets += nf_nr_packets(h->setup); }

bool nf_nr_host_done(const nf_nr_host *h) {
  return h->expected == h->packets && h->una == h->packets;
}

// ------------------------------------------------------------------------------- messages
// Packets that may be sent: those of the messages whose window is open (Algorithm 1).
static uint64_t limit(const nf_nr_host *h) {
  const nf_nr_setup *s = h->setup;
  const uint64_t received = nf_nr_messages_in(s, h->expected);
  const uint64_t end = nf_nr_packets_before(s, received ? received + s->window : 1);
  if ((int)h->id == s->silent)
    return 0;
  return end < h->packets ? end : h->packets;
}

static uint32_t psn_of(const nf_nr_host *h, unsigned host, uint64_t packet) {
  return (uint32_t)(h->setup->psn[host] + packet) & NF_NR_PSN_MASK;
}

// The packet nearest to `about` that has this PSN; below 0 it wraps to a huge number.
static uint64_t packet_of(const nf_nr_host *h, unsigned host, uint32_t psn, uint64_t about) {
  const uint32_t ahead = (psn - psn_of(h, host, about)) & NF_NR_PSN_MASK;
  return about + ahead - (ahead >> 23 ? UINT64_C(1) << 24 : 0);
}

static nf_nr_tag tag_of(const nf_nr_setup *s, const nf_nr_piece *p) {
  return (nf_nr_tag){.tag = s->tag,
                     .ring = (uint16_t)s->ring,
                     .msgid = (uint32_t)(s->first + p->message),
                     .msglen = (uint16_t)p->of};
}

// ------------------------------------------------------------------------------- sending
// Each time-out in vain doubles the next: what is sent again does not fill the links for ever.
static uint64_t timeout(const nf_nr_host *h, uint64_t now) {
  enum { MOST = 6 };
  return now + (h->setup->rto << (h->tries < MOST ? h->tries : MOST));
}

bool nf_nr_host_wants(const nf_nr_host *h) { return h->ack_due || h->nak_due || h->nxt < limit(h); }

static unsigned send_ack(nf_nr_host *h, uint8_t *frame) {
  const unsigned before = (h->id + h->setup->hosts - 1) % h->setup->hosts;
  uint8_t aeth[NF_NR_AETH_BYTES] = {h->nak_due ? NF_NR_NAK_SEQUENCE : NF_NR_ACK};
  nf_nr_put(aeth + 1, 3, nf_nr_messages_in(h->setup, h->expected) & 0xffffff); // messages complete
  const nf_nr_packet p = {
      .dst_mac = h->before.mac,
      .src_mac = h->own.mac,
      .dst_ip = h->before.ip,
      .src_ip = h->own.ip,
      .src_port = SOURCE_PORT,
      .dst_qp = nf_nr_send_qp(h->setup, before),
      // A NAK names the packet that is missing, an ACK the last one that has come.
      .psn = psn_of(h, before, h->nak_due ? h->expected : h->expected - 1),
      .opcode = NF_NR_ACKNOWLEDGE,
      .payload = aeth,
      .size = sizeof aeth};
  *(h->nak_due ? &h->counts.naks : &h->counts.acks) += 1;
  h->ack_due = h->nak_due = false;
  h->unacked = 0;
  return nf_nr_frame_write(frame, &p);
}

static uint8_t opcode_of(const nf_nr_piece *p) {
  if (p->of == 1)
    return NF_NR_SEND_ONLY;
  if (p->offset == 0)
    return NF_NR_SEND_FIRST;
  return p->offset + 1 == p->of ? NF_NR_SEND_LAST : NF_NR_SEND_MIDDLE;
}

static unsigned send_data(nf_nr_host *h, uint64_t now, uint8_t *frame) {
  const nf_nr_setup *s = h->setup;
  const nf_nr_piece p = nf_nr_piece_of(s, h->nxt);
  const nf_nr_tag tag = tag_of(s, &p);
  uint8_t payload[NF_NR_MOST_PAYLOAD];
  if (p.header)
    nf_nr_tag_write(payload, &tag);
  memcpy(payload + p.header, h->data + p.at, p.bytes);
  const nf_nr_packet out = {.dst_mac = h->next.mac,
                            .src_mac = h->own.mac,
                            .dst_ip = h->next.ip,
                            .src_ip = h->own.ip,
                            .src_port = SOURCE_PORT,
                            .dst_qp = nf_nr_receive_qp(s, (h->id + 1) % s->hosts),
                            .psn = psn_of(h, h->id, h->nxt),
                            .opcode = opcode_of(&p),
                            .ack_request = p.offset + 1 == p.of || h->nxt + 1 == limit(h),
                            .payload = payload,
                            .size = p.header + p.bytes};
  h->counts.sent++;
  h->counts.repeated += h->nxt < h->top;
  h->nxt++;
  h->top = h->nxt > h->top ? h->nxt : h->top;
  if (h->deadline == NF_NR_NEVER)
    h->deadline = timeout(h, now);
  return nf_nr_frame_write(frame, &out);
}

unsigned nf_nr_host_send(nf_nr_host *h, uint64_t now, uint8_t *frame) {
  return h->ack_due || h->nak_due ? send_ack(h, frame) : send_data(h, now, frame);
}

void nf_nr_host_timer(nf_nr_host *h, uint64_t now) {
  if (now < h->deadline)
    return;
  h->counts.timeouts++;
  h->nxt = h->una;
  h->tries++;
  h->deadline = timeout(h, now);
}

// ------------------------------------------------------------------------------- receiving
static void acknowledged(nf_nr_host *h, uint64_t now, const nf_nr_packet *p) {
  const uint64_t packet = packet_of(h, h->id, p->psn, h->una);
  const bool nak = p->payload[0] == NF_NR_NAK_SEQUENCE;
  const uint64_t una = packet + !nak; // all before it have come
  if (una < h->una || una > h->top || (!nak && una == h->una))
    return; // an old one
  h->tries = una > h->una ? 0 : h->tries;
  h->una = una;
  h->nxt = h->nxt < una ? una : h->nxt;
  h->deadline = h->una == h->top ? NF_NR_NEVER : timeout(h, now);
  if (nak && h->nxt > una) {
    h->nxt = una;
    h->counts.backs++;
  }
}

static int refuse(const nf_nr_host *h, const nf_nr_piece *p, const char *what, nf_err *e) {
  return nf_err_set(e, NF_EXIT_FAILED, "host %u: message %llu, packet %u came with %s", h->id,
                    (unsigned long long)p->message, p->offset, what);
}

// The next packet in order.
static int accept(nf_nr_host *h, const nf_nr_packet *in, nf_err *e) {
  const nf_nr_setup *s = h->setup;
  const nf_nr_piece p = nf_nr_piece_of(s, h->expected);
  if (in->opcode != opcode_of(&p))
    return refuse(h, &p, "another opcode than it was sent with", e);
  if (in->size != p.header + p.bytes)
    return refuse(h, &p, "another length than it was sent with", e);
  if (p.header) {
    const nf_nr_tag want = tag_of(s, &p);
    nf_nr_tag got;
    nf_nr_tag_read(&got, in->payload);
    if (got.tag != want.tag || got.ring != want.ring || got.msgid != want.msgid ||
        got.msglen != want.msglen)
      return refuse(h, &p, "another NetReduce header than it was sent with", e);
  }
  memcpy(h->result + p.at, in->payload + p.header, p.bytes);
  h->expected++;
  return e->status;
}

static int take_data(nf_nr_host *h, uint64_t now, const nf_nr_packet *p, nf_err *e) {
  const unsigned before = (h->id + h->setup->hosts - 1) % h->setup->hosts;
  if (p->mark != (NF_NETREDUCE_RESULT | h->setup->hosts)) {
    h->counts.unmarked++;
    return e->status;
  }
  const uint64_t packet = packet_of(h, before, p->psn, h->expected);
  if (packet == h->expected && packet < h->packets) {
    h->nak_sent = h->nak_due = false;
    h->last = now;
    if (++h->unacked >= h->setup->ack_every || p->ack_request)
      h->ack_due = true;
    return accept(h, p, e);
  }
  if (packet > h->expected && packet < h->packets) {
    h->counts.early++;
    h->nak_due = h->nak_due || !h->nak_sent; // one for a gap
    h->nak_sent = true;
  } else {
    h->counts.late++;
    h->ack_due = h->expected > 0;
  }
  return e->status;
}

int nf_nr_host_receive(nf_nr_host *h, uint64_t now, const uint8_t *frame, unsigned bytes,
                       nf_err *e) {
  nf_nr_packet p;
  if (nf_nr_frame_head(&p, frame, bytes) == NF_NETREDUCE_CAUSE_NONE &&
      nf_nr_frame_check(&p, frame, bytes) == NF_NETREDUCE_CAUSE_NONE && p.dst_ip == h->own.ip &&
      p.src_port == SOURCE_PORT) {
    if (p.opcode == NF_NR_ACKNOWLEDGE && p.size == NF_NR_AETH_BYTES && p.src_ip == h->next.ip &&
        p.dst_qp == nf_nr_send_qp(h->setup, h->id)) {
      acknowledged(h, now, &p);
      return e->status;
    }
    if (p.opcode <= NF_NR_SEND_ONLY && p.src_ip == h->before.ip &&
        p.dst_qp == nf_nr_receive_qp(h->setup, h->id))
      return take_data(h, now, &p, e);
  }
  h->counts.foreign++;
  return e->status;
}
