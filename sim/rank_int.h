// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Inside an endpoint: rank.c moves flits, method.c knows what packets mean.
#ifndef NF_SIM_RANK_INT_H
#define NF_SIM_RANK_INT_H

#include "collect.h"
#include "rank.h"
#include "rng.h"
#include "waves.h"

enum { BLOCK_WORDS = NF_BLOCK_BYTES / 4, VCS = 2 };

// A packet to be sent; its payload is read from memory when its turn comes.
typedef struct {
  uint8_t opcode;
  uint16_t dst, tag;
  uint32_t block;
  uint64_t due; // not before this cycle: the memory's latency
} nf_job;

// A queue without an end: first in first out, or earliest `due` first (heap).
typedef struct {
  nf_job *job;
  uint32_t head, used, room;
} nf_jobs;

typedef struct {
  nf_flit flit[NF_MAX_PACKET_FLITS];
  unsigned used, sent;
} nf_packet;

struct nf_rank {
  nf_rank_cfg cfg;
  nf_rng rng;
  nf_waves waves;
  nf_jobs queue[VCS]; // to be sent
  nf_jobs memory;     // reads under way
  nf_packet tx, rx;
  unsigned last_vc;     // of the last packet sent: the other one goes first
  unsigned closed[VCS]; // cycles for which the port takes no packet of this channel
  uint32_t *result;     // whole blocks
  uint16_t *have;       // contributions in each block of the result
  nf_collect *partials; // sums that are not complete
  uint32_t written;     // blocks complete
  uint64_t acks_due;    // acknowledgements to come
  uint8_t flags;
};

// method.c
// The next packet that nobody else asked for: a contribution or a request.
bool nf_method_next(nf_rank *ep, nf_job *job);
// Makes the packet of a job.
void nf_method_build(const nf_rank *ep, const nf_job *job, nf_packet *p);
// A whole packet has arrived in ep->rx.
int nf_method_arrived(nf_rank *ep, uint64_t cycle, nf_err *e);

// rank.c: queues a packet of its opcode's channel, at once or after the memory's latency.
int nf_rank_send(nf_rank *ep, nf_job job, nf_err *e);

#endif
