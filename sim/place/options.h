// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Options of `netfold place`.
#ifndef NF_PLACE_OPTIONS_H
#define NF_PLACE_OPTIONS_H

#include "sweep.h"

typedef struct {
  nf_sweep sweep;                       // mixes 0: the jobs of --shapes
  const char *shapes, *broken, *cycles; // as they were given
  bool map;
  const char *csv, *json;
} nf_place_options;

int nf_place_options_read(nf_place_options *o, int argc, char **argv, nf_err *e);

#endif
