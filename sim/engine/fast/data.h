// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Data of `netfold simulate --payload`: read or made up before a run, written after it.
#ifndef NF_FAST_DATA_H
#define NF_FAST_DATA_H

#include "options.h"

typedef struct {
  nf_inputs in;
  nf_fast_payload payload;
  nf_fast_replay replay;
} nf_simulate_data;

// Ranks and bytes of o become those of the data.
int nf_simulate_data_open(nf_simulate_data *d, nf_simulate_options *o, nf_err *e);
// What memories hold at the end, a file for each rank.
int nf_simulate_data_write(const nf_simulate_data *d, const char *folder, nf_outputs *out,
                           nf_err *e);
void nf_simulate_data_close(nf_simulate_data *d);

#endif
