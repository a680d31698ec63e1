// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_rotate.sv; change that.
// Parameters and ports of nf_ace_rotate.
#ifndef NF_ACE_ROTATE_PORTS_H
#define NF_ACE_ROTATE_PORTS_H

#include "ace/nf_ace_word.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t WordBytes; // of a bus word: 32, 64, 128 or 256
} nf_ace_rotate_cfg;

// Inputs.
typedef struct {
  nf_ace_word data; // [WordBits-1:0]
  uint8_t amount;   // [PlaceBits-1:0] bytes
} nf_ace_rotate_in;

// Outputs.
typedef struct {
  nf_ace_word data; // [WordBits-1:0]
} nf_ace_rotate_out;
// clang-format on

#endif
