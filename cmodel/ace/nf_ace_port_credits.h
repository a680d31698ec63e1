// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_port_credits.sv: credits that a port owes its peers (ACE 4.5).
#ifndef NF_ACE_PORT_CREDITS_H
#define NF_ACE_PORT_CREDITS_H

#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"
#include "nf_ace_port_credits_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_port_credits nf_ace_port_credits;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_port_credits_init(nf_ace_port_credits **m, const nf_ace_port_credits_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_port_credits_out *nf_ace_port_credits_peek(const nf_ace_port_credits *m);
// One rising clock edge.
void nf_ace_port_credits_step(nf_ace_port_credits *m, const nf_ace_port_credits_in *in);
// NULL is allowed.
void nf_ace_port_credits_free(nf_ace_port_credits *m);

#ifdef __cplusplus
}
#endif

#endif
