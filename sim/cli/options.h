// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Options of the commands as tables. A row says what an option is called, what it means and where
// its value goes; from the rows come the parser, the help and the list for shells
// (`netfold COMMAND --list-options`).
//
// What more than one command has is described once, in nf_shared_options: name, unit and meaning
// are the same wherever it is taken. A command's row refers to it (`of`) and adds its field, its
// limits and a note: the default, and what is particular there.
#ifndef NF_SIM_OPTIONS_H
#define NF_SIM_OPTIONS_H

#include "sim/common/err.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum {
  NF_OPTION_NUMBER = 1, // an integer of low..high
  NF_OPTION_SIZE,       // bytes, with K, M, G
  NF_OPTION_TIME,       // in units of `unit` picoseconds, or with ns, us, ...
  NF_OPTION_RATE,       // in units of `unit` bits a second, or with Gb/s, GB/s, ...
  NF_OPTION_SHARE,      // a double, 0..most
  NF_OPTION_CHOICE,     // the index of one of `words`, `high` of them
  NF_OPTION_TEXT,       // a const char *
  NF_OPTION_FLAG,       // a bool that becomes true; no value
  NF_OPTION_OP,         // uint8_t, types.h
  NF_OPTION_DTYPE,
  NF_OPTION_MODE,
  NF_OPTION_OTHER // `take` reads it
} nf_option_kind;

typedef struct nf_option nf_option;
struct nf_option {
  const char *heading;      // of the rows that follow it; nothing else then
  const nf_option *of;      // what this row does not say is said there
  const char *name, *value; // without --; how help calls the value
  const char *help;         // what it means
  const char *note;         // what help adds: limits, default
  const char *now;          // its former name: refused with this one, which it has now
  nf_option_kind kind;
  size_t at, size;          // of its field
  size_t given;             // of a bool that says that it was given; 0: there is none
  uint64_t low, high, unit; // of the value
  uint64_t scale;           // what the field counts for one of the value; 0: one
  uint64_t multiple;        // that it must be one of; 0: of none
  bool power;               // of two; then low and high are
  double most;              // of a share
  const char *what;         // the value is, when it is refused
  const char *const *words; // of a choice
  int (*take)(void *options, const char *text, nf_err *e);
  // Of a command that does several things, for nf_options_check:
  unsigned uses;    // bits of those that it means something to; 0: all
  const char *only; // how these are called, when it is refused
  const char *with; // the option without which it means nothing
};

// Options that commands share.
typedef enum {
  NF_SHARED_ABORT_AT,
  NF_SHARED_ALGORITHM,
  NF_SHARED_BARRIER,
  NF_SHARED_BYTES,
  NF_SHARED_CHUNK_BYTES,
  NF_SHARED_COLLECTIVE,
  NF_SHARED_CSV,
  NF_SHARED_DTYPE,
  NF_SHARED_ENGINE,
  NF_SHARED_FLAGS,
  NF_SHARED_FRESH,
  NF_SHARED_HIERARCHICAL,
  NF_SHARED_INPUT,
  NF_SHARED_JOBS,
  NF_SHARED_JSON,
  NF_SHARED_LINK_RATE,
  NF_SHARED_LINKS_BER,
  NF_SHARED_LIST,
  NF_SHARED_LOSS,
  NF_SHARED_MACHINE,
  NF_SHARED_MEMORY_LATENCY,
  NF_SHARED_MODE,
  NF_SHARED_OP,
  NF_SHARED_OUTPUT,
  NF_SHARED_RANKS,
  NF_SHARED_RESULT_ACKS,
  NF_SHARED_ROOT,
  NF_SHARED_ROUTING,
  NF_SHARED_SEED,
  NF_SHARED_SEGMENTS,
  NF_SHARED_SHAPE,
  NF_SHARED_SHIFTS,
  NF_SHARED_SILENT,
  NF_SHARED_STALL,
  NF_SHARED_TABLE_BYTES,
  NF_SHARED_TIMEOUT,
  NF_SHARED_TOPOLOGY,
  NF_SHARED_TRACE,
  NF_SHARED_WAVE_BYTES,
  NF_SHARED_WAVES,
  NF_SHARED_OPTIONS
} nf_shared_option;

extern const nf_option nf_shared_options[NF_SHARED_OPTIONS];
// --engine of a command with the two engines that every block has.
extern const char *const nf_engine_words[2]; // "cycle", "rtl"
extern const char *const nf_off_on_words[2]; // "off", "on"

#define NF_SHARED(name) .of = &nf_shared_options[NF_SHARED_##name]
// The field of a struct that an option's value goes to.
#define NF_FIELD(type, field) .at = offsetof(type, field), .size = sizeof(((type *)0)->field)
#define NF_GIVEN(type, field) .given = offsetof(type, field)

// A row with what those that it refers to say.
nf_option nf_option_whole(const nf_option *row);
// Takes over a value of a whole row.
int nf_option_take(const nf_option *o, void *options, const char *text, nf_err *e);
// The one word of a command that is no option.
typedef struct {
  const char *name;      // how help calls it
  size_t at;             // of its field, a const char *
  void (*print)(FILE *); // what help says behind the options
} nf_operand;

// Fills the struct from the command line; argv[0] is what the help calls the program. The table
// ends with an empty row; doc as argp has it: the text before the options, \v, that behind them.
int nf_options_read(const nf_option *table, const char *doc, void *options, int argc, char **argv,
                    nf_err *e);
// The same, and given[i] says whether row i was given.
int nf_options_read_given(const nf_option *table, const char *doc, void *options, bool *given,
                          int argc, char **argv, nf_err *e);
// Refuses what was given and means nothing to what is done, whose bits are `use`.
int nf_options_check(const nf_option *table, const bool *given, unsigned use, nf_err *e);
// As nf_options_read, of a command with an operand, which may be left out.
int nf_options_read_operand(const nf_option *table, const nf_operand *operand, const char *doc,
                            void *options, int argc, char **argv, nf_err *e);

#endif
