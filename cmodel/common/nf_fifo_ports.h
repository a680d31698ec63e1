// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/common/nf_fifo.sv; change that.
// Parameters and ports of nf_fifo.
#ifndef NF_FIFO_PORTS_H
#define NF_FIFO_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// The largest parameters.
enum {
  NF_FIFO_MAX_WIDTH = 256,
};

// Parameters.
typedef struct {
  uint32_t Width; // bits per word, 1..256
  uint32_t Depth; // words, any number, 2..256
} nf_fifo_cfg;

// Inputs of one cycle.
typedef struct {
  // writer
  bool in_valid;                            // a word is offered; hold it until in_ready
  uint64_t in_data[NF_FIFO_MAX_WIDTH / 64]; // [Width-1:0]
  // reader
  bool out_ready;                           // the word is taken
} nf_fifo_in;

// Outputs of one cycle.
typedef struct {
  // writer
  bool in_ready;                             // the word is taken
  // reader
  bool out_valid;                            // a word is offered; it holds until out_ready
  // [Width-1:0] oldest word; while out_valid is low, an old one
  uint64_t out_data[NF_FIFO_MAX_WIDTH / 64];
  uint16_t count;                            // [CountBits-1:0] words held, 0..Depth
} nf_fifo_out;
// clang-format on

#endif
