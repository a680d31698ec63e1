// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_decide.sv: what a reduction table does with one header, as a pure
// function (KLENK IV-B, IV-C, IV-D).
#ifndef NF_REDUCE_DECIDE_H
#define NF_REDUCE_DECIDE_H

#include "common/nf_defs.h"
#include "nf_reduce_decide_ports.h"
#include "nf_reduce_pkg.h"

#ifdef __cplusplus
extern "C" {
#endif

// The decision for one header.
void nf_reduce_decide_eval(const nf_reduce_decide_in *in, nf_reduce_decide_out *out);

#ifdef __cplusplus
}
#endif

#endif
