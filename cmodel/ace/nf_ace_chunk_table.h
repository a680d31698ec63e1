// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_chunk_table.sv: the life of a chunk from its creation to its end
// (ACE 4.3).
#ifndef NF_ACE_CHUNK_TABLE_H
#define NF_ACE_CHUNK_TABLE_H

#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Machines; // 2..16
  uint32_t Chunks;   // rows of the chunk table, 2..32
} nf_ace_chunk_table_cfg;

typedef struct {
  bool abort; // forgets all chunks
  bool cfg_valid;
  uint32_t cfg_addr, cfg_wdata;
  bool step; // of the creation of a chunk; part 0 is its first
  uint8_t step_row, step_part, step_machine;
  // the chunk that is created; place: of its command; offset: bytes of each piece before it
  uint8_t chunk_place, chunk_plan, chunk_phases, chunk_red_op, chunk_dtype, chunk_len, chunk_pitch;
  uint16_t chunk_index;
  uint32_t chunk_offset;
  bool txd_done_valid;
  uint8_t txd_done_row;
  uint16_t done_valid; // bit m
  uint8_t done_id[NF_ACE_MAX_MACHINES], done_phase[NF_ACE_MAX_MACHINES];
  bool rxd_done_valid, rxd_done_err;
  uint8_t rxd_done_id;     // place of the command 6:5, row 4:0
  bool txd_busy, rxd_busy; // an order waits for the DMA
} nf_ace_chunk_table_in;

typedef struct {
  uint32_t used;                        // bit r: row r
  uint8_t set;                          // bit p: partition p is set up
  uint16_t room[NF_ACE_MAX_PARTITIONS]; // SRAM packets of a slot
  bool first_free;                      // the next slot of partition 0 is free
  bool look;                            // a phase starts: its program is looked up
  uint8_t look_plan, look_phase;
  uint16_t ready_valid;  // bit m
  uint64_t ready_ctx[2]; // record ctx without pc
  uint16_t done_ready;   // bit m
  bool rxd_done_ready;
  bool end, end_err; // a chunk ends
  uint8_t end_place; // of its command
  bool chunk_done;   // it did, in the cycle before
  bool load, store;  // order for a DMA
  uint8_t order_row, order_place, order_pitch;
  uint32_t order_offset;
  uint16_t order_sram;
} nf_ace_chunk_table_out;

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
