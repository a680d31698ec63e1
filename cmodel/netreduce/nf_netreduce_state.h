// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_state.sv: arrivals of a ring (NETREDUCE 4.3.2, Fig. 6).
#ifndef NF_NETREDUCE_STATE_H
#define NF_NETREDUCE_STATE_H

#include "common/nf_status.h"
#include "nf_netreduce_state_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_state nf_netreduce_state;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_state_init(nf_netreduce_state **m, const nf_netreduce_state_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_state_out *nf_netreduce_state_peek(const nf_netreduce_state *m);
// One rising clock edge.
void nf_netreduce_state_step(nf_netreduce_state *m, const nf_netreduce_state_in *in);
// NULL is allowed.
void nf_netreduce_state_free(nf_netreduce_state *m);

#ifdef __cplusplus
}
#endif

#endif
