// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The programs of rtl/ace/programs as text; ace.mk writes the table.
#ifndef NF_ACE_LIBRARY_H
#define NF_ACE_LIBRARY_H

typedef struct {
  const char *name, *text;
} nf_as_library_program;

extern const nf_as_library_program nf_as_library_table[]; // the last has no name

#endif
