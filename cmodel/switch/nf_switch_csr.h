// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_csr.sv: the CSR port of the switch (docs/registers.md). Lane p and
// bit p: port p.
#ifndef NF_SWITCH_CSR_H
#define NF_SWITCH_CSR_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_switch_csr_ports.h"
#include "nf_switch_pkg.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_switch_csr nf_switch_csr;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_switch_csr_init(nf_switch_csr **m, const nf_switch_csr_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_csr_out *nf_switch_csr_peek(const nf_switch_csr *m);
// One rising clock edge.
void nf_switch_csr_step(nf_switch_csr *m, const nf_switch_csr_in *in);
// NULL is allowed.
void nf_switch_csr_free(nf_switch_csr *m);

#ifdef __cplusplus
}
#endif

#endif
