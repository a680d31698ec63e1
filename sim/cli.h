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

#endif
