// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Rings of end hosts and where their members are: addresses, sizes, times, faults. Times are in
// picoseconds.
#ifndef NF_NR_SETUP_H
#define NF_NR_SETUP_H

#include "sim/netreduce/device.h"
#include "sim/netreduce/frame.h"

enum {
  NF_NR_LEAVES = 8,
  NF_NR_LEAF_HOSTS = 6, // of eight members of a leaf's ring two are none
  NF_NR_HOSTS = NF_NR_LEAVES * NF_NR_LEAF_HOSTS,
  NF_NR_MOST_WINDOW = 4, // messages of a host under way, of which the accelerator holds 2W
  NF_NR_MOST_MSGLEN = 256
};

typedef struct {
  unsigned hosts, leaves, per_leaf; // leaves 0: one switch
  unsigned rings;                   // RingIDs from `ring` on
  bool apart;   // each ring has hosts of its own; else all hosts, and a part of their elements
  size_t bytes; // of a host
  uint8_t dtype;
  unsigned mtu;      // bytes of payload in a packet
  unsigned msglen;   // packets of a message
  unsigned window;   // messages, W
  unsigned equation; // what NETREDUCE Eq. (10) has for it
  unsigned slots;    // of the accelerator
  unsigned ring;
  uint32_t tag, first;                       // InetTag, MsgID of the first message
  uint32_t psn[NF_NR_HOSTS];                 // of each host's first packet
  unsigned ack_every;                        // packets that are acknowledged together, at most
  uint64_t byte_time, delay, through, cycle; // of a link, of the switch, clock of the accelerator
  uint64_t queue; // a link takes no more when what waits for it needs longer than this
  uint64_t rto, stall;
  uint32_t loss, doubled, reordered; // of 2^32, on every link
  uint64_t reorder_time;             // a frame that is reordered comes so much later, at most
  uint64_t seed;
  int silent; // host that sends nothing; -1: none
  int paused; // host whose link takes nothing for some time, at its accelerator; -1: none
  uint64_t paused_from, paused_time;
  int closed; // accelerator whose ring is closed under way; -1: none
  uint64_t closed_from;
  // Of one ring of several, as nf_nr_ring_setup has it.
  unsigned at, ports; // its first host of each switch, and the hosts of a switch, of all rings
  size_t begin;       // of its elements, in bytes
} nf_nr_setup;

typedef struct {
  uint64_t mac;
  uint32_t ip;
} nf_nr_address;

// Fills in what follows from the rest: window (0: by Eq. (10)), slots, time-outs.
int nf_nr_setup_finish(nf_nr_setup *s, nf_err *e);
// PSNs to begin with, from the seed.
void nf_nr_setup_psns(nf_nr_setup *s);

// One ring of them: hosts, per_leaf and bytes are its own, hosts are counted within it.
nf_nr_setup nf_nr_ring_setup(const nf_nr_setup *s, unsigned ring);
// Which host of the network is this one of a ring? Which one of a ring is a host? -1: none.
unsigned nf_nr_place_of(const nf_nr_setup *ring, unsigned host);
int nf_nr_member_at(const nf_nr_setup *ring, unsigned place);

nf_nr_address nf_nr_host_address(const nf_nr_setup *s, unsigned host);
nf_nr_address nf_nr_leaf_address(unsigned leaf);
nf_nr_address nf_nr_spine_address(void);
// Of a ring's host: the queue pair that the host before sends to, and the one that
// acknowledgements come to.
uint32_t nf_nr_receive_qp(const nf_nr_setup *ring, unsigned host);
uint32_t nf_nr_send_qp(const nf_nr_setup *ring, unsigned host);
// The RingID whose queue pair this is.
unsigned nf_nr_ring_of_qp(uint32_t qp);
static inline unsigned nf_nr_leaf_of(const nf_nr_setup *s, unsigned host) {
  return s->leaves ? host / s->per_leaf : 0;
}

// Accelerators: one, or those of the leaves and then the spine's.
unsigned nf_nr_devices(const nf_nr_setup *s);
// One ring's part of it.
nf_nr_device_cfg nf_nr_device_setup(const nf_nr_setup *ring, unsigned device);

// The first message has one packet, and no other is sent before its sum has come. Further
// all-reduces on the same connections are cut alike; their messages and packets are counted on.
uint64_t nf_nr_messages(const nf_nr_setup *s); // of one all-reduce
uint64_t nf_nr_packets(const nf_nr_setup *s);
// Messages that are complete when so many packets have come in order.
uint64_t nf_nr_messages_in(const nf_nr_setup *s, uint64_t packets);
// Packets of the messages before this one.
uint64_t nf_nr_packets_before(const nf_nr_setup *s, uint64_t message);

// A packet, and its part of the elements.
typedef struct {
  uint64_t message;
  unsigned offset, of; // packet of so many
  unsigned header;     // bytes of NetReduce header
  size_t at;           // its elements begin here
  unsigned bytes;      // of elements
} nf_nr_piece;

nf_nr_piece nf_nr_piece_of(const nf_nr_setup *s, uint64_t packet);
// The packet that has a byte of the elements.
uint64_t nf_nr_packet_with(const nf_nr_setup *s, size_t at);
// Time from the first bit of a packet at a host to the last one of its sum at the next host.
uint64_t nf_nr_round_trip(const nf_nr_setup *s);

#endif
