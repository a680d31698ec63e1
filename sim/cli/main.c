// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/cli/commands.h"
#include "sim/cli/program.h"

#ifndef NF_VERSION
#error "the build gives NF_VERSION"
#endif

static const nf_cli_command Commands[] = {
#define NF_COMMAND(name, about) {#name, about, nf_##name##_main},
#include "sim/cli/commands.def"
#undef NF_COMMAND
};

int main(int argc, char **argv) {
  static const nf_cli_program netfold = {
      .name = "netfold",
      .version = NF_VERSION,
      .about = "In-network reductions in a simulated switch: RTL and golden C model.",
      .manual = "netfold.md",
      .command = Commands,
      .commands = sizeof Commands / sizeof Commands[0]};
  return nf_cli_main(&netfold, argc, argv);
}
