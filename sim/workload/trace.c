// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "trace.h"

// Names are our own words: no character in them needs an escape.
void nf_trace_open(nf_trace *t, FILE *file, const char *title) {
  *t = (nf_trace){.file = file};
  if (file)
    fprintf(file,
            "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
            "{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":\"%s\"}},\n"
            "{\"ph\":\"M\",\"pid\":1,\"tid\":1,\"name\":\"thread_name\",\"args\":{\"name\":"
            "\"processor\"}}",
            title);
}

void nf_trace_span(nf_trace *t, const char *name, double begin, double end) {
  if (t->file)
    fprintf(t->file,
            ",\n{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"name\":\"%s\",\"ts\":%.3f,\"dur\":%.3f}", name,
            begin / 1000, (end - begin) / 1000);
}

void nf_trace_between(nf_trace *t, const char *kind, const char *name, double begin, double end) {
  if (!t->file)
    return;
  for (int k = 0; k < 2; k++)
    fprintf(t->file,
            ",\n{\"ph\":\"%c\",\"pid\":1,\"cat\":\"%s\",\"id\":%u,\"name\":\"%s\",\"ts\":%.3f}",
            "be"[k], kind, t -> pairs, name, (k ? end : begin) / 1000);
  t->pairs++;
}

void nf_trace_close(nf_trace *t) {
  if (t->file)
    fputs("\n]}\n", t->file);
}
