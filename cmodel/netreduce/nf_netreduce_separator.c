// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The Separator of NETREDUCE 4.3 (Fig. 4): headers and payload of a packet that is taken. A word is
// 10 bytes of one beat and 54 of the next, as the headers have 54 bytes. It checks nothing: the
// parser has seen that the frame has its payload and four bytes more, and the lookups that it has
// 16 words at most.
#include "nf_netreduce_separator.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD = NF_NETREDUCE_HEAD_BYTES, WORD = NF_NETREDUCE_WORD_BYTES, TAIL = WORD - HEAD };

struct nf_netreduce_separator {
  nf_netreduce_separator_out out;
  // open_q, first_q and flush_q.
  bool open, first, flush; // inside of a frame; the beat before was its first, its last
  uint16_t left;           // bytes of payload that are still to come
  uint8_t index;
  nf_netreduce_word before; // the beat before
};

// `emit` and `word`: the end of the beat before and the beginning of this one, zeros beyond the
// payload: what comes behind is the ICRC, or padding that somebody has chosen, and goes to no
// store.
static void emit(nf_netreduce_separator *m, const nf_netreduce_word *data) {
  uint8_t *const word = (uint8_t *)m->out.word.w;
  memcpy(word, (const uint8_t *)m->before.w + HEAD, TAIL);
  memcpy(word + TAIL, data->w, HEAD);
  m->out.word_valid = true;
  m->out.word_index = m->index;
  m->index = (m->index + 1) & 15;
  if (m->left >= WORD) {
    m->left = (uint16_t)(m->left - WORD);
  } else {
    memset(word + m->left, 0, WORD - m->left);
    m->left = 0;
  }
}

// One edge. The head is put out two cycles behind its beat, so it stays while the frame's last word
// comes, even if the next frame follows at once. A word is emitted before the beat takes the place
// of the one before. With the frame's last beat gone (flush) the word is what that held; what lies
// behind is cut off by left.
void nf_netreduce_separator_step(nf_netreduce_separator *m, const nf_netreduce_separator_in *in) {
  if (m->first)
    memcpy(m->out.head, m->before.w, HEAD);
  m->out.done = m->flush;
  m->out.word_valid = false;
  if (m->left != 0 && (m->flush || (in->in_valid && m->open)))
    emit(m, &in->in_data);
  m->first = in->in_valid && !m->open;
  m->flush = in->in_valid && in->in_last;
  if (!in->in_valid)
    return;
  if (!m->open) {
    // Of the record, not of the frame: so what is stored is what the lookups were asked about.
    m->left = in->size & 2047;
    m->index = 0;
  }
  m->open = !in->in_last;
  m->before = in->in_data;
}

// No parameters to refuse; no frame is open.
nf_status nf_netreduce_separator_init(nf_netreduce_separator **m,
                                      const nf_netreduce_separator_cfg *cfg) {
  (void)cfg;
  nf_netreduce_separator *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "out of memory";
  *m = n;
  return NF_OK;
}

// Registers all of them: whoever stores takes head and size with done.
const nf_netreduce_separator_out *nf_netreduce_separator_peek(const nf_netreduce_separator *m) {
  return &m->out;
}

// The model's own; NULL is allowed.
void nf_netreduce_separator_free(nf_netreduce_separator *m) { free(m); }
