// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_parser.sv; change that.
// Parameters and ports of nf_netreduce_parser.
#ifndef NF_NETREDUCE_PARSER_PORTS_H
#define NF_NETREDUCE_PARSER_PORTS_H

#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  char none; // there are no parameters
} nf_netreduce_parser_cfg;

// Inputs of one cycle.
typedef struct {
  uint32_t cfg_tag;       // InetTag; taken with the first beat of a frame
  // beats that are taken at the port
  bool valid;
  bool last;
  bool err;               // with any beat: the MAC says that the frame is bad
  nf_netreduce_word data; // nf_netreduce_pkg::first_beat_t; its fields: in the first beat, untagged
  uint8_t bytes;          // of the last beat, 1..64; counts with last only
} nf_netreduce_parser_in;

// Outputs of one cycle.
typedef struct {
  // records
  bool meta_valid;  // one pulse per frame, 9 cycles after its last beat
  uint64_t meta[4]; // nf_netreduce_pkg::meta_t; record meta; holds until the next one
} nf_netreduce_parser_out;
// clang-format on

#endif
