// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/alu/nf_exact_decode.sv; change that.
// Parameters and ports of nf_exact_decode.
#ifndef NF_EXACT_DECODE_PORTS_H
#define NF_EXACT_DECODE_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Inputs.
typedef struct {
  bool hold;      // nothing is added: the sum stays as it is, saved carries wait
  bool plane;     // value is a plane of another sum; otherwise an f32
  uint8_t index;  // [3:0] which plane, 0..10; another one is held
  uint32_t value; // bits of the f32, or a plane's word
} nf_exact_decode_in;

// Outputs.
typedef struct {
  uint64_t addend; // [AddendBits-1:0] see NF_EXACT_ADDEND_BITS
  bool invalid;    // the f32 is a signaling NaN
} nf_exact_decode_out;
// clang-format on

#endif
