// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/common/nf_axi_rules.sv; change that.
// Parameters and ports of nf_axi_rules.
#ifndef NF_AXI_RULES_PORTS_H
#define NF_AXI_RULES_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// The largest parameters.
enum {
  NF_AXI_RULES_MAX_DATA_BITS = 2048,
};

// Parameters.
typedef struct {
  uint32_t AddrBits;    // bits of a byte address, 12..64
  uint32_t DataBits;    // bits of a beat, 32..2048, a power of two
  uint32_t Outstanding; // bursts each way that are followed, 2..256, a power of two
  uint32_t Report;      // a broken rule is a failed property, too; the RTL alone
} nf_axi_rules_cfg;

// Inputs of one cycle.
typedef struct {
  // all are both sides of an AXI4 port with one ID; what it has no channel for is zero
  bool aw_valid;
  bool aw_ready;
  uint64_t aw_addr; // [AddrBits-1:0] in bytes
  uint8_t aw_len;   // beats, less one
  bool w_valid;     // of AXI4-Lite: lengths zero, last high
  bool w_ready;
  uint64_t w_data[NF_AXI_RULES_MAX_DATA_BITS / 64]; // [DataBits-1:0]
  uint64_t w_strb[NF_AXI_RULES_MAX_DATA_BITS / 8 / 64]; // [DataBits/8-1:0]
  bool w_last;
  bool b_valid;
  bool b_ready;
  uint8_t b_resp;   // [1:0]
  bool ar_valid;
  bool ar_ready;
  uint64_t ar_addr; // [AddrBits-1:0] in bytes
  uint8_t ar_len;   // beats, less one
  bool r_valid;
  bool r_ready;
  uint64_t r_data[NF_AXI_RULES_MAX_DATA_BITS / 64]; // [DataBits-1:0]
  uint8_t r_resp;   // [1:0]
  bool r_last;
} nf_axi_rules_in;

// Outputs of one cycle.
typedef struct {
  uint16_t broken; // [13:0] rules by their numbers: broken in the cycle before
} nf_axi_rules_out;
// clang-format on

#endif
