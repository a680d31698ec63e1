// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_lane_kit.h"

nf_flit nf_lane_header(nf_tb *tb, unsigned opcode, unsigned len) {
  nf_flit h = {{nf_tb_rand(tb), nf_tb_rand(tb)}};
  nf_hdr_set_opcode(&h, (uint8_t)opcode);
  nf_hdr_set_len(&h, (uint8_t)len);
  return h;
}

void nf_lane_epoch(nf_tb *tb, nf_flit *h, uint8_t epoch, unsigned others) {
  const uint8_t step = nf_tb_chance(tb, others) ? (uint8_t)(1 + nf_tb_below(tb, 3)) : 0;
  nf_hdr_set_epoch(h, (epoch + step) & 3);
}

void nf_lane_make(nf_tb *tb, nf_lane_packet *p, const nf_flit *header) {
  p->flit[0] = *header;
  p->flits = 1 + nf_hdr_payload_flits(header);
  for (unsigned f = 1; f < p->flits; f++)
    p->flit[f] = (nf_flit){{nf_tb_rand(tb), nf_tb_rand(tb)}};
  p->err = false;
}

nf_lane_flit nf_lane_send(nf_tb *tb, nf_lane_sender *s, uint8_t ready, bool *ended) {
  nf_lane_flit out = {false, false, false, {{0, 0}}};
  *ended = false;
  const unsigned vc = nf_hdr_vc(&s->packet.flit[0]);
  const bool head = s->sent == 0;
  const bool may = !head || s->rude || (s->ready_seen >> vc & 1) != 0;
  s->ready_seen = ready;
  if (s->packet.flits == 0 || !nf_pace_go(tb, &s->pace) || !may)
    return out;
  out.valid = true;
  out.data = s->packet.flit[s->sent];
  out.last = s->sent + 1 == s->packet.flits;
  out.err = out.last && s->packet.err;
  if (head && (ready >> vc & 1) == 0)
    return out;
  if (head) // the answer to this header is seen a cycle later
    s->ready_seen &= (uint8_t) ~(1u << vc);
  s->sent++;
  if (out.last) {
    s->sent = 0;
    *ended = true;
  }
  return out;
}

uint8_t nf_lane_ready(nf_tb *tb, nf_lane_receiver *r) {
  r->ready_seen = r->ready;
  for (unsigned v = 0; v < 2; v++) {
    const bool open_here = r->left != 0 && nf_hdr_vc(&r->packet.flit[0]) == v;
    if (r->held[v] > open_here && (r->stuck >> v & 1) == 0 && nf_pace_go(tb, &r->drain))
      r->held[v]--;
  }
  r->ready = (uint8_t)((r->held[0] < NF_LANE_SLOTS) | (r->held[1] < NF_LANE_SLOTS) << 1);
  if (r->fickle)
    r->ready &= (uint8_t)nf_tb_rand(tb);
  return r->ready;
}

bool nf_lane_receive(nf_tb *tb, nf_lane_receiver *r, bool valid, bool last, bool err,
                     const nf_flit *data) {
  if (!valid) {
    r->head_before = false;
    return false;
  }
  const bool head = r->left == 0;
  if (head) {
    const unsigned vc = nf_hdr_vc(data);
    if (r->fickle && (r->ready >> vc & 1) == 0) {
      nf_tb_cover(tb, "a header waits");
      return false;
    }
    nf_tb_check(tb, r->fickle || (r->ready & r->ready_seen & 1u << vc) != 0,
                "a header of channel %u came without room having been seen", vc);
    nf_tb_check(tb, !r->head_before || nf_hdr_vc(&r->packet.flit[0]) != vc,
                "two headers of channel %u directly behind each other", vc);
    r->left = 1 + nf_hdr_payload_flits(data);
    r->packet.flits = 0;
    r->held[vc]++;
    r->packets[vc]++;
  }
  r->head_before = head;
  r->packet.flit[r->packet.flits++] = *data;
  r->left--;
  r->flits++;
  nf_tb_check(tb, last == (r->left == 0), "a packet ends with %u flits to come", r->left);
  nf_tb_check(tb, !err, "a packet left marked as damaged");
  return r->left == 0;
}
