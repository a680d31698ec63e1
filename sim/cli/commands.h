// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The commands of netfold: a command is one row of commands.def and a function that takes the
// command line from its own name on (argv[0] is what help calls the program, "netfold alu") and
// returns the exit status of err.h.
#ifndef NF_SIM_COMMANDS_H
#define NF_SIM_COMMANDS_H

#define NF_COMMAND(name, about) int nf_##name##_main(int argc, char **argv);
#include "sim/cli/commands.def"
#undef NF_COMMAND

#endif
