// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_release.sv: a ring's sums in the order of its columns.
#ifndef NF_NETREDUCE_RELEASE_H
#define NF_NETREDUCE_RELEASE_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "nf_netreduce_release_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_release nf_netreduce_release;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_release_init(nf_netreduce_release **m, const nf_netreduce_release_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_release_out *nf_netreduce_release_peek(const nf_netreduce_release *m);
// One rising clock edge.
void nf_netreduce_release_step(nf_netreduce_release *m, const nf_netreduce_release_in *in);
// Without a job, and while no ring is set up nor held, steps change nothing.
bool nf_netreduce_release_idle(const nf_netreduce_release *m);
// NULL is allowed.
void nf_netreduce_release_free(nf_netreduce_release *m);

#ifdef __cplusplus
}
#endif

#endif
