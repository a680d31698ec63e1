// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Golden model of rtl/reduce/nf_reduce_table.sv: the reduction table of one switch port (KLENK
// IV-B, IV-C, IV-D, Fig. 5). One step is one clock cycle. The model does not keep pointers into
// this struct.
#ifndef NF_REDUCE_TABLE_H
#define NF_REDUCE_TABLE_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_reduce_table_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_reduce_table nf_reduce_table;

// Makes an empty table in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_reduce_table_init(nf_reduce_table **m, const nf_reduce_table_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_reduce_table_out *nf_reduce_table_peek(const nf_reduce_table *m);
// One rising clock edge.
void nf_reduce_table_step(nf_reduce_table *m, const nf_reduce_table_in *in);
// Frees m; NULL is allowed.
void nf_reduce_table_free(nf_reduce_table *m);

#ifdef __cplusplus
}
#endif

#endif
