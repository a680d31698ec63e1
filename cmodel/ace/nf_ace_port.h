// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_port.sv: port buffers of one link and its queue pairs (ACE 4, Fig. 6 #5).
#ifndef NF_ACE_PORT_H
#define NF_ACE_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_ace_port_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_port nf_ace_port;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_port_init(nf_ace_port **m, const nf_ace_port_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_port_out *nf_ace_port_peek(const nf_ace_port *m);
// One rising clock edge.
void nf_ace_port_step(nf_ace_port *m, const nf_ace_port_in *in);
// NULL is allowed.
void nf_ace_port_free(nf_ace_port *m);

#ifdef __cplusplus
}
#endif

#endif
