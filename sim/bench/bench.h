// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// R3: what the Verilated reduction table takes when every packet hits the same entry.
#ifndef NF_SIM_BENCH_H
#define NF_SIM_BENCH_H

#include "sim/common/err.h"

// Flits taken per cycle, packets of `len` payload flits back to back.
int nf_bench_table(unsigned len, double *flits_per_cycle, nf_err *e);

#endif
