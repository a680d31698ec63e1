// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Scenarios of the reduction table with 16-bit types and with wide sums.
#ifndef NF_REDUCE_SUMS_H
#define NF_REDUCE_SUMS_H

#include "nf_reduce_kit.h"

enum { NF_REDUCE_SUMS = 17 };

extern const nf_tb_scenario nf_reduce_sums[NF_REDUCE_SUMS];

// Room that the scenarios need for their context.
size_t nf_reduce_sums_context(void);

#endif
