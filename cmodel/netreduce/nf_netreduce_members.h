// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_members.sv: who is a member, to be looked at by HostID
// (NETREDUCE 4.2).
#ifndef NF_NETREDUCE_MEMBERS_H
#define NF_NETREDUCE_MEMBERS_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "nf_netreduce_members_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_members nf_netreduce_members;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_members_init(nf_netreduce_members **m, const nf_netreduce_members_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_members_out *nf_netreduce_members_peek(const nf_netreduce_members *m);
// One rising clock edge. Without a member that comes or goes and without a look it changes nothing.
void nf_netreduce_members_step(nf_netreduce_members *m, const nf_netreduce_members_in *in);
// NULL is allowed.
void nf_netreduce_members_free(nf_netreduce_members *m);

#ifdef __cplusplus
}
#endif

#endif
