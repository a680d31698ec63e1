// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/mcr/nf_mcr_hash.sv; change that.
// Parameters and ports of nf_mcr_hash.
#ifndef NF_MCR_HASH_PORTS_H
#define NF_MCR_HASH_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t HomeSlots; // 2^k or 3*2^k with k >= 1, 2..512
} nf_mcr_hash_cfg;

// Inputs.
typedef struct {
  uint64_t addr; // [nf_pkg::HDR_ADDR_BITS-1:0] bits 47:0
  uint8_t links; // [3:0] over which endpoints interleave blocks, 1..8
} nf_mcr_hash_in;

// Outputs.
typedef struct {
  uint16_t slot; // [SlotBits-1:0] below HomeSlots
} nf_mcr_hash_out;
// clang-format on

#endif
