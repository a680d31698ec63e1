// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What a controller sets and reads (NETREDUCE 4.2, 4.5): the register file behind nf_axil, set-up
// of rings and members, looks, and questions to those who have counts and members. A step answers
// from the state as it was, then counts. An access that makes no sense has no effect, is answered
// with SLVERR and counted (BAD_ACCESS): a controller that is wrong about the build cannot set up
// half a ring. Frames do not come here.
#include "nf_netreduce_csr.h"

#include "alu/nf_fp_add.h"
#include "common/nf_axil.h"
#include "common/nf_defs.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_regs.h"
#include <stdlib.h>
#include <string.h>

// A ring has eight members at most, and a leaf's has HEADER and GLOBAL beside its hosts.
enum { LEAF_HOSTS = 6 };

struct nf_netreduce_csr {
  nf_netreduce_csr_out out;
  nf_netreduce_csr_cfg cfg;
  nf_axil *bus;
  nf_netreduce_regs regs;
  // asked_q, member_there_q and enrol_asked_q: one question of each kind at a time, as the bus has
  // one read and one write. look_busy_q is from a write of LOOK to its answer.
  bool asked, member_there; // a question is out; a member's answer is at the interface
  bool enrol_asked;         // a question about members is out
  bool look_busy;
};

// The ports that are registers: levels, which a write changes at once, and what is staged for the
// next MEMBER_SETUP or RING_SETUP, which changes nothing of a ring that is open: the tables keep
// what they were set up with.
static void show(nf_netreduce_csr *m) {
  nf_netreduce_csr_out *const o = &m->out;
  const nf_netreduce_regs *const r = &m->regs;
  o->enable = r->control;
  o->tag = r->inet_tag;
  // Two words each: a MAC address is of both as they are written, so software sets them while no
  // ring is open.
  o->own.mac = (uint64_t)r->own_mac_hi << 32 | r->own_mac_lo;
  o->own.ip = r->own_ip;
  o->spine.mac = (uint64_t)r->spine_mac_hi << 32 | r->spine_mac_lo;
  o->spine.ip = r->spine_ip;
  o->local_net = r->local_net;
  o->local_mask = r->local_mask;
  // Times in cycles. None of them changes a result: they say when a wait is over.
  o->threshold = r->threshold;
  o->pause = r->pause;
  o->drain = r->drain;
  o->again = r->again;
  // Which ring's report is shown one cycle later.
  o->report_ring = r->straggler_ring;
  o->enrol.src_ip = r->member_src_ip;
  o->enrol.dst_ip = r->member_dst_ip;
  o->enrol.dst_qp = r->member_dst_qp;
  o->enrol.src_qp = r->member_src_qp;
  o->enrol.port = r->member_port.port;
  o->enrol.role = r->member_port.role;
  o->enrol.parts = r->member_port.parts;
  o->enrol.members = r->ring_members;
  o->enrol.leaf = r->ring_leaf;
}

// NF_PARAMs and u_axil. Connections, BufferBeats and Halves are for the BUILD_ registers and,
// Halves, for the types that a ring may have.
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
  // What the register file needs of the build: BUILD_ words, and the widths of what refers to a
  // port or a ring.
  const nf_netreduce_regs_cfg regs = {.Ports = cfg->Ports,
                                      .Rings = cfg->Rings,
                                      .Window = cfg->Window,
                                      .MaxMsgLen = cfg->MaxMsgLen,
                                      .Connections = cfg->Connections,
                                      .BufferBeats = cfg->BufferBeats};
  nf_netreduce_regs_reset(&n->regs, &regs);
  show(n);
  n->out.aw_ready = n->out.w_ready = n->out.ar_ready = true;
  *m = n;
  return NF_OK;
}

// Registers and functions of them; a pulse is one cycle long.
const nf_netreduce_csr_out *nf_netreduce_csr_peek(const nf_netreduce_csr *m) { return &m->out; }

// ------------------------------------------------------------------------------ writes
// setup_fits but for cfg_ready_i: each host of a ring needs a port of its own, since the aggregator
// reads all members' words in one cycle, and so does the way to the spine. 0 members close the
// ring, whatever else is staged. A type is refused whose sums are wider than its elements, or that
// the adders do not have: they would give port 0's numbers for a sum.
static bool set_up_fits(const nf_netreduce_csr *m, uint32_t ring) {
  const nf_netreduce_regs *const r = &m->regs;
  const bool fits = r->ring_members + r->ring_leaf <= (int)m->cfg.Ports &&
                    (!r->ring_leaf || r->ring_members <= LEAF_HOSTS);
  return ring < m->cfg.Rings && (r->ring_members == 0 || fits) && r->ring_window != 0 &&
         r->ring_window <= m->cfg.Window && r->ring_slot <= m->cfg.Window &&
         nf_op_built(NF_RED_OP_ADD, r->ring_dtype, m->cfg.Halves != 0, false);
}

// enrol_fits but for cfg_ready_i. Bits of no field are refused and not ignored: what is left of a
// wrong number could be another ring. A ring may have one member more than there are ports, 8 at
// most.
static bool member_fits(const nf_netreduce_csr *m, uint32_t v) {
  const nf_netreduce_regs_member_setup w = nf_netreduce_regs_member_setup_of(v);
  return w.none == 0 && w.ring < m->cfg.Rings && w.host <= m->cfg.Ports;
}

// Registers cfg_*: what was staged, all at once. So the RING_ registers can be written for the next
// ring while this one comes to rest.
static bool set_up(nf_netreduce_csr *m, uint32_t ring) {
  const nf_netreduce_regs *const r = &m->regs;
  nf_netreduce_csr_out *const o = &m->out;
  o->cfg_valid = true;
  o->cfg.ring = ring & 15;
  o->cfg.members = r->ring_members;
  o->cfg.leaf = r->ring_leaf;
  o->cfg.window = r->ring_window;
  o->cfg.first = r->ring_first;
  o->cfg.slot = r->ring_slot;
  o->cfg.dtype = r->ring_dtype;
  return true;
}

// asks, but for write_valid: is the write about members? Then the table of members has to say
// something to it. While a ring is being set up it is not asked, and the write is refused: LUT#1
// takes no question in a cycle in which it opens or closes a ring.
static bool enrols(const nf_netreduce_csr *m, const nf_netreduce_csr_in *in, uint32_t addr,
                   uint32_t v) {
  return in->cfg_ready && ((addr == NF_NETREDUCE_CSR_RING_SETUP && set_up_fits(m, v)) ||
                           (addr == NF_NETREDUCE_CSR_MEMBER_SETUP && member_fits(m, v)));
}

// write_ready. May the write that is offered be done? If it is about members, the table is asked
// first, and the write waits for its answer, one cycle later: so the controller learns from the
// response itself whether the ring has the members that it needs (CHECK), or the member is one
// (ADD, REMOVE).
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
  const nf_netreduce_regs_member_setup w = nf_netreduce_regs_member_setup_of(v);
  m->enrol_asked = true;
  o->enrol_valid = true;
  o->enrol.op = (uint8_t)(check      ? NF_NETREDUCE_ENROL_CHECK
                          : w.remove ? NF_NETREDUCE_ENROL_REMOVE
                                     : NF_NETREDUCE_ENROL_ADD);
  o->enrol.ring = check ? v & 15 : w.ring;
  o->enrol.host = w.host;
  return false;
}

// look_ok: one look at a time, of a column that is built; the state manager would answer any other,
// but as one that is not open, and the controller would believe it.
static bool look(nf_netreduce_csr *m, uint32_t v) {
  const nf_netreduce_regs_look w = nf_netreduce_regs_look_of(v);
  if (m->look_busy || w.none != 0 || w.ring >= m->cfg.Rings || w.slot > m->cfg.Window ||
      w.packet >= m->cfg.MaxMsgLen)
    return false;
  m->look_busy = true;
  m->out.look_valid = true;
  m->out.look.ring = w.ring;
  m->out.look.slot = w.slot;
  m->out.look.offset = w.packet;
  return true;
}

// write_ok, and what a write does. False: the access makes no sense. What does not fit comes here
// without a question to the table, and is refused.
static bool write_word(nf_netreduce_csr *m, const nf_netreduce_csr_in *in, uint32_t addr,
                       uint32_t v) {
  switch (addr) {
  case NF_NETREDUCE_CSR_RING_SETUP:
    return enrols(m, in, addr, v) && in->enrol_ok && set_up(m, v);
  case NF_NETREDUCE_CSR_MEMBER_SETUP:
    return enrols(m, in, addr, v) && in->enrol_ok;
  case NF_NETREDUCE_CSR_LOOK:
    return look(m, v);
  default:
    break;
  }
  const bool ok = nf_netreduce_regs_write(&m->regs, addr, v);
  show(m);
  return ok;
}

// ------------------------------------------------------------------------------ reads
// is_count: counts by cause, asked for at the port: 32 words of each, of those ports that are
// built.
static bool is_count(const nf_netreduce_csr *m, uint32_t addr) {
  const uint32_t at = addr - NF_NETREDUCE_CSR_COUNT;
  return at < m->cfg.Ports * 128 && at % 4 == 0;
}

// is_member: members, asked for at the lookup: five words of each, and three that there are not.
static bool is_member(const nf_netreduce_csr *m, uint32_t addr) {
  const uint32_t at = addr - NF_NETREDUCE_CSR_MEMBER;
  return at < m->cfg.Rings * 256 && at % 4 == 0 && at % 32 <= 16;
}

// member_word of the answer at the interface. Of who is no member the fields are zeros, which
// nf_netreduce_members sees to.
static uint32_t member_word(const nf_netreduce_csr_in *in, uint32_t addr) {
  const nf_netreduce_regs_member_host_state w = {.valid = in->member.valid,
                                                 .parts = in->member.parts,
                                                 .role = in->member.role,
                                                 .port = in->member.port};
  switch (addr & 28) {
  case 0:
    return nf_netreduce_regs_member_host_state_word(&w);
  case 4:
    return in->member.src_ip;
  case 8:
    return in->member.dst_ip;
  case 12:
    return in->member.dst_qp;
  default:
    return in->member.src_qp;
  }
}

// CSR_STRAGGLER. The other two words of the report are kept with it, so that the three that are
// read belong together: the column that is watched may be another one before the second read.
static uint32_t note_report(const nf_netreduce_csr_in *in, nf_netreduce_regs_events *e) {
  e->straggler_msgid_we = e->straggler_cycles_we = true;
  e->straggler_msgid = in->report.msgid;
  e->straggler_cycles = in->report.cycles;
  const nf_netreduce_regs_straggler w = {.valid = in->report.valid,
                                         .unlike = in->report.unlike,
                                         .charged = in->report.charged,
                                         .missing = in->report.missing,
                                         .packet = in->report.offset};
  return nf_netreduce_regs_straggler_word(&w);
}

// read_ok and rdata. Levels of other blocks go by way of the register file, as it is what knows
// their addresses.
static bool read_word(const nf_netreduce_csr *m, const nf_netreduce_csr_in *in, uint32_t addr,
                      uint32_t *v, nf_netreduce_regs_events *e) {
  if (addr == NF_NETREDUCE_CSR_STRAGGLER)
    *v = note_report(in, e);
  else if (is_count(m, addr))
    *v = in->count_data;
  else if (is_member(m, addr))
    *v = member_word(in, addr);
  else {
    nf_netreduce_regs_wires wires = {.away = in->away,
                                     .busy = in->busy,
                                     .stragglers = in->stragglers,
                                     .look_result_pending = m->look_busy};
    memcpy(wires.overrun, in->overruns, sizeof wires.overrun);
    return nf_netreduce_regs_read(&m->regs, &wires, addr, v);
  }
  return true;
}

// read_ready. May the read at the interface be done? If its word is elsewhere, it is asked for and
// awaited. Writes go on meanwhile: AXI4-Lite has a channel for each, and nothing here couples them.
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
// What is counted, and the interrupts that come with it: pulses of all blocks, each for one cycle.
// UNEVEN and the flags of IEEE 754 are those of a sum that is kept, once for its column: a sum that
// is repeated from the history does not count them again.
static void count(const nf_netreduce_csr_in *in, nf_netreduce_regs_events *e) {
  e->cycles = 1;
  e->histories = in->history;
  e->announced = in->announce;
  e->locals = in->local;
  e->dropped = in->dropped;
  e->given_up = in->given_up & 3;
  e->naks = in->naks;
  e->charged = in->charged;
  e->replays = in->replays;
  // A bit a port: more than one can be away when a sum is given out.
  for (unsigned p = 0, left = in->skipped; left; p++, left >>= 1)
    e->skipped[p] = left & 1;
  e->irq_status = (uint32_t)in->straggler << NF_NETREDUCE_IRQ_STRAGGLER |
                  (uint32_t)in->charged << NF_NETREDUCE_IRQ_MSGLEN;
  if (!in->sum)
    return;
  e->sums = 1;
  e->uneven = in->uneven;
  e->invalid = (in->flags & NF_FP_INVALID) != 0;
  e->overflow = (in->flags & NF_FP_OVERFLOW) != 0;
  e->underflow = (in->flags & NF_FP_UNDERFLOW) != 0;
  e->inexact = (in->flags & NF_FP_INEXACT) != 0;
  e->irq_status |= (uint32_t)e->uneven << NF_NETREDUCE_IRQ_UNEVEN |
                   (uint32_t)e->invalid << NF_NETREDUCE_IRQ_INVALID |
                   (uint32_t)e->overflow << NF_NETREDUCE_IRQ_OVERFLOW;
}

// The bus moves: u_axil, and a read and a write that it offers.
static void step_bus(nf_netreduce_csr *m, const nf_netreduce_csr_in *in, bool member_there,
                     nf_netreduce_regs_events *e) {
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
  // Reads first: they see the registers as they were.
  if (x->read_valid && may_read(m, in, x->read_addr, member_there)) {
    a.read_ready = true;
    a.read_ok = read_word(m, in, x->read_addr, &a.read_data, e);
    e->refused += !a.read_ok;
  }
  if (x->write_valid && may_write(m, in, x->write_addr, x->write_data)) {
    a.write_ready = true;
    a.write_ok = write_word(m, in, x->write_addr, x->write_data);
    // BAD_ACCESS counts up to two in a cycle.
    e->refused += !a.write_ok;
  }
  nf_axil_step(m->bus, &a);
  // The bus behind the edge.
  o->aw_ready = x->aw_ready;
  o->w_ready = x->w_ready;
  o->ar_ready = x->ar_ready;
  o->b_valid = x->b_valid;
  o->b_resp = x->b_resp;
  o->r_valid = x->r_valid;
  o->r_resp = x->r_resp;
  o->r_data = x->r_data;
}

// One edge. Pulses are taken back before the bus moves, which may raise them. Whether a look has
// ended is decided before, from the state as it was: one that is begun in this cycle cannot end in
// it. Bits of IRQ_STATUS are set after those that a write clears, so none is lost.
void nf_netreduce_csr_step(nf_netreduce_csr *m, const nf_netreduce_csr_in *in) {
  nf_netreduce_csr_out *const o = &m->out;
  const bool done = m->look_busy && in->look_done, taken = o->look_valid && in->look_ready;
  const bool there = m->member_there;
  // Nothing is offered to the bus and nothing stands in it: most steps are so, as a controller
  // reads seldom.
  const bool idle = o->aw_ready && o->w_ready && o->ar_ready && !o->b_valid && !o->r_valid &&
                    !in->aw_valid && !in->w_valid && !in->ar_valid;
  nf_netreduce_regs_events e = {0};
  // The table answers one cycle after its question, always; so its answer needs no valid.
  m->member_there = o->member_re;
  o->cfg_valid = o->count_re = o->member_re = o->enrol_valid = false;
  if (!idle)
    step_bus(m, in, there, &e);
  if (taken)
    o->look_valid = false;
  // While a look is under way nothing is shown of the one before.
  // Software that reads LOOK_RESULT sees `pending`, and no answer to a question of before.
  e.look_result_we = done || m->look_busy;
  if (done) {
    m->look_busy = false;
    e.look_msgid_we = true;
    e.look_msgid = in->seen.msgid;
    e.look_result_open = in->seen.open;
    e.look_result_arrived = in->seen.arrived;
  }
  count(in, &e);
  nf_netreduce_regs_step(&m->regs, &e);
  o->irq = nf_netreduce_regs_irq(&m->regs);
}

// The bus, and the rest.
void nf_netreduce_csr_free(nf_netreduce_csr *m) {
  if (m == NULL)
    return;
  nf_axil_free(m->bus);
  free(m);
}
