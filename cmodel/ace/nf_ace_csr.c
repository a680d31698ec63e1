// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The register file behind nf_axil, the first fault, the queue of completions, commands and epochs.
// A step answers from the state as it was, then counts.
//
// The host is the one partner that may write anything at any time. What makes no sense is answered
// SLVERR, changes nothing and is counted, so that a driver's mistake is seen at the driver and not
// in a collective.
#include "nf_ace_csr.h"

#include "ace/nf_ace_regs.h"
#include "ace/nf_ace_word.h"
#include "common/nf_axil.h"
#include <stdlib.h>
#include <string.h>

// u_completions. When it is full the scheduler holds the next completion, with its place: a host
// that never reads gets no more commands in, and loses none that ended.
enum { QUEUE = 8 };

struct nf_ace_csr {
  nf_ace_csr_out out;
  nf_ace_csr_cfg cfg;
  nf_axil *bus;
  nf_ace_regs regs;
  // 48 bits, not in the register file: they are a minimum and a maximum
  uint64_t poison_first, poison_last;
  // The epoch that is to be, from the write until the engine is empty; dma_fault_q.
  uint8_t next_epoch, dma_fault;
  uint32_t completions[QUEUE]; // as they are read
  uint8_t first, count;
};

// The ports that are registers. The command's fields stand at the ports all the time and are meant
// only with cmd_valid_o; a command is entered by CMD_GO, which is written last.
static void show(nf_ace_csr *m) {
  nf_ace_csr_out *const o = &m->out;
  const nf_ace_regs *const r = &m->regs;
  o->node = r->node;
  o->run = r->control;
  o->watchdog = r->watchdog;
  o->dma_watchdog = r->dma_watchdog;
  o->select = r->wait_select;
  o->cmd.src = (uint64_t)r->cmd_src_hi << 32 | r->cmd_src_lo;
  o->cmd.dst = (uint64_t)r->cmd_dst_hi << 32 | r->cmd_dst_lo;
  o->cmd.src_stride = r->cmd_src_stride;
  o->cmd.dst_stride = r->cmd_dst_stride;
  o->cmd.block = r->cmd_block;
  o->cmd.src_total = r->cmd_src_total;
  o->cmd.dst_total = r->cmd_dst_total;
  o->cmd.msg = r->cmd_shape.message;
  o->cmd.src_pieces = r->cmd_shape.src_pieces;
  o->cmd.dst_pieces = r->cmd_shape.dst_pieces;
}

// to_cfg: partitions, plans, queue pairs of ports and programs of machines that there are. Of
// machines and ports that are not built the write would be lost without a word, so it is refused
// here; a program word past ProgramWords is not, since a machine's store knows its own size.
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

// write && go_ok: a command goes to the scheduler. In an abort it would be ended with the others,
// so it is refused. Without a free place it is refused too: if the write waited for one, a host
// that enters five commands would hang on its own bus until the first is over.
static bool enter(nf_ace_csr *m, const nf_ace_csr_in *in, uint32_t v) {
  if (in->free == 0 || m->out.abort)
    return false;
  m->out.cmd_valid = true;
  // What the fields of CMD_GO ask for is checked by the scheduler, which ends a command that cannot
  // be run with a status: by then the bus has its answer.
  const nf_ace_regs_cmd_go go = nf_ace_regs_cmd_go_of(v);
  m->out.cmd.plan = go.plan;
  m->out.cmd.red_op = go.red_op;
  m->out.cmd.dtype = go.dtype;
  m->out.cmd.tag = go.tag;
  return true;
}

// The epoch that is would protect from nothing. A second write in an abort is refused as well: the
// first one's epoch is on its way, and the host waits for IRQ_ABORT anyhow.
static bool begin_abort(nf_ace_csr *m, uint8_t epoch) {
  if (m->out.abort || epoch == m->out.epoch)
    return false;
  m->out.abort = true;
  m->next_epoch = epoch;
  return true;
}

// The range of poisoned words in memory, from nothing at all. The first address is above all others
// and the last below, so one comparison each is right from the first word on.
static void no_poison(nf_ace_csr *m) {
  m->poison_first = (1ull << 48) - 1;
  m->poison_last = 0;
}

// to_cfg. The bus goes to all blocks for one cycle, without back-pressure: all that it writes are
// registers and memories with a write port of their own.
static bool hand_on(nf_ace_csr *m, uint32_t addr, uint32_t v) {
  if (addr % 4 != 0 || !on_bus(m, addr))
    return false;
  m->out.cfg_valid = true;
  m->out.cfg_addr = addr;
  m->out.cfg_wdata = v;
  return true;
}

// False: the access makes no sense. The three kinds have no address in common: what the register
// file knows, what is here, and what belongs to a block.
static bool write_word(nf_ace_csr *m, const nf_ace_csr_in *in, uint32_t addr, uint32_t v) {
  switch (addr) {
  case NF_ACE_CSR_EPOCH:
    return begin_abort(m, v & 127);
  case NF_ACE_CSR_CMD_GO:
    return enter(m, in, v);
  default:
    break;
  }
  if (!nf_ace_regs_write(&m->regs, addr, v))
    return hand_on(m, addr, v);
  // Only a write changes what they show.
  show(m);
  // Counter and range are about the same words, so one write makes both new.
  if (addr == NF_ACE_CSR_POISONED)
    no_poison(m);
  return true;
}

// hw, but for what happens: what registers show. These are no registers of nf_ace_regs: it reads
// them through.
static void show_wires(const nf_ace_csr *m, const nf_ace_csr_in *in, nf_ace_regs_wires *w) {
  *w = (nf_ace_regs_wires){.status = {in->busy, m->out.fault, m->out.abort, in->free},
                           .fault_cause_valid = m->out.fault,
                           .poison_first_lo = (uint32_t)m->poison_first,
                           .poison_last_lo = (uint32_t)m->poison_last,
                           .dma_fault = m->dma_fault};
  // MACHINE + 4 m: what a host looks at that wants to know why nothing moves. Machines that are not
  // built read as zeros.
  for (unsigned k = 0; k < m->cfg.Machines; k++) {
    w->machine_busy[k] = in->machine_busy >> k & 1;
    w->machine_wait[k] = in->machine_wait[k] & 15;
    w->machine_pc[k] = in->machine_pc[k];
  }
}

// The upper half of an address is noted with the lower one, since another word may be the first or
// the last one when it is read.
static void note_poison(const nf_ace_csr *m, uint32_t addr, nf_ace_regs_events *e) {
  e->poison_first_hi_we = addr == NF_ACE_CSR_POISON_FIRST_LO;
  e->poison_first_hi = (uint16_t)(m->poison_first >> 32);
  e->poison_last_hi_we = addr == NF_ACE_CSR_POISON_LAST_LO;
  e->poison_last_hi = (uint16_t)(m->poison_last >> 32);
}

// read_ok and read_data. Reading COMPLETION takes the entry (cpl_pop); an empty queue reads as 0.
// So polling it is harmless, and bit 31 says whether there was one; a read that is taken twice
// takes two.
static bool read_word(nf_ace_csr *m, const nf_ace_csr_in *in, uint32_t addr, uint32_t *v,
                      nf_ace_regs_events *e) {
  if (addr == NF_ACE_CSR_EPOCH) {
    *v = m->out.epoch;
    return true;
  }
  if (addr == NF_ACE_CSR_COMPLETION) {
    if (m->count != 0) {
      *v = m->completions[m->first];
      m->first = (uint8_t)((m->first + 1) % QUEUE);
      m->count--;
    }
    return true;
  }
  nf_ace_regs_wires wires;
  show_wires(m, in, &wires);
  note_poison(m, addr, e);
  return nf_ace_regs_read(&m->regs, &wires, addr, v);
}

// The bus moves. The accesses that made no sense are an event. nf_axil holds address and data until
// the register file has answered, one read and one write at a time and independent of each other:
// neither channel can block the other, whatever the host leaves untaken.
static void step_bus(nf_ace_csr *m, const nf_ace_csr_in *in, bool may_write,
                     nf_ace_regs_events *e) {
  nf_ace_csr_out *const o = &m->out;
  // Shown in this cycle: write_valid and read_valid with their addresses; what they are answered
  // goes into the step.
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
  if (x->read_valid) {
    a.read_ok = read_word(m, in, x->read_addr, &a.read_data, e);
    e->refused += !a.read_ok;
  }
  if (x->write_valid && may_write) {
    a.write_ok = write_word(m, in, x->write_addr, x->write_data);
    e->refused += !a.write_ok;
  }
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

// fault_new: of several in one cycle the lowest machine's. A fault is held until the abort that
// ends it, and while it is no chunk is begun: later ones are mostly its consequences, machines that
// wait for the one that stopped, and would hide the cause.
static void first_fault(nf_ace_csr *m, const nf_ace_csr_in *in, nf_ace_regs_events *e) {
  if (m->out.fault)
    return;
  for (unsigned k = 0; k < m->cfg.Machines; k++) {
    const uint64_t *const f = &in->fault[k];
    if (nf_ace_fault_cause(f) == 0)
      continue;
    m->out.fault = true;
    e->irq_status |= 1u << NF_ACE_IRQ_FAULT;
    // All three words in one cycle, so they are always of one fault.
    e->fault_cause_we = e->fault_where_we = e->fault_chunk_we = true;
    e->fault_cause_cause = nf_ace_fault_cause(f);
    e->fault_cause_wait = nf_ace_fault_wait(f);
    e->fault_cause_machine = (uint8_t)k;
    e->fault_where.pc = nf_ace_fault_pc(f);
    e->fault_where.row = nf_ace_fault_id(f);
    e->fault_where.phase = nf_ace_fault_phase(f);
    e->fault_chunk = nf_ace_fault_index(f);
    return;
  }
}

// poison_first_q, poison_last_q for a word that was written. Writes come in any order, since chunks
// overtake each other, so neither end is simply the first or the last that came.
static void poison(nf_ace_csr *m, uint64_t addr) {
  if (addr < m->poison_first)
    m->poison_first = addr;
  if (addr > m->poison_last)
    m->poison_last = addr;
}

// The record of a fault can still be read. Here the engine takes up the new epoch: in this one
// cycle all queue pairs close, so no packet is measured by one epoch and kept by the queue pair of
// the other.
static void end_abort(nf_ace_csr *m) {
  m->out.abort = m->out.fault = false;
  m->out.epoch = m->next_epoch;
}

// Section "counters"; the bits of ports that there are not are not counted. All ports may drop a
// packet in the same cycle, so these are sums of bits and not pulses.
static void count(const nf_ace_csr *m, const nf_ace_csr_in *in, nf_ace_regs_events *e) {
  const unsigned ports = (1u << m->cfg.Ports) - 1;
  e->cycles = 1;
  e->bad_packet = (uint8_t)__builtin_popcount(in->drop & ports);
  e->epoch_old = (uint8_t)__builtin_popcount(in->stale & ports);
  e->epoch_new = (uint8_t)__builtin_popcount(in->early & ports);
  e->host_dropped = (uint8_t)__builtin_popcount(in->host_drop & ((1u << 2 * m->cfg.Ports) - 1));
  e->chunks_done = in->chunk_done;
  e->tx_dma_beats = in->tx_beat;
  e->rx_dma_beats = in->rx_beat;
  // A reduction is a transfer that both receives and reads the SRAM (Fig. 7c, sub-step 2.2).
  e->grants = in->op_valid;
  e->reductions = in->op_valid && nf_ace_req_recv(&in->op) && nf_ace_req_read(&in->op);
  e->flags = in->flags;
  e->poisoned = in->poison;
  memcpy(e->wait_, in->waiting, sizeof e->wait_);
}

// One edge. Writes wait while a command is offered (may_write): what they would change are its
// fields. Events are set after the bits that a write clears, so none that comes in the same cycle
// is lost; likewise a poisoned word belongs to what is new. No machine shows a fault while an abort
// is under way, so end_abort() does not undo first_fault(). dma_fault_i stays, so only a bit that
// is new in it is an event.
void nf_ace_csr_step(nf_ace_csr *m, const nf_ace_csr_in *in) {
  nf_ace_csr_out *const o = &m->out;
  const bool may_write = !o->cmd_valid, push = in->cpl_valid && o->cpl_ready;
  const bool idle = o->aw_ready && o->w_ready && o->ar_ready && !o->b_valid && !o->r_valid &&
                    !in->aw_valid && !in->w_valid && !in->ar_valid;
  nf_ace_regs_events e = {0};
  o->cfg_valid = false;
  // Cleared before the bus moves, but may_write is of before: the next write comes a cycle behind
  // the command at the earliest.
  if (in->cmd_ready)
    o->cmd_valid = false;
  if (!idle)
    step_bus(m, in, may_write, &e);
  // After the bus: an entry that comes now is not read now, as nf_fifo has it. cpl_ready_o is the
  // register of before, so a full queue takes none in the cycle in which it is read.
  if (push) {
    const nf_ace_regs_completion w = {.tag = in->cpl.tag, .status = in->cpl.status, .valid = true};
    m->completions[(m->first + m->count++) % QUEUE] = nf_ace_regs_completion_word(&w);
  }
  count(m, in, &e);
  const bool dma = (in->dma_fault & ~m->dma_fault) != 0;
  e.irq_status = (uint32_t)in->chunk_done << NF_ACE_IRQ_CHUNK |
                 (uint32_t)push << NF_ACE_IRQ_COMMAND | (uint32_t)dma << NF_ACE_IRQ_DMA |
                 (uint32_t)in->clear << NF_ACE_IRQ_ABORT |
                 (uint32_t)(e.epoch_new != 0) << NF_ACE_IRQ_EPOCH;
  first_fault(m, in, &e);
  if (in->clear)
    end_abort(m);
  m->dma_fault = in->dma_fault;
  if (in->poison)
    poison(m, in->poison_addr);
  nf_ace_regs_step(&m->regs, &e);
  o->cpl_ready = m->count != QUEUE;
  o->irq = nf_ace_regs_irq(&m->regs);
}

// NF_PARAMs and u_axil. Banks, Alus and Lanes only fill BUILD and are checked where they are built.
nf_status nf_ace_csr_init(nf_ace_csr **m, const nf_ace_csr_cfg *cfg) {
  if (cfg->Machines < 2 || cfg->Machines > NF_ACE_MAX_MACHINES)
    return "Machines must be 2..16";
  if (cfg->Ports < 2 || cfg->Ports > NF_ACE_MAX_PORTS)
    return "Ports must be 2..8";
  if (!nf_ace_word_bytes_ok(cfg->WordBytes))
    return "WordBytes must be 32, 64, 128 or 256";
  nf_ace_csr *const n = calloc(1, sizeof *n);
  // The highest addresses are those of programs: 16 machines of 8 kB, from 0x40000 on.
  const nf_axil_cfg bus = {.AddrBits = 20};
  if (n == NULL || nf_axil_init(&n->bus, &bus) != NF_OK) {
    free(n);
    return "out of memory";
  }
  n->cfg = *cfg;
  const nf_ace_regs_cfg regs = {.Machines = cfg->Machines,
                                .Ports = cfg->Ports,
                                .Banks = cfg->Banks,
                                .Alus = cfg->Alus,
                                .Lanes = cfg->Lanes,
                                .WordBytes = cfg->WordBytes};
  nf_ace_regs_reset(&n->regs, &regs);
  show(n);
  n->out.aw_ready = n->out.w_ready = n->out.ar_ready = n->out.cpl_ready = true;
  no_poison(n);
  *m = n;
  return NF_OK;
}

// Registers and functions of them. irq_o too: bits that are set and enabled.
const nf_ace_csr_out *nf_ace_csr_peek(const nf_ace_csr *m) { return &m->out; }

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_csr_free(nf_ace_csr *m) {
  if (m == NULL)
    return;
  nf_axil_free(m->bus);
  free(m);
}
