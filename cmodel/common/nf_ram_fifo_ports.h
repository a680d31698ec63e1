// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/common/nf_ram_fifo.sv; change that.
// Parameters and ports of nf_ram_fifo.
#ifndef NF_RAM_FIFO_PORTS_H
#define NF_RAM_FIFO_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// The largest parameters.
enum {
  NF_RAM_FIFO_MAX_WIDTH = 1024,
};

// Parameters.
typedef struct {
  uint32_t Width; // bits per word, 1..1024
  uint32_t Depth; // words that fit at least, a power of two, 4..4096
} nf_ram_fifo_cfg;

// Inputs of one cycle.
typedef struct {
  // writer
  bool in_valid;                                // a word is offered; hold it until in_ready
  uint64_t in_data[NF_RAM_FIFO_MAX_WIDTH / 64]; // [Width-1:0]
  // reader
  bool out_ready;                               // the word is taken
} nf_ram_fifo_in;

// Outputs of one cycle.
typedef struct {
  // writer
  bool in_ready;                                 // the word is taken
  // reader
  bool out_valid;                                // a word is offered; it holds until out_ready
  uint64_t out_data[NF_RAM_FIFO_MAX_WIDTH / 64]; // [Width-1:0] while out_valid is low, an old word
} nf_ram_fifo_out;
// clang-format on

#endif
