// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// End hosts, links, Ethernet switches and their accelerators (NETREDUCE 4.4, Fig. 7; 4.5, Fig. 8).
// A switch gives every RoCE v2 frame of a host to the accelerator's port of that host, and what
// leaves the accelerator to where its destination is. A leaf gives what comes from above to one
// more port; a spine gives its accelerator what is addressed to itself. Events in the order of
// their times; links lose, double and reorder.
#ifndef NF_NR_NETWORK_H
#define NF_NR_NETWORK_H

#include "sim/common/rng.h"
#include "sim/netreduce/events.h"
#include "sim/netreduce/host.h"

typedef enum { NF_NR_AT_HOST, NF_NR_AT_DEVICE, NF_NR_AT_SPINE, NF_NR_AT_LEAF } nf_nr_place;

typedef struct {
  nf_nr_place to;
  unsigned index, port; // of what it leads to
  uint64_t delay, free; // free: when its last frame will have been sent
  uint64_t frames, lost, doubled, reordered, overflows;
} nf_nr_link;

typedef struct {
  uint64_t frames, lost, doubled, reordered, overflows;
  uint64_t unrouted; // frames to a destination that is nowhere
} nf_nr_link_counts;

typedef struct nf_nr_ethernet {
  const nf_nr_setup *setup;
  const nf_nr_engine *engine;
  nf_nr_setup ring[NF_NR_RINGS];
  nf_nr_host host[NF_NR_RINGS * NF_NR_HOSTS]; // those of ring 0, of ring 1, ...
  // An event is on its way: of the link of a host of the network; of a time-out of one of `host`.
  bool sending[NF_NR_HOSTS], timing[NF_NR_RINGS * NF_NR_HOSTS];
  unsigned turn[NF_NR_HOSTS]; // ring that may send first by the host's link
  void *device[NF_NR_LEAVES + 1];
  uint64_t wake[NF_NR_LEAVES + 1]; // when a device is advanced next
  nf_nr_link from_host[NF_NR_HOSTS], to_host[NF_NR_HOSTS];
  nf_nr_link up[NF_NR_LEAVES], down[NF_NR_LEAVES]; // leaf to spine, spine to leaf
  nf_nr_events events;
  nf_rng rng;
  uint64_t now, progress;      // progress: when a packet came in order last
  uint64_t unrouted, received; // received: packets in order, at all hosts
  uint64_t finished;           // when the last packet came in order
  uint64_t ended[NF_NR_RINGS]; // of one ring
  // Sees each frame that comes to a port of an accelerator; NULL: nobody looks.
  int (*tap)(void *context, unsigned device, unsigned port, uint64_t time, const uint8_t *frame,
             unsigned bytes, nf_err *e);
  void *context;
} nf_nr_ethernet;

// data, results: of each host.
int nf_nr_ethernet_open(nf_nr_ethernet *n, const nf_nr_setup *s, const nf_nr_engine *engine,
                        uint32_t *const *data, uint32_t *const *result, nf_err *e);
// When all is done: one more all-reduce on the same connections, with the data that are in the
// arrays now; PSNs and MsgIDs go on.
int nf_nr_ethernet_again(nf_nr_ethernet *n, nf_err *e);
// Works off events until all is done or so many have been; false in *more: done. Refuses to stand
// still: says who waits for what.
int nf_nr_ethernet_run(nf_nr_ethernet *n, unsigned events, bool *more, nf_err *e);
// How many of `host` there are.
static inline unsigned nf_nr_ethernet_hosts(const nf_nr_ethernet *n) {
  return n->setup->rings * n->ring[0].hosts;
}
// Packets of all of them, one all-reduce.
uint64_t nf_nr_ethernet_packets(const nf_nr_ethernet *n);
nf_nr_link_counts nf_nr_ethernet_links(const nf_nr_ethernet *n);
void nf_nr_ethernet_close(nf_nr_ethernet *n);

#endif
