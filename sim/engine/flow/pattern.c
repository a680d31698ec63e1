// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "pattern.h"

#include "flow.h"
#include "sim/common/rng.h"
#include <math.h>
#include <stdlib.h>

// Seconds of work a GB: 1 GB/s is a byte a nanosecond, so us = bytes / (GB/s) / 1000.
static double microseconds(double bytes, double rate) { return rate > 0 ? bytes / rate / 1000 : 0; }

static double injection_of(const nf_graph *g) {
  double sum = 0;
  for (uint32_t c = 0; c < g->cables; c++)
    for (unsigned k = 0; k < 2; k++)
      if (g->cable[c].end[k].node < g->endpoints)
        sum += g->cable[c].bytes_per_ns;
  return sum / g->endpoints;
}

// Messages are picked by their destination, as the fast engine does.
static int add(nf_flow *f, uint32_t src, uint32_t dst, nf_err *e) {
  return nf_flow_add(f, src, dst, dst, e);
}

// ------------------------------------------------------------------------------- rates
static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

// `each`: messages that an endpoint sends at the same time.
static int find_rates(const nf_flow *f, uint32_t each, nf_flow_result *r, nf_err *e) {
  double *rate = malloc((f->messages + 1) * sizeof *rate), sum = 0;
  if (!rate)
    return nf_err_memory(e, "the rates");
  if (nf_flow_rates(f, rate, e) == NF_EXIT_OK) {
    qsort(rate, f->messages, sizeof *rate, by_size);
    for (uint32_t i = 0; i < f->messages; i++)
      sum += rate[i];
    r->least = rate[0] * each;
    r->median = rate[f->messages / 2] * each;
    r->most = rate[f->messages - 1] * each;
    r->mean = sum / f->messages * each;
  }
  free(rate);
  return e->status;
}

// A random order of all endpoints, each of which sends to the one behind it: nobody to itself, and
// for a seed the same pairs as in the fast engine.
static int permutation(nf_flow *f, const nf_flow_cfg *cfg, nf_flow_result *r, nf_err *e) {
  const uint32_t n = f->g->endpoints;
  nf_rng rng = {cfg->seed};
  uint32_t *order = malloc(n * sizeof *order);
  if (!order)
    return nf_err_memory(e, "the permutation");
  nf_rng_order(&rng, order, n);
  for (uint32_t i = 0; i < n && e->status == NF_EXIT_OK; i++)
    add(f, order[i], order[(i + 1) % n], e);
  free(order);
  if (e->status == NF_EXIT_OK && find_rates(f, 1, r, e) == NF_EXIT_OK)
    r->time_us = microseconds((double)cfg->bytes, r->least);
  return e->status;
}

static int shift(nf_flow *f, const nf_flow_cfg *cfg, nf_flow_result *r, nf_err *e) {
  const uint32_t n = f->g->endpoints;
  if (cfg->distance % n == 0)
    return nf_refuse(e, "--distance %u on %u endpoints: each would send to itself; give 1..%u",
                     cfg->distance, n, n - 1);
  for (uint32_t src = 0; src < n && e->status == NF_EXIT_OK; src++)
    add(f, src, (src + cfg->distance) % n, e);
  if (e->status == NF_EXIT_OK && find_rates(f, 1, r, e) == NF_EXIT_OK)
    r->time_us = microseconds((double)cfg->bytes, r->least);
  return e->status;
}

// Half of the buffer each way round, N - 1 steps to reduce and N - 1 to gather, of an N-th of the
// half each.
static int ring(nf_flow *f, const nf_flow_cfg *cfg, nf_flow_result *r, nf_err *e) {
  const uint32_t n = f->g->endpoints, ways = n > 2 ? 2 : 1;
  for (uint32_t i = 0; i < n && e->status == NF_EXIT_OK; i++) {
    add(f, i, (i + 1) % n, e);
    if (ways == 2 && e->status == NF_EXIT_OK)
      add(f, i, (i + n - 1) % n, e);
  }
  if (e->status == NF_EXIT_OK && find_rates(f, ways, r, e) == NF_EXIT_OK)
    r->time_us = microseconds(2.0 * (n - 1) / n * (double)cfg->bytes, r->least);
  return e->status;
}

// ------------------------------------------------------------------------------- all-to-all
static double fullest(const nf_flow *f, const double *load) {
  double most = 0;
  for (uint32_t l = 0; l < f->links; l++)
    if (f->capacity[l] > 0 && load[l] / f->capacity[l] > most)
      most = load[l] / f->capacity[l];
  return most;
}

// One of equal parts of 1..n-1, at a random place in it; all of them when there are as many.
static uint32_t shift_of(uint32_t i, uint32_t samples, uint32_t others, nf_rng *rng) {
  if (samples == others)
    return i + 1;
  const uint64_t low = (uint64_t)i * others / samples, high = (uint64_t)(i + 1) * others / samples;
  return 1 + (uint32_t)low + nf_rng_below(rng, (uint32_t)(high - low));
}

static int shifts(nf_flow *f, const nf_flow_cfg *cfg, double *load, double *all, nf_flow_result *r,
                  nf_err *e) {
  const uint32_t n = f->g->endpoints, others = n - 1;
  const uint32_t samples = cfg->samples == 0 || cfg->samples > others ? others : cfg->samples;
  nf_rng rng = {cfg->seed};
  double sum = 0, squares = 0; // of the time for a byte from each endpoint
  for (uint32_t i = 0; i < samples; i++) {
    const uint32_t shift = shift_of(i, samples, others, &rng);
    nf_flow_clear(f);
    for (uint32_t src = 0; src < n; src++)
      if (add(f, src, (src + shift) % n, e) != NF_EXIT_OK)
        return e->status;
    for (uint32_t l = 0; l < f->links; l++)
      load[l] = 0;
    nf_flow_load(f, load);
    for (uint32_t l = 0; l < f->links; l++)
      all[l] += load[l];
    const double time = fullest(f, load);
    sum += time;
    squares += time * time;
  }
  const double mean = sum / samples, variance = fmax(squares / samples - mean * mean, 0);
  r->shifts = samples;
  r->in_step = 1 / mean;
  // Of one sample nothing is known.
  r->in_step_error = samples == others ? 0
                     : samples == 1    ? NAN
                                       : sqrt(variance / (samples - 1)) / (mean * mean);
  r->overlapped = samples / fullest(f, all);
  r->time_us = microseconds((double)cfg->bytes * others / n, r->in_step);
  return NF_EXIT_OK;
}

static int alltoall(nf_flow *f, const nf_flow_cfg *cfg, nf_flow_result *r, nf_err *e) {
  double *load = malloc((f->links + 1) * sizeof *load), *all = calloc(f->links + 1, sizeof *all);
  if (!load || !all)
    nf_err_memory(e, "the loads");
  else
    shifts(f, cfg, load, all, r, e);
  free(load);
  free(all);
  return e->status;
}

int nf_flow_run(const nf_graph *g, const nf_route *route, const nf_flow_cfg *cfg, nf_flow_result *r,
                nf_err *e) {
  static int (*const run[])(nf_flow *, const nf_flow_cfg *, nf_flow_result *,
                            nf_err *) = {[NF_FLOW_ALLTOALL] = alltoall,
                                         [NF_FLOW_PERMUTATION] = permutation,
                                         [NF_FLOW_RING] = ring,
                                         [NF_FLOW_SHIFT] = shift};
  nf_flow f;
  if (g->endpoints < 2)
    return nf_refuse(e, "%s: has %u endpoint; a collective needs two, take a larger network",
                     g->name, g->endpoints);
  *r = (nf_flow_result){.endpoints = g->endpoints, .injection = injection_of(g)};
  if (nf_flow_open(&f, g, route, e) == NF_EXIT_OK && run[cfg->kind](&f, cfg, r, e) == NF_EXIT_OK) {
    r->messages = f.messages;
    r->links_used = f.parts;
  }
  nf_flow_close(&f);
  return e->status;
}
