// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#ifndef TR_COMMANDS_H
#define TR_COMMANDS_H

// The commands of testreduce; each returns the exit status.
int tr_gen_main(int argc, char **argv);
int tr_identify_main(int argc, char **argv);
int tr_reduce_main(int argc, char **argv);
int tr_vectors_main(int argc, char **argv);

#endif
