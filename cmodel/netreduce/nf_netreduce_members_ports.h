// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_members.sv; change that.
// Parameters and ports of nf_netreduce_members.
#ifndef NF_NETREDUCE_MEMBERS_PORTS_H
#define NF_NETREDUCE_MEMBERS_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Rings; // rings, of eight members each, 1..16
} nf_netreduce_members_cfg;

// Inputs of one cycle.
typedef struct {
  // a member comes, or goes: LUT#1 has accepted it
  bool enrol_valid;
  bool enrol_add;
  uint8_t enrol_ring;    // [3:0] below Rings
  uint8_t enrol_host;    // [2:0] HostID
  uint8_t enrol_port;    // [2:0]
  uint8_t enrol_role;    // [1:0] NF_NETREDUCE_ROLE_*
  uint8_t enrol_parts;   // [6:0] contributors that it stands for
  uint32_t enrol_src_ip; // its connection, and its own queue pair
  uint32_t enrol_dst_ip;
  uint32_t enrol_dst_qp; // [23:0]
  uint32_t enrol_src_qp; // [23:0]
  bool enrol_self;       // it sends to this switch itself
  // a look at a member; one cycle later, until the next look, the member
  bool look;
  uint8_t look_ring;     // [3:0]
  uint8_t look_host;     // [2:0]
} nf_netreduce_members_in;

// Outputs of one cycle.
typedef struct {
  // a member comes, or goes: LUT#1 has accepted it
  uint16_t spines;        // [Rings-1:0] bit r: the host of ring r that came last does
  // a look at a member; one cycle later, until the next look, the member
  bool member_valid;      // it is there; else the others are zero
  uint8_t member_port;    // [2:0]
  uint8_t member_role;    // [1:0]
  uint8_t member_parts;   // [6:0]
  uint32_t member_src;
  uint32_t member_dst;
  uint32_t member_qp;     // [23:0]
  uint32_t member_src_qp; // [23:0]
} nf_netreduce_members_out;
// clang-format on

#endif
