// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One direction of a link between engines (ACE Table 7): what is put in comes out in order
// `latency` cycles later; a packet takes (16 + 64 * words) / rate cycles. It keeps all that is
// under way, so that an end that does not take loses nothing.
#ifndef NF_ACE_WIRE_H
#define NF_ACE_WIRE_H

#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"

#include <stdbool.h>

enum { NF_WIRE_HEADER = 16 }; // bytes of a packet's header

// A bus cycle of a packet: its header with the first.
typedef struct {
  uint64_t due;
  bool first, last;
  nf_flit hdr;
  nf_ace_word data;
} nf_ace_beat;

typedef struct {
  uint32_t rate, latency; // bytes per cycle; cycles, 1 or more
  nf_ace_beat *ring;
  uint32_t room, at, count; // room is a power of two
  uint64_t sent;            // end of what was put in, in bytes of the wire since cycle 0
  bool normal;              // the last word put in was of a normal packet (ACE 4.4)
  // For the report, of the engines' packets.
  uint64_t packets, words, tokens; // tokens and credits: packets without words
  uint64_t first_cycle, last_cycle;
  uint64_t normal_packets, normal_words; // of the others
} nf_ace_wire;

bool nf_ace_wire_open(nf_ace_wire *w, uint32_t rate, uint32_t latency);
// Whether it takes something in this cycle.
static inline bool nf_ace_wire_ready(const nf_ace_wire *w, uint64_t cycle) {
  return w->sent < (cycle + 1) * w->rate;
}
// Puts something in; false when memory is short.
bool nf_ace_wire_put(nf_ace_wire *w, bool first, bool last, const nf_flit *hdr,
                     const nf_ace_word *data, uint64_t cycle);
// What arrives in this cycle, NULL: nothing.
static inline const nf_ace_beat *nf_ace_wire_end(const nf_ace_wire *w, uint64_t cycle) {
  const nf_ace_beat *b = &w->ring[w->at];
  return w->count && cycle >= b->due ? b : 0;
}
// It was taken.
static inline void nf_ace_wire_take(nf_ace_wire *w) {
  w->at = (w->at + 1) & (w->room - 1);
  w->count--;
}
void nf_ace_wire_close(nf_ace_wire *w);

#endif
