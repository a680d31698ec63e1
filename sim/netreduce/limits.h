// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What the commands of `netfold netreduce` have in common.
#ifndef NF_NR_LIMITS_H
#define NF_NR_LIMITS_H

#include "sim/netreduce/setup.h"

#define NF_NR_PICO UINT64_C(1000) // picoseconds of a nanosecond

extern const nf_nr_setup nf_nr_defaults;

int nf_nr_check_dtype(uint8_t dtype, nf_err *e);
const char *nf_nr_cause_name(unsigned cause); // NULL: there is no such cause

#endif
