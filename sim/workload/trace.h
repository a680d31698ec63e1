// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Time lines in the JSON that Perfetto and chrome://tracing open (Trace Event Format): spans of the
// processor on one line, all-reduces as pairs of events, as they overlap. Times in ns.
#ifndef NF_WORKLOAD_TRACE_H
#define NF_WORKLOAD_TRACE_H

#include <stdint.h>
#include <stdio.h>

typedef struct {
  FILE *file; // NULL: nothing is written
  uint32_t pairs;
} nf_trace;

void nf_trace_open(nf_trace *t, FILE *file, const char *title);
void nf_trace_span(nf_trace *t, const char *name, double begin, double end);
void nf_trace_between(nf_trace *t, const char *kind, const char *name, double begin, double end);
void nf_trace_close(nf_trace *t);

#endif
