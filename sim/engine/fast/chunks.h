// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Messages chunk by chunk instead of packet by packet, for networks of thousands of nodes.
//
// A chunk is a part of a message that takes links as a whole, cut through: its first packet goes
// on as a packet would, and the link behind is taken from then on for as long as all of the chunk
// needs, by whoever comes first. Buffers have no end, so nothing holds up what is behind it. Of a
// network of several planes the first one stands for all: a chunk is spread over them alike.
#ifndef NF_FAST_CHUNKS_H
#define NF_FAST_CHUNKS_H

#include "heap.h"
#include "message.h"

typedef struct nf_fast_chunk_link nf_fast_chunk_link;
typedef struct nf_fast_chunk nf_fast_chunk;
typedef struct nf_fast_sending nf_fast_sending;

// The way that was taken last by what came in at the same place: as a rank mostly sends to the same
// one again, routing rows, which are larger than the caches, are read for the first message alone.
typedef struct {
  uint16_t to, choice; // endpoint; 0: none yet
  uint8_t vc;
} nf_fast_chunk_way;

typedef struct {
  uint32_t link, row;    // of a site, the first
  nf_fast_chunk_way way; // of what begins there
} nf_fast_chunk_first;

typedef struct {
  nf_fast_messages *net;      // hooks and statistics
  uint32_t bytes;             // of a chunk, but for the last of a message
  nf_fast_chunk_link *link;   // of the first plane, site by site
  const uint16_t **way;       // by row and channel, likewise: nf_fast_row.way
  nf_fast_chunk_first *first; // by site
  nf_fast_chunk *chunk;       // under way, and messages whose next one is to begin
  uint32_t chunks, unused;    // room for them; first of those not in use, + 1
  nf_fast_sending *message;   // under way; likewise
  uint32_t messages, unused_message;
  nf_fast_heap heap;
} nf_fast_chunks;

int nf_fast_chunks_open(nf_fast_chunks *c, nf_fast_messages *net, uint32_t bytes, nf_err *e);
void nf_fast_chunks_close(nf_fast_chunks *c);
// As nf_fast_message_begin.
void nf_fast_chunks_begin(nf_fast_chunks *c, uint32_t number, uint32_t from, uint32_t to,
                          uint64_t bytes, uint32_t tick);
// All that goes on before a tick.
void nf_fast_chunks_run(nf_fast_chunks *c, uint32_t until);

#endif
