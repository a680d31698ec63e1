// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_switch_csr.h"

#include "mcr/nf_mcr_hash.h"

#include <stdlib.h>

enum {
  ID_VALUE = 0x4E460001,
  FLAG_MASK = (2 << NF_FLAG_INEXACT) - 1, // flags that tell of numbers; those above, of the packet
};

typedef enum { IDLE, STATS, WINDOW, ANSWER } csr_state;

struct nf_switch_csr {
  nf_switch_csr_out out;
  nf_switch_csr_cfg cfg;
  csr_state state;
  uint8_t select; // port whose counters are shown
  uint32_t errors;
  uint8_t flags;
};

// How an access to one register is answered.
typedef struct {
  bool known, read_only, configuration, in_range;
  uint32_t value;
} answer;

// Reset values: every port leads to an endpoint, one link, all entries in use.
nf_status nf_switch_csr_init(nf_switch_csr **m, const nf_switch_csr_cfg *cfg) {
  if (cfg->Ports < 2 || cfg->Ports > NF_MAX_PORTS)
    return "nf_switch_csr: Ports must be 2..16";
  if (cfg->Entries < 2 || cfg->Entries > NF_MAX_ENTRIES)
    return "nf_switch_csr: Entries must be 2..32";
  nf_switch_csr *c = calloc(1, sizeof *c);
  if (c == NULL)
    return "nf_switch_csr: out of memory";
  c->cfg = *cfg;
  c->out.csr_ready = true;
  c->out.first_hop = (uint16_t)((1u << cfg->Ports) - 1);
  c->out.links = 1;
  c->out.entries = (uint8_t)cfg->Entries;
  *m = c;
  return NF_OK;
}

// Registers; csr_ready, csr_rvalid and cfg_rready are states.
const nf_switch_csr_out *nf_switch_csr_peek(const nf_switch_csr *m) { return &m->out; }

void nf_switch_csr_free(nf_switch_csr *m) { free(m); }

// Word of the port's counters that an address names, or -1.
static int stat_of(uint16_t addr) {
  switch (addr) {
  case NF_CSR_RX_PACKETS:
    return NF_SWITCH_STAT_RX;
  case NF_CSR_RX_DROPS:
    return NF_SWITCH_STAT_DROP;
  case NF_CSR_RX_ACKS:
    return NF_SWITCH_STAT_ACK;
  case NF_CSR_TX_PACKETS:
    return NF_SWITCH_STAT_TX;
  case NF_CSR_CLEARED:
    return NF_SWITCH_STAT_CLEARED;
  default:
    if (addr % 4 != 0)
      return -1;
    if (addr > NF_CSR_DROP_BASE && addr <= NF_CSR_DROP_BASE + 4 * NF_ERR_TARGETS)
      return NF_SWITCH_STAT_DROP_BASE + (addr - NF_CSR_DROP_BASE) / 4;
    if (addr >= NF_CSR_EVENT_BASE && addr <= NF_CSR_EVENT_BASE + 4 * NF_EV_REST)
      return (addr - NF_CSR_EVENT_BASE) / 4;
    return -1;
  }
}

// The always_comb of the part "registers": known, read_only, config_reg, in_range and value.
static answer look_up(const nf_switch_csr *m, const nf_switch_csr_in *in) {
  const nf_switch_csr_out *o = &m->out;
  const uint32_t w = in->csr_wdata;
  const unsigned p = m->select;
  switch (in->csr_addr) {
  case NF_CSR_ID:
    return (answer){true, true, false, true, ID_VALUE};
  case NF_CSR_PARAMS:
    return (answer){true, true, false, true,
                    nf_mcr_hash_params(m->cfg.HomeSlots) << 24 | m->cfg.Regions << 16 |
                        m->cfg.Entries << 8 | m->cfg.Ports};
  case NF_CSR_SWITCH_ID:
    return (answer){true, false, true, w < NF_MAX_NODES, o->id};
  case NF_CSR_CONTROL:
    return (answer){true, false, true, w <= 1, o->multicast_partials};
  case NF_CSR_TIMEOUT:
    return (answer){true, false, true, w < 0x1000, (uint32_t)o->tick_log2 << 8 | o->timeout};
  case NF_CSR_FIRST_HOP:
    return (answer){true, false, true, w >> m->cfg.Ports == 0, o->first_hop};
  case NF_CSR_UPLINKS:
    return (answer){true, false, true, w >> m->cfg.Ports == 0, o->uplinks};
  case NF_CSR_LINKS:
    return (answer){true, false, true, w != 0 && w <= NF_MAX_LINKS, o->links};
  case NF_CSR_MASK_SELECT:
    return (answer){true, false, false, w < (m->cfg.Nodes + 31) / 32, o->mask_select};
  case NF_CSR_TABLE_LIMIT:
    return (answer){true, false, true, w != 0 && w <= m->cfg.Entries, o->entries};
  case NF_CSR_STATUS:
    return (answer){true, true, false, true, in->traffic};
  case NF_CSR_ERRORS:
    return (answer){true, false, false, true, m->errors};
  case NF_CSR_FLAGS:
    return (answer){true, false, false, true, m->flags};
  case NF_CSR_CLEAR:
    // Not refused under traffic: the entries that it drops are what keeps the switch busy.
    return (answer){true, false, false, (w & ~0x9f0fu) == 0,
                    (uint32_t)in->dropping << 31 | (uint32_t)o->drop_one << 15 |
                        (uint32_t)o->drop_region << 8 | o->drop_epochs};
  case NF_CSR_PORT_SELECT:
    return (answer){true, false, false, w < m->cfg.Ports, p};
  case NF_CSR_OLDEST_ADDR_LO:
    return (answer){true, true, false, true, (uint32_t)in->oldest_addr[p]};
  case NF_CSR_OLDEST_ADDR_HI:
    return (answer){true, true, false, true,
                    (in->oldest_valid >> p & 1u) << 31 |
                        (uint32_t)(in->oldest_addr[p] >> 32 & 0xffff)};
  case NF_CSR_OLDEST_COUNT:
    return (answer){true, true, false, true,
                    (uint32_t)in->oldest_expected[p] << 16 | in->oldest_count[p]};
  case NF_CSR_OLDEST_MASK:
    return (answer){true, true, false, true, in->oldest_mask[p]};
  case NF_CSR_TABLE_USED:
    return (answer){true, true, false, true, in->used[p]};
  default:
    return (answer){false, false, false, true, 0};
  }
}

// The writes of the always_ff. The caller has judged the access; nothing here refuses.
static void write_register(nf_switch_csr *m, uint16_t addr, uint32_t w) {
  nf_switch_csr_out *o = &m->out;
  switch (addr) {
  case NF_CSR_SWITCH_ID:
    o->id = (uint16_t)w;
    break;
  case NF_CSR_CONTROL:
    o->multicast_partials = w != 0;
    break;
  case NF_CSR_TIMEOUT:
    o->timeout = (uint8_t)w;
    o->tick_log2 = (uint8_t)(w >> 8 & 15);
    break;
  case NF_CSR_FIRST_HOP:
    o->first_hop = (uint16_t)w;
    break;
  case NF_CSR_UPLINKS:
    o->uplinks = (uint16_t)w;
    break;
  case NF_CSR_LINKS:
    o->links = (uint8_t)w;
    break;
  case NF_CSR_MASK_SELECT:
    o->mask_select = (uint8_t)w;
    break;
  case NF_CSR_TABLE_LIMIT:
    o->entries = (uint8_t)w;
    break;
  case NF_CSR_CLEAR:
    o->drop_epochs = w & 15;
    o->drop_one = w >> 15 & 1;
    o->drop_region = w >> 8 & 31;
    break;
  case NF_CSR_PORT_SELECT:
    m->select = (uint8_t)w;
    break;
  case NF_CSR_ERRORS:
    m->errors &= ~w;
    break;
  case NF_CSR_FLAGS:
    m->flags = (uint8_t)(m->flags & ~w);
    break;
  default:
    break;
  }
}

// An access is taken.
static void take(nf_switch_csr *m, const nf_switch_csr_in *in) {
  nf_switch_csr_out *o = &m->out;
  int stat = stat_of(in->csr_addr);
  o->cfg_write = in->csr_write;
  o->cfg_addr = in->csr_addr & 0xfff;
  o->cfg_wdata = in->csr_wdata;
  // Set by every access, also one that reads no counter, as stat_index has a default there.
  o->stats_index = (uint8_t)(stat >= 0 ? stat : NF_SWITCH_STAT_TX);
  if (in->csr_addr >> 12 == NF_CSR_MCR_BASE >> 12) {
    o->cfg_valid = true;
    m->state = WINDOW;
    return;
  }
  if (stat >= 0) {
    o->csr_err = in->csr_write;
    o->csr_rdata = 0;
    m->state = in->csr_write ? ANSWER : STATS;
    if (!in->csr_write)
      o->stats_read = (uint16_t)(1u << m->select);
    return;
  }
  answer a = look_up(m, in);
  o->csr_err = !a.known ||
               (in->csr_write && (a.read_only || !a.in_range || (a.configuration && in->traffic)));
  o->csr_rdata = o->csr_err || in->csr_write ? 0 : a.value;
  if (in->csr_write && !o->csr_err)
    write_register(m, in->csr_addr, in->csr_wdata);
  m->state = ANSWER;
}

// One edge. New errors and flags are ORed in after the write that clears some: one of this very
// cycle survives. cfg_valid falls before take() may raise it for the next access; both never meet,
// as an access is taken only when the window's is over.
void nf_switch_csr_step(nf_switch_csr *m, const nf_switch_csr_in *in) {
  nf_switch_csr_out *o = &m->out;
  if (o->cfg_valid && in->cfg_ready)
    o->cfg_valid = false;
  switch (m->state) {
  case IDLE:
    if (in->csr_valid)
      take(m, in);
    break;
  case STATS:
    if ((in->stats_valid & o->stats_read) != 0) {
      o->stats_read = 0;
      o->csr_rdata = in->stats_data[m->select];
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
  m->errors |= in->error;
  m->flags |= in->flags & FLAG_MASK;
  o->csr_ready = m->state == IDLE;
  o->csr_rvalid = m->state == ANSWER;
  o->cfg_rready = m->state == WINDOW;
}
