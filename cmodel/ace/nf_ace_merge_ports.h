// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_merge.sv; change that.
// Parameters and ports of nf_ace_merge.
#ifndef NF_ACE_MERGE_PORTS_H
#define NF_ACE_MERGE_PORTS_H

#include "ace/nf_ace_word.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t WordBytes; // of a bus word: 32, 64, 128 or 256
} nf_ace_merge_cfg;

// Inputs.
typedef struct {
  nf_ace_word low;                      // [WordBits-1:0] bytes below split
  nf_ace_word high;                     // [WordBits-1:0] bytes from split on
  uint16_t split;                       // [PlaceBits:0] 0..WordBytes
  uint64_t keep[NF_ACE_WORD_LIMBS / 8]; // [WordBytes-1:0] a bit per byte
} nf_ace_merge_in;

// Outputs.
typedef struct {
  nf_ace_word data; // [WordBits-1:0]
} nf_ace_merge_out;
// clang-format on

#endif
