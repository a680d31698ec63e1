// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "json.h"

#include <math.h>

static void string(FILE *f, const char *s) {
  fputc('"', f);
  for (; *s; s++) {
    if (*s == '"' || *s == '\\')
      fprintf(f, "\\%c", *s);
    else if ((unsigned char)*s < ' ')
      fprintf(f, "\\u%04x", (unsigned)*s);
    else
      fputc(*s, f);
  }
  fputc('"', f);
}

static void begin(tr_json *j, const char *key) {
  if (j->begun[j->depth])
    fputs(j->depth < 3 ? ",\n" : ", ", j->f);
  j->begun[j->depth] = true;
  if (key) {
    string(j->f, key);
    fputs(": ", j->f);
  }
}

void tr_json_open(tr_json *j, const char *key, char bracket) {
  begin(j, key);
  fputc(bracket, j->f);
  j->begun[++j->depth] = false;
}

void tr_json_close(tr_json *j, char bracket) {
  j->depth--;
  fputc(bracket == '{' ? '}' : ']', j->f);
  if (j->depth == 0)
    fputc('\n', j->f);
}

void tr_json_text(tr_json *j, const char *key, const char *value) {
  begin(j, key);
  string(j->f, value);
}

void tr_json_size(tr_json *j, const char *key, size_t value) {
  begin(j, key);
  fprintf(j->f, "%zu", value);
}

void tr_json_number(tr_json *j, const char *key, double value) {
  begin(j, key);
  if (isfinite(value))
    fprintf(j->f, "%.9g", value);
  else
    fputs("null", j->f);
}

void tr_json_bool(tr_json *j, const char *key, bool value) {
  begin(j, key);
  fputs(value ? "true" : "false", j->f);
}
