// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Replay buffers of links, where they may be too small, and bit errors.
//
// nf_link keeps each flit until the other end has acknowledged it, so a long cable has no more
// flits under way than its buffer holds. Bit errors (go-back-N, docs/link.md): a damaged flit and
// all behind it are sent again when the other end has told of the gap, a way there and back later;
// one that is damaged once more waits for the sender's timeout. What is sent in between is sent in
// vain, so what is behind it comes so much later. Meanwhile the link takes packets until its replay
// buffer is full. Acknowledgements and credits in damaged words are repeated by the next word, and
// idle words have nothing to lose.
#ifndef NF_FAST_WIRE_H
#define NF_FAST_WIRE_H

#include "fabric.h"
#include "sim/common/rng.h"

enum { NF_FAST_RETRIES = 8 }; // of a flit, after which nf_link gives up (sim/klenk/plan.c)

// A packet in the replay buffer.
typedef struct {
  uint32_t flits; // since the start, with its own
  uint32_t acked; // tick at which its place is free
} nf_fast_unacked;

// Of one direction of a cable.
struct nf_fast_wire {
  nf_rng rng;
  double scale;    // a word's errors: 1 / log of the chance that it has none
  uint64_t intact; // flits until the next one that is damaged
  uint32_t again;  // ticks from a damaged flit to its repetition
  uint32_t retry;  // ... from a repetition to the next, when it was damaged, too
  uint32_t line;   // tick at which all that the link has taken is on the wire for good
  uint32_t there;  // ticks from then to the place in the replay buffer being free
  uint32_t room;   // flits of it, but those that are promised
  uint32_t flits;  // that the link has taken since the start
  uint32_t flit;   // ticks of one
  uint32_t first;  // number of the first packet in `unacked`, and of the next one
  uint32_t next;   //
  uint32_t mask;   // of `unacked`, which has a place for each flit of `room` and one more
  nf_fast_unacked *unacked;
  uint64_t replays;
  bool down;
};

typedef struct {
  double bit_errors; // of links whose cable has no rate of its own
  uint64_t seed;
  bool all;     // every link has a wire; else those alone that need one
  bool bounded; // links of the exact engines' rate have their replay buffer, however long they are
} nf_fast_wires_cfg;

// True where a link has errors: all by the run's rate, or by that of its own cable.
bool nf_fast_wires_err(const nf_graph *g, double bit_errors);
// Every link of this worker, or each that is too long for its replay buffer, gets an error rate,
// which may be 0. Draws are those of the link, whoever runs it.
int nf_fast_wires_open(nf_fast_fabric *f, const nf_fast_wires_cfg *cfg, nf_err *e);
void nf_fast_wires_close(nf_fast_fabric *f);
uint64_t nf_fast_wires_replays(const nf_fast_fabric *f);
// Ticks in which something happens where anything is under way: a packet that is alone takes one
// link, one that waits for room waits for news over one, and a damaged flit is repeated.
uint32_t nf_fast_wires_rest(const nf_fast_fabric *f);

// The link takes a packet from a tick on. Returns the tick at which the last flit of it is on the
// wire for the last time; *free, when a packet of another channel may come, is put off where it
// must wait; *again: one of the same channel may. Room for a packet is promised to each channel
// before it has one, and whoever has been served is promised room last.
uint32_t nf_fast_wire_take(nf_fast_wire *w, unsigned flits, uint32_t now, uint32_t *free,
                           uint32_t *again);

#endif
