// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/endpoint/nf_endpoint_rx.sv; change that.
// Parameters and ports of nf_endpoint_rx.
#ifndef NF_ENDPOINT_RX_PORTS_H
#define NF_ENDPOINT_RX_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Acks; // acknowledgements of responses that can wait, 16..4096, power of two
} nf_endpoint_rx_cfg;

// Inputs of one cycle.
typedef struct {
  uint16_t cfg_id;         // [9:0] node id of this endpoint
  bool cfg_exclude_source; // pull responses lack the own data
  bool cfg_result_acks;    // results of a push are acknowledged
  uint8_t cfg_epoch;       // [1:0] only packets of this epoch are taken
  // link
  bool rx_valid;
  bool rx_last;
  bool rx_err;             // with last: damaged on the way
  nf_flit rx_data;         // nf_header_pkg::header_t; its fields: in the first flit
  // translation: what is asked, and the answer to it
  bool look_hit;
  uint64_t look_source;
  uint64_t look_result;
  // reads that requests ask for, with the header of the response
  bool req_ready;
  // acknowledgements to be sent, without the source
  bool ack_ready;
  // completions
  bool done_ready;
} nf_endpoint_rx_in;

// Outputs of one cycle.
typedef struct {
  // link
  uint8_t rx_ready;   // [1:0] per virtual channel: a header is taken
  // translation: what is asked, and the answer to it
  uint64_t look_addr;
  // memory: header, then payload; op and addresses come with the header
  bool wr_valid;
  uint8_t wr_op;      // NF_ENDPOINT_MEM_*
  uint64_t wr_addr;
  uint64_t wr_own;
  bool wr_last;
  bool wr_err;        // with last: forget the whole packet
  nf_flit wr_data;
  // reads that requests ask for, with the header of the response
  bool req_valid;
  uint64_t req_addr;
  nf_flit req_hdr;    // nf_header_pkg::header_t
  // acknowledgements to be sent, without the source
  bool ack_valid;
  nf_flit ack_hdr;    // nf_header_pkg::header_t
  // completions
  bool done_valid;
  bool done_barrier;
  uint8_t done_flags;
  uint8_t done_epoch; // [1:0]
  uint64_t done_addr;
  // observation
  bool ack;           // pulse: an acknowledgement came
  uint16_t event;     // nf_endpoint_pkg::event_t; NF_ENDPOINT_EV_*, pulses
  bool busy;
  // no ports:
  bool look; // look_addr is a header's: its translation counts
} nf_endpoint_rx_out;
// clang-format on

#endif
