// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "cli.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *nf_cli_number(const char *text, uint64_t *value) {
  if (!isdigit((unsigned char)*text))
    return NULL; // strtoull would take a sign and blanks
  char *end;
  errno = 0;
  *value = strtoull(text, &end, 0);
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
  nf_err_set(e, NF_EXIT_BAD_INPUT, "--%s %s is unknown; give one of %s", option, text, list);
  return 0;
}

uint64_t nf_cli_range(const char *option, const char *text, uint64_t low, uint64_t high,
                      const char *what, nf_err *e) {
  uint64_t v = 0;
  const char *rest = nf_cli_number(text, &v);
  if (!rest || *rest || v < low || v > high)
    nf_err_set(e, NF_EXIT_BAD_INPUT, "--%s %s: %s must be %llu..%llu", option, text, what,
               (unsigned long long)low, (unsigned long long)high);
  return v;
}

error_t nf_cli_other(int key, char *arg, struct argp_state *state) {
  nf_cli *cli = state->input;
  switch (key) {
  case NF_CLI_HELP:
    argp_help(state->root_argp, stdout, ARGP_HELP_STD_HELP, state->name);
    exit(nf_end(cli->err));
  case ARGP_KEY_ARG:
    nf_err_set(cli->err, NF_EXIT_BAD_INPUT, "'%s' is no option; see '%s --help'", arg, state->name);
    return EINVAL;
  case ARGP_KEY_ERROR: // also after a refusal of our own, which then stays
    nf_err_set(cli->err, NF_EXIT_BAD_INPUT,
               "option '%s' is unknown, ambiguous or lacks its value; see '%s --help'",
               state->argv[state->next - 1], state->name);
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
    nf_err_set(e, NF_EXIT_BAD_INPUT, "the command line is not understood; see '%s --help'",
               argv[0]);
  return e->status;
}
