// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/mcr/nf_mcr_hash.sv: from an address to its home slot (KLENK IV-C: the home port is
// found by hashing), so that blocks next to each other have different slots, which the manager
// gives to different tables.
#include "nf_mcr_hash.h"

#include "common/nf_defs.h"

// Blocks from which on the number is folded: 2^24 blocks of 128 bytes, 2 GiB.
enum { FOLD_FROM = 24 };

// NF_PARAMs HashSlotsInRange and HashSlotsShape.
bool nf_mcr_hash_slots_ok(unsigned home_slots) {
  const unsigned low = home_slots % 3 == 0 ? home_slots / 3 : home_slots;
  return home_slots >= 2 && home_slots <= NF_MAX_HOME_SLOTS && low >= 2 && (low & (low - 1)) == 0;
}

// Bit 7: a multiple of three; below, log2 of the power of two.
unsigned nf_mcr_hash_params(unsigned home_slots) {
  return (home_slots % 3 == 0 ? 0x80u : 0) | (unsigned)__builtin_ctz(home_slots);
}

// binary, fold, digit and slot_o. The RTL picks bits and works modulo 9 without a division; the
// arithmetic here is plain, so that neither repeats the other's mistake.
unsigned nf_mcr_hash(uint64_t addr, unsigned home_slots, unsigned links) {
  const bool thirds = home_slots % 3 == 0;
  const unsigned low = thirds ? home_slots / 3 : home_slots;
  const uint64_t block = (addr & UINT64_MAX >> 16) / NF_BLOCK_BYTES;
  const uint32_t near = (uint32_t)(block & ((1u << FOLD_FROM) - 1));
  // What does not change in the blocks of one switch is left out: the power of two in links, and
  // the lowest ternary digit when they are a multiple of three.
  uint64_t fold = near / (links & (0u - links));
  for (uint64_t far = block >> FOLD_FROM; far != 0; far /= low)
    fold ^= far % low;
  const uint32_t digit = (links % 3 == 0 ? near / 3 : near) % 3;
  return (unsigned)(fold % low) + (thirds ? digit * low : 0);
}

// The output of the leaf.
void nf_mcr_hash_eval(const nf_mcr_hash_cfg *cfg, const nf_mcr_hash_in *in, nf_mcr_hash_out *out) {
  out->slot = (uint16_t)nf_mcr_hash(in->addr, cfg->HomeSlots, in->links);
}
