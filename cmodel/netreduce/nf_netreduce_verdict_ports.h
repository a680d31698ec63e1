// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_verdict.sv; change that.
// Parameters and ports of nf_netreduce_verdict.
#ifndef NF_NETREDUCE_VERDICT_PORTS_H
#define NF_NETREDUCE_VERDICT_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Frames;      // frames that the buffer holds: records that wait here, 2..256
  uint32_t BufferBeats; // beats of the longest frame that it holds, 16..512
  uint32_t PassBeats;   // beats that pass and fit behind the buffer, 4..256
} nf_netreduce_verdict_cfg;

// Inputs of one cycle.
typedef struct {
  bool enable;        // low: the engine takes nothing: all frames pass
  // the parser's records; there is always room, as the buffer holds no more frames
  bool meta_valid;
  uint64_t meta[4];   // nf_netreduce_pkg::meta_t
  // the lookups are asked about a packet; answers in the order of the requests
  bool req_ready;
  bool ans_valid;     // to the oldest request
  uint8_t ans_cause;  // NF_NETREDUCE_CAUSE_*
  bool ans_payload;   // keep the payload
  bool ans_head;      // keep the header
  uint16_t ans_place; // where
  // behind the buffer
  bool passed;        // a beat of a frame that passes has left the port
  // the packet that enters the separator
  bool entered;       // the last beat of a taken packet enters the separator
  // the oldest packet that is taken
  bool stored;        // one cycle: it is stored
} nf_netreduce_verdict_in;

// Outputs of one cycle.
typedef struct {
  // the lookups are asked about a packet; answers in the order of the requests
  bool req_valid;
  uint64_t req_meta[4]; // nf_netreduce_pkg::meta_t
  // one per frame, in order: for the buffer, and for the counters
  bool verdict_valid;
  uint8_t verdict;      // [1:0] NF_NETREDUCE_VERDICT_*
  uint8_t cause;        // NF_NETREDUCE_CAUSE_*; NONE: it was the engine's
  // the packet that enters the separator
  uint16_t size;        // [10:0] bytes of payload and pad of the one that enters
  // the oldest packet that is taken
  bool store_payload;   // what to write, and where; holds until then
  bool store_head;
  uint16_t store_place;
  uint16_t store_size;  // [10:0]
} nf_netreduce_verdict_out;
// clang-format on

#endif
