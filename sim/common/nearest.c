// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _POSIX_C_SOURCE 200809L
#include "nearest.h"

#include <string.h>

enum { LONGEST = 64 }; // letters that are looked at

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

// Row by row of the table of prefixes.
static unsigned distance(const char *a, const char *b) {
  unsigned row[LONGEST + 1];
  const unsigned m = (unsigned)strnlen(a, LONGEST), n = (unsigned)strnlen(b, LONGEST);
  for (unsigned j = 0; j <= n; j++)
    row[j] = j;
  for (unsigned i = 0; i < m; i++) {
    unsigned corner = row[0];
    row[0] = i + 1;
    for (unsigned j = 0; j < n; j++) {
      const unsigned replaced = corner + (a[i] != b[j]);
      corner = row[j + 1];
      row[j + 1] = least(replaced, 1 + least(row[j], row[j + 1]));
    }
  }
  return row[n];
}

int nf_nearest(const char *text, const char *const *words, int count) {
  int best = 0;
  for (int i = 1; i < count; i++)
    if (distance(text, words[i]) < distance(text, words[best]))
      best = i;
  return best;
}
