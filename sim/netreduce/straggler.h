// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Says for whom a ring waits that stands still.
#ifndef NF_NR_STRAGGLER_H
#define NF_NR_STRAGGLER_H

#include "sim/netreduce/ethernet.h"

int nf_nr_straggler(const nf_nr_ethernet *n, nf_err *e);

#endif
