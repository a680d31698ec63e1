// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_drain.sv: brings a ring to rest before it is closed.
#ifndef NF_NETREDUCE_DRAIN_H
#define NF_NETREDUCE_DRAIN_H

#include "common/nf_status.h"
#include "nf_netreduce_drain_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_drain nf_netreduce_drain;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_drain_init(nf_netreduce_drain **m, const nf_netreduce_drain_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_drain_out *nf_netreduce_drain_peek(const nf_netreduce_drain *m);
// One rising clock edge.
void nf_netreduce_drain_step(nf_netreduce_drain *m, const nf_netreduce_drain_in *in);
// NULL is allowed.
void nf_netreduce_drain_free(nf_netreduce_drain *m);

#ifdef __cplusplus
}
#endif

#endif
