// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_drain.sv; change that.
// Parameters and ports of nf_netreduce_drain.
#ifndef NF_NETREDUCE_DRAIN_PORTS_H
#define NF_NETREDUCE_DRAIN_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports; // ports, 2..8
} nf_netreduce_drain_cfg;

// Inputs of one cycle.
typedef struct {
  uint32_t time;   // cycles of each wait at most; looked at when it begins
  bool start;      // begin; not while busy
  bool open;       // a message has begun and is not complete
  bool jobs;       // a packet is with the state manager, or a job is not done
  uint8_t reserve; // [Ports-1:0] room for a sum is reserved in a port's combiner
  uint8_t sent;    // [Ports-1:0] a sum has left it, of at most 16 that it holds
} nf_netreduce_drain_in;

// Outputs of one cycle.
typedef struct {
  bool busy;     // from the cycle behind start to that of done
  bool hold;     // no message may begin
  bool shut;     // one cycle: shut the packets out
  bool done;     // one cycle: all is at rest, or given up
  bool given_up; // one cycle: a wait was too long, of messages with shut, of sums with done
} nf_netreduce_drain_out;
// clang-format on

#endif
