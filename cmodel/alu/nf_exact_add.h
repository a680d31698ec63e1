// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/alu/nf_exact_add.sv: one addition to an exact sum (KLENK IV-D).
#ifndef NF_EXACT_ADD_H
#define NF_EXACT_ADD_H

#include "nf_exact.h"
#include "nf_exact_add_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

// The outputs of the combinational leaf.
void nf_exact_add_eval(const nf_exact_add_in *in, nf_exact_add_out *out);

#ifdef __cplusplus
}
#endif

#endif
