// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Windows of traffic that are longer than room takes to travel back over a link.
//
// Of what a site does in a window its neighbours see packets and room. Packets take a whole switch
// longer than room does, so room would bound the window; but an output that has room for all that a
// window can send asks for none. Where all outputs of a plane have, its next window is as long as
// packets take, else as short as ever, and each result is the same. Endpoints with one port are run
// behind their switch then, so that what they are sent in the window is there.
#ifndef NF_FAST_AHEAD_H
#define NF_FAST_AHEAD_H

#include "run.h"

struct nf_fast_ahead {
  uint32_t window; // ticks
  uint32_t *order; // of sites, plane after plane
  unsigned flits;  // that an output sends in such a window, at most
};

// Where the longer windows would not be longer, or workers cannot agree about each, there are none:
// window 0. most: ticks that they may have at most. flits: of a packet.
int nf_fast_ahead_open(nf_fast_ahead *a, nf_fast *f, uint32_t most, unsigned flits, nf_err *e);
void nf_fast_ahead_close(nf_fast_ahead *a);

// Looks whether all outputs of this worker in a plane have room for a longer window, one that
// begins at a tick.
bool nf_fast_ahead_open_plane(const nf_fast_ahead *a, const nf_fast_fabric *net,
                              const nf_fast_plane *plane, uint32_t from);

#endif
