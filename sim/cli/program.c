// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/cli/program.h"
#include "sim/common/err.h"
#include <stdio.h>
#include <string.h>

static void print_usage(const nf_cli_program *p) {
  printf("Usage: %s COMMAND [OPTION...]\n%s\n\n", p->name, p->about);
  for (unsigned i = 0; i < p->commands; i++)
    printf("  %-10s  %s\n", p->command[i].name, p->command[i].about);
  printf("\n%s COMMAND --help lists a command's options; docs/%s is the manual.\n", p->name,
         p->manual);
}

int nf_cli_main(const nf_cli_program *p, int argc, char **argv) {
  nf_err e = {0};
  nf_begin();
  nf_err_program(p->name);
  if (argc < 2) {
    nf_refuse(&e, "a command is missing; see '%s --help'", p->name);
    return nf_end(&e);
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0) {
    print_usage(p);
    return nf_end(&e);
  }
  if (strcmp(argv[1], "--version") == 0) {
    printf("%s %s\n", p->name, p->version);
    return nf_end(&e);
  }
  for (unsigned i = 0; i < p->commands; i++)
    if (strcmp(argv[1], p->command[i].name) == 0) {
      char title[64];
      snprintf(title, sizeof title, "%s %s", p->name, p->command[i].name);
      argv[1] = title;
      return p->command[i].run(argc - 1, argv + 1);
    }
  nf_refuse(&e, "'%s' is no command; see '%s --help'", argv[1], p->name);
  return nf_end(&e);
}
