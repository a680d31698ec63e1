// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_recovery.sv: whose packet is missing, and who misses a sum.
#ifndef NF_NETREDUCE_RECOVERY_H
#define NF_NETREDUCE_RECOVERY_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "nf_netreduce_recovery_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_recovery nf_netreduce_recovery;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_recovery_init(nf_netreduce_recovery **m,
                                     const nf_netreduce_recovery_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_recovery_out *nf_netreduce_recovery_peek(const nf_netreduce_recovery *m);
// One rising clock edge.
void nf_netreduce_recovery_step(nf_netreduce_recovery *m, const nf_netreduce_recovery_in *in);
// No sum waits to be acknowledged, nothing to be sent or asked for, now or when time has passed.
bool nf_netreduce_recovery_idle(const nf_netreduce_recovery *m);
// So many edges at once while it is idle and nothing comes: as the same number of steps.
void nf_netreduce_recovery_skip(nf_netreduce_recovery *m, uint64_t edges);
// NULL is allowed.
void nf_netreduce_recovery_free(nf_netreduce_recovery *m);

#ifdef __cplusplus
}
#endif

#endif
