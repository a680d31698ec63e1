// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_pending.sv: which slots have jobs that are not done.
#ifndef NF_NETREDUCE_PENDING_H
#define NF_NETREDUCE_PENDING_H

#include "common/nf_status.h"
#include "nf_netreduce_pending_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_pending nf_netreduce_pending;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_pending_init(nf_netreduce_pending **m, const nf_netreduce_pending_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_pending_out *nf_netreduce_pending_peek(const nf_netreduce_pending *m);
// One rising clock edge. Without a packet in this cycle and the two before, and without the end of
// a job or dropped ones, a step changes nothing and may be left out.
void nf_netreduce_pending_step(nf_netreduce_pending *m, const nf_netreduce_pending_in *in);
// NULL is allowed.
void nf_netreduce_pending_free(nf_netreduce_pending *m);

#ifdef __cplusplus
}
#endif

#endif
