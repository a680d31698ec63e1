// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "wire.h"

#include "ace/nf_ace_pkg.h"
#include <stdlib.h>
#include <string.h>

bool nf_ace_wire_open(nf_ace_wire *w, uint32_t rate, uint32_t latency) {
  *w = (nf_ace_wire){.rate = rate, .latency = latency, .room = 64};
  w->ring = malloc(w->room * sizeof *w->ring);
  return w->ring != NULL;
}

static bool grow(nf_ace_wire *w) {
  nf_ace_beat *more = malloc(2 * w->room * sizeof *more);
  if (!more)
    return false;
  const uint32_t end = w->room - w->at; // what lies up to the end of the ring, then the rest
  memcpy(more, w->ring + w->at, end * sizeof *more);
  memcpy(more + end, w->ring, w->at * sizeof *more);
  free(w->ring);
  w->ring = more;
  w->at = 0;
  w->room *= 2;
  return true;
}

bool nf_ace_wire_put(nf_ace_wire *w, bool first, bool last, const nf_flit *hdr,
                     const nf_ace_word *data, uint64_t cycle) {
  if (w->count == w->room && !grow(w))
    return false;
  const bool empty = first && nf_ace_hdr_words(hdr->w) == 0;
  const uint32_t bytes =
      (first ? (uint32_t)NF_WIRE_HEADER : 0) + (empty ? 0 : (uint32_t)NF_ACE_WORD_BYTES);
  const uint64_t now = cycle * w->rate;
  w->sent = (w->sent > now ? w->sent : now) + bytes;
  w->ring[(w->at + w->count++) & (w->room - 1)] =
      (nf_ace_beat){cycle + w->latency, first, last, *hdr, *data};
  if (first)
    w->normal = !nf_ace_hdr_mode(hdr->w);
  if (w->normal) {
    w->normal_packets += first;
    w->normal_words++;
    return true;
  }
  w->words += !empty;
  w->packets += first;
  w->tokens += empty;
  if (w->packets == 1 && first)
    w->first_cycle = cycle;
  w->last_cycle = cycle;
  return true;
}

void nf_ace_wire_close(nf_ace_wire *w) { free(w->ring); }
