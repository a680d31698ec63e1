// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_address.sv: destination and egress ports of a leaving header
// (KLENK IV-B, IV-C).
#ifndef NF_REDUCE_ADDRESS_H
#define NF_REDUCE_ADDRESS_H

#include "common/nf_defs.h"
#include "nf_reduce_address_ports.h"
#include "nf_reduce_pkg.h"

#ifdef __cplusplus
extern "C" {
#endif

// The outputs of the combinational leaf.
void nf_reduce_address_eval(const nf_reduce_address_cfg *cfg, const nf_reduce_address_in *in,
                            nf_reduce_address_out *out);

// Ports of a region, with the way of the header's address where the mode says so.
static inline uint16_t nf_reduce_spread(uint16_t ports, uint8_t mode, unsigned bit, uint16_t way) {
  return (uint16_t)(ports | ((mode >> bit & 1) != 0 ? way : 0));
}

// The same for one header: ports and home are those of its region, own is the own port one-hot.
// Returns the egress ports.
static inline uint16_t nf_reduce_address(nf_flit *head, unsigned to, bool multicast_partials,
                                         uint16_t own, uint16_t ports, uint16_t home,
                                         uint16_t home_ports) {
  if (to == NF_REDUCE_TO_REQUESTER)
    return own;
  if (to == NF_REDUCE_TO_HOME && !multicast_partials) {
    nf_hdr_set_dst(head, home);
    return home_ports;
  }
  nf_hdr_set_dst(head, NF_BROADCAST_ID);
  return ports;
}

// The header of a plane: its number; only the last one keeps the count.
static inline void nf_reduce_address_plane(nf_flit *head, uint8_t index, bool last) {
  nf_hdr_set_flags(head, nf_hdr_flags(head) | 1u << NF_FLAG_PLANE);
  nf_hdr_set_wave(head, index);
  if (!last)
    nf_hdr_set_count(head, 0);
}

#ifdef __cplusplus
}
#endif

#endif
