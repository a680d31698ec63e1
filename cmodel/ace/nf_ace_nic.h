// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_nic.sv: NIC buffers of one link, and the bypass of the engine (ACE 4.4).
#ifndef NF_ACE_NIC_H
#define NF_ACE_NIC_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_ace_nic_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_nic nf_ace_nic;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_nic_init(nf_ace_nic **m, const nf_ace_nic_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_nic_out *nf_ace_nic_peek(const nf_ace_nic *m);
// One rising clock edge.
void nf_ace_nic_step(nf_ace_nic *m, const nf_ace_nic_in *in);
// NULL is allowed.
void nf_ace_nic_free(nf_ace_nic *m);

#ifdef __cplusplus
}
#endif

#endif
