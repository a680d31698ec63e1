// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_combiner.sv; change that.
// Parameters and ports of nf_netreduce_combiner.
#ifndef NF_NETREDUCE_COMBINER_PORTS_H
#define NF_NETREDUCE_COMBINER_PORTS_H

#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Packets; // frames, 2..16
} nf_netreduce_combiner_cfg;

// Inputs of one cycle.
typedef struct {
  // room
  bool reserve;                          // with ready only: a frame will come
  // header, one per reserved frame, at least one cycle before the frame's first word
  bool head_valid;
  uint8_t head[NF_NETREDUCE_HEAD_BYTES]; // nf_netreduce_pkg::head_t
  // [10:0] bytes of payload and pad: 0..1024, a multiple of 4
  uint16_t size;
  // payload, one word if there is none; at least one idle cycle behind the last one
  bool word_valid;
  bool word_last;
  nf_netreduce_word word;                // nf_netreduce_pkg::word_t
  // frame
  bool out_ready;
} nf_netreduce_combiner_in;

// Outputs of one cycle.
typedef struct {
  // room
  bool ready;                 // for one frame more than those reserved
  bool empty;                 // none is reserved
  // frame
  bool out_valid;
  bool out_last;
  nf_netreduce_word out_data; // [511:0] while out_valid is low, an old one
  uint8_t out_bytes;          // 64, of the last beat 1..64
} nf_netreduce_combiner_out;
// clang-format on

#endif
