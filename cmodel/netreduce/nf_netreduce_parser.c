// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The verdict is found when the last beat comes; it leaves as late as the RTL's.
#include "nf_netreduce_parser.h"

#include <stdlib.h>
#include <string.h>

#include "nf_netreduce_icrc.h"
#include "nf_netreduce_pkg.h"

enum {
  STAGES = 9,
  QUEUE = 16,
  BEAT = NF_NETREDUCE_WORD_BYTES,
  ETH_END = NF_NETREDUCE_ETH_BYTES,
  IP_END = ETH_END + NF_NETREDUCE_IP_BYTES,
  UDP_END = IP_END + NF_NETREDUCE_UDP_BYTES,
  HEAD = NF_NETREDUCE_HEAD_BYTES,
  TAGS = 2,    // VLAN tags behind which an IP header is looked for
  MOST = 65535 // bytes; longer frames count as that
};

typedef struct {
  uint64_t meta[4];
} record;

struct nf_netreduce_parser {
  nf_netreduce_parser_out out;
  bool open, err, tagged;
  uint32_t beats;         // of the frame, before the next one
  uint8_t head[2 * BEAT]; // its first two
  nf_netreduce_icrc_sum icrc;
  uint32_t due;        // bit n: a record in n cycles
  record queue[QUEUE]; // records that are due, in order
  unsigned first, behind;
};

// No parameters to refuse; no frame is open.
nf_status nf_netreduce_parser_init(nf_netreduce_parser **m, const nf_netreduce_parser_cfg *cfg) {
  (void)cfg;
  *m = calloc(1, sizeof **m);
  return *m != NULL ? NF_OK : "nf_netreduce_parser: out of memory";
}

// meta_valid_o and meta_o.
const nf_netreduce_parser_out *nf_netreduce_parser_peek(const nf_netreduce_parser *m) {
  return &m->out;
}

// Numbers on the wire begin with their highest byte.
static uint16_t number16(const uint8_t *p) { return (uint16_t)(p[0] << 8 | p[1]); }
// number32.
static uint32_t number32(const uint8_t *p) { return (uint32_t)number16(p) << 16 | number16(p + 2); }

// `right`: the one's complement sum is all ones; a second carry cannot come up then.
static bool ip_checksum_right(const uint8_t *head) {
  uint32_t sum = 0;
  for (unsigned i = ETH_END; i < IP_END; i += 2)
    sum += number16(head + i);
  return (sum & 0xffff) + (sum >> 16) == 0xffff;
}

// `alone`: the opcode of a header that travels alone.
static bool is_alone(uint8_t opcode) { return opcode >> 5 == NF_NETREDUCE_ALONE; }

// Opcode of the packet whose header this is.
static uint8_t opcode_of(uint8_t opcode) { return is_alone(opcode) ? opcode & 7 : opcode; }

// `first`: a message begins with it.
static bool is_first(uint8_t opcode) {
  return opcode_of(opcode) == NF_NETREDUCE_OPCODE_SEND_FIRST ||
         opcode_of(opcode) == NF_NETREDUCE_OPCODE_SEND_ONLY;
}

// `send`: an RC SEND.
static bool is_send(uint8_t opcode) {
  return is_first(opcode) || opcode_of(opcode) == NF_NETREDUCE_OPCODE_SEND_MIDDLE ||
         opcode_of(opcode) == NF_NETREDUCE_OPCODE_SEND_LAST;
}

// v_length_q.
static bool lengths_agree(const uint8_t *head) {
  const unsigned ip = number16(head + 16), udp = number16(head + 38), pad = head[43] >> 4 & 3;
  const unsigned bare = HEAD - ETH_END + NF_NETREDUCE_ICRC_BYTES;
  if (udp + NF_NETREDUCE_IP_BYTES != ip || ip < bare + pad || (ip - bare) % 4 != 0)
    return false;
  return !is_alone(head[42]) || ip - bare - pad == (is_first(head[42]) ? NF_NETREDUCE_NR_BYTES : 0);
}

// `payload`, without pad and CRC; means something when the lengths agree.
static unsigned payload_of(const uint8_t *head) {
  return (unsigned)number16(head + 16) - (HEAD - ETH_END + NF_NETREDUCE_ICRC_BYTES) -
         (head[43] >> 4 & 3u);
}

// The protocols that the frame is not.
static uint8_t judge_headers(const uint8_t *head, unsigned bytes) {
  if (bytes < ETH_END)
    return NF_NETREDUCE_CAUSE_TRUNCATED;
  if (number16(head + 12) != NF_NETREDUCE_ETHERTYPE)
    return NF_NETREDUCE_CAUSE_NOT_IPV4;
  if (bytes < IP_END)
    return NF_NETREDUCE_CAUSE_TRUNCATED;
  if (head[14] >> 4 != 4)
    return NF_NETREDUCE_CAUSE_NOT_IPV4;
  if ((head[14] & 15) != NF_NETREDUCE_IP_BYTES / 4)
    return NF_NETREDUCE_CAUSE_OPTIONS;
  if ((number16(head + 20) & 0x3fff) != 0) // MF and offset
    return NF_NETREDUCE_CAUSE_FRAGMENT;
  if (head[23] != NF_NETREDUCE_PROTOCOL)
    return NF_NETREDUCE_CAUSE_NOT_UDP;
  if (bytes < UDP_END)
    return NF_NETREDUCE_CAUSE_TRUNCATED;
  if (number16(head + 36) != NF_NETREDUCE_PORT)
    return NF_NETREDUCE_CAUSE_NOT_ROCE;
  if (bytes < HEAD)
    return NF_NETREDUCE_CAUSE_TRUNCATED;
  return is_send(head[42]) ? NF_NETREDUCE_CAUSE_NONE : NF_NETREDUCE_CAUSE_OPCODE;
}

// v_verdict and `verdict`: what holds several times has the first cause of the list.
static uint8_t judge(const nf_netreduce_parser *m, unsigned bytes) {
  const uint8_t *const head = m->head;
  if (m->err)
    return NF_NETREDUCE_CAUSE_DAMAGED;
  const uint8_t cause = judge_headers(head, bytes);
  if (cause != NF_NETREDUCE_CAUSE_NONE)
    return cause;
  if (!ip_checksum_right(head))
    return NF_NETREDUCE_CAUSE_IP_CHECKSUM;
  if (ETH_END + (unsigned)number16(head + 16) > bytes)
    return NF_NETREDUCE_CAUSE_TRUNCATED;
  if (!lengths_agree(head))
    return NF_NETREDUCE_CAUSE_LENGTH;
  if (!nf_netreduce_icrc_match(&m->icrc))
    return NF_NETREDUCE_CAUSE_ICRC;
  if (is_first(head[42]) && !(m->tagged && payload_of(head) >= NF_NETREDUCE_NR_BYTES))
    return NF_NETREDUCE_CAUSE_UNTAGGED;
  return NF_NETREDUCE_CAUSE_NONE;
}

// is_tag.
static bool is_tag(uint16_t ethertype) {
  return ethertype == NF_NETREDUCE_ETHERTYPE_CTAG || ethertype == NF_NETREDUCE_ETHERTYPE_STAG;
}

// VLAN tags in front of an IPv4 header; none in front of anything else.
static unsigned tags_of(const uint8_t *head) {
  unsigned tags = 0;
  while (tags < TAGS && is_tag(number16(head + ETH_END - 2 + 4 * tags)))
    tags++;
  const uint8_t *const ip = head + ETH_END + 4 * tags;
  return number16(ip - 2) == NF_NETREDUCE_ETHERTYPE && ip[0] >> 4 == 4 ? tags : 0;
}

// Of a RoCE v2 frame, whatever else it is: behind VLAN tags and IP options, of any opcode. No more
// than the first two beats are looked at.
static void find_connection(const uint8_t *head, unsigned bytes, uint64_t *meta) {
  unsigned ip = ETH_END;
  while (ip < ETH_END + 4 * TAGS && is_tag(number16(head + ip - 2)))
    ip += 4;
  const unsigned words = head[ip] & 15, udp = ip + 4 * words;
  if (number16(head + ip - 2) != NF_NETREDUCE_ETHERTYPE || head[ip] >> 4 != 4 || words < 5)
    return;
  if (bytes < udp + HEAD - IP_END || (number16(head + ip + 6) & 0x1fff) != 0 || // offset
      head[ip + 9] != NF_NETREDUCE_PROTOCOL || number16(head + udp + 2) != NF_NETREDUCE_PORT)
    return;
  nf_netreduce_meta_set_conn(meta, 1);
  nf_netreduce_meta_set_src_ip(meta, number32(head + ip + 12));
  nf_netreduce_meta_set_dst_ip(meta, number32(head + ip + 16));
  nf_netreduce_meta_set_opcode(meta, head[udp + 8]);
  nf_netreduce_meta_set_dst_qp(meta, number32(head + udp + 12) & 0xffffff);
}

// What an acknowledgement says, behind VLAN tags too; nothing if it is not whole. The headers are
// looked at as if the tags were not there.
static uint8_t ack_of(const nf_netreduce_parser *m, const uint8_t *head, unsigned bytes) {
  if (judge_headers(head, bytes) != NF_NETREDUCE_CAUSE_OPCODE ||
      head[42] != NF_NETREDUCE_OPCODE_ACKNOWLEDGE || !ip_checksum_right(head) ||
      ETH_END + (unsigned)number16(head + 16) > bytes || !lengths_agree(head) ||
      payload_of(head) != NF_NETREDUCE_AETH_BYTES || !nf_netreduce_icrc_match(&m->icrc))
    return NF_NETREDUCE_ACK_NONE;
  if (head[HEAD] == NF_NETREDUCE_NAK_SEQUENCE)
    return NF_NETREDUCE_ACK_GAP;
  return head[HEAD] >> 5 == 0 ? NF_NETREDUCE_ACK_GOOD : NF_NETREDUCE_ACK_NONE;
}

// `meta`. An acknowledgement is looked at with the tags taken out, so that the offsets are those of
// a plain frame; s_datagram does the same.
static void make_record(const nf_netreduce_parser *m, unsigned bytes, uint64_t *meta) {
  const uint8_t *const head = m->head;
  const uint8_t cause = judge(m, bytes);
  memset(meta, 0, sizeof(record));
  nf_netreduce_meta_set_cause(meta, cause);
  nf_netreduce_meta_set_bytes(meta, (uint16_t)bytes);
  find_connection(head, bytes, meta);
  const unsigned tags = tags_of(head);
  if (!m->err && (cause == NF_NETREDUCE_CAUSE_OPCODE || tags != 0) && bytes >= HEAD + 4 * tags) {
    uint8_t plain[HEAD + 1]; // without the tags
    memcpy(plain, head, ETH_END - 2);
    memcpy(plain + ETH_END - 2, head + ETH_END - 2 + 4 * tags, sizeof plain - (ETH_END - 2));
    nf_netreduce_meta_set_ack(meta, ack_of(m, plain, bytes - 4 * tags));
    if (nf_netreduce_meta_ack(meta) != NF_NETREDUCE_ACK_NONE)
      nf_netreduce_meta_set_psn(meta, number32(plain + 50) & 0xffffff);
  }
  if (cause != NF_NETREDUCE_CAUSE_NONE)
    return;
  nf_netreduce_meta_set_pad(meta, head[43] >> 4 & 3);
  nf_netreduce_meta_set_psn(meta, number32(head + 50) & 0xffffff);
  nf_netreduce_meta_set_mark(meta, head[50] & 127);
  nf_netreduce_meta_set_payload(meta, (uint16_t)payload_of(head));
  if (!is_first(head[42]))
    return;
  nf_netreduce_meta_set_first(meta, 1);
  nf_netreduce_meta_set_ring(meta, number16(head + HEAD + 4));
  nf_netreduce_meta_set_msgid(meta, number32(head + HEAD + 6));
  nf_netreduce_meta_set_msglen(meta, number16(head + HEAD + 10));
}

// A beat: section "the beat", and of a last one all that follows. No field is looked at beyond the
// second beat.
static void take(nf_netreduce_parser *m, const nf_netreduce_parser_in *in) {
  const bool first = !m->open;
  if (first)
    m->beats = 0;
  if (m->beats < 2)
    memcpy(m->head + m->beats * BEAT, &in->data, BEAT);
  if (first)
    m->tagged = number32(m->head + HEAD) == in->cfg_tag;
  m->err = in->err || (m->err && !first);
  m->open = !in->last;
  const unsigned tags = tags_of(m->head);
  nf_netreduce_icrc_add(&m->icrc, first, in->last, &in->data, in->bytes,
                        (number16(m->head + 4 * tags + 16) + ETH_END + 4 * tags) & 0xffff, tags);
  if (in->last) {
    const unsigned bytes = m->beats * BEAT + in->bytes;
    make_record(m, bytes < MOST ? bytes : MOST, m->queue[m->behind].meta);
    m->behind = (m->behind + 1) % QUEUE;
    m->due |= 1u << STAGES;
  }
  // The count stays at more beats than 65535 bytes have.
  if (m->beats < MOST / BEAT + 1)
    m->beats++;
}

// One edge: records leave as late as the RTL's, which wait for the ICRC.
void nf_netreduce_parser_step(nf_netreduce_parser *m, const nf_netreduce_parser_in *in) {
  if (in->valid)
    take(m, in);
  m->due >>= 1;
  m->out.meta_valid = (m->due & 1) != 0;
  if (m->out.meta_valid) {
    memcpy(m->out.meta, m->queue[m->first].meta, sizeof m->out.meta);
    m->first = (m->first + 1) % QUEUE;
  }
}

void nf_netreduce_parser_free(nf_netreduce_parser *m) { free(m); }
