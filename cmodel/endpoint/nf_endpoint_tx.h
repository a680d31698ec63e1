// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/endpoint/nf_endpoint_tx.sv: the sending half of an endpoint's lane (KLENK IV-F, Fig.
// 6). Bit v and lane v: virtual channel v.
#ifndef NF_ENDPOINT_TX_H
#define NF_ENDPOINT_TX_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_endpoint_pkg.h"
#include "nf_endpoint_tx_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_endpoint_tx nf_endpoint_tx;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_endpoint_tx_init(nf_endpoint_tx **m, const nf_endpoint_tx_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_endpoint_tx_out *nf_endpoint_tx_peek(const nf_endpoint_tx *m);
// One rising clock edge.
void nf_endpoint_tx_step(nf_endpoint_tx *m, const nf_endpoint_tx_in *in);
// NULL is allowed.
void nf_endpoint_tx_free(nf_endpoint_tx *m);

#ifdef __cplusplus
}
#endif

#endif
