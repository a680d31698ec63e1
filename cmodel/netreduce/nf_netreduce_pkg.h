// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_room.py from rtl/netreduce/nf_netreduce.toml; change that.
// Mirrors rtl/netreduce/nf_netreduce_pkg.sv.
#ifndef NF_NETREDUCE_PKG_H
#define NF_NETREDUCE_PKG_H

#include <stdint.h>

// clang-format off
enum {
  NF_NETREDUCE_WORD_BITS = 512, // a beat of the AXI4-Stream doors: 64 B; 100 Gb/s at 195 MHz and more
  NF_NETREDUCE_WORD_BYTES = 64, // bytes of a beat
  NF_NETREDUCE_MAX_PORTS = 8, // ports of an accelerator
  NF_NETREDUCE_MAX_HOSTS = 8, // members of a ring (NETREDUCE 5.1: 6)
  NF_NETREDUCE_MAX_RINGS = 16, // rings: one for each GPU of a machine (NETREDUCE 3.2)
  NF_NETREDUCE_MAX_WINDOW = 7, // messages of a window, N of Algorithm 1 (NETREDUCE 5.1: 2)
  NF_NETREDUCE_MAX_MSGLEN = 256, // packets of a message (NETREDUCE 5.1: 170)
  NF_NETREDUCE_ETHERTYPE = 2048, // IPv4
  NF_NETREDUCE_PROTOCOL = 17, // UDP
  NF_NETREDUCE_PORT = 4791, // UDP destination port of RoCE v2
  NF_NETREDUCE_ETH_BYTES = 14, // Ethernet header
  NF_NETREDUCE_IP_BYTES = 20, // IPv4 header without options
  NF_NETREDUCE_UDP_BYTES = 8, // UDP header
  NF_NETREDUCE_BTH_BYTES = 12, // InfiniBand base transport header
  NF_NETREDUCE_HEAD_BYTES = 54, // all of them: where the RDMA payload begins
  NF_NETREDUCE_NR_BYTES = 12, // NetReduce header, first bytes of the payload of a message's first packet (NETREDUCE 4.1, Fig. 3)
  NF_NETREDUCE_ICRC_BYTES = 4, // invariant CRC behind the payload
  NF_NETREDUCE_MAX_PAYLOAD = 1024, // bytes of RDMA payload in a packet: the path MTU (NETREDUCE 4.1)
};

// BTH opcodes of the packets that can be the engine's: RC SEND (InfiniBand architecture 1.4, 9.2).
enum {
  NF_NETREDUCE_OPCODE_SEND_FIRST = 0x0, // first of several
  NF_NETREDUCE_OPCODE_SEND_MIDDLE = 0x1, // neither first nor last
  NF_NETREDUCE_OPCODE_SEND_LAST = 0x2, // last of several
  NF_NETREDUCE_OPCODE_SEND_ONLY = 0x4, // the only one
};

// Why a packet is not the engine's. Below 16 it passes untouched, from 16 on it is dropped; all are counted.
enum {
  NF_NETREDUCE_CAUSE_NONE = 0x0, // it is the engine's
  NF_NETREDUCE_CAUSE_NOT_IPV4 = 0x1, // another EtherType: VLAN tags, ARP, IPv6
  NF_NETREDUCE_CAUSE_OPTIONS = 0x2, // IPv4 with options
  NF_NETREDUCE_CAUSE_FRAGMENT = 0x3, // a fragment
  NF_NETREDUCE_CAUSE_NOT_UDP = 0x4, // another protocol
  NF_NETREDUCE_CAUSE_NOT_ROCE = 0x5, // another UDP port
  NF_NETREDUCE_CAUSE_OPCODE = 0x6, // another BTH opcode: acknowledgements, RDMA writes and reads, unreliable transports
  NF_NETREDUCE_CAUSE_UNTAGGED = 0x7, // a message without InetTag
  NF_NETREDUCE_CAUSE_UNKNOWN = 0x8, // not first, of a connection that LUT#1 does not have
  NF_NETREDUCE_CAUSE_TRUNCATED = 0x10, // the frame is shorter than its headers, or than the IP header says
  NF_NETREDUCE_CAUSE_IP_CHECKSUM = 0x11, // IP header checksum
  NF_NETREDUCE_CAUSE_LENGTH = 0x12, // lengths of IP and UDP contradict each other, or leave no room for BTH and ICRC
  NF_NETREDUCE_CAUSE_ICRC = 0x13, // invariant CRC
  NF_NETREDUCE_CAUSE_DAMAGED = 0x14, // marked as bad by the MAC
  NF_NETREDUCE_CAUSE_NO_RING = 0x15, // its ring is not set up
  NF_NETREDUCE_CAUSE_RING_FULL = 0x16, // one member more than the ring has
  NF_NETREDUCE_CAUSE_MSGLEN = 0x17, // MsgLen of 0 or more than the engine holds, or another one than the ring's members before
  NF_NETREDUCE_CAUSE_PSN = 0x18, // no message of its connection has this PSN
  NF_NETREDUCE_CAUSE_WINDOW = 0x19, // MsgID outside the window
  NF_NETREDUCE_CAUSE_MEMBER = 0x1a, // its port has a member of the ring already, or its connection came by another port before
  NF_NETREDUCE_CAUSE_OTHER_RING = 0x1b, // tagged for one ring, of a connection that is a member of another
  NF_NETREDUCE_CAUSE_LUT_FULL = 0x1c, // LUT#1 has no entry left for a new connection
};

// What the state manager says of an arrival (NETREDUCE 4.3.2).
enum {
  NF_NETREDUCE_STATE_STORE = 0x0, // first arrival; others of its column are missing
  NF_NETREDUCE_STATE_COMPLETE = 0x1, // first arrival, and the last one of its column: aggregate
  NF_NETREDUCE_STATE_HISTORY = 0x2, // retransmitted, already aggregated: answer from the history buffer
  NF_NETREDUCE_STATE_DISCARD = 0x3, // retransmitted, not yet aggregated: drop
  NF_NETREDUCE_STATE_STALE = 0x4, // of a message that has left the window, or is not in it yet: drop, counted as WINDOW
  NF_NETREDUCE_STATE_LENGTH = 0x5, // MsgLen 0, too long, or not that of the members before, or an offset beyond it: drop, counted as MSGLEN
};

// NetReduce header, as numbers; on the wire tag, ring, id, len in this order, big-endian (NETREDUCE 4.1, Fig. 3). Readers and writers of its fields; the record is an array of
// 64-bit words, least significant first.
// InetTag: marks the first packet of a message that is to be aggregated.
static inline uint32_t nf_netreduce_nr_tag(const uint64_t *r) {
  return (uint32_t)(r[0] >> 0 & 0xffffffffull);
}
static inline void nf_netreduce_nr_set_tag(uint64_t *r, uint32_t v) {
  r[0] = (r[0] & ~(0xffffffffull << 0)) | ((uint64_t)v & 0xffffffffull) << 0;
}
// RingID.
static inline uint16_t nf_netreduce_nr_ring(const uint64_t *r) {
  return (uint16_t)(r[0] >> 32 & 0xffffull);
}
static inline void nf_netreduce_nr_set_ring(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0xffffull << 32)) | ((uint64_t)v & 0xffffull) << 32;
}
// MsgLen: packets of the message.
static inline uint16_t nf_netreduce_nr_msglen(const uint64_t *r) {
  return (uint16_t)(r[0] >> 48 & 0xffffull);
}
static inline void nf_netreduce_nr_set_msglen(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0xffffull << 48)) | ((uint64_t)v & 0xffffull) << 48;
}
// MsgID: counts the messages of a ring.
static inline uint32_t nf_netreduce_nr_msgid(const uint64_t *r) {
  return (uint32_t)(r[1] >> 0 & 0xffffffffull);
}
static inline void nf_netreduce_nr_set_msgid(uint64_t *r, uint32_t v) {
  r[1] = (r[1] & ~(0xffffffffull << 0)) | ((uint64_t)v & 0xffffffffull) << 0;
}
// Zero; not on the wire.
static inline uint32_t nf_netreduce_nr_spare(const uint64_t *r) {
  return (uint32_t)(r[1] >> 32 & 0xffffffffull);
}
static inline void nf_netreduce_nr_set_spare(uint64_t *r, uint32_t v) {
  r[1] = (r[1] & ~(0xffffffffull << 32)) | ((uint64_t)v & 0xffffffffull) << 32;
}

// What the parser says of a packet. Readers and writers of its fields; the record is an array of
// 64-bit words, least significant first.
// CAUSE_*; 0: a packet for the engine.
static inline uint8_t nf_netreduce_meta_cause(const uint64_t *r) {
  return (uint8_t)(r[0] >> 0 & 0xffull);
}
static inline void nf_netreduce_meta_set_cause(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xffull << 0)) | ((uint64_t)v & 0xffull) << 0;
}
// 1: it carries a NetReduce header.
static inline uint8_t nf_netreduce_meta_first(const uint64_t *r) {
  return (uint8_t)(r[0] >> 8 & 0xffull);
}
static inline void nf_netreduce_meta_set_first(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xffull << 8)) | ((uint64_t)v & 0xffull) << 8;
}
// Bytes of the frame, without FCS.
static inline uint16_t nf_netreduce_meta_bytes(const uint64_t *r) {
  return (uint16_t)(r[0] >> 16 & 0xffffull);
}
static inline void nf_netreduce_meta_set_bytes(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0xffffull << 16)) | ((uint64_t)v & 0xffffull) << 16;
}
// Source IP address.
static inline uint32_t nf_netreduce_meta_src_ip(const uint64_t *r) {
  return (uint32_t)(r[0] >> 32 & 0xffffffffull);
}
static inline void nf_netreduce_meta_set_src_ip(uint64_t *r, uint32_t v) {
  r[0] = (r[0] & ~(0xffffffffull << 32)) | ((uint64_t)v & 0xffffffffull) << 32;
}
// Destination IP address.
static inline uint32_t nf_netreduce_meta_dst_ip(const uint64_t *r) {
  return (uint32_t)(r[1] >> 0 & 0xffffffffull);
}
static inline void nf_netreduce_meta_set_dst_ip(uint64_t *r, uint32_t v) {
  r[1] = (r[1] & ~(0xffffffffull << 0)) | ((uint64_t)v & 0xffffffffull) << 0;
}
// Destination queue pair.
static inline uint32_t nf_netreduce_meta_dst_qp(const uint64_t *r) {
  return (uint32_t)(r[1] >> 32 & 0xffffffull);
}
static inline void nf_netreduce_meta_set_dst_qp(uint64_t *r, uint32_t v) {
  r[1] = (r[1] & ~(0xffffffull << 32)) | ((uint64_t)v & 0xffffffull) << 32;
}
// BTH opcode.
static inline uint8_t nf_netreduce_meta_opcode(const uint64_t *r) {
  return (uint8_t)(r[1] >> 56 & 0xffull);
}
static inline void nf_netreduce_meta_set_opcode(uint64_t *r, uint8_t v) {
  r[1] = (r[1] & ~(0xffull << 56)) | ((uint64_t)v & 0xffull) << 56;
}
// Packet sequence number.
static inline uint32_t nf_netreduce_meta_psn(const uint64_t *r) {
  return (uint32_t)(r[2] >> 0 & 0xffffffull);
}
static inline void nf_netreduce_meta_set_psn(uint64_t *r, uint32_t v) {
  r[2] = (r[2] & ~(0xffffffull << 0)) | ((uint64_t)v & 0xffffffull) << 0;
}
// BTH pad count.
static inline uint8_t nf_netreduce_meta_pad(const uint64_t *r) {
  return (uint8_t)(r[2] >> 24 & 0xffull);
}
static inline void nf_netreduce_meta_set_pad(uint64_t *r, uint8_t v) {
  r[2] = (r[2] & ~(0xffull << 24)) | ((uint64_t)v & 0xffull) << 24;
}
// RingID, when first.
static inline uint16_t nf_netreduce_meta_ring(const uint64_t *r) {
  return (uint16_t)(r[2] >> 32 & 0xffffull);
}
static inline void nf_netreduce_meta_set_ring(uint64_t *r, uint16_t v) {
  r[2] = (r[2] & ~(0xffffull << 32)) | ((uint64_t)v & 0xffffull) << 32;
}
// MsgLen, when first.
static inline uint16_t nf_netreduce_meta_msglen(const uint64_t *r) {
  return (uint16_t)(r[2] >> 48 & 0xffffull);
}
static inline void nf_netreduce_meta_set_msglen(uint64_t *r, uint16_t v) {
  r[2] = (r[2] & ~(0xffffull << 48)) | ((uint64_t)v & 0xffffull) << 48;
}
// MsgID, when first.
static inline uint32_t nf_netreduce_meta_msgid(const uint64_t *r) {
  return (uint32_t)(r[3] >> 0 & 0xffffffffull);
}
static inline void nf_netreduce_meta_set_msgid(uint64_t *r, uint32_t v) {
  r[3] = (r[3] & ~(0xffffffffull << 0)) | ((uint64_t)v & 0xffffffffull) << 0;
}
// Bytes of RDMA payload, NetReduce header included, pad and ICRC not.
static inline uint16_t nf_netreduce_meta_payload(const uint64_t *r) {
  return (uint16_t)(r[3] >> 32 & 0xffffull);
}
static inline void nf_netreduce_meta_set_payload(uint64_t *r, uint16_t v) {
  r[3] = (r[3] & ~(0xffffull << 32)) | ((uint64_t)v & 0xffffull) << 32;
}
// Zero.
static inline uint16_t nf_netreduce_meta_spare(const uint64_t *r) {
  return (uint16_t)(r[3] >> 48 & 0xffffull);
}
static inline void nf_netreduce_meta_set_spare(uint64_t *r, uint16_t v) {
  r[3] = (r[3] & ~(0xffffull << 48)) | ((uint64_t)v & 0xffffull) << 48;
}
// clang-format on

#endif
