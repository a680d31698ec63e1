// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_crossbar.sv: moves the words of granted transfers (ACE 4, Fig. 6).
#ifndef NF_ACE_CROSSBAR_H
#define NF_ACE_CROSSBAR_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_pkg.h"
#include "ace/nf_ace_word.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Ports;        // links, 1..8
  uint32_t Banks;        // SRAM banks, 1, 2 or 4
  uint32_t Alus;         // lanes that can reduce: the lowest ones
  uint32_t Lanes;        // all lanes, Alus..8
  uint32_t BankAddrBits; // bits of a row of a bank, 2..16
  uint32_t WordBytes;    // of a bus word: 64, 128 or 256
} nf_ace_crossbar_cfg;

// Of the data only what out.look_* names is read.
typedef struct {
  // grants of this cycle
  bool op_valid, wrop_valid, rdop_valid;
  uint64_t op; // record req
  uint8_t op_lane;
  uint32_t wrop, rdop;                                       // address 15:0, words 19:16
  uint64_t bank_rdata[NF_ACE_MAX_BANKS * NF_ACE_WORD_LIMBS]; // words without gaps, as all vectors
  uint64_t in_data[NF_ACE_MAX_PORTS * NF_ACE_WORD_LIMBS];
  uint64_t lane_result[NF_ACE_MAX_LANES * NF_ACE_WORD_LIMBS];
  nf_ace_word txd_data;
  // beside the data: one bit a bank, a port
  uint8_t bank_rpoison, in_poison;
  bool txd_poison;
} nf_ace_crossbar_in;

typedef struct {
  uint8_t bank_re, bank_we;                                            // one bit a bank
  uint16_t bank_raddr[NF_ACE_MAX_BANKS], bank_waddr[NF_ACE_MAX_BANKS]; // rows
  uint64_t bank_wdata[NF_ACE_MAX_BANKS * NF_ACE_WORD_LIMBS];
  uint8_t out_valid; // one bit a port
  uint64_t out_data[NF_ACE_MAX_PORTS * NF_ACE_WORD_LIMBS];
  uint8_t lane_valid, lane_reduce;                       // one bit a lane
  uint8_t lane_code[NF_ACE_MAX_LANES];                   // dtype << 4 | red_op
  uint64_t lane_a[NF_ACE_MAX_LANES * NF_ACE_WORD_LIMBS]; // what was received, or else what was read
  uint64_t lane_b[NF_ACE_MAX_LANES * NF_ACE_WORD_LIMBS]; // what was read, when they are reduced
  bool rxd_valid;
  nf_ace_word rxd_data;
  uint8_t bank_wpoison, out_poison; // beside the data: one bit a bank, a port
  bool rxd_poison;
  // No ports: which data of this cycle's inputs the next step reads, and whether it does anything.
  uint8_t look_bank, look_port, look_lane; // one bit each
  bool look_txd, busy;
} nf_ace_crossbar_out;

typedef struct nf_ace_crossbar nf_ace_crossbar;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_crossbar_init(nf_ace_crossbar **m, const nf_ace_crossbar_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_crossbar_out *nf_ace_crossbar_peek(const nf_ace_crossbar *m);
// One rising clock edge. While out.busy is false and no grant comes it changes nothing.
void nf_ace_crossbar_step(nf_ace_crossbar *m, const nf_ace_crossbar_in *in);
// NULL is allowed.
void nf_ace_crossbar_free(nf_ace_crossbar *m);

#ifdef __cplusplus
}
#endif

#endif
