// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "roce.h"
#include <math.h>
#include <stdlib.h>

nf_roce_config nf_roce_host(void) {
  return (nf_roce_config){.alpha = 1000,
                          .round_trip = 3000,
                          .rate = 12.5,
                          .packets = 170,
                          .payload = 1024,
                          .wire = 1024 + 44 + 18 + 20};
}

double nf_roce_window(const nf_roce_config *c) {
  return c->round_trip * c->rate / ((double)c->packets * c->wire);
}

int nf_roce_run(const nf_roce_config *c, uint64_t bytes, nf_roce_result *r, nf_err *e) {
  *r = (nf_roce_result){.ns = 0};
  if (!(c->rate > 0) || c->packets < 1 || c->payload < 1 || c->wire < c->payload)
    return nf_refuse(e, "a host needs a rate, and packets with a payload no longer than they are");
  const uint64_t message = (uint64_t)c->packets * c->payload,
                 count = (bytes + message - 1) / message;
  if (bytes == 0 || count > 1u << 24)
    return nf_refuse(e, "a host sends 1..%u messages, not %llu", 1u << 24,
                     (unsigned long long)count);
  // A message that is sent while the first of the window is on its way: one more than Eq. 10.
  r->window = c->window ? c->window : 1 + (uint32_t)ceil(nf_roce_window(c));
  r->messages = count;
  double *const sum = calloc(r->window, sizeof *sum); // when that of the message before is here
  if (!sum)
    return nf_err_memory(e, "the messages of a host");
  double prepared = 0, port = 0;
  for (uint64_t i = 0; i < count; i++) {
    const uint64_t left = bytes - i * message, own = left < message ? left : message;
    const double took = ceil((double)own / c->payload) * c->wire / c->rate,
                 credit = sum[i % r->window];
    prepared += c->alpha;
    double begin = prepared > port ? prepared : port;
    if (credit > begin) {
      r->waits += credit - begin;
      begin = credit;
    }
    port = begin + took;
    r->busy += took;
    sum[i % r->window] = port + c->round_trip;
  }
  r->ns = port + c->round_trip;
  free(sum);
  return e->status;
}
