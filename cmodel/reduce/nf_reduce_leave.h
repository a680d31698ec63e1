// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_leave.sv: what leaves a reduction table by one decision (KLENK
// IV-B, IV-C).
#ifndef NF_REDUCE_LEAVE_H
#define NF_REDUCE_LEAVE_H

#include "common/nf_defs.h"
#include "nf_reduce_leave_ports.h"
#include "nf_reduce_pkg.h"

#ifdef __cplusplus
extern "C" {
#endif

// The outputs of the combinational leaf.
void nf_reduce_leave_eval(const nf_reduce_leave_cfg *cfg, const nf_reduce_leave_in *in,
                          nf_reduce_leave_out *out);

// True when the op of a header is one whose sums are wider than the type.
static inline bool nf_reduce_leave_wide(const nf_reduce_leave_cfg *cfg, const nf_flit *header) {
  return cfg->Wide && nf_op_wide(nf_hdr_red_op(header), nf_hdr_dtype(header));
}

#ifdef __cplusplus
}
#endif

#endif
