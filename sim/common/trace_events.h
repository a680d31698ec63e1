// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Time lines in the Trace Event Format of JSON, which ui.perfetto.dev and chrome://tracing open:
// processes with threads, on these spans of time. Times in ns; the file has microseconds.
#ifndef NF_SIM_TRACE_EVENTS_H
#define NF_SIM_TRACE_EVENTS_H

#include <stdio.h>

typedef struct {
  FILE *file; // NULL: nothing is written
  unsigned events, pairs;
} nf_trace_events;

// Where a span is shown.
typedef struct {
  unsigned process, thread;
} nf_trace_line;

void nf_trace_events_open(nf_trace_events *t, FILE *file);
void nf_trace_events_process(nf_trace_events *t, unsigned process, const char *name);
void nf_trace_events_thread(nf_trace_events *t, nf_trace_line line, const char *name);
// A span. What a click shows of it: members of a JSON object, without its braces; "" for nothing.
void nf_trace_events_span(nf_trace_events *t, nf_trace_line line, const char *name, double begin,
                          double end, const char *members);
// A span that may overlap others of its process; those of one kind are shown together.
void nf_trace_events_overlapping(nf_trace_events *t, unsigned process, const char *kind,
                                 const char *name, double begin, double end);
// Ends the text; the file stays open.
void nf_trace_events_close(nf_trace_events *t);

#endif
