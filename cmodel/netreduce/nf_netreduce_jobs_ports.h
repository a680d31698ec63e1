// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_jobs.sv; change that.
// Parameters and ports of nf_netreduce_jobs.
#ifndef NF_NETREDUCE_JOBS_PORTS_H
#define NF_NETREDUCE_JOBS_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports; // ports, 2..8
  uint32_t Depth; // jobs that can wait, 2..32
  uint32_t Again; // jobs of repeated packets that can wait, 2..32
} nf_netreduce_jobs_cfg;

// Inputs of one cycle.
typedef struct {
  // jobs of the lookup
  bool job_valid;
  uint64_t job;      // nf_netreduce_pkg::job_t
  // what becomes of the packets; at most 7 of a port are between the two
  // [Ports-1:0] bit p: a packet of port p was given the verdict TAKE; counts before the job of the
  // same cycle
  uint8_t take;
  // [Ports-1:0] bit p: a packet with that verdict is in the store, in the order of the verdicts
  uint8_t stored;
  // jobs that can be done
  bool out_ready;
  // ports
  uint8_t room;      // [Ports-1:0] bit p: port p would not have to be waited for
  uint8_t away;      // [Ports-1:0] bit p: port p is away
  // what is held up
  uint8_t wait_ring; // [3:0] whose job waits for a port
} nf_netreduce_jobs_in;

// Outputs of one cycle.
typedef struct {
  // jobs of the lookup
  bool job_ready;
  // jobs that can be done
  bool out_valid;
  uint64_t out_job;     // nf_netreduce_pkg::job_t; zero unless out_valid
  bool out_alone;       // an announcement
  // what is held up
  // a cycle later: it holds up a job of another ring, whose packets are stored and whose ports all
  // have room
  bool other;
  // repeated packets
  // [1:0] a repeated packet's job was dropped in the cycle before: its parts, 0..2, an announcement
  // counts
  uint8_t dropped;
  uint8_t dropped_slot; // nf_netreduce_pkg::window_slot_t; and its slot
} nf_netreduce_jobs_out;
// clang-format on

#endif
