// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_regfile.py from rtl/switch/nf_switch_regs.rdl; change that.
#include "nf_switch_regs.h"

#include "common/nf_defs.h"

// clang-format off
void nf_switch_regs_reset(nf_switch_regs *r, const nf_switch_regs_cfg *cfg) {
  *r = (nf_switch_regs){.cfg = *cfg};
  r->first_hop = (uint16_t)((1u << r->cfg.Ports) - 1u);
  r->table_limit = (uint8_t)(r->cfg.Entries);
  r->links = 1;
}

bool nf_switch_regs_read(const nf_switch_regs *r, const nf_switch_regs_wires *w, uint32_t addr, uint32_t *value) {
  const uint32_t thirds = ((r->cfg.HomeSlots % 3u) == 0u) ? 1u : 0u;
  const uint32_t power = (thirds == 1u) ? (r->cfg.HomeSlots / 3u) : r->cfg.HomeSlots;
  const uint32_t slots_log2 = ((power >= 2u) ? 1u : 0u) + ((power >= 4u) ? 1u : 0u) + ((power >= 8u) ? 1u : 0u) + ((power >= 16u) ? 1u : 0u) + ((power >= 32u) ? 1u : 0u) + ((power >= 64u) ? 1u : 0u) + ((power >= 128u) ? 1u : 0u) + ((power >= 256u) ? 1u : 0u) + ((power >= 512u) ? 1u : 0u);
  switch (addr) {
  case NF_CSR_ID:
    *value = 1 | (uint32_t)0x4e46u << 16;
    return true;
  case NF_CSR_PARAMS:
    *value = (r->cfg.Ports) | (uint32_t)(r->cfg.Entries) << 8 | (uint32_t)(r->cfg.Regions) << 16 | (uint32_t)(slots_log2) << 24 | (uint32_t)(thirds) << 31;
    return true;
  case NF_CSR_SWITCH_ID:
    *value = r->switch_id;
    return true;
  case NF_CSR_CONTROL:
    *value = r->control;
    return true;
  case NF_CSR_TIMEOUT:
    *value = r->timeout.ticks | (uint32_t)r->timeout.tick_log2 << 8;
    return true;
  case NF_CSR_FIRST_HOP:
    *value = r->first_hop;
    return true;
  case NF_CSR_TABLE_LIMIT:
    *value = r->table_limit;
    return true;
  case NF_CSR_STATUS:
    *value = w->status;
    return true;
  case NF_CSR_ERRORS:
    *value = r->errors;
    return true;
  case NF_CSR_FLAGS:
    *value = r->flags;
    return true;
  case NF_CSR_PORT_SELECT:
    *value = r->port_select;
    return true;
  case NF_CSR_UPLINKS:
    *value = r->uplinks;
    return true;
  case NF_CSR_LINKS:
    *value = r->links;
    return true;
  case NF_CSR_CLEAR:
    *value = r->clear_epochs | (uint32_t)r->clear_region << 8 | (uint32_t)r->clear_one << 15 | (uint32_t)w->clear_pending << 31;
    return true;
  case NF_CSR_MASK_SELECT:
    *value = r->mask_select;
    return true;
  case NF_CSR_OLDEST_ADDR_LO:
    *value = w->oldest_addr_lo;
    return true;
  case NF_CSR_OLDEST_ADDR_HI:
    *value = r->oldest_addr_hi.addr | (uint32_t)r->oldest_addr_hi.held << 31;
    return true;
  case NF_CSR_OLDEST_COUNT:
    *value = r->oldest_count.count | (uint32_t)r->oldest_count.expected << 16;
    return true;
  case NF_CSR_OLDEST_MASK:
    *value = r->oldest_mask;
    return true;
  case NF_CSR_TABLE_USED:
    *value = w->table_used;
    return true;
  default:
    break;
  }
  return false;
}

bool nf_switch_regs_write(nf_switch_regs *r, uint32_t addr, uint32_t value, bool locked) {
  switch (addr) {
  case NF_CSR_SWITCH_ID:
    if (locked || (value & ~0x3ffu) != 0)
      return false;
    r->switch_id = (uint16_t)(value & 0x3ffu);
    return true;
  case NF_CSR_CONTROL:
    if (locked || (value & ~0x1u) != 0)
      return false;
    r->control = (value & 0x1u) != 0;
    return true;
  case NF_CSR_TIMEOUT:
    if (locked || (value & ~0xfffu) != 0)
      return false;
    r->timeout.ticks = (uint8_t)(value & 0xffu);
    r->timeout.tick_log2 = (uint8_t)(value >> 8 & 0xfu);
    return true;
  case NF_CSR_FIRST_HOP:
    if (locked || value >> r->cfg.Ports != 0)
      return false;
    r->first_hop = (uint16_t)(value & ((1u << r->cfg.Ports) - 1));
    return true;
  case NF_CSR_TABLE_LIMIT:
    if (locked || (value & ~0xffu) != 0 || (value & 0xffu) == 0 || (value & 0xffu) > r->cfg.Entries)
      return false;
    r->table_limit = (uint8_t)(value & 0xffu);
    return true;
  case NF_CSR_ERRORS:
    r->errors &= ~value;
    return true;
  case NF_CSR_FLAGS:
    r->flags &= ~value;
    return true;
  case NF_CSR_PORT_SELECT:
    if ((value & ~0xffu) != 0 || (value & 0xffu) > r->cfg.Ports - 1u)
      return false;
    r->port_select = (uint8_t)(value & 0xffu);
    return true;
  case NF_CSR_UPLINKS:
    if (locked || value >> r->cfg.Ports != 0)
      return false;
    r->uplinks = (uint16_t)(value & ((1u << r->cfg.Ports) - 1));
    return true;
  case NF_CSR_LINKS:
    if (locked || (value & ~0xfu) != 0 || (value & 0xfu) == 0 || (value & 0xfu) > 8)
      return false;
    r->links = (uint8_t)(value & 0xfu);
    return true;
  case NF_CSR_CLEAR:
    if ((value & ~0x9f0fu) != 0 || (value >> 8 & 0x1fu) > r->cfg.Regions - 1u)
      return false;
    r->clear_epochs = (uint8_t)(value & 0xfu);
    r->clear_region = (uint8_t)(value >> 8 & 0x1fu);
    r->clear_one = (value >> 15 & 0x1u) != 0;
    return true;
  case NF_CSR_MASK_SELECT:
    if ((value & ~0xffu) != 0 || (value & 0xffu) > ((r->cfg.Nodes + 31u) / 32u) - 1u)
      return false;
    r->mask_select = (uint8_t)(value & 0xffu);
    return true;
  default:
    return false;
  }
}

void nf_switch_regs_step(nf_switch_regs *r, const nf_switch_regs_events *e) {
  r->errors |= e->errors & 0x7c000ffeu;
  r->flags |= e->flags & 0x1fu;
  if (e->oldest_addr_hi_we) {
    r->oldest_addr_hi.addr = e->oldest_addr_hi.addr;
    r->oldest_addr_hi.held = e->oldest_addr_hi.held;
  }
  if (e->oldest_count_we) {
    r->oldest_count.count = e->oldest_count.count;
    r->oldest_count.expected = e->oldest_count.expected;
  }
  if (e->oldest_mask_we) {
    r->oldest_mask = e->oldest_mask;
  }
}
// clang-format on
