// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/train.h"

#include "sim/cli/progress.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  nf_nr_model model, speed, gradient;
} learner;

typedef struct {
  const nf_nr_lesson *lesson;
  const nf_nr_images *train, *test;
  learner *host; // allocated
  unsigned *order;
  nf_rng rng;
  nf_nr_reducer reducer;
} school;

static unsigned steps_of_epoch(const nf_nr_lesson *l, const nf_nr_images *train) {
  return train->count / (l->hosts * l->batch);
}

static void shuffle(unsigned *order, unsigned count, nf_rng *r) {
  for (unsigned i = count; i > 1; i--) {
    const unsigned k = nf_rng_below(r, i), last = order[i - 1];
    order[i - 1] = order[k];
    order[k] = last;
  }
}

// ------------------------------------------------------------------------------- a step
// Gradient of the mean loss of a host's images; returns the sum of their losses.
static double learn(school *k, unsigned host, unsigned first) {
  const nf_nr_lesson *l = k->lesson;
  learner *me = &k->host[host];
  double loss = 0;
  memset(me->gradient.all, 0, me->gradient.parameters * sizeof *me->gradient.all);
  for (unsigned i = 0; i < l->batch; i++) {
    const unsigned image = k->order[first + host * l->batch + i];
    loss += nf_nr_model_learn(&me->model, k->train->pixel[image], k->train->label[image],
                              1.0f / (float)l->batch, &me->gradient);
  }
  return loss;
}

static int compare(const school *k, nf_nr_training *c, nf_err *e) {
  const nf_nr_model *first = &k->host[0].model;
  for (unsigned h = 1; h < k->lesson->hosts; h++)
    if (memcmp(k->host[h].model.all, first->all, first->parameters * sizeof *first->all) != 0)
      return nf_err_set(e, NF_EXIT_FAILED,
                        "step %u: the parameters of host %u are not those of host 0", c->step, h);
  c->compared += (uint64_t)(k->lesson->hosts - 1) * first->parameters;
  return e->status;
}

static int step(school *k, nf_nr_training *c, unsigned first, nf_err *e) {
  const nf_nr_lesson *l = k->lesson;
  float *gradient[NF_NR_HOSTS];
  double loss = 0;
  for (unsigned h = 0; h < l->hosts; h++) {
    loss += learn(k, h, first);
    gradient[h] = k->host[h].gradient.all;
  }
  if (nf_nr_reducer_sum(&k->reducer, gradient, e) != NF_EXIT_OK)
    return e->status;
  const float rate = l->rate * (float)(c->steps - c->step) / (float)c->steps;
  for (unsigned h = 0; h < l->hosts; h++)
    nf_nr_model_step(&k->host[h].model, &k->host[h].speed, &k->host[h].gradient,
                     1.0f / (float)l->hosts, rate, l->momentum);
  c->loss[c->step] = loss / (l->hosts * l->batch);
  c->counts = k->reducer.counts;
  c->time = k->reducer.time;
  return compare(k, c, e);
}

// ------------------------------------------------------------------------------- an epoch
static double test(const school *k) {
  unsigned right = 0;
  for (unsigned i = 0; i < k->test->count; i++)
    right += nf_nr_model_guess(&k->host[0].model, k->test->pixel[i]) == k->test->label[i];
  return (double)right / k->test->count;
}

static int epoch(school *k, nf_nr_training *c, unsigned number, const nf_nr_watch *w, nf_err *e) {
  const unsigned steps = steps_of_epoch(k->lesson, k->train);
  double sum = 0;
  shuffle(k->order, k->train->count, &k->rng);
  for (unsigned i = 0; i < steps; i++) {
    if (step(k, c, i * k->lesson->hosts * k->lesson->batch, e) != NF_EXIT_OK)
      return e->status;
    sum += c->loss[c->step++];
    if (w && w->after(w->context, c, e) != NF_EXIT_OK)
      return e->status;
  }
  c->epoch_loss[number] = sum / steps;
  c->accuracy[number] = test(k);
  return e->status;
}

// ------------------------------------------------------------------------------- a run
static int begin(school *k, nf_nr_training *c, nf_err *e) {
  const nf_nr_lesson *l = k->lesson;
  c->epochs = l->epochs;
  c->steps = l->epochs * steps_of_epoch(l, k->train);
  c->loss = calloc(c->steps, sizeof *c->loss);
  c->epoch_loss = calloc(l->epochs, sizeof *c->epoch_loss);
  c->accuracy = calloc(l->epochs, sizeof *c->accuracy);
  k->host = calloc(l->hosts, sizeof *k->host);
  k->order = calloc(k->train->count, sizeof *k->order);
  if (!c->loss || !c->epoch_loss || !c->accuracy || !k->host || !k->order)
    return nf_err_memory(e, "the training");
  for (unsigned i = 0; i < k->train->count; i++)
    k->order[i] = i;
  for (unsigned h = 0; h < l->hosts; h++)
    if (nf_nr_model_open(&k->host[h].model, l->shape, e) == NF_EXIT_OK &&
        nf_nr_model_open(&k->host[h].speed, l->shape, e) == NF_EXIT_OK &&
        nf_nr_model_open(&k->host[h].gradient, l->shape, e) == NF_EXIT_OK)
      nf_nr_model_start(&k->host[h].model, nf_rng_next(&(nf_rng){l->seed}));
  return e->status;
}

static void count_network(const nf_nr_reducer *r, nf_nr_training *c) {
  const nf_nr_ethernet *n = r->net;
  c->reducing = r->seconds;
  c->lost = nf_nr_ethernet_links(n).lost;
  for (unsigned h = 0; h < r->setup.hosts; h++) {
    c->packets += n->host[h].counts.sent;
    c->repeated += n->host[h].counts.repeated;
    c->unmarked += n->host[h].counts.unmarked;
  }
}

int nf_nr_train(nf_nr_training *c, const nf_nr_variant *variant, const nf_nr_lesson *l,
                const nf_nr_images *train, const nf_nr_images *test_images, const nf_nr_setup *s,
                const nf_nr_engine *engine, const nf_nr_watch *watch, nf_err *e) {
  const double start = nf_seconds();
  school k = {.lesson = l, .train = train, .test = test_images, .rng = {l->seed}};
  *c = (nf_nr_training){.variant = *variant};
  if (begin(&k, c, e) == NF_EXIT_OK)
    nf_nr_reducer_open(&k.reducer, s, variant->ring ? NULL : engine, variant->number,
                       nf_nr_parameters(l->shape), e);
  for (unsigned i = 0; i < l->epochs && e->status == NF_EXIT_OK; i++)
    epoch(&k, c, i, watch, e);
  if (e->status == NF_EXIT_OK && !variant->ring)
    count_network(&k.reducer, c);
  nf_nr_reducer_close(&k.reducer);
  for (unsigned h = 0; k.host && h < l->hosts; h++) {
    nf_nr_model_close(&k.host[h].model);
    nf_nr_model_close(&k.host[h].speed);
    nf_nr_model_close(&k.host[h].gradient);
  }
  free(k.host);
  free(k.order);
  c->seconds = nf_seconds() - start;
  return e->status;
}

void nf_nr_training_free(nf_nr_training *c) {
  free(c->loss);
  free(c->epoch_loss);
  free(c->accuracy);
}
