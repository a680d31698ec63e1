// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/link/nf_link_tx.sv: the sending half of one end of a link (KLENK IV-E3).
#ifndef NF_LINK_TX_H
#define NF_LINK_TX_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_link_data.h"
#include "nf_link_tx_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_link_tx nf_link_tx;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_link_tx_init(nf_link_tx **m, const nf_link_tx_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_link_tx_out *nf_link_tx_peek(const nf_link_tx *m);
// One rising clock edge.
void nf_link_tx_step(nf_link_tx *m, const nf_link_tx_in *in);
// NULL is allowed.
void nf_link_tx_free(nf_link_tx *m);

#ifdef __cplusplus
}
#endif

#endif
