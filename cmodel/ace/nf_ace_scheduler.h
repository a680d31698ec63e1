// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_scheduler.sv: leads every chunk from memory through the phases of its
// plan and back (ACE 4.3, Fig. 6).
#ifndef NF_ACE_SCHEDULER_H
#define NF_ACE_SCHEDULER_H

#include "ace/nf_ace_chunk_table.h"
#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"
#include "nf_ace_scheduler_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_scheduler nf_ace_scheduler;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_scheduler_init(nf_ace_scheduler **m, const nf_ace_scheduler_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_scheduler_out *nf_ace_scheduler_peek(const nf_ace_scheduler *m);
// The model's own; valid until the next step.
const nf_ace_chunks *nf_ace_scheduler_chunks(const nf_ace_scheduler *m);
// One rising clock edge.
void nf_ace_scheduler_step(nf_ace_scheduler *m, const nf_ace_scheduler_in *in);
// NULL is allowed.
void nf_ace_scheduler_free(nf_ace_scheduler *m);

#ifdef __cplusplus
}
#endif

#endif
