// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_counters.sv: how many frames of a port had which cause
// (NETREDUCE 4.3).
#ifndef NF_NETREDUCE_COUNTERS_H
#define NF_NETREDUCE_COUNTERS_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "nf_netreduce_counters_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_counters nf_netreduce_counters;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_counters_init(nf_netreduce_counters **m,
                                     const nf_netreduce_counters_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_counters_out *nf_netreduce_counters_peek(const nf_netreduce_counters *m);
// With no event and no read in this cycle and the two before, a step changes nothing and may be
// left out.
void nf_netreduce_counters_step(nf_netreduce_counters *m, const nf_netreduce_counters_in *in);
// NULL is allowed.
void nf_netreduce_counters_free(nf_netreduce_counters *m);

#ifdef __cplusplus
}
#endif

#endif
