// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/common/nf_rr_arb.sv; change that.
// Parameters and ports of nf_rr_arb.
#ifndef NF_RR_ARB_PORTS_H
#define NF_RR_ARB_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Requests; // requesters, any number, 2..64
} nf_rr_arb_cfg;

// Inputs.
typedef struct {
  uint64_t req; // [Requests-1:0] bit i: requester i asks; zero at and above Requests
  uint8_t last; // [IndexBits-1:0] index of the last grant
} nf_rr_arb_in;

// Outputs.
typedef struct {
  bool grant_valid;      // at least one request
  uint8_t grant_index;   // [IndexBits-1:0] who is served
  uint64_t grant_onehot; // [Requests-1:0] the same, one-hot
} nf_rr_arb_out;
// clang-format on

#endif
