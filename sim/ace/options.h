// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What `netfold ace` was asked to do.
#ifndef NF_ACE_OPTIONS_H
#define NF_ACE_OPTIONS_H

#include "sim/ace/run.h"
#include "sim/common/types.h"

typedef struct {
  nf_topo topology;
  nf_ace_plan_cfg plan; // topology, engine and sizes filled in, but for bytes of --input
  nf_ace_run_cfg run;   // what belongs to a run alone
  unsigned rings;       // of a dimension, at most; 0: not said
  bool rtl;
  uint8_t dtype; // NF_DTYPE_OF_FILES: the plain one of the files
  size_t bytes;  // of a node, made up; 0: from files
  const char *input, *output, *json, *csv;
  nf_ace_source source[NF_ACE_MAX_PHASES]; // `file` alone
} nf_ace_options;

// Fills o from the command line; argv[0] is what the usage text calls the program. params: of the
// engine that is built in as RTL.
int nf_ace_options_read(nf_ace_options *o, const char *params, int argc, char **argv, nf_err *e);
// Refuses a type that the engines' ALUs do not have.
int nf_ace_dtype_check(uint8_t dtype, bool halves, nf_err *e);

#endif
