// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A run of the flow engine with its report, for `netfold flow` and `netfold simulate --engine
// flow`.
#ifndef NF_FLOW_COMMAND_H
#define NF_FLOW_COMMAND_H

#include "pattern.h"
#include "sim/common/outputs.h"

typedef struct {
  const char *topology, *routing, *json;
  nf_flow_cfg run;
} nf_flow_options;

// Prints the rates, and writes them to --json.
int nf_flow_work(const nf_flow_options *o, nf_outputs *out, nf_err *e);

#endif
