// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/klenk/interleave.h"

#include "mcr/nf_mcr_hash.h"

// Block b is on link b mod links and has the home slot of address 128 b, whatever its class: so
// blocks of different classes follow each other from table to table as the blocks of one do. For
// the link the base must be a multiple of the links, in blocks; 2^32 has every power of two.
static void find_bases(nf_interleave *d, unsigned home_slots, unsigned links) {
  const uint64_t step = (uint64_t)(links / (links & (0u - links))) << 32;
  uint64_t base = 0;
  for (unsigned c = 0; c <= d->classes; c++) {
    do
      base += step;
    while (nf_mcr_hash(base, home_slots, links) != 0);
    d->base[c] = base;
  }
}

nf_interleave nf_interleave_make(size_t bytes, uint32_t part_blocks, unsigned classes,
                                 unsigned home_slots, unsigned links) {
  nf_interleave d = {.bytes = bytes,
                     .blocks = (uint32_t)((bytes + NF_BLOCK_BYTES - 1) / NF_BLOCK_BYTES),
                     .part_blocks = part_blocks,
                     .classes = classes};
  d.parts = (d.blocks + part_blocks - 1) / part_blocks;
  find_bases(&d, home_slots, links);
  return d;
}

uint32_t nf_interleave_part_bytes(const nf_interleave *d, uint32_t part) {
  const size_t begin = (size_t)part * d->part_blocks * NF_BLOCK_BYTES,
               whole = (size_t)d->part_blocks * NF_BLOCK_BYTES, left = d->bytes - begin;
  const size_t bytes = left < whole ? left : whole;
  return (uint32_t)((bytes + NF_FLIT_BYTES - 1) / NF_FLIT_BYTES * NF_FLIT_BYTES);
}

uint64_t nf_interleave_addr(const nf_interleave *d, uint32_t block) {
  return d->base[block / d->part_blocks % d->classes] + (uint64_t)block * NF_BLOCK_BYTES;
}

bool nf_interleave_block_at(const nf_interleave *d, uint64_t addr, uint32_t *block) {
  for (unsigned c = 0; c < d->classes; c++)
    if (addr >> 32 == d->base[c] >> 32) {
      *block = (uint32_t)(addr - d->base[c]) / NF_BLOCK_BYTES;
      return *block < d->blocks;
    }
  return false;
}
