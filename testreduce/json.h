// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// JSON, written as it is made. cJSON reads the manifest; it does not write here, because the
// library must go into a Python wheel that needs nothing but numpy, and Debian has no cJSON to link
// into it.
#ifndef TR_JSON_H
#define TR_JSON_H

#include <stdbool.h>
#include <stdio.h>

enum { TR_JSON_DEPTH = 16 };
typedef struct {
  FILE *f;
  unsigned depth;
  bool begun[TR_JSON_DEPTH]; // something stands before at this depth
} tr_json;

// key: NULL within an array. `bracket` is '{' or '['.
void tr_json_open(tr_json *j, const char *key, char bracket);
void tr_json_close(tr_json *j, char bracket);
void tr_json_text(tr_json *j, const char *key, const char *value);
void tr_json_size(tr_json *j, const char *key, size_t value);
void tr_json_number(tr_json *j, const char *key, double value);
void tr_json_bool(tr_json *j, const char *key, bool value);

#endif
