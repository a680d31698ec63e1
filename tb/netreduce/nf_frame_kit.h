// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Frames as they are on the wire, for the tests of the room: built from fields, corrupted one field
// at a time, cut into beats. And what is right for any bytes at all, worked out byte by byte and
// bit by bit; nothing here knows how the blocks work.
#ifndef NF_FRAME_KIT_H
#define NF_FRAME_KIT_H

#include "netreduce/nf_netreduce_word.h"
#include "nf_tb.h"

enum { NF_FRAME_ROOM = 66048, NF_FRAME_LONGEST = 9600, NF_FRAME_SHORTEST = 60, NF_FRAME_BEAT = 64 };

// RoCE v2 over IPv4. Lengths and check sums are what they must be.
typedef struct {
  uint32_t src_ip, dst_ip;
  uint16_t src_port;
  uint8_t tos, ttl;
  bool udp_checksum; // otherwise the field is zero, which RoCE v2 allows
  uint8_t opcode;
  uint32_t dst_qp, psn;
  uint8_t mark; // the reserved bits before the PSN: whose sum it is
  bool nr;      // the payload begins with a NetReduce header
  uint32_t tag, msgid;
  uint16_t ring, msglen;
  const uint8_t *payload; // behind it
  unsigned payload_bytes;
} nf_frame_fields;

typedef struct {
  unsigned size; // bytes, without FCS
  uint8_t bytes[NF_FRAME_ROOM];
} nf_frame;

// Big-endian numbers of a frame.
uint32_t nf_frame_get(const nf_frame *f, unsigned at, unsigned bytes);
void nf_frame_put(nf_frame *f, unsigned at, unsigned bytes, uint32_t value);

// Frames of less than 60 bytes are padded.
void nf_frame_build(nf_frame *f, const nf_frame_fields *fields);
// One of the kinds that the accelerator meets, with at most that many bytes behind the NetReduce
// header; one in five is a header that travels alone.
void nf_frame_any(nf_tb *tb, nf_frame_fields *fields, uint32_t tag, uint8_t *room, unsigned most);

// Check sums, as they must be; the headers say how long the frame is.
uint16_t nf_frame_ip_checksum(const nf_frame *f);
uint16_t nf_frame_udp_checksum(const nf_frame *f);
// Of a frame whose CRC field ends at `length`; its first byte on the wire is bits 7:0.
uint32_t nf_frame_icrc(const nf_frame *f, unsigned length);
// Bytes up to the end of the CRC field, from the IP header.
unsigned nf_frame_length(const nf_frame *f);
// Makes them new after a change: IP check sum, UDP check sum unless zero, ICRC.
void nf_frame_seal(nf_frame *f);

// One field is corrupted, all check sums that do not belong to it are right.
typedef enum {
  NF_CORRUPT_NONE,
  NF_CORRUPT_ETHERTYPE,
  NF_CORRUPT_VERSION,
  NF_CORRUPT_OPTIONS,
  NF_CORRUPT_FRAGMENT,
  NF_CORRUPT_PROTOCOL,
  NF_CORRUPT_PORT,
  NF_CORRUPT_OPCODE,
  NF_CORRUPT_TAG,
  NF_CORRUPT_CUT,
  NF_CORRUPT_IP_CHECKSUM,
  NF_CORRUPT_IP_LENGTH,
  NF_CORRUPT_UDP_LENGTH,
  NF_CORRUPT_LENGTHS, // both alike, so that payload and pad are no multiple of 4 bytes
  NF_CORRUPT_PAD,
  NF_CORRUPT_ICRC,
  NF_CORRUPT_PAYLOAD,
  NF_CORRUPT_ALONE,        // called a header that travels alone
  NF_CORRUPT_VLAN,         // one to three VLAN tags put in
  NF_CORRUPT_OPTION_WORDS, // IP options put in, perhaps behind VLAN tags
  NF_CORRUPT_HEADER_BIT,
  NF_CORRUPT_KINDS
} nf_frame_corruption;
void nf_frame_corrupt(nf_tb *tb, nf_frame *f, nf_frame_corruption kind);

// Puts VLAN tags and words of IP options into a frame without any: IHL, IP length and IP check sum
// are made to fit, everything behind moves.
void nf_frame_widen(nf_tb *tb, nf_frame *f, unsigned tags, unsigned words);

// Puts VLAN tags in front of whatever the Ethernet header announces.
void nf_frame_tag(nf_tb *tb, nf_frame *f, unsigned tags);
// The same frame without its first VLAN tags.
void nf_frame_strip(const nf_frame *f, unsigned tags, nf_frame *plain);

// Any bytes: noise, or noise behind the beginning of a real frame.
void nf_frame_noise(nf_tb *tb, nf_frame *f, unsigned size);

// The parser's verdict, CAUSE_* of nf_netreduce_pkg.h.
unsigned nf_frame_cause(const nf_frame *f, bool err, uint32_t tag);
// Where IP header and BTH of a RoCE v2 frame begin that has all its headers up to the BTH's end:
// with at most two VLAN tags, any IP options and any opcode, and not a later fragment. False: it is
// none.
bool nf_frame_connection(const nf_frame *f, unsigned *ip, unsigned *bth);
// Its record, `meta` of nf_netreduce_pkg.h: four words.
void nf_frame_record(const nf_frame *f, bool err, uint32_t tag, uint64_t *meta);

// Beat `n`; noise where the frame has ended. Returns how many of its bytes belong to the frame.
unsigned nf_frame_beat(nf_tb *tb, const nf_frame *f, unsigned n, nf_netreduce_word *beat);
unsigned nf_frame_beats(const nf_frame *f);

// Frames of others: captured, or published as examples.
typedef struct {
  const char *source;
  unsigned size;
  const uint8_t *bytes;
} nf_frame_published;
enum { NF_FRAMES_PUBLISHED = 2 };
extern const nf_frame_published nf_frames_published[NF_FRAMES_PUBLISHED];

#endif
