// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_exact.sv: exact sums of the entries of a reduction table. As in
// nf_reduce_data a slot is computed when it comes; only what goes out is delayed.
#ifndef NF_REDUCE_EXACT_H
#define NF_REDUCE_EXACT_H

#include "alu/nf_exact.h"
#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_reduce_exact_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_reduce_exact nf_reduce_exact;

// Makes a store of undefined rows in *m. Returns NF_OK, or why cfg is refused (*m is then
// unchanged).
nf_status nf_reduce_exact_init(nf_reduce_exact **m, const nf_reduce_exact_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_reduce_exact_out *nf_reduce_exact_peek(const nf_reduce_exact *m);
// One rising clock edge.
void nf_reduce_exact_step(nf_reduce_exact *m, const nf_reduce_exact_in *in);
// Frees m; NULL is allowed.
void nf_reduce_exact_free(nf_reduce_exact *m);

#ifdef __cplusplus
}
#endif

#endif
