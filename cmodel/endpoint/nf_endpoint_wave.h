// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/endpoint/nf_endpoint_wave.sv: the counter array of the wave controller (KLENK
// IV-F3, Fig. 6).
#ifndef NF_ENDPOINT_WAVE_H
#define NF_ENDPOINT_WAVE_H

#include "common/nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_ENDPOINT_WAVE_MAX = 64 };

typedef struct {
  uint32_t Counters; // waves that can be outstanding, 1..64
} nf_endpoint_wave_cfg;

typedef struct {
  bool clear; // all waves are given up; no answer comes
  bool alloc_valid;
  uint64_t alloc_base;   // network address of the first block
  uint16_t alloc_blocks; // goal, 1 or more
  uint8_t alloc_owner;   // 0..63
  bool count_valid;      // a block is complete
  uint64_t count_addr;
  bool count_poison;
} nf_endpoint_wave_in;

typedef struct {
  bool alloc_done;    // the answer to the allocation of the cycle before
  bool alloc_ok;      // the wave has a counter
  bool alloc_overlap; // refused: an outstanding wave has some of its blocks
  bool count_done;    // the answer to the block of the cycle before
  bool hit;           // a wave waits for it
  uint8_t hit_owner;
  bool hit_goal; // it was the last one
  bool poison;
  uint8_t waves;     // counters in use
  bool oldest_valid; // the wave that waits longest
  uint64_t oldest_addr;
  uint16_t oldest_count, oldest_goal;
} nf_endpoint_wave_out;

typedef struct nf_endpoint_wave nf_endpoint_wave;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_endpoint_wave_init(nf_endpoint_wave **m, const nf_endpoint_wave_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_endpoint_wave_out *nf_endpoint_wave_peek(const nf_endpoint_wave *m);
// One rising clock edge.
void nf_endpoint_wave_step(nf_endpoint_wave *m, const nf_endpoint_wave_in *in);
// NULL is allowed.
void nf_endpoint_wave_free(nf_endpoint_wave *m);

#ifdef __cplusplus
}
#endif

#endif
