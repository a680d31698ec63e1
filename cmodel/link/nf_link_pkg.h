// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_component.py from rtl/link/nf_link.toml; change that.
// Mirrors rtl/link/nf_link_pkg.sv.
#ifndef NF_LINK_PKG_H
#define NF_LINK_PKG_H

#include <stdint.h>

// clang-format off
enum {
  NF_LINK_MIN_WIDTH = 64, // bits of a flit
  NF_LINK_MAX_WIDTH = 640, // the same
  NF_LINK_MAX_PACKET_FLITS = 64, // of a packet
  NF_LINK_MIN_REPLAY = 32, // flits of the replay buffer
  NF_LINK_MAX_REPLAY = 512, // the same
  NF_LINK_MIN_ROOM = 16, // flits of a channel's receive buffer
  NF_LINK_MAX_ROOM = 512, // the same
  NF_LINK_KIND_BITS = 2, // what a word carries
  NF_LINK_SEQ_BITS = 9, // sequence numbers
  NF_LINK_SEQ_MASK = 0x1ff, // of so many bits
  NF_LINK_CREDIT_BITS = 10, // credits
  NF_LINK_CREDIT_MASK = 0x3ff, // of so many bits
};

// What a word carries.
enum {
  NF_LINK_KIND_IDLE = 0x0, // no flit
  NF_LINK_KIND_FLIT = 0x1, // a flit that is not the last of its packet
  NF_LINK_KIND_LAST = 0x2, // the last one
  NF_LINK_KIND_LAST_ERR = 0x3, // the last one of a packet that is damaged
};

// Of event_o: one-cycle pulses.
enum {
  NF_LINK_EV_CRC_ERROR = 0, // a word that is not what was sent, discarded
  NF_LINK_EV_GAP = 1, // a word that came after a lost one
  NF_LINK_EV_DUPLICATE = 2, // a flit that had been received before, dropped
  NF_LINK_EV_NAK = 3, // the other end is asked to replay
  NF_LINK_EV_REPLAY = 4, // sending starts again at the oldest unacknowledged flit
  NF_LINK_EV_TIMEOUT = 5, // ... because nothing was acknowledged for too long
  NF_LINK_EV_DROP = 6, // a packet of the device dropped because the link is down
  NF_LINK_EV_PACKET_TX = 7, // a packet was taken from the device
  NF_LINK_EV_PACKET_RX = 8, // a packet was delivered to the device
  NF_LINK_EV_LENGTH = 9, // a packet of more than PacketFlits flits was cut
  NF_LINK_EV_NO_ROOM = 10, // a flit past the credits: the two ends differ in Room
  NF_LINK_EV_CLOSED = 11, // the link went down within a received packet: ended with err
  NF_LINK_EV_DOWN = 12, // the link was given up
  NF_LINK_EV_RESENT = 13, // a flit was sent again
  NF_LINK_EVENT_BITS = 16, // of one event vector
};

// Fields of the control part of a word. Readers and writers of its fields; the record is an array of
// 64-bit words, least significant first.
enum { NF_LINK_FIELDS_BITS = 32 };
// What it carries, KIND_*.
static inline uint8_t nf_link_fields_kind(const uint64_t *r) {
  return (uint8_t)(r[0] >> 0 & 0x3ull);
}
static inline void nf_link_fields_set_kind(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x3ull << 0)) | ((uint64_t)v & 0x3ull) << 0;
}
// Number of this flit; of the next one in an idle word.
static inline uint16_t nf_link_fields_seq(const uint64_t *r) {
  return (uint16_t)(r[0] >> 2 & 0x1ffull);
}
static inline void nf_link_fields_set_seq(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0x1ffull << 2)) | ((uint64_t)v & 0x1ffull) << 2;
}
// Number that the sender of the word expects next.
static inline uint16_t nf_link_fields_ack(const uint64_t *r) {
  return (uint16_t)(r[0] >> 11 & 0x1ffull);
}
static inline void nf_link_fields_set_ack(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0x1ffull << 11)) | ((uint64_t)v & 0x1ffull) << 11;
}
// It has seen a gap.
static inline uint8_t nf_link_fields_nak(const uint64_t *r) {
  return (uint8_t)(r[0] >> 20 & 0x1ull);
}
static inline void nf_link_fields_set_nak(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 20)) | ((uint64_t)v & 0x1ull) << 20;
}
// Channel that the credit is for.
static inline uint8_t nf_link_fields_credit_vc(const uint64_t *r) {
  return (uint8_t)(r[0] >> 21 & 0x1ull);
}
static inline void nf_link_fields_set_credit_vc(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 21)) | ((uint64_t)v & 0x1ull) << 21;
}
// Flits freed in that channel's buffer since reset.
static inline uint16_t nf_link_fields_credit(const uint64_t *r) {
  return (uint16_t)(r[0] >> 22 & 0x3ffull);
}
static inline void nf_link_fields_set_credit(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0x3ffull << 22)) | ((uint64_t)v & 0x3ffull) << 22;
}

// The control part of a word. Readers and writers of its fields; the record is an array of
// 64-bit words, least significant first.
enum { NF_LINK_CTRL_BITS = 64 };
// All but the check sum.
static inline uint32_t nf_link_ctrl_fields(const uint64_t *r) {
  return (uint32_t)(r[0] >> 0 & 0xffffffffull);
}
static inline void nf_link_ctrl_set_fields(uint64_t *r, uint32_t v) {
  r[0] = (r[0] & ~(0xffffffffull << 0)) | ((uint64_t)v & 0xffffffffull) << 0;
}
// Check sum of the data and all other fields.
static inline uint32_t nf_link_ctrl_crc(const uint64_t *r) {
  return (uint32_t)(r[0] >> 32 & 0xffffffffull);
}
static inline void nf_link_ctrl_set_crc(uint64_t *r, uint32_t v) {
  r[0] = (r[0] & ~(0xffffffffull << 32)) | ((uint64_t)v & 0xffffffffull) << 32;
}
// clang-format on

#endif
