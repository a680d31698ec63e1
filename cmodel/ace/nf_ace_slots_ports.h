// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_slots.sv; change that.
// Parameters and ports of nf_ace_slots.
#ifndef NF_ACE_SLOTS_PORTS_H
#define NF_ACE_SLOTS_PORTS_H

#include "ace/nf_ace_pkg.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Chunks; // rows of the chunk table, 2..32
} nf_ace_slots_cfg;

// Inputs of one cycle.
typedef struct {
  bool abort;           // no chunk is in any line; the set-up stays
  // config bus: NF_ACE_CSR_PARTITION
  bool cfg_valid;
  uint32_t cfg_addr;    // [19:0]
  uint32_t cfg_wdata;
  // the chunk in a row gets in line for the next slot of a partition
  bool take;
  uint8_t take_row;
  uint8_t take_part;    // [2:0]
  // it leaves the slot that it holds
  bool release;
  uint8_t release_row;
  uint8_t release_part; // [2:0]
  // addresses of a row's slots in partition look_part and the next, for a machine
  bool look;            // addresses in a partition and the next
  uint8_t look_row;
  uint8_t look_part;    // [2:0]
  // address of a row's slot in a partition, for a DMA
  bool pick;            // address in a partition
  uint8_t pick_row;
  uint8_t pick_part;    // [2:0]
} nf_ace_slots_in;

// Outputs of one cycle.
typedef struct {
  // addresses of a row's slots in partition look_part and the next, for a machine
  uint16_t src;
  uint16_t dst;
  // address of a row's slot in a partition, for a DMA
  uint16_t sram;                        // in the cycle after pick
  // what is
  // [Chunks*8-1:0] bit 8 r + p: row r holds its slot of partition p
  uint8_t held[NF_ACE_MAX_CHUNKS];
  uint8_t set;                          // partition p is set up: it has 1..32 slots
  uint16_t room[NF_ACE_MAX_PARTITIONS]; // [127:0] SRAM packets of its slots, 16 bits each
  bool first_free;                      // the next slot of partition 0 is free
} nf_ace_slots_out;
// clang-format on

#endif
