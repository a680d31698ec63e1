// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/mcr/nf_mcr_way.sv: of several uplinks the one that an address takes. What a
// reduction table sends needs the same choice as what the lookup sends on: all packets about one
// block take one way through the network, or a pull's responses would miss the switch that holds
// its entry.
#include "nf_mcr_way.h"

#include "nf_mcr_hash.h"

// way_o for one slot: one-hot, zero where the slot is not programmed.
static uint16_t port_of(const uint8_t *home, const uint8_t *way, unsigned slot) {
  const uint64_t lane = home[slot];
  if (nf_mcr_home_valid(&lane) == 0)
    return 0;
  return (uint16_t)(1u << ((unsigned)way[slot / 2] >> 4 * (slot % 2) & 15u));
}

// u_hash, then way_o, on the tables in place: copying them costs more than the lookup.
uint16_t nf_mcr_way_port(const nf_mcr_view *view, uint64_t addr, unsigned home_slots,
                         unsigned links) {
  return port_of(view->home, view->way, nf_mcr_hash(addr, home_slots, links));
}

// The output of the leaf.
void nf_mcr_way_eval(const nf_mcr_way_cfg *cfg, const nf_mcr_way_in *in, nf_mcr_way_out *out) {
  out->way = port_of(in->home, in->way, nf_mcr_hash(in->addr, cfg->HomeSlots, in->links));
}
