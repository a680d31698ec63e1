// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "commands.h"
#include "sim/common/err.h"
#include <stdio.h>
#include <string.h>

#ifndef NF_VERSION
#error "the build gives NF_VERSION"
#endif

static const struct {
  const char *name;
  int (*run)(int argc, char **argv);
  const char *title; // what --help calls the program
} Commands[] = {
    {"ace", nf_ace_main, "netfold ace"}, {"allreduce", nf_allreduce_main, "netfold allreduce"},
    {"alu", nf_alu_main, "netfold alu"}, {"netreduce", nf_netreduce_main, "netfold netreduce"},
    {"sum", nf_sum_main, "netfold sum"},
};

static const char Usage[] =
    "Usage: netfold COMMAND [OPTION...]\n"
    "In-network reductions in a simulated switch: RTL and golden C model.\n"
    "\n"
    "  ace         a collective on a system of collectives engines: rings, tori, switches\n"
    "  allreduce   all-reduce one .npy array per rank through the switch\n"
    "  alu         reduce pairs of words from standard input, as the switch's ALU does\n"
    "  netreduce   all-reduce of RoCE v2 hosts with an accelerator in their switch; captures\n"
    "  sum         reduce all words of standard input in one entry of a reduction table\n"
    "\n"
    "netfold COMMAND --help lists a command's options; docs/netfold.md is the manual.\n";

int main(int argc, char **argv) {
  nf_err e = {0};
  nf_begin();
  if (argc < 2) {
    nf_err_set(&e, NF_EXIT_BAD_INPUT, "a command is missing; see 'netfold --help'");
    return nf_end(&e);
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0) {
    fputs(Usage, stdout);
    return nf_end(&e);
  }
  if (strcmp(argv[1], "--version") == 0) {
    puts("netfold " NF_VERSION);
    return nf_end(&e);
  }
  for (size_t i = 0; i < sizeof Commands / sizeof Commands[0]; i++)
    if (strcmp(argv[1], Commands[i].name) == 0) {
      char title[32];
      snprintf(title, sizeof title, "%s", Commands[i].title);
      argv[1] = title;
      return Commands[i].run(argc - 1, argv + 1);
    }
  nf_err_set(&e, NF_EXIT_BAD_INPUT, "'%s' is no command; see 'netfold --help'", argv[1]);
  return nf_end(&e);
}
