// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_regfile.py from rtl/ace/nf_ace_regs.rdl; change that.
#include "nf_ace_regs.h"

#include "ace/nf_ace_pkg.h"

// clang-format off
void nf_ace_regs_reset(nf_ace_regs *r, const nf_ace_regs_cfg *cfg) {
  *r = (nf_ace_regs){.cfg = *cfg};
  r->watchdog = 0x40000000u;
  r->wait_select = (uint16_t)((1u << r->cfg.Machines) - 1u);
  r->poison_first_hi = 0xffffu;
  r->dma_watchdog = 0x1000000u;
}

bool nf_ace_regs_read(const nf_ace_regs *r, const nf_ace_regs_wires *w, uint32_t addr, uint32_t *value) {
  switch (addr) {
  case NF_ACE_CSR_ID:
    *value = 0x41434531u;
    return true;
  case NF_ACE_CSR_BUILD:
    *value = (r->cfg.Machines) | (uint32_t)(r->cfg.Ports) << 8 | (uint32_t)(r->cfg.WordBytes / 64u) << 12 | (uint32_t)(r->cfg.Banks) << 16 | (uint32_t)(r->cfg.Alus) << 24 | (uint32_t)(r->cfg.Lanes) << 28;
    return true;
  case NF_ACE_CSR_NODE:
    *value = r->node;
    return true;
  case NF_ACE_CSR_CONTROL:
    *value = r->control;
    return true;
  case NF_ACE_CSR_WATCHDOG:
    *value = r->watchdog;
    return true;
  case NF_ACE_CSR_STATUS:
    *value = w->status.busy | (uint32_t)w->status.fault << 1 | (uint32_t)w->status.abort_ << 2 | (uint32_t)w->status.free << 8;
    return true;
  case NF_ACE_CSR_IRQ_STATUS:
    *value = r->irq_status;
    return true;
  case NF_ACE_CSR_IRQ_ENABLE:
    *value = r->irq_enable;
    return true;
  case NF_ACE_CSR_FAULT_CAUSE:
    *value = r->fault_cause_cause | (uint32_t)r->fault_cause_wait << 8 | (uint32_t)r->fault_cause_machine << 24 | (uint32_t)w->fault_cause_valid << 31;
    return true;
  case NF_ACE_CSR_FAULT_WHERE:
    *value = r->fault_where.pc | (uint32_t)r->fault_where.row << 16 | (uint32_t)r->fault_where.phase << 24;
    return true;
  case NF_ACE_CSR_FAULT_CHUNK:
    *value = r->fault_chunk;
    return true;
  case NF_ACE_CSR_WAIT_SELECT:
    *value = r->wait_select;
    return true;
  case NF_ACE_CSR_BAD_ACCESS:
    *value = r->bad_access;
    return true;
  case NF_ACE_CSR_BAD_PACKET:
    *value = r->bad_packet;
    return true;
  case NF_ACE_CSR_CHUNKS_DONE:
    *value = r->chunks_done;
    return true;
  case NF_ACE_CSR_CMD_SRC_LO:
    *value = r->cmd_src_lo;
    return true;
  case NF_ACE_CSR_CMD_SRC_HI:
    *value = r->cmd_src_hi;
    return true;
  case NF_ACE_CSR_CMD_DST_LO:
    *value = r->cmd_dst_lo;
    return true;
  case NF_ACE_CSR_CMD_DST_HI:
    *value = r->cmd_dst_hi;
    return true;
  case NF_ACE_CSR_CMD_SRC_STRIDE:
    *value = r->cmd_src_stride;
    return true;
  case NF_ACE_CSR_CMD_DST_STRIDE:
    *value = r->cmd_dst_stride;
    return true;
  case NF_ACE_CSR_CMD_BLOCK:
    *value = r->cmd_block;
    return true;
  case NF_ACE_CSR_CMD_SRC_TOTAL:
    *value = r->cmd_src_total;
    return true;
  case NF_ACE_CSR_CMD_DST_TOTAL:
    *value = r->cmd_dst_total;
    return true;
  case NF_ACE_CSR_CMD_SHAPE:
    *value = r->cmd_shape.message | (uint32_t)r->cmd_shape.src_pieces << 16 | (uint32_t)r->cmd_shape.dst_pieces << 24;
    return true;
  case NF_ACE_CSR_CYCLES:
    *value = r->cycles;
    return true;
  case NF_ACE_CSR_TX_DMA_BEATS:
    *value = r->tx_dma_beats;
    return true;
  case NF_ACE_CSR_RX_DMA_BEATS:
    *value = r->rx_dma_beats;
    return true;
  case NF_ACE_CSR_GRANTS:
    *value = r->grants;
    return true;
  case NF_ACE_CSR_REDUCTIONS:
    *value = r->reductions;
    return true;
  case NF_ACE_CSR_FLAGS:
    *value = r->flags;
    return true;
  case NF_ACE_CSR_POISONED:
    *value = r->poisoned;
    return true;
  case NF_ACE_CSR_POISON_FIRST_LO:
    *value = w->poison_first_lo;
    return true;
  case NF_ACE_CSR_POISON_FIRST_HI:
    *value = r->poison_first_hi;
    return true;
  case NF_ACE_CSR_POISON_LAST_LO:
    *value = w->poison_last_lo;
    return true;
  case NF_ACE_CSR_POISON_LAST_HI:
    *value = r->poison_last_hi;
    return true;
  case NF_ACE_CSR_HOST_DROPPED:
    *value = r->host_dropped;
    return true;
  case NF_ACE_CSR_DMA_WATCHDOG:
    *value = r->dma_watchdog;
    return true;
  case NF_ACE_CSR_DMA_FAULT:
    *value = w->dma_fault;
    return true;
  case NF_ACE_CSR_EPOCH_OLD:
    *value = r->epoch_old;
    return true;
  case NF_ACE_CSR_EPOCH_NEW:
    *value = r->epoch_new;
    return true;
  default:
    break;
  }
  const uint32_t wait = (addr - NF_ACE_CSR_WAIT_BASE) / 4;
  if (addr % 4 == 0 && wait < 0xau) {
    *value = r->wait_[wait];
    return true;
  }
  const uint32_t machine = (addr - NF_ACE_CSR_MACHINE) / 4;
  if (addr % 4 == 0 && machine < r->cfg.Machines) {
    *value = w->machine_pc[machine] | (uint32_t)w->machine_wait[machine] << 24 | (uint32_t)w->machine_busy[machine] << 31;
    return true;
  }
  return false;
}

bool nf_ace_regs_write(nf_ace_regs *r, uint32_t addr, uint32_t value) {
  switch (addr) {
  case NF_ACE_CSR_NODE:
    r->node = (uint16_t)(value & 0x3ffu);
    return true;
  case NF_ACE_CSR_CONTROL:
    r->control = (value & 0x1u) != 0;
    return true;
  case NF_ACE_CSR_WATCHDOG:
    r->watchdog = value;
    return true;
  case NF_ACE_CSR_IRQ_STATUS:
    r->irq_status &= ~value;
    return true;
  case NF_ACE_CSR_IRQ_ENABLE:
    r->irq_enable = value & 0x3fu;
    return true;
  case NF_ACE_CSR_WAIT_SELECT:
    r->wait_select = (uint16_t)(value & ((1u << r->cfg.Machines) - 1));
    return true;
  case NF_ACE_CSR_CMD_SRC_LO:
    r->cmd_src_lo = value;
    return true;
  case NF_ACE_CSR_CMD_SRC_HI:
    r->cmd_src_hi = (uint16_t)(value & 0xffffu);
    return true;
  case NF_ACE_CSR_CMD_DST_LO:
    r->cmd_dst_lo = value;
    return true;
  case NF_ACE_CSR_CMD_DST_HI:
    r->cmd_dst_hi = (uint16_t)(value & 0xffffu);
    return true;
  case NF_ACE_CSR_CMD_SRC_STRIDE:
    r->cmd_src_stride = value;
    return true;
  case NF_ACE_CSR_CMD_DST_STRIDE:
    r->cmd_dst_stride = value;
    return true;
  case NF_ACE_CSR_CMD_BLOCK:
    r->cmd_block = value;
    return true;
  case NF_ACE_CSR_CMD_SRC_TOTAL:
    r->cmd_src_total = value;
    return true;
  case NF_ACE_CSR_CMD_DST_TOTAL:
    r->cmd_dst_total = value;
    return true;
  case NF_ACE_CSR_CMD_SHAPE:
    r->cmd_shape.message = (uint16_t)(value & 0xffffu);
    r->cmd_shape.src_pieces = (uint8_t)(value >> 16 & 0xffu);
    r->cmd_shape.dst_pieces = (uint8_t)(value >> 24 & 0xffu);
    return true;
  case NF_ACE_CSR_FLAGS:
    r->flags &= ~value;
    return true;
  case NF_ACE_CSR_POISONED:
    r->poisoned = 0;
    return true;
  case NF_ACE_CSR_DMA_WATCHDOG:
    r->dma_watchdog = value;
    return true;
  default:
    return false;
  }
}

void nf_ace_regs_step(nf_ace_regs *r, const nf_ace_regs_events *e) {
  r->irq_status |= e->irq_status & 0x3fu;
  if (e->fault_cause_we) {
    r->fault_cause_cause = e->fault_cause_cause;
    r->fault_cause_wait = e->fault_cause_wait;
    r->fault_cause_machine = e->fault_cause_machine;
  }
  if (e->fault_where_we) {
    r->fault_where.pc = e->fault_where.pc;
    r->fault_where.row = e->fault_where.row;
    r->fault_where.phase = e->fault_where.phase;
  }
  if (e->fault_chunk_we) {
    r->fault_chunk = e->fault_chunk;
  }
  r->bad_access += e->refused;
  r->bad_packet += e->bad_packet;
  r->chunks_done += e->chunks_done;
  r->cycles += e->cycles;
  r->tx_dma_beats += e->tx_dma_beats;
  r->rx_dma_beats += e->rx_dma_beats;
  r->grants += e->grants;
  r->reductions += e->reductions;
  r->flags |= e->flags & 0xfu;
  r->poisoned += e->poisoned;
  if (e->poison_first_hi_we) {
    r->poison_first_hi = e->poison_first_hi;
  }
  if (e->poison_last_hi_we) {
    r->poison_last_hi = e->poison_last_hi;
  }
  r->host_dropped += e->host_dropped;
  r->epoch_old += e->epoch_old;
  r->epoch_new += e->epoch_new;
  for (unsigned i = 0; i < 0xau; i++)
    r->wait_[i] += e->wait_[i];
}
// clang-format on
