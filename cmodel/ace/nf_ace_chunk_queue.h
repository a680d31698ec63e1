// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_chunk_queue.sv: the chunks of a machine, in their order (ACE 4.3.2).
#ifndef NF_ACE_CHUNK_QUEUE_H
#define NF_ACE_CHUNK_QUEUE_H

#include "common/nf_status.h"
#include "nf_ace_chunk_queue_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_ACE_CHUNK_QUEUE_MAX = 16 };

typedef struct nf_ace_chunk_queue nf_ace_chunk_queue;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_chunk_queue_init(nf_ace_chunk_queue **m, const nf_ace_chunk_queue_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_chunk_queue_out *nf_ace_chunk_queue_peek(const nf_ace_chunk_queue *m);
// One rising clock edge.
void nf_ace_chunk_queue_step(nf_ace_chunk_queue *m, const nf_ace_chunk_queue_in *in);
// NULL is allowed.
void nf_ace_chunk_queue_free(nf_ace_chunk_queue *m);

#ifdef __cplusplus
}
#endif

#endif
