// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Both ends of a link for the tests of the lane: a sender that keeps the rule of the link, and a
// receiver with a few packet slots that checks it.
#ifndef NF_LANE_KIT_H
#define NF_LANE_KIT_H

#include "common/nf_defs.h"
#include "nf_tb.h"

enum { NF_LANE_MAX_FLITS = 20 }; // longest packet that a damaged link may bring

typedef struct {
  nf_flit flit[NF_LANE_MAX_FLITS];
  unsigned flits; // 0: none
  bool err;       // the last flit is marked as damaged
} nf_lane_packet;

// A header of the given opcode and length, everything else random.
nf_flit nf_lane_header(nf_tb *tb, unsigned opcode, unsigned len);
// Makes the header one of this epoch; in so many of a hundred cases of another one.
void nf_lane_epoch(nf_tb *tb, nf_flit *h, uint8_t epoch, unsigned others);
// A well-formed packet: header, and random payload if the opcode has any.
void nf_lane_make(nf_tb *tb, nf_lane_packet *p, const nf_flit *header);

// Sends one packet after the other.
typedef struct {
  nf_lane_packet packet;
  unsigned sent;      // flits of it that were taken
  uint8_t ready_seen; // what the receiver said in the cycle before
  bool rude;          // shows headers whether there is room or not
  nf_pace pace;
} nf_lane_sender;

typedef struct {
  bool valid, last, err;
  nf_flit data;
} nf_lane_flit;

// What stands on the link in this cycle. *ended: its packet has been taken to the end.
nf_lane_flit nf_lane_send(nf_tb *tb, nf_lane_sender *s, uint8_t ready, bool *ended);

enum { NF_LANE_SLOTS = 3 };

// Receives packets.
typedef struct {
  nf_lane_packet packet; // the one that comes, or the last one
  unsigned left;         // flits that are still to come of it
  unsigned held[2];      // slots taken, by virtual channel
  uint8_t stuck;         // bit v: slots of channel v are never freed
  bool fickle;           // takes room back that it has shown, which no link does: headers wait
  uint8_t ready, ready_seen;
  bool head_before; // the flit before was a header
  nf_pace drain;
  uint64_t flits, packets[2];
} nf_lane_receiver;

// Before the cycle's inputs are driven: the ready bits of this cycle.
uint8_t nf_lane_ready(nf_tb *tb, nf_lane_receiver *r);
// The flit of this cycle. True: a packet is complete, in r->packet.
bool nf_lane_receive(nf_tb *tb, nf_lane_receiver *r, bool valid, bool last, bool err,
                     const nf_flit *data);

#endif
