// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/common/nf_ram_1r1w.sv; change that.
// Parameters and ports of nf_ram_1r1w.
#ifndef NF_RAM_1R1W_PORTS_H
#define NF_RAM_1R1W_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// The largest parameters.
enum {
  NF_RAM_1R1W_MAX_WIDTH = 4096,
};

// Parameters.
typedef struct {
  uint32_t Width; // bits per word, 1..4096
  uint32_t Depth; // words, any number, 2..1048576
} nf_ram_1r1w_cfg;

// Inputs of one cycle.
typedef struct {
  // write port
  bool we;
  // [AddrBits-1:0] below Depth; a write elsewhere is lost
  uint32_t waddr;
  uint64_t wdata[NF_RAM_1R1W_MAX_WIDTH / 64]; // [Width-1:0]
  // read port
  bool re;
  // [AddrBits-1:0] below Depth; what a read elsewhere gives is undefined
  uint32_t raddr;
} nf_ram_1r1w_in;

// Outputs of one cycle.
typedef struct {
  // read port
  // [Width-1:0] of the last read; undefined before the first
  uint64_t rdata[NF_RAM_1R1W_MAX_WIDTH / 64];
} nf_ram_1r1w_out;
// clang-format on

#endif
