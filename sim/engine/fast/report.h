// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What `netfold simulate` prints and writes of a run of the fast engine.
#ifndef NF_FAST_REPORT_H
#define NF_FAST_REPORT_H

#include "options.h"
#include <cjson/cJSON.h>

// Prints the figures, and writes them to a file if `json` is one.
int nf_simulate_report(const nf_simulate_options *o, const nf_simulate_result *r, const char *json,
                       nf_err *e);
// What it says of a run's data.
void nf_simulate_print_payload(const nf_simulate_options *o);
void nf_simulate_add_payload(cJSON *j, const nf_simulate_cfg *cfg);

#endif
