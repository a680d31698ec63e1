// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/common/nf_crc.sv; change that.
// Parameters and ports of nf_crc.
#ifndef NF_CRC_PORTS_H
#define NF_CRC_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// The largest parameters.
enum {
  NF_CRC_MAX_DATA_BITS = 1024,
};

// Parameters.
typedef struct {
  uint32_t DataBits; // bits that go in at once, 1..1024
  uint32_t Behind;   // zeros that go in behind them, 0..1024
  uint32_t CrcBits;  // bits of the check sum, 8..32
  // generator without the leading 1, highest power first, below 2^CrcBits; the default is CRC-32C
  uint32_t Poly;
} nf_crc_cfg;

// Inputs.
typedef struct {
  uint32_t crc;                             // [CrcBits-1:0] the register before the data
  uint64_t data[NF_CRC_MAX_DATA_BITS / 64]; // [DataBits-1:0] the data, the first bit in bit 0
} nf_crc_in;

// Outputs.
typedef struct {
  uint32_t crc; // [CrcBits-1:0] the register after it
} nf_crc_out;
// clang-format on

#endif
