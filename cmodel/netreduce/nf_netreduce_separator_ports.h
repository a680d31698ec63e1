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
  // beats of a frame
  bool in_valid;
  bool in_last;
  nf_netreduce_word in_data; // nf_netreduce_pkg::beat_t
  // [10:0] bytes of payload, pad included, 0..1024; counts with a frame's first beat
  uint16_t size;
} nf_netreduce_separator_in;

// Outputs of one cycle.
typedef struct {
  // what it holds
  // nf_netreduce_pkg::head_t; from 2 cycles after its first beat until the next one
  uint8_t head[NF_NETREDUCE_HEAD_BYTES];
  bool word_valid;
  nf_netreduce_word word;                // [511:0] bytes beyond size are zero
  uint8_t word_index;                    // [3:0] with word_valid
  // two cycles after the last beat; what follows is the next frame's
  bool done;
} nf_netreduce_separator_out;
// clang-format on

#endif
