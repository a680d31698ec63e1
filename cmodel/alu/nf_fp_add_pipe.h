// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/alu/nf_fp_add_pipe.sv: nf_fp_add with 1 to 4 registers on its way, and a valid bit
// (KLENK IV-D).
#ifndef NF_FP_ADD_PIPE_H
#define NF_FP_ADD_PIPE_H

#include "nf_fp_add_path.h"
#include "nf_fp_add_pipe_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_fp_add_pipe nf_fp_add_pipe;

// Makes an empty pipeline in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_fp_add_pipe_init(nf_fp_add_pipe **m, const nf_fp_add_pipe_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_fp_add_pipe_out *nf_fp_add_pipe_peek(const nf_fp_add_pipe *m);
// One rising clock edge.
void nf_fp_add_pipe_step(nf_fp_add_pipe *m, const nf_fp_add_pipe_in *in);
// Frees m; NULL is allowed.
void nf_fp_add_pipe_free(nf_fp_add_pipe *m);

#ifdef __cplusplus
}
#endif

#endif
