// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Messages between endpoints: read from memory, cut into packets of 128 B that take the planes in
// turn, written and acknowledged packet by packet (docs/endpoint/nf_endpoint_lane.md), or once when
// all of a message is in memory. Messages that an endpoint sends at the same time take turns by
// packet.
#ifndef NF_FAST_MESSAGE_H
#define NF_FAST_MESSAGE_H

#include "agenda.h"
#include "stats.h"

typedef struct {
  uint32_t start;             // tick
  uint32_t to_arrive, to_ack; // packets; acknowledgements
  uint32_t arrived, sent;     // tick of the latest
  uint16_t from, to;          // endpoints
  uint16_t planes;            // that have something of it to send
  uint8_t last_flits;         // of the last packet
} nf_fast_message;

// An endpoint's part in a plane.
typedef struct nf_fast_message_lane nf_fast_message_lane;

typedef struct {
  nf_fast *f;
  nf_fast_message *message; // by number; not of chunks
  nf_fast_message_lane *lane;
  uint32_t latency; // ticks from a message's begin to its first packet on the link
  bool ack_once;    // a message has one acknowledgement
  // All of a message is in memory since a tick; all of it has been sent; all of it is acknowledged.
  // In a team the worker of the one end says so, and that of the other is notified by who set
  // these.
  void (*arrived)(void *ctx, uint32_t number, uint32_t tick);
  void (*sent)(void *ctx, uint32_t number, uint32_t tick);
  void (*acknowledged)(void *ctx, uint32_t number);
  void *ctx;
  nf_fast_stats *stats; // from a message's begin to all of it in memory
} nf_fast_messages;

// Takes over the engine's hooks. `count` messages at most; `memory`: cycles until a rank's memory
// answers.
int nf_fast_messages_open(nf_fast_messages *m, nf_fast *f, uint32_t count, uint32_t memory,
                          nf_err *e);
void nf_fast_messages_close(nf_fast_messages *m);
// Message `number` begins, for all workers alike, at a tick, from which on it takes m->latency
// until something of it can be seen. Without bytes it is one packet without payload. Its first
// packet goes by a plane.
void nf_fast_message_begin(nf_fast_messages *m, uint32_t number, uint32_t from, uint32_t to,
                           uint64_t bytes, unsigned plane, uint32_t tick);

#endif
