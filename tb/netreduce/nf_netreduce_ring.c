// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_netreduce_ring.h"

#include "common/nf_defs.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "nf_host_sum.h"

#include <string.h>

enum { LANES = NF_NETREDUCE_MAX_PAYLOAD / 4, NR = NF_NETREDUCE_NR_BYTES, PSN = 51 };

static uint64_t mix(uint64_t z) {
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}

unsigned nf_ring_payload(const nf_ring *r, unsigned packet) {
  const unsigned m = senders_message(&r->hosts, packet);
  const unsigned least = packet == r->hosts.start[m] ? NR : 0;
  if (r->full)
    return NF_NETREDUCE_MAX_PAYLOAD;
  const uint64_t any = mix(r->salt + packet * 2654435761ull);
  switch (any >> 60) {
  case 0:
    return least;
  case 1:
    return NF_NETREDUCE_MAX_PAYLOAD;
  default: // an odd number of bfloat16 leaves two bytes of pad
    return least + (unsigned)(any % 200) * (r->dtype == NF_DTYPE_BF16 ? 2 : 4);
  }
}

// Any finite number of a small range, now and then a subnormal one or a zero of either sign.
static uint32_t any_float(uint64_t any) {
  const uint32_t sign = (uint32_t)(any >> 63) << 31, fraction = (uint32_t)any & 0x7fffff;
  switch (any >> 58 & 31) {
  case 0:
    return sign;
  case 1:
    return sign | fraction;
  default:
    return sign | (uint32_t)(115 + (any >> 32) % 20) << 23 | fraction;
  }
}

static uint32_t element(const nf_ring *r, unsigned host, unsigned packet, unsigned lane) {
  const uint64_t any =
      mix(r->salt ^ mix((uint64_t)host << 48 ^ (uint64_t)packet << 16 ^ (lane + 1)));
  switch (r->dtype) {
  case NF_DTYPE_F32:
    return any_float(any);
  case NF_DTYPE_BF16: {
    const uint64_t other = mix(any);
    return (any_float(any) & 0xffff0000u) | any_float(other) >> 16;
  }
  default:
    return (uint32_t)any;
  }
}

// Of the lane the bits of `mask`: behind an odd number of bfloat16 its upper half is pad, zeros
// from all.
static uint32_t sum_of(const nf_ring *r, unsigned packet, unsigned lane, uint32_t mask,
                       uint8_t *flags) {
  uint32_t value[NF_NETREDUCE_MAX_PORTS];
  for (unsigned p = 0; p < NF_NETREDUCE_MAX_PORTS; p++)
    value[p] = nf_host_neutral(r->dtype);
  for (unsigned h = 0; h < r->hosts.hosts; h++)
    value[r->port[h]] = element(r, h, packet, lane) & mask;
  return nf_host_tree(r->dtype, value, NF_NETREDUCE_MAX_PORTS, flags);
}

static uint8_t opcode(const nf_ring *r, unsigned message, unsigned packet) {
  const bool first = packet == r->hosts.start[message],
             last = packet + 1 == r->hosts.start[message + 1];
  if (first && last)
    return NF_NETREDUCE_OPCODE_SEND_ONLY;
  return first  ? NF_NETREDUCE_OPCODE_SEND_FIRST
         : last ? NF_NETREDUCE_OPCODE_SEND_LAST
                : NF_NETREDUCE_OPCODE_SEND_MIDDLE;
}

nf_ring_member nf_ring_member_of(const nf_ring *r, unsigned host) {
  return (nf_ring_member){.src_ip = 0x0a000001u + host,
                          .dst_ip = 0x0a000001u + (host + 1) % r->hosts.hosts,
                          .dst_qp = r->qp0 + host,
                          .src_qp = 0x800 + r->ring};
}

void nf_ring_enrol(const nf_ring *r, unsigned host, uint32_t list[NF_RING_ENROL][2]) {
  const nf_ring_member m = nf_ring_member_of(r, host);
  const uint32_t writes[NF_RING_ENROL][2] = {
      {NF_NETREDUCE_CSR_MEMBER_SRC_IP, m.src_ip},
      {NF_NETREDUCE_CSR_MEMBER_DST_IP, m.dst_ip},
      {NF_NETREDUCE_CSR_MEMBER_DST_QP, m.dst_qp},
      {NF_NETREDUCE_CSR_MEMBER_SRC_QP, m.src_qp},
      {NF_NETREDUCE_CSR_MEMBER_PORT, 1 << 8 | r->port[host]},
      {NF_NETREDUCE_CSR_MEMBER_SETUP, r->ring << 3 | host},
  };
  memcpy(list, writes, sizeof writes);
}

// The first lane of a packet that is payload: NetReduce's header is before it.
static unsigned first_lane(const nf_ring *r, unsigned packet) {
  return packet == r->hosts.start[senders_message(&r->hosts, packet)] ? NR / 4 : 0;
}

uint8_t nf_ring_flags(const nf_ring *r, unsigned packet) {
  const unsigned bytes = nf_ring_payload(r, packet);
  uint8_t flags = 0;
  for (unsigned lane = first_lane(r, packet); lane < bytes / 4; lane++)
    sum_of(r, packet, lane, UINT32_MAX, &flags);
  if (bytes % 4 != 0)
    sum_of(r, packet, bytes / 4, UINT16_MAX, &flags);
  return flags;
}

void nf_ring_fields(const nf_ring *r, unsigned host, unsigned packet, bool sum,
                    nf_frame_fields *fields, uint8_t *payload) {
  const unsigned m = senders_message(&r->hosts, packet);
  const bool first = packet == r->hosts.start[m];
  uint8_t flags = 0;
  const unsigned from = first_lane(r, packet), bytes = nf_ring_payload(r, packet) - 4 * from;
  for (unsigned l = 0; l < (bytes + 3) / 4; l++) {
    const uint32_t v =
        sum ? sum_of(r, packet, from + l, UINT32_MAX, &flags) : element(r, host, packet, from + l);
    for (unsigned i = 0; i < 4; i++)
      payload[4 * l + i] = (uint8_t)(v >> 8 * i);
  }
  const nf_ring_member member = nf_ring_member_of(r, host);
  *fields = (nf_frame_fields){.src_ip = member.src_ip,
                              .dst_ip = member.dst_ip,
                              .src_port = (uint16_t)(0xc000 + host),
                              .tos = (uint8_t)(host << 2),
                              .ttl = 64,
                              .opcode = opcode(r, m, packet),
                              .dst_qp = member.dst_qp,
                              .psn = (r->psn0[host] + packet) & 0xffffff,
                              .mark = (uint8_t)(sum ? NF_NETREDUCE_RESULT | r->hosts.hosts : 0),
                              .nr = first,
                              .tag = r->tag,
                              .msgid = r->first + m,
                              .ring = (uint16_t)r->ring,
                              .msglen = (uint16_t)senders_length(&r->hosts, m),
                              .payload = payload,
                              .payload_bytes = bytes};
}

void nf_ring_frame(const nf_ring *r, unsigned host, unsigned packet, bool sum, nf_frame *f) {
  uint8_t payload[4 * LANES];
  nf_frame_fields fields;
  nf_ring_fields(r, host, packet, sum, &fields, payload);
  nf_frame_build(f, &fields);
}

int nf_ring_host(const nf_ring *r, unsigned port) {
  for (unsigned h = 0; h < r->hosts.hosts; h++)
    if (r->port[h] == port)
      return (int)h;
  return -1;
}

unsigned nf_ring_packet(const nf_ring *r, unsigned host, const nf_frame *f) {
  return (nf_frame_get(f, PSN, 3) - r->psn0[host]) & 0xffffff;
}
