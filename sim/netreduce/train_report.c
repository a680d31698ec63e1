// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/train_report.h"

#include "common/nf_defs.h"
#include "sim/cli/report.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double Pico = 1e-6; // microseconds

// Largest magnitude of the differences between two curves.
static double most(const double *loss, const double *base, unsigned count) {
  double v = 0;
  for (unsigned i = 0; i < count; i++)
    v = fmax(v, fabs(nf_nr_difference(loss[i], base[i])));
  return v;
}

static double rms(const nf_nr_number_counts *c) {
  return c->sums ? sqrt(c->squares / (double)c->sums) : 0;
}

static double step_time(const nf_nr_training *c) { return (double)c->time * Pico / c->steps; }

// ------------------------------------------------------------------------------- JSON
static void add(cJSON *j, const char *key, double v) { cJSON_AddNumberToObject(j, key, v); }

static void add_curve(cJSON *j, const char *key, const double *v, unsigned count) {
  cJSON_AddItemToObject(j, key, cJSON_CreateDoubleArray(v, (int)count));
}

static void add_differences(cJSON *j, const nf_nr_training *c, const nf_nr_training *base) {
  cJSON *list = cJSON_AddArrayToObject(j, "difference_by_epoch");
  for (unsigned i = 0; i < c->epochs; i++)
    cJSON_AddItemToArray(
        list, cJSON_CreateNumber(nf_nr_difference(c->epoch_loss[i], base->epoch_loss[i])));
  add(j, "difference_most", most(c->epoch_loss, base->epoch_loss, c->epochs));
  add(j, "difference_most_step", most(c->loss, base->loss, c->steps));
}

static void add_network(cJSON *j, const nf_nr_training *c) {
  add(j, "reduce_us", step_time(c));
  add(j, "packets_sent", (double)c->packets);
  add(j, "packets_repeated", (double)c->repeated);
  add(j, "lost", (double)c->lost);
  add(j, "unmarked", (double)c->unmarked);
  add(j, "network_seconds", c->reducing);
}

static cJSON *one(const nf_nr_training *c, const nf_nr_training *base) {
  cJSON *j = cJSON_CreateObject();
  cJSON_AddStringToObject(j, "name", c->variant.name);
  if (c->variant.number.dtype == NF_DTYPE_FIX32)
    add(j, "fraction_bits", c->variant.number.fraction);
  add(j, "loss", c->epoch_loss[c->epochs - 1]);
  add(j, "accuracy", c->accuracy[c->epochs - 1]);
  add_curve(j, "loss_by_epoch", c->epoch_loss, c->epochs);
  add_curve(j, "accuracy_by_epoch", c->accuracy, c->epochs);
  add_differences(j, c, base);
  add(j, "largest_gradient", (double)c->counts.largest);
  add(j, "clipped", (double)c->counts.clipped);
  add(j, "saturated", (double)c->counts.saturated);
  add(j, "error_most", c->counts.worst);
  add(j, "error_rms", rms(&c->counts));
  add(j, "parameters_compared", (double)c->compared);
  if (!c->variant.ring)
    add_network(j, c);
  add(j, "seconds", c->seconds);
  return j;
}

cJSON *nf_nr_train_report(const nf_nr_train_options *o, const nf_nr_training *training,
                          double seconds) {
  const nf_nr_lesson *l = &o->lesson;
  cJSON *j = cJSON_CreateObject();
  cJSON_AddStringToObject(j, "engine", o->common.engine->name);
  add(j, "hosts", l->hosts);
  add(j, "rings", o->common.setup.rings);
  add(j, "filters", l->shape.filters);
  add(j, "hidden", l->shape.hidden);
  add(j, "parameters", nf_nr_parameters(l->shape));
  add(j, "images", o->images);
  add(j, "test_images", o->tests);
  add(j, "batch", l->batch);
  add(j, "epochs", l->epochs);
  add(j, "steps", training->steps);
  add(j, "rate", (double)l->rate);
  add(j, "momentum", (double)l->momentum);
  add(j, "seed", (double)l->seed);
  cJSON *runs = cJSON_AddArrayToObject(j, "runs");
  for (unsigned i = 0; i < o->variants; i++)
    cJSON_AddItemToArray(runs, one(&training[i], &training[0]));
  cJSON_AddBoolToObject(j, "bit_exact", true);
  add(j, "seconds", seconds);
  return j;
}

// ------------------------------------------------------------------------------- text
static void print_training(const nf_nr_training *c, const nf_nr_training *base) {
  const nf_nr_number_counts *n = &c->counts;
  printf("%-7s %8.5f %7.2f %% %12.2e %% %12.2e %% %9.3g %8llu %9llu %10.2e %10.2e %8.2f %8.1f\n",
         c->variant.name, c->epoch_loss[c->epochs - 1], 100 * c->accuracy[c->epochs - 1],
         100 * most(c->epoch_loss, base->epoch_loss, c->epochs),
         100 * most(c->loss, base->loss, c->steps), (double)n->largest,
         (unsigned long long)n->clipped, (unsigned long long)n->saturated, n->worst, rms(n),
         step_time(c), c->seconds);
}

void nf_nr_train_print(const nf_nr_train_options *o, const nf_nr_training *training) {
  const nf_nr_lesson *l = &o->lesson;
  printf("%u parameters, %u hosts, %u steps of %u images, engine %s\n", nf_nr_parameters(l->shape),
         l->hosts, training->steps, l->hosts * l->batch, o->common.engine->name);
  printf("%-7s %8s %9s %14s %14s %9s %8s %9s %10s %10s %8s %8s\n", "sums", "loss", "accuracy",
         "epochs differ", "steps differ", "largest", "clipped", "saturated", "error most",
         "error rms", "us/step", "seconds");
  for (unsigned i = 0; i < o->variants; i++)
    print_training(&training[i], &training[0]);
  for (unsigned i = 0; i < o->variants; i++)
    if (training[i].counts.clipped + training[i].counts.saturated)
      printf("%s: numbers did not fit; give fewer --fraction-bits than %u\n",
             training[i].variant.name, o->fraction);
}

// ------------------------------------------------------------------------------- CSV
static void head(FILE *f, const nf_nr_train_options *o) {
  fputs("step,epoch", f);
  for (unsigned i = 0; i < o->variants; i++)
    fprintf(f, ",loss_%s", o->variant[i].name);
  for (unsigned i = 1; i < o->variants; i++)
    fprintf(f, ",difference_%s", o->variant[i].name);
  fputc('\n', f);
}

int nf_nr_train_csv(const char *path, const nf_nr_train_options *o, const nf_nr_training *training,
                    nf_err *e) {
  FILE *f = fopen(path, "w");
  if (f)
    head(f, o);
  const unsigned steps = training->steps;
  for (unsigned k = 0; f && k < steps; k++) {
    fprintf(f, "%u,%u", k, k / (steps / training->epochs));
    for (unsigned i = 0; i < o->variants; i++)
      fprintf(f, ",%.9g", training[i].loss[k]);
    for (unsigned i = 1; i < o->variants; i++)
      fprintf(f, ",%.4g", nf_nr_difference(training[i].loss[k], training[0].loss[k]));
    fputc('\n', f);
  }
  return nf_report_close(f, path, e);
}
