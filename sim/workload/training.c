// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "training.h"
#include "sim/common/trace_events.h"
#include <math.h>
#include <stdlib.h>

// Layers whose gradients go together, of the last layers first.
// Of the time line: what the processor does.
static const nf_trace_line Processor = {1, 1};

typedef struct {
  uint32_t first, last; // layers
  double bytes;
  uint32_t number; // of the endpoint's collective
  double end;      // without an endpoint
  bool pending;
  double begin;
} group;

typedef struct {
  const nf_training *t;
  nf_training_result *r;
  nf_trace_events trace;
  group group[NF_MODEL_LAYERS];
  uint32_t groups, of_layer[NF_MODEL_LAYERS], issued;
  double now, busy_until; // of the one that makes alpha + bytes / rate
} line;

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

// ------------------------------------------------------------------------------- groups
// From the last layer to the first, a new one when another share of all bytes is full.
static void make_groups(line *l) {
  const nf_model *m = l->t->model;
  const double all = nf_model_parameters(m), each = l->t->groups ? all / l->t->groups : 0;
  double sum = 0;
  for (uint32_t i = m->layers; i-- > 0;) {
    const bool open = l->groups > 0 && l->t->groups > 0 && sum < each * l->groups * (1 - 1e-9);
    if (!open)
      l->group[l->groups++] = (group){.last = i};
    group *g = &l->group[l->groups - 1];
    g->first = i;
    g->bytes += m->layer[i].parameters * l->t->gradient;
    l->of_layer[i] = l->groups - 1;
    sum += m->layer[i].parameters;
  }
}

// ------------------------------------------------------------------------------- all-reduces
static int issue(line *l, group *g, nf_err *e) {
  const nf_training *t = l->t;
  if (g->bytes < 1)
    return NF_EXIT_OK;
  g->pending = true;
  g->begin = l->now;
  if (t->endpoint) {
    // Later ones are those of layers that are wanted first (ACE 5: last in, first out).
    return nf_endpoint_submit(t->endpoint, l->now, (uint64_t)g->bytes, NF_ENDPOINT_ALL_REDUCE,
                              l->issued++, &g->number, e);
  }
  const double begin = l->busy_until > l->now ? l->busy_until : l->now;
  g->end = l->busy_until = begin + t->alpha + g->bytes / t->rate;
  return e->status;
}

static void work(line *l, const char *what, const nf_layer *k, double ns) {
  char name[48];
  snprintf(name, sizeof name, "%s %s", k->name, what);
  if (ns > 0)
    nf_trace_events_span(&l->trace, Processor, name, l->now, l->now + ns, "");
  l->now += ns;
  l->r->compute += ns;
}

// The layers behind go on when the sum is there and the parameters are new.
static int await(line *l, group *g, nf_err *e) {
  if (!g->pending)
    return NF_EXIT_OK;
  g->pending = false;
  if (l->t->endpoint && nf_endpoint_finish(l->t->endpoint, g->number, &g->end, e) != NF_EXIT_OK)
    return e->status;
  nf_trace_events_overlapping(&l->trace, Processor.process, "all-reduce",
                              l->t->model->layer[g->first].name, g->begin, g->end);
  if (g->end > l->now) {
    nf_trace_events_span(&l->trace, Processor, "waits", l->now, g->end, "");
    l->r->exposed += g->end - l->now;
    l->now = g->end;
  }
  const nf_compute *c = &l->t->compute;
  work(l, "update", &l->t->model->layer[g->first],
       g->bytes / l->t->gradient * l->t->optimizer / c->memory / c->share * c->factor);
  return e->status;
}

// ------------------------------------------------------------------------------- layers
static int forward(line *l, nf_err *e) {
  const nf_training *t = l->t;
  for (uint32_t i = 0; i < t->model->layers; i++) {
    const nf_layer *k = &t->model->layer[i];
    if (await(l, &l->group[l->of_layer[i]], e) != NF_EXIT_OK)
      return e->status;
    work(l, "forward", k,
         k->repeat * nf_compute_product(&t->compute, t->batch * k->rows, k->k, k->n));
  }
  return e->status;
}

static int backward(line *l, nf_err *e) {
  const nf_training *t = l->t;
  for (uint32_t i = t->model->layers; i-- > 0;) {
    const nf_layer *k = &t->model->layer[i];
    const double m = t->batch * k->rows;
    work(l, "weights", k, k->repeat * nf_compute_product(&t->compute, k->k, m, k->n));
    group *g = &l->group[l->of_layer[i]];
    if (i == g->first && issue(l, g, e) != NF_EXIT_OK)
      return e->status;
    if (i > 0)
      work(l, "inputs", k, k->repeat * nf_compute_product(&t->compute, m, k->n, k->k));
  }
  return e->status;
}

int nf_training_run(const nf_training *t, nf_training_result *r, nf_err *e) {
  line *l = calloc(1, sizeof *l);
  if (!l)
    return nf_err_memory(e, "a time line");
  *r = (nf_training_result){.bytes = nf_model_parameters(t->model) * t->gradient};
  l->t = t;
  l->r = r;
  make_groups(l);
  for (uint32_t g = 0; g < l->groups; g++)
    r->collectives += l->group[g].bytes >= 1;
  nf_trace_events_open(&l->trace, t->trace);
  nf_trace_events_process(&l->trace, Processor.process, t->model->name);
  nf_trace_events_thread(&l->trace, Processor, "processor");
  for (uint32_t i = 0; i < t->iterations && e->status == NF_EXIT_OK; i++)
    if (forward(l, e) == NF_EXIT_OK)
      backward(l, e);
  for (uint32_t g = l->groups; g-- > 0 && e->status == NF_EXIT_OK;)
    await(l, &l->group[g], e);
  nf_trace_events_close(&l->trace);
  r->time = l->now;
  free(l);
  return e->status;
}
