// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _POSIX_C_SOURCE 200809L
#include "probes.h"

#include "identify.h"
#include <stdlib.h>

struct tr_probes {
  tr_sheet sheet;
};

tr_probes *tr_probes_open(const char *dtype, unsigned ranks, uint64_t seed, char *error,
                          size_t size) {
  nf_err e = {0};
  tr_type type;
  tr_probes *p = calloc(1, sizeof *p);
  if (!p)
    nf_err_memory(&e, "the probes");
  else if (!tr_type_parse(&type, dtype))
    nf_err_set(&e, NF_EXIT_BAD_INPUT, "'%.40s' is no type of testreduce", dtype);
  else
    tr_sheet_make(&p->sheet, type, ranks, seed, &e);
  if (e.status == NF_EXIT_OK)
    return p;
  snprintf(error, size, "%s", e.text);
  free(p);
  return NULL;
}

void tr_probes_close(tr_probes *p) {
  if (p)
    tr_sheet_free(&p->sheet);
  free(p);
}

size_t tr_probes_length(const tr_probes *p) { return p->sheet.length; }

void tr_probes_fill(const tr_probes *p, unsigned rank, size_t count, void *array) {
  tr_sheet_fill(&p->sheet, rank, 0, count, array);
}

static char *written(const tr_report *r, void (*write)(const tr_report *, FILE *)) {
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  if (!f)
    return NULL;
  write(r, f);
  fclose(f);
  return text;
}

int tr_probes_identify(const tr_probes *p, unsigned reps, size_t count, size_t call,
                       const void *const *array, char **text, char **json, char **svg, char *error,
                       size_t size) {
  nf_err e = {0};
  tr_report r;
  *text = *json = *svg = NULL;
  int status = NF_EXIT_BAD_INPUT;
  if (tr_identify(&r, &p->sheet, &(tr_answers){p->sheet.ranks, reps, count, array, call, false},
                  &e) == NF_EXIT_OK) {
    *text = written(&r, tr_report_text);
    *json = written(&r, tr_report_json);
    *svg = written(&r, tr_report_svg);
    status = tr_report_explained(&r) ? NF_EXIT_OK : NF_EXIT_FAILED;
  } else {
    snprintf(error, size, "%s", e.text);
  }
  tr_report_free(&r);
  return status;
}

void tr_probes_free(char *text) { free(text); }
