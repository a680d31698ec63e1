// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_address.sv.
#include "nf_reduce_address.h"

// The whole leaf. A region past the table selects nothing in the RTL's loop: no ports, home 0, mode
// 0.
void nf_reduce_address_eval(const nf_reduce_address_cfg *cfg, const nf_reduce_address_in *in,
                            nf_reduce_address_out *out) {
  const bool known = in->region < cfg->Regions;
  const unsigned r = known ? in->region : 0;
  const uint16_t own = (uint16_t)(in->port < NF_MAX_PORTS ? 1u << in->port : 0u);
  out->head = in->head;
  if (in->plane)
    nf_reduce_address_plane(&out->head, in->index, in->last);
  const uint8_t mode = known ? in->region_mode[r] : (uint8_t)0;
  const uint16_t all_ports = nf_reduce_spread(known ? in->region_ports[r] : (uint16_t)0, mode,
                                              NF_MCR_MODE_SPREAD, in->way);
  const uint16_t home = known ? in->region_home[r] : (uint16_t)0;
  const uint16_t home_ports = nf_reduce_spread(known ? in->region_home_ports[r] : (uint16_t)0, mode,
                                               NF_MCR_MODE_HOME_SPREAD, in->way);
  const uint16_t ports = nf_reduce_address(&out->head, in->to, in->multicast_partials, own,
                                           all_ports, home, home_ports);
  out->ports = (uint16_t)(ports & ((1u << cfg->Ports) - 1));
}
