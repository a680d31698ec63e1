// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold allreduce`: files in, one run through a network of switches, files and report out.
#include "sim/cli/commands.h"
#include "sim/klenk/command.h"

int nf_allreduce_main(int argc, char **argv) {
  nf_options o;
  nf_inputs in = {0};
  nf_outputs out = {0};
  nf_err e = {0};
  if (nf_options_parse(&o, argc, argv, &e) != NF_EXIT_OK)
    return nf_end(&e);
  nf_outputs_guard(&out);
  nf_network_reduce(&o, &in, &out, &e);
  nf_outputs_discard(&out);
  nf_inputs_free(&in);
  return nf_end(&e);
}
