// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Command line with glibc's argp, errors as one line instead of argp's several.
#ifndef NF_SIM_CLI_H
#define NF_SIM_CLI_H

#include "sim/common/err.h"
#include <argp.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

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
// As getline(); a NUL byte becomes a question mark, so that no reader takes it for the line's end.
ssize_t nf_cli_line(char **text, size_t *size, FILE *file);
// Decimal alone, where an x means something else, as in 8x4.
const char *nf_cli_decimal(const char *text, uint64_t *value);
// As nf_cli_number, with what is counted behind it. A size: K, M, G are 2^10, 2^20, 2^30 bytes
// (KiB, MiB, GiB too), k is 1000, B nothing more. A time: ps, ns, us, ms, s; without a unit it
// counts `unit` picoseconds, of which the result is a number. A rate: B/s or b/s, with k, M, G of
// 1000; without a unit it counts `unit` bits a second. Before a suffix a number may have a
// fraction.
const char *nf_cli_size_number(const char *text, uint64_t *bytes);
const char *nf_cli_time_number(const char *text, uint64_t unit, uint64_t *value);
const char *nf_cli_rate_number(const char *text, uint64_t unit, uint64_t *value);
// Reads a word of 1 to 8 hex digits, with or without 0x; returns what follows it and the blanks
// behind it, or NULL.
const char *nf_cli_hex_word(const char *text, uint32_t *value);
// The index of an option's value among a few words; refuses another, listing them.
int nf_cli_choice(const char *option, const char *text, const char *const *words, int count,
                  nf_err *e);
// A number within a range; refuses another, saying what it is.
uint64_t nf_cli_range(const char *option, const char *text, uint64_t low, uint64_t high,
                      const char *what, nf_err *e);
uint64_t nf_cli_size(const char *option, const char *text, uint64_t low, uint64_t high,
                     const char *what, nf_err *e);
uint64_t nf_cli_time(const char *option, const char *text, uint64_t low, uint64_t high,
                     uint64_t unit, const char *what, nf_err *e);
uint64_t nf_cli_rate(const char *option, const char *text, uint64_t low, uint64_t high,
                     uint64_t unit, const char *what, nf_err *e);
// A share, 0..high.
double nf_cli_share(const char *option, const char *text, double high, nf_err *e);

#endif
