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
} nf_ace_crossbar_cfg;

// Of the data only what out.look_* names is read.
typedef struct {
  // grants of this cycle
  bool op_valid, wrop_valid, rdop_valid;
  uint64_t op; // record req
  uint8_t op_lane;
  uint32_t wrop, rdop; // address 15:0, words 19:16
  nf_ace_word bank_rdata[NF_ACE_MAX_BANKS];
  nf_ace_word in_data[NF_ACE_MAX_PORTS];
  nf_ace_word lane_result[NF_ACE_MAX_LANES];
  nf_ace_word txd_data;
  // beside the data: one bit a bank, a port
  uint8_t bank_rpoison, in_poison;
  bool txd_poison;
} nf_ace_crossbar_in;

typedef struct {
  uint8_t bank_re, bank_we; // one bit a bank
  uint16_t bank_raddr[NF_ACE_MAX_BANKS], bank_waddr[NF_ACE_MAX_BANKS];
  nf_ace_word bank_wdata[NF_ACE_MAX_BANKS];
  uint8_t out_valid; // one bit a port
  nf_ace_word out_data[NF_ACE_MAX_PORTS];
  uint8_t lane_valid, lane_reduce;      // one bit a lane
  uint8_t lane_code[NF_ACE_MAX_LANES];  // dtype << 4 | red_op
  nf_ace_word lane_a[NF_ACE_MAX_LANES]; // what was received, or else what was read
  nf_ace_word lane_b[NF_ACE_MAX_LANES]; // what was read, when they are reduced
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
