// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/common/note.h"

#include <stdarg.h>
#include <stdio.h>

void nf_note_add(nf_note *n, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  const int k = vsnprintf(n->text + n->used, sizeof n->text - n->used, fmt, args);
  va_end(args);
  n->used += (size_t)k;
  if (n->used >= sizeof n->text)
    n->used = sizeof n->text - 1;
}
