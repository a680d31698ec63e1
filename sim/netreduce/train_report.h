// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Courses of a training side by side: a table, JSON, CSV.
#ifndef NF_NR_TRAIN_REPORT_H
#define NF_NR_TRAIN_REPORT_H

#include "sim/netreduce/train_options.h"
#include <cjson/cJSON.h>

cJSON *nf_nr_train_report(const nf_nr_train_options *o, const nf_nr_training *training,
                          double seconds);
void nf_nr_train_print(const nf_nr_train_options *o, const nf_nr_training *training);
// A line a step: losses, and their differences from the first run.
int nf_nr_train_csv(const char *path, const nf_nr_train_options *o, const nf_nr_training *training,
                    nf_err *e);

#endif
