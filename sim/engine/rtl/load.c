// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _POSIX_C_SOURCE 200809L
#include "load.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// All blocks share one run-time of Verilator, which the first of them brings along.
typedef const char *next_failure(void);
static next_failure *Next_failure;

const char *nf_dut_next_failure(void) { return Next_failure ? Next_failure() : NULL; }

// dlsym gives objects and functions alike as void *, which C does not convert to a function.
static next_failure *function(void *object) {
  next_failure *f;
  memcpy(&f, &object, sizeof f);
  return f;
}

// The file of a block in *path, empty if there is none.
static void find(const char *name, char path[PATH_MAX]) {
  static const char *const beside[] = {"engines", "../engines", "../lib/netfold/engines"};
  const char *const asked = getenv("NETFOLD_ENGINES");
  char program[PATH_MAX] = "";
  if (asked) {
    snprintf(path, PATH_MAX, "%s/%s.so", asked, name);
    if (access(path, R_OK) != 0)
      *path = '\0';
    return;
  }
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  char *const slash = length > 0 ? strrchr(program, '/') : NULL;
  if (slash)
    *slash = '\0';
  for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
    if (snprintf(path, PATH_MAX, "%s/%s/%s.so", program, beside[i], name) < PATH_MAX &&
        access(path, R_OK) == 0)
      return;
  *path = '\0';
}

int nf_rtl_load(const char *name, size_t in_size, size_t out_size, const nf_dut **dut, nf_err *e) {
  char path[PATH_MAX], symbol[64];
  find(name, path);
  if (!*path)
    return nf_refuse(e,
                     "the Verilated block %s is not built: make build/engines/%s.so, or make rtl "
                     "for all; without --engine rtl none is needed",
                     name, name);
  void *const handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return nf_refuse(e, "%s cannot be opened: %s", path, dlerror());
  snprintf(symbol, sizeof symbol, "%s_dut", name);
  *dut = dlsym(handle, symbol);
  Next_failure = function(dlsym(handle, "nf_dut_next_failure"));
  if (!*dut || !Next_failure)
    return nf_refuse(e, "%s is no Verilated block: it has no %s", path, symbol);
  if ((*dut)->in_size != in_size || (*dut)->out_size != out_size)
    return nf_refuse(e, "%s was built from other sources than this command: make rtl", path);
  return NF_EXIT_OK;
}
