// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "data.h"

#include <stdlib.h>
#include <string.h>

static int find_ranks(const nf_simulate_options *o, uint32_t *ranks, nf_err *e) {
  nf_graph g;
  *ranks = o->run.collective.ranks;
  if (*ranks == 0 && nf_graph_open(&g, o->run.topology, e) == NF_EXIT_OK) {
    *ranks = g.endpoints;
    nf_graph_close(&g);
  }
  if (e->status == NF_EXIT_OK && *ranks > NF_FILES_MAX_RANKS)
    nf_refuse(e, "--payload: data of %u ranks, up to %d are possible; give --ranks", *ranks,
              NF_FILES_MAX_RANKS);
  return e->status;
}

int nf_simulate_data_open(nf_simulate_data *d, nf_simulate_options *o, nf_err *e) {
  nf_fast_collective_cfg *c = &o->run.collective;
  uint32_t ranks;
  *d = (nf_simulate_data){.in = {.ranks = 0}};
  if (o->input)
    nf_inputs_read(&d->in, o->input, c->ranks, NF_FILES_MAX_RANKS, o->dtype, e);
  else if (find_ranks(o, &ranks, e) == NF_EXIT_OK)
    nf_inputs_make(&d->in, ranks, c->bytes, o->dtype, o->seed, e);
  if (e->status != NF_EXIT_OK || nf_fast_payload_open(&d->payload, &d->in, o->op, e) != NF_EXIT_OK)
    return e->status;
  c->ranks = d->in.ranks;
  c->bytes = d->in.bytes;
  if (c->bytes < 4)
    return nf_refuse(e, "the ranks' data has no word of 4 bytes");
  o->run.payload = &d->payload;
  o->run.replay = &d->replay;
  return NF_EXIT_OK;
}

int nf_simulate_data_write(const nf_simulate_data *d, const char *folder, nf_outputs *out,
                           nf_err *e) {
  const nf_fast_payload *p = &d->payload;
  const uint32_t parts = p->held_parts - p->first_result;
  const size_t words = (d->in.bytes + 3) / 4;
  uint32_t *result = calloc((size_t)parts * p->words, sizeof *result);
  if (!result)
    return nf_err_memory(e, "the results");
  for (uint32_t r = 0; r < d->in.ranks && e->status == NF_EXIT_OK; r++) {
    memset(result, 0, (size_t)parts * p->words * sizeof *result);
    for (uint32_t k = 0; k < parts && (size_t)k * p->words < words; k++) {
      const uint32_t term = *nf_fast_payload_held(p, r, p->first_result + k);
      if (term)
        memcpy(result + (size_t)k * p->words, p->term[term].word, p->words * sizeof *result);
    }
    nf_outputs_rank(out, folder, r, &d->in.file[r], result, e);
  }
  free(result);
  return e->status;
}

void nf_simulate_data_close(nf_simulate_data *d) {
  nf_fast_payload_close(&d->payload);
  nf_inputs_free(&d->in);
}
