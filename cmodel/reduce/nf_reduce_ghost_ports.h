// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/reduce/nf_reduce_ghost.sv; change that.
// Parameters and ports of nf_reduce_ghost.
#ifndef NF_REDUCE_GHOST_PORTS_H
#define NF_REDUCE_GHOST_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ghosts;  // 1..16
  uint32_t KeyBits;
} nf_reduce_ghost_cfg;

// Inputs of one cycle.
typedef struct {
  // lookup for the next decision
  bool load;         // a key is looked up
  bool look_push;    // nothing else has ghosts
  uint64_t look;     // [KeyBits-1:0]
  // changes
  bool flush;        // all are forgotten, and nothing is remembered
  bool forget;       // the one that was hit has come back
  bool remember;     // an entry leaves unfinished
  uint64_t key;      // [KeyBits-1:0] its key
  uint16_t expected; // the count that it waited for
  uint16_t count;    // ... and had
  bool same;         // its key is what is looked up now; without load: what was
} nf_reduce_ghost_in;

// Outputs of one cycle.
typedef struct {
  // the key that was looked up
  bool hit;          // the key that was looked up has a ghost
  uint16_t expected; // of that ghost, else zero
  uint16_t count;
} nf_reduce_ghost_out;
// clang-format on

#endif
