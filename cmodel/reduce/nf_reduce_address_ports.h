// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/reduce/nf_reduce_address.sv; change that.
// Parameters and ports of nf_reduce_address.
#ifndef NF_REDUCE_ADDRESS_PORTS_H
#define NF_REDUCE_ADDRESS_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports;   // switch ports, 1..16
  uint32_t Regions; // regions of the MCR table, 1..32
} nf_reduce_address_cfg;

// Inputs.
typedef struct {
  // nf_header_pkg::header_t; header, destination set for pulls only
  nf_flit head;
  uint8_t to;                                 // [1:0] NF_REDUCE_TO_*
  uint8_t region;                             // one past the table has no ports
  uint8_t port;                               // own port
  bool multicast_partials;                    // strategy 1
  bool plane;                                 // the payload is a plane of a wide sum
  uint8_t index;                              // its number
  bool last;                                  // it is the last one of its sum
  uint16_t way;                               // one-hot: way of the header's address
  uint8_t region_mode[NF_MAX_REGIONS];        // [Regions*8-1:0]
  uint16_t region_ports[NF_MAX_REGIONS];      // [Regions*16-1:0]
  uint16_t region_home[NF_MAX_REGIONS];       // [Regions*16-1:0]
  uint16_t region_home_ports[NF_MAX_REGIONS]; // [Regions*16-1:0]
} nf_reduce_address_in;

// Outputs.
typedef struct {
  nf_flit head;   // nf_header_pkg::header_t
  uint16_t ports;
} nf_reduce_address_out;
// clang-format on

#endif
