// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_regfile.py from rtl/ace/nf_ace_regs.rdl; change that.
#include "nf_ace_regs.h"

#include "ace/nf_ace_pkg.h"
#include <stddef.h>

// clang-format off
void nf_ace_regs_reset(nf_ace_regs *r, const nf_ace_regs_cfg *cfg) {
  *r = (nf_ace_regs){.cfg = *cfg};
  r->watchdog = 0x40000000u;
  r->wait_select = (uint16_t)((1u << r->cfg.Machines) - 1u);
  r->poison_first_hi = 0xffffu;
  r->dma_watchdog = 0x1000000u;
}

static uint32_t read_id(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)r, (void)w; return 0x41434531u; }
static uint32_t read_build(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return (r->cfg.Machines) | (uint32_t)(r->cfg.Ports) << 8 | (uint32_t)(r->cfg.WordBytes / 32u) << 12 | (uint32_t)(r->cfg.Banks) << 16 | (uint32_t)(r->cfg.Alus) << 24 | (uint32_t)(r->cfg.Lanes) << 28; }
static uint32_t read_node(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->node; }
static bool write_node(nf_ace_regs *r, uint32_t value) {
  r->node = (uint16_t)(value & 0x3ffu);
  return true;
}
static uint32_t read_control(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->control; }
static bool write_control(nf_ace_regs *r, uint32_t value) {
  r->control = (value & 0x1u) != 0;
  return true;
}
static uint32_t read_watchdog(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->watchdog; }
static bool write_watchdog(nf_ace_regs *r, uint32_t value) {
  r->watchdog = value;
  return true;
}
static uint32_t read_status(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)r; return w->status.busy | (uint32_t)w->status.fault << 1 | (uint32_t)w->status.abort_ << 2 | (uint32_t)w->status.free << 8; }
static uint32_t read_irq_status(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->irq_status; }
static bool write_irq_status(nf_ace_regs *r, uint32_t value) {
  r->irq_status &= ~value;
  return true;
}
static uint32_t read_irq_enable(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->irq_enable; }
static bool write_irq_enable(nf_ace_regs *r, uint32_t value) {
  r->irq_enable = value & 0x3fu;
  return true;
}
static uint32_t read_fault_cause(const nf_ace_regs *r, const nf_ace_regs_wires *w) { return r->fault_cause_cause | (uint32_t)r->fault_cause_wait << 8 | (uint32_t)r->fault_cause_machine << 24 | (uint32_t)w->fault_cause_valid << 31; }
static uint32_t read_fault_where(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->fault_where.pc | (uint32_t)r->fault_where.row << 16 | (uint32_t)r->fault_where.phase << 24; }
static uint32_t read_fault_chunk(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->fault_chunk; }
static uint32_t read_wait_select(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->wait_select; }
static bool write_wait_select(nf_ace_regs *r, uint32_t value) {
  r->wait_select = (uint16_t)(value & ((1u << r->cfg.Machines) - 1));
  return true;
}
static uint32_t read_bad_access(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->bad_access; }
static uint32_t read_bad_packet(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->bad_packet; }
static uint32_t read_chunks_done(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->chunks_done; }
static uint32_t read_cmd_src_lo(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->cmd_src_lo; }
static bool write_cmd_src_lo(nf_ace_regs *r, uint32_t value) {
  r->cmd_src_lo = value;
  return true;
}
static uint32_t read_cmd_src_hi(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->cmd_src_hi; }
static bool write_cmd_src_hi(nf_ace_regs *r, uint32_t value) {
  r->cmd_src_hi = (uint16_t)(value & 0xffffu);
  return true;
}
static uint32_t read_cmd_dst_lo(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->cmd_dst_lo; }
static bool write_cmd_dst_lo(nf_ace_regs *r, uint32_t value) {
  r->cmd_dst_lo = value;
  return true;
}
static uint32_t read_cmd_dst_hi(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->cmd_dst_hi; }
static bool write_cmd_dst_hi(nf_ace_regs *r, uint32_t value) {
  r->cmd_dst_hi = (uint16_t)(value & 0xffffu);
  return true;
}
static uint32_t read_cmd_src_stride(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->cmd_src_stride; }
static bool write_cmd_src_stride(nf_ace_regs *r, uint32_t value) {
  r->cmd_src_stride = value;
  return true;
}
static uint32_t read_cmd_dst_stride(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->cmd_dst_stride; }
static bool write_cmd_dst_stride(nf_ace_regs *r, uint32_t value) {
  r->cmd_dst_stride = value;
  return true;
}
static uint32_t read_cmd_block(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->cmd_block; }
static bool write_cmd_block(nf_ace_regs *r, uint32_t value) {
  r->cmd_block = value;
  return true;
}
static uint32_t read_cmd_src_total(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->cmd_src_total; }
static bool write_cmd_src_total(nf_ace_regs *r, uint32_t value) {
  r->cmd_src_total = value;
  return true;
}
static uint32_t read_cmd_dst_total(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->cmd_dst_total; }
static bool write_cmd_dst_total(nf_ace_regs *r, uint32_t value) {
  r->cmd_dst_total = value;
  return true;
}
static uint32_t read_cmd_shape(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->cmd_shape.message | (uint32_t)r->cmd_shape.src_pieces << 16 | (uint32_t)r->cmd_shape.dst_pieces << 24; }
static bool write_cmd_shape(nf_ace_regs *r, uint32_t value) {
  r->cmd_shape.message = (uint16_t)(value & 0xffffu);
  r->cmd_shape.src_pieces = (uint8_t)(value >> 16 & 0xffu);
  r->cmd_shape.dst_pieces = (uint8_t)(value >> 24 & 0xffu);
  return true;
}
static uint32_t read_cycles(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->cycles; }
static uint32_t read_tx_dma_beats(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->tx_dma_beats; }
static uint32_t read_rx_dma_beats(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->rx_dma_beats; }
static uint32_t read_grants(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->grants; }
static uint32_t read_reductions(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->reductions; }
static uint32_t read_flags(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->flags; }
static bool write_flags(nf_ace_regs *r, uint32_t value) {
  r->flags &= ~value;
  return true;
}
static uint32_t read_poisoned(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->poisoned; }
static bool write_poisoned(nf_ace_regs *r, uint32_t value) {
  (void)value;
  r->poisoned = 0;
  return true;
}
static uint32_t read_poison_first_lo(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)r; return w->poison_first_lo; }
static uint32_t read_poison_first_hi(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->poison_first_hi; }
static uint32_t read_poison_last_lo(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)r; return w->poison_last_lo; }
static uint32_t read_poison_last_hi(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->poison_last_hi; }
static uint32_t read_host_dropped(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->host_dropped; }
static uint32_t read_dma_watchdog(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->dma_watchdog; }
static bool write_dma_watchdog(nf_ace_regs *r, uint32_t value) {
  r->dma_watchdog = value;
  return true;
}
static uint32_t read_dma_fault(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)r; return w->dma_fault; }
static uint32_t read_epoch_old(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->epoch_old; }
static uint32_t read_epoch_new(const nf_ace_regs *r, const nf_ace_regs_wires *w) { (void)w; return r->epoch_new; }

// The functions of each register, at its address; NULL where it is not read, or not written.
static const struct {
  uint32_t (*read)(const nf_ace_regs *r, const nf_ace_regs_wires *w);
  bool (*write)(nf_ace_regs *r, uint32_t value);
} rows[] = {
  [NF_ACE_CSR_ID / 4] = {.read = read_id},
  [NF_ACE_CSR_BUILD / 4] = {.read = read_build},
  [NF_ACE_CSR_NODE / 4] = {.read = read_node, .write = write_node},
  [NF_ACE_CSR_CONTROL / 4] = {.read = read_control, .write = write_control},
  [NF_ACE_CSR_WATCHDOG / 4] = {.read = read_watchdog, .write = write_watchdog},
  [NF_ACE_CSR_STATUS / 4] = {.read = read_status},
  [NF_ACE_CSR_IRQ_STATUS / 4] = {.read = read_irq_status, .write = write_irq_status},
  [NF_ACE_CSR_IRQ_ENABLE / 4] = {.read = read_irq_enable, .write = write_irq_enable},
  [NF_ACE_CSR_FAULT_CAUSE / 4] = {.read = read_fault_cause},
  [NF_ACE_CSR_FAULT_WHERE / 4] = {.read = read_fault_where},
  [NF_ACE_CSR_FAULT_CHUNK / 4] = {.read = read_fault_chunk},
  [NF_ACE_CSR_WAIT_SELECT / 4] = {.read = read_wait_select, .write = write_wait_select},
  [NF_ACE_CSR_BAD_ACCESS / 4] = {.read = read_bad_access},
  [NF_ACE_CSR_BAD_PACKET / 4] = {.read = read_bad_packet},
  [NF_ACE_CSR_CHUNKS_DONE / 4] = {.read = read_chunks_done},
  [NF_ACE_CSR_CMD_SRC_LO / 4] = {.read = read_cmd_src_lo, .write = write_cmd_src_lo},
  [NF_ACE_CSR_CMD_SRC_HI / 4] = {.read = read_cmd_src_hi, .write = write_cmd_src_hi},
  [NF_ACE_CSR_CMD_DST_LO / 4] = {.read = read_cmd_dst_lo, .write = write_cmd_dst_lo},
  [NF_ACE_CSR_CMD_DST_HI / 4] = {.read = read_cmd_dst_hi, .write = write_cmd_dst_hi},
  [NF_ACE_CSR_CMD_SRC_STRIDE / 4] = {.read = read_cmd_src_stride, .write = write_cmd_src_stride},
  [NF_ACE_CSR_CMD_DST_STRIDE / 4] = {.read = read_cmd_dst_stride, .write = write_cmd_dst_stride},
  [NF_ACE_CSR_CMD_BLOCK / 4] = {.read = read_cmd_block, .write = write_cmd_block},
  [NF_ACE_CSR_CMD_SRC_TOTAL / 4] = {.read = read_cmd_src_total, .write = write_cmd_src_total},
  [NF_ACE_CSR_CMD_DST_TOTAL / 4] = {.read = read_cmd_dst_total, .write = write_cmd_dst_total},
  [NF_ACE_CSR_CMD_SHAPE / 4] = {.read = read_cmd_shape, .write = write_cmd_shape},
  [NF_ACE_CSR_CYCLES / 4] = {.read = read_cycles},
  [NF_ACE_CSR_TX_DMA_BEATS / 4] = {.read = read_tx_dma_beats},
  [NF_ACE_CSR_RX_DMA_BEATS / 4] = {.read = read_rx_dma_beats},
  [NF_ACE_CSR_GRANTS / 4] = {.read = read_grants},
  [NF_ACE_CSR_REDUCTIONS / 4] = {.read = read_reductions},
  [NF_ACE_CSR_FLAGS / 4] = {.read = read_flags, .write = write_flags},
  [NF_ACE_CSR_POISONED / 4] = {.read = read_poisoned, .write = write_poisoned},
  [NF_ACE_CSR_POISON_FIRST_LO / 4] = {.read = read_poison_first_lo},
  [NF_ACE_CSR_POISON_FIRST_HI / 4] = {.read = read_poison_first_hi},
  [NF_ACE_CSR_POISON_LAST_LO / 4] = {.read = read_poison_last_lo},
  [NF_ACE_CSR_POISON_LAST_HI / 4] = {.read = read_poison_last_hi},
  [NF_ACE_CSR_HOST_DROPPED / 4] = {.read = read_host_dropped},
  [NF_ACE_CSR_DMA_WATCHDOG / 4] = {.read = read_dma_watchdog, .write = write_dma_watchdog},
  [NF_ACE_CSR_DMA_FAULT / 4] = {.read = read_dma_fault},
  [NF_ACE_CSR_EPOCH_OLD / 4] = {.read = read_epoch_old},
  [NF_ACE_CSR_EPOCH_NEW / 4] = {.read = read_epoch_new},
};
enum { ROWS = sizeof rows / sizeof *rows };

bool nf_ace_regs_read(const nf_ace_regs *r, const nf_ace_regs_wires *w, uint32_t addr, uint32_t *value) {
  if (addr % 4 != 0)
    return false;
  if (addr / 4 < ROWS && rows[addr / 4].read != NULL) {
    *value = rows[addr / 4].read(r, w);
    return true;
  }
  const uint32_t wait = (addr - NF_ACE_CSR_WAIT_BASE) / 4;
  if (wait < 0xau) {
    *value = r->wait_[wait];
    return true;
  }
  const uint32_t machine = (addr - NF_ACE_CSR_MACHINE) / 4;
  if (machine < r->cfg.Machines) {
    *value = w->machine_pc[machine] | (uint32_t)w->machine_wait[machine] << 24 | (uint32_t)w->machine_busy[machine] << 31;
    return true;
  }
  return false;
}

bool nf_ace_regs_write(nf_ace_regs *r, uint32_t addr, uint32_t value) {
  if (addr % 4 != 0 || addr / 4 >= ROWS || rows[addr / 4].write == NULL)
    return false;
  return rows[addr / 4].write(r, value);
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
