// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_aggregator.sv; change that.
// Parameters and ports of nf_netreduce_aggregator.
#ifndef NF_NETREDUCE_AGGREGATOR_PORTS_H
#define NF_NETREDUCE_AGGREGATOR_PORTS_H

#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports;  // 2..8
  uint32_t Places; // columns of the history buffer, 2..65536
  uint32_t Stages; // registers of an adder, 1..4
  uint32_t Halves; // the types of 16-bit elements, F16 and BF16, too
} nf_netreduce_aggregator_cfg;

// Inputs of one cycle.
typedef struct {
  // jobs
  bool job_valid;
  uint64_t job;                                   // nf_netreduce_pkg::job_t
  bool job_alone;                                 // an announcement: a NetReduce header, or nothing
  // [23:0] 24 bits, of a job REPLY; looked at when it starts
  uint32_t msn;
  // combiners: room for one more frame; ports that are not waited for, and get nothing
  // [Ports-1:0] bit p: the combiner of port p has room for one more frame
  uint8_t ready;
  // [Ports-1:0] bit p: port p is not waited for, and gets nothing
  uint8_t away;
  // sizes of payloads at a place, one cycle later
  // [Ports*16-1:0] looked at one cycle after size_re
  uint16_t size[NF_NETREDUCE_MAX_PORTS];
  // words of payloads, one cycle later
  nf_netreduce_word word[NF_NETREDUCE_MAX_PORTS]; // [Ports*512-1:0]
} nf_netreduce_aggregator_in;

// Outputs of one cycle.
typedef struct {
  // jobs
  bool job_ready;
  // a job waits for these ports; whose it is
  uint8_t wait;               // [Ports-1:0] bit p: a job waits for port p
  uint8_t wait_ring;          // [3:0]
  // sizes of payloads at a place, one cycle later
  bool size_re;
  uint16_t size_place;
  // a job starts: these ports' combiners reserve, and get their header
  // [Ports-1:0] bit p: the combiner of port p reserves, and gets its header; one pulse per job
  uint8_t start;
  uint8_t skipped;            // [Ports-1:0] bit p, with start: it would have got one, but was away
  uint16_t start_place;
  uint8_t start_mode;         // [1:0] NF_NETREDUCE_MODE_*
  uint8_t start_mark;         // [6:0] of the job
  uint16_t start_size;        // [10:0]
  // words of payloads, one cycle later
  uint8_t word_re;            // [Ports-1:0]
  uint16_t word_place;
  uint8_t word_index;         // [3:0]
  // the last word of a packet's job is read
  bool ended_valid;           // the last word of a job is read
  uint8_t ended_slot;         // nf_netreduce_pkg::window_slot_t
  // sums
  bool out_valid;
  bool out_last;
  nf_netreduce_word out_word; // [511:0] holds after the last one
  uint8_t out_ports;          // [Ports-1:0] who gets it; zero unless valid
  // with the last word of a sum that is kept
  bool done;
  bool uneven;                // with done: the members' sizes differ
  uint8_t flags;              // [3:0] with done: NF_FP_* of all elements
} nf_netreduce_aggregator_out;
// clang-format on

#endif
