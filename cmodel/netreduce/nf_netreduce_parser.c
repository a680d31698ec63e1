// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Is a frame the engine's, and what are its headers (NETREDUCE 4.1, Fig. 3; 4.3)? Every byte here
// is what somebody has sent, so nothing is believed that is not checked: a length is compared with
// what has come before it is used, and no offset leads beyond the two beats that are kept. The
// verdict is found when the last beat comes; it leaves as late as the RTL's.
#include "nf_netreduce_parser.h"

#include <stdlib.h>
#include <string.h>

#include "nf_netreduce_icrc.h"
#include "nf_netreduce_pkg.h"

// STAGES: from the last beat to its record, of which the ICRC takes seven. QUEUE: frames of one
// beat are that many. TAGS: networks put RoCE into one or two VLANs for its priority.
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

// A record meta, with which alone the lookups decide.
typedef struct {
  uint64_t meta[4];
} record;

struct nf_netreduce_parser {
  nf_netreduce_parser_out out;
  bool open, err, tagged;
  uint32_t beats; // of the frame, before the next one
  // Tags and options move the BTH by 12 words at most: 54 + 48 bytes, so two beats have all that is
  // looked at. Bytes of the frame before lie there beyond a short frame's end: whoever looks asks
  // for the number of bytes first.
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

// meta_valid_o and meta_o: registers, of which meta holds until the next record.
const nf_netreduce_parser_out *nf_netreduce_parser_peek(const nf_netreduce_parser *m) {
  return &m->out;
}

// number16: numbers on the wire begin with their highest byte.
static uint16_t number16(const uint8_t *p) { return (uint16_t)(p[0] << 8 | p[1]); }
// number32.
static uint32_t number32(const uint8_t *p) { return (uint32_t)number16(p) << 16 | number16(p + 2); }

// `right`: the one's complement sum is all ones; a second carry cannot come up then. Without
// options the header has ten words, whose sum has 20 bits.
static bool ip_checksum_right(const uint8_t *head) {
  uint32_t sum = 0;
  for (unsigned i = ETH_END; i < IP_END; i += 2)
    sum += number16(head + i);
  return (sum & 0xffff) + (sum >> 16) == 0xffff;
}

// `alone`: the opcode of a header that travels alone from leaf to leaf (4.5): 0b110, of those that
// the InfiniBand architecture leaves to manufacturers, so that no adapter takes it for data.
static bool is_alone(uint8_t opcode) { return opcode >> 5 == NF_NETREDUCE_ALONE; }

// Opcode of the packet whose header this is: of one that travels alone it is in the low bits.
static uint8_t opcode_of(uint8_t opcode) { return is_alone(opcode) ? opcode & 7 : opcode; }

// `first`: a message begins with it. SEND only is a message of one packet.
static bool is_first(uint8_t opcode) {
  return opcode_of(opcode) == NF_NETREDUCE_OPCODE_SEND_FIRST ||
         opcode_of(opcode) == NF_NETREDUCE_OPCODE_SEND_ONLY;
}

// `send`: an RC SEND, the one operation that NETREDUCE adds (4.1).
static bool is_send(uint8_t opcode) {
  return is_first(opcode) || opcode_of(opcode) == NF_NETREDUCE_OPCODE_SEND_MIDDLE ||
         opcode_of(opcode) == NF_NETREDUCE_OPCODE_SEND_LAST;
}

// v_length_q. UDP and IP say the same length; there is room for BTH, pad and CRC; payload and pad
// are whole words, as the adders take no parts of an element. What travels alone has the NetReduce
// header or nothing behind it: with a payload it would be no announcement of a leaf's.
static bool lengths_agree(const uint8_t *head) {
  const unsigned ip = number16(head + 16), udp = number16(head + 38), pad = head[43] >> 4 & 3;
  const unsigned bare = HEAD - ETH_END + NF_NETREDUCE_ICRC_BYTES;
  if (udp + NF_NETREDUCE_IP_BYTES != ip || ip < bare + pad || (ip - bare) % 4 != 0)
    return false;
  return !is_alone(head[42]) || ip - bare - pad == (is_first(head[42]) ? NF_NETREDUCE_NR_BYTES : 0);
}

// `payload`, without pad and CRC; means something when the lengths agree: before that it may be
// less than nothing.
static unsigned payload_of(const uint8_t *head) {
  return (unsigned)number16(head + 16) - (HEAD - ETH_END + NF_NETREDUCE_ICRC_BYTES) -
         (head[43] >> 4 & 3u);
}

// The protocols that the frame is not, in their order on the wire: what is not IPv4 cannot be
// judged as UDP. What has another protocol is not the engine's to judge, and passes if it is
// nobody's member's; a frame that ends within the headers that it says it has is dropped
// (TRUNCATED).
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

// v_verdict and `verdict`: what holds several times has the first cause of the list. First what the
// MAC says, then what the frame is not, and only then what is wrong with it: so of another
// protocol's frame nothing is looked at, and it passes as it would pass any switch. UNTAGGED comes
// behind the ICRC, which covers the tag.
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

// is_tag: 802.1Q and 802.1ad.
static bool is_tag(uint16_t ethertype) {
  return ethertype == NF_NETREDUCE_ETHERTYPE_CTAG || ethertype == NF_NETREDUCE_ETHERTYPE_STAG;
}

// at_tags: VLAN tags in front of an IPv4 header; none in front of anything else, of which no ICRC
// is asked.
static unsigned tags_of(const uint8_t *head) {
  unsigned tags = 0;
  while (tags < TAGS && is_tag(number16(head + ETH_END - 2 + 4 * tags)))
    tags++;
  const uint8_t *const ip = head + ETH_END + 4 * tags;
  return number16(ip - 2) == NF_NETREDUCE_ETHERTYPE && ip[0] >> 4 == 4 ? tags : 0;
}

// `conn`, and the section of transport headers: of a RoCE v2 frame, whatever else it is: behind
// VLAN tags and IP options, of any opcode. No more than the first two beats are looked at. It is
// looser than judge_headers() on purpose: a member's frame must be known as one even where it is no
// packet of the engine, or it would pass, and its receiver take one host's numbers for a sum. So
// lengths and check sums do not count here, and a first fragment does, as it has the BTH.
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
// looked at as if the tags were not there. All check sums count: a damaged one must neither begin a
// replay nor say that sums have come. Of NAKs only that of a sequence error is a gap;
// receiver-not-ready and the others are between the hosts.
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
// a plain frame; s_datagram does the same. A frame that is not the engine's has its cause, bytes
// and connection, and zeros: what is wrong is not handed on.
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
  // Of a packet of the engine. MsgLen and payload go on as they are: what the engine can hold the
  // lookups say.
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
// second beat. The ICRC runs along from the first beat on, with the length that the IP header says,
// as nobody knows yet where the frame ends.
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

// One edge: records leave as late as the RTL's, which wait for the ICRC. Each frame has one,
// whatever it is, as u_buffer and u_verdict match them by their order.
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

// The model's own; NULL is allowed.
void nf_netreduce_parser_free(nf_netreduce_parser *m) { free(m); }
