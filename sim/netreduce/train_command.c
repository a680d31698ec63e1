// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _POSIX_C_SOURCE 200809L
#include "sim/netreduce/train_command.h"

#include "sim/cli/progress.h"
#include "sim/cli/report.h"
#include "sim/common/files.h"
#include "sim/netreduce/train_report.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
  nf_nr_train_options o;
  nf_nr_images train, test;
  nf_nr_training training[NF_NR_MOST_VARIANTS];
  nf_outputs out;
  const char *json, *csv; // where they are written until all is complete
  // Of the progress bar: steps, and time of their sums, of the runs that are done.
  nf_progress bar;
  uint64_t steps, time;
} job;

static int after(void *context, const nf_nr_training *c, nf_err *e) {
  job *j = context;
  const uint64_t cycles = (j->time + c->time) / j->o.common.setup.cycle;
  nf_progress_show(&j->bar, j->steps + c->step, (uint64_t)c->steps * j->o.variants, cycles);
  return e->status;
}

static int train(job *j, nf_err *e) {
  const nf_nr_watch watch = {after, j};
  nf_rng rng = {j->o.lesson.seed};
  nf_nr_images_make(&j->train, j->o.images, nf_rng_next(&rng), e);
  nf_nr_images_make(&j->test, j->o.tests, nf_rng_next(&rng), e);
  for (unsigned i = 0; i < j->o.variants && e->status == NF_EXIT_OK; i++) {
    j->bar.what = j->o.variant[i].name;
    nf_nr_train(&j->training[i], &j->o.variant[i], &j->o.lesson, &j->train, &j->test,
                &j->o.common.setup, j->o.common.engine, &watch, e);
    j->steps += j->training[i].step;
    j->time += j->training[i].time;
  }
  return e->status;
}

static void add_file(job *j, const char **temporary, const char *given, const char *name,
                     nf_err *e) {
  char path[NF_PATH_SIZE];
  if (j->o.common.out) {
    snprintf(path, sizeof path, "%s/%s", j->o.common.out, name);
    given = path;
  }
  *temporary = nf_outputs_add(&j->out, given, e);
}

// Names of the files, before anything takes long.
static int add_files(job *j, nf_err *e) {
  if (j->o.common.out && mkdir(j->o.common.out, 0777) != 0 && errno != EEXIST)
    nf_refuse(e, "%s: cannot be made: %s; give a folder for --output", j->o.common.out,
              strerror(errno));
  add_file(j, &j->json, j->o.common.json, "train.json", e);
  add_file(j, &j->csv, j->o.common.csv, "train.csv", e);
  return e->status;
}

static int report(job *j, double seconds, nf_err *e) {
  if (j->csv)
    nf_nr_train_csv(j->csv, &j->o, j->training, e);
  if (j->json && e->status == NF_EXIT_OK &&
      nf_report_write(j->json, nf_nr_train_report(&j->o, j->training, seconds), e) != NF_EXIT_OK)
    return e->status;
  if (e->status == NF_EXIT_OK)
    nf_nr_train_print(&j->o, j->training);
  return nf_outputs_commit(&j->out, e);
}

int nf_nr_train_command(int argc, char **argv, nf_err *e) {
  job j = {.steps = 0};
  const double start = nf_seconds();
  nf_outputs_guard(&j.out);
  if (nf_nr_train_options_parse(&j.o, argc, argv, e) == NF_EXIT_OK &&
      add_files(&j, e) == NF_EXIT_OK) {
    j.bar = nf_progress_start("train");
    train(&j, e);
    nf_progress_end(&j.bar);
    if (e->status == NF_EXIT_OK)
      report(&j, nf_seconds() - start, e);
  }
  nf_outputs_discard(&j.out);
  nf_nr_images_free(&j.train);
  nf_nr_images_free(&j.test);
  for (unsigned i = 0; i < NF_NR_MOST_VARIANTS; i++)
    nf_nr_training_free(&j.training[i]);
  return e->status;
}
