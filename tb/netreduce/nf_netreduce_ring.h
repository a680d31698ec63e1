// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The packets of a ring, and what must come back for each: payloads are functions of host, message
// and packet, their sums are worked out here on the host's floating-point unit, in the order of the
// ports (NETREDUCE 4.1, 4.3).
#ifndef NF_NETREDUCE_RING_H
#define NF_NETREDUCE_RING_H

#include "nf_frame_kit.h"
#include "nf_netreduce_senders.h"

typedef struct {
  senders hosts;
  unsigned ring, dtype;
  unsigned port[SENDERS_HOSTS]; // of each host
  uint32_t psn0[SENDERS_HOSTS]; // PSN of its first packet
  uint32_t tag, first;          // InetTag; MsgID of the first message
  uint64_t salt;                // of the payloads
  bool full;                    // all packets have 1024 bytes of payload
  uint32_t qp0;                 // queue pair of host 0
} nf_ring;

typedef struct {
  uint32_t src_ip, dst_ip, dst_qp, src_qp;
} nf_ring_member;

enum { NF_RING_ENROL = 6 };

// Number of a packet (see nf_netreduce_senders.h) to a frame: as host h sends it, or with the sum
// of all hosts.
void nf_ring_frame(const nf_ring *r, unsigned host, unsigned packet, bool sum, nf_frame *f);
// What that frame is made of; payload: room for NF_NETREDUCE_MAX_PAYLOAD bytes.
void nf_ring_fields(const nf_ring *r, unsigned host, unsigned packet, bool sum,
                    nf_frame_fields *fields, uint8_t *payload);
// Flags of the sum, NF_FP_*, of all its additions.
uint8_t nf_ring_flags(const nf_ring *r, unsigned packet);
// The member that a host is (NETREDUCE 4.2): its connection. The QP is that of what it sends to.
nf_ring_member nf_ring_member_of(const nf_ring *r, unsigned host);
// Writes of registers, address and value, that make the host a member.
void nf_ring_enrol(const nf_ring *r, unsigned host, uint32_t list[NF_RING_ENROL][2]);
// The host whose port it is; -1: none.
int nf_ring_host(const nf_ring *r, unsigned port);
// Which packet of host h a frame is, by its PSN.
unsigned nf_ring_packet(const nf_ring *r, unsigned host, const nf_frame *f);
// Bytes of RDMA payload, NetReduce header included.
unsigned nf_ring_payload(const nf_ring *r, unsigned packet);

#endif
