// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/reduce/nf_reduce_widen.sv; change that.
// Parameters and ports of nf_reduce_widen.
#ifndef NF_REDUCE_WIDEN_PORTS_H
#define NF_REDUCE_WIDEN_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Halves; // with the types of 16-bit elements; 0: no high sums
} nf_reduce_widen_cfg;

// Inputs.
typedef struct {
  nf_flit data;
  uint8_t dtype; // [3:0] NF_DTYPE_* of a wide op
  bool plane;    // data is a plane
  bool high;     // of high sums
} nf_reduce_widen_in;

// Outputs.
typedef struct {
  nf_flit low;  // binary32, one a word: of the word or of its low half
  nf_flit high; // of its high half; zero without a high sum
  bool invalid; // a contribution is a signaling NaN
} nf_reduce_widen_out;
// clang-format on

#endif
