// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold allreduce --topology ...`: data in, one run through a network, files and report out.
#ifndef NF_SIM_NETWORK_COMMAND_H
#define NF_SIM_NETWORK_COMMAND_H

#include "sim/cli/options.h"
#include "sim/common/files.h"

// The caller frees `in` and discards what is left in `out`.
int nf_network_reduce(const nf_options *o, nf_inputs *in, nf_outputs *out, nf_err *e);

#endif
