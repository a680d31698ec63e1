// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Wires of the engine. A step has two halves: first every block's inputs are gathered from the
// other blocks' outputs of this cycle, then every block takes its clock edge.
//
// The engine of ACE Fig. 6 holds no rule of its own. Control: u_csr has the registers, u_scheduler
// leads the chunks (4.3), machines run their programs (4.3.2), u_issue lets a transfer go when all
// that it needs is free (4.2). Data: DMAs (#2, #4), banks (#1), lanes (#3), ports (#5), and
// u_crossbar, which joins them. Beside both: u_partitions, u_dma_watchdog and u_drain, which see
// wires of others and say what no block could know alone.
//
// Every output of every block is a function of its registers. That is what lets a step gather all
// inputs first and then move the blocks in any order, and in the RTL it keeps each path within one
// block.
#include "nf_ace.h"

#include "nf_ace_crossbar.h"
#include "nf_ace_csr.h"
#include "nf_ace_dma_watchdog.h"
#include "nf_ace_drain.h"
#include "nf_ace_issue.h"
#include "nf_ace_lane.h"
#include "nf_ace_machine.h"
#include "nf_ace_nic.h"
#include "nf_ace_partitions.h"
#include "nf_ace_port.h"
#include "nf_ace_rx_dma.h"
#include "nf_ace_scheduler.h"
#include "nf_ace_tx_dma.h"

#include <stdlib.h>
#include <string.h>

// Of each block its state, its outputs, which stay at one address, and its inputs. Inputs are kept
// from step to step, so that what is not valid need not be copied: a block looks at no field beside
// a valid that is low.
typedef struct {
  nf_ace_machine *block;
  const nf_ace_machine_out *out;
  nf_ace_machine_in in;
} machine;

// A lane's outputs move within its ring, so `out` is looked up after each of its steps.
typedef struct {
  nf_ace_lane *block;
  const nf_ace_lane_out *out;
  nf_ace_lane_in in;
} lane;

// A port with the NIC of its link.
typedef struct {
  nf_ace_port *port;
  const nf_ace_port_out *out;
  nf_ace_port_in in;
  nf_ace_nic *nic;
  const nf_ace_nic_out *nic_out;
  nf_ace_nic_in nic_in;
} port;

// One write port, one read port with a register, as nf_ram_1r1w.
typedef struct {
  uint64_t *words;
  nf_ace_word read;
  // u_poison: as coarse as a packet, since one mark of a packet is all that a header has room for
  bool *poison, read_poison; // one for each packet
} bank;

struct nf_ace {
  nf_ace_out out;
  nf_ace_cfg cfg;
  // Words lie side by side in vectors, without gaps: word i begins at limb i * limbs.
  uint32_t limbs; // of a bus word
  nf_ace_csr *csr;
  const nf_ace_csr_out *csr_out;
  nf_ace_csr_in csr_in;
  // Which partitions may be used (ACE 4.3.1); beside the scheduler, since it multiplies
  nf_ace_partitions *partitions;
  const nf_ace_partitions_out *partitions_out;
  nf_ace_partitions_in partitions_in;
  nf_ace_scheduler *scheduler;
  const nf_ace_scheduler_out *scheduler_out;
  nf_ace_scheduler_in scheduler_in;
  // Memory to SRAM and back; u_dma_watchdog looks at the port of both
  nf_ace_tx_dma *tx;
  const nf_ace_tx_dma_out *tx_out;
  nf_ace_tx_dma_in tx_in;
  nf_ace_rx_dma *rx;
  const nf_ace_rx_dma_out *rx_out;
  nf_ace_rx_dma_in rx_in;
  nf_ace_dma_watchdog *watchdog;
  const nf_ace_dma_watchdog_out *watchdog_out;
  nf_ace_dma_watchdog_in watchdog_in;
  // When is an abort over? It sees the orders that the DMAs have taken
  nf_ace_drain *drain;
  const nf_ace_drain_out *drain_out;
  nf_ace_drain_in drain_in;
  // The one place where all compete (ACE 4.3.2); the crossbar does what it says
  nf_ace_issue *issue;
  const nf_ace_issue_out *issue_out;
  nf_ace_issue_in issue_in;
  nf_ace_crossbar *crossbar;
  const nf_ace_crossbar_out *crossbar_out;
  nf_ace_crossbar_in crossbar_in;
  machine machines[NF_ACE_MAX_MACHINES];
  lane lanes[NF_ACE_MAX_LANES];
  port ports[NF_ACE_MAX_PORTS];
  // A packet lies in bank (address mod Banks), so packets that follow each other do not wait for
  // one bank.
  bank banks[NF_ACE_MAX_BANKS];
};

// For the NF_PARAMs on Banks, BankWords and Slots. Addresses are cut by masks, of a packet's bank,
// of a row and of a slot.
static bool power_of_two(uint32_t n) { return n != 0 && (n & (n - 1)) == 0; }

// NF_PARAMs of the engine itself, AceMachinesInRange and those behind it, and of the words, which
// the RTL leaves to the blocks; what is passed on to one block alone its init refuses. A value out
// of range stops elaboration in the RTL; here it is a sentence.
static nf_status refuse(const nf_ace_cfg *cfg) {
  if (cfg->Machines < 2 || cfg->Machines > NF_ACE_MAX_MACHINES)
    return "nf_ace: Machines must be 2..16";
  if (cfg->Ports < 2 || cfg->Ports > NF_ACE_MAX_PORTS)
    return "nf_ace: Ports must be 2..8";
  if (!power_of_two(cfg->Banks) || cfg->Banks > NF_ACE_MAX_BANKS)
    return "nf_ace: Banks must be 1, 2 or 4";
  if (!power_of_two(cfg->BankWords) || cfg->BankWords < 64 || cfg->BankWords > 16384)
    return "nf_ace: BankWords must be a power of two, 64..16384";
  if (!power_of_two(cfg->Slots) || cfg->Slots < 16 || cfg->Slots > 256)
    return "nf_ace: Slots must be a power of two, 16..256";
  if (cfg->Alus < 1 || cfg->Alus > 4 || cfg->Lanes < cfg->Alus || cfg->Lanes > NF_ACE_MAX_LANES)
    return "nf_ace: Alus must be 1..4 and Lanes Alus..8";
  if (!nf_ace_word_bytes_ok(cfg->WordBytes))
    return "nf_ace: WordBytes must be 32, 64, 128 or 256";
  return NF_OK;
}

// ------------------------------------------------------------------------------ outputs
// Ports csr_* and irq_o: those of u_csr. The register file answers even when all else stands still:
// a host can always ask why (MACHINE, WAIT_BASE, FAULT_*) and abort.
static void show_csr(nf_ace *m) {
  const nf_ace_csr_out *const c = m->csr_out;
  m->out.csr_aw_ready = c->aw_ready;
  m->out.csr_w_ready = c->w_ready;
  m->out.csr_b_valid = c->b_valid;
  m->out.csr_b_resp = c->b_resp;
  m->out.csr_ar_ready = c->ar_ready;
  m->out.csr_r_valid = c->r_valid;
  m->out.csr_r_data = c->r_data;
  m->out.csr_r_resp = c->r_resp;
  m->out.irq = c->irq;
}

// Ports mem_ar_* and mem_r_ready_o of u_tx_dma, mem_aw_*, mem_w_* and mem_b_ready_o of u_rx_dma.
// The two DMAs share no channel, so a memory that stops taking reads stops no write.
static void show_memory(nf_ace *m) {
  const nf_ace_tx_dma_out *const t = m->tx_out;
  const nf_ace_rx_dma_out *const r = m->rx_out;
  m->out.mem_ar_valid = t->ar_valid;
  m->out.mem_ar_addr = t->ar_addr;
  m->out.mem_ar_len = t->ar_len;
  m->out.mem_r_ready = t->r_ready;
  m->out.mem_aw_valid = r->aw_valid;
  m->out.mem_aw_addr = r->aw_addr;
  m->out.mem_aw_len = r->aw_len;
  m->out.mem_w_valid = r->w_valid;
  m->out.mem_w_last = r->w_last;
  memcpy(m->out.mem_w_strb, r->w_strb, sizeof r->w_strb);
  nf_ace_word_copy(m->out.mem_w_data.w, r->w_data.w, m->limbs);
  m->out.mem_b_ready = r->b_ready;
}

// One bit of a vector of ports or banks; the others keep their values. So a vector can be put
// together of what each block shows, in any order.
static uint8_t bit(uint8_t vector, unsigned p, bool value) {
  return (uint8_t)((vector & ~(1u << p)) | (unsigned)value << p);
}

// Ports link_* and host_* of gen_port[p].u_nic: bit p of each, or two bits, for ready. Engine and
// normal packets come out of one NIC each, which lets them take turns (ACE 4.4).
static void show_port(nf_ace *m, unsigned p) {
  nf_ace_out *const out = &m->out;
  const nf_ace_nic_out *const n = m->ports[p].nic_out;
  out->link_tx_valid = bit(out->link_tx_valid, p, n->link_tx_valid);
  out->link_tx_first = bit(out->link_tx_first, p, n->link_tx_first);
  out->link_tx_last = bit(out->link_tx_last, p, n->link_tx_last);
  out->link_tx_hdr[p] = n->link_tx_hdr;
  nf_ace_word_copy(&out->link_tx_data[p * m->limbs], n->link_tx_data.w, m->limbs);
  out->link_rx_ready =
      (uint16_t)((out->link_rx_ready & ~(3u << 2 * p)) | (unsigned)n->link_rx_ready << 2 * p);
  out->host_tx_ready = bit(out->host_tx_ready, p, n->host_tx_ready);
  out->host_rx_valid = bit(out->host_rx_valid, p, n->host_rx_valid);
  out->host_rx_first = bit(out->host_rx_first, p, n->host_rx_first);
  out->host_rx_last = bit(out->host_rx_last, p, n->host_rx_last);
  out->host_rx_hdr[p] = n->host_rx_hdr;
  nf_ace_word_copy(&out->host_rx_data[p * m->limbs], n->host_rx_data.w, m->limbs);
}

// All ports, from the blocks' outputs behind the edge. In every step: blocks leave out what rests,
// the ports are copied all the same.
static void show(nf_ace *m) {
  show_csr(m);
  show_memory(m);
  for (unsigned p = 0; p < m->cfg.Ports; p++)
    show_port(m, p);
}

// ------------------------------------------------------------------------------ life
// u_csr, u_partitions, u_dma_watchdog, u_drain, u_scheduler, gen_machine and u_issue, with the
// parameters that the RTL gives them. They have no words of data in them, so WordBytes matters only
// where sizes are checked.
static nf_status init_control(nf_ace *m) {
  const nf_ace_cfg *const c = &m->cfg;
  const nf_ace_csr_cfg csr = {.Machines = c->Machines,
                              .Ports = c->Ports,
                              .Banks = c->Banks,
                              .Alus = c->Alus,
                              .Lanes = c->Lanes,
                              .WordBytes = c->WordBytes};
  static const nf_ace_dma_watchdog_cfg watchdog;
  static const nf_ace_drain_cfg drain;
  // The SRAM in packets, which is how partitions and programs address it.
  const nf_ace_partitions_cfg partitions = {.Packets =
                                                c->Banks * c->BankWords / NF_ACE_PACKET_WORDS};
  const nf_ace_scheduler_cfg scheduler = {
      .Machines = c->Machines, .Chunks = c->Chunks, .Halves = c->Halves, .WordBytes = c->WordBytes};
  // All machines are alike: any can be programmed for any phase (ACE 4.3.2).
  const nf_ace_machine_cfg each = {.ProgramWords = c->ProgramWords, .QueueDepth = c->QueueDepth};
  const nf_ace_issue_cfg issue = {.Machines = c->Machines,
                                  .Ports = c->Ports,
                                  .Banks = c->Banks,
                                  .Alus = c->Alus,
                                  .Lanes = c->Lanes};
  nf_status status = nf_ace_csr_init(&m->csr, &csr);
  if (status == NF_OK)
    status = nf_ace_partitions_init(&m->partitions, &partitions);
  if (status == NF_OK)
    status = nf_ace_dma_watchdog_init(&m->watchdog, &watchdog);
  if (status == NF_OK)
    status = nf_ace_drain_init(&m->drain, &drain);
  if (status == NF_OK)
    status = nf_ace_scheduler_init(&m->scheduler, &scheduler);
  for (unsigned i = 0; status == NF_OK && i < c->Machines; i++)
    status = nf_ace_machine_init(&m->machines[i].block, &each);
  if (status == NF_OK)
    status = nf_ace_issue_init(&m->issue, &issue);
  return status;
}

// u_tx_dma, u_rx_dma, u_crossbar, gen_lane, gen_port and gen_bank. What the RTL leaves at the
// blocks' defaults (32 words in a DMA, 8 packets out of a port, 16 in each NIC queue) is written
// out here. All have the same WordBytes, up to the links: the nodes of a system must agree on it.
static nf_status init_data(nf_ace *m) {
  const nf_ace_cfg *const c = &m->cfg;
  const nf_ace_tx_dma_cfg tx = {.Bursts = c->Bursts, .Words = 32, .WordBytes = c->WordBytes};
  const nf_ace_rx_dma_cfg rx = {.Bursts = c->Bursts, .Words = 32, .WordBytes = c->WordBytes};
  const nf_ace_crossbar_cfg crossbar = {.Ports = c->Ports,
                                        .Banks = c->Banks,
                                        .Alus = c->Alus,
                                        .Lanes = c->Lanes,
                                        .BankAddrBits = (uint32_t)__builtin_ctz(c->BankWords),
                                        .WordBytes = c->WordBytes};
  const nf_ace_port_cfg each = {.Slots = c->Slots, .Out = 8, .WordBytes = c->WordBytes};
  const nf_ace_nic_cfg nic = {.Packets = 16, .WordBytes = c->WordBytes};
  nf_status status = nf_ace_tx_dma_init(&m->tx, &tx);
  if (status == NF_OK)
    status = nf_ace_rx_dma_init(&m->rx, &rx);
  if (status == NF_OK)
    status = nf_ace_crossbar_init(&m->crossbar, &crossbar);
  // The lowest lanes have the ALUs (ACE 6: 4); the others pass words.
  for (unsigned l = 0; status == NF_OK && l < c->Lanes; l++) {
    const nf_ace_lane_cfg cfg = {
        .Alu = l < c->Alus, .Halves = c->Halves, .WordBytes = c->WordBytes};
    status = nf_ace_lane_init(&m->lanes[l].block, &cfg);
  }
  for (unsigned p = 0; status == NF_OK && p < c->Ports; p++) {
    status = nf_ace_port_init(&m->ports[p].port, &each);
    if (status == NF_OK)
      status = nf_ace_nic_init(&m->ports[p].nic, &nic);
  }
  // A mark for each packet, not for each word.
  for (unsigned b = 0; status == NF_OK && b < c->Banks; b++) {
    m->banks[b].words = calloc(c->BankWords, c->WordBytes);
    m->banks[b].poison = calloc(c->BankWords / NF_ACE_PACKET_WORDS, sizeof *m->banks[b].poison);
    if (m->banks[b].words == NULL || m->banks[b].poison == NULL)
      status = "nf_ace: out of memory";
  }
  return status;
}

// Blocks in their reset state, SRAM of zeros; id_i of machines and ports, which never change. A
// block that refuses its parameters says why, and all that was made is given back.
nf_status nf_ace_init(nf_ace **out, const nf_ace_cfg *cfg) {
  nf_status status = refuse(cfg);
  if (status != NF_OK)
    return status;
  nf_ace *const m = calloc(1, sizeof *m);
  if (m == NULL)
    return "nf_ace: out of memory";
  m->cfg = *cfg;
  m->limbs = cfg->WordBytes / 8;
  status = init_control(m);
  if (status == NF_OK)
    status = init_data(m);
  if (status != NF_OK) {
    nf_ace_free(m);
    return status;
  }
  // Outputs are looked up once: they stay at one address, but for the lanes'.
  m->csr_out = nf_ace_csr_peek(m->csr);
  m->partitions_out = nf_ace_partitions_peek(m->partitions);
  m->watchdog_out = nf_ace_dma_watchdog_peek(m->watchdog);
  m->drain_out = nf_ace_drain_peek(m->drain);
  m->scheduler_out = nf_ace_scheduler_peek(m->scheduler);
  m->tx_out = nf_ace_tx_dma_peek(m->tx);
  m->rx_out = nf_ace_rx_dma_peek(m->rx);
  m->issue_out = nf_ace_issue_peek(m->issue);
  m->crossbar_out = nf_ace_crossbar_peek(m->crossbar);
  for (unsigned i = 0; i < cfg->Machines; i++) {
    // A machine and a port know their number, by which they find what is theirs on the config bus
    // and in a grant.
    m->machines[i].out = nf_ace_machine_peek(m->machines[i].block);
    m->machines[i].in.id = (uint8_t)i;
  }
  for (unsigned l = 0; l < cfg->Lanes; l++)
    m->lanes[l].out = nf_ace_lane_peek(m->lanes[l].block);
  for (unsigned p = 0; p < cfg->Ports; p++) {
    m->ports[p].out = nf_ace_port_peek(m->ports[p].port);
    m->ports[p].nic_out = nf_ace_nic_peek(m->ports[p].nic);
    m->ports[p].in.id = (uint8_t)p;
  }
  // What the ports show in reset.
  show(m);
  *out = m;
  return NF_OK;
}

// Ports of the blocks, put together by show(). All of it is of the last edge: an input of this
// cycle shows in the next one.
const nf_ace_out *nf_ace_peek(const nf_ace *m) { return &m->out; }

// Also of an engine whose making failed half way: all blocks allow NULL.
void nf_ace_free(nf_ace *m) {
  if (m == NULL)
    return;
  nf_ace_csr_free(m->csr);
  nf_ace_partitions_free(m->partitions);
  nf_ace_dma_watchdog_free(m->watchdog);
  nf_ace_drain_free(m->drain);
  nf_ace_scheduler_free(m->scheduler);
  nf_ace_tx_dma_free(m->tx);
  nf_ace_rx_dma_free(m->rx);
  nf_ace_issue_free(m->issue);
  nf_ace_crossbar_free(m->crossbar);
  for (unsigned i = 0; i < NF_ACE_MAX_MACHINES; i++)
    nf_ace_machine_free(m->machines[i].block);
  for (unsigned l = 0; l < NF_ACE_MAX_LANES; l++)
    nf_ace_lane_free(m->lanes[l].block);
  for (unsigned p = 0; p < NF_ACE_MAX_PORTS; p++) {
    nf_ace_port_free(m->ports[p].port);
    nf_ace_nic_free(m->ports[p].nic);
  }
  for (unsigned b = 0; b < NF_ACE_MAX_BANKS; b++) {
    free(m->banks[b].words);
    free(m->banks[b].poison);
  }
  free(m);
}

// ------------------------------------------------------------------------------ one cycle: inputs
// Inputs of u_csr, and flags, the OR over the lanes whose result is a sum (always_comb above
// u_csr). Most of it is counted: what the engine does is known from its registers alone, without a
// look inside.
static void gather_csr(nf_ace *m, const nf_ace_in *in) {
  nf_ace_csr_in *const c = &m->csr_in;
  const nf_ace_scheduler_out *const s = m->scheduler_out;
  // The host's bus goes to u_csr and nowhere else: no access waits for machines, memory or links.
  c->aw_valid = in->csr_aw_valid;
  c->aw_addr = in->csr_aw_addr;
  c->w_valid = in->csr_w_valid;
  c->w_data = in->csr_w_data;
  c->b_ready = in->csr_b_ready;
  c->ar_valid = in->csr_ar_valid;
  c->ar_addr = in->csr_ar_addr;
  c->r_ready = in->csr_r_ready;
  // In this one cycle epoch, queue pairs and fault change together: the ports get the same pulse.
  c->clear = m->drain_out->clear;
  // CMD_GO is refused without a place, so a command that is offered is taken at once.
  c->cmd_ready = s->cmd_ready;
  // So CMD_GO is refused rather than held when the scheduler has no place.
  c->free = s->free;
  c->busy = s->busy;
  // Completions wait in u_csr until they are read, up to eight, and further ones in the scheduler,
  // each with its command's place.
  c->cpl_valid = s->cpl_valid;
  c->cpl.tag = s->cpl_tag;
  c->cpl.status = s->cpl_status & 15u;
  // Interrupt CHUNK (ACE 4.4: the completion of a chunk is notified), and counted.
  c->chunk_done = s->chunk_done;
  // Words that memory gave and took: ACE's point is that these are all, whatever the collective
  // does in between (4.2).
  c->tx_beat = m->tx_out->beat;
  c->rx_beat = m->rx_out->beat;
  // What of the results is wrong, and where: a node whose memory was good still has to know that
  // another's was not (docs/ace-errors.md).
  c->poison = m->rx_out->poison;
  c->dma_fault = m->watchdog_out->still;
  c->poison_addr = m->rx_out->poison_addr;
  // Granted transfers are counted here, not at the machines: one wire for all.
  c->op_valid = m->issue_out->op_valid;
  c->op = m->issue_out->op;
  for (unsigned i = 0; i < NF_ACE_WAITS; i++)
    c->waiting[i] = m->issue_out->waiting[i];
  // What each machine is doing now, and why it stopped, if it has.
  c->machine_busy = 0;
  for (unsigned i = 0; i < m->cfg.Machines; i++) {
    const nf_ace_machine_out *const o = m->machines[i].out;
    c->fault[i] = o->fault;
    c->machine_busy |= (uint16_t)((unsigned)o->busy << i);
    c->machine_pc[i] = o->pc;
    c->machine_wait[i] = m->issue_out->wait[i];
  }
  // Of the sums that come out in this cycle; FLAGS collects them, so that none is lost between two
  // looks of the host.
  c->flags = 0;
  for (unsigned l = 0; l < m->cfg.Lanes; l++)
    if (m->lanes[l].out->flags_valid)
      c->flags |= m->lanes[l].out->flags;
  // Packets that were dropped, by reason; of other epochs apart, since those say that an abort went
  // by.
  c->drop = c->stale = c->early = 0;
  c->host_drop = 0;
  for (unsigned p = 0; p < m->cfg.Ports; p++) {
    const nf_ace_port_out *const o = m->ports[p].out;
    c->drop |= (uint8_t)((unsigned)o->drop << p);
    c->stale |= (uint8_t)((unsigned)o->stale << p);
    c->early |= (uint8_t)((unsigned)o->early << p);
    c->host_drop |= (uint16_t)(m->ports[p].nic_out->drop << 2 * p);
  }
}

// Inputs of u_scheduler and of u_partitions, which listens to the same config bus. A write on the
// bus is for whoever knows its address; there is no answer and no waiting.
static void gather_scheduler(nf_ace *m) {
  nf_ace_scheduler_in *const s = &m->scheduler_in;
  const nf_ace_csr_out *const c = m->csr_out;
  // A level from the write to EPOCH until u_drain has seen everything end: chunks, slots and
  // machines are as after reset for so long.
  s->abort = c->abort;
  s->cfg_valid = c->cfg_valid;
  s->cfg_addr = c->cfg_addr;
  s->cfg_wdata = c->cfg_wdata;
  s->run = c->run;
  // A fault stops what would begin, not what runs: chunks in flight on other machines come to their
  // end.
  s->stop = c->fault;
  // A plan whose partitions leave the SRAM or overlap is refused before it moves anything.
  s->sound = m->partitions_out->sound;
  nf_ace_partitions_in *const p = &m->partitions_in;
  p->cfg_valid = c->cfg_valid;
  p->cfg_addr = c->cfg_addr;
  p->cfg_wdata = c->cfg_wdata;
  // The command as the host wrote it: the scheduler checks it and ends it with a status.
  s->cmd_valid = c->cmd_valid;
  s->cmd_src = c->cmd.src;
  s->cmd_dst = c->cmd.dst;
  s->cmd_src_stride = c->cmd.src_stride;
  s->cmd_dst_stride = c->cmd.dst_stride;
  s->cmd_block = c->cmd.block;
  s->cmd_src_total = c->cmd.src_total;
  s->cmd_dst_total = c->cmd.dst_total;
  s->cmd_msg = c->cmd.msg;
  s->cmd_src_pieces = c->cmd.src_pieces;
  s->cmd_dst_pieces = c->cmd.dst_pieces;
  s->cmd_plan = c->cmd.plan;
  s->cmd_red_op = c->cmd.red_op;
  s->cmd_dtype = c->cmd.dtype;
  s->cmd_tag = c->cmd.tag;
  // Orders go out one at a time each way, and come back as done in their order.
  s->txd_ready = m->tx_out->cmd_ready;
  s->txd_done_valid = m->tx_out->done_valid;
  s->txd_done_id = m->tx_out->done_id;
  s->txd_done_err = m->tx_out->done_err;
  s->rxd_ready = m->rx_out->cmd_ready;
  s->rxd_done_valid = m->rx_out->done_valid;
  s->rxd_done_id = m->rx_out->done_id;
  s->rxd_done_err = m->rx_out->done_err;
  // In an earlier cycle than the done of its order, so a command cannot end OK before.
  s->rxd_poison = m->rx_out->poison;
  s->rxd_poison_id = m->rx_out->poison_id;
  // One flag for both: a command reads and writes, and TIMEOUT says that the memory stood still.
  s->given_up = m->watchdog_out->tx_give_up || m->watchdog_out->rx_give_up;
  s->done_valid = 0;
  // Machines report the end of a phase by themselves; the scheduler takes one in a cycle.
  for (unsigned i = 0; i < m->cfg.Machines; i++) {
    const nf_ace_machine_out *const o = m->machines[i].out;
    s->free[i] = o->free;
    s->done_valid |= (uint16_t)((unsigned)o->done_valid << i);
    s->done_id[i] = o->done_id;
    s->done_phase[i] = o->done_phase;
  }
  // The only thing that the host can hold up: completions, and by their places new commands.
  s->cpl_ready = c->cpl_ready;
}

// Inputs of u_tx_dma and u_rx_dma. Wide words are copied only where they are valid: the DMAs look
// at no other. The memory is outside of the engine and may do anything: answer late, with errors,
// or never. A DMA counts what it has asked for and takes nothing else.
static void gather_dmas(nf_ace *m, const nf_ace_in *in) {
  const nf_ace_scheduler_out *const s = m->scheduler_out;
  nf_ace_tx_dma_in *const t = &m->tx_in;
  // For each DMA alone: a memory that still takes writes goes on taking them.
  t->give_up = m->watchdog_out->tx_give_up;
  t->cmd_valid = s->txd_valid;
  t->cmd_id = s->txd_id;
  t->cmd_addr = s->txd_addr;
  t->cmd_stride = s->txd_stride;
  t->cmd_pieces = s->txd_pieces;
  t->cmd_block = s->txd_block;
  t->cmd_total = s->txd_total;
  t->cmd_msg = s->txd_msg;
  t->cmd_sram = s->txd_sram;
  t->cmd_pitch = s->txd_pitch;
  // Constant: the table takes each load when it is done.
  t->done_ready = s->txd_done_ready;
  // DMAs need grants for the banks as machines do (ACE Fig. 6: they share the SRAM).
  t->wr_grant = m->issue_out->wr_grant;
  // One ID: the memory may take as long as it likes, but gives data in the order of the addresses.
  t->ar_ready = in->mem_ar_ready;
  t->r_valid = in->mem_r_valid;
  t->r_last = in->mem_r_last;
  t->r_resp = in->mem_r_resp;
  if (in->mem_r_valid)
    nf_ace_word_copy(t->r_data.w, in->mem_r_data.w, m->limbs);
  nf_ace_rx_dma_in *const r = &m->rx_in;
  r->give_up = m->watchdog_out->rx_give_up;
  r->cmd_valid = s->rxd_valid;
  r->cmd_id = s->rxd_id;
  r->cmd_addr = s->rxd_addr;
  r->cmd_stride = s->rxd_stride;
  r->cmd_pieces = s->rxd_pieces;
  r->cmd_block = s->rxd_block;
  r->cmd_total = s->rxd_total;
  r->cmd_msg = s->rxd_msg;
  r->cmd_sram = s->rxd_sram;
  r->cmd_pitch = s->rxd_pitch;
  r->done_ready = s->rxd_done_ready;
  r->rd_grant = m->issue_out->rd_grant;
  // Words of a granted packet come at a fixed time and cannot be stalled: the DMA has kept room for
  // them.
  r->data_valid = m->crossbar_out->rxd_valid;
  if (r->data_valid) {
    nf_ace_word_copy(r->data.w, m->crossbar_out->rxd_data.w, m->limbs);
    r->poison = m->crossbar_out->rxd_poison;
  }
  // Address, data and answer of writes, each with a ready of its own, in any order that AXI4 A3.3
  // allows.
  r->aw_ready = in->mem_aw_ready;
  r->w_ready = in->mem_w_ready;
  r->b_valid = in->mem_b_valid;
  r->b_resp = in->mem_b_resp;
}

// Inputs of u_dma_watchdog: it sees both sides of every handshake at the memory, so outputs of the
// DMAs of this cycle together with the ports. It drives none of these wires, so it cannot make a
// memory stand still that does not.
static void gather_watchdog(nf_ace *m, const nf_ace_in *in) {
  m->watchdog_in = (nf_ace_dma_watchdog_in){.limit = m->csr_out->dma_watchdog,
                                            .ar_valid = m->tx_out->ar_valid,
                                            .ar_ready = in->mem_ar_ready,
                                            .r_valid = in->mem_r_valid,
                                            .r_ready = m->tx_out->r_ready,
                                            .r_last = in->mem_r_last,
                                            .aw_valid = m->rx_out->aw_valid,
                                            .aw_ready = in->mem_aw_ready,
                                            .w_valid = m->rx_out->w_valid,
                                            .w_ready = in->mem_w_ready,
                                            .w_last = m->rx_out->w_last,
                                            .b_valid = in->mem_b_valid,
                                            .b_ready = m->rx_out->b_ready};
}

// Inputs of u_drain: handshakes between u_scheduler and the DMAs. An order that was offered and not
// taken is withdrawn by the abort and does not count.
static void gather_drain(nf_ace *m) {
  const nf_ace_scheduler_out *const s = m->scheduler_out;
  m->drain_in = (nf_ace_drain_in){.abort = m->csr_out->abort,
                                  .txd_take = s->txd_valid && m->tx_out->cmd_ready,
                                  .txd_end = m->tx_out->done_valid && s->txd_done_ready,
                                  .rxd_take = s->rxd_valid && m->rx_out->cmd_ready,
                                  .rxd_end = m->rx_out->done_valid && s->rxd_done_ready};
}

// Inputs of gen_machine[i].u_machine; id_i stands there since init. Reservations and contexts go to
// one machine by its bit; ids and fields beside them are wires that all see.
static void gather_machines(nf_ace *m) {
  const nf_ace_csr_out *const c = m->csr_out;
  const nf_ace_scheduler_out *const s = m->scheduler_out;
  const nf_ace_issue_out *const q = m->issue_out;
  for (unsigned i = 0; i < m->cfg.Machines; i++) {
    nf_ace_machine_in *const x = &m->machines[i].in;
    // Without a chunk and without a fault for as long as the abort lasts; programs stay.
    x->abort = c->abort;
    // CONTROL = 0 stops all machines between two instructions, not within a message.
    x->run = c->run;
    x->watchdog = c->watchdog;
    x->cfg_valid = c->cfg_valid;
    x->cfg_addr = c->cfg_addr;
    x->cfg_wdata = c->cfg_wdata;
    // The entry comes when the chunk is created, its context when the chunk is there (ACE 4.3.2).
    x->reserve_valid = s->reserve_valid >> i & 1;
    x->reserve_id = s->reserve_id;
    x->reserve_phase = s->reserve_phase;
    x->ready_valid = s->ready_valid >> i & 1;
    x->ready_ctx[0] = s->ready_ctx[0];
    x->ready_ctx[1] = s->ready_ctx[1];
    // A request has one answer: granted, or refused for good.
    x->grant = q->grant >> i & 1;
    x->reject = q->reject[i];
    // Kept in the fault record: what a machine that the watchdog stopped was waiting for.
    x->wait = q->wait[i];
    x->done_ready = s->done_ready >> i & 1;
  }
}

// Inputs of u_issue, whose vectors are made of one part of each machine and each port. It is the
// only one that sees all requests and all flags, so it alone can grant all or nothing.
static void gather_issue(nf_ace *m) {
  nf_ace_issue_in *const q = &m->issue_in;
  q->req_valid = 0;
  for (unsigned i = 0; i < m->cfg.Machines; i++) {
    q->req_valid |= (uint16_t)((unsigned)m->machines[i].out->req_valid << i);
    q->req[i] = m->machines[i].out->req;
  }
  // Flags of a port are right from the second cycle behind a grant on; issue has the port in use
  // until then.
  q->space = 0;
  for (unsigned p = 0; p < m->cfg.Ports; p++) {
    const nf_ace_port_out *const o = m->ports[p].out;
    q->avail[p] = o->avail;
    q->words[p] = o->words;
    q->credit[p] = o->credit;
    q->open[p] = o->open;
    q->space |= (uint8_t)((unsigned)o->space << p);
  }
  // A packet of the TX DMA is asked for when all its words are in its store, one of the RX DMA when
  // it has room for it: so neither stops within a packet.
  q->wr_valid = m->tx_out->wr_valid;
  q->wr_addr = m->tx_out->wr_addr;
  q->wr_words = m->tx_out->wr_words;
  q->rd_valid = m->rx_out->rd_valid;
  q->rd_addr = m->rx_out->rd_addr;
  q->rd_words = m->rx_out->rd_words;
  // Which machines' waiting is counted: all together, or one that is looked into.
  q->select = m->csr_out->select;
}

// Inputs of u_crossbar and, from its outputs, those of the lanes. Of the data only what its next
// step reads (look_*), is copied; the banks' words are the ones that were read at the last edge, so
// this must come before step_banks(). In the RTL the words are wires and cost no copy; here they
// would be most of a step.
static void gather_crossbar(nf_ace *m) {
  const nf_ace_issue_out *const q = m->issue_out;
  const nf_ace_crossbar_out *const o = m->crossbar_out;
  nf_ace_crossbar_in *const x = &m->crossbar_in;
  // A grant is all that the crossbar gets; the time of each word follows from it.
  x->op_valid = q->op_valid;
  x->op = q->op;
  x->op_lane = q->op_lane;
  x->wrop_valid = q->wrop_valid;
  x->wrop = q->wrop;
  x->rdop_valid = q->rdop_valid;
  x->rdop = q->rdop;
  if (o->look_txd) {
    nf_ace_word_copy(x->txd_data.w, m->tx_out->data.w, m->limbs);
    x->txd_poison = m->tx_out->poison;
  }
  for (unsigned b = 0; b < m->cfg.Banks; b++)
    if (o->look_bank >> b & 1) {
      nf_ace_word_copy(&x->bank_rdata[b * m->limbs], m->banks[b].read.w, m->limbs);
      x->bank_rpoison = bit(x->bank_rpoison, b, m->banks[b].read_poison);
    }
  for (unsigned p = 0; p < m->cfg.Ports; p++)
    if (o->look_port >> p & 1) {
      nf_ace_word_copy(&x->in_data[p * m->limbs], m->ports[p].out->in_data.w, m->limbs);
      x->in_poison = bit(x->in_poison, p, m->ports[p].out->in_poison);
    }
  for (unsigned l = 0; l < m->cfg.Lanes; l++) {
    if (o->look_lane >> l & 1)
      nf_ace_word_copy(&x->lane_result[l * m->limbs], m->lanes[l].out->result.w, m->limbs);
    // A lane has no back-pressure either: who was granted it has it for as many cycles as words.
    nf_ace_lane_in *const y = &m->lanes[l].in;
    y->valid = o->lane_valid >> l & 1;
    if (y->valid) {
      y->reduce = o->lane_reduce >> l & 1;
      y->code = o->lane_code[l];
      nf_ace_word_copy(y->a.w, &o->lane_a[l * m->limbs], m->limbs);
      nf_ace_word_copy(y->b.w, &o->lane_b[l * m->limbs], m->limbs);
    }
  }
}

// Inputs of gen_port[i].u_port and u_nic, each the other's neighbour. Each port sees all grants and
// picks those of its own number. Words that leave go by the NIC's memory, for which the port has
// asked before (ACE 4.4); words that arrive are taken by the port at once, since credits have kept
// a slot for them.
static void gather_ports(nf_ace *m, const nf_ace_in *in) {
  const nf_ace_csr_out *const c = m->csr_out;
  for (unsigned i = 0; i < m->cfg.Ports; i++) {
    port *const p = &m->ports[i];
    nf_ace_port_in *const x = &p->in;
    nf_ace_nic_in *const n = &p->nic_in;
    // What a packet bears when it leaves, and must have to be taken here.
    x->node = c->node;
    x->epoch = c->epoch;
    // All queue pairs of all ports close in the cycle in which the epoch changes.
    x->clear = m->drain_out->clear;
    x->cfg_valid = c->cfg_valid;
    x->cfg_addr = c->cfg_addr;
    x->cfg_wdata = c->cfg_wdata;
    x->op_valid = m->issue_out->op_valid;
    x->op = m->issue_out->op;
    // The words of a packet that was granted to this port, six cycles ago: it has kept room for
    // them.
    x->out_valid = m->crossbar_out->out_valid >> i & 1;
    if (x->out_valid) {
      nf_ace_word_copy(x->out_data.w, &m->crossbar_out->out_data[i * m->limbs], m->limbs);
      x->out_poison = m->crossbar_out->out_poison >> i & 1;
    }
    // The answer to `ask` of the cycle before.
    x->room = p->nic_out->room;
    x->rx_valid = p->nic_out->ace_rx_valid;
    if (x->rx_valid) {
      x->rx_first = p->nic_out->ace_rx_first;
      x->rx_last = p->nic_out->ace_rx_last;
      x->rx_hdr = p->nic_out->ace_rx_hdr;
      nf_ace_word_copy(x->rx_data.w, p->nic_out->ace_rx_data.w, m->limbs);
    }
    n->ask = p->out->ask;
    n->ace_valid = p->out->nic_valid;
    if (n->ace_valid) {
      n->ace_first = p->out->nic_first;
      n->ace_last = p->out->nic_last;
      n->ace_hdr = p->out->nic_hdr;
      nf_ace_word_copy(n->ace_data.w, p->out->nic_data.w, m->limbs);
    }
    // The host's packets go past the engine; whatever mode their header has, they leave as normal
    // ones.
    n->host_tx_valid = in->host_tx_valid >> i & 1;
    if (n->host_tx_valid) {
      n->host_tx_first = in->host_tx_first >> i & 1;
      n->host_tx_last = in->host_tx_last >> i & 1;
      n->host_tx_hdr = in->host_tx_hdr[i];
      nf_ace_word_copy(n->host_tx_data.w, &in->host_tx_data[i * m->limbs], m->limbs);
    }
    n->host_rx_ready = in->host_rx_ready >> i & 1;
    // Two bits of each link: a class that is not taken leaves the other one its way.
    n->link_tx_ready = in->link_tx_ready >> 2 * i & 3;
    // From another node: whatever comes is sorted by its mode bit alone, and checked by the port or
    // the host.
    n->link_rx_valid = in->link_rx_valid >> i & 1;
    if (n->link_rx_valid) {
      n->link_rx_first = in->link_rx_first >> i & 1;
      n->link_rx_last = in->link_rx_last >> i & 1;
      n->link_rx_hdr = in->link_rx_hdr[i];
      nf_ace_word_copy(n->link_rx_data.w, &in->link_rx_data[i * m->limbs], m->limbs);
    }
  }
}

// ------------------------------------------------------------------------------ one cycle: edge
// gen_bank: u_bank and u_poison. Read before write, as nf_ram_1r1w: a word that is written in the
// cycle in which it is read comes out as it was. A bank has one read and one write in a cycle, each
// granted to one.
static void step_banks(nf_ace *m) {
  const nf_ace_crossbar_out *const o = m->crossbar_out;
  const uint16_t last = (uint16_t)(m->cfg.BankWords - 1);
  for (unsigned b = 0; b < m->cfg.Banks; b++) {
    bank *const x = &m->banks[b];
    if (o->bank_re >> b & 1) {
      const unsigned row = o->bank_raddr[b] & last;
      nf_ace_word_copy(x->read.w, &x->words[row * m->limbs], m->limbs);
      x->read_poison = x->poison[row / NF_ACE_PACKET_WORDS];
    }
    if (o->bank_we >> b & 1) {
      // A packet's mark is written with each of its words, and is the same for all.
      const unsigned row = o->bank_waddr[b] & last;
      nf_ace_word_copy(&x->words[row * m->limbs], &o->bank_wdata[b * m->limbs], m->limbs);
      x->poison[row / NF_ACE_PACKET_WORDS] = o->bank_wpoison >> b & 1;
    }
  }
}

// One edge. After the gathering no block sees another one, so their order does not matter; only the
// lanes must be looked up again, since the output of a lane moves within its ring. step_banks()
// comes right behind the gathering: what it reads now is gathered in the next step.
void nf_ace_step(nf_ace *m, const nf_ace_in *in) {
  gather_csr(m, in);
  gather_scheduler(m);
  gather_dmas(m, in);
  gather_watchdog(m, in);
  gather_drain(m);
  gather_machines(m);
  gather_issue(m);
  gather_crossbar(m);
  gather_ports(m, in);
  step_banks(m);
  // In the order of the RTL's text.
  nf_ace_csr_step(m->csr, &m->csr_in);
  nf_ace_partitions_step(m->partitions, &m->partitions_in);
  nf_ace_scheduler_step(m->scheduler, &m->scheduler_in);
  nf_ace_tx_dma_step(m->tx, &m->tx_in);
  nf_ace_rx_dma_step(m->rx, &m->rx_in);
  nf_ace_dma_watchdog_step(m->watchdog, &m->watchdog_in);
  nf_ace_drain_step(m->drain, &m->drain_in);
  for (unsigned i = 0; i < m->cfg.Machines; i++)
    nf_ace_machine_step(m->machines[i].block, &m->machines[i].in);
  nf_ace_issue_step(m->issue, &m->issue_in);
  nf_ace_crossbar_step(m->crossbar, &m->crossbar_in);
  for (unsigned l = 0; l < m->cfg.Lanes; l++) {
    lane *const x = &m->lanes[l];
    // At rest a lane holds what it showed last, and is left out.
    if (!x->in.valid && nf_ace_lane_quiet(x->block))
      continue;
    nf_ace_lane_step(x->block, &x->in);
    x->out = nf_ace_lane_peek(x->block); // it changes places
  }
  for (unsigned p = 0; p < m->cfg.Ports; p++) {
    nf_ace_port_step(m->ports[p].port, &m->ports[p].in);
    nf_ace_nic_step(m->ports[p].nic, &m->ports[p].nic_in);
  }
  show(m);
}

// ------------------------------------------------------------------------------ inside
// Not of the RTL's ports: op_valid, op, op_lane and grant of u_issue. issue grants one machine in a
// cycle at most, so its number is that of the one bit.
nf_ace_grant nf_ace_granted(const nf_ace *m) {
  const nf_ace_issue_out *const q = m->issue_out;
  nf_ace_grant g = {.valid = q->op_valid, .req = q->op, .lane = q->op_lane};
  if (g.valid)
    g.machine = (uint8_t)__builtin_ctz(q->grant);
  return g;
}

// Not of the RTL's ports: busy_o and pc_o of a machine, and its wait_cause. The same as register
// MACHINE + 4 i shows to a host.
nf_ace_machine_state nf_ace_machine_at(const nf_ace *m, unsigned i) {
  const nf_ace_machine_out *const o = m->machines[i].out;
  return (nf_ace_machine_state){.busy = o->busy, .pc = o->pc, .wait = m->issue_out->wait[i]};
}

// Counted by the scheduler's model; the RTL has no such counters. For those who plot where the
// chunks wait.
const nf_ace_chunks *nf_ace_chunks_at(const nf_ace *m) {
  return nf_ace_scheduler_chunks(m->scheduler);
}
