// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Command line with glibc's argp, errors as one line instead of argp's several.
#ifndef NF_SIM_CLI_H
#define NF_SIM_CLI_H

#include "err.h"
#include <argp.h>
#include <stdint.h>

// Key of the option --help, which every table has.
enum { NF_CLI_HELP = '?' };

// What a parser finds in state->input.
typedef struct {
  void *options;
  nf_err *err;
} nf_cli;

int nf_cli_parse(const struct argp *argp, void *options, int argc, char **argv, nf_err *e);
// The default case of a parser: refuses arguments, explains what argp itself refused.
error_t nf_cli_other(int key, char *arg, struct argp_state *state);
// Reads a decimal or 0x number of up to 64 bits; returns what follows it, or NULL.
const char *nf_cli_number(const char *text, uint64_t *value);
// Reads a word of 1 to 8 hex digits, with or without 0x; returns what follows it and the blanks
// behind it, or NULL.
const char *nf_cli_hex_word(const char *text, uint32_t *value);
// The index of an option's value among a few words; refuses another, listing them.
int nf_cli_choice(const char *option, const char *text, const char *const *words, int count,
                  nf_err *e);
// A number within a range; refuses another, saying what it is.
uint64_t nf_cli_range(const char *option, const char *text, uint64_t low, uint64_t high,
                      const char *what, nf_err *e);

#endif
