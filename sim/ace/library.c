// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Where sources come from: files, and the programs that are built in.
#include "sim/ace/library.h"
#include "sim/ace/assemble.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 1 << 20 };

char *nf_as_file(const char *path, nf_err *e) {
  FILE *f = fopen(path, "rb");
  if (!f) {
    nf_refuse(e, "%s cannot be read: %s", path, strerror(errno));
    return NULL;
  }
  char *text = calloc(1, MOST_TEXT + 1);
  const size_t n = text ? fread(text, 1, MOST_TEXT + 1, f) : 0;
  const bool failed = ferror(f) != 0;
  fclose(f);
  if (!text)
    nf_err_memory(e, path);
  else if (failed)
    nf_refuse(e, "%s cannot be read", path);
  else if (n > MOST_TEXT)
    nf_refuse(e, "%s is longer than 1 MB: no program is", path);
  else if (strlen(text) != n)
    nf_refuse(e, "%s is no text: it has a zero byte", path);
  else
    return text;
  free(text);
  return NULL;
}

static const char *find(const nf_as_library_program *p, const char *name) {
  for (; p->name; p++)
    if (strcmp(p->name, name) == 0)
      return p->text;
  return NULL;
}

const char *nf_as_library(const char *name) { return find(nf_as_library_table, name); }

const char *nf_as_library_include(const char *name) { return find(nf_as_include_table, name); }

const char *nf_as_library_name(size_t k) {
  size_t n = 0;
  while (nf_as_library_table[n].name)
    n++;
  return k < n ? nf_as_library_table[k].name : NULL;
}
