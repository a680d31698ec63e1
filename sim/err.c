// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "err.h"

#include <stdarg.h>
#include <stdio.h>

int nf_err_set(nf_err *e, int status, const char *fmt, ...) {
  if (e->status != NF_EXIT_OK)
    return e->status; // the first error is the cause, later ones follow from it
  va_list args;
  va_start(args, fmt);
  vsnprintf(e->text, sizeof e->text, fmt, args);
  va_end(args);
  e->status = status;
  return status;
}

int nf_err_memory(nf_err *e, const char *what) {
  return nf_err_set(e, NF_EXIT_FAILED, "no memory for %s; use smaller inputs", what);
}

int nf_err_print(const nf_err *e) {
  if (e->status != NF_EXIT_OK)
    fprintf(stderr, "netfold: %s\n", e->text);
  return e->status;
}
