// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Assembler of the engine's state machines (ACE 4.3.2): text to the 32-bit words of a program
// store. The language is described in docs/ace-programs.md; the instructions are OP_* of
// rtl/ace/nf_ace.toml. It reads the files that a source includes, and prints nothing.
#ifndef NF_ACE_ASSEMBLE_H
#define NF_ACE_ASSEMBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/common/err.h"

enum {
  NF_AS_STORE = 256,      // words of a program store, unless told otherwise
  NF_AS_STORE_MAX = 2048, // words of the largest
  NF_AS_NAME = 32         // characters of a symbol's name, with the end
};

typedef struct {
  char name[NF_AS_NAME];
  int64_t value;
} nf_as_symbol;

typedef struct {
  const char *file;          // name of the source in messages
  const char *text;          // the source
  const nf_as_symbol *given; // values of its .param names; one that it does not have is refused
  size_t givens;
  bool extra;     // such a value is left aside instead: one list for several programs
  unsigned base;  // address of its first word, after the programs before it in the store; mostly 0
  unsigned store; // words of the store, 1..2048; 0: NF_AS_STORE
  unsigned ports; // links of the engine, 1..8; 0: 8. Queue pairs are 0 .. 16 * ports - 1
  unsigned slots; // the symbol SLOTS: of the queue pairs that the machine receives on; 0: not known
  bool built_in;  // it includes what is built in, and no file
} nf_as_source;

// A source, or a file that it includes.
typedef struct {
  char *name, *text;
  bool built_in;
  unsigned by; // for the assembler: the line that includes it
} nf_as_unit;

typedef struct {
  unsigned base, words;
  uint32_t *word; // word[k] belongs at address base + k
  unsigned *line; // line that it came from
  unsigned *from; // and in which file
  unsigned files;
  nf_as_unit *file; // the source and what it includes, in order of appearance
  size_t entries;   // .program names with their addresses, or none: it begins at base
  nf_as_symbol *entry;
  size_t
      symbols; // labels, parameters and definitions with their last values, in order of appearance
  nf_as_symbol *symbol;
  unsigned errors, warnings;
  char *messages; // all of them: file:line:column, the line, a caret, what is wrong and what is
                  // allowed
} nf_as_program;

// Assembles s to p. With an error p holds no words, but its messages; the first of them is in e
// too, with status NF_EXIT_FAILED. In both cases nf_as_free is due.
int nf_as_assemble(nf_as_program *p, const nf_as_source *s, nf_err *e);
void nf_as_free(nf_as_program *p);

// Address of a .program name, -1 without it; NULL: where the program begins.
long nf_as_entry(const nf_as_program *p, const char *name);

// The text of a file, to be freed; NULL with e set.
char *nf_as_file(const char *path, nf_err *e);

// Text of a program of rtl/ace/programs as it was when this was built ("ring_all_reduce"), and of
// a file that they include ("ring.inc"); NULL: none.
const char *nf_as_library(const char *name);
const char *nf_as_library_include(const char *name);
// Names of these programs, in alphabetical order; NULL past the last.
const char *nf_as_library_name(size_t k);

#endif
