// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One direction of a link between engines (ACE Table 7): what is put in comes out `latency` cycles
// later; a packet takes (16 + bytes of its words) / rate cycles. It keeps all that is under way, so
// that an end that does not take loses nothing.
//
// Two classes of packets share its rate, those of engines and normal ones (ACE 4.4). Each arrives
// in order in a queue of its own, so that a class that the end does not take does not hold the
// other. Where both wait they take turns; a packet that has begun is not interrupted.
//
// With a link layer at its ends (cable.h) it holds nothing itself, and counts what goes through.
#ifndef NF_ACE_WIRE_H
#define NF_ACE_WIRE_H

#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"

#include <stdbool.h>

enum { NF_PIPE_HEADER = 16 }; // bytes of a packet's header
// By class, as the bits of an engine's link ready.
enum { NF_PIPE_NORMAL, NF_PIPE_ENGINE, NF_PIPE_CLASSES };
enum { NF_PIPE_ANY = (1 << NF_PIPE_CLASSES) - 1 };

// A bus cycle of a packet: its header with the first.
typedef struct {
  uint64_t due;
  bool first, last;
  uint8_t traffic_class;
  nf_flit hdr;
  nf_ace_word data; // its first limbs count
} nf_ace_beat;

// What is under way or waits, of one class.
typedef struct {
  nf_ace_beat *ring;
  uint32_t room, at, count; // room is a power of two
} nf_ace_pipe_queue;

typedef struct nf_ace_cable_end nf_ace_cable_end;

typedef struct {
  nf_ace_cable_end *sender, *receiver; // of its cable; NULL: no link layer
  uint32_t rate, latency;              // bytes per cycle; cycles, 1 or more
  uint32_t word;                       // bytes of a bus word
  nf_ace_pipe_queue queue[NF_PIPE_CLASSES];
  uint64_t sent;     // end of what was put in, in bytes of the wire since cycle 0
  uint8_t put_class; // of the last word put in
  uint8_t taken;     // class of the last word taken
  bool open;         // which did not end its packet
  // For the report, of the engines' packets.
  uint64_t packets, words, tokens; // tokens and credits: packets without words
  uint64_t first_cycle, last_cycle;
  uint64_t normal_packets, normal_words; // of the others
} nf_ace_pipe;

bool nf_ace_pipe_open(nf_ace_pipe *w, uint32_t rate, uint32_t latency, uint32_t word);
// Of which classes it takes something in this cycle, a bit each.
unsigned nf_ace_pipe_ready(const nf_ace_pipe *w, uint64_t cycle);
// Puts something in, with data a bus word; false when memory is short.
bool nf_ace_pipe_put(nf_ace_pipe *w, bool first, bool last, const nf_flit *hdr,
                     const uint64_t *data, uint64_t cycle);
// What an end that is ready for some classes (a bit each) takes in this cycle, NULL: nothing.
const nf_ace_beat *nf_ace_pipe_end(const nf_ace_pipe *w, unsigned ready, uint64_t cycle);
// It was taken.
void nf_ace_pipe_take(nf_ace_pipe *w, const nf_ace_beat *b);
void nf_ace_pipe_close(nf_ace_pipe *w);

#endif
