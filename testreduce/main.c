// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "commands.h"
#include "sim/cli/program.h"

#ifndef NF_VERSION
#error "the build gives NF_VERSION"
#endif

int main(int argc, char **argv) {
  static const nf_cli_command commands[] = {
      {"gen", "make probes, an array for each rank", tr_gen_main},
      {"identify", "say from the answers to the probes what the fabric is", tr_identify_main},
      {"reduce", "reduce probes as a named fabric would, to try the two others", tr_reduce_main},
      {"vectors", "operands and results of sums of N numbers, as TestFloat writes them",
       tr_vectors_main}};
  static const nf_cli_program testreduce = {
      .name = "testreduce",
      .version = NF_VERSION,
      .about = "Finds out what a fabric's all-reduce does with floating-point sums: order, width, "
               "rounding.",
      .manual = "testreduce.md",
      .command = commands,
      .commands = sizeof commands / sizeof commands[0]};
  return nf_cli_main(&testreduce, argc, argv);
}
