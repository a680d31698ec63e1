// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/pipe.h"

#include "ace/nf_ace_pkg.h"
#include "sim/ace/cable.h"
#include <stdlib.h>
#include <string.h>

bool nf_ace_pipe_open(nf_ace_pipe *w, uint32_t rate, uint32_t latency, uint32_t word) {
  enum { ROOM = 64 };
  *w = (nf_ace_pipe){.rate = rate, .latency = latency, .word = word};
  bool ok = true;
  for (unsigned c = 0; c < NF_PIPE_CLASSES; c++) {
    nf_ace_pipe_queue *q = &w->queue[c];
    *q = (nf_ace_pipe_queue){.ring = malloc(ROOM * sizeof *q->ring), .room = ROOM};
    ok = ok && q->ring;
  }
  return ok;
}

static bool grow(nf_ace_pipe_queue *q) {
  nf_ace_beat *more = malloc(2 * q->room * sizeof *more);
  if (!more)
    return false;
  const uint32_t end = q->room - q->at; // what lies up to the end of the ring, then the rest
  memcpy(more, q->ring + q->at, end * sizeof *more);
  memcpy(more + end, q->ring, q->at * sizeof *more);
  free(q->ring);
  q->ring = more;
  q->at = 0;
  q->room *= 2;
  return true;
}

unsigned nf_ace_pipe_ready(const nf_ace_pipe *w, uint64_t cycle) {
  if (w->sender)
    return nf_ace_cable_ready(w->sender, cycle);
  return w->sent < (cycle + 1) * w->rate ? (unsigned)NF_PIPE_ANY : 0;
}

bool nf_ace_pipe_put(nf_ace_pipe *w, bool first, bool last, const nf_flit *hdr,
                     const uint64_t *data, uint64_t cycle) {
  if (first)
    w->put_class = nf_ace_hdr_mode(hdr->w) ? NF_PIPE_ENGINE : NF_PIPE_NORMAL;
  nf_ace_pipe_queue *q = &w->queue[w->put_class];
  if (w->sender) {
    nf_ace_cable_put(w->sender, first, last, hdr, data);
  } else if (q->count == q->room && !grow(q)) {
    return false;
  } else {
    nf_ace_beat *const b = &q->ring[(q->at + q->count++) & (q->room - 1)];
    b->due = cycle + w->latency;
    b->first = first;
    b->last = last;
    b->traffic_class = w->put_class;
    b->hdr = *hdr;
    nf_ace_word_copy(b->data.w, data, w->word / 8);
  }
  const bool empty = first && nf_ace_hdr_words(hdr->w) == 0;
  const uint32_t bytes = w->sender ? (uint32_t)NF_CABLE_WORD
                                   : (first ? (uint32_t)NF_PIPE_HEADER : 0) + (empty ? 0 : w->word);
  const uint64_t now = cycle * w->rate;
  w->sent = (w->sent > now ? w->sent : now) + bytes;
  if (w->put_class == NF_PIPE_NORMAL) {
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

static const nf_ace_beat *next(const nf_ace_pipe *w, unsigned traffic_class, unsigned ready,
                               uint64_t cycle) {
  const nf_ace_pipe_queue *q = &w->queue[traffic_class];
  const nf_ace_beat *b = &q->ring[q->at];
  return q->count && (ready >> traffic_class & 1) && cycle >= b->due ? b : NULL;
}

const nf_ace_beat *nf_ace_pipe_end(const nf_ace_pipe *w, unsigned ready, uint64_t cycle) {
  if (w->receiver)
    return nf_ace_cable_get(w->receiver, ready, cycle);
  const nf_ace_beat *other = w->open ? NULL : next(w, !w->taken, ready, cycle);
  return other ? other : next(w, w->taken, ready, cycle);
}

void nf_ace_pipe_take(nf_ace_pipe *w, const nf_ace_beat *b) {
  if (w->receiver)
    return; // its link sees what is ready
  nf_ace_pipe_queue *q = &w->queue[b->traffic_class];
  w->taken = b->traffic_class;
  w->open = !b->last;
  q->at = (q->at + 1) & (q->room - 1);
  q->count--;
}

void nf_ace_pipe_close(nf_ace_pipe *w) {
  for (unsigned c = 0; c < NF_PIPE_CLASSES; c++)
    free(w->queue[c].ring);
}
