// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_header.sv; change that.
// Parameters and ports of nf_netreduce_header.
#ifndef NF_NETREDUCE_HEADER_PORTS_H
#define NF_NETREDUCE_HEADER_PORTS_H

#include "netreduce/nf_netreduce_pkg.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  char none; // there are no parameters
} nf_netreduce_header_cfg;

// Inputs of one cycle.
typedef struct {
  // addresses as numbers
  // [47:0] of the switch; levels: they stand still while headers are under way
  uint64_t own_mac;
  uint32_t own_ip;
  uint64_t spine_mac;                    // [47:0] of the spine above it, likewise
  uint32_t spine_ip;
  // stored header, first byte on the wire in bits 7:0
  bool valid;                            // a stored header
  uint8_t head[NF_NETREDUCE_HEAD_BYTES]; // nf_netreduce_pkg::head_t; as on the wire
  uint16_t size;                         // [10:0] bytes of payload and pad that will follow
  uint8_t mode;                          // [1:0] NF_NETREDUCE_MODE_*
  uint8_t mark;                          // [6:0] whose sum will follow; ANNOUNCE: not looked at
  uint32_t psn;                          // [23:0] REPLY: PSN of the acknowledgement
  uint32_t qp;                           // [23:0] REPLY: the sender's queue pair, to which it goes
} nf_netreduce_header_in;

// Outputs of one cycle.
typedef struct {
  // header to be sent; head and size hold until the next one
  bool valid;                            // three cycles later
  uint8_t head[NF_NETREDUCE_HEAD_BYTES]; // nf_netreduce_pkg::head_t; holds until the next one
  uint16_t size;                         // [10:0]
} nf_netreduce_header_out;
// clang-format on

#endif
