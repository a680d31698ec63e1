// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
#include "nf_mcr_hash.h"

#include "common/nf_defs.h"

unsigned nf_mcr_hash(uint64_t addr, unsigned home_slots) {
  unsigned slot_bits = (unsigned)__builtin_ctz(home_slots);
  uint64_t block = (addr & UINT64_MAX >> 16) / NF_BLOCK_BYTES;
  uint64_t fold = 0;
  for (; block != 0; block >>= slot_bits)
    fold ^= block;
  return (unsigned)fold & (home_slots - 1);
}

void nf_mcr_hash_eval(const nf_mcr_hash_cfg *cfg, const nf_mcr_hash_in *in, nf_mcr_hash_out *out) {
  out->slot = (uint16_t)nf_mcr_hash(in->addr, cfg->HomeSlots);
}
