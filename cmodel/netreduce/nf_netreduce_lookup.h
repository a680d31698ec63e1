// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_lookup.sv: what becomes of a packet of the engine
// (NETREDUCE 4.3.1, 4.3.2, 4.5).
#ifndef NF_NETREDUCE_LOOKUP_H
#define NF_NETREDUCE_LOOKUP_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "nf_netreduce_lookup_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_lookup nf_netreduce_lookup;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_lookup_init(nf_netreduce_lookup **m, const nf_netreduce_lookup_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_lookup_out *nf_netreduce_lookup_peek(const nf_netreduce_lookup *m);
// One rising clock edge.
void nf_netreduce_lookup_step(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in);
// NULL is allowed.
void nf_netreduce_lookup_free(nf_netreduce_lookup *m);

#ifdef __cplusplus
}
#endif

#endif
