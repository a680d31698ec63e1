// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_machine.sv: a programmable state machine of the engine (ACE 4.3.2).
#ifndef NF_ACE_MACHINE_H
#define NF_ACE_MACHINE_H

#include "common/nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t ProgramWords; // instructions, 16..2048
  uint32_t QueueDepth;   // chunks that wait, 2..16
} nf_ace_machine_cfg;

typedef struct {
  bool abort;        // as after reset: no chunk, no fault, nothing asked for
  uint8_t id;        // number of the machine
  bool run;          // false: no chunk and no instruction is started
  uint32_t watchdog; // cycles without a grant after which it stops; 0: never
  bool cfg_valid;
  uint32_t cfg_addr, cfg_wdata;
  bool reserve_valid; // an entry at the tail of the queue; never when out.free is 0
  uint8_t reserve_id, reserve_phase;
  bool ready_valid;      // the context of an entry that was reserved in an earlier cycle
  uint64_t ready_ctx[2]; // record ctx
  bool grant;
  uint8_t reject; // NF_ACE_FAULT_* or 0
  uint8_t wait;   // NF_ACE_WAIT_*, for the fault record
  bool done_ready;
} nf_ace_machine_in;

typedef struct {
  uint8_t free; // entries of the queue
  bool req_valid;
  uint64_t req; // record req; 0 without a request
  bool done_valid;
  uint8_t done_id, done_phase;
  uint64_t fault; // record fault
  bool busy;      // works on a chunk
  uint16_t pc;    // of the instruction that it is at
} nf_ace_machine_out;

typedef struct nf_ace_machine nf_ace_machine;

// Makes the block in its reset state, with a program store of zeros. Returns NF_OK, or why cfg is
// refused.
nf_status nf_ace_machine_init(nf_ace_machine **m, const nf_ace_machine_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_machine_out *nf_ace_machine_peek(const nf_ace_machine *m);
// One rising clock edge.
void nf_ace_machine_step(nf_ace_machine *m, const nf_ace_machine_in *in);
// NULL is allowed.
void nf_ace_machine_free(nf_ace_machine *m);

#ifdef __cplusplus
}
#endif

#endif
