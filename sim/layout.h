// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Where a rank's buffer lies in the network's address space: blocks of 128 B, one region after the
// other.
#ifndef NF_SIM_LAYOUT_H
#define NF_SIM_LAYOUT_H

#include "common/nf_defs.h"
#include <stddef.h>

typedef struct {
  uint64_t base, bytes;
} nf_region;

typedef struct {
  unsigned regions;
  nf_region region[NF_MAX_REGIONS];
  size_t bytes; // of the buffer; the last block may be short
} nf_layout;

static inline uint32_t nf_layout_blocks(const nf_layout *l) {
  return (uint32_t)((l->bytes + NF_BLOCK_BYTES - 1) / NF_BLOCK_BYTES);
}

// Payload flits of a block: 8, fewer in the last one.
static inline uint8_t nf_layout_len(const nf_layout *l, uint32_t block) {
  size_t left = l->bytes - (size_t)block * NF_BLOCK_BYTES;
  return (uint8_t)(left >= NF_BLOCK_BYTES ? NF_MAX_PAYLOAD_FLITS
                                          : (left + NF_FLIT_BYTES - 1) / NF_FLIT_BYTES);
}

static inline uint64_t nf_layout_addr(const nf_layout *l, uint32_t block) {
  uint64_t offset = (uint64_t)block * NF_BLOCK_BYTES;
  unsigned r = 0;
  while (offset >= l->region[r].bytes)
    offset -= l->region[r++].bytes;
  return l->region[r].base + offset;
}

// False when the address is not the first one of a block of the buffer.
static inline bool nf_layout_block(const nf_layout *l, uint64_t addr, uint32_t *block) {
  uint64_t before = 0;
  for (unsigned r = 0; r < l->regions; r++) {
    uint64_t offset = addr - l->region[r].base;
    if (addr >= l->region[r].base && offset < l->region[r].bytes) {
      *block = (uint32_t)((before + offset) / NF_BLOCK_BYTES);
      return addr % NF_BLOCK_BYTES == 0 && *block < nf_layout_blocks(l);
    }
    before += l->region[r].bytes;
  }
  return false;
}

#endif
