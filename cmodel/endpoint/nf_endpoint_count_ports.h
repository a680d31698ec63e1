// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/endpoint/nf_endpoint_count.sv; change that.
// Parameters and ports of nf_endpoint_count.
#ifndef NF_ENDPOINT_COUNT_PORTS_H
#define NF_ENDPOINT_COUNT_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  // slots: blocks that are added up at once, 16..4096, power of two; the lane gives it Acks
  uint32_t Counts;
  // low bits of a block's number that are passed over, since they are the same for all blocks of a
  // lane, 0..3: with 6 links 1, with 8 links 3
  uint32_t Skip;
} nf_endpoint_count_cfg;

// Inputs of one cycle.
typedef struct {
  uint16_t cfg_ranks; // contributions to a complete sum
  uint8_t cfg_epoch;  // [1:0] a packet of another one is forgotten
  bool clear;         // pulse, at a new epoch: sums are given up
  // from the link: header, then payload; op and addresses come with the header
  bool in_valid;
  uint8_t in_op;      // NF_ENDPOINT_MEM_WRITE, _REDUCE, _REDUCE_OWN
  uint64_t in_addr;
  uint64_t in_own;
  bool in_last;
  bool in_err;        // with last: forget the whole packet
  nf_flit in_data;    // nf_header_pkg::header_t; its fields: in the first flit
} nf_endpoint_count_in;

// Outputs of one cycle.
typedef struct {
  // to the memory
  bool wr_valid;
  uint8_t wr_op;    // NF_ENDPOINT_MEM_*
  uint64_t wr_addr;
  uint64_t wr_own;
  bool wr_last;
  bool wr_err;
  nf_flit wr_data;  // nf_header_pkg::header_t
  // observation
  uint16_t used;    // running sums
  uint16_t event;   // nf_endpoint_pkg::event_t; NF_ENDPOINT_EV_*, pulses
  bool busy;
} nf_endpoint_count_out;
// clang-format on

#endif
