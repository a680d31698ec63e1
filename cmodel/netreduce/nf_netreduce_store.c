// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A port's own packets, until their column is complete and longer: a host may ask for the sum
// again, and gets it with its own header (NETREDUCE 4.3.2). Each port has one, so that the words of
// all members of a column are read in one cycle. A history with headers beside it.
#include "nf_netreduce_store.h"

#include "netreduce/nf_netreduce_history.h"

#include <stdlib.h>
#include <string.h>

struct nf_netreduce_store {
  nf_netreduce_store_out out;
  uint32_t places;
  nf_netreduce_history *payload;
  // u_heads: 54 bytes a place, as on the wire.
  uint8_t heads[][NF_NETREDUCE_HEAD_BYTES];
};

// One edge: u_payload, whose memories are used directly, so that its own step copies nothing, and
// u_heads. Header, size and words are written on their own: a repeated packet brings its header
// anew and must leave the payload alone, which may be added at this moment.
void nf_netreduce_store_step(nf_netreduce_store *m, const nf_netreduce_store_in *in) {
  // Read before write: the old value wins.
  if (in->size_re && in->size_place < m->places)
    m->out.size = *nf_netreduce_history_size_at(m->payload, in->size_place);
  if (in->head_re && in->head_place < m->places)
    memcpy(m->out.head, m->heads[in->head_place], sizeof m->out.head);
  if (in->word_re && in->word_place < m->places)
    m->out.word = *nf_netreduce_history_word_at(m->payload, in->word_place, in->word_index);
  if (in->place >= m->places)
    return;
  if (in->size_we)
    *nf_netreduce_history_size_at(m->payload, in->place) = in->size & 2047;
  if (in->word_we)
    *nf_netreduce_history_word_at(m->payload, in->place, in->index) = in->word;
  if (in->head_we)
    memcpy(m->heads[in->place], in->head, sizeof in->head);
}

// NF_PARAM StorePlacesInRange and u_payload.
nf_status nf_netreduce_store_init(nf_netreduce_store **m, const nf_netreduce_store_cfg *cfg) {
  if (cfg->Places < 2 || cfg->Places > NF_NETREDUCE_STORE_MAX_PLACES)
    return "Places must be 2..65536";
  nf_netreduce_store *const n = calloc(1, sizeof *n + cfg->Places * sizeof n->heads[0]);
  if (n == NULL)
    return "out of memory";
  const nf_netreduce_history_cfg payload = {.Places = cfg->Places};
  const nf_status status = nf_netreduce_history_init(&n->payload, &payload);
  if (status != NF_OK) {
    free(n);
    return status;
  }
  n->places = cfg->Places;
  *m = n;
  return NF_OK;
}

// The RAMs' output registers, which hold until the next read.
const nf_netreduce_store_out *nf_netreduce_store_peek(const nf_netreduce_store *m) {
  return &m->out;
}

// The payload, and the headers behind the model.
void nf_netreduce_store_free(nf_netreduce_store *m) {
  if (m == NULL)
    return;
  nf_netreduce_history_free(m->payload);
  free(m);
}
