// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_port_rx.sv: receiving side of a port, packets come into slots in any
// order and are handed out in order (ACE 4.5).
#ifndef NF_ACE_PORT_RX_H
#define NF_ACE_PORT_RX_H

#include <stdbool.h>
#include <stdint.h>

#include "common/nf_status.h"
#include "nf_ace_port_rx_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_port_rx nf_ace_port_rx;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_port_rx_init(nf_ace_port_rx **m, const nf_ace_port_rx_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_port_rx_out *nf_ace_port_rx_peek(const nf_ace_port_rx *m);
// One rising clock edge.
void nf_ace_port_rx_step(nf_ace_port_rx *m, const nf_ace_port_rx_in *in);
// NULL is allowed.
void nf_ace_port_rx_free(nf_ace_port_rx *m);

#ifdef __cplusplus
}
#endif

#endif
