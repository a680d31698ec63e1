// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/alu/nf_fp_add_path.sv: a sum that leaves Stages enabled cycles after its operands
// (KLENK IV-D). The RTL without registers, Stages = 0, is nf_fp_add.
#ifndef NF_FP_ADD_PATH_H
#define NF_FP_ADD_PATH_H

#include "nf_fp_add.h"
#include "nf_fp_add_path_ports.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_FP_ADD_MAX_STAGES = 6 };

typedef struct nf_fp_add_path nf_fp_add_path;

// Makes a path that holds sums of +0 and +0 in *m. Returns NF_OK, or why cfg is refused (*m is then
// unchanged).
nf_status nf_fp_add_path_init(nf_fp_add_path **m, const nf_fp_add_path_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_fp_add_path_out *nf_fp_add_path_peek(const nf_fp_add_path *m);
// One rising clock edge.
void nf_fp_add_path_step(nf_fp_add_path *m, const nf_fp_add_path_in *in);
// Frees m; NULL is allowed.
void nf_fp_add_path_free(nf_fp_add_path *m);

#ifdef __cplusplus
}
#endif

#endif
