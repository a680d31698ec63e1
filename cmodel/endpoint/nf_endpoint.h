// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Golden model of rtl/endpoint/nf_endpoint.sv: the DMA engine of a GPU with its wave controller,
// one lane for each link (KLENK IV-F, Fig. 6). One step is one clock cycle. Bit l of a mask is lane
// l; bit 2*l+v of the masks of two per lane is virtual channel v. Lanes at and above Links are
// ignored.
#ifndef NF_ENDPOINT_H
#define NF_ENDPOINT_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "endpoint/nf_endpoint_pkg.h"
#include "nf_endpoint_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_ENDPOINT_MAX_COUNTERS = 64 };

typedef struct nf_endpoint nf_endpoint;

// Makes an endpoint in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_endpoint_init(nf_endpoint **m, const nf_endpoint_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_endpoint_out *nf_endpoint_peek(const nf_endpoint *m);
// One rising clock edge.
void nf_endpoint_step(nf_endpoint *m, const nf_endpoint_in *in);
// Frees m; NULL is allowed.
void nf_endpoint_free(nf_endpoint *m);

#ifdef __cplusplus
}
#endif

#endif
