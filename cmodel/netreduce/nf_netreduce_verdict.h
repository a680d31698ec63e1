// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_verdict.sv: what becomes of the frames that a port holds
// (NETREDUCE 4.3, Fig. 4).
#ifndef NF_NETREDUCE_VERDICT_H
#define NF_NETREDUCE_VERDICT_H

#include "common/nf_status.h"
#include "nf_netreduce_verdict_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_verdict nf_netreduce_verdict;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_verdict_init(nf_netreduce_verdict **m, const nf_netreduce_verdict_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_verdict_out *nf_netreduce_verdict_peek(const nf_netreduce_verdict *m);
// One rising clock edge.
void nf_netreduce_verdict_step(nf_netreduce_verdict *m, const nf_netreduce_verdict_in *in);
// NULL is allowed.
void nf_netreduce_verdict_free(nf_netreduce_verdict *m);

#ifdef __cplusplus
}
#endif

#endif
