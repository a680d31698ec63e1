// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/common/nf_axil.sv; change that.
// Parameters and ports of nf_axil.
#ifndef NF_AXIL_PORTS_H
#define NF_AXIL_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t AddrBits; // bits of a byte address, 3..32
} nf_axil_cfg;

// Inputs of one cycle.
typedef struct {
  // AXI4-Lite
  bool aw_valid;
  uint32_t aw_addr;   // [AddrBits-1:0]
  bool w_valid;
  uint32_t w_data;
  bool b_ready;
  bool ar_valid;
  uint32_t ar_addr;   // [AddrBits-1:0]
  bool r_ready;
  // a write: it is done in the cycle in which valid and ready are high
  bool write_ready;
  bool write_ok;      // with ready: OKAY, else SLVERR
  // a read, likewise
  bool read_ready;
  bool read_ok;
  uint32_t read_data;
} nf_axil_in;

// Outputs of one cycle.
typedef struct {
  // AXI4-Lite
  bool aw_ready;
  bool w_ready;
  bool b_valid;
  uint8_t b_resp;      // [1:0] 0 OKAY, 2 SLVERR
  bool ar_ready;
  bool r_valid;
  uint32_t r_data;     // 0 when the read was refused
  uint8_t r_resp;      // [1:0] 0 OKAY, 2 SLVERR
  // a write: it is done in the cycle in which valid and ready are high
  bool write_valid;
  uint32_t write_addr; // [AddrBits-1:0] with valid; holds while the block waits
  uint32_t write_data;
  // a read, likewise
  bool read_valid;
  uint32_t read_addr;  // [AddrBits-1:0] with valid; holds while the block waits
} nf_axil_out;
// clang-format on

#endif
