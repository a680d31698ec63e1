// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What an all-reduce achieved, as JSON and as lines of text.
#ifndef NF_SIM_REPORT_H
#define NF_SIM_REPORT_H

#include "sim/cli/options.h"
#include "sim/common/checker.h"

// GB/s of payload that the wires allow for a method and number of ranks; pull: a request goes to
// `expected` of them.
double nf_limit_gbps(bool pull, bool result_acks, unsigned ranks, unsigned expected);
// Bytes of one rank over the time of the run, GB/s.
double nf_algbw_gbps(uint64_t bytes, uint64_t cycles);
// algbw * 2 (p-1)/p: what a ring would need on its links for the same time.
double nf_busbw_gbps(double algbw, unsigned ranks);

// What every run has, whatever it went through.
typedef struct {
  uint64_t setup_cycles, cycles, flits, compared, evictions, timeouts, rests;
  uint64_t timeout_cycles;
  uint8_t flags;
  double limit; // GB/s that the wires allow
} nf_figures;

// The report's common part; the caller adds to it and writes it.
struct cJSON *nf_report_common(const nf_options *o, const nf_inputs *in, const nf_figures *f,
                               const nf_verdict *v);
// Writes the report to `path` and frees it.
int nf_report_write(const char *path, struct cJSON *j, nf_err *e);
// Lines that every run prints.
void nf_report_lines(const nf_inputs *in, const nf_figures *f, const nf_verdict *v);

#endif
