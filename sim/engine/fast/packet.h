// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What travels in the fast engine: records of packets, in rings that are the links.
//
// A link is a ring of records in the order of their times, written by the node at its one end and
// read by the node at the other. A record's own time says whether it is valid: what lies before the
// window that is simulated has been taken. So a hop costs one store, and nobody reads an index of
// somebody else's.
#ifndef NF_FAST_PACKET_H
#define NF_FAST_PACKET_H

#include <stdint.h>

enum {
  NF_FAST_CYCLE = 8,    // ticks of a cycle of the switches, 640 ps
  NF_FAST_TICK_PS = 80, // a flit at 25 GB/s (640 ps) and 150 ns are whole ticks
  NF_FAST_VCS = 4,
  NF_FAST_FLIT_BYTES = 16,
  NF_FAST_WINDOW = 1024 // ticks that a node is simulated in one go, at most
};
static const uint32_t NF_FAST_NEVER = UINT32_MAX;
// Times are 32 bits of ticks: 343 ms. The last window must not wrap.
static const uint32_t NF_FAST_LONGEST = UINT32_MAX - 4 * NF_FAST_WINDOW;

typedef struct {
  uint32_t time; // tick in which all of it is in the next node and it may go on
  uint32_t tag; // of a pattern: tick of its birth; of a collective: the block's number in its plane
  uint16_t to;  // endpoint, or node of a switch that an acknowledgement is for
  uint16_t from;  // endpoint or node of a switch that made it
  uint16_t count; // contributions
  uint8_t kind;   // opcode of docs/packet.md, its bit 3 the class; bits 7:4 the channel
  uint8_t flits;
} nf_fast_packet;

static inline unsigned nf_fast_opcode(const nf_fast_packet *p) { return p->kind & 15u; }
static inline unsigned nf_fast_vc(const nf_fast_packet *p) { return p->kind >> 4; }

// Room that came free behind a link, since the start and modulo 2^16, channel by channel: the
// newest entry whose time has come says it all.
typedef struct {
  uint64_t freed; // flits by channel, see below
  uint32_t time;  // tick in which the sender knows
} nf_fast_credit;

// Flits by channel modulo 2^16, all in one word: what is counted in a part of it and soon read
// whole from memory would be waited for.
static inline uint16_t nf_fast_flits_of(uint64_t all, unsigned vc) {
  return (uint16_t)(all >> 16 * vc);
}

static inline uint64_t nf_fast_add_flits(uint64_t all, unsigned vc, unsigned flits) {
  const uint16_t sum = (uint16_t)(nf_fast_flits_of(all, vc) + flits);
  return (all & ~(0xffffull << 16 * vc)) | (uint64_t)sum << 16 * vc;
}

#endif
