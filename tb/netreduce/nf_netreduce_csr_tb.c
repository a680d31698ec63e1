// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The registers, through a bus master that takes its time. Those who are asked at the other ports
// answer with numbers made from the question; a second copy of the plain registers and counts of
// what was shown to the block say what a read must return.
#include "netreduce/nf_netreduce_csr.h"

#include "common/nf_defs.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "nf_axil_master.h"
#include "nf_tb.h"

extern const nf_dut nf_netreduce_csr_dut;

enum { REGS = 0x100 / 4, PERIOD = 512, QUIET = 320, EVENTS = 13 };

typedef struct {
  bool on, ok, cfg; // under way; what must come of it
  bool asks;        // the table of members is asked first
  uint32_t addr, data;
} writing;

typedef struct {
  bool on;
  uint32_t addr;
  uint64_t since;
} reading;

typedef struct {
  nf_axil_master bus;
  writing w;
  reading r;
  nf_pace begin_write, begin_read, events;
  uint32_t shadow[REGS];
  uint32_t bad, events_seen[EVENTS]; // from SUMS on
  uint32_t skipped[NF_NETREDUCE_MAX_PORTS], given_up;
  unsigned reads, writes, setups, looks, counts, members, irqs, refused;
  uint64_t last_write, last_look;
  bool look_on, look_taken, asked, member_due;
  uint32_t look, member, question, noted;
  // Set-ups are under way for a while; then the ring is ready again.
  uint64_t ready;
  bool enrolling;
  unsigned enrolled, unready;
  uint8_t shown;
} csr;

#define R(name) NF_NETREDUCE_CSR_##name
static const uint32_t plain[] = {
    R(CONTROL),     R(INET_TAG),      R(OWN_MAC_LO),    R(OWN_MAC_HI),     R(OWN_IP),
    R(SPINE_IP),    R(LOCAL_NET),     R(SPINE_MAC_LO),  R(SPINE_MAC_HI),   R(LOCAL_MASK),
    R(IRQ_ENABLE),  R(DRAIN),         R(THRESHOLD),     R(STRAGGLER_RING), R(RING_FIRST),
    R(RING_LEAF),   R(RING_SLOT),     R(RING_DTYPE),    R(RING_MEMBERS),   R(RING_WINDOW),
    R(PAUSE),       R(MEMBER_SRC_IP), R(MEMBER_DST_IP), R(MEMBER_DST_QP),  R(MEMBER_SRC_QP),
    R(MEMBER_PORT), R(AGAIN)};
enum { PLAIN = sizeof plain / sizeof *plain };

static uint32_t mask(uint32_t addr) {
  switch (addr) {
  case R(CONTROL):
    return 1;
  case R(OWN_MAC_HI):
  case R(SPINE_MAC_HI):
    return 0xffff;
  case R(IRQ_ENABLE):
    return 63;
  default:
    return UINT32_MAX;
  }
}

// The largest value that a register takes; others are refused.
static uint32_t most(uint32_t addr) {
  switch (addr) {
  case R(RING_LEAF):
    return 1;
  case R(PAUSE):
    return 0xffff;
  case R(RING_SLOT):
  case R(RING_WINDOW):
    return 7;
  case R(RING_DTYPE):
  case R(RING_MEMBERS):
    return 15;
  case R(STRAGGLER_RING):
    return P_Rings - 1;
  case R(MEMBER_DST_QP):
  case R(MEMBER_SRC_QP):
  case R(AGAIN):
    return 0xffffff;
  default:
    return UINT32_MAX;
  }
}

// May the register hold it?
static bool holds(uint32_t addr, uint32_t v) {
  if (addr == R(MEMBER_PORT))
    return v < 0x8000 && v % 16 < P_Ports && v / 16 % 16 < 3;
  if (addr == R(PAUSE) && v == 0)
    return false;
  return v <= most(addr);
}

static bool is_plain(uint32_t addr) {
  for (unsigned n = 0; n < PLAIN; n++)
    if (plain[n] == addr)
      return true;
  return false;
}

static uint32_t hash(uint32_t x) {
  x = (x + 1) * 0x9e3779b1u;
  return (x ^ x >> 15) * 0x85ebca77u;
}

static void paces(nf_tb *tb, csr *c) {
  nf_axil_master_any(tb, &c->bus);
  c->begin_write = nf_pace_any(tb);
  c->begin_read = nf_pace_any(tb);
}

static void start(nf_tb *tb, void *ctx) {
  csr *const c = ctx;
  paces(tb, c);
  c->events = nf_pace_any(tb);
  c->shadow[R(RING_WINDOW) / 4] = 1;
  c->shadow[R(PAUSE) / 4] = 512;
  c->shadow[R(DRAIN) / 4] = 65536;
  c->shadow[R(MEMBER_PORT) / 4] = 1 << 8;
}

// ------------------------------------------------------------------------------ writes
// What the six registers say, by the page: may it be a ring?
static bool may_be(const csr *c, uint32_t ring) {
  const uint32_t *const s = c->shadow;
  const uint32_t members = s[R(RING_MEMBERS) / 4], leaf = s[R(RING_LEAF) / 4];
  const uint32_t dtype = s[R(RING_DTYPE) / 4];
  const bool adds =
      dtype <= NF_DTYPE_FIX32 || (P_Halves && (dtype == NF_DTYPE_F16 || dtype == NF_DTYPE_BF16));
  if (ring >= P_Rings || !adds || s[R(RING_SLOT) / 4] > P_Window ||
      s[R(RING_WINDOW) / 4] > P_Window || s[R(RING_WINDOW) / 4] == 0)
    return false;
  if (leaf)
    return members <= 6 && (members == 0 || members + 1 <= P_Ports);
  return members <= P_Ports;
}

// Values that are often right.
static uint32_t value(nf_tb *tb, uint32_t addr) {
  const uint32_t any = (uint32_t)nf_tb_rand(tb);
  if (addr == R(MEMBER_PORT) && nf_tb_chance(tb, 80))
    return any % P_Ports | (any / 8 % 4) << 4 | (any >> 8 & 0x7f00); // of the roles one is none
  const uint32_t right = addr == R(RING_MEMBERS)                          ? P_Ports
                         : addr == R(RING_WINDOW) || addr == R(RING_SLOT) ? P_Window
                                                                          : most(addr);
  if (most(addr) == UINT32_MAX || nf_tb_chance(tb, 10))
    return nf_tb_chance(tb, 50) ? any : any % 64;
  if (addr == R(RING_WINDOW) && nf_tb_chance(tb, 60))
    return any % right + 1;
  if (nf_tb_chance(tb, 80))
    return any % ((right < 7 ? right : 7) + 1);
  return any % (most(addr) + 1);
}

static void choose_write(nf_tb *tb, csr *c) {
  writing *const w = &c->w;
  const uint32_t any = (uint32_t)nf_tb_rand(tb);
  *w = (writing){.on = true, .ok = true, .data = any};
  switch (nf_tb_below(tb, 13)) {
  case 12:
    w->addr = R(MEMBER_SETUP);
    w->data = (any & 0x80000007) | any / 8 % P_Rings << 3;
    if (nf_tb_chance(tb, 20))
      w->data ^= 1u << nf_tb_below(tb, 32);
    w->asks = (w->data & 0x7fffff80) == 0 && w->data / 8 % 16 < P_Rings && w->data % 8 <= P_Ports;
    w->ok = w->asks;
    return;
  case 0:
    w->addr = R(IRQ_STATUS);
    return;
  case 1:
  case 2:
    w->addr = R(RING_SETUP);
    w->data = nf_tb_chance(tb, 85) ? any % P_Rings : any >> nf_tb_below(tb, 32);
    w->ok = w->asks = may_be(c, w->data);
    return;
  case 3: {
    w->addr = R(LOOK);
    w->data = any % P_Rings << 16 | (any >> 8) % (P_Window + 1) << 8 | (any >> 16) % P_MaxMsgLen;
    if (nf_tb_chance(tb, 20))
      w->data ^= 1u << nf_tb_below(tb, 32);
    w->ok = w->data >> 16 < P_Rings && (w->data >> 8 & 255) <= P_Window &&
            (w->data & 255) < P_MaxMsgLen;
    return;
  }
  case 4: { // what makes no sense
    const uint32_t senseless[] = {
        R(ID), R(BUSY),        R(STRAGGLER), R(LOOK_RESULT), R(SUMS),           R(COUNT), R(MEMBER),
        0x3c,  R(CONTROL) + 1, 0x8014,       R(INEXACT) + 4, R(RING_SETUP) + 2, 0xfffc};
    w->addr = senseless[any % (sizeof senseless / sizeof *senseless)];
    w->ok = false;
    return;
  }
  default:
    w->addr = plain[any % PLAIN];
    w->data = value(tb, w->addr);
    w->ok = holds(w->addr, w->data);
  }
}

static void ring_cfg(nf_tb *tb, csr *c, const nf_netreduce_csr_out *o) {
  const uint32_t *const s = c->shadow;
  if (!o->cfg_valid)
    return;
  nf_tb_check(tb, c->w.cfg && c->w.addr == R(RING_SETUP) && o->cfg.ring == c->w.data,
              "ring %u is set up", o->cfg.ring);
  nf_tb_check(tb,
              o->cfg.members == s[R(RING_MEMBERS) / 4] && o->cfg.leaf == s[R(RING_LEAF) / 4] &&
                  o->cfg.window == s[R(RING_WINDOW) / 4] && o->cfg.first == s[R(RING_FIRST) / 4] &&
                  o->cfg.slot == s[R(RING_SLOT) / 4] && o->cfg.dtype == s[R(RING_DTYPE) / 4],
              "what ring %u is set up with", o->cfg.ring);
  nf_tb_cover(tb, o->cfg.members == 0 ? "a ring is closed"
                  : o->cfg.leaf       ? "a leaf's ring is set up"
                                      : "a ring is set up");
  c->w.cfg = false;
  c->ready = nf_tb_cycle(tb) + nf_tb_below(tb, 40);
  c->setups++;
}

// The table of members is asked by those writes alone, once, and about what the registers say; what
// it answers is the response.
static void members_asked(nf_tb *tb, csr *c, const nf_netreduce_csr_out *o,
                          nf_netreduce_csr_in *in) {
  const uint32_t *const s = c->shadow;
  writing *const w = &c->w;
  if (o->enrol_valid) {
    const bool check = w->addr == R(RING_SETUP);
    nf_tb_check(tb, w->asks && !c->bus.write.addr_due && !c->bus.write.data_due && !c->enrolling,
                "%x asks about members", w->addr);
    nf_tb_check(tb,
                o->enrol.op == (check           ? NF_NETREDUCE_ENROL_CHECK
                                : w->data >> 31 ? NF_NETREDUCE_ENROL_REMOVE
                                                : NF_NETREDUCE_ENROL_ADD) &&
                    o->enrol.ring == (check ? w->data : w->data / 8 % 16) &&
                    (check || o->enrol.host == w->data % 8),
                "%x := %x asks %u of ring %u", w->addr, w->data, o->enrol.op, o->enrol.ring);
    nf_tb_check(
        tb,
        o->enrol.src_ip == s[R(MEMBER_SRC_IP) / 4] && o->enrol.dst_ip == s[R(MEMBER_DST_IP) / 4] &&
            o->enrol.dst_qp == s[R(MEMBER_DST_QP) / 4] &&
            o->enrol.src_qp == s[R(MEMBER_SRC_QP) / 4] &&
            (o->enrol.port | o->enrol.role << 4 | o->enrol.parts << 8) ==
                (int)s[R(MEMBER_PORT) / 4] &&
            o->enrol.members == s[R(RING_MEMBERS) / 4] && o->enrol.leaf == s[R(RING_LEAF) / 4],
        "what is asked about members");
    w->asks = false;
    c->enrolling = true;
  }
  in->enrol_ok = nf_tb_chance(tb, 70);
  if (c->enrolling && nf_tb_chance(tb, 50)) {
    in->enrol_done = true;
    c->enrolling = false;
    c->enrolled++;
    w->cfg = in->enrol_ok && w->addr == R(RING_SETUP);
    w->ok = in->enrol_ok;
  }
}

static void bus_write(nf_tb *tb, csr *c, const nf_netreduce_csr_out *o) {
  writing *const w = &c->w;
  nf_axil_access *const a = &c->bus.write;
  ring_cfg(tb, c, o);
  if (a->over) {
    // A look was under way, or a ring set up.
    const bool busy = (w->addr == R(LOOK) || w->asks) && a->resp != 0 && w->ok;
    a->over = w->on = false;
    c->unready += w->asks && busy;
    nf_tb_check(tb, !w->asks || a->resp != 0, "nobody was asked about members");
    c->last_write = nf_tb_cycle(tb);
    nf_tb_check(tb, busy || a->resp == (w->ok ? 0 : 2), "%x := %x: response %u", w->addr, w->data,
                a->resp);
    nf_tb_check(tb, !w->cfg, "%x did not go out", w->addr);
    c->bad += a->resp != 0;
    if (a->resp == 0 && is_plain(w->addr))
      c->shadow[w->addr / 4] = w->data & mask(w->addr);
    if (a->resp != 0 && w->addr == R(RING_SETUP))
      c->refused++;
    nf_tb_cover(tb, a->resp ? "a write that makes no sense" : "a write");
    c->writes++;
  } else if (nf_pace_go(tb, &c->begin_write) && !w->on) {
    choose_write(tb, c);
    nf_axil_begin_write(&c->bus, w->addr, w->data);
  }
}

// ------------------------------------------------------------------------------ reads
static void choose_read(nf_tb *tb, csr *c) {
  reading *const r = &c->r;
  const uint32_t any = (uint32_t)nf_tb_rand(tb);
  *r = (reading){.on = true, .since = nf_tb_cycle(tb)};
  r->addr = any % 0x100 & ~3u;
  if (nf_tb_chance(tb, 15))
    r->addr = R(STRAGGLER) + any % 3 * 4;
  if (nf_tb_chance(tb, 15))
    r->addr = R(COUNT) + any % (P_Ports * 128 + 16) / 4 * 4;
  if (nf_tb_chance(tb, 15))
    r->addr = R(MEMBER) + any % (P_Rings * 256 + 16) / 4 * 4;
  if (nf_tb_chance(tb, 10))
    r->addr = (any & 1 << 20 ? R(SKIPPED) : R(OVERRUN)) + any % (P_Ports + 1) * 4;
  if (nf_tb_chance(tb, 3))
    r->addr |= 1 + (uint32_t)nf_tb_below(tb, 3);
  if (nf_tb_chance(tb, 2))
    r->addr |= 0x4000;
}

static bool readable(uint32_t a) {
  const uint32_t holes[] = {0x8c, 0x9c, R(LOOK), R(RING_SETUP), R(MEMBER_SETUP)};
  if (a % 4 != 0)
    return false;
  for (unsigned n = 0; n < sizeof holes / sizeof *holes; n++)
    if (holes[n] == a)
      return false;
  return a <= R(MEMBER_PORT) || (a >= R(AGAIN) && a <= R(REPLAYS)) ||
         (a >= R(SKIPPED) && a < R(SKIPPED) + P_Ports * 4) ||
         (a >= R(OVERRUN) && a < R(OVERRUN) + P_Ports * 4) ||
         (a >= R(COUNT) && a < R(COUNT) + P_Ports * 128) ||
         (a >= R(MEMBER) && a < R(MEMBER) + P_Rings * 256 && a % 32 <= 16);
}

static uint32_t member_word(uint32_t at) {
  const uint32_t x = hash(at / 32);
  switch (at % 32) {
  case 0:
    return (x & 1) << 31 | (x >> 1 & 7) | (x >> 4 & 3) << 4 | (x >> 6 & 127) << 8;
  case 4:
    return x * 3;
  case 8:
    return x * 5;
  case 12:
    return x * 7 & 0xffffff;
  default:
    return x * 9 & 0xffffff;
  }
}

// A count is compared when nothing was counted since long before the read.
static void counter(nf_tb *tb, const csr *c, uint32_t addr, uint32_t data) {
  const bool skipped = addr >= R(SKIPPED) && addr < R(OVERRUN);
  const bool given_up = addr == R(GIVEN_UP), recovers = addr == R(NAKS) || addr == R(REPLAYS),
             charged = addr == R(CHARGED);
  if ((addr < R(SUMS) && !given_up && !charged) || (addr > R(DROPPED) && !skipped && !recovers) ||
      c->r.since % PERIOD < QUIET + 8 || nf_tb_cycle(tb) / PERIOD != c->r.since / PERIOD)
    return;
  const uint32_t right = given_up   ? c->given_up
                         : skipped  ? c->skipped[(addr - R(SKIPPED)) / 4]
                         : charged  ? c->events_seen[12]
                         : recovers ? c->events_seen[10 + (addr - R(NAKS)) / 4]
                                    : c->events_seen[(addr - R(SUMS)) / 4];
  nf_tb_check(tb, data == right, "%x counts %u, %u is right", addr, data, right);
  nf_tb_cover(tb, "events were counted");
}

static void compare(nf_tb *tb, csr *c, uint32_t data) {
  const uint32_t a = c->r.addr;
  const bool settled = !c->w.on && c->last_write < c->r.since;
  const bool looked = settled && !c->look_on && c->last_look < c->r.since;
  if (a == R(ID))
    nf_tb_check(tb, data == 0x4e524431, "ID %x", data);
  if (a == R(BUILD))
    nf_tb_check(tb, data == (P_Ports | P_Rings << 8 | P_Window << 16), "BUILD %x", data);
  if (a == R(BUILD_TABLES))
    nf_tb_check(tb, data == (P_MaxMsgLen | P_Connections << 16), "BUILD_TABLES %x", data);
  if (a == R(BUILD_BUFFER))
    nf_tb_check(tb, data == P_BufferBeats, "BUILD_BUFFER %x", data);
  if (is_plain(a) && settled)
    nf_tb_check(tb, data == c->shadow[a / 4], "%x reads %x, %x is right", a, data,
                c->shadow[a / 4]);
  if (a == R(BAD_ACCESS) && settled)
    nf_tb_check(tb, data == c->bad, "%u bad accesses, %u is right", data, c->bad);
  if (a == R(AWAY) && settled)
    nf_tb_check(tb, data == (hash(c->shadow[R(STRAGGLER_RING) / 4]) & ((1u << P_Ports) - 1)),
                "AWAY %x", data);
  if (a >= R(OVERRUN) && a < R(OVERRUN) + P_Ports * 4) {
    nf_tb_check(tb, data == hash(a), "OVERRUN %x: %x", a, data);
    nf_tb_cover(tb, "overruns were read");
  }
  if (a == R(BUSY))
    nf_tb_check(tb, data < 1u << P_Rings, "BUSY %x", data);
  if (a == R(STRAGGLER) && settled) {
    const uint32_t x = hash(c->shadow[R(STRAGGLER_RING) / 4]);
    nf_tb_check(tb, data == (x & 0x81ffffff), "STRAGGLER %x", data);
  }
  if (a == R(STRAGGLER)) {
    c->noted = data;
    nf_tb_cover(tb, "a report was read");
  }
  // Each word of a report says the same number's bits.
  if (a == R(STRAGGLER_MSGID) || a == R(STRAGGLER_CYCLES))
    nf_tb_check(tb,
                ((data ^ (a == R(STRAGGLER_MSGID) ? 0 : UINT32_MAX)) & 0x81ffffff) == c->noted ||
                    c->noted == 0,
                "%x: %x, noted %x", a, data, c->noted);
  if (a == R(LOOK_RESULT) && c->looks > 0 && looked && data >> 31 == 0)
    nf_tb_check(tb, data == (hash(c->look) & 0x400000ff), "look %x: %x", c->look, data);
  if (a == R(LOOK_MSGID) && c->looks > 0 && looked)
    nf_tb_check(tb, data == hash(c->look), "look %x: %x", c->look, data);
  if (a >= R(COUNT) && a < R(MEMBER)) {
    nf_tb_check(tb, data == hash((a - R(COUNT)) / 4), "count %x: %x", a, data);
    c->counts++;
  }
  if (a >= R(MEMBER)) {
    nf_tb_check(tb, data == member_word(a - R(MEMBER)), "member %x: %x", a, data);
    c->members++;
  }
  counter(tb, c, a, data);
}

static void bus_read(nf_tb *tb, csr *c) {
  reading *const r = &c->r;
  nf_axil_access *const a = &c->bus.read;
  if (a->over) {
    const bool ok = readable(r->addr);
    nf_tb_check(tb, a->resp == (ok ? 0 : 2), "%x: response %u", r->addr, a->resp);
    if (ok)
      compare(tb, c, a->data);
    c->bad += !ok;
    nf_tb_cover(tb, ok ? "a read" : "a read that makes no sense");
    c->reads++;
    a->over = r->on = false;
  } else if (nf_pace_go(tb, &c->begin_read) && !r->on) {
    choose_read(tb, c);
    nf_axil_begin_read(&c->bus, r->addr);
  }
}

// ------------------------------------------------------------------------------ the other ports
static void ports(nf_tb *tb, csr *c, const nf_netreduce_csr_out *o, nf_netreduce_csr_in *in) {
  // counts: any number of cycles later
  nf_tb_check(tb, !(o->count_re && c->asked), "asked twice");
  if (o->count_re) {
    c->asked = true;
    c->question = o->count_port * 32u + o->count_index;
  }
  in->count_data = (uint32_t)nf_tb_rand(tb);
  if (c->asked && nf_tb_chance(tb, 40)) {
    in->count_valid = true;
    in->count_data = hash(c->question);
    c->asked = false;
  }
  // members: one cycle later, and not longer
  const uint32_t x = c->member_due ? hash(c->member) : (uint32_t)nf_tb_rand(tb);
  in->member.valid = x & 1;
  in->member.port = x >> 1 & 7;
  in->member.role = x >> 4 & 3;
  in->member.parts = x >> 6 & 127;
  in->member.src_qp = x * 9 & 0xffffff;
  in->member.src_ip = x * 3;
  in->member.dst_ip = x * 5;
  in->member.dst_qp = x * 7 & 0xffffff;
  c->member_due = o->member_re;
  c->member = o->member_ring * 8u + o->member_host;
  // a look
  if (c->look_taken && nf_tb_chance(tb, 10)) {
    const uint32_t y = hash(c->look);
    in->look_done = true;
    in->seen.open = y >> 30 & 1;
    in->seen.msgid = y;
    in->seen.arrived = (uint8_t)y;
    c->look_on = c->look_taken = false;
    c->last_look = nf_tb_cycle(tb);
    c->looks++;
  }
  in->look_ready = nf_tb_chance(tb, 30);
  if (o->look_valid) {
    const uint32_t now =
        (uint32_t)o->look.ring << 16 | (uint32_t)o->look.slot << 8 | o->look.offset;
    nf_tb_check(tb, !c->look_taken && (!c->look_on || now == c->look), "look %x", now);
    nf_tb_check(tb, c->look_on || (c->w.addr == R(LOOK) && c->w.data == now), "look %x", now);
    c->look_on = true;
    c->look = now;
    c->look_taken = in->look_ready;
  }
  // a report
  const uint32_t z = hash(c->shown);
  in->report.valid = z >> 31;
  in->report.missing = (uint8_t)(z >> 8);
  in->report.offset = (uint8_t)z;
  in->report.unlike = z >> 24 & 1;
  in->report.charged = (uint8_t)(z >> 16);
  in->report.msgid = z;
  in->report.cycles = ~z;
  c->shown = o->report_ring;
  in->stragglers = (uint16_t)(nf_tb_rand(tb) & ((1u << P_Rings) - 1));
  in->away = (uint8_t)(hash(c->shown) & ((1u << P_Ports) - 1));
  in->busy = (uint16_t)(nf_tb_rand(tb) & ((1u << P_Rings) - 1));
  for (unsigned p = 0; p < P_Ports; p++)
    in->overruns[p] = hash(R(OVERRUN) + 4 * p);
}

static void levels(nf_tb *tb, const csr *c, const nf_netreduce_csr_out *o) {
  const uint32_t *const s = c->shadow;
  if (c->w.on)
    return;
  nf_tb_check(tb,
              o->enable == s[R(CONTROL) / 4] && o->tag == s[R(INET_TAG) / 4] &&
                  o->own.mac == (s[R(OWN_MAC_LO) / 4] | (uint64_t)s[R(OWN_MAC_HI) / 4] << 32) &&
                  o->spine.mac ==
                      (s[R(SPINE_MAC_LO) / 4] | (uint64_t)s[R(SPINE_MAC_HI) / 4] << 32) &&
                  o->own.ip == s[R(OWN_IP) / 4] && o->spine.ip == s[R(SPINE_IP) / 4] &&
                  o->local_net == s[R(LOCAL_NET) / 4] && o->local_mask == s[R(LOCAL_MASK) / 4] &&
                  o->threshold == s[R(THRESHOLD) / 4] && o->pause == s[R(PAUSE) / 4] &&
                  o->again == s[R(AGAIN) / 4] && o->drain == s[R(DRAIN) / 4] &&
                  o->report_ring == s[R(STRAGGLER_RING) / 4],
              "levels");
}

static void events(nf_tb *tb, csr *c, nf_netreduce_csr_in *in) {
  uint32_t *const n = c->events_seen;
  in->uneven = nf_tb_chance(tb, 30); // without a sum it says nothing
  in->flags = (uint8_t)nf_tb_below(tb, 16);
  in->straggler = nf_tb_chance(tb, 1);
  if (nf_tb_cycle(tb) % PERIOD >= QUIET || !nf_pace_go(tb, &c->events))
    return;
  in->sum = nf_tb_chance(tb, 30);
  in->history = nf_tb_chance(tb, 20);
  in->announce = nf_tb_chance(tb, 20);
  in->local = nf_tb_chance(tb, 20);
  in->skipped = (uint8_t)(nf_tb_rand(tb) & ((1u << P_Ports) - 1));
  for (unsigned p = 0; p < P_Ports; p++)
    c->skipped[p] += in->skipped >> p & 1;
  in->dropped = nf_tb_chance(tb, 20);
  in->given_up = (uint8_t)(nf_tb_chance(tb, 80) ? 0 : nf_tb_below(tb, 3));
  c->given_up += in->given_up;
  n[9] += in->dropped;
  in->naks = nf_tb_chance(tb, 20);
  in->replays = nf_tb_chance(tb, 20);
  in->charged = nf_tb_chance(tb, 20);
  n[12] += in->charged;
  n[10] += in->naks;
  n[11] += in->replays;
  n[0] += in->sum;
  n[1] += in->history;
  n[2] += in->announce;
  n[3] += in->local;
  n[4] += in->sum && in->uneven;
  for (unsigned f = 0; f < 4; f++)
    n[5 + f] += in->sum && (in->flags >> f & 1);
}

// A set-up takes a while; the block sees it one cycle later.
static void in_ready(nf_tb *tb, csr *c, nf_netreduce_csr_in *in) {
  in->cfg_ready = nf_tb_cycle(tb) >= c->ready;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  csr *const c = ctx;
  c->irqs += ((const nf_netreduce_csr_out *)out)->irq;
  levels(tb, c, out);
  if (nf_tb_below(tb, 500) == 0)
    paces(tb, c);
  NF_AXIL_SEE(tb, &c->bus, (const nf_netreduce_csr_out *)out, );
  in_ready(tb, c, in);
  members_asked(tb, c, out, in);
  ports(tb, c, out, in);
  events(tb, c, in);
  bus_write(tb, c, out);
  bus_read(tb, c);
  NF_AXIL_DRIVE(tb, &c->bus, (nf_netreduce_csr_in *)in, );
}

static void finish(nf_tb *tb, void *ctx) {
  const csr *const c = ctx;
  nf_tb_reach(tb, c->reads > 200 && c->writes > 200 && c->irqs > 10, "%u reads, %u writes",
              c->reads, c->writes);
  nf_tb_reach(tb, c->enrolled > 20 && c->unready > 0, "%u members asked for, %u not ready",
              c->enrolled, c->unready);
  nf_tb_reach(tb,
              c->setups > 3 && c->refused > 3 && c->looks > 3 && c->counts > 3 && c->members > 3,
              "%u rings, %u refused, %u looks, %u counts, %u members", c->setups, c->refused,
              c->looks, c->counts, c->members);
}

// ------------------------------------------------------------------------------ directed
// Each cause raises the interrupt; writing 1 to its bit takes it back.
static void drive_irq(nf_tb *tb, void *ctx, const void *out, void *in) {
  csr *const c = ctx;
  const nf_netreduce_csr_out *const o = out;
  nf_netreduce_csr_in *const i = in;
  const uint64_t cycle = nf_tb_cycle(tb) % 60;
  const unsigned bit = (unsigned)(nf_tb_cycle(tb) / 60), part = (unsigned)(cycle / 20);
  if (bit > NF_NETREDUCE_IRQ_MSGLEN)
    return;
  const uint32_t writes[3][2] = {
      {R(IRQ_ENABLE), 1u << bit}, {R(ID), 0}, {R(IRQ_STATUS), 1u << bit}};
  const bool now = cycle == 20, bad = bit == NF_NETREDUCE_IRQ_BAD_ACCESS;
  NF_AXIL_SEE(tb, &c->bus, o, );
  if (cycle % 20 == 1 && (part != 1 || bad))
    nf_axil_begin_write(&c->bus, writes[part][0], writes[part][1]);
  NF_AXIL_DRIVE(tb, &c->bus, i, );
  i->straggler = now && bit == NF_NETREDUCE_IRQ_STRAGGLER;
  i->charged = now && bit == NF_NETREDUCE_IRQ_MSGLEN;
  i->sum = now;
  i->uneven = bit == NF_NETREDUCE_IRQ_UNEVEN;
  i->flags = bit == NF_NETREDUCE_IRQ_INVALID    ? 1
             : bit == NF_NETREDUCE_IRQ_OVERFLOW ? 2
                                                : 12; // no interrupt of their own
  nf_tb_check(tb, o->irq == (cycle > (bad ? 22u : 20u) && cycle < 43), "bit %u, cycle %u: irq %d",
              bit, (unsigned)cycle, o->irq);
  c->irqs += o->irq;
}

static void finish_irq(nf_tb *tb, void *ctx) {
  nf_tb_check(tb, ((const csr *)ctx)->irqs == 6 * 22 - 2, "%u cycles of interrupt",
              ((const csr *)ctx)->irqs);
}

int main(int argc, char **argv) {
  static const nf_netreduce_csr_cfg cfg = {.Ports = P_Ports,
                                           .Rings = P_Rings,
                                           .Window = P_Window,
                                           .MaxMsgLen = P_MaxMsgLen,
                                           .Connections = P_Connections,
                                           .BufferBeats = P_BufferBeats,
                                           .Halves = P_Halves};
  static const nf_tb_scenario scenarios[] = {
      {"NETREDUCE 4.2 random accesses", 20000, start, drive, finish},
      {"NETREDUCE 4.2 random accesses, other paces", 20000, start, drive, finish},
      {"NETREDUCE 4.2 interrupts", 380, NULL, drive_irq, finish_irq},
  };
  const nf_tb_bench bench = {.dut = &nf_netreduce_csr_dut,
                             .model = NF_TB_MODEL(nf_netreduce_csr),
                             .cfg = &cfg,
                             .ctx_size = sizeof(csr),
                             .scenarios = scenarios,
                             .count = 3};
  return nf_tb_main(argc, argv, &bench);
}
