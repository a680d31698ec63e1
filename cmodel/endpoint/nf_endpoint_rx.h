// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/endpoint/nf_endpoint_rx.sv: the receiving half of an endpoint's lane (KLENK IV-F,
// Fig. 6).
#ifndef NF_ENDPOINT_RX_H
#define NF_ENDPOINT_RX_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_endpoint_pkg.h"
#include "nf_endpoint_rx_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_endpoint_rx nf_endpoint_rx;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_endpoint_rx_init(nf_endpoint_rx **m, const nf_endpoint_rx_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_endpoint_rx_out *nf_endpoint_rx_peek(const nf_endpoint_rx *m);
// One rising clock edge.
void nf_endpoint_rx_step(nf_endpoint_rx *m, const nf_endpoint_rx_in *in);
// NULL is allowed.
void nf_endpoint_rx_free(nf_endpoint_rx *m);

#ifdef __cplusplus
}
#endif

#endif
