// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_port_tx.sv: sending side of a port, packets in the order of their grants
// and credit packets between them (ACE 4.4, 4.5).
#ifndef NF_ACE_PORT_TX_H
#define NF_ACE_PORT_TX_H

#include <stdbool.h>
#include <stdint.h>

#include "common/nf_status.h"
#include "nf_ace_port_tx_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_port_tx nf_ace_port_tx;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_port_tx_init(nf_ace_port_tx **m, const nf_ace_port_tx_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_port_tx_out *nf_ace_port_tx_peek(const nf_ace_port_tx *m);
// One rising clock edge.
void nf_ace_port_tx_step(nf_ace_port_tx *m, const nf_ace_port_tx_in *in);
// NULL is allowed.
void nf_ace_port_tx_free(nf_ace_port_tx *m);

#ifdef __cplusplus
}
#endif

#endif
