// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _POSIX_C_SOURCE 200809L
#include "sim/cli/cli.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const char *nf_cli_number(const char *text, uint64_t *value) {
  if (!isdigit((unsigned char)*text))
    return NULL; // strtoull would take a sign and blanks
  char *end;
  errno = 0;
  const bool hex = text[0] == '0' && (text[1] | 32) == 'x' && isxdigit((unsigned char)text[2]);
  *value = strtoull(text, &end, hex ? 16 : 10); // by itself it would take 010 for 8
  return errno ? NULL : end;
}

ssize_t nf_cli_line(char **text, size_t *size, FILE *file) {
  const ssize_t length = getline(text, size, file);
  for (ssize_t i = 0; i < length; i++)
    if ((*text)[i] == 0)
      (*text)[i] = '?';
  return length;
}

const char *nf_cli_decimal(const char *text, uint64_t *value) {
  if (!isdigit((unsigned char)*text))
    return NULL;
  char *end;
  errno = 0;
  *value = strtoull(text, &end, 10);
  return errno ? NULL : end;
}

const char *nf_cli_hex_word(const char *text, uint32_t *value) {
  const char *s = text;
  if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X'))
    s += 2;
  uint32_t v = 0;
  int digits = 0;
  for (; isxdigit((unsigned char)*s); s++, digits++)
    v = v << 4 | (uint32_t)(isdigit((unsigned char)*s) ? *s - '0' : (*s | 32) - 'a' + 10);
  if (digits == 0 || digits > 8 || (*s && !isspace((unsigned char)*s)))
    return NULL;
  *value = v;
  return s + strspn(s, " \t\r\n");
}

int nf_cli_choice(const char *option, const char *text, const char *const *words, int count,
                  nf_err *e) {
  char list[128] = "";
  for (int i = 0; i < count; i++) {
    if (strcmp(text, words[i]) == 0)
      return i;
    strncat(list, i ? ", " : "", sizeof list - strlen(list) - 1);
    strncat(list, words[i], sizeof list - strlen(list) - 1);
  }
  nf_refuse(e, "--%s %s is unknown; give one of %s", option, text, list);
  return 0;
}

// ------------------------------------------------------------------------------- numbers with
// units A row of suffixes, the longer of two alike first, and what each stands for.
typedef struct {
  const char *name;
  double factor;
} suffix;

static const suffix Sizes[] = {{"KiB", 0x1p10}, {"MiB", 0x1p20}, {"GiB", 0x1p30}, {"K", 0x1p10},
                               {"M", 0x1p20},   {"G", 0x1p30},   {"kB", 1e3},     {"k", 1e3},
                               {"B", 1},        {NULL, 1}};
static const suffix Times[] = {{"ps", 1},   {"ns", 1e3}, {"us", 1e6},
                               {"ms", 1e9}, {"s", 1e12}, {NULL, 1}};
static const suffix Rates[] = {{"GB/s", 8e9}, {"MB/s", 8e6}, {"kB/s", 8e3},
                               {"B/s", 8},    {"Gb/s", 1e9}, {"Mb/s", 1e6},
                               {"kb/s", 1e3}, {"b/s", 1},    {NULL, 1}};

// A number with one of the suffixes, divided by `base`: rounded, or refused if it must be whole.
// Nothing that is there becomes 0.
static const char *with_unit(const char *text, const suffix *units, double base, bool whole,
                             uint64_t *value) {
  const char *rest = nf_cli_number(text, value);
  if (!rest || (*rest != '.' && !isalpha((unsigned char)*rest)))
    return rest;
  double number = (double)*value, digit = 0.1;
  if (*rest == '.')
    for (rest++; isdigit((unsigned char)*rest); rest++, digit /= 10)
      number += digit * (*rest - '0');
  while (units->name && strncmp(rest, units->name, strlen(units->name)) != 0)
    units++;
  if (!units->name)
    return NULL;
  const double v = number * units->factor / base;
  if (!(v < 0x1p63))
    return NULL;
  *value = (uint64_t)(v + 0.5);
  const double off = v - (double)*value;
  if ((whole && (off > 1e-6 || off < -1e-6)) || (number > 0 && *value == 0))
    return NULL;
  return rest + strlen(units->name);
}

const char *nf_cli_size_number(const char *text, uint64_t *bytes) {
  return with_unit(text, Sizes, 1, true, bytes);
}

const char *nf_cli_time_number(const char *text, uint64_t unit, uint64_t *value) {
  return with_unit(text, Times, (double)unit, false, value);
}

const char *nf_cli_rate_number(const char *text, uint64_t unit, uint64_t *value) {
  return with_unit(text, Rates, (double)unit, true, value);
}

static uint64_t in_range(const char *option, const char *text, const char *rest, uint64_t v,
                         uint64_t low, uint64_t high, const char *what, const char *how,
                         nf_err *e) {
  if (!rest || *rest || v < low || v > high)
    nf_refuse(e, "--%s %s: %s must be %llu..%llu%s", option, text, what, (unsigned long long)low,
              (unsigned long long)high, !rest || *rest ? how : "");
  return v;
}

uint64_t nf_cli_range(const char *option, const char *text, uint64_t low, uint64_t high,
                      const char *what, nf_err *e) {
  uint64_t v = 0;
  const char *rest = nf_cli_number(text, &v);
  return in_range(option, text, rest, v, low, high, what, "", e);
}

uint64_t nf_cli_size(const char *option, const char *text, uint64_t low, uint64_t high,
                     const char *what, nf_err *e) {
  uint64_t v = 0;
  const char *rest = nf_cli_size_number(text, &v);
  return in_range(option, text, rest, v, low, high, what,
                  "; bytes, or with K, M, G (2^10, 2^20, 2^30) or k (1000), e.g. 64K", e);
}

uint64_t nf_cli_time(const char *option, const char *text, uint64_t low, uint64_t high,
                     uint64_t unit, const char *what, nf_err *e) {
  uint64_t v = 0;
  const char *rest = nf_cli_time_number(text, unit, &v);
  return in_range(option, text, rest, v, low, high, what,
                  ", or a time with ps, ns, us, ms or s, e.g. 10us", e);
}

uint64_t nf_cli_rate(const char *option, const char *text, uint64_t low, uint64_t high,
                     uint64_t unit, const char *what, nf_err *e) {
  uint64_t v = 0;
  const char *rest = nf_cli_rate_number(text, unit, &v);
  return in_range(option, text, rest, v, low, high, what,
                  ", or a rate with GB/s, Gb/s, MB/s or Mb/s that comes to a whole one of these",
                  e);
}

// ------------------------------------------------------------------------------- the command line
error_t nf_cli_other(int key, char *arg, struct argp_state *state) {
  nf_cli *cli = state->input;
  switch (key) {
  case NF_CLI_HELP:
    argp_help(state->root_argp, stdout, ARGP_HELP_STD_HELP, state->name);
    exit(nf_end(cli->err));
  case ARGP_KEY_ARG:
    nf_refuse(cli->err, "'%s' is no option; see '%s --help'", arg, state->name);
    return EINVAL;
  case ARGP_KEY_ERROR: // also after a refusal of our own, which then stays
    // Of letters behind one dash argp is still at the word, otherwise behind it.
    nf_refuse(cli->err, "option '%s' is unknown, ambiguous or lacks its value; see '%s --help'",
              state->argv[state->next -
                          (state->next == state->argc || state->argv[state->next - 1][0] == '-')],
              state->name);
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

int nf_cli_parse(const struct argp *argp, void *options, int argc, char **argv, nf_err *e) {
  nf_cli cli = {options, e};
  // argp's own help option is silent with ARGP_NO_ERRS.
  error_t status = argp_parse(argp, argc, argv, ARGP_NO_ERRS | ARGP_NO_HELP, NULL, &cli);
  if (status != 0 && e->status == NF_EXIT_OK)
    nf_refuse(e, "the command line is not understood; see '%s --help'", argv[0]);
  return e->status;
}

double nf_cli_share(const char *option, const char *text, double high, nf_err *e) {
  char *end;
  const double v = strtod(text, &end);
  if (end == text || *end || !(v >= 0 && v <= high))
    nf_refuse(e, "--%s %s: must be 0..%g, e.g. 1e-6", option, text, high);
  return v;
}
