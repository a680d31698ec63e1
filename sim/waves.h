// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Injection limiting (KLENK IV-F): the blocks that one endpoint asks for, in the order in which it
// does, cut into waves of which a few may be outstanding. A wave begins only when the one that
// many before it is complete, so all ranks work on nearly the same addresses.
#ifndef NF_SIM_WAVES_H
#define NF_SIM_WAVES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint32_t count;         // blocks: first, first + stride, first + 2*stride, ...
  uint32_t first, stride; //
  uint32_t window;        // blocks that may be outstanding, 1 or more
  uint32_t waves;         // parts of the window, 1..window
  bool shuffle;           // random order within each wave
  uint64_t seed;
} nf_waves_cfg;

typedef struct {
  nf_waves_cfg cfg;
  uint32_t *order; // places in the order -> index of the block
  uint32_t *place; // index of a block -> its wave
  uint32_t *left;  // blocks of a wave that are not complete
  uint32_t size;   // blocks of one wave
  uint32_t next;   // first place not asked for yet
  uint32_t open;   // first wave that is not complete
} nf_waves;

// False when memory is short.
bool nf_waves_open(nf_waves *w, const nf_waves_cfg *cfg);
// True when a further block may be asked for now.
bool nf_waves_ready(const nf_waves *w);
// Takes the next block; only when ready.
uint32_t nf_waves_take(nf_waves *w);
// The block is complete: its share of the window is free again.
void nf_waves_done(nf_waves *w, uint32_t block);
// All blocks are complete.
bool nf_waves_finished(const nf_waves *w);
void nf_waves_close(nf_waves *w);

#endif
