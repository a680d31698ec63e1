// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/endpoint/nf_endpoint_wave.sv; change that.
// Parameters and ports of nf_endpoint_wave.
#ifndef NF_ENDPOINT_WAVE_PORTS_H
#define NF_ENDPOINT_WAVE_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Counters; // waves that can be outstanding, 1..64
} nf_endpoint_wave_cfg;

// Inputs of one cycle.
typedef struct {
  bool clear;            // pulse: all waves are given up; no answer comes
  // allocation
  bool alloc_valid;
  uint64_t alloc_base;   // network address of the first block; all are below 2^48
  uint16_t alloc_blocks; // goal, 1 or more
  uint8_t alloc_owner;   // [5:0] comes back with every block of the wave
  // completed blocks
  bool count_valid;      // a block is complete
  uint64_t count_addr;
  bool count_poison;
} nf_endpoint_wave_in;

// Outputs of one cycle.
typedef struct {
  // allocation
  bool alloc_done;       // the answer to the allocation of the cycle before
  bool alloc_ok;         // the wave has a counter
  bool alloc_overlap;    // refused: an outstanding wave has some of its blocks
  // completed blocks
  bool count_done;       // the answer to the block of the cycle before
  bool hit;              // a wave waits for the block
  uint8_t hit_owner;     // [5:0]
  bool hit_goal;         // it was the last one: the credits are back
  bool poison;           // as it came with the block
  // observation
  uint8_t waves;         // counters in use
  bool oldest_valid;     // the wave that waits longest
  uint64_t oldest_addr;
  uint16_t oldest_count;
  uint16_t oldest_goal;
} nf_endpoint_wave_out;
// clang-format on

#endif
