// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Payloads by place: the buffer for history results of NETREDUCE 4.3.2, and the larger part of each
// port's store. Directly mapped, so nothing is searched, and nothing can be displaced by another
// ring's traffic. It never forgets: whether a place means anything the state manager knows. One
// array for each kind; pages that nobody writes cost nothing.
#include "nf_netreduce_history.h"

#include "netreduce/nf_netreduce_pkg.h"

#include <stdlib.h>

struct nf_netreduce_history {
  nf_netreduce_history_out out;
  uint32_t places;
  // u_sizes and u_words: 16 words of 64 bytes a place, the longest payload that a packet of the
  // engine has (MAX_PAYLOAD).
  uint16_t *sizes;
  nf_netreduce_word *words;
};

// A place of u_sizes, for the store too; NULL beyond the last one, which the RTL's properties
// forbid.
uint16_t *nf_netreduce_history_size_at(nf_netreduce_history *m, uint32_t place) {
  return place < m->places ? &m->sizes[place] : NULL;
}

// A place of u_words, likewise.
nf_netreduce_word *nf_netreduce_history_word_at(nf_netreduce_history *m, uint32_t place,
                                                unsigned index) {
  return place < m->places ? &m->words[(size_t)place * NF_NETREDUCE_MAX_WORDS + (index & 15)]
                           : NULL;
}

// One edge: both RAMs. Size and words have a read port each, as the aggregator asks for the size of
// the next job while it reads the words of this one.
void nf_netreduce_history_step(nf_netreduce_history *m, const nf_netreduce_history_in *in) {
  // Read before write: the old value wins.
  if (in->size_re && in->size_place < m->places)
    m->out.size = *nf_netreduce_history_size_at(m, in->size_place);
  if (in->word_re && in->word_place < m->places)
    m->out.word = *nf_netreduce_history_word_at(m, in->word_place, in->word_index);
  if (in->size_we && in->place < m->places)
    *nf_netreduce_history_size_at(m, in->place) = in->size & 2047;
  if (in->word_we && in->place < m->places)
    *nf_netreduce_history_word_at(m, in->place, in->index) = in->word;
}

// NF_PARAM HistoryPlacesInRange. Memories of zeros; in the RTL what was never written is undefined.
nf_status nf_netreduce_history_init(nf_netreduce_history **m, const nf_netreduce_history_cfg *cfg) {
  if (cfg->Places < 2 || cfg->Places > NF_NETREDUCE_HISTORY_MAX_PLACES)
    return "Places must be 2..65536";
  nf_netreduce_history *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "out of memory";
  n->places = cfg->Places;
  n->sizes = calloc(cfg->Places, sizeof *n->sizes);
  n->words = calloc((size_t)cfg->Places * NF_NETREDUCE_MAX_WORDS, sizeof *n->words);
  if (n->sizes == NULL || n->words == NULL) {
    nf_netreduce_history_free(n);
    return "out of memory";
  }
  *m = n;
  return NF_OK;
}

// The RAMs' output registers, which hold until the next read.
const nf_netreduce_history_out *nf_netreduce_history_peek(const nf_netreduce_history *m) {
  return &m->out;
}

// Also of a model whose memories could not both be made.
void nf_netreduce_history_free(nf_netreduce_history *m) {
  if (m == NULL)
    return;
  free(m->sizes);
  free(m->words);
  free(m);
}
