// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "training.h"
#include "costs.h"
#include "sim/common/trace_events.h"
#include <stdlib.h>

// Layers whose gradients go together, of the last layers first.
typedef struct {
  uint32_t first, last; // layers
  double bytes;
  uint32_t number; // of the endpoint's collective
  double end;      // without an endpoint
  bool pending;
  double begin;
} group;

// One accelerator of a stage.
typedef struct {
  uint32_t first, end; // layers
  group group[NF_MODEL_LAYERS];
  uint32_t groups, of_layer[NF_MODEL_LAYERS], issued;
  double now, busy_until; // of the one that makes alpha + bytes / rate
  double sends_until[2];  // forward, backward
  double compute, exposed, exchange, bubble;
  nf_endpoint *endpoint;
  nf_trace_line line; // the processor's in the time line
  // The order of its micro-batches: number i < M is forward, the others are backward.
  uint32_t *order, next, kept, most_kept;
} stage;

typedef struct {
  const nf_training *t;
  nf_training_result *r;
  nf_trace_events trace;
  nf_layer_cost cost[NF_MODEL_LAYERS];
  stage *stage;
  double *ready; // [stage][order]: when a micro-batch's inputs are there; negative: not yet
} pipeline;

// ------------------------------------------------------------------------------- groups
// From the stage's last layer to its first, a new one when another share of all bytes is full.
static void make_groups(const pipeline *p, stage *s) {
  const nf_training *t = p->t;
  double all = 0, sum = 0;
  for (uint32_t i = s->first; i < s->end; i++)
    all += nf_layer_share(t, &t->model->layer[i]);
  const double each = t->groups ? all / t->groups : 0;
  for (uint32_t i = s->end; i-- > s->first;) {
    const bool open = s->groups > 0 && t->groups > 0 && sum < each * s->groups * (1 - 1e-9);
    if (!open)
      s->group[s->groups++] = (group){.last = i};
    group *g = &s->group[s->groups - 1];
    const double own = nf_layer_share(t, &t->model->layer[i]);
    g->first = i;
    g->bytes += own * t->gradient;
    s->of_layer[i] = s->groups - 1;
    sum += own;
  }
}

// ------------------------------------------------------------------------------- all-reduces
static int issue(const pipeline *p, stage *s, group *g, nf_err *e) {
  const nf_training *t = p->t;
  if (g->bytes < 1)
    return NF_EXIT_OK;
  g->pending = true;
  g->begin = s->now;
  if (s->endpoint) {
    // Later ones are those of layers that are wanted first (ACE 5: last in, first out).
    return nf_endpoint_submit(s->endpoint, s->now, (uint64_t)g->bytes, NF_ENDPOINT_ALL_REDUCE,
                              s->issued++, &g->number, e);
  }
  const double begin = s->busy_until > s->now ? s->busy_until : s->now;
  g->end = s->busy_until = begin + t->alpha + g->bytes / t->rate;
  return e->status;
}

// The processor does this, or waits for that.
static void span(pipeline *p, stage *s, const nf_layer *k, const char *what, double ns,
                 double *sum) {
  char name[48];
  snprintf(name, sizeof name, "%s%s%s", k ? k->name : "", k ? " " : "", what);
  if (ns > 0)
    nf_trace_events_span(&p->trace, s->line, name, s->now, s->now + ns, "");
  s->now += ns > 0 ? ns : 0;
  *sum += ns > 0 ? ns : 0;
}

// The layers behind go on when the sum is there and the parameters are new.
static int await(pipeline *p, stage *s, group *g, nf_err *e) {
  const nf_training *t = p->t;
  const nf_layer *first = &t->model->layer[g->first];
  if (!g->pending)
    return NF_EXIT_OK;
  g->pending = false;
  if (s->endpoint && nf_endpoint_finish(s->endpoint, g->number, &g->end, e) != NF_EXIT_OK)
    return e->status;
  nf_trace_events_overlapping(&p->trace, s->line.process, "all-reduce", first->name, g->begin,
                              g->end);
  span(p, s, NULL, "waits", g->end - s->now, &s->exposed);
  const nf_compute *c = &t->compute;
  span(p, s, first, "update",
       g->bytes / t->gradient * t->optimizer / c->memory / c->share * c->factor, &s->compute);
  return e->status;
}

// ------------------------------------------------------------------------------- layers
static int forward(pipeline *p, stage *s, nf_err *e) {
  for (uint32_t i = s->first; i < s->end; i++) {
    const nf_layer *k = &p->t->model->layer[i];
    const nf_layer_cost *c = &p->cost[i];
    if (await(p, s, &s->group[s->of_layer[i]], e) != NF_EXIT_OK)
      return e->status;
    span(p, s, k, "forward", c->forward, &s->compute);
    span(p, s, k, "exchange", c->operator_forward, &s->exchange);
    span(p, s, k, "all-to-all", c->all_to_all, &s->exchange);
  }
  return e->status;
}

// The gradients are whole, and their sum with the copies' begins, in the last micro-batch.
static int backward(pipeline *p, stage *s, bool last, nf_err *e) {
  for (uint32_t i = s->end; i-- > s->first;) {
    const nf_layer *k = &p->t->model->layer[i];
    const nf_layer_cost *c = &p->cost[i];
    span(p, s, k, "all-to-all", c->all_to_all, &s->exchange);
    span(p, s, k, "weights", c->weights, &s->compute);
    group *g = &s->group[s->of_layer[i]];
    if (last && i == g->first && issue(p, s, g, e) != NF_EXIT_OK)
      return e->status;
    if (i > 0) {
      span(p, s, k, "inputs", c->inputs, &s->compute);
      span(p, s, k, "exchange", c->operator_backward, &s->exchange);
    }
  }
  return e->status;
}

// ------------------------------------------------------------------------------- micro-batches
static double *ready_of(const pipeline *p, uint32_t stage_number, uint32_t task) {
  return &p->ready[(size_t)stage_number * 2 * p->t->micro_batches + task];
}

// What a stage sends to its neighbour goes beside its layers, one after the other.
static void send(const pipeline *p, uint32_t from, uint32_t to, uint32_t task) {
  const nf_training *t = p->t;
  stage *s = &p->stage[from];
  const bool back = to < from;
  const uint32_t cut = p->stage[back ? to : from].end - 1;
  const double bytes = nf_model_outputs(t->model, t->model->layer[cut].block) * t->activation *
                       t->batch / t->micro_batches / t->operators;
  double *const until = &s->sends_until[back];
  *until = (*until > s->now ? *until : s->now) + bytes / t->send_rate;
  *ready_of(p, to, task) = *until + t->alpha;
  if (!back && bytes * t->micro_batches > p->r->send_bytes)
    p->r->send_bytes = bytes * t->micro_batches;
}

// The next micro-batch of a stage, if its inputs are known.
static bool step(pipeline *p, uint32_t number, nf_err *e) {
  const uint32_t m = p->t->micro_batches;
  stage *s = &p->stage[number];
  if (s->next == 2 * m)
    return false;
  const uint32_t task = s->order[s->next];
  const double ready = *ready_of(p, number, task);
  if (ready < 0)
    return false;
  s->next++;
  span(p, s, NULL, "bubble", ready - s->now, &s->bubble);
  if (task < m) {
    if (forward(p, s, e) != NF_EXIT_OK)
      return false;
    s->kept++;
    s->most_kept = s->kept > s->most_kept ? s->kept : s->most_kept;
    if (number + 1 < p->t->stages)
      send(p, number, number + 1, task);
    else
      *ready_of(p, number, m + task) = s->now;
  } else {
    if (backward(p, s, s->next == 2 * m, e) != NF_EXIT_OK)
      return false;
    s->kept--;
    if (number > 0)
      send(p, number, number - 1, task);
  }
  return true;
}

static void make_order(const nf_training *t, uint32_t number, uint32_t *order) {
  const uint32_t m = t->micro_batches, behind = t->stages - 1 - number;
  const uint32_t ahead = t->order == NF_PIPELINE_GPIPE || behind > m ? m : behind;
  uint32_t n = 0;
  for (uint32_t i = 0; i < ahead; i++)
    order[n++] = i;
  for (uint32_t i = ahead; i < m; i++) {
    order[n++] = i;
    order[n++] = m + i - ahead;
  }
  for (uint32_t i = m - ahead; i < m; i++)
    order[n++] = m + i;
}

static int iterate(pipeline *p, nf_err *e) {
  const uint32_t stages = p->t->stages, tasks = 2 * p->t->micro_batches;
  for (uint32_t s = 0; s < stages; s++) {
    p->stage[s].next = 0;
    for (uint32_t i = 0; i < tasks; i++) // the first stage has all samples
      *ready_of(p, s, i) = s == 0 && i < tasks / 2 ? 0 : -1;
  }
  for (bool some = true; some && e->status == NF_EXIT_OK;) {
    some = false;
    for (uint32_t s = 0; s < stages; s++)
      while (step(p, s, e))
        some = true;
  }
  return e->status;
}

// ------------------------------------------------------------------------------- all
static int open_stages(pipeline *p, nf_err *e) {
  const nf_training *t = p->t;
  uint32_t first[NF_MODEL_LAYERS + 1];
  if (nf_training_check(t, e) != NF_EXIT_OK || nf_stages_cut(t, first, e) != NF_EXIT_OK)
    return e->status;
  p->stage = calloc(t->stages, sizeof *p->stage);
  p->ready = calloc((size_t)t->stages * 2 * t->micro_batches, sizeof *p->ready);
  if (!p->stage || !p->ready)
    return nf_err_memory(e, "a pipeline");
  for (uint32_t i = 0; i < t->model->layers; i++)
    p->cost[i] = nf_layer_cost_of(t, &t->model->layer[i]);
  nf_trace_events_open(&p->trace, t->trace);
  for (uint32_t k = 0; k < t->stages; k++) {
    char name[64];
    stage *s = &p->stage[k];
    s->first = first[k];
    s->end = first[k + 1];
    s->endpoint = t->endpoint ? t->endpoint[k] : NULL;
    s->line = (nf_trace_line){k + 1, 1};
    if (!(s->order = calloc(2 * t->micro_batches, sizeof *s->order)))
      return nf_err_memory(e, "a pipeline");
    make_order(t, k, s->order);
    make_groups(p, s);
    snprintf(name, sizeof name, t->stages > 1 ? "%s, stage %u" : "%s", t->model->name, k + 1);
    nf_trace_events_process(&p->trace, s->line.process, name);
    nf_trace_events_thread(&p->trace, s->line, "processor");
  }
  return e->status;
}

// Sums over the stages, and the figures of the one that computes longest.
static void account(const pipeline *p) {
  const nf_training *t = p->t;
  nf_training_result *r = p->r;
  const stage *most = &p->stage[0];
  for (uint32_t k = 0; k < t->stages; k++) {
    const stage *s = &p->stage[k];
    r->time = s->now > r->time ? s->now : r->time;
    most = s->compute > most->compute ? s : most;
  }
  for (uint32_t k = 0; k < t->stages && r->time > 0; k++) // a stage that has done waits for others
    r->idle += (p->stage[k].bubble + r->time - p->stage[k].now) / t->stages / r->time;
  r->compute = most->compute;
  r->exposed = most->exposed;
  r->exchange = most->exchange;
  r->bubble = most->bubble + r->time - most->now;
  r->kept = p->stage[0].most_kept;
  for (uint32_t g = 0; g < most->groups; g++) {
    r->collectives += most->group[g].bytes >= 1;
    r->bytes += most->group[g].bytes;
  }
  for (uint32_t i = most->first; i < most->end; i++) {
    r->operator_bytes += p->cost[i].operator_bytes * t->micro_batches;
    r->exchange_bytes += 2 * p->cost[i].all_to_all_bytes * t->micro_batches;
  }
}

int nf_training_check(const nf_training *t, nf_err *e) {
  const nf_model *m = t->model;
  if (t->stages > m->blocks)
    return nf_refuse(e, "--pipeline %u: %s is cut between %u blocks at most", t->stages, m->name,
                     m->blocks);
  if (t->batch % t->micro_batches)
    return nf_refuse(e, "--micro-batches %u: %u samples are not a multiple of it", t->micro_batches,
                     t->batch);
  if (t->operators > 1 && !m->divisible)
    return nf_refuse(e,
                     "--operator %u: how layers are divided is known of transformer, bert, gpt3, "
                     "gpt3moe and cosmoflow, not of %s",
                     t->operators, m->name);
  bool exchange = false;
  for (uint32_t i = 0; i < m->layers; i++) {
    const nf_layer *l = &m->layer[i];
    exchange |= l->all_to_all > 0;
    if (l->experts && l->k > 0 && l->experts % t->exchangers)
      return nf_refuse(e, "--exchange-ranks %u: %s has %u experts, give one of their divisors",
                       t->exchangers, m->name, l->experts);
  }
  if (t->exchangers > 1 && !exchange)
    return nf_refuse(e, "--exchange-ranks %u: %s has no all-to-all; gpt3moe and dlrm have",
                     t->exchangers, m->name);
  return NF_EXIT_OK;
}

int nf_training_run(const nf_training *t, nf_training_result *r, nf_err *e) {
  pipeline *p = calloc(1, sizeof *p);
  if (!p)
    return nf_err_memory(e, "a time line");
  *r = (nf_training_result){.time = 0};
  p->t = t;
  p->r = r;
  if (open_stages(p, e) == NF_EXIT_OK) {
    for (uint32_t i = 0; i < t->iterations && e->status == NF_EXIT_OK; i++)
      iterate(p, e);
    for (uint32_t k = 0; k < t->stages; k++)
      for (uint32_t g = p->stage[k].groups; g-- > 0 && e->status == NF_EXIT_OK;)
        await(p, &p->stage[k], &p->stage[k].group[g], e);
    nf_trace_events_close(&p->trace);
    account(p);
  }
  for (uint32_t k = 0; p->stage && k < t->stages; k++)
    free(p->stage[k].order);
  free(p->stage);
  free(p->ready);
  free(p);
  return e->status;
}
