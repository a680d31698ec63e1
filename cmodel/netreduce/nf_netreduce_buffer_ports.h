// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_buffer.sv; change that.
// Parameters and ports of nf_netreduce_buffer.
#ifndef NF_NETREDUCE_BUFFER_PORTS_H
#define NF_NETREDUCE_BUFFER_PORTS_H

#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Depth;  // beats of 64 bytes, a power of two, 16..1024
  uint32_t Frames; // complete frames, 2..256
} nf_netreduce_buffer_cfg;

// Inputs of one cycle.
typedef struct {
  // frames of the port
  bool in_valid;
  bool in_last;
  nf_netreduce_word in_data; // [511:0]
  uint8_t in_bytes;          // 1..64; counts with the last beat
  // verdicts
  bool verdict_valid;        // not before the cycle after the frame's last beat; never refused
  // [1:0] NF_NETREDUCE_VERDICT_*, of the oldest complete frame that has none yet
  uint8_t verdict;
  // frames that leave
  bool out_ready;
} nf_netreduce_buffer_in;

// Outputs of one cycle.
typedef struct {
  // frames of the port
  bool in_ready;
  // frames that leave
  bool out_valid;
  // 1: TAKE, to the separator; 0: PASS, to the port's output; the same for all beats of a frame
  bool out_take;
  bool out_last;
  nf_netreduce_word out_data; // [511:0] take, last, bytes and data hold while out_valid is low
  uint8_t out_bytes;          // 64 but for the last beat
} nf_netreduce_buffer_out;
// clang-format on

#endif
