// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What `netfold netreduce` was asked to do.
#ifndef NF_NR_OPTIONS_H
#define NF_NR_OPTIONS_H

#include "../types.h"
#include "common_options.h"

typedef struct {
  nf_nr_common common;
  const char *input, *output;
  const char *ring;            // replay: ring.json, NULL: beside the first capture
  const char *in[NF_NR_PORTS]; // replay
  unsigned captures;
  char *in_text; // what in[] points into
  bool psn_given, hosts_given;
} nf_nr_options;

// argv[0] is what the usage text calls the program. gen: `netfold netreduce gen`, else run.
int nf_nr_options_network(nf_nr_options *o, bool gen, int argc, char **argv, nf_err *e);
int nf_nr_options_replay(nf_nr_options *o, int argc, char **argv, nf_err *e);
void nf_nr_options_free(nf_nr_options *o);

#endif
