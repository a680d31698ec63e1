// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A register file behind nf_axil. A step answers from the state as it was, then counts.
#include "nf_netreduce_csr.h"

#include "common/nf_axil.h"
#include "common/nf_defs.h"
#include "netreduce/nf_netreduce_pkg.h"
#include <stdlib.h>

enum { ID = 0x4e524431, LEAF_HOSTS = 6, PAUSE = 512, DRAIN = 65536 };

typedef struct {
  uint32_t cycles, bad_access, sums, histories, announced, locals, uneven, flag[4], dropped,
      given_up;
  uint32_t naks, replays, charged;
  uint32_t skipped[NF_NETREDUCE_MAX_PORTS];
} counters;

typedef struct {
  uint8_t members, leaf, window, slot, dtype;
  uint32_t first;
} staging;

typedef struct {
  uint32_t src, dst, qp, src_qp;
  uint8_t port, role, parts;
} member;

struct nf_netreduce_csr {
  nf_netreduce_csr_out out;
  nf_netreduce_csr_cfg cfg;
  nf_axil *bus;
  staging ring;
  member member;
  counters n;
  uint32_t straggler_msgid, straggler_cycles;
  bool asked, member_there; // a question is out; a member's answer is at the interface
  bool enrol_asked;         // a question about members is out
  bool look_busy, look_open;
  uint8_t look_arrived;
  uint32_t look_msgid;
  uint8_t irq, irq_enable;
};

// NF_PARAMs and u_axil; reset values of the registers.
nf_status nf_netreduce_csr_init(nf_netreduce_csr **m, const nf_netreduce_csr_cfg *cfg) {
  if (cfg->Ports < 2 || cfg->Ports > NF_NETREDUCE_MAX_PORTS)
    return "nf_netreduce_csr: Ports must be 2..8";
  if (cfg->Rings < 1 || cfg->Rings > NF_NETREDUCE_MAX_RINGS)
    return "nf_netreduce_csr: Rings must be 1..16";
  if (cfg->Window < 1 || cfg->Window > NF_NETREDUCE_MAX_WINDOW)
    return "nf_netreduce_csr: Window must be 1..7";
  if (cfg->MaxMsgLen < 1 || cfg->MaxMsgLen > NF_NETREDUCE_MAX_MSGLEN)
    return "nf_netreduce_csr: MaxMsgLen must be 1..256";
  nf_netreduce_csr *const n = calloc(1, sizeof *n);
  const nf_axil_cfg bus = {.AddrBits = 16};
  if (n == NULL || nf_axil_init(&n->bus, &bus) != NF_OK) {
    free(n);
    return "nf_netreduce_csr: out of memory";
  }
  n->cfg = *cfg;
  n->ring.window = 1;
  n->member.parts = n->out.enrol_parts = 1;
  n->out.pause = PAUSE;
  n->out.drain = DRAIN;
  n->out.aw_ready = n->out.w_ready = n->out.ar_ready = true;
  *m = n;
  return NF_OK;
}

// Registers and functions of them.
const nf_netreduce_csr_out *nf_netreduce_csr_peek(const nf_netreduce_csr *m) { return &m->out; }

// ------------------------------------------------------------------------------ writes
// A value that fits into so many bits goes into a register; any other is refused.
static bool hold(uint8_t *r, uint32_t v, unsigned bits) {
  if (v >> bits != 0)
    return false;
  *r = (uint8_t)v;
  return true;
}

// Lower word of a MAC address.
static void set_low(uint64_t *r, uint32_t v) { *r = (*r & ~0xffffffffull) | v; }
// Its upper 16 bits; the rest of the word is not looked at.
static void set_high(uint64_t *r, uint32_t v) {
  *r = (*r & 0xffffffffull) | (uint64_t)(v & 0xffff) << 32;
}

// setup_fits but for cfg_ready_i: each host of a ring needs a port of its own, and so does the way
// to the spine.
static bool set_up_fits(const nf_netreduce_csr *m, uint32_t ring) {
  const staging *const s = &m->ring;
  const bool fits =
      s->members + s->leaf <= (int)m->cfg.Ports && (!s->leaf || s->members <= LEAF_HOSTS);
  return ring < m->cfg.Rings && (s->members == 0 || fits) && s->window != 0 &&
         s->window <= m->cfg.Window && s->slot <= m->cfg.Window &&
         nf_op_built(NF_RED_OP_ADD, s->dtype, m->cfg.Halves != 0, false);
}

// enrol_fits but for cfg_ready_i.
static bool member_fits(const nf_netreduce_csr *m, uint32_t v) {
  return (v & 0x7fffff80) == 0 && (v >> 3 & 15) < m->cfg.Rings;
}

// Registers cfg_*: what was staged, all at once.
static bool set_up(nf_netreduce_csr *m, uint32_t ring) {
  const staging *const s = &m->ring;
  nf_netreduce_csr_out *const o = &m->out;
  o->cfg_valid = true;
  o->cfg_ring = (uint8_t)ring;
  o->cfg_members = s->members;
  o->cfg_leaf = s->leaf != 0;
  o->cfg_window = s->window;
  o->cfg_first = s->first;
  o->cfg_slot = s->slot;
  o->cfg_dtype = s->dtype;
  return true;
}

// Is the write about members? Then the table of members has to say something to it.
static bool enrols(const nf_netreduce_csr *m, const nf_netreduce_csr_in *in, uint32_t addr,
                   uint32_t v) {
  return in->cfg_ready && ((addr == NF_NETREDUCE_CSR_RING_SETUP && set_up_fits(m, v)) ||
                           (addr == NF_NETREDUCE_CSR_MEMBER_SETUP && member_fits(m, v)));
}

// May the write that is offered be done? If it is about members, the table is asked first.
static bool may_write(nf_netreduce_csr *m, const nf_netreduce_csr_in *in, uint32_t addr,
                      uint32_t v) {
  nf_netreduce_csr_out *const o = &m->out;
  if (!enrols(m, in, addr, v))
    return true;
  if (m->enrol_asked) {
    m->enrol_asked = !in->enrol_done;
    return in->enrol_done;
  }
  const bool check = addr == NF_NETREDUCE_CSR_RING_SETUP;
  m->enrol_asked = true;
  o->enrol_valid = true;
  o->enrol_op = (uint8_t)(check     ? NF_NETREDUCE_ENROL_CHECK
                          : v >> 31 ? NF_NETREDUCE_ENROL_REMOVE
                                    : NF_NETREDUCE_ENROL_ADD);
  o->enrol_ring = (check ? v : v >> 3) & 15;
  o->enrol_host = v & 7;
  return false;
}

// A value of 24 bits goes into a register; any other is refused.
static bool hold_24(uint32_t *r, uint32_t v) {
  if (v >> 24 != 0)
    return false;
  *r = v;
  return true;
}

// CSR_MEMBER_PORT: port, role and parts together, or nothing of it.
static bool hold_port(nf_netreduce_csr *m, uint32_t v) {
  const uint32_t port = v & 15, role = v >> 4 & 3;
  if ((v & ~0x7f3fu) != 0 || port >= m->cfg.Ports || role == 3)
    return false;
  m->member.port = (uint8_t)port;
  m->member.role = (uint8_t)role;
  m->member.parts = (uint8_t)(v >> 8);
  return true;
}

// look_ok: one look at a time.
static bool look(nf_netreduce_csr *m, uint32_t v) {
  const uint32_t ring = v >> 16, slot = v >> 8 & 0xff, offset = v & 0xff;
  if (m->look_busy || ring >= m->cfg.Rings || slot > m->cfg.Window || offset >= m->cfg.MaxMsgLen)
    return false;
  m->look_busy = true;
  m->out.look_valid = true;
  m->out.look_ring = (uint8_t)ring;
  m->out.look_slot = (uint8_t)slot;
  m->out.look_offset = (uint8_t)offset;
  return true;
}

// False: the access makes no sense. *clear: bits of IRQ_STATUS.
static bool write_register(nf_netreduce_csr *m, const nf_netreduce_csr_in *in, uint32_t addr,
                           uint32_t v, uint8_t *clear) {
  nf_netreduce_csr_out *const o = &m->out;
  switch (addr) {
  case NF_NETREDUCE_CSR_CONTROL:
    o->enable = v & 1;
    return true;
  case NF_NETREDUCE_CSR_INET_TAG:
    o->tag = v;
    return true;
  case NF_NETREDUCE_CSR_OWN_MAC_LO:
    set_low(&o->own_mac, v);
    return true;
  case NF_NETREDUCE_CSR_OWN_MAC_HI:
    set_high(&o->own_mac, v);
    return true;
  case NF_NETREDUCE_CSR_OWN_IP:
    o->own_ip = v;
    return true;
  case NF_NETREDUCE_CSR_SPINE_MAC_LO:
    set_low(&o->spine_mac, v);
    return true;
  case NF_NETREDUCE_CSR_SPINE_MAC_HI:
    set_high(&o->spine_mac, v);
    return true;
  case NF_NETREDUCE_CSR_SPINE_IP:
    o->spine_ip = v;
    return true;
  case NF_NETREDUCE_CSR_LOCAL_NET:
    o->local_net = v;
    return true;
  case NF_NETREDUCE_CSR_LOCAL_MASK:
    o->local_mask = v;
    return true;
  case NF_NETREDUCE_CSR_RING_MEMBERS:
    return hold(&m->ring.members, v, 4);
  case NF_NETREDUCE_CSR_RING_LEAF:
    return hold(&m->ring.leaf, v, 1);
  case NF_NETREDUCE_CSR_RING_WINDOW:
    return hold(&m->ring.window, v, 3);
  case NF_NETREDUCE_CSR_RING_FIRST:
    m->ring.first = v;
    return true;
  case NF_NETREDUCE_CSR_RING_SLOT:
    return hold(&m->ring.slot, v, 3);
  case NF_NETREDUCE_CSR_RING_DTYPE:
    return hold(&m->ring.dtype, v, 4);
  case NF_NETREDUCE_CSR_RING_SETUP:
    return enrols(m, in, addr, v) && in->enrol_ok && set_up(m, v);
  case NF_NETREDUCE_CSR_MEMBER_SRC_IP:
    m->member.src = v;
    return true;
  case NF_NETREDUCE_CSR_MEMBER_DST_IP:
    m->member.dst = v;
    return true;
  case NF_NETREDUCE_CSR_MEMBER_DST_QP:
    return hold_24(&m->member.qp, v);
  case NF_NETREDUCE_CSR_MEMBER_SRC_QP:
    return hold_24(&m->member.src_qp, v);
  case NF_NETREDUCE_CSR_MEMBER_PORT:
    return hold_port(m, v);
  case NF_NETREDUCE_CSR_MEMBER_SETUP:
    return enrols(m, in, addr, v) && in->enrol_ok;
  case NF_NETREDUCE_CSR_IRQ_STATUS:
    *clear = v & 63;
    return true;
  case NF_NETREDUCE_CSR_IRQ_ENABLE:
    m->irq_enable = v & 63;
    return true;
  case NF_NETREDUCE_CSR_DRAIN:
    o->drain = v;
    return true;
  case NF_NETREDUCE_CSR_THRESHOLD:
    o->threshold = v;
    return true;
  case NF_NETREDUCE_CSR_PAUSE:
    if (v == 0 || v > UINT16_MAX)
      return false;
    o->pause = (uint16_t)v;
    return true;
  case NF_NETREDUCE_CSR_AGAIN:
    return hold_24(&o->again, v);
  case NF_NETREDUCE_CSR_STRAGGLER_RING:
    return v < m->cfg.Rings && hold(&o->report_ring, v, 4);
  case NF_NETREDUCE_CSR_LOOK:
    return look(m, v);
  default:
    return false;
  }
}

// ------------------------------------------------------------------------------ reads
// is_count: counts by cause, asked for at the port.
static bool is_count(const nf_netreduce_csr *m, uint32_t addr) {
  const uint32_t at = addr - NF_NETREDUCE_CSR_COUNT;
  return at < m->cfg.Ports * 128 && at % 4 == 0;
}

// is_member: members, asked for at the lookup.
static bool is_member(const nf_netreduce_csr *m, uint32_t addr) {
  const uint32_t at = addr - NF_NETREDUCE_CSR_MEMBER;
  return at < m->cfg.Rings * 256 && at % 4 == 0 && at % 32 <= 16;
}

// Is it of one of the words, a port each, that begin there?
static bool is_port(const nf_netreduce_csr *m, uint32_t addr, uint32_t begin) {
  const uint32_t at = addr - begin;
  return at < m->cfg.Ports * 4 && at % 4 == 0;
}

// member_word of the answer at the interface.
static uint32_t member_word(const nf_netreduce_csr_in *in, uint32_t addr) {
  switch (addr & 28) {
  case 0:
    return (uint32_t)in->member_valid << 31 | (in->member_parts & 127u) << 8 |
           (in->member_role & 3u) << 4 | (in->member_port & 7u);
  case 4:
    return in->member_src;
  case 8:
    return in->member_dst;
  case 12:
    return in->member_qp;
  default:
    return in->member_src_qp;
  }
}

// CSR_STRAGGLER. The other two words of the report are kept with it (straggler_msgid_q,
// straggler_cycles_q), so that the three that are read belong together.
static uint32_t note_report(nf_netreduce_csr *m, const nf_netreduce_csr_in *in) {
  m->straggler_msgid = in->report_msgid;
  m->straggler_cycles = in->report_cycles;
  return (uint32_t)in->report_valid << 31 | (uint32_t)in->report_unlike << 24 |
         (uint32_t)in->report_charged << 16 | (uint32_t)in->report_missing << 8 | in->report_offset;
}

// read_ok and rdata.
static bool read_register(nf_netreduce_csr *m, const nf_netreduce_csr_in *in, uint32_t addr,
                          uint32_t *v) {
  const nf_netreduce_csr_out *const o = &m->out;
  const nf_netreduce_csr_cfg *const c = &m->cfg;
  switch (addr) {
  case NF_NETREDUCE_CSR_ID:
    *v = ID;
    return true;
  case NF_NETREDUCE_CSR_BUILD:
    *v = c->Ports | c->Rings << 8 | c->Window << 16;
    return true;
  case NF_NETREDUCE_CSR_BUILD_TABLES:
    *v = c->MaxMsgLen | c->Connections << 16;
    return true;
  case NF_NETREDUCE_CSR_BUILD_BUFFER:
    *v = c->BufferBeats;
    return true;
  case NF_NETREDUCE_CSR_CONTROL:
    *v = o->enable;
    return true;
  case NF_NETREDUCE_CSR_INET_TAG:
    *v = o->tag;
    return true;
  case NF_NETREDUCE_CSR_OWN_MAC_LO:
    *v = (uint32_t)o->own_mac;
    return true;
  case NF_NETREDUCE_CSR_OWN_MAC_HI:
    *v = (uint32_t)(o->own_mac >> 32);
    return true;
  case NF_NETREDUCE_CSR_OWN_IP:
    *v = o->own_ip;
    return true;
  case NF_NETREDUCE_CSR_SPINE_MAC_LO:
    *v = (uint32_t)o->spine_mac;
    return true;
  case NF_NETREDUCE_CSR_SPINE_MAC_HI:
    *v = (uint32_t)(o->spine_mac >> 32);
    return true;
  case NF_NETREDUCE_CSR_SPINE_IP:
    *v = o->spine_ip;
    return true;
  case NF_NETREDUCE_CSR_LOCAL_NET:
    *v = o->local_net;
    return true;
  case NF_NETREDUCE_CSR_LOCAL_MASK:
    *v = o->local_mask;
    return true;
  case NF_NETREDUCE_CSR_RING_MEMBERS:
    *v = m->ring.members;
    return true;
  case NF_NETREDUCE_CSR_RING_LEAF:
    *v = m->ring.leaf;
    return true;
  case NF_NETREDUCE_CSR_RING_WINDOW:
    *v = m->ring.window;
    return true;
  case NF_NETREDUCE_CSR_RING_FIRST:
    *v = m->ring.first;
    return true;
  case NF_NETREDUCE_CSR_RING_SLOT:
    *v = m->ring.slot;
    return true;
  case NF_NETREDUCE_CSR_RING_DTYPE:
    *v = m->ring.dtype;
    return true;
  case NF_NETREDUCE_CSR_BUSY:
    *v = in->busy;
    return true;
  case NF_NETREDUCE_CSR_IRQ_STATUS:
    *v = m->irq;
    return true;
  case NF_NETREDUCE_CSR_IRQ_ENABLE:
    *v = m->irq_enable;
    return true;
  case NF_NETREDUCE_CSR_DRAIN:
    *v = o->drain;
    return true;
  case NF_NETREDUCE_CSR_THRESHOLD:
    *v = o->threshold;
    return true;
  case NF_NETREDUCE_CSR_PAUSE:
    *v = o->pause;
    return true;
  case NF_NETREDUCE_CSR_AGAIN:
    *v = o->again;
    return true;
  case NF_NETREDUCE_CSR_NAKS:
    *v = m->n.naks;
    return true;
  case NF_NETREDUCE_CSR_REPLAYS:
    *v = m->n.replays;
    return true;
  case NF_NETREDUCE_CSR_AWAY:
    *v = in->away;
    return true;
  case NF_NETREDUCE_CSR_STRAGGLERS:
    *v = in->stragglers;
    return true;
  case NF_NETREDUCE_CSR_STRAGGLER_RING:
    *v = o->report_ring;
    return true;
  case NF_NETREDUCE_CSR_STRAGGLER:
    *v = note_report(m, in);
    return true;
  case NF_NETREDUCE_CSR_STRAGGLER_MSGID:
    *v = m->straggler_msgid;
    return true;
  case NF_NETREDUCE_CSR_STRAGGLER_CYCLES:
    *v = m->straggler_cycles;
    return true;
  case NF_NETREDUCE_CSR_CHARGED:
    *v = m->n.charged;
    return true;
  case NF_NETREDUCE_CSR_LOOK_RESULT:
    *v = m->look_busy ? 1u << 31 : (uint32_t)m->look_open << 30 | m->look_arrived;
    return true;
  case NF_NETREDUCE_CSR_LOOK_MSGID:
    *v = m->look_msgid;
    return true;
  case NF_NETREDUCE_CSR_CYCLES:
    *v = m->n.cycles;
    return true;
  case NF_NETREDUCE_CSR_BAD_ACCESS:
    *v = m->n.bad_access;
    return true;
  case NF_NETREDUCE_CSR_SUMS:
    *v = m->n.sums;
    return true;
  case NF_NETREDUCE_CSR_HISTORIES:
    *v = m->n.histories;
    return true;
  case NF_NETREDUCE_CSR_ANNOUNCED:
    *v = m->n.announced;
    return true;
  case NF_NETREDUCE_CSR_LOCALS:
    *v = m->n.locals;
    return true;
  case NF_NETREDUCE_CSR_UNEVEN:
    *v = m->n.uneven;
    return true;
  case NF_NETREDUCE_CSR_INVALID:
  case NF_NETREDUCE_CSR_OVERFLOW:
  case NF_NETREDUCE_CSR_UNDERFLOW:
  case NF_NETREDUCE_CSR_INEXACT:
    *v = m->n.flag[(addr - NF_NETREDUCE_CSR_INVALID) / 4];
    return true;
  case NF_NETREDUCE_CSR_DROPPED:
    *v = m->n.dropped;
    return true;
  case NF_NETREDUCE_CSR_GIVEN_UP:
    *v = m->n.given_up;
    return true;
  case NF_NETREDUCE_CSR_MEMBER_SRC_IP:
    *v = m->member.src;
    return true;
  case NF_NETREDUCE_CSR_MEMBER_DST_IP:
    *v = m->member.dst;
    return true;
  case NF_NETREDUCE_CSR_MEMBER_DST_QP:
    *v = m->member.qp;
    return true;
  case NF_NETREDUCE_CSR_MEMBER_SRC_QP:
    *v = m->member.src_qp;
    return true;
  case NF_NETREDUCE_CSR_MEMBER_PORT:
    *v = (uint32_t)m->member.parts << 8 | (uint32_t)m->member.role << 4 | m->member.port;
    return true;
  default:
    break;
  }
  if (is_count(m, addr))
    *v = in->count_data;
  else if (is_member(m, addr))
    *v = member_word(in, addr);
  else if (is_port(m, addr, NF_NETREDUCE_CSR_SKIPPED))
    *v = m->n.skipped[(addr - NF_NETREDUCE_CSR_SKIPPED) / 4];
  else if (is_port(m, addr, NF_NETREDUCE_CSR_OVERRUN))
    *v = in->overruns[(addr - NF_NETREDUCE_CSR_OVERRUN) / 4];
  else
    return false;
  return true;
}

// May the read at the interface be done? If its word is elsewhere, it is asked for and awaited.
static bool may_read(nf_netreduce_csr *m, const nf_netreduce_csr_in *in, uint32_t addr,
                     bool member_there) {
  nf_netreduce_csr_out *const o = &m->out;
  const bool count = is_count(m, addr);
  if (!count && !is_member(m, addr))
    return true;
  if (m->asked) {
    m->asked = count ? !in->count_valid : !member_there;
    return !m->asked;
  }
  m->asked = true;
  if (count) {
    o->count_re = true;
    o->count_port = addr >> 7 & 7;
    o->count_index = addr >> 2 & 31;
  } else {
    o->member_re = true;
    o->member_ring = addr >> 8 & 15;
    o->member_host = addr >> 5 & 7;
  }
  return false;
}

// ------------------------------------------------------------------------------ step
// Section "counters".
static void count(nf_netreduce_csr *m, const nf_netreduce_csr_in *in) {
  counters *const n = &m->n;
  n->cycles++;
  n->histories += in->history;
  n->announced += in->announce;
  n->locals += in->local;
  n->dropped += in->dropped;
  n->given_up += in->given_up & 3;
  n->naks += in->naks;
  n->charged += in->charged;
  n->replays += in->replays;
  for (unsigned p = 0, left = in->skipped; left; p++, left >>= 1)
    n->skipped[p] += left & 1;
  if (!in->sum)
    return;
  n->sums++;
  n->uneven += in->uneven;
  for (unsigned f = 0; f < 4; f++)
    n->flag[f] += in->flags >> f & 1;
}

// The bus moves. Returns the accesses that made no sense; *clear: bits of IRQ_STATUS.
static uint8_t step_bus(nf_netreduce_csr *m, const nf_netreduce_csr_in *in, bool member_there,
                        uint8_t *clear) {
  nf_netreduce_csr_out *const o = &m->out;
  const nf_axil_out *const x = nf_axil_peek(m->bus);
  nf_axil_in a = {.aw_valid = in->aw_valid,
                  .w_valid = in->w_valid,
                  .b_ready = in->b_ready,
                  .ar_valid = in->ar_valid,
                  .r_ready = in->r_ready,
                  .aw_addr = in->aw_addr,
                  .w_data = in->w_data,
                  .ar_addr = in->ar_addr};
  uint8_t bad = 0;
  // Reads first: they see the registers as they were.
  if (x->read_valid && may_read(m, in, x->read_addr, member_there)) {
    a.read_ready = true;
    a.read_ok = read_register(m, in, x->read_addr, &a.read_data);
    bad += !a.read_ok;
  }
  if (x->write_valid && may_write(m, in, x->write_addr, x->write_data)) {
    a.write_ready = true;
    a.write_ok = write_register(m, in, x->write_addr, x->write_data, clear);
    bad += !a.write_ok;
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
  return bad;
}

// Ports enrol_*: the registers of the member themselves, which stay until the table has answered.
static void show_member(nf_netreduce_csr *m) {
  nf_netreduce_csr_out *const o = &m->out;
  o->enrol_src_ip = m->member.src;
  o->enrol_dst_ip = m->member.dst;
  o->enrol_dst_qp = m->member.qp;
  o->enrol_src_qp = m->member.src_qp;
  o->enrol_port = m->member.port;
  o->enrol_role = m->member.role;
  o->enrol_parts = m->member.parts;
  o->enrol_members = m->ring.members;
  o->enrol_leaf = m->ring.leaf != 0;
}

// One edge. Pulses are taken back before the bus moves, which may raise them. Whether a look has
// ended is decided before, from the state as it was: one that is begun in this cycle cannot end in
// it. Bits of IRQ_STATUS are set after those that a write clears, so none is lost.
void nf_netreduce_csr_step(nf_netreduce_csr *m, const nf_netreduce_csr_in *in) {
  nf_netreduce_csr_out *const o = &m->out;
  const bool done = m->look_busy && in->look_done, taken = o->look_valid && in->look_ready;
  const bool there = m->member_there;
  const bool idle = o->aw_ready && o->w_ready && o->ar_ready && !o->b_valid && !o->r_valid &&
                    !in->aw_valid && !in->w_valid && !in->ar_valid;
  uint8_t clear = 0, bad = 0;
  m->member_there = o->member_re;
  o->cfg_valid = o->count_re = o->member_re = o->enrol_valid = false;
  if (!idle)
    bad = step_bus(m, in, there, &clear);
  show_member(m);
  if (taken)
    o->look_valid = false;
  if (done) {
    m->look_busy = false;
    m->look_open = in->look_open;
    m->look_msgid = in->look_msgid;
    m->look_arrived = in->look_arrived;
  }
  m->n.bad_access += bad;
  count(m, in);
  const uint8_t sum = (uint8_t)(in->uneven << NF_NETREDUCE_IRQ_UNEVEN |
                                (in->flags & 1) << NF_NETREDUCE_IRQ_INVALID |
                                (in->flags >> 1 & 1) << NF_NETREDUCE_IRQ_OVERFLOW);
  m->irq = (uint8_t)((m->irq & ~clear) | in->straggler << NF_NETREDUCE_IRQ_STRAGGLER |
                     in->charged << NF_NETREDUCE_IRQ_MSGLEN |
                     (bad != 0) << NF_NETREDUCE_IRQ_BAD_ACCESS | (in->sum ? sum : 0));
  o->irq = (m->irq & m->irq_enable) != 0;
}

void nf_netreduce_csr_free(nf_netreduce_csr *m) {
  if (m == NULL)
    return;
  nf_axil_free(m->bus);
  free(m);
}
