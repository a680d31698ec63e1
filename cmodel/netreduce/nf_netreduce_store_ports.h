// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_store.sv; change that.
// Parameters and ports of nf_netreduce_store.
#ifndef NF_NETREDUCE_STORE_PORTS_H
#define NF_NETREDUCE_STORE_PORTS_H

#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Places; // columns, any number, 2..65536
} nf_netreduce_store_cfg;

// Inputs of one cycle.
typedef struct {
  // write
  uint16_t place;                        // where all of the following is written
  bool head_we;                          // a header
  uint8_t head[NF_NETREDUCE_HEAD_BYTES]; // nf_netreduce_pkg::head_t
  bool size_we;
  uint16_t size;                         // [10:0] bytes of the payload, pad included
  bool word_we;                          // a word of the payload, and which
  uint8_t index;                         // [3:0]
  nf_netreduce_word word;                // [511:0]
  // read a size
  bool size_re;
  uint16_t size_place;
  // read a header
  bool head_re;
  uint16_t head_place;
  // read a word
  bool word_re;
  uint16_t word_place;
  uint8_t word_index;                    // [3:0]
} nf_netreduce_store_in;

// Outputs of one cycle.
typedef struct {
  // read a size
  uint16_t size;                         // [10:0]
  // read a header
  uint8_t head[NF_NETREDUCE_HEAD_BYTES]; // nf_netreduce_pkg::head_t
  // read a word
  nf_netreduce_word word;                // [511:0]
} nf_netreduce_store_out;
// clang-format on

#endif
