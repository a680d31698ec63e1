// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The programs of rtl/ace/programs and what they include, as text; ace.mk writes the tables.
#ifndef NF_ACE_LIBRARY_H
#define NF_ACE_LIBRARY_H

typedef struct {
  const char *name, *text;
} nf_as_library_program;

// The last of each has no name.
extern const nf_as_library_program nf_as_library_table[], nf_as_include_table[];

#endif
