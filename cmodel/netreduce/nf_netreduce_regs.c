// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_regfile.py from rtl/netreduce/nf_netreduce_regs.rdl; change that.
#include "nf_netreduce_regs.h"

#include "netreduce/nf_netreduce_pkg.h"

// clang-format off
void nf_netreduce_regs_reset(nf_netreduce_regs *r, const nf_netreduce_regs_cfg *cfg) {
  *r = (nf_netreduce_regs){.cfg = *cfg};
  r->pause = 0x200u;
  r->ring_window = 1;
  r->drain = 0x10000u;
  r->member_port.parts = 1;
}

bool nf_netreduce_regs_read(const nf_netreduce_regs *r, const nf_netreduce_regs_wires *w, uint32_t addr, uint32_t *value) {
  switch (addr) {
  case NF_NETREDUCE_CSR_ID:
    *value = 0x4e524431u;
    return true;
  case NF_NETREDUCE_CSR_BUILD:
    *value = (r->cfg.Ports) | (uint32_t)(r->cfg.Rings) << 8 | (uint32_t)(r->cfg.Window) << 16;
    return true;
  case NF_NETREDUCE_CSR_BUILD_TABLES:
    *value = (r->cfg.MaxMsgLen) | (uint32_t)(r->cfg.Connections) << 16;
    return true;
  case NF_NETREDUCE_CSR_BUILD_BUFFER:
    *value = (r->cfg.BufferBeats);
    return true;
  case NF_NETREDUCE_CSR_CONTROL:
    *value = r->control;
    return true;
  case NF_NETREDUCE_CSR_INET_TAG:
    *value = r->inet_tag;
    return true;
  case NF_NETREDUCE_CSR_OWN_MAC_LO:
    *value = r->own_mac_lo;
    return true;
  case NF_NETREDUCE_CSR_OWN_MAC_HI:
    *value = r->own_mac_hi;
    return true;
  case NF_NETREDUCE_CSR_OWN_IP:
    *value = r->own_ip;
    return true;
  case NF_NETREDUCE_CSR_SPINE_MAC_LO:
    *value = r->spine_mac_lo;
    return true;
  case NF_NETREDUCE_CSR_SPINE_MAC_HI:
    *value = r->spine_mac_hi;
    return true;
  case NF_NETREDUCE_CSR_SPINE_IP:
    *value = r->spine_ip;
    return true;
  case NF_NETREDUCE_CSR_LOCAL_NET:
    *value = r->local_net;
    return true;
  case NF_NETREDUCE_CSR_LOCAL_MASK:
    *value = r->local_mask;
    return true;
  case NF_NETREDUCE_CSR_PAUSE:
    *value = r->pause;
    return true;
  case NF_NETREDUCE_CSR_AWAY:
    *value = w->away;
    return true;
  case NF_NETREDUCE_CSR_RING_MEMBERS:
    *value = r->ring_members;
    return true;
  case NF_NETREDUCE_CSR_RING_LEAF:
    *value = r->ring_leaf;
    return true;
  case NF_NETREDUCE_CSR_RING_WINDOW:
    *value = r->ring_window;
    return true;
  case NF_NETREDUCE_CSR_RING_FIRST:
    *value = r->ring_first;
    return true;
  case NF_NETREDUCE_CSR_RING_SLOT:
    *value = r->ring_slot;
    return true;
  case NF_NETREDUCE_CSR_RING_DTYPE:
    *value = r->ring_dtype;
    return true;
  case NF_NETREDUCE_CSR_BUSY:
    *value = w->busy;
    return true;
  case NF_NETREDUCE_CSR_IRQ_STATUS:
    *value = r->irq_status;
    return true;
  case NF_NETREDUCE_CSR_IRQ_ENABLE:
    *value = r->irq_enable;
    return true;
  case NF_NETREDUCE_CSR_DRAIN:
    *value = r->drain;
    return true;
  case NF_NETREDUCE_CSR_GIVEN_UP:
    *value = r->given_up;
    return true;
  case NF_NETREDUCE_CSR_THRESHOLD:
    *value = r->threshold;
    return true;
  case NF_NETREDUCE_CSR_STRAGGLERS:
    *value = w->stragglers;
    return true;
  case NF_NETREDUCE_CSR_STRAGGLER_RING:
    *value = r->straggler_ring;
    return true;
  case NF_NETREDUCE_CSR_STRAGGLER_MSGID:
    *value = r->straggler_msgid;
    return true;
  case NF_NETREDUCE_CSR_STRAGGLER_CYCLES:
    *value = r->straggler_cycles;
    return true;
  case NF_NETREDUCE_CSR_CHARGED:
    *value = r->charged;
    return true;
  case NF_NETREDUCE_CSR_LOOK_RESULT:
    *value = r->look_result_arrived | (uint32_t)r->look_result_open << 30 | (uint32_t)w->look_result_pending << 31;
    return true;
  case NF_NETREDUCE_CSR_LOOK_MSGID:
    *value = r->look_msgid;
    return true;
  case NF_NETREDUCE_CSR_CYCLES:
    *value = r->cycles;
    return true;
  case NF_NETREDUCE_CSR_BAD_ACCESS:
    *value = r->bad_access;
    return true;
  case NF_NETREDUCE_CSR_SUMS:
    *value = r->sums;
    return true;
  case NF_NETREDUCE_CSR_HISTORIES:
    *value = r->histories;
    return true;
  case NF_NETREDUCE_CSR_ANNOUNCED:
    *value = r->announced;
    return true;
  case NF_NETREDUCE_CSR_LOCALS:
    *value = r->locals;
    return true;
  case NF_NETREDUCE_CSR_UNEVEN:
    *value = r->uneven;
    return true;
  case NF_NETREDUCE_CSR_INVALID:
    *value = r->invalid;
    return true;
  case NF_NETREDUCE_CSR_OVERFLOW:
    *value = r->overflow;
    return true;
  case NF_NETREDUCE_CSR_UNDERFLOW:
    *value = r->underflow;
    return true;
  case NF_NETREDUCE_CSR_INEXACT:
    *value = r->inexact;
    return true;
  case NF_NETREDUCE_CSR_DROPPED:
    *value = r->dropped;
    return true;
  case NF_NETREDUCE_CSR_MEMBER_SRC_IP:
    *value = r->member_src_ip;
    return true;
  case NF_NETREDUCE_CSR_MEMBER_DST_IP:
    *value = r->member_dst_ip;
    return true;
  case NF_NETREDUCE_CSR_MEMBER_DST_QP:
    *value = r->member_dst_qp;
    return true;
  case NF_NETREDUCE_CSR_MEMBER_SRC_QP:
    *value = r->member_src_qp;
    return true;
  case NF_NETREDUCE_CSR_MEMBER_PORT:
    *value = r->member_port.port | (uint32_t)r->member_port.role << 4 | (uint32_t)r->member_port.parts << 8;
    return true;
  case NF_NETREDUCE_CSR_AGAIN:
    *value = r->again;
    return true;
  case NF_NETREDUCE_CSR_NAKS:
    *value = r->naks;
    return true;
  case NF_NETREDUCE_CSR_REPLAYS:
    *value = r->replays;
    return true;
  default:
    break;
  }
  const uint32_t skipped = (addr - NF_NETREDUCE_CSR_SKIPPED) / 4;
  if (addr % 4 == 0 && skipped < r->cfg.Ports) {
    *value = r->skipped[skipped];
    return true;
  }
  const uint32_t overrun = (addr - NF_NETREDUCE_CSR_OVERRUN) / 4;
  if (addr % 4 == 0 && overrun < r->cfg.Ports) {
    *value = w->overrun[overrun];
    return true;
  }
  return false;
}

bool nf_netreduce_regs_write(nf_netreduce_regs *r, uint32_t addr, uint32_t value) {
  switch (addr) {
  case NF_NETREDUCE_CSR_CONTROL:
    r->control = (value & 0x1u) != 0;
    return true;
  case NF_NETREDUCE_CSR_INET_TAG:
    r->inet_tag = value;
    return true;
  case NF_NETREDUCE_CSR_OWN_MAC_LO:
    r->own_mac_lo = value;
    return true;
  case NF_NETREDUCE_CSR_OWN_MAC_HI:
    r->own_mac_hi = (uint16_t)(value & 0xffffu);
    return true;
  case NF_NETREDUCE_CSR_OWN_IP:
    r->own_ip = value;
    return true;
  case NF_NETREDUCE_CSR_SPINE_MAC_LO:
    r->spine_mac_lo = value;
    return true;
  case NF_NETREDUCE_CSR_SPINE_MAC_HI:
    r->spine_mac_hi = (uint16_t)(value & 0xffffu);
    return true;
  case NF_NETREDUCE_CSR_SPINE_IP:
    r->spine_ip = value;
    return true;
  case NF_NETREDUCE_CSR_LOCAL_NET:
    r->local_net = value;
    return true;
  case NF_NETREDUCE_CSR_LOCAL_MASK:
    r->local_mask = value;
    return true;
  case NF_NETREDUCE_CSR_PAUSE:
    if ((value & ~0xffffu) != 0 || (value & 0xffffu) == 0)
      return false;
    r->pause = (uint16_t)(value & 0xffffu);
    return true;
  case NF_NETREDUCE_CSR_RING_MEMBERS:
    if ((value & ~0xfu) != 0)
      return false;
    r->ring_members = (uint8_t)(value & 0xfu);
    return true;
  case NF_NETREDUCE_CSR_RING_LEAF:
    if ((value & ~0x1u) != 0)
      return false;
    r->ring_leaf = (value & 0x1u) != 0;
    return true;
  case NF_NETREDUCE_CSR_RING_WINDOW:
    if ((value & ~0x7u) != 0)
      return false;
    r->ring_window = (uint8_t)(value & 0x7u);
    return true;
  case NF_NETREDUCE_CSR_RING_FIRST:
    r->ring_first = value;
    return true;
  case NF_NETREDUCE_CSR_RING_SLOT:
    if ((value & ~0x7u) != 0)
      return false;
    r->ring_slot = (uint8_t)(value & 0x7u);
    return true;
  case NF_NETREDUCE_CSR_RING_DTYPE:
    if ((value & ~0xfu) != 0)
      return false;
    r->ring_dtype = (uint8_t)(value & 0xfu);
    return true;
  case NF_NETREDUCE_CSR_IRQ_STATUS:
    r->irq_status &= ~value;
    return true;
  case NF_NETREDUCE_CSR_IRQ_ENABLE:
    r->irq_enable = value & 0x3fu;
    return true;
  case NF_NETREDUCE_CSR_DRAIN:
    r->drain = value;
    return true;
  case NF_NETREDUCE_CSR_THRESHOLD:
    r->threshold = value;
    return true;
  case NF_NETREDUCE_CSR_STRAGGLER_RING:
    if ((value & ~0xfu) != 0 || (value & 0xfu) > r->cfg.Rings - 1u)
      return false;
    r->straggler_ring = (uint8_t)(value & 0xfu);
    return true;
  case NF_NETREDUCE_CSR_MEMBER_SRC_IP:
    r->member_src_ip = value;
    return true;
  case NF_NETREDUCE_CSR_MEMBER_DST_IP:
    r->member_dst_ip = value;
    return true;
  case NF_NETREDUCE_CSR_MEMBER_DST_QP:
    if ((value & ~0xffffffu) != 0)
      return false;
    r->member_dst_qp = (uint32_t)(value & 0xffffffu);
    return true;
  case NF_NETREDUCE_CSR_MEMBER_SRC_QP:
    if ((value & ~0xffffffu) != 0)
      return false;
    r->member_src_qp = (uint32_t)(value & 0xffffffu);
    return true;
  case NF_NETREDUCE_CSR_MEMBER_PORT:
    if ((value & ~0x7f37u) != 0 || (value & 0x7u) > r->cfg.Ports - 1u || (value >> 4 & 0x3u) > 2)
      return false;
    r->member_port.port = (uint8_t)(value & 0x7u);
    r->member_port.role = (uint8_t)(value >> 4 & 0x3u);
    r->member_port.parts = (uint8_t)(value >> 8 & 0x7fu);
    return true;
  case NF_NETREDUCE_CSR_AGAIN:
    if ((value & ~0xffffffu) != 0)
      return false;
    r->again = (uint32_t)(value & 0xffffffu);
    return true;
  default:
    return false;
  }
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
