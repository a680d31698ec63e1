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
  uint32_t Ports;  // ports, 2..8
  uint32_t Places; // columns of the history buffer, 2..65536
  uint32_t Stages; // registers of a level of the tree, 1..6
  uint32_t Halves; // the types of 16-bit elements, F16 and BF16, too
} nf_netreduce_aggregator_cfg;

// Inputs of one cycle.
typedef struct {
  // jobs
  bool job_valid;
  uint64_t job;                                   // nf_netreduce_pkg::job_t
  // it is an announcement: its words are the NetReduce header, if it is the first packet, and
  // nothing else
  bool job_alone;
  // [23:0] of a job REPLY, looked at when it starts: messages that have come
  uint32_t msn;
  // combiners: looked at one cycle before start
  // [Ports-1:0] bit p: the combiner of port p has room for one more frame
  uint8_t ready;
  // [Ports-1:0] bit p: port p is not waited for, and gets nothing
  uint8_t away;
  // sizes of payloads at a place: all ports are asked
  // [Ports*16-1:0] one cycle after size_re: bytes, a multiple of 4, up to 1024; of ports that take
  // part
  uint16_t size[NF_NETREDUCE_MAX_PORTS];
  // words of the payloads
  nf_netreduce_word word[NF_NETREDUCE_MAX_PORTS]; // [Ports*512-1:0] one cycle later
} nf_netreduce_aggregator_in;

// Outputs of one cycle.
typedef struct {
  // jobs
  bool job_ready;
  // waiting
  uint8_t wait;               // [Ports-1:0] bit p: a job waited for port p in the cycle before
  uint8_t wait_ring;          // [3:0] whose ring's job it is
  // sizes of payloads at a place: all ports are asked
  bool size_re;
  uint16_t size_place;
  // a job starts: one pulse
  // [Ports-1:0] bit p: the combiner of port p reserves a frame, and reads its header
  uint8_t start;
  uint8_t skipped;            // [Ports-1:0] bit p, with start: it would have got one, but was away
  uint16_t start_place;       // with it, as those below: where the header is
  uint8_t start_mode;         // [1:0] NF_NETREDUCE_MODE_*
  uint8_t start_mark;         // [6:0] the job's mark
  uint16_t start_size;        // [10:0] bytes of the new payload
  // words of the payloads
  uint8_t word_re;            // [Ports-1:0] bit p: of port p
  uint16_t word_place;
  uint8_t word_index;         // [3:0]
  // the last word of a packet's job is read; not of a REPLY, which no packet led to
  bool ended_valid;           // the last word of a job is read
  uint8_t ended_slot;         // nf_netreduce_pkg::window_slot_t; its slot, as in the record
  // sums
  bool out_valid;
  bool out_last;              // zero unless valid
  nf_netreduce_word out_word; // [511:0] a word of the sum; holds after the last one
  uint8_t out_ports;          // [Ports-1:0] who gets it; zero unless valid
  // with the last word of a sum that is kept
  bool done;                  // one cycle
  bool uneven;                // with done: the members' sizes differ
  uint8_t flags;              // nf_netreduce_pkg::flags_t; with done: of all elements
} nf_netreduce_aggregator_out;
// clang-format on

#endif
