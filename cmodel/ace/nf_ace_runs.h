// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_runs.sv: a queue of runs, which gives the pieces of each, one by one.
#ifndef NF_ACE_RUNS_H
#define NF_ACE_RUNS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Depth;     // runs, 2..66
  uint32_t Zeros;     // pieces that move nothing are given, too
  uint32_t WordBytes; // of a beat: 64, 128 or 256
} nf_ace_runs_cfg;

typedef struct {
  bool in_valid;
  uint8_t in_id;     // of its command
  bool in_end;       // it is the last one of its command
  uint64_t in_addr;  // its first byte in memory, 48 bits
  uint32_t in_bytes; // that it moves
  uint8_t in_pieces; // 1 or more
  uint16_t in_room;  // bytes that each has room for
  uint16_t in_sram;  // first SRAM packet of the first one
  uint8_t in_pitch;  // SRAM packets from one to the next
  bool out_ready;
} nf_ace_runs_in;

typedef struct {
  bool in_ready;
  bool out_valid;
  uint8_t out_id;
  bool out_end;       // it is the last one of its command
  bool out_first;     // of its run
  bool out_last;      // of its run
  bool out_share;     // its last beat is the first one of the next piece, too
  uint64_t out_addr;  // of the run
  uint8_t out_place;  // where in its first beat the piece begins
  uint16_t out_bytes; // that it moves
  uint16_t out_beats;
  uint16_t out_words; // bus words of its room
  uint16_t out_sram;
} nf_ace_runs_out;

typedef struct nf_ace_runs nf_ace_runs;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_runs_init(nf_ace_runs **m, const nf_ace_runs_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_runs_out *nf_ace_runs_peek(const nf_ace_runs *m);
// One rising clock edge.
void nf_ace_runs_step(nf_ace_runs *m, const nf_ace_runs_in *in);
// NULL is allowed.
void nf_ace_runs_free(nf_ace_runs *m);

#ifdef __cplusplus
}
#endif

#endif
