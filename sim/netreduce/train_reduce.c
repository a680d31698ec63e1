// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/train_reduce.h"

#include "common/nf_defs.h"
#include "sim/cli/progress.h"
#include "sim/netreduce/checker.h"
#include <stdlib.h>
#include <string.h>

int nf_nr_reducer_open(nf_nr_reducer *r, const nf_nr_setup *s, const nf_nr_engine *engine,
                       nf_nr_number number, unsigned count, nf_err *e) {
  *r = (nf_nr_reducer){.setup = *s, .number = number, .ring = !engine, .count = count};
  r->setup.bytes = nf_nr_number_bytes(&number, count);
  r->setup.dtype = number.dtype;
  for (unsigned h = 0; h < s->hosts; h++) {
    r->word[h] = calloc(r->setup.bytes, 1);
    r->result[h] = calloc(r->setup.bytes, 1);
    if (!r->word[h] || !r->result[h])
      return nf_err_memory(e, "the gradients");
  }
  if (r->ring)
    return e->status;
  r->net = calloc(1, sizeof *r->net);
  if (!r->net)
    return nf_err_memory(e, "the network");
  r->net->engine = engine;
  return nf_nr_setup_finish(&r->setup, e);
}

// ------------------------------------------------------------------------------- through a network
static int reduce(nf_nr_reducer *r, nf_err *e) {
  enum { BURST = 100000 };
  bool more = true;
  uint64_t words;
  const uint64_t begin = r->net->now;
  const double start = nf_seconds();
  if (r->open)
    nf_nr_ethernet_again(r->net, e);
  else
    nf_nr_ethernet_open(r->net, &r->setup, r->net->engine, r->word, r->result, e);
  r->open = true;
  while (e->status == NF_EXIT_OK && more)
    nf_nr_ethernet_run(r->net, BURST, &more, e);
  r->time += r->net->finished - begin;
  r->seconds += nf_seconds() - start;
  return e->status == NF_EXIT_OK ? nf_nr_check_results(&r->setup, r->word, r->result, &words, e)
                                 : e->status;
}

// ------------------------------------------------------------------------------- by the hosts
// A part of the elements goes once around: it begins with another host for each of as many parts as
// there are hosts (NETREDUCE 2.1).
static void go_around(nf_nr_reducer *r, float *const *gradient) {
  const unsigned hosts = r->setup.hosts;
  for (unsigned i = 0; i < r->count; i++) {
    const unsigned first = (unsigned)((uint64_t)i * hosts / r->count);
    float sum = gradient[first][i];
    for (unsigned k = 1; k < hosts; k++)
      sum += gradient[(first + k) % hosts][i];
    for (unsigned h = 0; h < hosts; h++)
      memcpy(&r->result[h][i], &sum, sizeof sum);
  }
}

// ------------------------------------------------------------------------------- either way
int nf_nr_reducer_sum(nf_nr_reducer *r, float *const *gradient, nf_err *e) {
  const unsigned hosts = r->setup.hosts;
  for (unsigned h = 0; h < hosts && e->status == NF_EXIT_OK; h++)
    nf_nr_number_write(&r->number, r->word[h], gradient[h], r->count, &r->counts, e);
  if (e->status != NF_EXIT_OK)
    return e->status;
  if (r->ring)
    go_around(r, gradient);
  else if (reduce(r, e) != NF_EXIT_OK)
    return e->status;
  nf_nr_number_judge(&r->number, r->result[0], r->word, gradient, hosts, r->count, &r->counts);
  for (unsigned h = 0; h < hosts; h++)
    nf_nr_number_read(&r->number, gradient[h], r->result[h], r->count);
  return e->status;
}

void nf_nr_reducer_close(nf_nr_reducer *r) {
  for (unsigned h = 0; h < NF_NR_HOSTS; h++) {
    free(r->word[h]);
    free(r->result[h]);
  }
  if (r->open)
    nf_nr_ethernet_close(r->net);
  free(r->net);
}
