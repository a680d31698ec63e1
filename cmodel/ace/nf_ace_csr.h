// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_csr.sv: the engine's registers behind AXI4-Lite (ACE 4.4).
#ifndef NF_ACE_CSR_H
#define NF_ACE_CSR_H

#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"
#include "nf_ace_csr_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_csr nf_ace_csr;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_csr_init(nf_ace_csr **m, const nf_ace_csr_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_csr_out *nf_ace_csr_peek(const nf_ace_csr *m);
// One rising clock edge.
void nf_ace_csr_step(nf_ace_csr *m, const nf_ace_csr_in *in);
// NULL is allowed.
void nf_ace_csr_free(nf_ace_csr *m);

#ifdef __cplusplus
}
#endif

#endif
