// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_lut1.sv; change that.
// Parameters and ports of nf_netreduce_lut1.
#ifndef NF_NETREDUCE_LUT1_PORTS_H
#define NF_NETREDUCE_LUT1_PORTS_H

#include "netreduce/nf_netreduce_pkg.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// The largest parameters.
enum {
  NF_NETREDUCE_LUT1_MAX_CONNECTIONS = 128,
};

// Parameters.
typedef struct {
  uint32_t Connections; // members of all rings, 2..128; the paper's n * H
  uint32_t Rings;       // rings, numbered from 0, 1..16
} nf_netreduce_lut1_cfg;

// Inputs of one cycle.
typedef struct {
  // rings
  // ring cfg_ring is opened or closed; of an opened one the ports of its members are noted, one
  // that is not built is ignored
  bool cfg_valid;
  uint8_t cfg_ring;      // [3:0]
  bool cfg_open;
  // the controller: ADD a member, REMOVE one, or CHECK whether a ring has the members that it needs
  // one cycle; the others stay until it is done. No cfg_valid and no other question from then until
  // it is done
  bool enrol_valid;
  uint8_t enrol_op;      // [1:0] NF_NETREDUCE_ENROL_*
  uint8_t enrol_ring;    // [3:0]
  uint8_t enrol_host;    // [2:0] ADD, REMOVE: HostID
  uint32_t enrol_src_ip; // ADD: the connection
  uint32_t enrol_dst_ip;
  uint32_t enrol_dst_qp; // [23:0]
  uint32_t enrol_src_qp; // [23:0] ADD: the sender's own queue pair
  uint8_t enrol_port;    // [2:0]
  uint8_t enrol_role;    // [1:0] NF_NETREDUCE_ROLE_*
  bool enrol_local;      // the destination is a host of this switch
  bool enrol_self;       // the destination is this switch itself
  uint8_t enrol_parts;   // [6:0] contributors that it stands for
  uint8_t enrol_members; // [3:0] CHECK: hosts; 0: the ring will be closed
  bool enrol_leaf;       // CHECK: and HEADER and GLOBAL
  // lookup
  bool lookup_valid;     // it is never refused
  bool first;            // tagged: it names its ring
  uint16_t ring;         // RingID, when first
  uint32_t src_ip;       // the connection
  uint32_t dst_ip;
  uint32_t dst_qp;       // [23:0]
  uint8_t port;          // [2:0] by which it came
  bool alone;            // it is a header alone
  uint8_t mark;          // [6:0] its mark, MARK_BITS of its BTH
} nf_netreduce_lut1_in;

// Outputs of one cycle.
typedef struct {
  // the controller: ADD a member, REMOVE one, or CHECK whether a ring has the members that it needs
  bool enrol_done;                             // two cycles later; the table changes in it
  bool enrol_ok;                               // with done: it could be; else nothing has changed
  // answer; zero unless valid, and but for cause and member zero unless the cause is NONE
  bool valid;
  // NF_NETREDUCE_CAUSE_*; other than NONE: why the packet is not the engine's
  uint8_t cause;
  bool member;                                 // all the same the connection is a member's
  uint8_t connection;                          // [6:0] number of the entry
  uint8_t ring;                                // [3:0] RingID
  uint8_t host;                                // [2:0] HostID
  // [1:0] NF_NETREDUCE_ROLE_*: what the member is to the ring
  uint8_t role;
  bool local;                                  // its destination is a host of this switch
  // ports of its ring; zero with a cause
  uint8_t hosts;                               // of the hosts
  uint8_t globals;                             // of GLOBAL
  uint8_t here;                                // of those whose headers name a host of this switch
  // contributors, a byte a ring
  uint8_t local_parts[NF_NETREDUCE_MAX_RINGS]; // [Rings*8-1:0] of its hosts here
  // [Rings*8-1:0] of the whole ring, as of when it was opened or closed
  uint8_t whole_parts[NF_NETREDUCE_MAX_RINGS];
  // forgetting
  // [Connections-1:0] connections of a ring that was opened in the cycle before: LUT#2 forgets
  // their messages
  uint64_t forget[NF_NETREDUCE_LUT1_MAX_CONNECTIONS / 64];
} nf_netreduce_lut1_out;
// clang-format on

#endif
