// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_issue.sv: which transfer goes, when all that it needs is free (ACE 4.2).
#ifndef NF_ACE_ISSUE_H
#define NF_ACE_ISSUE_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Machines; // 2..16
  uint32_t Ports;    // links, 1..8
  uint32_t Banks;    // SRAM banks, 1, 2 or 4
  uint32_t Alus;     // lanes that can reduce: the lowest ones
  uint32_t Lanes;    // all lanes, Alus..8
} nf_ace_issue_cfg;

typedef struct {
  // machines: held until granted or refused
  uint16_t req_valid;
  uint64_t req[NF_ACE_MAX_MACHINES]; // record req
  // ports: one bit or nibble a queue pair
  uint16_t avail[NF_ACE_MAX_PORTS];
  uint64_t words[NF_ACE_MAX_PORTS];  // of the packet at the head
  uint16_t credit[NF_ACE_MAX_PORTS]; // the peer has room for one more
  uint8_t space;                     // one bit a port
  uint16_t open[NF_ACE_MAX_PORTS];   // it is set up
  // DMAs
  bool wr_valid, rd_valid;
  uint16_t wr_addr, rd_addr;
  uint8_t wr_words, rd_words;
  uint16_t select; // machines whose waiting is counted
} nf_ace_issue_in;

typedef struct {
  uint16_t grant;
  uint8_t reject[NF_ACE_MAX_MACHINES]; // NF_ACE_FAULT_*
  uint8_t wait[NF_ACE_MAX_MACHINES];   // NF_ACE_WAIT_* of the cycle before
  bool wr_grant, rd_grant;
  // what is granted in this cycle
  bool op_valid;
  uint64_t op;     // record req
  uint8_t op_lane; // 0 for a token, which needs none
  bool wrop_valid, rdop_valid;
  uint32_t wrop, rdop;           // address 15:0, words 19:16
  uint8_t waiting[NF_ACE_WAITS]; // selected machines that wait told of
} nf_ace_issue_out;

typedef struct nf_ace_issue nf_ace_issue;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_issue_init(nf_ace_issue **m, const nf_ace_issue_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_issue_out *nf_ace_issue_peek(const nf_ace_issue *m);
// One rising clock edge.
void nf_ace_issue_step(nf_ace_issue *m, const nf_ace_issue_in *in);
// NULL is allowed.
void nf_ace_issue_free(nf_ace_issue *m);

#ifdef __cplusplus
}
#endif

#endif
