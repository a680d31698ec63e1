// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_csr.sv: the register port around the register file, which is made
// from SystemRDL (nf_switch_regs).
//
// One access at a time, in four states: an access is taken (Idle), waits for a counter (Stats) or
// for the MCR table behind its window (Window), and is answered (Answer). An access that is refused
// is answered too, with csr_err, and changes nothing; the host never hangs on an address.
#include "nf_switch_csr.h"

#include "mcr/nf_mcr_pkg.h"
#include "switch/nf_switch_regs.h"

#include <stdlib.h>

// state_e; the port's signals show it: csr_ready is Idle, cfg_rready Window, csr_rvalid Answer.
typedef enum { IDLE, STATS, WINDOW, ANSWER } csr_state;

struct nf_switch_csr {
  nf_switch_csr_out out;
  nf_switch_regs regs;
  csr_state state;
};

// The ports that are registers. Copied after each write: other blocks look at them in every cycle,
// and a register changes seldom.
static void show(nf_switch_csr *m) {
  nf_switch_csr_out *o = &m->out;
  const nf_switch_regs *r = &m->regs;
  o->id = r->switch_id;
  o->multicast_partials = r->control;
  o->timeout = r->timeout.ticks;
  o->tick_log2 = r->timeout.tick_log2;
  o->first_hop = r->first_hop;
  o->uplinks = r->uplinks;
  o->links = r->links;
  o->entries = r->table_limit;
  o->drop_epochs = r->clear_epochs;
  o->drop_one = r->clear_one;
  o->drop_region = r->clear_region;
  o->mask_select = r->mask_select;
}

// Reset values of the register file.
nf_status nf_switch_csr_init(nf_switch_csr **m, const nf_switch_csr_cfg *cfg) {
  if (cfg->Ports < 2 || cfg->Ports > NF_MAX_PORTS)
    return "nf_switch_csr: Ports must be 2..16";
  if (cfg->Entries != 0 && (cfg->Entries < 2 || cfg->Entries > NF_MAX_ENTRIES))
    return "nf_switch_csr: Entries must be 2..32, or 0: no reduction tables";
  if (cfg->Regions < 2 || cfg->Regions > NF_MAX_REGIONS)
    return "nf_switch_csr: Regions must be 2..32";
  if (cfg->Nodes < 8 || cfg->Nodes > NF_MCR_MAX_NODES || cfg->Nodes % 8 != 0)
    return "nf_switch_csr: Nodes must be 8..256, a multiple of 8";
  if (cfg->HomeSlots < 2 || cfg->HomeSlots > NF_MAX_HOME_SLOTS)
    return "nf_switch_csr: HomeSlots must be 2..512";
  nf_switch_csr *c = calloc(1, sizeof *c);
  if (c == NULL)
    return "nf_switch_csr: out of memory";
  const nf_switch_regs_cfg regs = {cfg->Ports, cfg->Entries, cfg->Regions, cfg->Nodes,
                                   cfg->HomeSlots};
  nf_switch_regs_reset(&c->regs, &regs);
  show(c);
  c->out.csr_ready = true;
  *m = c;
  return NF_OK;
}

// Registers; csr_ready, csr_rvalid and cfg_rready are states.
const nf_switch_csr_out *nf_switch_csr_peek(const nf_switch_csr *m) { return &m->out; }

void nf_switch_csr_free(nf_switch_csr *m) { free(m); }

// stat_index, or -1 for is_stat low. Table events have the word of their bit; of the drop counters
// there is none for code 0, which is no error. Addresses between words name nothing.
static int stat_of(uint16_t addr) {
  switch (addr) {
  case NF_CSR_RX_PACKETS:
    return NF_SWITCH_COUNTED_RX_PACKETS;
  case NF_CSR_RX_DROPS:
    return NF_SWITCH_COUNTED_RX_DROPS;
  case NF_CSR_RX_ACKS:
    return NF_SWITCH_COUNTED_RX_ACKS;
  case NF_CSR_TX_PACKETS:
    return NF_SWITCH_COUNTED_TX_PACKETS;
  case NF_CSR_CLEARED:
    return NF_SWITCH_COUNTED_CLEARED;
  default:
    if (addr % 4 != 0)
      return -1;
    if (addr > NF_CSR_DROP_BASE && addr <= NF_CSR_DROP_BASE + 4 * NF_ERR_TARGETS)
      return NF_SWITCH_COUNTED_CAUSES - 1 + (addr - NF_CSR_DROP_BASE) / 4;
    if (addr >= NF_CSR_EVENT_BASE && addr < NF_CSR_EVENT_BASE + 4 * NF_TABLE_EVENTS)
      return (addr - NF_CSR_EVENT_BASE) / 4;
    return -1;
  }
}

// hw, but for what happens: what registers show of the selected port. PORT_SELECT chooses the port;
// all ports' entries are at hand, and the register file sees one. Of the oldest entry that is the
// first word; note_oldest() has the others.
static nf_switch_regs_wires wires(const nf_switch_csr *m, const nf_switch_csr_in *in) {
  const unsigned p = m->regs.port_select;
  return (nf_switch_regs_wires){.status = in->traffic,
                                .clear_pending = in->dropping,
                                .oldest_addr_lo = (uint32_t)in->oldest_addr[p],
                                .table_used = in->used[p]};
}

// note_oldest: with the first word the other ones of the oldest entry are noted, since another one
// may be the oldest when they are read.
static void note_oldest(const nf_switch_csr *m, const nf_switch_csr_in *in,
                        nf_switch_regs_events *e) {
  const unsigned p = m->regs.port_select;
  e->oldest_addr_hi_we = e->oldest_count_we = e->oldest_mask_we = true;
  e->oldest_addr_hi.addr = (uint16_t)(in->oldest_addr[p] >> 32);
  e->oldest_addr_hi.held = in->oldest_valid >> p & 1;
  e->oldest_count.count = in->oldest_count[p];
  e->oldest_count.expected = in->oldest_expected[p];
  e->oldest_mask = in->oldest_mask[p];
}

// An access is taken: to the window, to a counter, or to the register file, which answers in the
// next cycle. Counters take longer, because their words are in a RAM that a scanner visits
// (nf_switch_stats).
static void take(nf_switch_csr *m, const nf_switch_csr_in *in, nf_switch_regs_events *e) {
  nf_switch_csr_out *o = &m->out;
  int stat = stat_of(in->csr_addr);
  o->cfg_write = in->csr_write;
  o->cfg_addr = in->csr_addr & 0xfff;
  o->cfg_wdata = in->csr_wdata;
  // Set by every access, also one that reads no counter, as stat_index has a default there.
  o->stats_index = (uint8_t)(stat >= 0 ? stat : NF_SWITCH_COUNTED_TX_PACKETS);
  // The window has addresses and errors of its own, and its own locks: this port hands the access
  // on and waits.
  if (in->csr_addr >> 12 == NF_CSR_MCR_BASE >> 12) {
    o->cfg_valid = true;
    m->state = WINDOW;
    return;
  }
  // Counters can only be read: a write is refused. They are asked for at one port, until it
  // answers.
  if (stat >= 0) {
    o->csr_err = in->csr_write;
    o->csr_rdata = 0;
    m->state = in->csr_write ? ANSWER : STATS;
    if (!in->csr_write)
      o->stats_read = (uint16_t)(1u << m->regs.port_select);
    return;
  }
  uint32_t value = 0;
  if (in->csr_write) {
    // The register file refuses what traffic relies on while traffic is in the switch.
    o->csr_err = !nf_switch_regs_write(&m->regs, in->csr_addr, in->csr_wdata, in->traffic);
    show(m);
  } else {
    const nf_switch_regs_wires shown = wires(m, in);
    o->csr_err = !nf_switch_regs_read(&m->regs, &shown, in->csr_addr, &value);
    if (in->csr_addr == NF_CSR_OLDEST_ADDR_LO)
      note_oldest(m, in, e);
  }
  o->csr_rdata = value;
  m->state = ANSWER;
}

// One edge. New errors and flags are ORed in after the write that clears some: one of this very
// cycle survives. cfg_valid falls before take() may raise it for the next access; both never meet,
// as an access is taken only when the window's is over.
void nf_switch_csr_step(nf_switch_csr *m, const nf_switch_csr_in *in) {
  nf_switch_csr_out *o = &m->out;
  nf_switch_regs_events happened = {.errors = nf_switch_regs_errors_word(in->error),
                                    .flags = in->flags};
  if (o->cfg_valid && in->cfg_ready)
    o->cfg_valid = false;
  switch (m->state) {
  case IDLE:
    if (in->csr_valid)
      take(m, in, &happened);
    break;
  // stats_read has the bit of the port that was asked, so no other port's answer is taken.
  case STATS:
    if ((in->stats_valid & o->stats_read) != 0) {
      o->stats_read = 0;
      o->csr_rdata = in->stats_data[m->regs.port_select];
      m->state = ANSWER;
    }
    break;
  case WINDOW:
    if (in->cfg_rvalid) {
      o->csr_err = in->cfg_err;
      o->csr_rdata = in->cfg_rdata;
      m->state = ANSWER;
    }
    break;
  case ANSWER:
    if (in->csr_rready)
      m->state = IDLE;
    break;
  }
  nf_switch_regs_step(&m->regs, &happened);
  o->csr_ready = m->state == IDLE;
  o->csr_rvalid = m->state == ANSWER;
  o->cfg_rready = m->state == WINDOW;
}
