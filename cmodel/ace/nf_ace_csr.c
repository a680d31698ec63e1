// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A register file behind nf_axil, counters, the first fault and the queue of completions. A step
// answers from the state as it was, then counts.
#include "nf_ace_csr.h"

#include "ace/nf_ace_word.h"
#include "common/nf_axil.h"
#include <stdlib.h>

enum { QUEUE = 8, ID = 0x41434531 };

struct nf_ace_csr {
  nf_ace_csr_out out;
  nf_ace_csr_cfg cfg;
  uint16_t machines; // one bit each
  nf_axil *bus;
  uint32_t shape, bad_access, bad_packet, chunks, cycles, tx_beats, rx_beats, grants, reductions,
      poisoned, host_dropped, stale, early;
  uint64_t poison_first, poison_last;
  uint32_t waits[NF_ACE_WAITS];
  uint8_t next_epoch, irq, irq_enable, fault_machine, flags, dma_fault;
  uint64_t fault;
  uint32_t completions[QUEUE]; // as they are read
  uint8_t first, count;
};

// to_cfg: partitions, plans, queue pairs of ports and programs of machines that there are.
static bool on_bus(const nf_ace_csr *m, uint32_t a) {
  if ((a & 0xfff80u) == NF_ACE_CSR_PARTITION)
    return (a >> 2 & 3) != 3;
  if ((a & 0xffe00u) == NF_ACE_CSR_PLAN)
    return true;
  if ((a & 0xff800u) == NF_ACE_CSR_QP)
    return (a >> 8 & 7) < m->cfg.Ports && (a & 8) == 0;
  if ((a & 0xe0000u) == NF_ACE_CSR_PROGRAM)
    return (a >> 13 & 15) < m->cfg.Machines;
  return false;
}

// src_lo_q, dst_lo_q.
static void set_low(uint64_t *r, uint32_t v) { *r = (*r & ~0xffffffffull) | v; }
// src_hi_q, dst_hi_q: addresses have 48 bits.
static void set_high(uint64_t *r, uint32_t v) {
  *r = (*r & 0xffffffffull) | (uint64_t)(v & 0xffff) << 32;
}

// shape_q and the three ports that are parts of it.
static void set_shape(nf_ace_csr *m, uint32_t v) {
  m->shape = v;
  m->out.cmd_msg = (uint16_t)v;
  m->out.cmd_src_pieces = (uint8_t)(v >> 16);
  m->out.cmd_dst_pieces = (uint8_t)(v >> 24);
}

// write && go_ok: a command goes to the scheduler. In an abort it would be ended with the others,
// so it is refused. +++
static bool enter(nf_ace_csr *m, const nf_ace_csr_in *in, uint32_t v) {
  if (in->free == 0 || m->out.abort)
    return false;
  m->out.cmd_valid = true;
  m->out.cmd_plan = v & 7;
  m->out.cmd_red_op = v >> 4 & 15;
  m->out.cmd_dtype = v >> 8 & 15;
  m->out.cmd_tag = (uint16_t)(v >> 16);
  return true;
}

// The epoch that is would protect from nothing.
static bool begin_abort(nf_ace_csr *m, uint8_t epoch) {
  if (m->out.abort || epoch == m->out.epoch)
    return false;
  m->out.abort = true;
  m->next_epoch = epoch;
  return true;
}

// Bits of the registers whose bits a write clears.
typedef struct {
  uint8_t irq, flags;
  bool poison;
} cleared;

// False: the access makes no sense.
static bool write_register(nf_ace_csr *m, const nf_ace_csr_in *in, uint32_t addr, uint32_t v,
                           cleared *clear) {
  nf_ace_csr_out *const o = &m->out;
  switch (addr) {
  case NF_ACE_CSR_NODE:
    o->node = v & 0x3ff;
    return true;
  case NF_ACE_CSR_CONTROL:
    o->run = v & 1;
    return true;
  case NF_ACE_CSR_WATCHDOG:
    o->watchdog = v;
    return true;
  case NF_ACE_CSR_DMA_WATCHDOG:
    o->dma_watchdog = v;
    return true;
  case NF_ACE_CSR_IRQ_STATUS:
    clear->irq = v & 63;
    return true;
  case NF_ACE_CSR_FLAGS:
    clear->flags = v & 15;
    return true;
  case NF_ACE_CSR_POISONED:
    clear->poison = true;
    return true;
  case NF_ACE_CSR_IRQ_ENABLE:
    m->irq_enable = v & 63;
    return true;
  case NF_ACE_CSR_WAIT_SELECT:
    o->select = (uint16_t)(v & m->machines);
    return true;
  case NF_ACE_CSR_CMD_SRC_LO:
    set_low(&o->cmd_src, v);
    return true;
  case NF_ACE_CSR_CMD_SRC_HI:
    set_high(&o->cmd_src, v);
    return true;
  case NF_ACE_CSR_CMD_DST_LO:
    set_low(&o->cmd_dst, v);
    return true;
  case NF_ACE_CSR_CMD_DST_HI:
    set_high(&o->cmd_dst, v);
    return true;
  case NF_ACE_CSR_CMD_SRC_STRIDE:
    o->cmd_src_stride = v;
    return true;
  case NF_ACE_CSR_CMD_DST_STRIDE:
    o->cmd_dst_stride = v;
    return true;
  case NF_ACE_CSR_CMD_BLOCK:
    o->cmd_block = v;
    return true;
  case NF_ACE_CSR_CMD_SRC_TOTAL:
    o->cmd_src_total = v;
    return true;
  case NF_ACE_CSR_CMD_DST_TOTAL:
    o->cmd_dst_total = v;
    return true;
  case NF_ACE_CSR_CMD_SHAPE:
    set_shape(m, v);
    return true;
  case NF_ACE_CSR_EPOCH:
    return begin_abort(m, v & 127);
  case NF_ACE_CSR_CMD_GO:
    return enter(m, in, v);
  default:
    break;
  }
  if (!on_bus(m, addr))
    return false;
  const bool ok = addr % 4 == 0;
  o->cfg_valid = ok;
  o->cfg_addr = addr;
  o->cfg_wdata = v;
  return ok;
}

// read_ok and read_data. Reading COMPLETION takes the entry (cpl_pop); an empty queue reads as 0.
static bool read_register(nf_ace_csr *m, const nf_ace_csr_in *in, uint32_t addr, uint32_t *v) {
  const nf_ace_csr_out *const o = &m->out;
  switch (addr) {
  case NF_ACE_CSR_ID:
    *v = ID;
    return true;
  case NF_ACE_CSR_BUILD:
    *v = m->cfg.Machines | m->cfg.Ports << 8 | m->cfg.WordBytes / NF_ACE_MIN_WORD_BYTES << 12 |
         m->cfg.Banks << 16 | m->cfg.Alus << 24 | m->cfg.Lanes << 28;
    return true;
  case NF_ACE_CSR_NODE:
    *v = o->node;
    return true;
  case NF_ACE_CSR_CONTROL:
    *v = o->run;
    return true;
  case NF_ACE_CSR_WATCHDOG:
    *v = o->watchdog;
    return true;
  case NF_ACE_CSR_DMA_WATCHDOG:
    *v = o->dma_watchdog;
    return true;
  case NF_ACE_CSR_DMA_FAULT:
    *v = m->dma_fault;
    return true;
  case NF_ACE_CSR_STATUS:
    *v = in->busy | (uint32_t)o->fault << 1 | (uint32_t)o->abort << 2 | (uint32_t)in->free << 8;
    return true;
  case NF_ACE_CSR_IRQ_STATUS:
    *v = m->irq;
    return true;
  case NF_ACE_CSR_IRQ_ENABLE:
    *v = m->irq_enable;
    return true;
  case NF_ACE_CSR_COMPLETION:
    if (m->count != 0) {
      *v = m->completions[m->first];
      m->first = (uint8_t)((m->first + 1) % QUEUE);
      m->count--;
    }
    return true;
  case NF_ACE_CSR_FAULT_CAUSE:
    *v = (uint32_t)o->fault << 31 | (uint32_t)m->fault_machine << 24 |
         (uint32_t)nf_ace_fault_wait(&m->fault) << 8 | nf_ace_fault_cause(&m->fault);
    return true;
  case NF_ACE_CSR_FAULT_WHERE:
    *v = nf_ace_fault_pc(&m->fault) | (uint32_t)nf_ace_fault_id(&m->fault) << 16 |
         (uint32_t)nf_ace_fault_phase(&m->fault) << 24;
    return true;
  case NF_ACE_CSR_FAULT_CHUNK:
    *v = nf_ace_fault_index(&m->fault);
    return true;
  case NF_ACE_CSR_WAIT_SELECT:
    *v = o->select;
    return true;
  case NF_ACE_CSR_BAD_ACCESS:
    *v = m->bad_access;
    return true;
  case NF_ACE_CSR_BAD_PACKET:
    *v = m->bad_packet;
    return true;
  case NF_ACE_CSR_CHUNKS_DONE:
    *v = m->chunks;
    return true;
  case NF_ACE_CSR_CMD_SRC_LO:
    *v = (uint32_t)o->cmd_src;
    return true;
  case NF_ACE_CSR_CMD_SRC_HI:
    *v = (uint32_t)(o->cmd_src >> 32);
    return true;
  case NF_ACE_CSR_CMD_DST_LO:
    *v = (uint32_t)o->cmd_dst;
    return true;
  case NF_ACE_CSR_CMD_DST_HI:
    *v = (uint32_t)(o->cmd_dst >> 32);
    return true;
  case NF_ACE_CSR_CMD_SRC_STRIDE:
    *v = o->cmd_src_stride;
    return true;
  case NF_ACE_CSR_CMD_DST_STRIDE:
    *v = o->cmd_dst_stride;
    return true;
  case NF_ACE_CSR_CMD_BLOCK:
    *v = o->cmd_block;
    return true;
  case NF_ACE_CSR_CMD_SRC_TOTAL:
    *v = o->cmd_src_total;
    return true;
  case NF_ACE_CSR_CMD_DST_TOTAL:
    *v = o->cmd_dst_total;
    return true;
  case NF_ACE_CSR_CMD_SHAPE:
    *v = m->shape;
    return true;
  case NF_ACE_CSR_CYCLES:
    *v = m->cycles;
    return true;
  case NF_ACE_CSR_TX_DMA_BEATS:
    *v = m->tx_beats;
    return true;
  case NF_ACE_CSR_RX_DMA_BEATS:
    *v = m->rx_beats;
    return true;
  case NF_ACE_CSR_GRANTS:
    *v = m->grants;
    return true;
  case NF_ACE_CSR_REDUCTIONS:
    *v = m->reductions;
    return true;
  case NF_ACE_CSR_FLAGS:
    *v = m->flags;
    return true;
  case NF_ACE_CSR_EPOCH:
    *v = o->epoch;
    return true;
  case NF_ACE_CSR_EPOCH_OLD:
    *v = m->stale;
    return true;
  case NF_ACE_CSR_EPOCH_NEW:
    *v = m->early;
    return true;
  case NF_ACE_CSR_HOST_DROPPED:
    *v = m->host_dropped;
    return true;
  case NF_ACE_CSR_POISONED:
    *v = m->poisoned;
    return true;
  case NF_ACE_CSR_POISON_FIRST_LO:
    *v = (uint32_t)m->poison_first;
    return true;
  case NF_ACE_CSR_POISON_FIRST_HI:
    *v = (uint32_t)(m->poison_first >> 32);
    return true;
  case NF_ACE_CSR_POISON_LAST_LO:
    *v = (uint32_t)m->poison_last;
    return true;
  case NF_ACE_CSR_POISON_LAST_HI:
    *v = (uint32_t)(m->poison_last >> 32);
    return true;
  default:
    break;
  }
  if (addr % 4 != 0)
    return false;
  const uint32_t w = (addr - NF_ACE_CSR_WAIT_BASE) / 4;
  const uint32_t k = (addr - NF_ACE_CSR_MACHINE) / 4;
  if (w < NF_ACE_WAITS)
    *v = m->waits[w];
  else if (k < m->cfg.Machines)
    *v = (uint32_t)(in->machine_busy >> k & 1) << 31 | (uint32_t)(in->machine_wait[k] & 15) << 24 |
         in->machine_pc[k];
  else
    return false;
  return true;
}

// The bus moves.
static void step_bus(nf_ace_csr *m, const nf_ace_csr_in *in, bool may_write, cleared *clear) {
  nf_ace_csr_out *const o = &m->out;
  const nf_axil_out *const x = nf_axil_peek(m->bus);
  nf_axil_in a = {.aw_valid = in->aw_valid,
                  .w_valid = in->w_valid,
                  .b_ready = in->b_ready,
                  .ar_valid = in->ar_valid,
                  .r_ready = in->r_ready,
                  .aw_addr = in->aw_addr,
                  .w_data = in->w_data,
                  .ar_addr = in->ar_addr,
                  .write_ready = may_write,
                  .read_ready = true};
  // Reads first: they see the registers as they were.
  uint32_t bad = 0;
  if (x->read_valid) {
    a.read_ok = read_register(m, in, x->read_addr, &a.read_data);
    bad += !a.read_ok;
  }
  if (x->write_valid && may_write) {
    a.write_ok = write_register(m, in, x->write_addr, x->write_data, clear);
    bad += !a.write_ok;
  }
  m->bad_access += bad;
  nf_axil_step(m->bus, &a);
  o->aw_ready = x->aw_ready;
  o->w_ready = x->w_ready;
  o->ar_ready = x->ar_ready;
  o->b_valid = x->b_valid;
  o->b_resp = x->b_resp;
  o->r_valid = x->r_valid;
  o->r_resp = x->r_resp;
  o->r_data = x->r_data;
}

// fault_found and the registers of the first fault: of several in one cycle the lowest machine's.
static bool first_fault(nf_ace_csr *m, const nf_ace_csr_in *in) {
  if (m->out.fault)
    return false;
  for (unsigned k = 0; k < m->cfg.Machines; k++)
    if (nf_ace_fault_cause(&in->fault[k]) != 0) {
      m->fault = in->fault[k];
      m->fault_machine = (uint8_t)k;
      m->out.fault = true;
      return true;
    }
  return false;
}

// The range of poisoned words in memory, from nothing at all.
static void no_poison(nf_ace_csr *m) {
  m->poisoned = 0;
  m->poison_first = (1ull << 48) - 1;
  m->poison_last = 0;
}

// poisoned_q, poison_first_q, poison_last_q for a word that was written.
static void poison(nf_ace_csr *m, uint64_t addr) {
  m->poisoned++;
  if (addr < m->poison_first)
    m->poison_first = addr;
  if (addr > m->poison_last)
    m->poison_last = addr;
}

// The record of a fault can still be read.
static void end_abort(nf_ace_csr *m) {
  m->out.abort = m->out.fault = false;
  m->out.epoch = m->next_epoch;
}

// Section "counters"; the bits of ports that there are not are not counted.
static void count(nf_ace_csr *m, const nf_ace_csr_in *in) {
  m->cycles++;
  const unsigned ports = (1u << m->cfg.Ports) - 1;
  m->bad_packet += (uint32_t)__builtin_popcount(in->drop & ports);
  m->stale += (uint32_t)__builtin_popcount(in->stale & ports);
  m->early += (uint32_t)__builtin_popcount(in->early & ports);
  m->host_dropped += (uint32_t)__builtin_popcount(in->host_drop & ((1u << 2 * m->cfg.Ports) - 1));
  m->chunks += in->chunk_done;
  m->tx_beats += in->tx_beat;
  m->rx_beats += in->rx_beat;
  if (in->op_valid) {
    m->grants++;
    m->reductions += nf_ace_req_recv(&in->op) & nf_ace_req_read(&in->op);
  }
  for (unsigned w = 0; w < NF_ACE_WAITS; w++)
    m->waits[w] += in->waiting[w];
}

// One edge. Writes wait while a command is offered (may_write): what they would change are its
// fields. Events are set after the bits that a write clears, so none that comes in the same cycle
// is lost; likewise a poisoned word belongs to what is new. No machine shows a fault while an abort
// is under way, so end_abort() does not undo first_fault().
void nf_ace_csr_step(nf_ace_csr *m, const nf_ace_csr_in *in) {
  nf_ace_csr_out *const o = &m->out;
  const bool may_write = !o->cmd_valid, push = in->cpl_valid && o->cpl_ready;
  const bool idle = o->aw_ready && o->w_ready && o->ar_ready && !o->b_valid && !o->r_valid &&
                    !in->aw_valid && !in->w_valid && !in->ar_valid;
  cleared clear = {0};
  o->cfg_valid = false;
  // Cleared before the bus moves, but may_write is of before: the next write comes a cycle behind
  // the command at the earliest.
  if (in->cmd_ready)
    o->cmd_valid = false;
  if (!idle)
    step_bus(m, in, may_write, &clear);
  if (push) {
    m->completions[(m->first + m->count++) % QUEUE] =
        1u << 31 | (uint32_t)(in->cpl_status & 15) << 24 | in->cpl_tag;
  }
  const bool fault = first_fault(m, in);
  const bool early = (in->early & ((1u << m->cfg.Ports) - 1)) != 0;
  const bool dma = (in->dma_fault & ~m->dma_fault) != 0;
  m->irq =
      (uint8_t)((m->irq & ~clear.irq) | in->chunk_done << NF_ACE_IRQ_CHUNK |
                push << NF_ACE_IRQ_COMMAND | fault << NF_ACE_IRQ_FAULT | dma << NF_ACE_IRQ_DMA |
                in->clear << NF_ACE_IRQ_ABORT | early << NF_ACE_IRQ_EPOCH);
  if (in->clear)
    end_abort(m);
  m->dma_fault = in->dma_fault;
  m->flags = (uint8_t)((m->flags & ~clear.flags) | in->flags);
  if (clear.poison)
    no_poison(m);
  if (in->poison)
    poison(m, in->poison_addr);
  count(m, in);
  o->cpl_ready = m->count != QUEUE;
  o->irq = (m->irq & m->irq_enable) != 0;
}

// NF_PARAMs and u_axil; watchdogs on, all machines are counted, nothing runs.
nf_status nf_ace_csr_init(nf_ace_csr **m, const nf_ace_csr_cfg *cfg) {
  if (cfg->Machines < 2 || cfg->Machines > NF_ACE_MAX_MACHINES)
    return "Machines must be 2..16";
  if (cfg->Ports < 2 || cfg->Ports > NF_ACE_MAX_PORTS)
    return "Ports must be 2..8";
  if (!nf_ace_word_bytes_ok(cfg->WordBytes))
    return "WordBytes must be 64, 128 or 256";
  nf_ace_csr *const n = calloc(1, sizeof *n);
  const nf_axil_cfg bus = {.AddrBits = 20};
  if (n == NULL || nf_axil_init(&n->bus, &bus) != NF_OK) {
    free(n);
    return "out of memory";
  }
  n->cfg = *cfg;
  n->machines = (uint16_t)((1u << cfg->Machines) - 1);
  n->out.aw_ready = n->out.w_ready = n->out.ar_ready = n->out.cpl_ready = true;
  n->out.select = n->machines;
  n->out.watchdog = NF_ACE_WATCHDOG_CYCLES;
  n->out.dma_watchdog = NF_ACE_DMA_WATCHDOG_CYCLES;
  no_poison(n);
  *m = n;
  return NF_OK;
}

// Registers and functions of them.
const nf_ace_csr_out *nf_ace_csr_peek(const nf_ace_csr *m) { return &m->out; }

void nf_ace_csr_free(nf_ace_csr *m) {
  if (m == NULL)
    return;
  nf_axil_free(m->bus);
  free(m);
}
