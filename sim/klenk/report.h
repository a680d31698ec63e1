// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What an all-reduce through switches achieved: bandwidth beside what the wires allow (KLENK V),
// latencies, evictions, faults; as JSON and as lines of text.
#ifndef NF_KLENK_REPORT_H
#define NF_KLENK_REPORT_H

#include "sim/common/checker.h"
#include "sim/klenk/options.h"

// GB/s of payload that a GPU's link allows for a method and number of ranks (KLENK V); pull: a
// request goes to `expected` of them. Acknowledgements of results do not count where leaves reduce
// first (hierarchical): they may come when the last result has long been there.
double nf_limit_gbps(bool pull, bool result_acks, bool hierarchical, unsigned ranks,
                     unsigned expected);
// What a ring would need on its links for the same time.
double nf_busbw_gbps(double algbw, unsigned ranks);

// All that a report is made of.
typedef struct {
  const nf_allreduce_options *o;
  const nf_inputs *in;
  const nf_collective_cfg *cfg;
  const nf_collective_run *run;
  const nf_verdict *verdict;
} nf_allreduce_result;

int nf_allreduce_json(const char *path, const nf_allreduce_result *r, nf_err *e);
void nf_allreduce_print(const nf_allreduce_result *r);

#endif
