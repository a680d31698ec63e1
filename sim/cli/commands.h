// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The commands of netfold; each returns its exit status.
#ifndef NF_SIM_COMMANDS_H
#define NF_SIM_COMMANDS_H

int nf_allreduce_main(int argc, char **argv);
int nf_ace_main(int argc, char **argv);
int nf_alu_main(int argc, char **argv);
int nf_netreduce_main(int argc, char **argv);
int nf_sum_main(int argc, char **argv);

#endif
