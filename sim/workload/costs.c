// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "costs.h"
#include <math.h>

double nf_compute_product(const nf_compute *c, double m, double k, double n) {
  if (m <= 0 || k <= 0 || n <= 0)
    return 0;
  double ns;
  if (c->kind == NF_COMPUTE_SYSTOLIC) {
    ns = ceil(m / c->rows) * ceil(n / c->columns) * (2.0 * c->rows + c->columns + k - 2) / c->clock;
  } else {
    const double arithmetic = 2 * m * k * n / c->flops,
                 moved = (m * k + k * n + m * n) * c->element / c->memory;
    ns = arithmetic > moved ? arithmetic : moved;
  }
  return ns / c->share * c->factor;
}

// ------------------------------------------------------------------------------- exchanges
// Of rings of O: each sends so many times its part.
static double ring(const nf_training *t, double bytes, double rounds) {
  return bytes > 0 ? t->alpha + rounds * bytes / t->operators / t->operator_rate : 0;
}

static void exchanges(const nf_training *t, const nf_layer *l, double samples, nf_layer_cost *c) {
  const double element = samples * t->activation, others = t->operators - 1.0;
  if (t->operators > 1) {
    const double there = l->sum_forward * element, back = l->sum_backward * element,
                 gather = l->gather * element, halo = l->halo * element;
    c->operator_forward = ring(t, there, 2 * others) + ring(t, gather, others);
    c->operator_backward = ring(t, back, 2 * others) + ring(t, gather, others);
    c->operator_bytes = there + back + 2 * gather;
    if (halo > 0) { // the errors of the halo go the same way
      c->operator_forward += t->alpha + halo / t->operator_rate;
      c->operator_backward += t->alpha + halo / t->operator_rate;
      c->operator_bytes += 2 * halo;
    }
  }
  if (t->exchangers > 1 && l->all_to_all > 0) {
    c->all_to_all_bytes = l->all_to_all * element;
    c->all_to_all =
        t->alpha + c->all_to_all_bytes * (t->exchangers - 1) / t->exchangers / t->exchange_rate;
  }
}

// ------------------------------------------------------------------------------- products
// An accelerator has its part of the experts; each gets as many tokens as any other.
static double local_experts(const nf_training *t, const nf_layer *l) {
  return l->experts ? (double)l->experts / t->exchangers : 1;
}

nf_layer_cost nf_layer_cost_of(const nf_training *t, const nf_layer *l) {
  const double samples = (double)t->batch / t->micro_batches, parts = t->operators;
  const bool products = l->k > 0;
  const double experts = products ? local_experts(t, l) : 1, times = l->repeat * experts;
  const double m = samples * l->rows / experts / (l->split == NF_SPLIT_SPACE ? parts : 1),
               k = l->k / (l->split == NF_SPLIT_ROWS ? parts : 1),
               n = l->n / (l->split == NF_SPLIT_COLUMNS ? parts : 1);
  nf_layer_cost c = {.forward = times * nf_compute_product(&t->compute, m, k, n),
                     .weights = times * nf_compute_product(&t->compute, k, m, n),
                     .inputs = times * nf_compute_product(&t->compute, m, n, k)};
  // Rows are read, backward their gradients are written.
  const double looked_up = samples * l->looked_up * t->compute.element / t->compute.memory /
                           t->compute.share * t->compute.factor;
  c.forward += looked_up;
  c.weights += looked_up;
  exchanges(t, l, samples, &c);
  return c;
}

double nf_layer_share(const nf_training *t, const nf_layer *l) {
  if (l->looked_up > 0)
    return 0; // a table is at one place, whose samples are those of all
  const bool divided = l->split == NF_SPLIT_COLUMNS || l->split == NF_SPLIT_ROWS;
  return l->parameters / (divided ? t->operators : 1) / (l->experts ? t->exchangers : 1);
}

// ------------------------------------------------------------------------------- stages
// How many runs of blocks, none longer than `most`; *first where they begin.
static uint32_t runs(const nf_model *m, const double *time, double most, uint32_t *first) {
  uint32_t count = 0;
  double sum = 0;
  for (uint32_t i = 0, end; i < m->layers; i = end) {
    double block = 0;
    for (end = i; end < m->layers && m->layer[end].block == m->layer[i].block; end++)
      block += time[end];
    if (count == 0 || sum + block > most) {
      first[count++] = i;
      sum = 0;
    }
    sum += block;
  }
  return count;
}

// Fewer runs than stages leave a run that can be cut anywhere: before its last block.
static void cut_more(const nf_model *m, uint32_t *first, uint32_t count, uint32_t stages) {
  for (first[count] = m->layers; count < stages; count++) {
    uint32_t s = count;
    while (m->layer[first[s - 1]].block == m->layer[first[s] - 1].block)
      s--;
    uint32_t at = first[s] - 1;
    while (m->layer[at - 1].block == m->layer[at].block)
      at--;
    for (uint32_t i = count + 1; i > s; i--)
      first[i] = first[i - 1];
    first[s] = at;
  }
}

int nf_stages_cut(const nf_training *t, uint32_t first[NF_MODEL_LAYERS + 1], nf_err *e) {
  const nf_model *m = t->model;
  double time[NF_MODEL_LAYERS], low = 0, high = 0;
  for (uint32_t i = 0; i < m->layers; i++) {
    const nf_layer_cost c = nf_layer_cost_of(t, &m->layer[i]);
    time[i] = c.forward + c.weights + c.inputs + c.operator_forward + c.operator_backward +
              2 * c.all_to_all;
    high += time[i];
  }
  high *= 1 + 1e-9; // the sums of blocks may be rounded up
  // Halved until the bounds are next to each other, as far as a plan can tell.
  for (int step = 0; step < 64; step++) {
    const double most = (low + high) / 2;
    if (runs(m, time, most, first) <= t->stages)
      high = most;
    else
      low = most;
  }
  cut_more(m, first, runs(m, time, high, first), t->stages);
  return e->status;
}
