// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_jobs.sv: jobs wait for what they need in the stores
// (NETREDUCE 4.3, Fig. 4).
#ifndef NF_NETREDUCE_JOBS_H
#define NF_NETREDUCE_JOBS_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "nf_netreduce_jobs_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_jobs nf_netreduce_jobs;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_jobs_init(nf_netreduce_jobs **m, const nf_netreduce_jobs_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_jobs_out *nf_netreduce_jobs_peek(const nf_netreduce_jobs *m);
// A step without job, take and stored changes nothing while no job is held, nor was in the cycle
// before, and may be left out.
void nf_netreduce_jobs_step(nf_netreduce_jobs *m, const nf_netreduce_jobs_in *in);
// NULL is allowed.
void nf_netreduce_jobs_free(nf_netreduce_jobs *m);

#ifdef __cplusplus
}
#endif

#endif
