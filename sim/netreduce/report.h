// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What a ring of hosts, or a replay, achieved; sim/cli/report.h makes JSON, CSV and a table of it.
#ifndef NF_NR_REPORT_H
#define NF_NR_REPORT_H

#include "sim/netreduce/ethernet.h"
#include "sim/netreduce/ring.h"
#include <cjson/cJSON.h>

// Adds up what all accelerators of a network have counted.
int nf_nr_count_all(const nf_nr_ethernet *n, nf_nr_counts *sum, nf_err *e);
// The report of a run; words: those that were compared.
cJSON *nf_nr_report_run(const nf_nr_ethernet *n, const nf_nr_counts *c, uint64_t words,
                        double seconds);
// Of a replay: frames in, packets out that no host would take for a sum, and time from the first to
// the last one. Of several rings hosts, type, window and message length are the first one's.
cJSON *nf_nr_report_replay(const nf_nr_plan *plan, const char *engine, const nf_nr_counts *c,
                           uint64_t frames, uint64_t unmarked, uint64_t time);

#endif
