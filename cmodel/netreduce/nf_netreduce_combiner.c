// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A frame is put together where it will be read from; its ICRC is made when its last word comes,
// and is known as late as the RTL's.
#include "nf_netreduce_combiner.h"

#include <stdlib.h>
#include <string.h>

#include "nf_netreduce_icrc.h"

enum {
  PACKETS = 16,
  BEATS = NF_NETREDUCE_MAX_BEATS,
  BEAT = NF_NETREDUCE_WORD_BYTES,
  HEAD = NF_NETREDUCE_HEAD_BYTES,
  ICRC = NF_NETREDUCE_ICRC_BYTES,
  SHORTEST = 60,
  STAGES = 8 // from the last beat to the first cycle in which the ICRC is known
};

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

// ready_q, empty_o and the registers of the way out.
const nf_netreduce_combiner_out *nf_netreduce_combiner_peek(const nf_netreduce_combiner *m) {
  return &m->out;
}

// `after`: the number of the next frame.
static unsigned after(const nf_netreduce_combiner *m, unsigned n) {
  return n + 1 == m->packets ? 0 : n + 1;
}

// Section "way out". The room of a frame is free when its last beat is fetched (gone), not when
// that is taken.
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
// not wait.
static void take_head(nf_netreduce_combiner *m, const nf_netreduce_combiner_in *in) {
  frame *const f = &m->frames[m->put];
  memcpy(f->beats, in->head, HEAD);
  f->size = in->size;
  f->length = HEAD + in->size + ICRC;
  if (f->length < SHORTEST)
    f->length = SHORTEST;
  m->put = after(m, m->put);
}

// Zeros up to the end of the last beat, and the ICRC.
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

// Section "beats": a word lies behind the header at once, uncut. Words beyond the longest payload
// are not kept: there is no place for them.
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
// comes is sealed at once and becomes known when the RTL's u_icrc is done (due).
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

// The model's own.
bool nf_netreduce_combiner_idle(const nf_netreduce_combiner *m) {
  return !m->out.out_valid && m->known == 0 && m->due >> 1 == 0;
}

void nf_netreduce_combiner_free(nf_netreduce_combiner *m) { free(m); }
