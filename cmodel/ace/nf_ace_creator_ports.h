// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_creator.sv; change that.
// Parameters and ports of nf_ace_creator.
#ifndef NF_ACE_CREATOR_PORTS_H
#define NF_ACE_CREATOR_PORTS_H

#include "ace/nf_ace_pkg.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Machines; // 2..16
  uint32_t Chunks;   // rows of the chunk table, 2..32
} nf_ace_creator_cfg;

// Inputs of one cycle.
typedef struct {
  bool abort;                        // as after reset; the plans stay
  // config bus: NF_ACE_CSR_PLAN
  bool cfg_valid;
  uint32_t cfg_addr;                 // [19:0]
  uint32_t cfg_wdata;
  bool run;                          // chunks may be begun
  bool stop;                         // none may
  // is this plan good? answered by one pulse
  bool plan_valid;
  uint8_t plan;                      // [2:0]
  // the next chunk; taken by one pulse with its last step
  bool chunk_valid;
  uint8_t chunk_plan;                // [2:0]
  uint8_t chunk_phases;              // [2:0]
  // what there is
  uint8_t set;                       // partitions that are set up
  bool first_free;                   // the next slot of partition 0 is free
  uint32_t used;                     // [Chunks-1:0] bit r: row r of the chunk table is in use
  uint8_t free[NF_ACE_MAX_MACHINES]; // [Machines*8-1:0] free entries of each machine's queue
  // where the program of a phase begins
  bool look;
  uint8_t look_plan;                 // [2:0]
  uint8_t look_phase;                // [2:0]
} nf_ace_creator_in;

// Outputs of one cycle.
typedef struct {
  // is this plan good? answered by one pulse
  bool plan_done;
  bool plan_ok;
  uint8_t plan_phases;    // [2:0]
  // the next chunk; taken by one pulse with its last step
  bool chunk_ready;       // one cycle: the chunk is taken, with its last step
  // a step: partition, and the phase that reads it unless it is the last one
  bool step;
  uint8_t step_row;
  uint8_t step_part;      // [2:0]
  uint8_t step_machine;   // [3:0] with reserve
  uint16_t reserve_valid; // [Machines-1:0] bit m
  uint8_t reserve_id;
  uint8_t reserve_phase;  // [3:0]
  // where the program of a phase begins
  uint16_t pc;            // [11:0] in the cycle after look
} nf_ace_creator_out;
// clang-format on

#endif
