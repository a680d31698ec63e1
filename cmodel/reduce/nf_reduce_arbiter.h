// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_arbiter.sv: whose the slot of a cycle is, and what moves up to the
// decision behind it.
#ifndef NF_REDUCE_ARBITER_H
#define NF_REDUCE_ARBITER_H

#include "nf_reduce_arbiter_ports.h"
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// The outputs of the combinational leaf.
void nf_reduce_arbiter_eval(const nf_reduce_arbiter_in *in, nf_reduce_arbiter_out *out);

#ifdef __cplusplus
}
#endif

#endif
