// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_straggler.sv: whose packet a column waits for (NETREDUCE
// 4.3.2).
#ifndef NF_NETREDUCE_STRAGGLER_H
#define NF_NETREDUCE_STRAGGLER_H

#include "common/nf_status.h"
#include "nf_netreduce_straggler_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_straggler nf_netreduce_straggler;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_straggler_init(nf_netreduce_straggler **m,
                                      const nf_netreduce_straggler_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_straggler_out *nf_netreduce_straggler_peek(const nf_netreduce_straggler *m);
// One rising clock edge.
void nf_netreduce_straggler_step(nf_netreduce_straggler *m, const nf_netreduce_straggler_in *in);
// NULL is allowed.
void nf_netreduce_straggler_free(nf_netreduce_straggler *m);

#ifdef __cplusplus
}
#endif

#endif
