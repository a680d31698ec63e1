// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A cable with the link layer at its ends: two models of nf_ace_link, and a wire each way that
// turns bits (ACE 4.4 wants links that lose nothing). For bus words of 64 bytes, as nf_ace_link.
//
// The link layer works at the pace of the wires: it sends a word of NF_CABLE_WORD bytes and its
// control part in each of its own cycles, of which there are rate / NF_CABLE_WORD in one of the
// engines, at most one. In between it shows its ends nothing.
#ifndef NF_ACE_CABLE_H
#define NF_ACE_CABLE_H

#include "ace/nf_ace_link.h"
#include "ace/nf_ace_pkg.h"
#include "sim/ace/pipe.h"
#include "sim/engine/cycle/wire.h"

enum { NF_CABLE_WORD = NF_PIPE_HEADER + NF_ACE_WORD_BYTES };

// What the cables of a system have besides rate and latency.
typedef struct {
  bool on; // false: wires without a link layer
  nf_wire_faults faults;
  uint64_t seed;
} nf_ace_cable_cfg;

struct nf_ace_cable_end {
  uint32_t rate;
  nf_ace_link *model;
  nf_ace_link_in in;
  const nf_ace_link_out *out;
  nf_wire wire;     // that ends here
  nf_ace_beat beat; // what the link shows
  // For the report.
  uint64_t replays, resent;
};

typedef struct nf_ace_cable {
  nf_ace_cable_end end[2];
} nf_ace_cable;

// Between a node's wire to the other end and the one from it, which have the same rate and latency.
bool nf_ace_cable_open(nf_ace_cable *c, const nf_ace_cable_cfg *cfg, uint64_t number,
                       nf_ace_pipe *to, nf_ace_pipe *from);
// The end of a cycle: words and links move on.
void nf_ace_cable_step(nf_ace_cable *c, uint64_t cycle);
void nf_ace_cable_close(nf_ace_cable *c);

// What wire.h does, with a link layer.
unsigned nf_ace_cable_ready(const nf_ace_cable_end *end, uint64_t cycle);
void nf_ace_cable_put(nf_ace_cable_end *end, bool first, bool last, const nf_flit *hdr,
                      const uint64_t *data);
const nf_ace_beat *nf_ace_cable_get(nf_ace_cable_end *end, unsigned ready, uint64_t cycle);

#endif
