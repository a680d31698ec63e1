// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The lines of a source with those of the files that it includes, each behind its .include.
#include "sim/ace/assemble_int.h"
#include "sim/ace/library.h"
#include "sim/common/grow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_DEPTH = 8,   // files within each other, with the source itself
  MOST_FILES = 256, // in all
  MOST_PATH = 512   // characters of a file's name
};

static char *copy(const char *text) {
  char *own = malloc(strlen(text) + 1);
  return own ? strcpy(own, text) : NULL;
}

static bool add_line(nf_as *as, const char *text, unsigned file, unsigned number) {
  if (!nf_grow(&as->line, &as->line_room, as->lines + 1ull, sizeof *as->line))
    return !(as->memory = true);
  as->line[as->lines++] = (nf_as_line){.text = text, .file = file, .number = number};
  return true;
}

// A file of the program; it takes the text. `by` is the line that includes it.
static bool add_file(nf_as *as, const char *name, char *text, bool built_in, unsigned by) {
  nf_as_program *p = as->program;
  nf_as_unit *more = realloc(p->file, (p->files + 1) * sizeof *more);
  char *own = copy(name);
  if (more)
    p->file = more;
  if (!more || !own || !text) {
    free(own);
    free(text);
    return !(as->memory = true);
  }
  p->file[p->files++] = (nf_as_unit){.name = own, .text = text, .built_in = built_in, .by = by};
  return true;
}

// The files from the source to `file`, and behind them `last`.
static void chain(const nf_as *as, unsigned file, const char *last, char *text, size_t size) {
  unsigned order[MOST_DEPTH], n = 0;
  for (order[n++] = file; order[n - 1] != 0 && n < MOST_DEPTH; n++)
    order[n] = as->line[as->program->file[order[n - 1]].by].file;
  size_t used = 0;
  text[0] = 0;
  while (n-- > 0 && used < size)
    used += (size_t)snprintf(text + used, size - used, "%s includes ",
                             as->program->file[order[n]].name);
  if (used < size)
    snprintf(text + used, size - used, "%s", last);
}

static unsigned depth_of(const nf_as *as, unsigned file) {
  unsigned n = 1;
  for (; file != 0; n++)
    file = as->line[as->program->file[file].by].file;
  return n;
}

static bool open_already(const nf_as *as, unsigned file, const char *name) {
  for (;; file = as->line[as->program->file[file].by].file) {
    if (strcmp(as->program->file[file].name, name) == 0)
      return true;
    if (file == 0)
      return false;
  }
}

// Relative to the file that includes it.
static void path_of(const nf_as *as, unsigned file, const char *name, char path[MOST_PATH]) {
  const char *from = as->program->file[file].name, *slash = strrchr(from, '/');
  const int folder = slash && name[0] != '/' ? (int)(slash - from) + 1 : 0;
  snprintf(path, MOST_PATH, "%.*s%s", folder, from, name);
}

static bool lines_of(nf_as *as, unsigned file);

static bool include(nf_as *as, unsigned file) {
  const unsigned line = as->at;
  char name[MOST_PATH / 2], path[MOST_PATH], names[MOST_DEPTH * 64];
  nf_as_blank(as);
  const char *where = as->p;
  if (!nf_as_string(as, name, sizeof name) || !name[0])
    return nf_as_wrong(as, where, ".include takes the name of a file, \"as so\"");
  if (!nf_as_ended(as))
    return nf_as_wrong(as, as->p, "here the line should end");
  path_of(as, file, name, path);
  chain(as, file, path, names, sizeof names);
  if (open_already(as, file, path))
    return nf_as_wrong(as, where, "it includes itself: %s", names);
  if (depth_of(as, file) == MOST_DEPTH)
    return nf_as_wrong(as, where, "more than %d files within each other: %s", MOST_DEPTH, names);
  if (as->program->files == MOST_FILES)
    return nf_as_wrong(as, where, "more than %d files in all", MOST_FILES);
  // A name that is no file may be built in; what is built in includes nothing else.
  nf_err e = {0};
  bool built_in = as->program->file[file].built_in;
  char *text = built_in ? NULL : nf_as_file(path, &e);
  if (!text) {
    const char *library = nf_as_library_include(name);
    if (!library)
      return nf_as_wrong(as, where, "%s", built_in ? "no such file is built in" : e.text);
    built_in = true;
    snprintf(path, sizeof path, "%s", name);
    text = copy(library);
  }
  return add_file(as, path, text, built_in, line) && lines_of(as, as->program->files - 1);
}

// The lines of a file, and behind each .include those of the other one.
static bool lines_of(nf_as *as, unsigned file) {
  const char *c = as->program->file[file].text;
  for (unsigned number = 1;; number++, c++) {
    if (!add_line(as, c, file, number))
      return false;
    as->at = as->lines - 1;
    as->p = c;
    if (nf_as_take(as, ".include") && !include(as, file))
      return false;
    c += strcspn(c, "\n");
    if (!*c)
      return true;
  }
}

bool nf_as_lines(nf_as *as) {
  return add_file(as, as->source->file, copy(as->source->text), as->source->built_in, 0) &&
         lines_of(as, 0);
}
