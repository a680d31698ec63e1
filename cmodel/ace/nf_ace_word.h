// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The bus word of the engine: WordBytes of 64 (ACE 6: 64 B buses), or 32, 128, 256. A field of type
// nf_ace_word holds one in its first limbs, and zeros behind them; bit 0 is bit 0 of w[0]. Where
// words lie side by side (the vectors of ports, banks and lanes, and memories), they lie without
// gaps, as in the RTL: word i begins at limb i * WordBytes / 8.
#ifndef NF_ACE_WORD_H
#define NF_ACE_WORD_H

#include "ace/nf_ace_pkg.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { NF_ACE_WORD_LIMBS = NF_ACE_MAX_WORD_BYTES / 8 };

typedef struct {
  uint64_t w[NF_ACE_WORD_LIMBS];
} nf_ace_word;

// The widths that there are; NF_PARAMs of all blocks with words.
static inline bool nf_ace_word_bytes_ok(uint32_t bytes) {
  return bytes >= NF_ACE_MIN_WORD_BYTES && bytes <= NF_ACE_MAX_WORD_BYTES &&
         (bytes & (bytes - 1)) == 0;
}

// Of the longest message: what ACE Table 4 has, and no more than a machine counts of words.
static inline uint32_t nf_ace_longest_message(uint32_t word_bytes) {
  const uint32_t counted = NF_ACE_MAX_MESSAGE_WORDS * word_bytes, most = NF_ACE_MAX_MESSAGE_BYTES;
  return counted < most ? counted : most;
}

// One word of so many limbs; most engines have those of the paper.
static inline void nf_ace_word_copy(uint64_t *to, const uint64_t *from, uint32_t limbs) {
  if (limbs == NF_ACE_WORD_BYTES / 8)
    memcpy(to, from, NF_ACE_WORD_BYTES);
  else
    memcpy(to, from, limbs * sizeof *to);
}

#endif
