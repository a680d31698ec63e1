// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_creator.sv: the plan table, and the creation of chunks (ACE 4.3.2).
#ifndef NF_ACE_CREATOR_H
#define NF_ACE_CREATOR_H

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
} nf_ace_creator_cfg;

typedef struct {
  bool abort; // as after reset; the plans stay
  bool cfg_valid;
  uint32_t cfg_addr, cfg_wdata;
  bool run, stop; // chunks may be begun; none may
  // is this plan good?
  bool plan_valid;
  uint8_t plan;
  // the next chunk
  bool chunk_valid;
  uint8_t chunk_plan, chunk_phases;
  // what there is
  uint8_t set;                       // bit p: partition p is set up
  bool first_free;                   // the next slot of partition 0 is free
  uint32_t used;                     // bit r: row r of the chunk table is
  uint8_t free[NF_ACE_MAX_MACHINES]; // free entries of each machine's queue
  bool look;                         // where the program of a phase begins
  uint8_t look_plan, look_phase;
} nf_ace_creator_in;

typedef struct {
  bool plan_done, plan_ok; // the answer, one cycle; all that the plan names exists
  uint8_t plan_phases;
  bool chunk_ready; // one cycle: the chunk is taken, with its last step
  bool step;
  uint8_t step_row, step_part, step_machine; // machine: with reserve
  uint16_t reserve_valid;                    // bit m
  uint8_t reserve_id, reserve_phase;
  uint16_t pc; // after look
} nf_ace_creator_out;

typedef struct nf_ace_creator nf_ace_creator;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_creator_init(nf_ace_creator **m, const nf_ace_creator_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_creator_out *nf_ace_creator_peek(const nf_ace_creator *m);
// One rising clock edge.
void nf_ace_creator_step(nf_ace_creator *m, const nf_ace_creator_in *in);
// NULL is allowed.
void nf_ace_creator_free(nf_ace_creator *m);

#ifdef __cplusplus
}
#endif

#endif
