// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_machine.sv: a programmable state machine of the engine (ACE 4.3.2).
#ifndef NF_ACE_MACHINE_H
#define NF_ACE_MACHINE_H

#include "common/nf_status.h"
#include "nf_ace_machine_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_machine nf_ace_machine;

// Makes the block in its reset state, with a program store of zeros. Returns NF_OK, or why cfg is
// refused.
nf_status nf_ace_machine_init(nf_ace_machine **m, const nf_ace_machine_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_machine_out *nf_ace_machine_peek(const nf_ace_machine *m);
// One rising clock edge.
void nf_ace_machine_step(nf_ace_machine *m, const nf_ace_machine_in *in);
// NULL is allowed.
void nf_ace_machine_free(nf_ace_machine *m);

#ifdef __cplusplus
}
#endif

#endif
