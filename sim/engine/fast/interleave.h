// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A program whose steps are numbered round by round: the first ones of all ranks, then the second
// ones. Ranks do alike things at the same time, so what is touched together lies together then; of
// a million messages numbered rank by rank each step misses the caches and the page table.
#ifndef NF_FAST_INTERLEAVE_H
#define NF_FAST_INTERLEAVE_H

#include "sim/collective/program.h"

// `first` and joins are not there. Closed by nf_program_close.
int nf_fast_interleave(nf_program *to, const nf_program *p, nf_err *e);

#endif
