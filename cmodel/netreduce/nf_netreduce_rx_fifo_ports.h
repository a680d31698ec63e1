// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_rx_fifo.sv; change that.
// Parameters and ports of nf_netreduce_rx_fifo.
#ifndef NF_NETREDUCE_RX_FIFO_PORTS_H
#define NF_NETREDUCE_RX_FIFO_PORTS_H

#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Depth; // beats that fit, a power of two, 4..4096; a frame of more never does
} nf_netreduce_rx_fifo_cfg;

// Inputs of one cycle.
typedef struct {
  // AXI4-Stream from the MAC, without ready
  bool in_valid;
  bool in_last;
  bool in_user;              // the frame is bad
  nf_netreduce_word in_data; // [511:0]
  uint64_t in_keep;
  // AXI4-Stream to the accelerator
  bool out_ready;
} nf_netreduce_rx_fifo_in;

// Outputs of one cycle.
typedef struct {
  // AXI4-Stream to the accelerator
  bool out_valid;
  bool out_last;
  bool out_user;
  nf_netreduce_word out_data; // [511:0]
  uint64_t out_keep;
  uint32_t dropped;           // frames that did not fit, modulo 2^32
} nf_netreduce_rx_fifo_out;
// clang-format on

#endif
