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
  uint32_t Connections; // members of all rings, 2..128
  uint32_t Rings;       // 1..16
} nf_netreduce_lut1_cfg;

// Inputs of one cycle.
typedef struct {
  // a ring is opened or closed
  bool cfg_valid;        // ring cfg_ring is opened or closed
  uint8_t cfg_ring;      // [3:0]
  bool cfg_open;
  // the controller: NF_NETREDUCE_ENROL_*
  bool enrol_valid;
  uint8_t enrol_op;      // [1:0]
  uint8_t enrol_ring;    // [3:0]
  uint8_t enrol_host;    // [2:0] ADD, REMOVE: HostID
  uint32_t enrol_src_ip; // ADD
  uint32_t enrol_dst_ip;
  uint32_t enrol_dst_qp; // [23:0]
  uint8_t enrol_port;    // [2:0]
  uint8_t enrol_role;    // [1:0] NF_NETREDUCE_ROLE_*
  bool enrol_local;      // the destination is a host of this switch
  bool enrol_self;       // the destination is this switch itself
  uint8_t enrol_parts;   // [6:0] contributors that it stands for
  uint8_t enrol_members; // [3:0] CHECK: hosts; 0: the ring will be closed
  bool enrol_leaf;       // CHECK: and HEADER and GLOBAL
  // lookup
  bool lookup_valid;
  bool first;            // tagged: it names its ring
  uint16_t ring;         // RingID, when first
  uint32_t src_ip;
  uint32_t dst_ip;
  uint32_t dst_qp;       // [23:0]
  uint8_t port;          // [2:0] by which it came
  bool alone;            // a header alone
  uint8_t mark;          // [6:0] MARK_BITS of its BTH
} nf_netreduce_lut1_in;

// Outputs of one cycle.
typedef struct {
  // the controller: NF_NETREDUCE_ENROL_*
  bool enrol_done;
  bool enrol_ok;                               // with done: it could be; else nothing changed
  // answer; zero unless valid, and but for cause and member zero unless the cause is NONE
  bool valid;
  uint8_t cause;                               // NF_NETREDUCE_CAUSE_*
  bool member;                                 // the connection is a member's
  uint8_t connection;                          // [6:0]
  uint8_t ring;                                // [3:0]
  uint8_t host;                                // [2:0]
  uint8_t role;                                // [1:0] NF_NETREDUCE_ROLE_*
  bool local;
  // ports of its ring: of the hosts, of GLOBAL, of those whose headers name a host of this switch
  uint8_t hosts;
  uint8_t globals;
  uint8_t here;
  // contributors, a byte a ring: of its hosts here; of the whole ring
  uint8_t local_parts[NF_NETREDUCE_MAX_RINGS]; // [Rings*8-1:0]
  uint8_t whole_parts[NF_NETREDUCE_MAX_RINGS]; // [Rings*8-1:0]
  // connections of a ring that was opened in the cycle before: what they sent is forgotten
  uint64_t forget[NF_NETREDUCE_LUT1_MAX_CONNECTIONS / 64]; // [Connections-1:0]
} nf_netreduce_lut1_out;
// clang-format on

#endif
