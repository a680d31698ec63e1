// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_straggler.sv; change that.
// Parameters and ports of nf_netreduce_straggler.
#ifndef NF_NETREDUCE_STRAGGLER_PORTS_H
#define NF_NETREDUCE_STRAGGLER_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Rings;      // rings, 1..16
  uint32_t Window;     // N: a ring has N + 1 slots, 1..7
  uint32_t MaxMsgLen;  // packets of a message at most, 1..256
  uint32_t CycleLimit; // where report_cycles stays; less is for tests
} nf_netreduce_straggler_cfg;

// Inputs of one cycle.
typedef struct {
  // cycles after which a column is reported; 0: nothing is looked for, and all reports go
  uint32_t threshold;
  // a ring is set up anew, as in nf_netreduce_lookup
  bool cfg_valid;
  uint8_t cfg_ring;       // [3:0]
  uint8_t cfg_members;    // [3:0] with cfg_leaf 6 at most
  bool cfg_leaf;          // a leaf's: two members more, HEADER and GLOBAL, behind its hosts
  uint16_t busy;          // [Rings-1:0] bit r: ring r is being set up or swept: it is not looked at
  // a member's first packet was refused (STATE LENGTH)
  bool unlike_valid;      // its MsgLen is not that of the message in this slot
  uint8_t unlike_ring;    // [3:0]
  uint8_t unlike_host;    // [2:0]
  uint8_t unlike_slot;    // [2:0]
  uint16_t unlike_msglen; // [8:0]
  // the state manager's look port
  bool look_ready;
  bool seen_valid;        // its answer
  bool seen_open;
  uint32_t seen_msgid;
  uint8_t seen_arrived;   // bit HostID
  // a look of the registers; it goes before the block's own next one
  bool req_valid;
  uint8_t req_ring;       // [3:0]
  uint8_t req_slot;       // [2:0]
  uint8_t req_offset;
  // reports
  uint8_t report_ring;    // [3:0] whose report is shown
} nf_netreduce_straggler_in;

// Outputs of one cycle.
typedef struct {
  // the state manager's look port
  bool look_valid;
  uint8_t look_ring;      // [3:0]
  uint8_t look_slot;      // [2:0]
  uint8_t look_offset;
  // a look of the registers; it goes before the block's own next one
  bool req_ready;
  bool ans_valid;         // its answer, one cycle; the others hold
  bool ans_open;
  uint32_t ans_msgid;
  uint8_t ans_arrived;
  // reports
  bool straggler;         // one cycle: a report is new
  bool charged;           // one cycle: a report charges members, for the first time
  uint16_t stragglers;    // [Rings-1:0] rings that have a report
  bool report_valid;      // that report, one cycle later; all zero: none
  uint8_t report_offset;  // of the packet in the message
  uint8_t report_missing; // members, bit HostID
  bool report_unlike;     // members were refused for their MsgLen
  uint8_t report_charged; // members whose MsgLen is wrong; zero: none has the most
  uint32_t report_msgid;
  uint32_t report_cycles; // for how long; stays at CycleLimit
} nf_netreduce_straggler_out;
// clang-format on

#endif
