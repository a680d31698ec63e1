// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_partitions.sv; change that.
// Parameters and ports of nf_ace_partitions.
#ifndef NF_ACE_PARTITIONS_PORTS_H
#define NF_ACE_PARTITIONS_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Packets; // of the SRAM, 16..65536
} nf_ace_partitions_cfg;

// Inputs of one cycle.
typedef struct {
  // config bus: NF_ACE_CSR_PARTITION
  bool cfg_valid;
  uint32_t cfg_addr;  // [19:0]
  uint32_t cfg_wdata;
} nf_ace_partitions_in;

// Outputs of one cycle.
typedef struct {
  // config bus: NF_ACE_CSR_PARTITION
  uint8_t sound; // partition p has slots, in the SRAM and apart from others
} nf_ace_partitions_out;
// clang-format on

#endif
