// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/endpoint/nf_endpoint_total.sv: what follows when a sum in memory has grown (KLENK
// IV-C, IV-F3).
#ifndef NF_ENDPOINT_TOTAL_H
#define NF_ENDPOINT_TOTAL_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_endpoint_pkg.h"
#include "nf_endpoint_total_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_endpoint_total nf_endpoint_total;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_endpoint_total_init(nf_endpoint_total **m, const nf_endpoint_total_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_endpoint_total_out *nf_endpoint_total_peek(const nf_endpoint_total *m);
// One rising clock edge.
void nf_endpoint_total_step(nf_endpoint_total *m, const nf_endpoint_total_in *in);
// NULL is allowed.
void nf_endpoint_total_free(nf_endpoint_total *m);

#ifdef __cplusplus
}
#endif

#endif
