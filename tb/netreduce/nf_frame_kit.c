// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_frame_kit.h"

#include <string.h>

#include "netreduce/nf_netreduce_pkg.h"

// First bytes of the fields.
enum {
  ETHERTYPE = 12,
  IP = 14,
  IP_LENGTH = 16,
  IP_FRAGMENT = 20,
  IP_TTL = 22,
  IP_PROTOCOL = 23,
  IP_CHECKSUM = 24,
  IP_SRC = 26,
  IP_DST = 30,
  UDP = 34,
  UDP_DST = 36,
  UDP_LENGTH = 38,
  UDP_CHECKSUM = 40,
  BTH = 42,
  BTH_FLAGS = 43,
  BTH_PKEY = 44,
  BTH_QP = 46,
  BTH_PSN = 50,
  PAYLOAD = 54
};

uint32_t nf_frame_get(const nf_frame *f, unsigned at, unsigned bytes) {
  uint32_t value = 0;
  for (unsigned i = 0; i < bytes; i++)
    value = value << 8 | f->bytes[at + i];
  return value;
}

void nf_frame_put(nf_frame *f, unsigned at, unsigned bytes, uint32_t value) {
  for (unsigned i = bytes; i-- > 0; value >>= 8)
    f->bytes[at + i] = (uint8_t)value;
}

// One's complement sum of 16-bit words, an odd byte at the end filled up with zeros.
static uint32_t sum_words(const nf_frame *f, unsigned from, unsigned to) {
  uint32_t sum = 0;
  for (unsigned i = from; i < to; i += 2)
    sum += (uint32_t)f->bytes[i] << 8 | (i + 1 < to ? f->bytes[i + 1] : 0);
  return sum;
}

static uint16_t fold(uint32_t sum) {
  while (sum > 0xffff)
    sum = (sum & 0xffff) + (sum >> 16);
  return (uint16_t)~sum;
}

uint16_t nf_frame_ip_checksum(const nf_frame *f) {
  return fold(sum_words(f, IP, IP_CHECKSUM) + sum_words(f, IP_CHECKSUM + 2, UDP));
}

uint16_t nf_frame_udp_checksum(const nf_frame *f) {
  const uint32_t length = nf_frame_get(f, UDP_LENGTH, 2);
  const uint32_t pseudo = sum_words(f, IP_SRC, UDP) + f->bytes[IP_PROTOCOL] + length;
  const uint16_t sum =
      fold(pseudo + sum_words(f, UDP, UDP_CHECKSUM) + sum_words(f, UDP_CHECKSUM + 2, UDP + length));
  return sum == 0 ? 0xffff : sum; // zero says that there is none
}

static uint32_t crc_byte(uint32_t crc, uint8_t byte) {
  for (unsigned i = 0; i < 8; i++) {
    const bool odd = ((crc ^ (uint32_t)byte >> i) & 1) != 0;
    crc = crc >> 1 ^ (odd ? 0xedb88320u : 0);
  }
  return crc;
}

uint32_t nf_frame_icrc(const nf_frame *f, unsigned length) {
  uint32_t crc = UINT32_MAX;
  for (unsigned i = 0; i < 8; i++)
    crc = crc_byte(crc, 0xff);
  for (unsigned i = IP; i + 4 < length; i++) {
    const bool changes = i == IP + 1 || i == IP_TTL || i == IP_CHECKSUM || i == IP_CHECKSUM + 1 ||
                         i == UDP_CHECKSUM || i == UDP_CHECKSUM + 1 || i == BTH + 4;
    crc = crc_byte(crc, changes ? 0xff : f->bytes[i]);
  }
  return ~crc;
}

unsigned nf_frame_length(const nf_frame *f) { return IP + nf_frame_get(f, IP_LENGTH, 2); }

// Does the frame reach as far as its IP header says, and can that be a RoCE v2 packet?
static bool has_all(const nf_frame *f) {
  const unsigned length = nf_frame_length(f);
  return length <= f->size && length >= PAYLOAD + 4;
}

static void seal_icrc(nf_frame *f) {
  if (!has_all(f))
    return;
  const uint32_t crc = nf_frame_icrc(f, nf_frame_length(f));
  for (unsigned i = 0; i < 4; i++)
    f->bytes[nf_frame_length(f) - 4 + i] = (uint8_t)(crc >> 8 * i);
}

void nf_frame_seal(nf_frame *f) {
  seal_icrc(f);
  if (nf_frame_get(f, UDP_CHECKSUM, 2) != 0 && UDP + nf_frame_get(f, UDP_LENGTH, 2) <= f->size)
    nf_frame_put(f, UDP_CHECKSUM, 2, nf_frame_udp_checksum(f));
  nf_frame_put(f, IP_CHECKSUM, 2, nf_frame_ip_checksum(f));
}

void nf_frame_build(nf_frame *f, const nf_frame_fields *a) {
  static const uint8_t macs[12] = {2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1};
  const unsigned nr = a->nr ? NF_NETREDUCE_NR_BYTES : 0;
  const unsigned pad = (4 - (nr + a->payload_bytes) % 4) % 4;
  const unsigned length = PAYLOAD + nr + a->payload_bytes + pad + 4;
  memset(f->bytes, 0, length < NF_FRAME_SHORTEST ? NF_FRAME_SHORTEST : length);
  f->size = length < NF_FRAME_SHORTEST ? NF_FRAME_SHORTEST : length;
  memcpy(f->bytes, macs, sizeof macs);
  nf_frame_put(f, ETHERTYPE, 2, 0x0800);
  nf_frame_put(f, IP, 2, 0x4500u | a->tos);
  nf_frame_put(f, IP_LENGTH, 2, length - IP);
  nf_frame_put(f, IP_FRAGMENT, 2, 0x4000); // it must not be cut
  nf_frame_put(f, IP_TTL, 2, (uint32_t)a->ttl << 8 | 17);
  nf_frame_put(f, IP_SRC, 4, a->src_ip);
  nf_frame_put(f, IP_DST, 4, a->dst_ip);
  nf_frame_put(f, UDP, 2, a->src_port);
  nf_frame_put(f, UDP_DST, 2, 4791);
  nf_frame_put(f, UDP_LENGTH, 2, length - UDP);
  nf_frame_put(f, UDP_CHECKSUM, 2, a->udp_checksum);
  f->bytes[BTH] = a->opcode;
  f->bytes[BTH_FLAGS] = (uint8_t)(0x40 | pad << 4); // migrated
  nf_frame_put(f, BTH_PKEY, 2, 0xffff);
  nf_frame_put(f, BTH_QP, 4, a->dst_qp);
  nf_frame_put(f, BTH_PSN, 4, (uint32_t)a->mark << 24 | a->psn);
  if (a->nr) {
    nf_frame_put(f, PAYLOAD, 4, a->tag);
    nf_frame_put(f, PAYLOAD + 4, 2, a->ring);
    nf_frame_put(f, PAYLOAD + 6, 4, a->msgid);
    nf_frame_put(f, PAYLOAD + 10, 2, a->msglen);
  }
  if (a->payload_bytes != 0)
    memcpy(f->bytes + PAYLOAD + nr, a->payload, a->payload_bytes);
  nf_frame_seal(f);
}

void nf_frame_any(nf_tb *tb, nf_frame_fields *a, uint32_t tag, uint8_t *room, unsigned most) {
  static const uint8_t opcodes[] = {NF_NETREDUCE_OPCODE_SEND_FIRST, NF_NETREDUCE_OPCODE_SEND_MIDDLE,
                                    NF_NETREDUCE_OPCODE_SEND_LAST, NF_NETREDUCE_OPCODE_SEND_ONLY};
  const uint8_t opcode = opcodes[nf_tb_below(tb, 4)];
  const bool alone = nf_tb_chance(tb, 20);
  const uint8_t pads = alone ? (uint8_t)(0xc0 | nf_tb_below(tb, 4) << 3) : 0;
  *a = (nf_frame_fields){.src_ip = (uint32_t)nf_tb_rand(tb),
                         .dst_ip = (uint32_t)nf_tb_rand(tb),
                         .src_port = (uint16_t)nf_tb_rand(tb),
                         .tos = (uint8_t)nf_tb_rand(tb),
                         .ttl = (uint8_t)nf_tb_rand(tb),
                         .udp_checksum = nf_tb_chance(tb, 30),
                         .opcode = opcode | pads,
                         .dst_qp = (uint32_t)nf_tb_rand(tb) & 0xffffff,
                         .psn = (uint32_t)nf_tb_rand(tb) & 0xffffff,
                         .mark = nf_tb_chance(tb, 40) ? nf_tb_rand(tb) & 127 : 0,
                         .nr = opcode == NF_NETREDUCE_OPCODE_SEND_FIRST ||
                               opcode == NF_NETREDUCE_OPCODE_SEND_ONLY,
                         .tag = tag,
                         .msgid = (uint32_t)nf_tb_rand(tb),
                         .ring = (uint16_t)nf_tb_rand(tb),
                         .msglen = (uint16_t)nf_tb_rand(tb),
                         .payload = room,
                         .payload_bytes = alone ? 0 : (unsigned)nf_tb_below(tb, most + 1)};
  for (unsigned i = 0; i < a->payload_bytes; i++)
    room[i] = (uint8_t)nf_tb_rand(tb);
}

// Another value of a field.
static void change(nf_tb *tb, nf_frame *f, unsigned at, unsigned bytes) {
  const uint32_t mask = UINT32_MAX >> (32 - 8 * bytes), old = nf_frame_get(f, at, bytes);
  const uint32_t flip =
      nf_tb_chance(tb, 50) ? 1u << nf_tb_below(tb, 8 * bytes) : 1 + (uint32_t)nf_tb_below(tb, mask);
  nf_frame_put(f, at, bytes, old ^ (flip & mask));
}

void nf_frame_corrupt(nf_tb *tb, nf_frame *f, nf_frame_corruption kind) {
  bool sealed = true;
  switch (kind) {
  case NF_CORRUPT_ETHERTYPE:
    change(tb, f, ETHERTYPE, 2);
    break;
  case NF_CORRUPT_VERSION:
    f->bytes[IP] = (uint8_t)(nf_tb_below(tb, 16) << 4 | 5);
    break;
  case NF_CORRUPT_OPTIONS:
    f->bytes[IP] = (uint8_t)(0x40 | nf_tb_below(tb, 16));
    break;
  case NF_CORRUPT_FRAGMENT:
    nf_frame_put(f, IP_FRAGMENT, 2, 1u << nf_tb_below(tb, 16));
    break;
  case NF_CORRUPT_PROTOCOL:
    change(tb, f, IP_PROTOCOL, 1);
    break;
  case NF_CORRUPT_PORT:
    change(tb, f, UDP_DST, 2);
    break;
  case NF_CORRUPT_OPCODE:
    change(tb, f, BTH, 1);
    break;
  case NF_CORRUPT_TAG:
    change(tb, f, PAYLOAD, 4);
    break;
  case NF_CORRUPT_CUT:
    f->size = 1 + (unsigned)nf_tb_below(tb, nf_tb_chance(tb, 50) ? PAYLOAD + 4 : f->size);
    sealed = false;
    break;
  case NF_CORRUPT_IP_CHECKSUM:
    change(tb, f, IP_CHECKSUM, 2);
    sealed = false;
    break;
  case NF_CORRUPT_IP_LENGTH:
    if (nf_tb_chance(tb, 50))
      change(tb, f, IP_LENGTH, 2);
    else
      nf_frame_put(f, IP_LENGTH, 2, (uint32_t)nf_tb_below(tb, 60));
    break;
  case NF_CORRUPT_UDP_LENGTH:
    change(tb, f, UDP_LENGTH, 2);
    break;
  case NF_CORRUPT_LENGTHS: {
    const uint32_t less = 1 + (uint32_t)nf_tb_below(tb, 3);
    nf_frame_put(f, IP_LENGTH, 2, nf_frame_get(f, IP_LENGTH, 2) - less);
    nf_frame_put(f, UDP_LENGTH, 2, nf_frame_get(f, UDP_LENGTH, 2) - less);
    break;
  }
  case NF_CORRUPT_PAD:
    f->bytes[BTH_FLAGS] = (uint8_t)nf_tb_rand(tb);
    break;
  case NF_CORRUPT_ICRC:
    f->bytes[nf_frame_length(f) - 4 + nf_tb_below(tb, 4)] ^= (uint8_t)(1u << nf_tb_below(tb, 8));
    sealed = false;
    break;
  case NF_CORRUPT_PAYLOAD: // of RDMA; what has none is left as it is
    if (nf_frame_length(f) > PAYLOAD + 4)
      f->bytes[PAYLOAD + nf_tb_below(tb, nf_frame_length(f) - PAYLOAD - 4)] ^= 1;
    sealed = false;
    break;
  case NF_CORRUPT_ALONE: // with whatever it carries
    f->bytes[BTH] = (uint8_t)(0xc0 | nf_tb_below(tb, 32));
    break;
  case NF_CORRUPT_VLAN:
    nf_frame_widen(tb, f, 1 + (unsigned)nf_tb_below(tb, 3), 0);
    sealed = false;
    break;
  case NF_CORRUPT_OPTION_WORDS:
    nf_frame_widen(tb, f, (unsigned)nf_tb_below(tb, 3), 1 + (unsigned)nf_tb_below(tb, 10));
    sealed = false;
    break;
  case NF_CORRUPT_HEADER_BIT:
    f->bytes[nf_tb_below(tb, PAYLOAD)] ^= (uint8_t)(1u << nf_tb_below(tb, 8));
    sealed = false;
    break;
  default:
    break;
  }
  if (sealed)
    nf_frame_seal(f);
}

// Any bytes, put in at a place.
static void put_in(nf_tb *tb, nf_frame *f, unsigned at, unsigned bytes) {
  memmove(f->bytes + at + bytes, f->bytes + at, f->size - at);
  f->size += bytes;
  for (unsigned i = 0; i < bytes; i++)
    f->bytes[at + i] = (uint8_t)nf_tb_rand(tb);
}

void nf_frame_tag(nf_tb *tb, nf_frame *f, unsigned tags) {
  for (unsigned i = 0; i < tags; i++) {
    put_in(tb, f, ETHERTYPE, 4);
    nf_frame_put(f, ETHERTYPE, 2, nf_tb_chance(tb, 50) ? 0x8100 : 0x88a8);
  }
}

void nf_frame_widen(nf_tb *tb, nf_frame *f, unsigned tags, unsigned words) {
  put_in(tb, f, UDP, 4 * words);
  f->bytes[IP] = (uint8_t)(f->bytes[IP] + words);
  nf_frame_put(f, IP_LENGTH, 2, nf_frame_get(f, IP_LENGTH, 2) + 4 * words);
  nf_frame_put(f, IP_CHECKSUM, 2, 0);
  nf_frame_put(f, IP_CHECKSUM, 2, fold(sum_words(f, IP, UDP + 4 * words)));
  nf_frame_tag(tb, f, tags);
}

void nf_frame_strip(const nf_frame *f, unsigned tags, nf_frame *plain) {
  plain->size = f->size - 4 * tags;
  memcpy(plain->bytes, f->bytes, ETHERTYPE);
  memcpy(plain->bytes + ETHERTYPE, f->bytes + ETHERTYPE + 4 * tags, plain->size - ETHERTYPE);
}

void nf_frame_noise(nf_tb *tb, nf_frame *f, unsigned size) {
  const unsigned keep = nf_tb_chance(tb, 50) ? 0 : (unsigned)nf_tb_below(tb, f->size);
  f->size = size;
  for (unsigned i = keep < size ? keep : size; i < size; i++)
    f->bytes[i] = (uint8_t)nf_tb_rand(tb);
}

// Longer frames count as that.
static unsigned counted(const nf_frame *f) { return f->size < 65535 ? f->size : 65535; }

// Of a RoCE v2 frame without options: what is wrong with it as a whole.
static unsigned whole_cause(const nf_frame *f, bool alone, bool first) {
  const uint8_t *const b = f->bytes;
  if (fold(sum_words(f, IP, UDP)) != 0)
    return NF_NETREDUCE_CAUSE_IP_CHECKSUM;
  const unsigned length = nf_frame_length(f), pad = b[BTH_FLAGS] >> 4 & 3;
  if (length > counted(f))
    return NF_NETREDUCE_CAUSE_TRUNCATED;
  if (UDP + nf_frame_get(f, UDP_LENGTH, 2) != length || length < PAYLOAD + 4 + pad ||
      (length - PAYLOAD) % 4 != 0)
    return NF_NETREDUCE_CAUSE_LENGTH;
  if (alone && (pad != 0 || length != PAYLOAD + 4 + (first ? 12u : 0)))
    return NF_NETREDUCE_CAUSE_LENGTH;
  uint32_t field = 0;
  for (unsigned i = 0; i < 4; i++)
    field |= (uint32_t)b[length - 4 + i] << 8 * i;
  if (field != nf_frame_icrc(f, length))
    return NF_NETREDUCE_CAUSE_ICRC;
  return NF_NETREDUCE_CAUSE_NONE;
}

unsigned nf_frame_cause(const nf_frame *f, bool err, uint32_t tag) {
  const uint8_t *const b = f->bytes;
  if (err)
    return NF_NETREDUCE_CAUSE_DAMAGED;
  if (f->size < IP)
    return NF_NETREDUCE_CAUSE_TRUNCATED;
  if (nf_frame_get(f, ETHERTYPE, 2) != 0x0800)
    return NF_NETREDUCE_CAUSE_NOT_IPV4;
  if (f->size < UDP)
    return NF_NETREDUCE_CAUSE_TRUNCATED;
  if (b[IP] >> 4 != 4)
    return NF_NETREDUCE_CAUSE_NOT_IPV4;
  if ((b[IP] & 15) != 5)
    return NF_NETREDUCE_CAUSE_OPTIONS;
  if ((nf_frame_get(f, IP_FRAGMENT, 2) & 0x3fff) != 0)
    return NF_NETREDUCE_CAUSE_FRAGMENT;
  if (b[IP_PROTOCOL] != 17)
    return NF_NETREDUCE_CAUSE_NOT_UDP;
  if (f->size < BTH)
    return NF_NETREDUCE_CAUSE_TRUNCATED;
  if (nf_frame_get(f, UDP_DST, 2) != 4791)
    return NF_NETREDUCE_CAUSE_NOT_ROCE;
  if (f->size < PAYLOAD)
    return NF_NETREDUCE_CAUSE_TRUNCATED;
  const bool alone = b[BTH] >= 0xc0 && b[BTH] < 0xe0;
  const unsigned opcode = alone ? b[BTH] % 8 : b[BTH];
  const bool first = opcode == 0 || opcode == 4;
  if (opcode > 2 && opcode != 4)
    return NF_NETREDUCE_CAUSE_OPCODE;
  const unsigned whole = whole_cause(f, alone, first);
  if (whole != NF_NETREDUCE_CAUSE_NONE)
    return whole;
  const unsigned length = nf_frame_length(f), pad = b[BTH_FLAGS] >> 4 & 3;
  if (first && (length - PAYLOAD - 4 - pad < 12 || nf_frame_get(f, PAYLOAD, 4) != tag))
    return NF_NETREDUCE_CAUSE_UNTAGGED;
  return NF_NETREDUCE_CAUSE_NONE;
}

bool nf_frame_connection(const nf_frame *f, unsigned *ip, unsigned *bth) {
  unsigned type = ETHERTYPE, tags = 0;
  while (tags < 2 && (nf_frame_get(f, type, 2) == 0x8100 || nf_frame_get(f, type, 2) == 0x88a8)) {
    type += 4;
    tags++;
  }
  *ip = type + 2;
  const unsigned words = f->bytes[*ip] % 16, udp = *ip + 4 * words;
  *bth = udp + 8;
  return f->size >= *bth + 12 && nf_frame_get(f, type, 2) == 0x0800 && f->bytes[*ip] / 16 == 4 &&
         words >= 5 && nf_frame_get(f, *ip + 6, 2) % 0x2000 == 0 && f->bytes[*ip + 9] == 17 &&
         nf_frame_get(f, udp + 2, 2) == 4791;
}

// What an acknowledgement says, if it is one and whole.
static unsigned says(const nf_frame *f, bool err) {
  if (nf_frame_cause(f, err, 0) != NF_NETREDUCE_CAUSE_OPCODE || f->bytes[BTH] != 0x11 ||
      whole_cause(f, false, false) != NF_NETREDUCE_CAUSE_NONE ||
      nf_frame_length(f) != PAYLOAD + 8 || (f->bytes[BTH_FLAGS] & 0x30) != 0)
    return NF_NETREDUCE_ACK_NONE;
  const unsigned syndrome = f->bytes[PAYLOAD];
  return syndrome == 0x60  ? NF_NETREDUCE_ACK_GAP
         : syndrome < 0x20 ? NF_NETREDUCE_ACK_GOOD
                           : NF_NETREDUCE_ACK_NONE;
}

void nf_frame_record(const nf_frame *f, bool err, uint32_t tag, uint64_t *meta) {
  const unsigned cause = nf_frame_cause(f, err, tag);
  unsigned ip, bth;
  memset(meta, 0, 4 * sizeof *meta);
  if (nf_frame_connection(f, &ip, &bth)) {
    nf_netreduce_meta_set_conn(meta, 1);
    nf_netreduce_meta_set_src_ip(meta, nf_frame_get(f, ip + 12, 4));
    nf_netreduce_meta_set_dst_ip(meta, nf_frame_get(f, ip + 16, 4));
    nf_netreduce_meta_set_dst_qp(meta, nf_frame_get(f, bth + 5, 3));
    nf_netreduce_meta_set_opcode(meta, f->bytes[bth]);
  }
  nf_netreduce_meta_set_cause(meta, (uint8_t)cause);
  nf_netreduce_meta_set_bytes(meta, (uint16_t)counted(f));
  if (nf_netreduce_meta_conn(meta)) { // perhaps behind VLAN tags
    static nf_frame plain;
    nf_frame_strip(f, (ip - IP) / 4, &plain);
    const unsigned ack = says(&plain, err);
    nf_netreduce_meta_set_ack(meta, (uint8_t)ack);
    if (ack != NF_NETREDUCE_ACK_NONE)
      nf_netreduce_meta_set_psn(meta, nf_frame_get(&plain, BTH_PSN + 1, 3));
  }
  if (cause != NF_NETREDUCE_CAUSE_NONE)
    return;
  const uint8_t opcode = f->bytes[BTH];
  const unsigned pad = f->bytes[BTH_FLAGS] / 16 % 4;
  nf_netreduce_meta_set_psn(meta, nf_frame_get(f, BTH_PSN + 1, 3));
  nf_netreduce_meta_set_mark(meta, f->bytes[BTH_PSN] % 128);
  nf_netreduce_meta_set_pad(meta, (uint8_t)pad);
  nf_netreduce_meta_set_payload(meta, (uint16_t)(nf_frame_length(f) - PAYLOAD - 4 - pad));
  if (opcode % 8 != NF_NETREDUCE_OPCODE_SEND_FIRST && opcode % 8 != NF_NETREDUCE_OPCODE_SEND_ONLY)
    return;
  nf_netreduce_meta_set_first(meta, 1);
  nf_netreduce_meta_set_ring(meta, (uint16_t)nf_frame_get(f, PAYLOAD + 4, 2));
  nf_netreduce_meta_set_msgid(meta, nf_frame_get(f, PAYLOAD + 6, 4));
  nf_netreduce_meta_set_msglen(meta, (uint16_t)nf_frame_get(f, PAYLOAD + 10, 2));
}

unsigned nf_frame_beats(const nf_frame *f) { return (f->size + NF_FRAME_BEAT - 1) / NF_FRAME_BEAT; }

unsigned nf_frame_beat(nf_tb *tb, const nf_frame *f, unsigned n, nf_netreduce_word *beat) {
  const unsigned at = n * NF_FRAME_BEAT, left = f->size - at;
  const unsigned bytes = left < NF_FRAME_BEAT ? left : NF_FRAME_BEAT;
  if (bytes < NF_FRAME_BEAT) {
    for (unsigned i = 0; i < NF_FRAME_BEAT / 8; i++)
      beat->w[i] = nf_tb_rand(tb);
  }
  memcpy(beat, f->bytes + at, bytes);
  return bytes;
}

// A congestion notification as an adapter sent it, and a SEND of an unreliable connection.
static const uint8_t notification[] = {
    0xe4, 0x1d, 0x2d, 0xab, 0x2b, 0xc2, 0x7c, 0xfe, 0x90, 0x64, 0x3b, 0x32, 0x08, 0x00, 0x45,
    0xc2, 0x00, 0x3c, 0x71, 0x8c, 0x40, 0x00, 0x40, 0x11, 0x91, 0x61, 0x0a, 0x00, 0x11, 0x01,
    0x0a, 0x00, 0x12, 0x01, 0x00, 0x00, 0x12, 0xb7, 0x00, 0x28, 0x00, 0x00, 0x81, 0x00, 0xff,
    0xff, 0x40, 0x00, 0x01, 0x18, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x82, 0xfd, 0x00, 0x2a};
static const uint8_t send_only[] = {
    0x24, 0x8a, 0x07, 0xa8, 0xfa, 0x22, 0x24, 0x8a, 0x07, 0xa8, 0xfa, 0x22, 0x08, 0x00, 0x45, 0x01,
    0x00, 0x40, 0x04, 0x78, 0x40, 0x00, 0x40, 0x11, 0xb4, 0xd5, 0xc0, 0xa8, 0x00, 0x07, 0xc0, 0xa8,
    0x00, 0x07, 0xc0, 0x00, 0x12, 0xb7, 0x00, 0x2c, 0xac, 0xa2, 0x24, 0x60, 0xff, 0xff, 0x00, 0x00,
    0x00, 0xd3, 0x00, 0xcf, 0x17, 0x10, 0x46, 0x30, 0x81, 0x8b, 0xe2, 0x89, 0x35, 0xd9, 0x0e, 0x9a,
    0x95, 0x50, 0x54, 0x01, 0xbe, 0x88, 0x5e, 0x50, 0x00, 0x00, 0x78, 0xf3, 0x53, 0xf3};

const nf_frame_published nf_frames_published[NF_FRAMES_PUBLISHED] = {
    {"Scapy, test/contrib/roce.uts: CNP captured on ConnectX-4 Lx", sizeof notification,
     notification},
    {"Scapy, test/contrib/roce.uts: UC SEND only", sizeof send_only, send_only},
};
