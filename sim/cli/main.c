// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/cli/commands.h"
#include "sim/common/err.h"
#include <stdio.h>
#include <string.h>

#ifndef NF_VERSION
#error "the build gives NF_VERSION"
#endif

static const struct {
  const char *name;
  int (*run)(int argc, char **argv);
  const char *about;
} Commands[] = {
#define NF_COMMAND(name, about) {#name, nf_##name##_main, about},
#include "sim/cli/commands.def"
#undef NF_COMMAND
};

enum { COMMANDS = sizeof Commands / sizeof Commands[0] };

static void print_usage(void) {
  puts("Usage: netfold COMMAND [OPTION...]\n"
       "In-network reductions in a simulated switch: RTL and golden C model.\n");
  for (unsigned i = 0; i < COMMANDS; i++)
    printf("  %-10s  %s\n", Commands[i].name, Commands[i].about);
  puts("\nnetfold COMMAND --help lists a command's options; docs/netfold.md is the manual.");
}

int main(int argc, char **argv) {
  nf_err e = {0};
  nf_begin();
  if (argc < 2) {
    nf_err_set(&e, NF_EXIT_BAD_INPUT, "a command is missing; see 'netfold --help'");
    return nf_end(&e);
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0) {
    print_usage();
    return nf_end(&e);
  }
  if (strcmp(argv[1], "--version") == 0) {
    puts("netfold " NF_VERSION);
    return nf_end(&e);
  }
  for (unsigned i = 0; i < COMMANDS; i++)
    if (strcmp(argv[1], Commands[i].name) == 0) {
      char title[32];
      snprintf(title, sizeof title, "netfold %s", Commands[i].name);
      argv[1] = title;
      return Commands[i].run(argc - 1, argv + 1);
    }
  nf_err_set(&e, NF_EXIT_BAD_INPUT, "'%s' is no command; see 'netfold --help'", argv[1]);
  return nf_end(&e);
}
