// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/common/trace_events.h"

#include "sim/common/utf8.h"

static void next(nf_trace_events *t) { fputs(t->events++ ? ",\n{" : "\n{", t->file); }

// A string of JSON; names may come from a user's file.
static void put(nf_trace_events *t, const char *text) {
  fputc('"', t->file);
  for (const unsigned char *c = (const unsigned char *)text; *c; c++)
    if (*c == '"' || *c == '\\')
      fprintf(t->file, "\\%c", *c);
    else if (*c < 0x20)
      fprintf(t->file, "\\u%04x", *c);
    else if (*c < 0x80)
      fputc(*c, t->file);
    else { // a character of several bytes, or what is none
      const size_t length = nf_utf8_length((const char *)c);
      fwrite(length ? (const char *)c : "?", 1, length ? length : 1, t->file);
      c += length ? length - 1 : 0;
    }
  fputc('"', t->file);
}

static void put_name(nf_trace_events *t, const char *name) {
  fputs(",\"name\":", t->file);
  put(t, name);
}

void nf_trace_events_open(nf_trace_events *t, FILE *file) {
  *t = (nf_trace_events){.file = file};
  if (file)
    fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", file);
}

static void put_title(nf_trace_events *t, const char *what, nf_trace_line line, const char *name) {
  if (!t->file)
    return;
  next(t);
  fprintf(t->file,
          "\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"%s\",\"args\":{\"name\":", line.process,
          line.thread, what);
  put(t, name);
  fputs("}}", t->file);
}

void nf_trace_events_process(nf_trace_events *t, unsigned process, const char *name) {
  put_title(t, "process_name", (nf_trace_line){process, 0}, name);
}

void nf_trace_events_thread(nf_trace_events *t, nf_trace_line line, const char *name) {
  put_title(t, "thread_name", line, name);
}

void nf_trace_events_span(nf_trace_events *t, nf_trace_line line, const char *name, double begin,
                          double end, const char *members) {
  if (!t->file)
    return;
  next(t);
  fprintf(t->file, "\"ph\":\"X\",\"pid\":%u,\"tid\":%u", line.process, line.thread);
  put_name(t, name);
  fprintf(t->file, ",\"ts\":%.5f,\"dur\":%.5f", begin / 1000, (end - begin) / 1000);
  if (*members)
    fprintf(t->file, ",\"args\":{%s}", members);
  fputc('}', t->file);
}

void nf_trace_events_overlapping(nf_trace_events *t, unsigned process, const char *kind,
                                 const char *name, double begin, double end) {
  if (!t->file)
    return;
  for (int k = 0; k < 2; k++) {
    next(t);
    fprintf(t->file, "\"ph\":\"%c\",\"pid\":%u,\"cat\":\"%s\",\"id\":%u", "be"[k], process, kind,
            t -> pairs);
    put_name(t, name);
    fprintf(t->file, ",\"ts\":%.5f}", (k ? end : begin) / 1000);
  }
  t->pairs++;
}

void nf_trace_events_close(nf_trace_events *t) {
  if (t->file)
    fputs("\n]}\n", t->file);
}
