// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "commands.h"
#include <stdio.h>
#include <string.h>

#ifndef NF_VERSION
#error "the build gives NF_VERSION"
#endif

static const struct {
  const char *name;
  int (*run)(int argc, char **argv);
} Commands[] = {{"gen", tr_gen_main},
                {"identify", tr_identify_main},
                {"reduce", tr_reduce_main},
                {"vectors", tr_vectors_main}};

static const char Usage[] =
    "Usage: testreduce COMMAND [OPTION...]\n"
    "Finds out what a fabric's all-reduce does with floating-point sums: order, width, rounding.\n"
    "\n"
    "  gen        make probes, an array for each rank\n"
    "  identify   say from the answers to the probes what the fabric is\n"
    "  reduce     reduce probes as a named fabric would, to try the two others\n"
    "  vectors    operands and results of sums of N numbers, as TestFloat writes them\n"
    "\n"
    "testreduce COMMAND --help lists a command's options; docs/testreduce.md is the manual.\n";

int tr_end(nf_err *e) {
  nf_stdout_check(e);
  if (e->text[0])
    fprintf(stderr, "testreduce: %s\n", e->text);
  return e->status;
}

int main(int argc, char **argv) {
  nf_err e = {0};
  nf_begin();
  if (argc < 2) {
    nf_err_set(&e, NF_EXIT_BAD_INPUT, "a command is missing; see 'testreduce --help'");
    return tr_end(&e);
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0) {
    fputs(Usage, stdout);
    return tr_end(&e);
  }
  if (strcmp(argv[1], "--version") == 0) {
    puts("testreduce " NF_VERSION);
    return tr_end(&e);
  }
  for (size_t i = 0; i < sizeof Commands / sizeof Commands[0]; i++)
    if (strcmp(argv[1], Commands[i].name) == 0) {
      char title[32];
      snprintf(title, sizeof title, "testreduce %s", Commands[i].name);
      argv[1] = title;
      return Commands[i].run(argc - 1, argv + 1);
    }
  nf_err_set(&e, NF_EXIT_BAD_INPUT, "'%s' is no command; see 'testreduce --help'", argv[1]);
  return tr_end(&e);
}
