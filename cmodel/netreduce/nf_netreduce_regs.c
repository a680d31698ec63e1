// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_regfile.py from rtl/netreduce/nf_netreduce_regs.rdl; change that.
#include "nf_netreduce_regs.h"

#include "netreduce/nf_netreduce_pkg.h"
#include <stddef.h>

// clang-format off
void nf_netreduce_regs_reset(nf_netreduce_regs *r, const nf_netreduce_regs_cfg *cfg) {
  *r = (nf_netreduce_regs){.cfg = *cfg};
  r->pause = 0x200u;
  r->ring_window = 1;
  r->drain = 0x10000u;
  r->member_port.parts = 1;
}

static uint32_t read_id(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)r, (void)w; return 0x4e524431u; }
static uint32_t read_build(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return (r->cfg.Ports) | (uint32_t)(r->cfg.Rings) << 8 | (uint32_t)(r->cfg.Window) << 16; }
static uint32_t read_build_tables(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return (r->cfg.MaxMsgLen) | (uint32_t)(r->cfg.Connections) << 16; }
static uint32_t read_build_buffer(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return (r->cfg.BufferBeats); }
static uint32_t read_control(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->control; }
static bool write_control(nf_netreduce_regs *r, uint32_t value) {
  r->control = (value & 0x1u) != 0;
  return true;
}
static uint32_t read_inet_tag(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->inet_tag; }
static bool write_inet_tag(nf_netreduce_regs *r, uint32_t value) {
  r->inet_tag = value;
  return true;
}
static uint32_t read_own_mac_lo(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->own_mac_lo; }
static bool write_own_mac_lo(nf_netreduce_regs *r, uint32_t value) {
  r->own_mac_lo = value;
  return true;
}
static uint32_t read_own_mac_hi(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->own_mac_hi; }
static bool write_own_mac_hi(nf_netreduce_regs *r, uint32_t value) {
  r->own_mac_hi = (uint16_t)(value & 0xffffu);
  return true;
}
static uint32_t read_own_ip(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->own_ip; }
static bool write_own_ip(nf_netreduce_regs *r, uint32_t value) {
  r->own_ip = value;
  return true;
}
static uint32_t read_spine_mac_lo(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->spine_mac_lo; }
static bool write_spine_mac_lo(nf_netreduce_regs *r, uint32_t value) {
  r->spine_mac_lo = value;
  return true;
}
static uint32_t read_spine_mac_hi(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->spine_mac_hi; }
static bool write_spine_mac_hi(nf_netreduce_regs *r, uint32_t value) {
  r->spine_mac_hi = (uint16_t)(value & 0xffffu);
  return true;
}
static uint32_t read_spine_ip(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->spine_ip; }
static bool write_spine_ip(nf_netreduce_regs *r, uint32_t value) {
  r->spine_ip = value;
  return true;
}
static uint32_t read_local_net(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->local_net; }
static bool write_local_net(nf_netreduce_regs *r, uint32_t value) {
  r->local_net = value;
  return true;
}
static uint32_t read_local_mask(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->local_mask; }
static bool write_local_mask(nf_netreduce_regs *r, uint32_t value) {
  r->local_mask = value;
  return true;
}
static uint32_t read_pause(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->pause; }
static bool write_pause(nf_netreduce_regs *r, uint32_t value) {
  if ((value & ~0xffffu) != 0 || (value & 0xffffu) == 0)
    return false;
  r->pause = (uint16_t)(value & 0xffffu);
  return true;
}
static uint32_t read_away(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)r; return w->away; }
static uint32_t read_ring_members(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->ring_members; }
static bool write_ring_members(nf_netreduce_regs *r, uint32_t value) {
  if ((value & ~0xfu) != 0)
    return false;
  r->ring_members = (uint8_t)(value & 0xfu);
  return true;
}
static uint32_t read_ring_leaf(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->ring_leaf; }
static bool write_ring_leaf(nf_netreduce_regs *r, uint32_t value) {
  if ((value & ~0x1u) != 0)
    return false;
  r->ring_leaf = (value & 0x1u) != 0;
  return true;
}
static uint32_t read_ring_window(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->ring_window; }
static bool write_ring_window(nf_netreduce_regs *r, uint32_t value) {
  if ((value & ~0x7u) != 0)
    return false;
  r->ring_window = (uint8_t)(value & 0x7u);
  return true;
}
static uint32_t read_ring_first(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->ring_first; }
static bool write_ring_first(nf_netreduce_regs *r, uint32_t value) {
  r->ring_first = value;
  return true;
}
static uint32_t read_ring_slot(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->ring_slot; }
static bool write_ring_slot(nf_netreduce_regs *r, uint32_t value) {
  if ((value & ~0x7u) != 0)
    return false;
  r->ring_slot = (uint8_t)(value & 0x7u);
  return true;
}
static uint32_t read_ring_dtype(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->ring_dtype; }
static bool write_ring_dtype(nf_netreduce_regs *r, uint32_t value) {
  if ((value & ~0xfu) != 0)
    return false;
  r->ring_dtype = (uint8_t)(value & 0xfu);
  return true;
}
static uint32_t read_busy(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)r; return w->busy; }
static uint32_t read_irq_status(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->irq_status; }
static bool write_irq_status(nf_netreduce_regs *r, uint32_t value) {
  r->irq_status &= ~value;
  return true;
}
static uint32_t read_irq_enable(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->irq_enable; }
static bool write_irq_enable(nf_netreduce_regs *r, uint32_t value) {
  r->irq_enable = value & 0x3fu;
  return true;
}
static uint32_t read_drain(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->drain; }
static bool write_drain(nf_netreduce_regs *r, uint32_t value) {
  r->drain = value;
  return true;
}
static uint32_t read_given_up(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->given_up; }
static uint32_t read_threshold(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->threshold; }
static bool write_threshold(nf_netreduce_regs *r, uint32_t value) {
  r->threshold = value;
  return true;
}
static uint32_t read_stragglers(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)r; return w->stragglers; }
static uint32_t read_straggler_ring(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->straggler_ring; }
static bool write_straggler_ring(nf_netreduce_regs *r, uint32_t value) {
  if ((value & ~0xfu) != 0 || (value & 0xfu) > r->cfg.Rings - 1u)
    return false;
  r->straggler_ring = (uint8_t)(value & 0xfu);
  return true;
}
static uint32_t read_straggler_msgid(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->straggler_msgid; }
static uint32_t read_straggler_cycles(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->straggler_cycles; }
static uint32_t read_charged(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->charged; }
static uint32_t read_look_result(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { return r->look_result_arrived | (uint32_t)r->look_result_open << 30 | (uint32_t)w->look_result_pending << 31; }
static uint32_t read_look_msgid(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->look_msgid; }
static uint32_t read_cycles(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->cycles; }
static uint32_t read_bad_access(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->bad_access; }
static uint32_t read_sums(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->sums; }
static uint32_t read_histories(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->histories; }
static uint32_t read_announced(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->announced; }
static uint32_t read_locals(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->locals; }
static uint32_t read_uneven(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->uneven; }
static uint32_t read_invalid(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->invalid; }
static uint32_t read_overflow(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->overflow; }
static uint32_t read_underflow(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->underflow; }
static uint32_t read_inexact(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->inexact; }
static uint32_t read_dropped(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->dropped; }
static uint32_t read_member_src_ip(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->member_src_ip; }
static bool write_member_src_ip(nf_netreduce_regs *r, uint32_t value) {
  r->member_src_ip = value;
  return true;
}
static uint32_t read_member_dst_ip(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->member_dst_ip; }
static bool write_member_dst_ip(nf_netreduce_regs *r, uint32_t value) {
  r->member_dst_ip = value;
  return true;
}
static uint32_t read_member_dst_qp(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->member_dst_qp; }
static bool write_member_dst_qp(nf_netreduce_regs *r, uint32_t value) {
  if ((value & ~0xffffffu) != 0)
    return false;
  r->member_dst_qp = (uint32_t)(value & 0xffffffu);
  return true;
}
static uint32_t read_member_src_qp(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->member_src_qp; }
static bool write_member_src_qp(nf_netreduce_regs *r, uint32_t value) {
  if ((value & ~0xffffffu) != 0)
    return false;
  r->member_src_qp = (uint32_t)(value & 0xffffffu);
  return true;
}
static uint32_t read_member_port(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->member_port.port | (uint32_t)r->member_port.role << 4 | (uint32_t)r->member_port.parts << 8; }
static bool write_member_port(nf_netreduce_regs *r, uint32_t value) {
  if ((value & ~0x7f37u) != 0 || (value & 0x7u) > r->cfg.Ports - 1u || (value >> 4 & 0x3u) > 2)
    return false;
  r->member_port.port = (uint8_t)(value & 0x7u);
  r->member_port.role = (uint8_t)(value >> 4 & 0x3u);
  r->member_port.parts = (uint8_t)(value >> 8 & 0x7fu);
  return true;
}
static uint32_t read_again(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->again; }
static bool write_again(nf_netreduce_regs *r, uint32_t value) {
  if ((value & ~0xffffffu) != 0)
    return false;
  r->again = (uint32_t)(value & 0xffffffu);
  return true;
}
static uint32_t read_naks(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->naks; }
static uint32_t read_replays(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w) { (void)w; return r->replays; }

// The functions of each register, at its address; NULL where it is not read, or not written.
static const struct {
  uint32_t (*read)(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w);
  bool (*write)(nf_netreduce_regs *r, uint32_t value);
} rows[] = {
  [NF_NETREDUCE_CSR_ID / 4] = {.read = read_id},
  [NF_NETREDUCE_CSR_BUILD / 4] = {.read = read_build},
  [NF_NETREDUCE_CSR_BUILD_TABLES / 4] = {.read = read_build_tables},
  [NF_NETREDUCE_CSR_BUILD_BUFFER / 4] = {.read = read_build_buffer},
  [NF_NETREDUCE_CSR_CONTROL / 4] = {.read = read_control, .write = write_control},
  [NF_NETREDUCE_CSR_INET_TAG / 4] = {.read = read_inet_tag, .write = write_inet_tag},
  [NF_NETREDUCE_CSR_OWN_MAC_LO / 4] = {.read = read_own_mac_lo, .write = write_own_mac_lo},
  [NF_NETREDUCE_CSR_OWN_MAC_HI / 4] = {.read = read_own_mac_hi, .write = write_own_mac_hi},
  [NF_NETREDUCE_CSR_OWN_IP / 4] = {.read = read_own_ip, .write = write_own_ip},
  [NF_NETREDUCE_CSR_SPINE_MAC_LO / 4] = {.read = read_spine_mac_lo, .write = write_spine_mac_lo},
  [NF_NETREDUCE_CSR_SPINE_MAC_HI / 4] = {.read = read_spine_mac_hi, .write = write_spine_mac_hi},
  [NF_NETREDUCE_CSR_SPINE_IP / 4] = {.read = read_spine_ip, .write = write_spine_ip},
  [NF_NETREDUCE_CSR_LOCAL_NET / 4] = {.read = read_local_net, .write = write_local_net},
  [NF_NETREDUCE_CSR_LOCAL_MASK / 4] = {.read = read_local_mask, .write = write_local_mask},
  [NF_NETREDUCE_CSR_PAUSE / 4] = {.read = read_pause, .write = write_pause},
  [NF_NETREDUCE_CSR_AWAY / 4] = {.read = read_away},
  [NF_NETREDUCE_CSR_RING_MEMBERS / 4] = {.read = read_ring_members, .write = write_ring_members},
  [NF_NETREDUCE_CSR_RING_LEAF / 4] = {.read = read_ring_leaf, .write = write_ring_leaf},
  [NF_NETREDUCE_CSR_RING_WINDOW / 4] = {.read = read_ring_window, .write = write_ring_window},
  [NF_NETREDUCE_CSR_RING_FIRST / 4] = {.read = read_ring_first, .write = write_ring_first},
  [NF_NETREDUCE_CSR_RING_SLOT / 4] = {.read = read_ring_slot, .write = write_ring_slot},
  [NF_NETREDUCE_CSR_RING_DTYPE / 4] = {.read = read_ring_dtype, .write = write_ring_dtype},
  [NF_NETREDUCE_CSR_BUSY / 4] = {.read = read_busy},
  [NF_NETREDUCE_CSR_IRQ_STATUS / 4] = {.read = read_irq_status, .write = write_irq_status},
  [NF_NETREDUCE_CSR_IRQ_ENABLE / 4] = {.read = read_irq_enable, .write = write_irq_enable},
  [NF_NETREDUCE_CSR_DRAIN / 4] = {.read = read_drain, .write = write_drain},
  [NF_NETREDUCE_CSR_GIVEN_UP / 4] = {.read = read_given_up},
  [NF_NETREDUCE_CSR_THRESHOLD / 4] = {.read = read_threshold, .write = write_threshold},
  [NF_NETREDUCE_CSR_STRAGGLERS / 4] = {.read = read_stragglers},
  [NF_NETREDUCE_CSR_STRAGGLER_RING / 4] = {.read = read_straggler_ring, .write = write_straggler_ring},
  [NF_NETREDUCE_CSR_STRAGGLER_MSGID / 4] = {.read = read_straggler_msgid},
  [NF_NETREDUCE_CSR_STRAGGLER_CYCLES / 4] = {.read = read_straggler_cycles},
  [NF_NETREDUCE_CSR_CHARGED / 4] = {.read = read_charged},
  [NF_NETREDUCE_CSR_LOOK_RESULT / 4] = {.read = read_look_result},
  [NF_NETREDUCE_CSR_LOOK_MSGID / 4] = {.read = read_look_msgid},
  [NF_NETREDUCE_CSR_CYCLES / 4] = {.read = read_cycles},
  [NF_NETREDUCE_CSR_BAD_ACCESS / 4] = {.read = read_bad_access},
  [NF_NETREDUCE_CSR_SUMS / 4] = {.read = read_sums},
  [NF_NETREDUCE_CSR_HISTORIES / 4] = {.read = read_histories},
  [NF_NETREDUCE_CSR_ANNOUNCED / 4] = {.read = read_announced},
  [NF_NETREDUCE_CSR_LOCALS / 4] = {.read = read_locals},
  [NF_NETREDUCE_CSR_UNEVEN / 4] = {.read = read_uneven},
  [NF_NETREDUCE_CSR_INVALID / 4] = {.read = read_invalid},
  [NF_NETREDUCE_CSR_OVERFLOW / 4] = {.read = read_overflow},
  [NF_NETREDUCE_CSR_UNDERFLOW / 4] = {.read = read_underflow},
  [NF_NETREDUCE_CSR_INEXACT / 4] = {.read = read_inexact},
  [NF_NETREDUCE_CSR_DROPPED / 4] = {.read = read_dropped},
  [NF_NETREDUCE_CSR_MEMBER_SRC_IP / 4] = {.read = read_member_src_ip, .write = write_member_src_ip},
  [NF_NETREDUCE_CSR_MEMBER_DST_IP / 4] = {.read = read_member_dst_ip, .write = write_member_dst_ip},
  [NF_NETREDUCE_CSR_MEMBER_DST_QP / 4] = {.read = read_member_dst_qp, .write = write_member_dst_qp},
  [NF_NETREDUCE_CSR_MEMBER_SRC_QP / 4] = {.read = read_member_src_qp, .write = write_member_src_qp},
  [NF_NETREDUCE_CSR_MEMBER_PORT / 4] = {.read = read_member_port, .write = write_member_port},
  [NF_NETREDUCE_CSR_AGAIN / 4] = {.read = read_again, .write = write_again},
  [NF_NETREDUCE_CSR_NAKS / 4] = {.read = read_naks},
  [NF_NETREDUCE_CSR_REPLAYS / 4] = {.read = read_replays},
};
enum { ROWS = sizeof rows / sizeof *rows };

bool nf_netreduce_regs_read(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w, uint32_t addr, uint32_t *value) {
  if (addr % 4 != 0)
    return false;
  if (addr / 4 < ROWS && rows[addr / 4].read != NULL) {
    *value = rows[addr / 4].read(r, w);
    return true;
  }
  const uint32_t skipped = (addr - NF_NETREDUCE_CSR_SKIPPED) / 4;
  if (skipped < r->cfg.Ports) {
    *value = r->skipped[skipped];
    return true;
  }
  const uint32_t overrun = (addr - NF_NETREDUCE_CSR_OVERRUN) / 4;
  if (overrun < r->cfg.Ports) {
    *value = w->overrun[overrun];
    return true;
  }
  return false;
}

bool nf_netreduce_regs_write(nf_netreduce_regs *r, uint32_t addr, uint32_t value) {
  if (addr % 4 != 0 || addr / 4 >= ROWS || rows[addr / 4].write == NULL)
    return false;
  return rows[addr / 4].write(r, value);
}

void nf_netreduce_regs_step(nf_netreduce_regs *r, const nf_netreduce_regs_events *e) {
  r->irq_status |= e->irq_status & 0x3du;
  r->irq_status |= (uint32_t)(e->refused != 0) << 1;
  r->given_up += e->given_up;
  if (e->straggler_msgid_we) {
    r->straggler_msgid = e->straggler_msgid;
  }
  if (e->straggler_cycles_we) {
    r->straggler_cycles = e->straggler_cycles;
  }
  r->charged += e->charged;
  if (e->look_result_we) {
    r->look_result_arrived = e->look_result_arrived;
    r->look_result_open = e->look_result_open;
  }
  if (e->look_msgid_we) {
    r->look_msgid = e->look_msgid;
  }
  r->cycles += e->cycles;
  r->bad_access += e->refused;
  r->sums += e->sums;
  r->histories += e->histories;
  r->announced += e->announced;
  r->locals += e->locals;
  r->uneven += e->uneven;
  r->invalid += e->invalid;
  r->overflow += e->overflow;
  r->underflow += e->underflow;
  r->inexact += e->inexact;
  r->dropped += e->dropped;
  r->naks += e->naks;
  r->replays += e->replays;
  for (unsigned i = 0; i < r->cfg.Ports; i++)
    r->skipped[i] += e->skipped[i];
}
// clang-format on
