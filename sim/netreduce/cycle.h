// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The accelerator cycle by cycle: the golden model, alone or with the Verilated RTL beside it,
// whose outputs are compared in every cycle. `stepped` is `cycle` without a cycle skipped, for
// tests.
#ifndef NF_NR_CYCLE_H
#define NF_NR_CYCLE_H

#include "sim/netreduce/device.h"

extern const nf_nr_engine nf_nr_cycle, nf_nr_stepped, nf_nr_rtl;

#endif
