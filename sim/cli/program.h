// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A program with commands, as `netfold` and `testreduce` are: its --help, --version, and which
// command runs.
#ifndef NF_SIM_PROGRAM_H
#define NF_SIM_PROGRAM_H

typedef struct {
  const char *name, *about;
  int (*run)(int argc, char **argv); // returns the exit status; argv[0] is "PROGRAM COMMAND"
} nf_cli_command;

typedef struct {
  const char *name, *version, *about;
  const char *manual; // a page of docs/
  const nf_cli_command *command;
  unsigned commands;
} nf_cli_program;

int nf_cli_main(const nf_cli_program *p, int argc, char **argv);

#endif
