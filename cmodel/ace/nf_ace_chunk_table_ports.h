// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_chunk_table.sv; change that.
// Parameters and ports of nf_ace_chunk_table.
#ifndef NF_ACE_CHUNK_TABLE_PORTS_H
#define NF_ACE_CHUNK_TABLE_PORTS_H

#include "ace/nf_ace_pkg.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Machines; // 2..16
  uint32_t Chunks;   // rows of the chunk table, 2..32
} nf_ace_chunk_table_cfg;

// Inputs of one cycle.
typedef struct {
  bool abort;                              // forgets all chunks
  // config bus: NF_ACE_CSR_PARTITION
  bool cfg_valid;
  uint32_t cfg_addr;                       // [19:0]
  uint32_t cfg_wdata;
  // a step of the creation of a chunk, with part 0 its first: its slot of a partition, and the
  // machine of that phase
  bool step;
  uint8_t step_row;
  uint8_t step_part;                       // [2:0]
  uint8_t step_machine;                    // [3:0]
  // the chunk that is created
  uint8_t chunk_place;                     // [1:0] of its command
  uint8_t chunk_plan;                      // [2:0]
  uint8_t chunk_phases;                    // [2:0]
  uint8_t chunk_red_op;                    // [3:0]
  uint8_t chunk_dtype;                     // [3:0]
  uint8_t chunk_len;
  uint8_t chunk_pitch;
  uint16_t chunk_index;
  uint32_t chunk_offset;                   // bytes of each piece before it
  // what is done
  bool txd_done_valid;
  uint8_t txd_done_row;
  uint16_t done_valid;                     // [Machines-1:0]
  uint8_t done_id[NF_ACE_MAX_MACHINES];    // [Machines*8-1:0]
  uint8_t done_phase[NF_ACE_MAX_MACHINES]; // [Machines*8-1:0]
  bool rxd_done_valid;
  uint8_t rxd_done_id;                     // nf_ace_pkg::chunk_t
  bool rxd_done_err;
  // order for a DMA, in the cycle after load or store was picked
  bool txd_busy;                           // an order waits for the TX DMA
  bool rxd_busy;                           // one for the RX DMA
} nf_ace_chunk_table_in;

// Outputs of one cycle.
typedef struct {
  // what there is
  uint32_t used;                        // [Chunks-1:0] rows
  uint8_t set;                          // partitions that are set up
  uint16_t room[NF_ACE_MAX_PARTITIONS]; // [127:0] SRAM packets of their slots, 16 bits each
  bool first_free;                      // the next slot of partition 0 is free
  // a phase starts: its program is looked up, and the context is right a cycle later
  bool look;
  uint8_t look_plan;                    // [2:0]
  uint8_t look_phase;                   // [2:0]
  uint16_t ready_valid;                 // [Machines-1:0]
  uint64_t ready_ctx[2];                // nf_ace_pkg::ctx_t; pc is left 0
  // what is done
  uint16_t done_ready;                  // [Machines-1:0]
  bool rxd_done_ready;
  // a chunk ends
  bool end;
  uint8_t end_place;                    // [1:0] of its command
  bool end_err;
  bool chunk_done;                      // it did, in the cycle before
  // order for a DMA, in the cycle after load or store was picked
  bool load;
  bool store;
  uint8_t order_row;
  uint8_t order_place;                  // [1:0]
  uint8_t order_pitch;
  uint32_t order_offset;
  uint16_t order_sram;
} nf_ace_chunk_table_out;
// clang-format on

#endif
