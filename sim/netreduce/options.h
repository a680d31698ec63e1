// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What `netfold netreduce` was asked to do.
#ifndef NF_NR_OPTIONS_H
#define NF_NR_OPTIONS_H

#include "sim/common/types.h"
#include "sim/netreduce/ring.h"
#include "sim/netreduce/ring_options.h"

typedef struct {
  nf_nr_common common;
  const char *input, *output;
  // Of a replay.
  const char *ring;            // set-up file, NULL: ring.json beside the first capture
  const char *device;          // of the set-up file's accelerators, NULL: the only one
  const char *in[NF_NR_PORTS]; // captures by port
  unsigned captures;
  char *in_text; // what in[] points into, when the command line has them
  nf_nr_plan plan;
  bool find_members; // they are those of the captures
  bool psn_given;
} nf_nr_options;

// argv[0] is what the usage text calls the program. gen: `netfold netreduce gen`, else run.
int nf_nr_options_network(nf_nr_options *o, bool gen, int argc, char **argv, nf_err *e);
int nf_nr_options_replay(nf_nr_options *o, int argc, char **argv, nf_err *e);
void nf_nr_options_free(nf_nr_options *o);

#endif
