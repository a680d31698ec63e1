// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_grant.sv: which packet is looked up next, and places for
// jobs.
#ifndef NF_NETREDUCE_GRANT_H
#define NF_NETREDUCE_GRANT_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "nf_netreduce_grant_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_grant nf_netreduce_grant;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_grant_init(nf_netreduce_grant **m, const nf_netreduce_grant_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_grant_out *nf_netreduce_grant_peek(const nf_netreduce_grant *m);
// One rising clock edge.
void nf_netreduce_grant_step(nf_netreduce_grant *m, const nf_netreduce_grant_in *in);
// NULL is allowed.
void nf_netreduce_grant_free(nf_netreduce_grant *m);

#ifdef __cplusplus
}
#endif

#endif
