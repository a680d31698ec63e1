// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// How the addresses of a buffer are interleaved (KLENK IV-F1): blocks of 128 B go to parts, the
// parts in turn to the classes, each of which has its own path between switches. A push has waves
// for parts; of a pull each rank asks for one part. The region of a class is the whole buffer under
// another address: block b is at base + 128 b in all of them, and its home table is the same.
#ifndef NF_SIM_INTERLEAVE_H
#define NF_SIM_INTERLEAVE_H

#include "common/nf_defs.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct {
  size_t bytes;         // of the buffer
  uint32_t blocks;      // the last one may be short
  uint32_t part_blocks; // the last part may be short
  uint32_t parts;
  unsigned classes;
  unsigned at_once; // parts that a rank has under way where nothing else is asked for
  uint64_t base[NF_MAX_REGIONS + 1]; // of each class's region; the last one is the barrier's
} nf_interleave;

// home_slots are those of the switches, links those of a GPU.
nf_interleave nf_interleave_make(size_t bytes, uint32_t part_blocks, unsigned classes,
                                 unsigned home_slots, unsigned links);

static inline uint32_t nf_interleave_part_blocks(const nf_interleave *d, uint32_t part) {
  const uint32_t begin = part * d->part_blocks;
  return d->blocks - begin < d->part_blocks ? d->blocks - begin : d->part_blocks;
}
// Payload bytes of a part, whole flits.
uint32_t nf_interleave_part_bytes(const nf_interleave *d, uint32_t part);
// Network address of a block.
uint64_t nf_interleave_addr(const nf_interleave *d, uint32_t block);
// The block at a network address; false: no block of data is there.
bool nf_interleave_block_at(const nf_interleave *d, uint64_t addr, uint32_t *block);

#endif
