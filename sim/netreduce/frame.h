// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Frames of RoCE v2 as an end host writes and reads them: Ethernet, IPv4, UDP, BTH, payload, ICRC
// (NETREDUCE 4.1, Fig. 3), and the NetReduce header at the beginning of a message. Shares no code
// with the blocks.
#ifndef NF_NR_FRAME_H
#define NF_NR_FRAME_H

#include <stdbool.h>
#include <stdint.h>

enum {
  NF_NR_HEAD = 54,      // bytes before the payload
  NF_NR_TAG_BYTES = 12, // NetReduce header
  NF_NR_CRC = 4,        // ICRC
  NF_NR_MOST_PAYLOAD = 1024,
  NF_NR_FRAME_ROOM = 1152, // bytes of the longest frame that a host sends, and room
  NF_NR_LEAST_FRAME = 60,  // without FCS
  NF_NR_PSN_MASK = 0xffffff
};

// BTH opcodes of reliable connections.
enum {
  NF_NR_SEND_FIRST = 0x00,
  NF_NR_SEND_MIDDLE = 0x01,
  NF_NR_SEND_LAST = 0x02,
  NF_NR_SEND_ONLY = 0x04,
  NF_NR_ACKNOWLEDGE = 0x11,
  NF_NR_ASK = 0xc3 // between accelerators: of those left to manufacturers
};
// First byte of an acknowledgement's payload (AETH): positive; PSN sequence error.
enum { NF_NR_ACK = 0x1f, NF_NR_NAK_SEQUENCE = 0x60, NF_NR_AETH_BYTES = 4 };

typedef struct {
  uint64_t dst_mac, src_mac; // as numbers, like all that follows
  uint32_t src_ip, dst_ip, dst_qp, psn;
  uint16_t src_port;
  uint8_t opcode, pad; // pad: bytes behind the payload that make it a multiple of 4
  bool ack_request;
  uint8_t
      mark; // the reserved bits behind AckReq: whose sum it is (NF_NETREDUCE_RESULT), 0: nobody's
  const uint8_t *payload; // points into the frame after reading
  unsigned size;          // of the payload, without pad
} nf_nr_packet;

typedef struct {
  uint32_t tag, msgid;
  uint16_t ring, msglen;
} nf_nr_tag; // NetReduce header

// Writes a frame; p->pad is not looked at but made. Returns its bytes.
unsigned nf_nr_frame_write(uint8_t *frame, const nf_nr_packet *p);
// Reads the headers. Returns NF_NETREDUCE_CAUSE_NONE, or why they are none of RoCE v2.
uint8_t nf_nr_frame_head(nf_nr_packet *p, const uint8_t *frame, unsigned bytes);
// Addresses, queue pair and opcode of what is RoCE v2 behind up to two VLAN tags and any IP
// options, whatever else is wrong with it: whose connection it is. False: it is none, and *p is not
// touched.
bool nf_nr_frame_connection(nf_nr_packet *p, const uint8_t *frame, unsigned bytes);
// Check sums and lengths of a frame whose headers have been read; sets size and payload. Returns
// NF_NETREDUCE_CAUSE_NONE, or what is wrong.
uint8_t nf_nr_frame_check(nf_nr_packet *p, const uint8_t *frame, unsigned bytes);
// IP total length, UDP length, IP checksum and ICRC of a frame whose payload with pad has `size`
// bytes; pads it to the shortest frame. Returns its bytes.
unsigned nf_nr_frame_seal(uint8_t *frame, unsigned size);

void nf_nr_tag_write(uint8_t *at, const nf_nr_tag *t);
void nf_nr_tag_read(nf_nr_tag *t, const uint8_t *at);

// Big-endian numbers of 1 to 8 bytes.
uint64_t nf_nr_get(const uint8_t *at, unsigned bytes);
void nf_nr_put(uint8_t *at, unsigned bytes, uint64_t v);

#endif
