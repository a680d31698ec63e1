// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Directed scenarios of the reduction table that are the same for every size of it; the context is
// an nf_reduce_kit.
#ifndef NF_REDUCE_RULES_H
#define NF_REDUCE_RULES_H

#include "nf_tb.h"

enum { NF_REDUCE_RULES = 32 };
extern const nf_tb_scenario nf_reduce_rules[NF_REDUCE_RULES];

#endif
