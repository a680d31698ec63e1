// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/endpoint/nf_endpoint_tx.sv; change that.
// Parameters and ports of nf_endpoint_tx.
#ifndef NF_ENDPOINT_TX_PORTS_H
#define NF_ENDPOINT_TX_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  char none; // there are no parameters
} nf_endpoint_tx_cfg;

// Inputs of one cycle.
typedef struct {
  uint16_t cfg_id;    // [9:0] node id of this endpoint
  // whole packets from the memory, by virtual channel, gaps allowed
  uint8_t rt_valid;   // [1:0]
  uint8_t rt_last;    // [1:0]
  nf_flit rt_data[2]; // [255:0]
  // packets without payload: requests, acknowledgements, ends of barriers
  bool job_valid;
  nf_flit job_hdr;    // nf_header_pkg::header_t
  bool ack_valid;
  nf_flit ack_hdr;    // nf_header_pkg::header_t
  bool bar_valid;
  nf_flit bar_hdr;    // nf_header_pkg::header_t
  // link
  uint8_t tx_ready;   // [1:0] per channel: a header is taken
} nf_endpoint_tx_in;

// Outputs of one cycle.
typedef struct {
  // whole packets from the memory, by virtual channel, gaps allowed
  uint8_t rt_ready; // [1:0]
  // packets without payload: requests, acknowledgements, ends of barriers
  bool job_ready;
  bool ack_ready;
  bool bar_ready;
  // link
  bool tx_valid;
  bool tx_last;
  bool tx_err;
  nf_flit tx_data;  // nf_header_pkg::header_t; its fields: in the first flit
  // observation
  uint16_t event;   // nf_endpoint_pkg::event_t; NF_ENDPOINT_EV_*, pulses
  bool busy;
} nf_endpoint_tx_out;
// clang-format on

#endif
