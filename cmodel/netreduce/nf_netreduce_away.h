// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_away.sv: ports that sums do not wait for.
#ifndef NF_NETREDUCE_AWAY_H
#define NF_NETREDUCE_AWAY_H

#include "common/nf_status.h"
#include "nf_netreduce_away_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_away nf_netreduce_away;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_away_init(nf_netreduce_away **m, const nf_netreduce_away_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_away_out *nf_netreduce_away_peek(const nf_netreduce_away *m);
// One rising clock edge.
void nf_netreduce_away_step(nf_netreduce_away *m, const nf_netreduce_away_in *in);
// With room at all ports and no job waiting, a step changes nothing and may be left out.
bool nf_netreduce_away_idle(const nf_netreduce_away *m);
// NULL is allowed.
void nf_netreduce_away_free(nf_netreduce_away *m);

#ifdef __cplusplus
}
#endif

#endif
