// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A run of the fast engine from its options to its files, for the commands that have it.
#ifndef NF_FAST_COMMAND_H
#define NF_FAST_COMMAND_H

#include "options.h"
#include "sim/common/outputs.h"

// Prints a run's figures, and writes them to a file if `json` is one.
typedef int nf_simulate_reporter(const void *ctx, const nf_simulate_options *o,
                                 const nf_simulate_result *r, const char *json, nf_err *e);

// Data is read or made up, the run is done and reported, data, trace and report are written; o is
// completed.
int nf_simulate_work(nf_simulate_options *o, nf_simulate_reporter *report, const void *ctx,
                     nf_outputs *out, nf_err *e);

#endif
