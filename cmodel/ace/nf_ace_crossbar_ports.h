// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_crossbar.sv; change that.
// Parameters and ports of nf_ace_crossbar.
#ifndef NF_ACE_CROSSBAR_PORTS_H
#define NF_ACE_CROSSBAR_PORTS_H

#include "ace/nf_ace_pkg.h"
#include "ace/nf_ace_word.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports;        // links, 1..8
  uint32_t Banks;        // SRAM banks, 1, 2 or 4
  uint32_t Alus;         // lanes that can reduce: the lowest ones
  uint32_t Lanes;        // all lanes, Alus..8
  uint32_t BankAddrBits; // bits of a row of a bank, 2..16
  uint32_t WordBytes;    // of a bus word: 32, 64, 128 or 256
} nf_ace_crossbar_cfg;

// Inputs of one cycle.
typedef struct {
  // grants of this cycle
  bool op_valid;
  uint64_t op;          // nf_ace_pkg::req_t
  uint8_t op_lane;      // [3:0]
  bool wrop_valid;      // of the TX DMA
  uint32_t wrop;        // nf_ace_pkg::access_t; address 15:0, words 19:16
  bool rdop_valid;      // of the RX DMA
  uint32_t rdop;        // nf_ace_pkg::access_t; address 15:0, words 19:16
  // banks: data in the cycle after the strobe
  uint64_t bank_rdata[NF_ACE_MAX_BANKS * NF_ACE_WORD_LIMBS]; // [Banks*WordBits-1:0]
  uint8_t bank_rpoison; // [Banks-1:0]
  // ports
  uint64_t in_data[NF_ACE_MAX_PORTS * NF_ACE_WORD_LIMBS]; // [Ports*WordBits-1:0] g+2+k
  uint8_t in_poison;    // [Ports-1:0]
  // lanes: operands hold while not valid; the result is there two cycles later
  uint64_t lane_result[NF_ACE_MAX_LANES * NF_ACE_WORD_LIMBS]; // [Lanes*WordBits-1:0]
  // DMAs
  nf_ace_word txd_data; // [WordBits-1:0] g+2+k
  bool txd_poison;
} nf_ace_crossbar_in;

// Outputs of one cycle.
typedef struct {
  // banks: data in the cycle after the strobe
  uint8_t bank_re;                       // [Banks-1:0] one bit a bank
  uint16_t bank_raddr[NF_ACE_MAX_BANKS]; // [Banks*16-1:0] row, in the low bits
  uint8_t bank_we;                       // [Banks-1:0]
  uint16_t bank_waddr[NF_ACE_MAX_BANKS]; // [Banks*16-1:0]
  uint64_t bank_wdata[NF_ACE_MAX_BANKS * NF_ACE_WORD_LIMBS]; // [Banks*WordBits-1:0]
  uint8_t bank_wpoison;                  // [Banks-1:0]
  // ports
  uint8_t out_valid;                     // [Ports-1:0] g+6+k
  uint64_t out_data[NF_ACE_MAX_PORTS * NF_ACE_WORD_LIMBS]; // [Ports*WordBits-1:0]
  uint8_t out_poison;                    // [Ports-1:0]
  // lanes: operands hold while not valid; the result is there two cycles later
  uint8_t lane_valid;                    // [Lanes-1:0] one bit a lane
  uint8_t lane_reduce;                   // [Lanes-1:0]
  uint8_t lane_code[NF_ACE_MAX_LANES];   // [Lanes*8-1:0] nf_ace_pkg::code_t
  // [Lanes*WordBits-1:0] what was received, or else what was read
  uint64_t lane_a[NF_ACE_MAX_LANES * NF_ACE_WORD_LIMBS];
  // [Lanes*WordBits-1:0] what was read, when they are reduced
  uint64_t lane_b[NF_ACE_MAX_LANES * NF_ACE_WORD_LIMBS];
  // DMAs
  bool rxd_valid;                        // g+3+k
  nf_ace_word rxd_data;                  // [WordBits-1:0]
  bool rxd_poison;
  // no ports:
  // which data of this cycle's inputs the next step reads, one bit each, and whether it does anything
  uint8_t look_bank;
  uint8_t look_port;
  uint8_t look_lane;
  bool look_txd;
  bool busy;
} nf_ace_crossbar_out;
// clang-format on

#endif
