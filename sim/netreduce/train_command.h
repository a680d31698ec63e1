// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold netreduce train`.
#ifndef NF_NR_TRAIN_COMMAND_H
#define NF_NR_TRAIN_COMMAND_H

#include "sim/common/err.h"

// argv[0] is what the usage text calls the program.
int nf_nr_train_command(int argc, char **argv, nf_err *e);

#endif
