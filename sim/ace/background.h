// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Normal traffic of a node's host, past the engine (ACE 4.4): on each port that has a link it sends
// packets of one to four words to the node next on that link, at a share of the link's rate, and
// takes those that come. On a ring a port sends to the neighbour; over a switch to the node at a
// distance of its own. Both ends draw sizes, headers and words from the same numbers, so each word
// is checked: a packet that is broken, lost, doubled or out of order is found at once.
#ifndef NF_ACE_BACKGROUND_H
#define NF_ACE_BACKGROUND_H

#include "ace/nf_ace.h"
#include "sim/ace/dimensions.h"
#include "sim/common/rng.h"

// The packets from a port of a node, one after the other, as one end sees them.
typedef struct {
  nf_rng rng;
  unsigned src, dst;  // nodes
  nf_flit hdr;        // of the packet that is next or under way
  nf_ace_word data;   // its word that is next
  uint32_t word;      // bytes of a bus word
  unsigned words, at; // its words; those that are over
  uint64_t packets;   // whole ones
} nf_ace_flow;

typedef struct {
  uint8_t ports; // that have a link; 0: no traffic
  unsigned percent;
  unsigned pauses; // chance in percent that the host does not take a word
  nf_rng rng;
  bool on; // packets begin
  struct {
    nf_ace_flow out, in;
    uint32_t rate; // bytes per cycle of the link
    uint32_t owed; // hundredths of bytes that it may send
    bool going;    // a packet has begun
  } port[NF_TOPO_PORTS];
} nf_ace_background;

// rate: of the links by port, 0: no link.
void nf_ace_background_open(nf_ace_background *b, const nf_topo *t, unsigned node, unsigned percent,
                            const uint32_t rate[NF_TOPO_PORTS], uint32_t word, uint64_t seed);
// One cycle of the host's ports. A word that is not the next one is refused.
int nf_ace_background_step(nf_ace_background *b, const nf_ace_out *out, nf_ace_in *in, nf_err *e);
// Packets that a node has begun to send, and those that it has got.
uint64_t nf_ace_background_sent(const nf_ace_background *b);
uint64_t nf_ace_background_got(const nf_ace_background *b);

#endif
