// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/alu/nf_fp_add_path.sv; change that.
// Parameters and ports of nf_fp_add_path.
#ifndef NF_FP_ADD_PATH_PORTS_H
#define NF_FP_ADD_PATH_PORTS_H

#include "alu/nf_fp_add_ports.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t ExpBits; // exponent bits, 4..8
  uint32_t ManBits; // fraction bits without the hidden one, 4..23
  // registers, 0..6: behind round; also behind align; also behind sum; also behind seek; also
  // behind order; also before it; 0 is nf_fp_add
  uint32_t Stages;
} nf_fp_add_path_cfg;

// Inputs of one cycle.
typedef struct {
  bool en;    // the registers take their next value
  uint32_t a; // [FpBits-1:0]
  uint32_t b; // [FpBits-1:0]
} nf_fp_add_path_in;

typedef nf_fp_add_out nf_fp_add_path_out;
// clang-format on

#endif
