// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What `netfold netreduce train` was asked to do.
#ifndef NF_NR_TRAIN_OPTIONS_H
#define NF_NR_TRAIN_OPTIONS_H

#include "sim/netreduce/ring_options.h"
#include "sim/netreduce/train.h"

enum { NF_NR_MOST_VARIANTS = 4 }; // of adding gradients up

typedef struct {
  nf_nr_common common;
  nf_nr_lesson lesson;
  unsigned images, tests;
  nf_nr_variant variant[NF_NR_MOST_VARIANTS]; // the first one is that of the hosts
  unsigned variants;
  const char *runs;
  unsigned fraction;
} nf_nr_train_options;

int nf_nr_train_options_parse(nf_nr_train_options *o, int argc, char **argv, nf_err *e);

#endif
