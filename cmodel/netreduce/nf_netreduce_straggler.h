// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_straggler.sv: whose packet a column waits for (NETREDUCE
// 4.3.2).
#ifndef NF_NETREDUCE_STRAGGLER_H
#define NF_NETREDUCE_STRAGGLER_H

#include "common/nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Rings;      // 1..16
  uint32_t Window;     // N: N + 1 slots, 1..7
  uint32_t MaxMsgLen;  // packets of a message at most, 1..256
  uint32_t CycleLimit; // where report_cycles stays
} nf_netreduce_straggler_cfg;

typedef struct {
  uint32_t threshold; // cycles; 0: nothing is looked for
  bool cfg_valid;     // a ring is set up anew
  uint8_t cfg_ring, cfg_members;
  bool cfg_leaf;     // two members more: HEADER, GLOBAL
  uint16_t busy;     // bit r: the ring is not looked at
  bool unlike_valid; // a member's first packet was refused: its MsgLen is not the message's
  uint8_t unlike_ring, unlike_host, unlike_slot;
  uint16_t unlike_msglen;
  bool look_ready;
  bool seen_valid, seen_open; // the state manager's answer
  uint32_t seen_msgid;
  uint8_t seen_arrived; // bit HostID
  bool req_valid;       // a look asked for by the registers
  uint8_t req_ring, req_slot, req_offset;
  uint8_t report_ring; // whose report is shown
} nf_netreduce_straggler_in;

typedef struct {
  bool look_valid;
  uint8_t look_ring, look_slot, look_offset;
  bool req_ready;
  bool ans_valid, ans_open; // valid: one cycle; the others hold
  uint32_t ans_msgid;
  uint8_t ans_arrived;
  bool straggler;                        // a report is new
  bool charged;                          // it charges members, for the first time
  uint16_t stragglers;                   // bit r: ring r has a report
  bool report_valid;                     // low: the others are zero
  uint8_t report_offset, report_missing; // packet of the message; members, bit HostID
  bool report_unlike;                    // members have different MsgLens
  uint8_t report_charged;                // with theirs
  uint32_t report_msgid, report_cycles;  // for how long; stays at CycleLimit
} nf_netreduce_straggler_out;

typedef struct nf_netreduce_straggler nf_netreduce_straggler;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_straggler_init(nf_netreduce_straggler **m,
                                      const nf_netreduce_straggler_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_straggler_out *nf_netreduce_straggler_peek(const nf_netreduce_straggler *m);
// One rising clock edge.
void nf_netreduce_straggler_step(nf_netreduce_straggler *m, const nf_netreduce_straggler_in *in);
// NULL is allowed.
void nf_netreduce_straggler_free(nf_netreduce_straggler *m);

#ifdef __cplusplus
}
#endif

#endif
