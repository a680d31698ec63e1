// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_machine.sv; change that.
// Parameters and ports of nf_ace_machine.
#ifndef NF_ACE_MACHINE_PORTS_H
#define NF_ACE_MACHINE_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t ProgramWords; // instructions, 16..2048
  uint32_t QueueDepth;   // chunks that wait, 2..16
} nf_ace_machine_cfg;

// Inputs of one cycle.
typedef struct {
  uint8_t id;            // [3:0] number of the machine
  bool abort;            // as after reset: no chunk, no fault, nothing asked for
  bool run;              // 0: no chunk and no instruction is started
  uint32_t watchdog;     // cycles without a grant after which it stops; 0: never
  // configuration bus; the program store listens
  bool cfg_valid;
  uint32_t cfg_addr;     // [19:0]
  uint32_t cfg_wdata;
  // queue of chunks, see nf_ace_chunk_queue
  bool reserve_valid;    // an entry at the tail of the queue; never when free is 0
  uint8_t reserve_id;
  uint8_t reserve_phase; // [3:0]
  bool ready_valid;      // the context of an entry that was reserved in an earlier cycle
  uint64_t ready_ctx[2]; // [127:0] record ctx
  // transfer of a packet; the request stays to the end of the cycle of its grant or refusal
  bool grant;
  uint8_t reject;        // NF_ACE_FAULT_*, not 0: the request cannot be granted ever
  uint8_t wait;          // NF_ACE_WAIT_*: what the request waits for
  // end of a phase
  bool done_ready;
} nf_ace_machine_in;

// Outputs of one cycle.
typedef struct {
  // queue of chunks, see nf_ace_chunk_queue
  uint8_t free;       // entries of the queue
  // transfer of a packet; the request stays to the end of the cycle of its grant or refusal
  bool req_valid;
  uint64_t req;       // nf_ace_pkg::req_t; record req; 0 without a request
  // end of a phase
  bool done_valid;
  uint8_t done_id;
  uint8_t done_phase; // [3:0]
  // observation
  uint64_t fault;     // nf_ace_pkg::fault_t; stays until an abort
  bool busy;          // works on a chunk
  uint16_t pc;        // of the instruction that it is at
} nf_ace_machine_out;
// clang-format on

#endif
