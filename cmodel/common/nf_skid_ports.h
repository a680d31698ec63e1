// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/common/nf_skid.sv; change that.
// Parameters and ports of nf_skid.
#ifndef NF_SKID_PORTS_H
#define NF_SKID_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// The largest parameters.
enum {
  NF_SKID_MAX_WIDTH = 256,
};

// Parameters.
typedef struct {
  uint32_t Width; // bits per word, 1..256
} nf_skid_cfg;

// Inputs of one cycle.
typedef struct {
  // writer
  bool in_valid;                            // a word is offered; hold it until in_ready
  uint64_t in_data[NF_SKID_MAX_WIDTH / 64]; // [Width-1:0]
  // reader
  bool out_ready;                           // the word is taken
} nf_skid_in;

// Outputs of one cycle.
typedef struct {
  // writer
  bool in_ready;                             // the word is taken
  // reader
  bool out_valid;                            // a word is offered; it holds until out_ready
  uint64_t out_data[NF_SKID_MAX_WIDTH / 64]; // [Width-1:0] while out_valid is low, the word before
} nf_skid_out;
// clang-format on

#endif
