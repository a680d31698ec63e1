// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The Combinator of NETREDUCE 4.3 (Fig. 4): header, words of a sum and ICRC become a frame. A frame
// is put together where it will be read from; its ICRC is made when its last word comes, and is
// known as late as the RTL's. Every frame has the room of the longest, so that reserving is
// counting: once the aggregator has started, nothing here can hold up its words, and so no port the
// others.
#include "nf_netreduce_combiner.h"

#include <stdlib.h>
#include <string.h>

#include "nf_netreduce_icrc.h"

// SHORTEST: of an Ethernet frame without FCS; a header alone has 58 bytes. STAGES: u_icrc's seven
// and the register of known_q.
enum {
  PACKETS = 16,
  BEATS = NF_NETREDUCE_MAX_BEATS,
  BEAT = NF_NETREDUCE_WORD_BYTES,
  HEAD = NF_NETREDUCE_HEAD_BYTES,
  ICRC = NF_NETREDUCE_ICRC_BYTES,
  SHORTEST = 60,
  STAGES = 8 // from the last beat to the first cycle in which the ICRC is known
};

// A frame's part of u_beats. In the RTL headers wait in a memory of their own, as the beats are one
// ring.
typedef struct {
  unsigned size;   // payload and pad
  unsigned length; // of the frame
  nf_netreduce_word beats[BEATS];
} frame;

struct nf_netreduce_combiner {
  nf_netreduce_combiner_out out;
  uint32_t packets;
  unsigned reserved;    // frames that have not left
  unsigned known;       // of these, whose ICRC is known
  uint32_t due;         // bit n: one more in n cycles
  unsigned put;         // frame of the next header
  unsigned fill, words; // frame of the next word, and words that it has
  unsigned leave, beat; // frame that leaves, and its next beat
  frame frames[PACKETS];
};

// NF_PARAM CombinerPacketsInRange; no frame is reserved.
nf_status nf_netreduce_combiner_init(nf_netreduce_combiner **m,
                                     const nf_netreduce_combiner_cfg *cfg) {
  if (cfg->Packets < 2 || cfg->Packets > PACKETS)
    return "Packets must be 2..16";
  nf_netreduce_combiner *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_netreduce_combiner: out of memory";
  n->packets = cfg->Packets;
  n->out.ready = n->out.empty = true;
  *m = n;
  return NF_OK;
}

// ready_q, empty_o and the registers of the way out: out_data holds while nothing is offered.
const nf_netreduce_combiner_out *nf_netreduce_combiner_peek(const nf_netreduce_combiner *m) {
  return &m->out;
}

// `after`: the number of the next frame: headers, words and frames that leave go round in the same
// order.
static unsigned after(const nf_netreduce_combiner *m, unsigned n) {
  return n + 1 == m->packets ? 0 : n + 1;
}

// Section "way out", a beat for each that was taken. The room of a frame is free when its last beat
// is fetched (gone), not when that is taken: it stands in the output register then.
static void leave(nf_netreduce_combiner *m) {
  if (m->known == 0) {
    m->out.out_valid = false;
    return;
  }
  const frame *const f = &m->frames[m->leave];
  const unsigned left = f->length - m->beat * BEAT;
  m->out.out_valid = true;
  m->out.out_data = f->beats[m->beat++];
  m->out.out_last = left <= BEAT;
  m->out.out_bytes = (uint8_t)(left < BEAT ? left : BEAT);
  if (m->out.out_last) {
    m->beat = 0;
    m->leave = after(m, m->leave);
    m->known--;
    m->reserved--;
  }
}

// Section "headers whose frames have not begun yet": it is put where the frame will be, and need
// not wait. The lengths that the header itself says are nf_netreduce_header's, of the same size.
static void take_head(nf_netreduce_combiner *m, const nf_netreduce_combiner_in *in) {
  frame *const f = &m->frames[m->put];
  memcpy(f->beats, in->head, HEAD);
  f->size = in->size;
  f->length = HEAD + in->size + ICRC;
  if (f->length < SHORTEST)
    f->length = SHORTEST;
  m->put = after(m, m->put);
}

// Zeros up to the end of the last beat, and the ICRC, lowest byte first, unlike all other fields.
// What the last word has beyond the size is overwritten here: else the CRC would cover a store's
// old bytes, and a frame that is filled up would send them.
static void seal(frame *f) {
  const unsigned beats = (f->length + BEAT - 1) / BEAT, field = HEAD + f->size;
  uint8_t *const bytes = (uint8_t *)f->beats;
  memset(bytes + field, 0, beats * BEAT - field);
  nf_netreduce_icrc_sum sum = {0};
  for (unsigned i = 0; i < beats; i++)
    nf_netreduce_icrc_add(&sum, i == 0, i + 1 == beats, &f->beats[i], BEAT, field + ICRC, 0);
  const uint32_t crc = nf_netreduce_icrc_crc(&sum);
  for (unsigned i = 0; i < ICRC; i++)
    bytes[field + i] = (uint8_t)(crc >> 8 * i);
}

// Section "beats": a word lies behind the header at once, uncut; in the RTL it is cut, as a header
// has 54 bytes: ten bytes of it end one beat, the others begin the next. Words beyond the longest
// payload are not kept: there is no place for them.
static void take_word(nf_netreduce_combiner *m, const nf_netreduce_combiner_in *in) {
  frame *const f = &m->frames[m->fill];
  if (m->words < NF_NETREDUCE_MAX_WORDS)
    memcpy((uint8_t *)f->beats + HEAD + m->words * BEAT, &in->word, BEAT);
  m->words++;
  if (!in->word_last)
    return;
  seal(f);
  // What does not fit into the beat of the last word is written one cycle later.
  const bool more = f->length > m->words * BEAT;
  m->due |= 1u << (STAGES + more);
  m->fill = after(m, m->fill);
  m->words = 0;
}

// One edge. leave() looks at frames whose ICRC was known before this cycle. A frame whose last word
// comes is sealed at once and becomes known when the RTL's u_icrc is done (due). reserved counts
// down in leave() and up here, so a place that falls free can be reserved in the next cycle.
void nf_netreduce_combiner_step(nf_netreduce_combiner *m, const nf_netreduce_combiner_in *in) {
  if (in->out_ready || !m->out.out_valid)
    leave(m);
  if (in->head_valid)
    take_head(m, in);
  if (in->word_valid)
    take_word(m, in);
  m->due >>= 1;
  m->known += m->due & 1;
  m->reserved += in->reserve;
  m->out.ready = m->reserved < m->packets;
  m->out.empty = m->reserved == 0;
}

// The model's own: nothing leaves, and nothing will without an input. A frame that is reserved and
// whose words have not come does not count: they are the aggregator's.
bool nf_netreduce_combiner_idle(const nf_netreduce_combiner *m) {
  return !m->out.out_valid && m->known == 0 && m->due >> 1 == 0;
}

// The model's own; NULL is allowed.
void nf_netreduce_combiner_free(nf_netreduce_combiner *m) { free(m); }
