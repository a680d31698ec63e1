// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The world around an endpoint under test: the GPU's memory, and a network with the other ranks
// behind it. It keeps books of every block and acknowledgement, independent of the models.
//
// All sums are U32 sums of words that follow from rank and address. Packets of the network arrive
// in any order after any time; a sum arrives as a result, or in pieces that the memory adds.
#ifndef NF_WORLD_H
#define NF_WORLD_H

#include "endpoint/nf_endpoint.h"
#include "nf_lane_kit.h"
#include "nf_tb.h"

enum {
  NF_WORLD_BLOCKS = 512, // of the mapped address space; the last one is the barriers'
  NF_WORLD_PENDING = 2048,
  NF_WORLD_READS = 512,
};

static const uint64_t NF_WORLD_NET = 0x123400000000, NF_WORLD_SOURCE = 0x40000000,
                      NF_WORLD_RESULT = 0xfedc00000000;

typedef struct {
  uint8_t contributed; // packets of this endpoint that hold its own part
  uint8_t written;     // times that the result became complete here
  uint8_t acks;        // acknowledgements of this endpoint's multicast write, still to come
  bool poison;         // the result is, or will be
  uint16_t held;       // contributions in the running sum
  uint8_t flags;       // of the running sum
  uint32_t word[32];
} nf_world_block;

// A packet that will arrive; its lane follows from its address.
typedef struct {
  uint64_t due;
  nf_lane_packet packet;
} nf_world_packet;

typedef struct {
  uint64_t due, addr;
  nf_flit hdr;
  unsigned reader; // 2 * lane + channel
} nf_world_read;

typedef struct {
  uint64_t due;
  nf_flit hdr;
} nf_world_total;

typedef struct {
  nf_lane_sender in;
  nf_lane_receiver out;
  bool open;              // out: a packet has begun
  nf_lane_packet written; // what comes at the write port
  uint8_t op;             // and what is done with it
  nf_world_total totals[64];
  unsigned total_first, totals_used;
  uint64_t last_due;
} nf_world_lane;

typedef struct {
  nf_lane_packet packet;
  unsigned sent;
  nf_pace pace;
  bool up; // a flit is offered, and stays until it is taken
} nf_world_reader;

typedef struct {
  // how the world is
  unsigned links, ranks, id, latency;
  uint8_t epoch;
  unsigned aborts; // since everything was quiet; fewer than there are epochs
  bool multicast_partials, exclude_source, result_acks;
  bool whole;            // sums of pushes come as results only, never in pieces
  unsigned poison, junk; // percent of sums, of packets
  nf_pace read;

  nf_world_block block[NF_WORLD_BLOCKS];
  nf_world_packet pending[NF_WORLD_PENDING];
  unsigned pendings;
  nf_flit acks[NF_WORLD_PENDING]; // headers that the endpoint has to acknowledge
  unsigned acks_open;
  nf_world_read reads[NF_WORLD_READS];
  unsigned reads_open;
  nf_world_lane lane[NF_MAX_LINKS];
  nf_world_reader reader[2 * NF_MAX_LINKS];
  unsigned barriers; // of this endpoint, under way
  unsigned damaged;  // packets sent with damage
  uint64_t flits_out;
} nf_world;

// Any paces; the fields above them are set by the caller.
void nf_world_start(nf_tb *tb, nf_world *w);
// One cycle: configuration, links and memory.
void nf_world_drive(nf_tb *tb, nf_world *w, const nf_endpoint_out *out, nf_endpoint_in *in);
// Another rank pulls this block: it will land here.
void nf_world_pull(nf_tb *tb, nf_world *w, unsigned block, unsigned rank);
// A packet of the test's own will arrive.
void nf_world_send(nf_tb *tb, nf_world *w, const nf_lane_packet *p, uint64_t delay);
// The attempt is given up: what is under way stays so, with its epoch; nothing of it may count.
void nf_world_abort(nf_world *w);
// Nothing is under way in the network or the memory.
bool nf_world_quiet(const nf_world *w);

#endif
