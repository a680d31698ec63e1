// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_rr_arb.sv: the first request after the last grant, cyclically (KLENK IV-A,
// Fig. 5). All zero when nothing is requested.
#ifndef NF_RR_ARB_H
#define NF_RR_ARB_H

#include "nf_rr_arb_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_RR_ARB_MAX_REQUESTS = 64 };

// Index of the first set bit of req above last, or of the first at all when none is above.
// req must not be zero; last is 0..63.
static inline unsigned nf_rr_arb_pick(uint64_t req, unsigned last) {
  // In two shifts: after the last of 64 nothing is above, and a shift by 64 is undefined in C.
  uint64_t above = UINT64_MAX << last << 1;
  uint64_t later = req & above;
  return (unsigned)__builtin_ctzll(later != 0 ? later : req);
}

// The outputs of the combinational leaf.
void nf_rr_arb_eval(const nf_rr_arb_cfg *cfg, const nf_rr_arb_in *in, nf_rr_arb_out *out);

#ifdef __cplusplus
}
#endif

#endif
