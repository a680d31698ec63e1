// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The one list of topologies: names, parameters with their limits, a sentence and an example each.
// SPECs are parsed by it; --list, --help and the errors are printed from it.
#ifndef NF_KINDS_H
#define NF_KINDS_H

#include "build.h"
#include <stdio.h>

enum { NF_KIND_NUMBERS = 4, NF_KIND_FAILED = 64 };

// Options behind the numbers of a SPEC: ",planes=4".
typedef enum {
  NF_KEY_PLANES,
  NF_KEY_RATE,
  NF_KEY_WIRE,
  NF_KEY_SWITCH,
  NF_KEY_ENDPOINTS,
  NF_KEY_TAPER,
  NF_KEY_TERMINALS,
  NF_KEY_LOCAL,
  NF_KEY_SPINES,
  NF_KEY_FIBRE,
  NF_KEY_RADIX,
  NF_KEY_BOARD,
  NF_KEY_FAILED,
  NF_KEYS
} nf_key;

// A SPEC, read. What it leaves out has the kind's own value.
typedef struct {
  uint32_t number[NF_KIND_NUMBERS];
  unsigned numbers; // how many were given
  double value[NF_KEYS];
  bool given[NF_KEYS];
  uint32_t board[2];                  // board=AxB
  uint32_t failed[NF_KIND_FAILED][2]; // failed=X.Y+X.Y
  unsigned failures;
} nf_spec;

typedef struct {
  const char *letter; // as it stands in the form
  char before;        // ':' ',' 'x'
  bool optional;
  uint32_t low, high;
  const char *what;
} nf_number;

// Commands whose engines can be some kinds only.
enum {
  NF_KIND_ALLREDUCE = 1, // a tree of switches that may have 16 ports
  NF_KIND_ACE = 2,       // rings, and four switches; of ace, endpoint and training
  NF_KIND_NETREDUCE = 4  // one switch, or leaves under a spine
};

typedef struct {
  const char *name;
  nf_number number[NF_KIND_NUMBERS];
  uint32_t usual;          // of the first number, where that may be left out
  uint32_t keys;           // 1 << nf_key
  uint32_t planes;         // its own
  double rate, trace_rate; // GB/s of a link, one direction; of a trace, if it is another
  uint32_t wire_ps, trace_ps, switch_ps;
  unsigned commands; // NF_KIND_*: those that take not all kinds but this one
  const char *sentence, *source, *example;
  int (*make)(nf_build *b, const nf_spec *s);
} nf_kind;

extern const nf_kind Nf_kinds[];
extern const unsigned Nf_kinds_count;

// "fattree:K,LEVELS[,TAPER]".
void nf_kind_form(const nf_kind *k, char text[64]);
// All of it, for --list.
void nf_kinds_print(FILE *f);
// Forms in one paragraph of lines up to `width`, each behind `indent` blanks, for --help.
void nf_kinds_forms(FILE *f, unsigned indent, unsigned width);
// Forms of a command's kinds, "single[:R], dgx2", for errors.
void nf_kinds_of(unsigned command, char text[256]);
// What `key` has, or else what the kind takes.
static inline uint32_t nf_spec_value(const nf_spec *s, nf_key key, uint32_t otherwise) {
  return s->given[key] ? (uint32_t)s->value[key] : otherwise;
}
// The kind and the numbers of a SPEC; NULL with an error.
const nf_kind *nf_spec_parse(const char *text, nf_spec *s, nf_err *e);
// The same for a command that has some kinds only, and options of its own instead of keys.
const nf_kind *nf_spec_parse_for(unsigned command, const char *text, nf_spec *s, nf_err *e);
// Of a kind of NF_KIND_ACE: accelerators in each dimension, 1 behind the last, and whether switches
// join the last one, the packages. Returns how many there are.
unsigned nf_spec_dimensions(const nf_kind *k, const nf_spec *s, uint32_t size[3], bool *switched);

// From a file, with its own rates.
int nf_make_file(nf_graph *g, const char *path, nf_err *e);

#endif
