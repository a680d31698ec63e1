// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The account of a run's time as the report has it: shares of each dimension's links and machines,
// and how long a chunk stays where.
#ifndef NF_ACE_TIMES_H
#define NF_ACE_TIMES_H

#include "sim/ace/run.h"
#include <cjson/cJSON.h>

void nf_ace_times_print(const nf_ace_plan *p, unsigned dim, const nf_ace_run *run,
                        unsigned commands);
void nf_ace_times_print_memory(const nf_ace_plan *p, const nf_ace_run *run, unsigned commands);
// Keys of every dimension that has links, and of the memory.
void nf_ace_times_add(cJSON *j, const nf_ace_plan *p, const nf_ace_run *run, unsigned commands);

#endif
