// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_address.sv: destination and egress ports of what leaves. Results go
// to all targets; partials to the home GPU (strategy 2 of KLENK IV-C) or, as strategy 1, to all
// targets as well; pull responses back to their requester (IV-B).
#include "nf_reduce_address.h"

// Ports of a region, with the way of the header's address where the mode says so: where several
// uplinks would do, the address chooses, so that all packets of one block take the same.
static uint16_t spread(uint16_t ports, uint8_t mode, unsigned bit, uint16_t way) {
  return (uint16_t)(ports | ((mode >> bit & 1) != 0 ? way : 0));
}

// The header of a plane: its number; only the last one keeps the count, or who adds the planes
// would count the contributions once for each.
static void number_plane(nf_flit *head, uint8_t index, bool last) {
  nf_hdr_set_flags(head, nf_hdr_flags(head) | 1u << NF_FLAG_PLANE);
  nf_hdr_set_wave(head, index);
  if (!last)
    nf_hdr_set_count(head, 0);
}

// The whole leaf. A region past the table selects nothing in the RTL's loop: no ports, home 0, mode
// 0.
void nf_reduce_address_eval(const nf_reduce_address_cfg *cfg, const nf_reduce_address_in *in,
                            nf_reduce_address_out *out) {
  const bool known = in->region < cfg->Regions;
  const unsigned r = known ? in->region : 0;
  const uint8_t mode = known ? in->region_mode[r] : (uint8_t)0;
  uint16_t ports;
  out->head = in->head;
  if (in->plane)
    number_plane(&out->head, in->index, in->last);
  if (in->to == NF_REDUCE_TO_REQUESTER) {
    // The requester is behind this table's own port: its request came in there, and the header
    // names it already.
    ports = (uint16_t)(in->port < NF_MAX_PORTS ? 1u << in->port : 0u);
  } else if (in->to == NF_REDUCE_TO_HOME && !in->multicast_partials) {
    nf_hdr_set_dst(&out->head, known ? in->region_home[r] : (uint16_t)0);
    ports = spread(known ? in->region_home_ports[r] : (uint16_t)0, mode, NF_MCR_MODE_HOME_SPREAD,
                   in->way);
  } else {
    nf_hdr_set_dst(&out->head, NF_BROADCAST_ID);
    ports = spread(known ? in->region_ports[r] : (uint16_t)0, mode, NF_MCR_MODE_SPREAD, in->way);
  }
  out->ports = (uint16_t)(ports & ((1u << cfg->Ports) - 1));
}
