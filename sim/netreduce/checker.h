// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What each host must hold at the end, word by word: sums in the order of the ports, of a leaf's
// hosts first and then of the leaves. binary32 by the arithmetic of this machine, the rest by the
// golden functions.
#ifndef NF_NR_CHECKER_H
#define NF_NR_CHECKER_H

#include "sim/netreduce/setup.h"

// Compares all results; refuses with the first difference. *words: compared ones.
int nf_nr_check_results(const nf_nr_setup *s, uint32_t *const *data, uint32_t *const *result,
                        uint64_t *words, nf_err *e);

#endif
