// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_runs.sv: a queue of runs, which gives the pieces of each, one by one.
#ifndef NF_ACE_RUNS_H
#define NF_ACE_RUNS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/nf_status.h"
#include "nf_ace_runs_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_runs nf_ace_runs;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_runs_init(nf_ace_runs **m, const nf_ace_runs_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_runs_out *nf_ace_runs_peek(const nf_ace_runs *m);
// One rising clock edge.
void nf_ace_runs_step(nf_ace_runs *m, const nf_ace_runs_in *in);
// NULL is allowed.
void nf_ace_runs_free(nf_ace_runs *m);

#ifdef __cplusplus
}
#endif

#endif
