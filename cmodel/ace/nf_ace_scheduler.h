// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_scheduler.sv: leads every chunk from memory through the phases of its
// plan and back (ACE 4.3, Fig. 6).
#ifndef NF_ACE_SCHEDULER_H
#define NF_ACE_SCHEDULER_H

#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"
#include "nf_ace_scheduler_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Where the chunks are, each counted once: in line for the TX DMA or loaded by it; in line for the
// slot that a phase writes; at a phase's machine, in its queue or run; in line for the RX DMA or
// stored by it.
typedef struct {
  uint8_t load, store, slot[NF_ACE_MAX_PARTITIONS], machine[NF_ACE_MAX_PARTITIONS];
} nf_ace_chunks;

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
