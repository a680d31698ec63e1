// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_chunk_queue.sv: the chunks of a machine, in their order (ACE 4.3.2).
#ifndef NF_ACE_CHUNK_QUEUE_H
#define NF_ACE_CHUNK_QUEUE_H

#include "common/nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_ACE_CHUNK_QUEUE_MAX = 16 };

typedef struct {
  uint32_t QueueDepth; // entries, 2..16
} nf_ace_chunk_queue_cfg;

typedef struct {
  bool abort;                        // all entries are free, as after reset
  bool reserve_valid;                // a new entry at the tail; never when out.free is 0
  uint8_t reserve_id, reserve_phase; // row of the chunk table; phase
  bool ready_valid;      // the context of an entry that was reserved in an earlier cycle
  uint64_t ready_ctx[2]; // record ctx
  bool start;            // take the head; only when out.head_ready
} nf_ace_chunk_queue_in;

typedef struct {
  uint8_t free;    // entries
  bool head_ready; // the oldest entry has its context
  uint64_t ctx[2]; // of the entry taken last
} nf_ace_chunk_queue_out;

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
