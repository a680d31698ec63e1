// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_csr.sv: the accelerator's registers behind AXI4-Lite
// (NETREDUCE 4.2).
#ifndef NF_NETREDUCE_CSR_H
#define NF_NETREDUCE_CSR_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "nf_netreduce_csr_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_csr nf_netreduce_csr;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_csr_init(nf_netreduce_csr **m, const nf_netreduce_csr_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_csr_out *nf_netreduce_csr_peek(const nf_netreduce_csr *m);
// One rising clock edge.
void nf_netreduce_csr_step(nf_netreduce_csr *m, const nf_netreduce_csr_in *in);
// NULL is allowed.
void nf_netreduce_csr_free(nf_netreduce_csr *m);

#ifdef __cplusplus
}
#endif

#endif
