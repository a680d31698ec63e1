// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/reduce/nf_reduce_lru.sv; change that.
// Parameters and ports of nf_reduce_lru.
#ifndef NF_REDUCE_LRU_PORTS_H
#define NF_REDUCE_LRU_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Entries; // 2..32
} nf_reduce_lru_cfg;

// Inputs of one cycle.
typedef struct {
  uint32_t touch; // [Entries-1:0] one-hot: this entry becomes the youngest; or zero
  uint32_t cand;  // [Entries-1:0] entries that may be evicted in the next cycle
  uint32_t valid; // [Entries-1:0] entries that are in use in the next cycle
} nf_reduce_lru_in;

// Outputs of one cycle.
typedef struct {
  uint32_t victim; // [Entries-1:0] the oldest of the candidates, one-hot; zero if none
  uint32_t oldest; // [Entries-1:0] the oldest of the entries in use, one-hot; zero if none
} nf_reduce_lru_out;
// clang-format on

#endif
