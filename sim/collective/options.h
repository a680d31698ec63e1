// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Options of `netfold schedule`.
#ifndef NF_SCHEDULE_OPTIONS_H
#define NF_SCHEDULE_OPTIONS_H

#include "algorithms.h"
#include "time.h"

typedef struct {
  const char *algorithm, *in, *out, *json, *gpus, *topology;
  uint32_t format; // of --in
  bool check, list;
  nf_shape shape;
  nf_links links;
  nf_cost cost;
} nf_schedule_options;

enum { NF_FORMAT_MSCCL, NF_FORMAT_GOAL, NF_FORMAT_CHAKRA };

int nf_schedule_options_read(nf_schedule_options *o, int argc, char **argv, nf_err *e);
// "8x4" or "2x3x4" into `dim`; returns how many, 0 after a refusal.
uint32_t nf_shape_parse(const char *option, const char *text, uint32_t *dim, uint32_t most,
                        nf_err *e);

#endif
