// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Outputs of a Verilated module against those of its model, and the properties of the module.
#ifndef NF_SIM_COMPARE_H
#define NF_SIM_COMPARE_H

#include "common/nf_dut.h"
#include "sim/common/err.h"
#include <stdint.h>

// Refuses with NF_EXIT_FAILED when an output differs; names cycle, output and both values.
int nf_compare(const nf_dut *dut, const void *rtl, const void *model, uint64_t cycle, nf_err *e);
// Refuses with NF_EXIT_FAILED when a property of the RTL has failed.
int nf_compare_properties(uint64_t cycle, nf_err *e);

#endif
