// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `testreduce vectors`: sums of N operands in TestFloat's form, for a bench of hardware.
#include "commands.h"
#include "fabric.h"
#include "operands.h"
#include "sheet.h"
#include "sim/cli/cli.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

typedef struct {
  tr_fabric fabric;
  tr_operands operands;
} vectors_options;

static const struct argp_option Table[] = {
    TR_OPERANDS_OPTIONS("operands", "of each sum, 2..256", "lines (default: each probe once)"),
    TR_FABRIC_OPTIONS,
    {"help", NF_CLI_HELP, 0, 0, "print this list", -1},
    {0}};

static const char Doc[] =
    "Print sums, one a line: N operands, the result, and the exceptions that its additions raise, "
    "in hex digits. Exceptions as TestFloat has them: 1 inexact, 2 underflow (tiny after "
    "rounding), "
    "4 overflow, 10 invalid.\v"
    "Example:\n"
    "  testreduce vectors --operands 4 --dtype f16 --tree binary --rounding truncation\n"
    "Exit status: 0 done, 2 bad input.";

static error_t parse(int key, char *arg, struct argp_state *state) {
  nf_cli *cli = state->input;
  vectors_options *o = cli->options;
  nf_err *e = cli->err;
  if (!tr_operands_option(&o->operands, "operands", key, arg, e) &&
      !tr_fabric_option(&o->fabric, key, arg, e))
    return nf_cli_other(key, arg, state);
  return e->status == NF_EXIT_OK ? 0 : EINVAL;
}

// Sheet after sheet, each with random operands of its own.
static int print_all(const tr_operands *o, const tr_reducer *r, nf_err *e) {
  const int digits = (int)(2 * tr_format_of(o->type)->bytes);
  uint64_t state = o->seed, x[TR_MAX_RANKS];
  for (uint64_t done = 0, turn = 0; e->status == NF_EXIT_OK && (done < o->count || turn == 0);
       turn++) {
    tr_sheet s;
    if (tr_sheet_make(&s, o->type, (unsigned)o->operands, o->seed + turn, e) != NF_EXIT_OK)
      break;
    for (size_t p = 0; p < s.length && (o->count == 0 || done < o->count) && !ferror(stdout);
         p++, done++) {
      tr_env d = {.draw = &state};
      tr_sheet_values(&s, p, x);
      for (unsigned i = 0; i < s.ranks; i++)
        printf("%0*" PRIX64 " ", digits, x[i]);
      const uint64_t sum = tr_reduce(r, x, &d);
      printf("%0*" PRIX64 " %02X\n", digits, sum, d.flags);
    }
    tr_sheet_free(&s);
    nf_stdout_check(e);
  }
  return e->status;
}

int tr_vectors_main(int argc, char **argv) {
  static const struct argp argp = {.options = Table, .parser = parse, .doc = Doc};
  vectors_options o = {.operands = {.seed = 1}};
  nf_err e = {0};
  tr_reducer r;
  if (nf_cli_parse(&argp, &o, argc, argv, &e) == NF_EXIT_OK) {
    if (!o.operands.operands)
      nf_err_set(&e, NF_EXIT_BAD_INPUT, "--operands is missing; see 'testreduce vectors --help'");
    else if (tr_fabric_make(&o.fabric, o.operands.type, (unsigned)o.operands.operands, &r, &e) ==
             NF_EXIT_OK)
      print_all(&o.operands, &r, &e);
  }
  return nf_end(&e);
}
