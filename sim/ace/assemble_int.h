// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What the parts of the assembler share. A source is gone through twice: the first time quietly,
// for the addresses of its labels, the second time for words and messages.
#ifndef NF_ACE_ASSEMBLE_INT_H
#define NF_ACE_ASSEMBLE_INT_H

#include "sim/ace/assemble.h"

enum {
  NF_AS_DEPTH = 16, // .rept within .rept
  NF_AS_NEST = 64   // signs and parentheses within each other
};

typedef enum { NF_AS_LABEL, NF_AS_PARAM, NF_AS_DEFINE, NF_AS_COUNTER } nf_as_kind;

typedef struct {
  nf_as_symbol s;
  nf_as_kind kind;
  unsigned scope; // turn of a .rept that it belongs to; 0: everywhere
  unsigned line;  // where it was defined
} nf_as_known;

// Where a word comes from: its line and its last operand.
typedef struct {
  unsigned line;
  const char *where;
} nf_as_origin;

// A line of the source or of a file that it includes.
typedef struct {
  const char *text;
  unsigned file, number; // of the program's files; its number there, from 1
  unsigned partner;      // where it begins a part of a block: the line that ends it
  bool bad;              // it has its message
} nf_as_line;

typedef struct {
  const nf_as_source *source;
  nf_as_program *program;
  bool second;      // the second time
  bool memory;      // ran out
  bool full;        // so is the store
  nf_as_line *line; // all lines, what is included behind its .include
  unsigned lines, line_room;
  unsigned at;    // line in work
  const char *p;  // place in it
  bool missing;   // a parameter has no value: other errors would only follow from that
  bool no_labels; // labels have no value here
  int nest;       // of them, open now
  nf_as_known *known;
  size_t knowns;
  uint32_t room;
  unsigned scope[NF_AS_DEPTH + 1]; // turns that are under way, innermost last
  unsigned depth, turns;           // how many; the number of the last
  unsigned long steps;             // lines gone through, so that no nest of .rept takes for ever
  nf_as_origin *origin;            // of each word
  size_t length;                   // of the messages
  char first[512];                 // the first error, in one line
} nf_as;

// A message about `where` in line `line`, unless this is the first time or the line has one.
// Returns false.
bool nf_as_say(nf_as *as, bool warning, unsigned line, const char *where, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
#define nf_as_wrong(as, where, ...) nf_as_say(as, false, (as)->at, where, __VA_ARGS__)

// The lines of the source and of what it includes: include.c. False: one of the files is wrong, and
// has its message.
bool nf_as_lines(nf_as *as);

// --- words of a line: expression.c
void nf_as_blank(nf_as *as);                   // over blanks and a comment
bool nf_as_ended(nf_as *as);                   // at the end of the line
bool nf_as_take(nf_as *as, const char *token); // over this token, if it is next
bool nf_as_word(nf_as *as,
                char name[NF_AS_NAME]); // over a name, if one is next; a long one is refused
bool nf_as_string(nf_as *as, char *text, size_t size);
bool nf_as_value(nf_as *as, int64_t *value); // an expression
// Over a register, if one is next; returns its number or -1.
int nf_as_register(nf_as *as);

// --- symbols and directives: directive.c
bool nf_as_directive(nf_as *as, const char *name, const char *where);
const nf_as_known *nf_as_find(const nf_as *as, const char *name);
// Whether the assembler itself gives this name its value.
bool nf_as_predefined(const nf_as *as, const char *name, int64_t *value);
bool nf_as_define(nf_as *as, const char *name, const char *where, nf_as_kind kind, int64_t value);
void nf_as_emit(nf_as *as, uint32_t word, const char *where);

// --- an instruction: encode.c
bool nf_as_instruction(nf_as *as, const char *name, const char *where);

// --- the whole program: flow.c
void nf_as_flow(nf_as *as);

#endif
