// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_use.sv: counts, per region, the packets between their lookup and
// their last departure. A region in use cannot change (nf_mcr_table): KLENK's fabric manager
// programs the tables once, before traffic; here regions come and go beside the traffic of others.
#include "nf_switch_use.h"

#include <stdlib.h>

struct nf_switch_use {
  nf_switch_use_out out;
  nf_switch_use_cfg cfg;
  // count_q and delta_q. The RTL sums the pulses of all ports in one cycle and adds the sum to the
  // count in the next.
  int32_t count[NF_MAX_REGIONS], delta[NF_MAX_REGIONS];
  // So that a step visits only regions that change.
  uint32_t moved, counted; // bit r: delta, count is not zero
};

// NF_PARAMs; nothing is in use after reset.
nf_status nf_switch_use_init(nf_switch_use **m, const nf_switch_use_cfg *cfg) {
  if (cfg->Ports < 2 || cfg->Ports > NF_MAX_PORTS)
    return "nf_switch_use: Ports must be 2..16";
  if (cfg->Regions < 2 || cfg->Regions > NF_MAX_REGIONS)
    return "nf_switch_use: Regions must be 2..32";
  if (cfg->Window != 4 && cfg->Window != 8 && cfg->Window != 16)
    return "nf_switch_use: Window must be 4, 8 or 16";
  if (cfg->XpDepth != 16 && cfg->XpDepth != 32 && cfg->XpDepth != 64)
    return "nf_switch_use: XpDepth must be 16, 32 or 64";
  nf_switch_use *u = calloc(1, sizeof *u);
  if (u == NULL)
    return "nf_switch_use: out of memory";
  u->cfg = *cfg;
  *m = u;
  return NF_OK;
}

// in_use_o, a register.
const nf_switch_use_out *nf_switch_use_peek(const nf_switch_use *m) { return &m->out; }

void nf_switch_use_free(nf_switch_use *m) { free(m); }

// Adds `by` for each packet of a mask to its region's change. An index past the last region is no
// region's, as in the RTL, which compares it with each.
static void move(nf_switch_use *m, uint32_t packets, const uint8_t *region, int32_t by) {
  for (; packets != 0; packets &= packets - 1) {
    const unsigned r = region[__builtin_ctz(packets)];
    if (r < m->cfg.Regions) {
      m->delta[r] += by;
      m->moved |= 1u << r;
    }
  }
}

// One edge: count_q takes delta_q of the cycle before, then delta_q what comes now. in_use_o is of
// the old count and the old delta, so that a packet that has just come counts from its first cycle
// here. Counts of many ports meet in one change: +1 and -1 in one cycle are none.
void nf_switch_use_step_held(nf_switch_use *m, const nf_switch_use_in *in, uint32_t held) {
  uint32_t in_use = m->counted | held;
  for (uint32_t left = m->moved; left != 0; left &= left - 1) {
    const unsigned r = (unsigned)__builtin_ctz(left);
    if (m->delta[r] == 0)
      continue;
    in_use |= 1u << r;
    m->count[r] += m->delta[r];
    m->delta[r] = 0;
    m->counted = m->count[r] != 0 ? m->counted | 1u << r : m->counted & ~(1u << r);
  }
  m->out.in_use = in_use;
  m->moved = 0;
  move(m, in->enter, in->enter_region, 1);
  move(m, in->left, in->left_region, -1);
  move(m, in->taken, in->taken_region, -1);
}

// held_i of all tables ORed for each region, as the RTL's loop does. The switch's model has that
// mask at hand and takes the way above.
void nf_switch_use_step(nf_switch_use *m, const nf_switch_use_in *in) {
  uint32_t held = 0;
  for (uint32_t bit = 0; bit < m->cfg.Ports * m->cfg.Regions; bit++)
    held |= ((uint32_t)in->held[bit / 8] >> bit % 8 & 1u) << bit % m->cfg.Regions;
  nf_switch_use_step_held(m, in, held);
}
