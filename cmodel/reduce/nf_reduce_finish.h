// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_finish.sv: rounds wide sums on their way out of a reduction table.
#ifndef NF_REDUCE_FINISH_H
#define NF_REDUCE_FINISH_H

#include "alu/nf_exact.h"
#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_reduce_finish_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_REDUCE_FINISH_AFTER = 6 }; // from what nf_reduce_data makes of a slot to the output

typedef struct nf_reduce_finish nf_reduce_finish;

// Makes an empty one in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_reduce_finish_init(nf_reduce_finish **m, const nf_reduce_finish_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_reduce_finish_out *nf_reduce_finish_peek(const nf_reduce_finish *m);
// One rising clock edge.
void nf_reduce_finish_step(nf_reduce_finish *m, const nf_reduce_finish_in *in);
// Frees m; NULL is allowed.
void nf_reduce_finish_free(nf_reduce_finish *m);

#ifdef __cplusplus
}
#endif

#endif
