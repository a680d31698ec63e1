// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/endpoint/nf_endpoint_total.sv; change that.
// Parameters and ports of nf_endpoint_total.
#ifndef NF_ENDPOINT_TOTAL_PORTS_H
#define NF_ENDPOINT_TOTAL_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  char none; // there are no parameters
} nf_endpoint_total_cfg;

// Inputs of one cycle.
typedef struct {
  uint16_t cfg_id;             // [9:0] node id of this endpoint
  uint16_t cfg_ranks;          // contributions to a complete sum
  bool cfg_multicast_partials; // every target adds the partial sums
  bool cfg_exclude_source;     // a multicast does not come back
  uint8_t cfg_epoch;           // [1:0] only sums of this epoch count
  // from the memory; count: contributions that the sum now holds
  bool tot_valid;
  nf_flit tot_hdr;             // nf_header_pkg::header_t
  // translation: what is asked, and the answer to it
  bool look_hit;
  uint64_t look_result;
  // multicast write of a complete sum: where it is, and its header
  bool mc_ready;
  // end of a barrier, for all
  bool bar_ready;
  // completions
  bool done_ready;
} nf_endpoint_total_in;

// Outputs of one cycle.
typedef struct {
  // from the memory; count: contributions that the sum now holds
  bool tot_ready;
  // translation: what is asked, and the answer to it
  uint64_t look_addr;
  // multicast write of a complete sum: where it is, and its header
  bool mc_valid;
  uint64_t mc_addr;
  nf_flit mc_hdr;     // nf_header_pkg::header_t
  // end of a barrier, for all
  bool bar_valid;
  nf_flit bar_hdr;    // nf_header_pkg::header_t
  // completions
  bool done_valid;
  bool done_barrier;
  uint8_t done_flags;
  uint8_t done_epoch; // [1:0]
  uint64_t done_addr;
  // observation
  uint16_t event;     // nf_endpoint_pkg::event_t; NF_ENDPOINT_EV_*, pulses
  bool busy;
  // no ports:
  bool look; // a total is looked at: its translation counts
} nf_endpoint_total_out;
// clang-format on

#endif
