// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/frame.h"

#include "netreduce/nf_netreduce_pkg.h"
#include <string.h>

// Offsets in the frame.
enum {
  ETHERTYPE = 12,
  IP = 14,
  IP_TOTAL = 16,
  IP_FLAGS = 20,
  IP_TTL = 22,
  IP_PROTOCOL = 23,
  IP_SUM = 24,
  IP_SRC = 26,
  IP_DST = 30,
  UDP = 34,
  UDP_DST = 36,
  UDP_LENGTH = 38,
  UDP_SUM = 40,
  BTH = 42,
  BTH_FLAGS = 43,
  BTH_KEY = 44,
  BTH_RESERVED = 46,
  BTH_QP = 47,
  BTH_ACK = 50,
  BTH_PSN = 51
};
enum { IP_BYTES = 20, UDP_BYTES = 8, BTH_BYTES = 12, IPV4_PLAIN = 0x45, DONT_FRAGMENT = 0x4000 };
enum { SLICES = 8, CODES = 256 };
static const uint32_t Polynomial = 0xedb88320u; // IEEE 802.3, lowest bit first

uint64_t nf_nr_get(const uint8_t *at, unsigned bytes) {
  uint64_t v = 0;
  for (unsigned i = 0; i < bytes; i++)
    v = v << 8 | at[i];
  return v;
}

void nf_nr_put(uint8_t *at, unsigned bytes, uint64_t v) {
  for (unsigned i = bytes; i-- > 0; v >>= 8)
    at[i] = (uint8_t)v;
}

// ------------------------------------------------------------------------------- check sums
static uint32_t crc_table[SLICES][CODES]; // [k][b]: byte b, followed by k bytes of zeros

static void make_crc_table(void) {
  for (uint32_t b = 0; b < CODES; b++) {
    uint32_t c = b;
    for (unsigned i = 0; i < 8; i++)
      c = c >> 1 ^ (c & 1 ? Polynomial : 0);
    crc_table[0][b] = c;
  }
  for (unsigned k = 1; k < SLICES; k++)
    for (unsigned b = 0; b < CODES; b++)
      crc_table[k][b] = crc_table[k - 1][b] >> 8 ^ crc_table[0][crc_table[k - 1][b] & 0xff];
}

static uint32_t crc_add(uint32_t crc, const uint8_t *at, unsigned bytes) {
  for (; bytes >= SLICES; bytes -= SLICES, at += SLICES) {
    crc ^= (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    crc = crc_table[7][crc & 0xff] ^ crc_table[6][crc >> 8 & 0xff] ^
          crc_table[5][crc >> 16 & 0xff] ^ crc_table[4][crc >> 24] ^ crc_table[3][at[4]] ^
          crc_table[2][at[5]] ^ crc_table[1][at[6]] ^ crc_table[0][at[7]];
  }
  for (; bytes > 0; bytes--)
    crc = crc >> 8 ^ crc_table[0][(crc ^ *at++) & 0xff];
  return crc;
}

// The invariant CRC of a frame that has `end` bytes before the CRC field.
static uint32_t frame_crc(const uint8_t *frame, unsigned end) {
  // Instead of the link header of InfiniBand: 8 bytes of ones; ones for all that a router changes.
  enum { LINK = 8 };
  static const uint8_t changing[] = {IP + 1,  IP_TTL,      IP_SUM,      IP_SUM + 1,
                                     UDP_SUM, UDP_SUM + 1, BTH_RESERVED};
  uint8_t head[LINK + NF_NR_HEAD - IP];
  if (crc_table[0][1] == 0)
    make_crc_table();
  memset(head, 0xff, LINK);
  memcpy(head + LINK, frame + IP, NF_NR_HEAD - IP);
  for (unsigned i = 0; i < sizeof changing; i++)
    head[LINK + changing[i] - IP] = 0xff;
  return ~crc_add(crc_add(UINT32_MAX, head, sizeof head), frame + NF_NR_HEAD, end - NF_NR_HEAD);
}

// Sum of the IP header's words with carries around: 0xffff when its checksum is right.
static uint32_t ip_sum(const uint8_t *frame) {
  uint32_t sum = 0;
  for (unsigned i = 0; i < IP_BYTES; i += 2)
    sum += (uint32_t)nf_nr_get(frame + IP + i, 2);
  sum = (sum & 0xffff) + (sum >> 16);
  return (sum & 0xffff) + (sum >> 16);
}

static uint32_t crc_field(const uint8_t *at) {
  return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

// ------------------------------------------------------------------------------- writing
unsigned nf_nr_frame_seal(uint8_t *frame, unsigned size) {
  const unsigned end = NF_NR_HEAD + size, all = end + NF_NR_CRC;
  nf_nr_put(frame + IP_TOTAL, 2, all - IP);
  nf_nr_put(frame + UDP_LENGTH, 2, all - UDP);
  nf_nr_put(frame + IP_SUM, 2, 0);
  nf_nr_put(frame + IP_SUM, 2, ~ip_sum(frame) & 0xffff);
  const uint32_t crc = frame_crc(frame, end);
  for (unsigned i = 0; i < NF_NR_CRC; i++)
    frame[end + i] = (uint8_t)(crc >> 8 * i);
  if (all >= NF_NR_LEAST_FRAME)
    return all;
  memset(frame + all, 0, NF_NR_LEAST_FRAME - all);
  return NF_NR_LEAST_FRAME;
}

unsigned nf_nr_frame_write(uint8_t *frame, const nf_nr_packet *p) {
  enum { MIGRATION = 0x40, ANY_KEY = 0xffff, TTL = 64 };
  const unsigned pad = (0u - p->size) & 3;
  memset(frame, 0, NF_NR_HEAD);
  nf_nr_put(frame, 6, p->dst_mac);
  nf_nr_put(frame + 6, 6, p->src_mac);
  nf_nr_put(frame + ETHERTYPE, 2, NF_NETREDUCE_ETHERTYPE);
  frame[IP] = IPV4_PLAIN;
  nf_nr_put(frame + IP_FLAGS, 2, DONT_FRAGMENT);
  frame[IP_TTL] = TTL;
  frame[IP_PROTOCOL] = NF_NETREDUCE_PROTOCOL;
  nf_nr_put(frame + IP_SRC, 4, p->src_ip);
  nf_nr_put(frame + IP_DST, 4, p->dst_ip);
  nf_nr_put(frame + UDP, 2, p->src_port);
  nf_nr_put(frame + UDP_DST, 2, NF_NETREDUCE_PORT);
  frame[BTH] = p->opcode;
  frame[BTH_FLAGS] = (uint8_t)(MIGRATION | pad << 4);
  nf_nr_put(frame + BTH_KEY, 2, ANY_KEY);
  nf_nr_put(frame + BTH_QP, 3, p->dst_qp);
  frame[BTH_ACK] = (uint8_t)((p->ack_request ? 0x80 : 0) | (p->mark & 0x7f));
  nf_nr_put(frame + BTH_PSN, 3, p->psn & NF_NR_PSN_MASK);
  if (p->size)
    memmove(frame + NF_NR_HEAD, p->payload, p->size);
  memset(frame + NF_NR_HEAD + p->size, 0, pad);
  return nf_nr_frame_seal(frame, p->size + pad);
}

void nf_nr_tag_write(uint8_t *at, const nf_nr_tag *t) {
  nf_nr_put(at, 4, t->tag);
  nf_nr_put(at + 4, 2, t->ring);
  nf_nr_put(at + 6, 4, t->msgid);
  nf_nr_put(at + 10, 2, t->msglen);
}

// ------------------------------------------------------------------------------- reading
void nf_nr_tag_read(nf_nr_tag *t, const uint8_t *at) {
  t->tag = (uint32_t)nf_nr_get(at, 4);
  t->ring = (uint16_t)nf_nr_get(at + 4, 2);
  t->msgid = (uint32_t)nf_nr_get(at + 6, 4);
  t->msglen = (uint16_t)nf_nr_get(at + 10, 2);
}

uint8_t nf_nr_frame_head(nf_nr_packet *p, const uint8_t *frame, unsigned bytes) {
  if (bytes < IP)
    return NF_NETREDUCE_CAUSE_TRUNCATED;
  if (nf_nr_get(frame + ETHERTYPE, 2) != NF_NETREDUCE_ETHERTYPE)
    return NF_NETREDUCE_CAUSE_NOT_IPV4;
  if (bytes < UDP)
    return NF_NETREDUCE_CAUSE_TRUNCATED;
  if (frame[IP] >> 4 != IPV4_PLAIN >> 4)
    return NF_NETREDUCE_CAUSE_NOT_IPV4;
  if (frame[IP] != IPV4_PLAIN)
    return NF_NETREDUCE_CAUSE_OPTIONS;
  if (nf_nr_get(frame + IP_FLAGS, 2) & 0x3fff)
    return NF_NETREDUCE_CAUSE_FRAGMENT;
  if (frame[IP_PROTOCOL] != NF_NETREDUCE_PROTOCOL)
    return NF_NETREDUCE_CAUSE_NOT_UDP;
  if (bytes < BTH)
    return NF_NETREDUCE_CAUSE_TRUNCATED;
  if (nf_nr_get(frame + UDP_DST, 2) != NF_NETREDUCE_PORT)
    return NF_NETREDUCE_CAUSE_NOT_ROCE;
  if (bytes < NF_NR_HEAD)
    return NF_NETREDUCE_CAUSE_TRUNCATED;
  *p = (nf_nr_packet){.dst_mac = nf_nr_get(frame, 6),
                      .src_mac = nf_nr_get(frame + 6, 6),
                      .src_ip = (uint32_t)nf_nr_get(frame + IP_SRC, 4),
                      .dst_ip = (uint32_t)nf_nr_get(frame + IP_DST, 4),
                      .dst_qp = (uint32_t)nf_nr_get(frame + BTH_QP, 3),
                      .psn = (uint32_t)nf_nr_get(frame + BTH_PSN, 3),
                      .src_port = (uint16_t)nf_nr_get(frame + UDP, 2),
                      .opcode = frame[BTH],
                      .pad = frame[BTH_FLAGS] >> 4 & 3,
                      .ack_request = frame[BTH_ACK] >> 7,
                      .mark = frame[BTH_ACK] & 0x7f,
                      .payload = frame + NF_NR_HEAD};
  return NF_NETREDUCE_CAUSE_NONE;
}

bool nf_nr_frame_connection(nf_nr_packet *p, const uint8_t *frame, unsigned bytes) {
  enum { TAGS = 2, TAG = 4, LATER = 0x1fff };
  unsigned ip = IP;
  for (unsigned i = 0; i < TAGS && ip < bytes; i++) {
    const uint64_t type = nf_nr_get(frame + ip - 2, 2);
    if (type == NF_NETREDUCE_ETHERTYPE_CTAG || type == NF_NETREDUCE_ETHERTYPE_STAG)
      ip += TAG;
  }
  if (bytes < ip + NF_NR_HEAD - IP || nf_nr_get(frame + ip - 2, 2) != NF_NETREDUCE_ETHERTYPE)
    return false;
  const uint8_t *head = frame + ip - IP; // as if there were no tags
  const unsigned options = 4 * (frame[ip] & 15u) - IP_BYTES;
  if (head[IP] >> 4 != IPV4_PLAIN >> 4 || (head[IP] & 15) < (IPV4_PLAIN & 15) ||
      bytes < ip + options + NF_NR_HEAD - IP || (nf_nr_get(head + IP_FLAGS, 2) & LATER) != 0 ||
      head[IP_PROTOCOL] != NF_NETREDUCE_PROTOCOL ||
      nf_nr_get(head + options + UDP_DST, 2) != NF_NETREDUCE_PORT)
    return false;
  p->src_ip = (uint32_t)nf_nr_get(head + IP_SRC, 4);
  p->dst_ip = (uint32_t)nf_nr_get(head + IP_DST, 4);
  p->dst_qp = (uint32_t)nf_nr_get(head + options + BTH_QP, 3);
  p->opcode = head[options + BTH];
  return true;
}

uint8_t nf_nr_frame_check(nf_nr_packet *p, const uint8_t *frame, unsigned bytes) {
  const unsigned total = (unsigned)nf_nr_get(frame + IP_TOTAL, 2);
  const unsigned least = IP_BYTES + UDP_BYTES + BTH_BYTES + NF_NR_CRC;
  if (ip_sum(frame) != 0xffff)
    return NF_NETREDUCE_CAUSE_IP_CHECKSUM;
  if (bytes < IP + total)
    return NF_NETREDUCE_CAUSE_TRUNCATED;
  if (nf_nr_get(frame + UDP_LENGTH, 2) != (uint64_t)total - IP_BYTES || total < least + p->pad ||
      total % 4)
    return NF_NETREDUCE_CAUSE_LENGTH;
  const unsigned end = IP + total - NF_NR_CRC;
  if (crc_field(frame + end) != frame_crc(frame, end))
    return NF_NETREDUCE_CAUSE_ICRC;
  p->size = total - least - p->pad;
  return NF_NETREDUCE_CAUSE_NONE;
}
