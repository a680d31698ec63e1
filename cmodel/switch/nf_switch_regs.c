// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_regfile.py from rtl/switch/nf_switch_regs.rdl; change that.
#include "nf_switch_regs.h"

#include "common/nf_defs.h"
#include <stddef.h>

// clang-format off
void nf_switch_regs_reset(nf_switch_regs *r, const nf_switch_regs_cfg *cfg) {
  *r = (nf_switch_regs){.cfg = *cfg};
  r->first_hop = (uint16_t)((1u << r->cfg.Ports) - 1u);
  r->table_limit = (uint8_t)(r->cfg.Entries);
  r->links = 1;
}

static uint32_t read_id(const nf_switch_regs *r, const nf_switch_regs_wires *w) { (void)r, (void)w; return 1 | (uint32_t)0x4e46u << 16; }
static uint32_t read_params(const nf_switch_regs *r, const nf_switch_regs_wires *w) {
  (void)w;
  const uint32_t thirds = ((r->cfg.HomeSlots % 3u) == 0u) ? 1u : 0u;
  const uint32_t power = (thirds == 1u) ? (r->cfg.HomeSlots / 3u) : r->cfg.HomeSlots;
  const uint32_t slots_log2 = ((power >= 2u) ? 1u : 0u) + ((power >= 4u) ? 1u : 0u) + ((power >= 8u) ? 1u : 0u) + ((power >= 16u) ? 1u : 0u) + ((power >= 32u) ? 1u : 0u) + ((power >= 64u) ? 1u : 0u) + ((power >= 128u) ? 1u : 0u) + ((power >= 256u) ? 1u : 0u) + ((power >= 512u) ? 1u : 0u);
  return (r->cfg.Ports) | (uint32_t)(r->cfg.Entries) << 8 | (uint32_t)(r->cfg.Regions) << 16 | (uint32_t)(slots_log2) << 24 | (uint32_t)(thirds) << 31;
}
static uint32_t read_switch_id(const nf_switch_regs *r, const nf_switch_regs_wires *w) { (void)w; return r->switch_id; }
static bool write_switch_id(nf_switch_regs *r, uint32_t value) {
  if ((value & ~0x3ffu) != 0)
    return false;
  r->switch_id = (uint16_t)(value & 0x3ffu);
  return true;
}
static uint32_t read_control(const nf_switch_regs *r, const nf_switch_regs_wires *w) { (void)w; return r->control; }
static bool write_control(nf_switch_regs *r, uint32_t value) {
  if ((value & ~0x1u) != 0)
    return false;
  r->control = (value & 0x1u) != 0;
  return true;
}
static uint32_t read_timeout(const nf_switch_regs *r, const nf_switch_regs_wires *w) { (void)w; return r->timeout.ticks | (uint32_t)r->timeout.tick_log2 << 8; }
static bool write_timeout(nf_switch_regs *r, uint32_t value) {
  if ((value & ~0xfffu) != 0)
    return false;
  r->timeout.ticks = (uint8_t)(value & 0xffu);
  r->timeout.tick_log2 = (uint8_t)(value >> 8 & 0xfu);
  return true;
}
static uint32_t read_first_hop(const nf_switch_regs *r, const nf_switch_regs_wires *w) { (void)w; return r->first_hop; }
static bool write_first_hop(nf_switch_regs *r, uint32_t value) {
  if (value >> r->cfg.Ports != 0)
    return false;
  r->first_hop = (uint16_t)(value & ((1u << r->cfg.Ports) - 1));
  return true;
}
static uint32_t read_table_limit(const nf_switch_regs *r, const nf_switch_regs_wires *w) { (void)w; return r->table_limit; }
static bool write_table_limit(nf_switch_regs *r, uint32_t value) {
  if ((value & ~0xffu) != 0 || (value & 0xffu) == 0 || (value & 0xffu) > r->cfg.Entries)
    return false;
  r->table_limit = (uint8_t)(value & 0xffu);
  return true;
}
static uint32_t read_status(const nf_switch_regs *r, const nf_switch_regs_wires *w) { (void)r; return w->status; }
static uint32_t read_errors(const nf_switch_regs *r, const nf_switch_regs_wires *w) { (void)w; return r->errors; }
static bool write_errors(nf_switch_regs *r, uint32_t value) {
  r->errors &= ~value;
  return true;
}
static uint32_t read_flags(const nf_switch_regs *r, const nf_switch_regs_wires *w) { (void)w; return r->flags; }
static bool write_flags(nf_switch_regs *r, uint32_t value) {
  r->flags &= ~value;
  return true;
}
static uint32_t read_port_select(const nf_switch_regs *r, const nf_switch_regs_wires *w) { (void)w; return r->port_select; }
static bool write_port_select(nf_switch_regs *r, uint32_t value) {
  if ((value & ~0xffu) != 0 || (value & 0xffu) > r->cfg.Ports - 1u)
    return false;
  r->port_select = (uint8_t)(value & 0xffu);
  return true;
}
static uint32_t read_uplinks(const nf_switch_regs *r, const nf_switch_regs_wires *w) { (void)w; return r->uplinks; }
static bool write_uplinks(nf_switch_regs *r, uint32_t value) {
  if (value >> r->cfg.Ports != 0)
    return false;
  r->uplinks = (uint16_t)(value & ((1u << r->cfg.Ports) - 1));
  return true;
}
static uint32_t read_links(const nf_switch_regs *r, const nf_switch_regs_wires *w) { (void)w; return r->links; }
static bool write_links(nf_switch_regs *r, uint32_t value) {
  if ((value & ~0xfu) != 0 || (value & 0xfu) == 0 || (value & 0xfu) > 8)
    return false;
  r->links = (uint8_t)(value & 0xfu);
  return true;
}
static uint32_t read_clear(const nf_switch_regs *r, const nf_switch_regs_wires *w) { return r->clear_epochs | (uint32_t)r->clear_region << 8 | (uint32_t)r->clear_one << 15 | (uint32_t)w->clear_pending << 31; }
static bool write_clear(nf_switch_regs *r, uint32_t value) {
  if ((value & ~0x9f0fu) != 0 || (value >> 8 & 0x1fu) > r->cfg.Regions - 1u)
    return false;
  r->clear_epochs = (uint8_t)(value & 0xfu);
  r->clear_region = (uint8_t)(value >> 8 & 0x1fu);
  r->clear_one = (value >> 15 & 0x1u) != 0;
  return true;
}
static uint32_t read_mask_select(const nf_switch_regs *r, const nf_switch_regs_wires *w) { (void)w; return r->mask_select; }
static bool write_mask_select(nf_switch_regs *r, uint32_t value) {
  if ((value & ~0xffu) != 0 || (value & 0xffu) > ((r->cfg.Nodes + 31u) / 32u) - 1u)
    return false;
  r->mask_select = (uint8_t)(value & 0xffu);
  return true;
}
static uint32_t read_oldest_addr_lo(const nf_switch_regs *r, const nf_switch_regs_wires *w) { (void)r; return w->oldest_addr_lo; }
static uint32_t read_oldest_addr_hi(const nf_switch_regs *r, const nf_switch_regs_wires *w) { (void)w; return r->oldest_addr_hi.addr | (uint32_t)r->oldest_addr_hi.held << 31; }
static uint32_t read_oldest_count(const nf_switch_regs *r, const nf_switch_regs_wires *w) { (void)w; return r->oldest_count.count | (uint32_t)r->oldest_count.expected << 16; }
static uint32_t read_oldest_mask(const nf_switch_regs *r, const nf_switch_regs_wires *w) { (void)w; return r->oldest_mask; }
static uint32_t read_table_used(const nf_switch_regs *r, const nf_switch_regs_wires *w) { (void)r; return w->table_used; }

// The functions of each register, at its address; NULL where it is not read, or not written.
static const struct {
  uint32_t (*read)(const nf_switch_regs *r, const nf_switch_regs_wires *w);
  bool (*write)(nf_switch_regs *r, uint32_t value);
  bool locked; // a write is refused while traffic is there
} rows[] = {
  [NF_CSR_ID / 4] = {.read = read_id},
  [NF_CSR_PARAMS / 4] = {.read = read_params},
  [NF_CSR_SWITCH_ID / 4] = {.read = read_switch_id, .write = write_switch_id, .locked = true},
  [NF_CSR_CONTROL / 4] = {.read = read_control, .write = write_control, .locked = true},
  [NF_CSR_TIMEOUT / 4] = {.read = read_timeout, .write = write_timeout, .locked = true},
  [NF_CSR_FIRST_HOP / 4] = {.read = read_first_hop, .write = write_first_hop, .locked = true},
  [NF_CSR_TABLE_LIMIT / 4] = {.read = read_table_limit, .write = write_table_limit, .locked = true},
  [NF_CSR_STATUS / 4] = {.read = read_status},
  [NF_CSR_ERRORS / 4] = {.read = read_errors, .write = write_errors},
  [NF_CSR_FLAGS / 4] = {.read = read_flags, .write = write_flags},
  [NF_CSR_PORT_SELECT / 4] = {.read = read_port_select, .write = write_port_select},
  [NF_CSR_UPLINKS / 4] = {.read = read_uplinks, .write = write_uplinks, .locked = true},
  [NF_CSR_LINKS / 4] = {.read = read_links, .write = write_links, .locked = true},
  [NF_CSR_CLEAR / 4] = {.read = read_clear, .write = write_clear},
  [NF_CSR_MASK_SELECT / 4] = {.read = read_mask_select, .write = write_mask_select},
  [NF_CSR_OLDEST_ADDR_LO / 4] = {.read = read_oldest_addr_lo},
  [NF_CSR_OLDEST_ADDR_HI / 4] = {.read = read_oldest_addr_hi},
  [NF_CSR_OLDEST_COUNT / 4] = {.read = read_oldest_count},
  [NF_CSR_OLDEST_MASK / 4] = {.read = read_oldest_mask},
  [NF_CSR_TABLE_USED / 4] = {.read = read_table_used},
};
enum { ROWS = sizeof rows / sizeof *rows };

bool nf_switch_regs_read(const nf_switch_regs *r, const nf_switch_regs_wires *w, uint32_t addr, uint32_t *value) {
  if (addr % 4 != 0)
    return false;
  if (addr / 4 < ROWS && rows[addr / 4].read != NULL) {
    *value = rows[addr / 4].read(r, w);
    return true;
  }
  return false;
}

bool nf_switch_regs_write(nf_switch_regs *r, uint32_t addr, uint32_t value, bool locked) {
  if (addr % 4 != 0 || addr / 4 >= ROWS || rows[addr / 4].write == NULL || (rows[addr / 4].locked && locked))
    return false;
  return rows[addr / 4].write(r, value);
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
