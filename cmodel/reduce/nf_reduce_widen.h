// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_widen.sv: what a flit of a wide op brings to the two sums behind
// each of its words.
#ifndef NF_REDUCE_WIDEN_H
#define NF_REDUCE_WIDEN_H

#include "common/nf_defs.h"
#include "nf_reduce_widen_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

// The outputs of the combinational leaf.
void nf_reduce_widen_eval(const nf_reduce_widen_cfg *cfg, const nf_reduce_widen_in *in,
                          nf_reduce_widen_out *out);

// True when the sums of the type are exact ones: F32X, F16X, BF16X.
static inline bool nf_reduce_exact_dtype(unsigned dtype) {
  return dtype == NF_DTYPE_F32X || dtype == NF_DTYPE_F16X || dtype == NF_DTYPE_BF16X;
}

#ifdef __cplusplus
}
#endif

#endif
