// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/endpoint/nf_endpoint_count.sv: the count store of an endpoint's lane (KLENK IV-F3).
#ifndef NF_ENDPOINT_COUNT_H
#define NF_ENDPOINT_COUNT_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_endpoint_count_ports.h"
#include "nf_endpoint_pkg.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_endpoint_count nf_endpoint_count;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_endpoint_count_init(nf_endpoint_count **m, const nf_endpoint_count_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_endpoint_count_out *nf_endpoint_count_peek(const nf_endpoint_count *m);
// One rising clock edge.
void nf_endpoint_count_step(nf_endpoint_count *m, const nf_endpoint_count_in *in);
// NULL is allowed.
void nf_endpoint_count_free(nf_endpoint_count *m);

#ifdef __cplusplus
}
#endif

#endif
