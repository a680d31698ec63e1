// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Folders of arrays: rank00.npy, rank01.npy ... and manifest.json, which says what each element is
// for. From its first members the probes can be made again.
#ifndef TR_MANIFEST_H
#define TR_MANIFEST_H

#include "sheet.h"
#include <stdio.h>

typedef struct {
  tr_type type;
  unsigned ranks;
  size_t count; // elements
  uint64_t seed;
} tr_manifest;

void tr_manifest_write(const tr_sheet *s, size_t count, FILE *f);
// Reads `dir`/manifest.json.
int tr_manifest_read(tr_manifest *m, const char *dir, nf_err *e);

// An array of a file, mapped: it is read as it is needed.
typedef struct {
  const void *data;
  size_t count;
  void *map;
  size_t mapped;
} tr_array;
enum { TR_PATH = 4096 };
void tr_rank_path(char path[TR_PATH], const char *dir, unsigned rank);
// Opens an array of the type; free it with tr_array_close in any case.
int tr_array_open(tr_array *a, tr_type type, const char *path, nf_err *e);
void tr_array_close(tr_array *a);
// Writes the .npy header of a vector; the elements follow.
bool tr_array_head(FILE *f, tr_type type, size_t count);

#endif
