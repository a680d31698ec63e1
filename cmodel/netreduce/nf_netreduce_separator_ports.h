// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_separator.sv; change that.
// Parameters and ports of nf_netreduce_separator.
#ifndef NF_NETREDUCE_SEPARATOR_PORTS_H
#define NF_NETREDUCE_SEPARATOR_PORTS_H

#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  char none; // there are no parameters
} nf_netreduce_separator_cfg;

// Inputs of one cycle.
typedef struct {
  // beats of a frame; there is no ready
  bool in_valid;
  bool in_last;
  nf_netreduce_word in_data; // nf_netreduce_pkg::beat_t
  // [10:0] bytes of payload with pad, 0..1024; taken with the first beat of a frame
  uint16_t size;
} nf_netreduce_separator_in;

// Outputs of one cycle.
typedef struct {
  // what it holds
  // nf_netreduce_pkg::head_t; the first 54 bytes, from two cycles after the frame's first beat
  // until two cycles after the next frame's
  uint8_t head[NF_NETREDUCE_HEAD_BYTES];
  bool word_valid;
  // [511:0] word k: bytes 64k..64k+63 of the payload; bytes beyond the size are zero
  nf_netreduce_word word;
  uint8_t word_index;                    // [3:0] k, with word_valid
  // one pulse for each frame: all words have been put out, the last one with it or before; head is
  // this frame's
  bool done;
} nf_netreduce_separator_out;
// clang-format on

#endif
