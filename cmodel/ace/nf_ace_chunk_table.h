// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_chunk_table.sv: the life of a chunk from its creation to its end
// (ACE 4.3).
#ifndef NF_ACE_CHUNK_TABLE_H
#define NF_ACE_CHUNK_TABLE_H

#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"
#include "nf_ace_chunk_table_ports.h"

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

typedef struct nf_ace_chunk_table nf_ace_chunk_table;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_chunk_table_init(nf_ace_chunk_table **m, const nf_ace_chunk_table_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_chunk_table_out *nf_ace_chunk_table_peek(const nf_ace_chunk_table *m);
// The model's own; valid until the next step.
const nf_ace_chunks *nf_ace_chunk_table_chunks(const nf_ace_chunk_table *m);
// One rising clock edge.
void nf_ace_chunk_table_step(nf_ace_chunk_table *m, const nf_ace_chunk_table_in *in);
// NULL is allowed.
void nf_ace_chunk_table_free(nf_ace_chunk_table *m);

#ifdef __cplusplus
}
#endif

#endif
