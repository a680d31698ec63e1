// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A sentence that is put together piece by piece; what does not fit is left out.
#ifndef NF_SIM_NOTE_H
#define NF_SIM_NOTE_H

#include <stddef.h>

typedef struct {
  char text[900];
  size_t used;
} nf_note;

void nf_note_add(nf_note *n, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
