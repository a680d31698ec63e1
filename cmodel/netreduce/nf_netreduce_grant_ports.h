// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_grant.sv; change that.
// Parameters and ports of nf_netreduce_grant.
#ifndef NF_NETREDUCE_GRANT_PORTS_H
#define NF_NETREDUCE_GRANT_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports; // ports, 2..8
  uint32_t Jobs;  // places for jobs, 1..15
} nf_netreduce_grant_cfg;

// Inputs of one cycle.
typedef struct {
  // requests, each until it is taken
  uint8_t req_valid;   // [Ports-1:0]
  bool replay_valid;   // a packet is to be looked up again
  // what becomes of packets
  bool jobless;        // a packet leads to no job
  bool jobless_replay; // it is the one that was looked up again
  bool left;           // a job has left
  bool left_replay;    // it is that packet's
} nf_netreduce_grant_in;

// Outputs of one cycle.
typedef struct {
  // requests, each until it is taken
  uint8_t req_ready; // [Ports-1:0] that one is taken; one at most in a cycle
  uint8_t req_port;  // [2:0] port of the request that is taken
  bool replay_ready; // it is taken
  bool replay_busy;  // such a packet is under way, or its job
} nf_netreduce_grant_out;
// clang-format on

#endif
