// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_issue.sv; change that.
// Parameters and ports of nf_ace_issue.
#ifndef NF_ACE_ISSUE_PORTS_H
#define NF_ACE_ISSUE_PORTS_H

#include "ace/nf_ace_pkg.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Machines; // machines, 2..16
  uint32_t Ports;    // links, 1..8
  uint32_t Banks;    // SRAM banks, 1, 2 or 4
  uint32_t Alus;     // lanes that can reduce: the lowest ones
  uint32_t Lanes;    // all lanes, Alus..8
} nf_ace_issue_cfg;

// Inputs of one cycle.
typedef struct {
  // machines: a request holds until it is granted or refused, the cycle after that is a new one's
  uint16_t req_valid;                // [Machines-1:0]
  uint64_t req[NF_ACE_MAX_MACHINES]; // [Machines*64-1:0] record req
  // ports: flags of the queue pairs, right from the second cycle after a grant on
  uint16_t avail[NF_ACE_MAX_PORTS];  // [Ports*16-1:0] a packet is at the head
  uint64_t words[NF_ACE_MAX_PORTS];  // [Ports*64-1:0] its length in words, 4 bits each
  uint16_t credit[NF_ACE_MAX_PORTS]; // [Ports*16-1:0] the peer has room for one more
  uint8_t space;                     // [Ports-1:0] the output buffer has room for one more
  uint16_t open[NF_ACE_MAX_PORTS];   // [Ports*16-1:0] it is set up
  // TX DMA writes a packet, RX DMA reads one: held until granted, as requests are
  bool wr_valid;
  uint16_t wr_addr;
  uint8_t wr_words;                  // [3:0]
  bool rd_valid;
  uint16_t rd_addr;
  uint8_t rd_words;                  // [3:0]
  // counting
  uint16_t select;                   // machines whose waiting is counted
} nf_ace_issue_in;

// Outputs of one cycle.
typedef struct {
  // machines: a request holds until it is granted or refused, the cycle after that is a new one's
  uint16_t grant;                      // [Machines-1:0]
  uint8_t reject[NF_ACE_MAX_MACHINES]; // [Machines*8-1:0] NF_ACE_FAULT_*, 0: none
  uint8_t wait[NF_ACE_MAX_MACHINES];   // [Machines*8-1:0] NF_ACE_WAIT_* of the cycle before
  // TX DMA writes a packet, RX DMA reads one: held until granted, as requests are
  bool wr_grant;
  bool rd_grant;
  // what is granted in this cycle
  bool op_valid;
  uint64_t op;                         // nf_ace_pkg::req_t
  uint8_t op_lane;                     // [3:0] 0 for a token, which needs none
  bool wrop_valid;
  uint32_t wrop;                       // nf_ace_pkg::access_t; address 15:0, words 19:16
  bool rdop_valid;
  uint32_t rdop;                       // nf_ace_pkg::access_t; address 15:0, words 19:16
  // counting
  // [nf_ace_pkg::WAITS*8-1:0] NF_ACE_WAIT_*: how many of them wait told it of
  uint8_t waiting[NF_ACE_WAITS];
} nf_ace_issue_out;
// clang-format on

#endif
