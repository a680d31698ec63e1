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
  uint32_t Ports; // 2..8
  uint32_t Depth; // jobs that can wait, 2..32
  uint32_t Again; // of repeated packets, 2..32
} nf_netreduce_jobs_cfg;

// Inputs of one cycle.
typedef struct {
  // jobs of the lookup
  bool job_valid;
  uint64_t job;      // nf_netreduce_pkg::job_t
  // what becomes of the packets; at most 7 of a port are between the two
  // [Ports-1:0] bit p: a packet of port p is to be stored; counts before the job of the cycle
  uint8_t take;
  uint8_t stored;    // [Ports-1:0] bit p: it is in the store
  // jobs that can be done
  bool out_ready;
  // ports that would not have to be waited for; that are away
  uint8_t room;      // [Ports-1:0] bit p: port p would not have to be waited for
  uint8_t away;      // [Ports-1:0] bit p: port p is away
  // a job of another ring than wait_ring could be done: a cycle later
  uint8_t wait_ring; // [3:0]
} nf_netreduce_jobs_in;

// Outputs of one cycle.
typedef struct {
  // jobs of the lookup
  bool job_ready;
  // jobs that can be done
  bool out_valid;
  uint64_t out_job;     // nf_netreduce_pkg::job_t; zero unless out_valid
  bool out_alone;       // an announcement
  // a job of another ring than wait_ring could be done: a cycle later
  bool other;           // a job of another ring than wait_ring could be done, in the cycle before
  // a job was dropped in the cycle before: its parts, 0..2
  uint8_t dropped;      // [1:0] a job that was dropped in the cycle before: its parts, 0..2
  uint8_t dropped_slot; // nf_netreduce_pkg::window_slot_t
} nf_netreduce_jobs_out;
// clang-format on

#endif
