// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_address.sv: destination and egress ports of a leaving header
// (KLENK IV-B, IV-C).
#ifndef NF_REDUCE_ADDRESS_H
#define NF_REDUCE_ADDRESS_H

#include "common/nf_defs.h"
#include "nf_reduce_pkg.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Ports;   // switch ports, 1..16
  uint32_t Regions; // regions of the MCR table, 1..32
} nf_reduce_address_cfg;

typedef struct {
  nf_flit head;            // header, destination set for pulls only
  uint8_t to;              // NF_REDUCE_TO_*
  uint8_t region;          // one past the table has no ports
  uint8_t port;            // own port
  bool multicast_partials; // strategy 1
  bool plane;              // the payload is a plane of a wide sum
  uint8_t index;           // its number
  bool last;               // it is the last one of its sum
  uint16_t way;            // one-hot: way of the header's address
  uint8_t region_mode[NF_MAX_REGIONS];
  uint16_t region_ports[NF_MAX_REGIONS];
  uint16_t region_home[NF_MAX_REGIONS];
  uint16_t region_home_ports[NF_MAX_REGIONS];
} nf_reduce_address_in;

typedef struct {
  nf_flit head;
  uint16_t ports;
} nf_reduce_address_out;

// The outputs of the combinational leaf.
void nf_reduce_address_eval(const nf_reduce_address_cfg *cfg, const nf_reduce_address_in *in,
                            nf_reduce_address_out *out);

#ifdef __cplusplus
}
#endif

#endif
