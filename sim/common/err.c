// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _XOPEN_SOURCE 700
#include "sim/common/err.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *Program = "netfold";

void nf_err_program(const char *name) { Program = name; }

static int set(nf_err *e, int status, const char *fmt, va_list args) {
  if (e->status != NF_EXIT_OK)
    return e->status; // the first error is the cause, later ones follow from it
  vsnprintf(e->text, sizeof e->text, fmt, args);
  return e->status = status;
}

int nf_err_set(nf_err *e, int status, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  set(e, status, fmt, args);
  va_end(args);
  return e->status;
}

int nf_refuse(nf_err *e, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  set(e, NF_EXIT_BAD_INPUT, fmt, args);
  va_end(args);
  return e->status;
}

int nf_err_memory(nf_err *e, const char *what) {
  return nf_refuse(e, "no memory for %s; use smaller inputs", what);
}

void nf_warn(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  fprintf(stderr, "%s: warning: ", Program);
  vfprintf(stderr, fmt, args);
  fputc('\n', stderr);
  va_end(args);
}

void nf_begin(void) {
  // A stream that is not there is one that can be neither read nor written: as before, but taken.
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
        open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
      _exit(NF_EXIT_BAD_INPUT);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN); // a file as large as it may be is a full disk
}

int nf_stdout_check(nf_err *e) {
  errno = 0;
  if (fflush(stdout) == 0 && !ferror(stdout))
    return e->status;
  return nf_refuse(e, "standard output cannot be written%s%s; what was printed is not all there",
                   errno ? ": " : "", errno ? strerror(errno) : "");
}

int nf_end(nf_err *e) {
  nf_stdout_check(e);
  if (e->text[0]) // a status without a text was told of in the report
    fprintf(stderr, "%s: %s\n", Program, e->text);
  return e->status;
}
