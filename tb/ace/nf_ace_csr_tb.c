// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The registers, through a bus master that takes its time. A second copy of the registers that are
// plain, and counts of what was shown to the block, say what a read must return.
#include "ace/nf_ace_csr.h"

#include "nf_axil_master.h"
#include "nf_tb.h"
#include <string.h>

extern const nf_dut nf_ace_csr_dut;

enum { REGS = 0x100 / 4, PERIOD = 512, QUIET = 320, FAULT_AT = 6000, LIST = 64 };

typedef struct {
  bool on, ok, sure, cfg; // under way; what must come of it
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
  nf_pace begin_write, begin_read, events, ends;
  uint32_t shadow[REGS];
  uint32_t bad, drops, stale, early, host_drops, chunks, tx, rx, grants, reductions,
      waits[NF_ACE_WAITS];
  uint32_t poisoned; // since the last write to POISONED
  uint64_t poison_first, poison_last;
  bool poison_raced, poison_unsure; // one came while such a write was under way: before or after it
  // Upper halves that were noted with the lower ones: of the first, of the last; whether they are
  // known.
  uint16_t poison_noted[2];
  bool noted_sure[2];
  uint8_t flags;       // sticky, as long as none is cleared
  uint32_t list[LIST]; // completions as they must be read
  unsigned pushed, popped, reads, writes, commands, irqs;
  uint64_t last_write, last_push;
  bool cpl_on, faulty, going;
  uint8_t room, dma_fault;
  bool aborting;       // as it must show
  uint8_t epoch, next; // that is; that was written
  uint64_t cleared;    // cycle of the last end of an abort
  unsigned aborts;
  uint32_t cpl, go; // offered completion; command at the interface
  uint64_t fault[NF_ACE_MAX_MACHINES];
} csr;

static const uint32_t plain[] = {
    NF_ACE_CSR_NODE,        NF_ACE_CSR_CONTROL,        NF_ACE_CSR_WATCHDOG,
    NF_ACE_CSR_IRQ_ENABLE,  NF_ACE_CSR_WAIT_SELECT,    NF_ACE_CSR_CMD_SRC_LO,
    NF_ACE_CSR_CMD_SRC_HI,  NF_ACE_CSR_CMD_DST_LO,     NF_ACE_CSR_CMD_DST_HI,
    NF_ACE_CSR_CMD_BLOCK,   NF_ACE_CSR_CMD_SRC_STRIDE, NF_ACE_CSR_CMD_DST_STRIDE,
    NF_ACE_CSR_CMD_SHAPE,   NF_ACE_CSR_CMD_SRC_TOTAL,  NF_ACE_CSR_CMD_DST_TOTAL,
    NF_ACE_CSR_DMA_WATCHDOG};
enum { PLAIN = sizeof plain / sizeof *plain };

static uint32_t mask(uint32_t addr) {
  switch (addr) {
  case NF_ACE_CSR_NODE:
    return 0x3ff;
  case NF_ACE_CSR_CONTROL:
    return 1;
  case NF_ACE_CSR_IRQ_ENABLE:
    return 63;
  case NF_ACE_CSR_WAIT_SELECT:
    return (1u << P_Machines) - 1;
  case NF_ACE_CSR_CMD_SRC_HI:
  case NF_ACE_CSR_CMD_DST_HI:
    return 0xffff;
  default:
    return UINT32_MAX;
  }
}

static bool is_plain(uint32_t addr) {
  for (unsigned n = 0; n < PLAIN; n++)
    if (plain[n] == addr)
      return true;
  return false;
}

static void no_poison(csr *c) {
  c->poisoned = 0;
  c->poison_first = 0xffffffffffff;
  c->poison_last = 0;
}

static void note_poison(csr *c, unsigned last, bool sure) {
  c->poison_noted[last] = (uint16_t)((last ? c->poison_last : c->poison_first) >> 32);
  c->noted_sure[last] = sure;
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
  c->ends = nf_pace_any(tb);
  no_poison(c);
  note_poison(c, 0, true);
  note_poison(c, 1, true);
  c->shadow[NF_ACE_CSR_WATCHDOG / 4] = NF_ACE_WATCHDOG_CYCLES;
  c->shadow[NF_ACE_CSR_DMA_WATCHDOG / 4] = NF_ACE_DMA_WATCHDOG_CYCLES;
  c->shadow[NF_ACE_CSR_WAIT_SELECT / 4] = (1u << P_Machines) - 1;
}

// Room for commands changes now and then.
static uint8_t room(const nf_tb *tb) { return (uint8_t)(nf_tb_cycle(tb) / PERIOD % 5); }

// ------------------------------------------------------------------------------ writes
static bool may_go(const csr *c) { return c->room != 0 && !c->aborting; }

static void choose_write(nf_tb *tb, csr *c) {
  writing *const w = &c->w;
  const uint32_t any = (uint32_t)nf_tb_rand(tb);
  *w = (writing){.on = true, .ok = true, .sure = true};
  w->data = (uint32_t)nf_tb_rand(tb);
  switch (nf_tb_below(tb, 10)) {
  case 0:
  case 1:
    w->addr = plain[any % PLAIN];
    return;
  case 2:
    if (any % 3 == 0 && nf_tb_cycle(tb) + 1000 < FAULT_AT) { // an abort takes the fault back
      w->addr = NF_ACE_CSR_EPOCH;
      w->ok = !c->aborting && (w->data & 127) != c->epoch;
      w->sure = !c->aborting;
      return;
    }
    w->addr = any % 2 ? NF_ACE_CSR_IRQ_STATUS : NF_ACE_CSR_POISONED;
    return;
  case 9:
    w->addr = NF_ACE_CSR_FLAGS;
    w->data &= 0xfffffff7; // inexact is never cleared here
    return;
  case 3:
    w->addr = NF_ACE_CSR_CMD_GO;
    w->ok = may_go(c);
    return;
  case 4:
    w->addr = NF_ACE_CSR_PARTITION + any % 8 * 16 + (any >> 8) % 3 * 4;
    break;
  case 5:
    w->addr = NF_ACE_CSR_PLAN + any % 128 * 4;
    break;
  case 6:
    w->addr = NF_ACE_CSR_QP + any % P_Ports * 256 + (any >> 8) % 16 * 16 + (any >> 16) % 2 * 4;
    break;
  case 7:
    w->addr = NF_ACE_CSR_PROGRAM + any % P_Machines * 0x2000 + (any >> 8) % 0x800 * 4;
    break;
  default: { // what makes no sense
    const uint32_t senseless[] = {NF_ACE_CSR_ID,
                                  NF_ACE_CSR_STATUS,
                                  NF_ACE_CSR_COMPLETION,
                                  NF_ACE_CSR_GRANTS,
                                  NF_ACE_CSR_WAIT_BASE,
                                  0x6c,
                                  NF_ACE_CSR_DMA_FAULT,
                                  NF_ACE_CSR_EPOCH_OLD,
                                  NF_ACE_CSR_NODE + 1,
                                  NF_ACE_CSR_PARTITION + 12,
                                  NF_ACE_CSR_PARTITION + 0x80,
                                  NF_ACE_CSR_PLAN + 2,
                                  NF_ACE_CSR_PLAN + 0x200,
                                  NF_ACE_CSR_QP + 8,
                                  NF_ACE_CSR_QP + P_Ports * 256,
                                  NF_ACE_CSR_PROGRAM + P_Machines * 0x2000,
                                  NF_ACE_CSR_PROGRAM + 3,
                                  0xffffc};
    w->addr = senseless[any % (sizeof senseless / sizeof *senseless)];
    w->ok = false;
    return;
  }
  }
  w->cfg = true;
}

static void bus_write(nf_tb *tb, csr *c, const nf_ace_csr_out *o) {
  writing *const w = &c->w;
  nf_axil_access *const a = &c->bus.write;
  if (o->cfg_valid) {
    nf_tb_check(tb, w->on && w->cfg && o->cfg_addr == w->addr && o->cfg_wdata == w->data,
                "config bus: %x", o->cfg_addr);
    w->cfg = false;
  }
  // How long a write is on its way is the paces' choice: what decides on it may change meanwhile.
  if (w->on && w->addr == NF_ACE_CSR_CMD_GO)
    w->sure = w->sure && may_go(c) == w->ok;
  if (a->over) {
    a->over = w->on = false;
    c->last_write = nf_tb_cycle(tb);
    nf_tb_check(tb, !w->sure || a->resp == (w->ok ? 0 : 2), "%x: response %u", w->addr, a->resp);
    nf_tb_check(tb, !w->cfg, "%x did not go out", w->addr);
    c->bad += a->resp != 0;
    if (w->addr == NF_ACE_CSR_POISONED) {
      c->poison_unsure = c->poison_raced;
      c->poison_raced = false;
      no_poison(c);
    }
    if (is_plain(w->addr))
      c->shadow[w->addr / 4] = w->data & mask(w->addr);
    nf_tb_cover(tb, a->resp ? "a write that makes no sense" : "a write");
    c->writes++;
  } else if (nf_pace_go(tb, &c->begin_write) && !w->on) {
    choose_write(tb, c);
    nf_axil_begin_write(&c->bus, w->addr, w->data);
  }
}

static void command(nf_tb *tb, csr *c, const nf_ace_csr_out *o) {
  const uint32_t *const s = c->shadow;
  if (o->cmd_valid && !c->going) {
    nf_tb_check(tb, c->w.on && c->w.addr == NF_ACE_CSR_CMD_GO, "a command that was not entered");
    c->go = c->w.data;
    c->commands++;
  }
  c->going = o->cmd_valid;
  if (!o->cmd_valid)
    return;
  const uint32_t go = c->go;
  nf_tb_check(tb,
              o->cmd.plan == (go & 7) && o->cmd.red_op == (go >> 4 & 15) &&
                  o->cmd.dtype == (go >> 8 & 15) && o->cmd.tag == go >> 16,
              "command %x", go);
  nf_tb_check(tb,
              o->cmd.src == (s[0x40 / 4] | (uint64_t)s[0x44 / 4] << 32) &&
                  o->cmd.dst == (s[0x48 / 4] | (uint64_t)s[0x4c / 4] << 32) &&
                  o->cmd.src_stride == s[0x50 / 4] && o->cmd.dst_stride == s[0x54 / 4] &&
                  o->cmd.block == s[0x58 / 4] && o->cmd.src_total == s[0x5c / 4] &&
                  o->cmd.dst_total == s[0x60 / 4],
              "where the command's data lies");
  nf_tb_check(tb,
              (o->cmd.msg | (uint32_t)o->cmd.src_pieces << 16 |
               (uint32_t)o->cmd.dst_pieces << 24) == s[NF_ACE_CSR_CMD_SHAPE / 4],
              "shape of the command");
}

// ------------------------------------------------------------------------------ reads
static void choose_read(nf_tb *tb, csr *c) {
  reading *const r = &c->r;
  *r = (reading){.on = true, .since = nf_tb_cycle(tb)};
  r->addr = (uint32_t)nf_tb_below(tb, 0x150) & ~3u;
  if (nf_tb_chance(tb, 20))
    r->addr = NF_ACE_CSR_COMPLETION;
  if (nf_tb_chance(tb, 3))
    r->addr |= 1 + (uint32_t)nf_tb_below(tb, 3);
  if (nf_tb_chance(tb, 3))
    r->addr = NF_ACE_CSR_PARTITION;
}

static bool readable(uint32_t a) {
  if (a % 4 != 0)
    return false;
  if (a >= NF_ACE_CSR_MACHINE)
    return a < NF_ACE_CSR_MACHINE + 4 * P_Machines;
  if (a >= NF_ACE_CSR_WAIT_BASE)
    return a < NF_ACE_CSR_WAIT_BASE + 4 * NF_ACE_WAITS;
  return (a <= NF_ACE_CSR_EPOCH_NEW && a != NF_ACE_CSR_CMD_GO && a != NF_ACE_CSR_CMD_GO + 4);
}

static void completion(nf_tb *tb, csr *c, uint32_t data) {
  if (data == 0) {
    nf_tb_check(tb, c->popped == c->pushed || c->last_push >= c->r.since,
                "a completion is missing");
    return;
  }
  nf_tb_check(tb, c->popped < c->pushed && data == c->list[c->popped % LIST], "completion %x",
              data);
  c->popped++;
}

// A count is compared when nothing was counted since long before the read.
static void counter(nf_tb *tb, const csr *c, uint32_t addr, uint32_t data) {
  if (c->r.since % PERIOD < QUIET + 8 || nf_tb_cycle(tb) / PERIOD != c->r.since / PERIOD)
    return;
  const uint32_t at = addr / 4;
  const bool wait = addr >= NF_ACE_CSR_WAIT_BASE && addr < NF_ACE_CSR_MACHINE;
  const uint32_t want = wait                              ? c->waits[at - NF_ACE_CSR_WAIT_BASE / 4]
                        : addr == NF_ACE_CSR_BAD_PACKET   ? c->drops
                        : addr == NF_ACE_CSR_EPOCH_OLD    ? c->stale
                        : addr == NF_ACE_CSR_EPOCH_NEW    ? c->early
                        : addr == NF_ACE_CSR_HOST_DROPPED ? c->host_drops
                        : addr == NF_ACE_CSR_CHUNKS_DONE  ? c->chunks
                        : addr == NF_ACE_CSR_TX_DMA_BEATS ? c->tx
                        : addr == NF_ACE_CSR_RX_DMA_BEATS ? c->rx
                        : addr == NF_ACE_CSR_GRANTS       ? c->grants
                        : addr == NF_ACE_CSR_REDUCTIONS   ? c->reductions
                                                          : data;
  nf_tb_check(tb, data == want, "%x counts %u, %u is right", addr, data, want);
  if (data != 0)
    nf_tb_cover(tb, wait ? "waiting was counted" : "events were counted");
}

// How many words were poisoned, and where the first and the last of them lie. An upper half is that
// of the lower one that was read last, whatever has come since then.
static void poison(nf_tb *tb, csr *c, uint32_t addr, uint32_t data) {
  const bool still = !c->poison_unsure && !c->w.on && c->last_write < c->r.since &&
                     c->r.since % PERIOD >= QUIET + 8 &&
                     nf_tb_cycle(tb) / PERIOD == c->r.since / PERIOD;
  const unsigned last = addr >= NF_ACE_CSR_POISON_LAST_LO;
  const bool upper = addr == NF_ACE_CSR_POISON_FIRST_HI || addr == NF_ACE_CSR_POISON_LAST_HI;
  if (addr != NF_ACE_CSR_POISONED && !upper)
    note_poison(c, last, still);
  if (!(upper ? c->noted_sure[last] : still))
    return;
  const uint32_t want = addr == NF_ACE_CSR_POISONED ? c->poisoned
                        : upper                     ? c->poison_noted[last]
                                : (uint32_t)(last ? c->poison_last : c->poison_first);
  nf_tb_check(tb, data == want, "%x reads %x, %x is right", addr, data, want);
  nf_tb_cover(tb, c->poisoned == 0 ? "no poison" : "poison was counted");
}

static void compare(nf_tb *tb, csr *c, uint32_t data) {
  const uint32_t a = c->r.addr;
  if (a == NF_ACE_CSR_ID)
    nf_tb_check(tb, data == 0x41434531, "ID %x", data);
  if (a == NF_ACE_CSR_BUILD)
    nf_tb_check(tb,
                data == (P_Machines | P_Ports << 8 | P_WordBytes / 32 << 12 | P_Banks << 16 |
                         P_Alus << 24 | (uint32_t)P_Lanes << 28),
                "BUILD %x", data);
  if (a >= NF_ACE_CSR_MACHINE) { // driven with what its own number says
    const uint32_t k = (a - NF_ACE_CSR_MACHINE) / 4;
    nf_tb_check(tb, data == ((k & 1) << 31 | (k % 10) << 24 | (k * 77 + 5)), "machine %u: %x", k,
                data);
  }
  if (a == NF_ACE_CSR_FLAGS) {
    nf_tb_check(tb, (data >> 3) == 1 || nf_tb_cycle(tb) < 1000, "FLAGS %x lost inexact", data);
    nf_tb_check(tb, (data & ~c->flags & 15) == 0, "FLAGS %x, never more than %x was raised", data,
                c->flags);
  }
  if (a >= NF_ACE_CSR_POISONED && a <= NF_ACE_CSR_POISON_LAST_HI)
    poison(tb, c, a, data);
  if (a == NF_ACE_CSR_EPOCH && c->cleared < c->r.since)
    nf_tb_check(tb, data == c->epoch, "epoch %u, %u is right", data, c->epoch);
  if (a == NF_ACE_CSR_COMPLETION)
    completion(tb, c, data);
  if (is_plain(a) && !c->w.on && c->last_write < c->r.since)
    nf_tb_check(tb, data == c->shadow[a / 4], "%x reads %x, %x is right", a, data,
                c->shadow[a / 4]);
  if (a == NF_ACE_CSR_BAD_ACCESS && !c->w.on && c->last_write < c->r.since)
    nf_tb_check(tb, data == c->bad, "%u bad accesses, %u is right", data, c->bad);
  if (a == NF_ACE_CSR_DMA_FAULT && c->r.since / PERIOD == nf_tb_cycle(tb) / PERIOD &&
      c->r.since % PERIOD > 10)
    nf_tb_check(tb, data == c->dma_fault, "%x was given up, not %x", c->dma_fault, data);
  if (c->faulty && c->r.since > FAULT_AT + 10) {
    const uint64_t *const f = &c->fault[1]; // the first: machine 1
    if (a == NF_ACE_CSR_FAULT_CAUSE)
      nf_tb_check(tb,
                  data == (1u << 31 | 1u << 24 | (uint32_t)nf_ace_fault_wait(f) << 8 |
                           nf_ace_fault_cause(f)),
                  "fault %x", data);
    if (a == NF_ACE_CSR_FAULT_WHERE)
      nf_tb_check(tb,
                  data == (nf_ace_fault_pc(f) | (uint32_t)nf_ace_fault_id(f) << 16 |
                           (uint32_t)nf_ace_fault_phase(f) << 24),
                  "fault at %x", data);
    if (a == NF_ACE_CSR_FAULT_CHUNK)
      nf_tb_check(tb, data == nf_ace_fault_index(f), "fault of chunk %u", data);
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

// ------------------------------------------------------------------------------ the engine
// An abort shows when its write was taken, and until it is over; the epoch changes then.
static void abort_and_end(nf_tb *tb, csr *c, const nf_ace_csr_out *o, nf_ace_csr_in *in) {
  if (o->abort && !c->aborting) {
    nf_tb_check(tb, c->w.on && c->w.addr == NF_ACE_CSR_EPOCH && (c->w.ok || !c->w.sure),
                "an abort");
    c->next = c->w.data & 127;
    c->aborts++;
    c->aborting = true;
  }
  nf_tb_check(tb, o->abort == c->aborting && o->epoch == c->epoch, "epoch %u, %u is right",
              o->epoch, c->epoch);
  in->clear = c->aborting && nf_tb_chance(tb, 3);
  if (!in->clear)
    return;
  c->aborting = false;
  c->epoch = c->next;
  c->cleared = nf_tb_cycle(tb);
}

static void engine(nf_tb *tb, csr *c, const nf_ace_csr_out *o, nf_ace_csr_in *in) {
  const uint64_t cycle = nf_tb_cycle(tb);
  if (!o->cmd_valid) // there is room until the command is taken
    c->room = room(tb);
  abort_and_end(tb, c, o, in);
  in->free = c->room;
  in->busy = cycle / 64 % 2;
  in->cmd_ready = in->free != 0 && nf_tb_chance(tb, 70);
  if (!c->cpl_on && nf_pace_go(tb, &c->ends) && nf_tb_chance(tb, 10)) {
    c->cpl_on = true;
    c->cpl = 1u << 31 | (uint32_t)nf_tb_below(tb, 6) << 24 | (uint32_t)nf_tb_below(tb, 65536);
  }
  in->cpl_valid = c->cpl_on;
  in->cpl.tag = (uint16_t)c->cpl;
  in->cpl.status = c->cpl >> 24 & 15;
  if (c->cpl_on && o->cpl_ready) {
    c->list[c->pushed++ % LIST] = c->cpl;
    c->last_push = cycle;
    c->cpl_on = false;
  }
  if (!o->cpl_ready)
    nf_tb_cover(tb, "the queue of completions is full");
  if (cycle == FAULT_AT) {
    c->faulty = true;
    for (unsigned m = 1; m < P_Machines; m++) {
      c->fault[m] = nf_tb_rand(tb);
      nf_ace_fault_set_cause(&c->fault[m], (uint8_t)(1 + nf_tb_below(tb, 8)));
    }
  }
  if (cycle == FAULT_AT + 1000)
    c->fault[0] = UINT64_MAX; // later: the first one stays
  memcpy(in->fault, c->fault, sizeof in->fault);
  if (cycle > FAULT_AT && cycle % (8 * PERIOD) == 0)
    c->dma_fault |= (uint8_t)(1u << nf_tb_below(tb, 5));
  in->dma_fault = c->dma_fault;
  nf_tb_check(tb, o->fault == (cycle > FAULT_AT), "a fault is %sheld", o->fault ? "" : "not ");
  c->irqs += o->irq;
  for (unsigned m = 0; m < P_Machines; m++) {
    in->machine_busy |= (uint16_t)((m & 1) << m);
    in->machine_wait[m] = (uint8_t)(m % NF_ACE_WAITS);
    in->machine_pc[m] = (uint16_t)(m * 77 + 5);
  }
  if (nf_tb_chance(tb, 5)) {
    in->flags = cycle < 10000 ? 8 | (uint8_t)nf_tb_below(tb, 2) : (uint8_t)nf_tb_below(tb, 16);
    c->flags |= in->flags;
  }
  if (cycle % PERIOD >= QUIET || !nf_pace_go(tb, &c->events))
    return;
  in->chunk_done = nf_tb_chance(tb, 10);
  in->drop = (uint8_t)(nf_tb_rand(tb) & ((1u << P_Ports) - 1));
  in->stale = (uint8_t)(nf_tb_rand(tb) & ((1u << P_Ports) - 1));
  in->early = (uint8_t)(nf_tb_rand(tb) & ((1u << P_Ports) - 1));
  c->stale += (uint32_t)__builtin_popcount(in->stale);
  c->early += (uint32_t)__builtin_popcount(in->early);
  in->tx_beat = nf_tb_chance(tb, 50);
  in->rx_beat = nf_tb_chance(tb, 50);
  in->poison = nf_tb_chance(tb, 5);
  in->poison_addr = nf_tb_rand(tb) >> 16 & ~63ull;
  if (in->poison) {
    c->poison_raced |= c->w.on && c->w.addr == NF_ACE_CSR_POISONED;
    c->poisoned++;
    c->poison_first = in->poison_addr < c->poison_first ? in->poison_addr : c->poison_first;
    c->poison_last = in->poison_addr > c->poison_last ? in->poison_addr : c->poison_last;
  }
  in->op_valid = nf_tb_chance(tb, 50);
  in->op = nf_tb_rand(tb);
  c->chunks += in->chunk_done;
  c->drops += (uint32_t)__builtin_popcount(in->drop);
  in->host_drop = (uint16_t)(nf_tb_rand(tb) & ((1u << 2 * P_Ports) - 1));
  c->host_drops += (uint32_t)__builtin_popcount(in->host_drop);
  c->tx += in->tx_beat;
  c->rx += in->rx_beat;
  c->grants += in->op_valid;
  c->reductions += in->op_valid && nf_ace_req_recv(&in->op) && nf_ace_req_read(&in->op);
  for (unsigned w = 0; w < NF_ACE_WAITS; w++) {
    in->waiting[w] = (uint8_t)nf_tb_below(tb, P_Machines + 1);
    c->waits[w] += in->waiting[w];
  }
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  csr *const c = ctx;
  const nf_ace_csr_out *const o = out;
  nf_ace_csr_in *const i = in;
  if (nf_tb_below(tb, 500) == 0)
    paces(tb, c);
  NF_AXIL_SEE(tb, &c->bus, o, );
  command(tb, c, o);
  engine(tb, c, o, i);
  bus_write(tb, c, o);
  bus_read(tb, c);
  NF_AXIL_DRIVE(tb, &c->bus, i, );
}

static void finish(nf_tb *tb, void *ctx) {
  const csr *const c = ctx;
  nf_tb_reach(
      tb, c->reads > 200 && c->writes > 200 && c->commands > 5 && c->irqs > 10 && c->aborts > 0,
      "%u reads, %u writes, %u commands, %u aborts", c->reads, c->writes, c->commands, c->aborts);
}

// ------------------------------------------------------------------------------ directed
// A chunk, a completion, a fault, a DMA that gives up, the end of an abort, which takes the fault
// back, and a packet of a newer epoch each raise the interrupt; writing 1 to a
// bit takes it back.
static void drive_irq(nf_tb *tb, void *ctx, const void *out, void *in) {
  csr *const c = ctx;
  const nf_ace_csr_out *const o = out;
  nf_ace_csr_in *const i = in;
  const uint64_t cycle = nf_tb_cycle(tb) % 60;
  const unsigned bit = (unsigned)(nf_tb_cycle(tb) / 60);
  if (bit > NF_ACE_IRQ_EPOCH)
    return;
  const uint32_t writes[3][2] = {
      {NF_ACE_CSR_IRQ_ENABLE, 1u << bit}, {0, 0}, {NF_ACE_CSR_IRQ_STATUS, 1u << bit}};
  const unsigned part = (unsigned)(cycle / 20);
  NF_AXIL_SEE(tb, &c->bus, o, );
  if (cycle % 20 == 1 && part != 1)
    nf_axil_begin_write(&c->bus, writes[part][0], writes[part][1]);
  NF_AXIL_DRIVE(tb, &c->bus, i, );
  i->chunk_done = cycle == 20 && bit == NF_ACE_IRQ_CHUNK;
  i->cpl_valid = cycle == 20 && bit == NF_ACE_IRQ_COMMAND;
  if (bit == NF_ACE_IRQ_FAULT && cycle >= 20)
    i->fault[0] = NF_ACE_FAULT_TRAP;
  if (bit == NF_ACE_IRQ_DMA && cycle >= 20)
    i->dma_fault = 1u << NF_ACE_CHANNEL_B;
  i->clear = cycle == 20 && bit == NF_ACE_IRQ_ABORT;
  i->early = cycle == 20 && bit == NF_ACE_IRQ_EPOCH ? 1u << (P_Ports - 1) : 0;
  if (bit == NF_ACE_IRQ_ABORT)
    nf_tb_check(tb, o->fault == (cycle <= 20), "a fault is held, cycle %u", (unsigned)cycle);
  nf_tb_check(tb, o->irq == (cycle > 20 && cycle < 43), "bit %u, cycle %u: irq %d", bit,
              (unsigned)cycle, o->irq);
  c->irqs += o->irq;
}

static void finish_irq(nf_tb *tb, void *ctx) {
  nf_tb_check(tb, ((const csr *)ctx)->irqs == 6 * 22, "%u cycles of interrupt",
              ((const csr *)ctx)->irqs);
}

// The halves of an address are of one word, though another one is poisoned between the reads.
static void drive_halves(nf_tb *tb, void *ctx, const void *out, void *in) {
  static const struct {
    uint64_t poisons; // before the access; 0: none
    uint32_t addr, reads;
  } steps[] = {{0x100001000, NF_ACE_CSR_POISON_FIRST_LO, 0x1000},
               {0x2000, NF_ACE_CSR_POISON_FIRST_HI, 1},
               {0, NF_ACE_CSR_POISON_LAST_LO, 0x1000},
               {0x200003000, NF_ACE_CSR_POISON_LAST_HI, 1},
               {0, NF_ACE_CSR_POISON_FIRST_HI, 1},
               {0, NF_ACE_CSR_POISON_FIRST_LO, 0x2000},
               {0, NF_ACE_CSR_POISON_FIRST_HI, 0},
               {0, NF_ACE_CSR_POISON_LAST_HI, 1},
               {0, NF_ACE_CSR_POISON_LAST_LO, 0x3000},
               {0, NF_ACE_CSR_POISON_LAST_HI, 2},
               {0, NF_ACE_CSR_POISONED, 3}};
  csr *const c = ctx;
  nf_ace_csr_in *const i = in;
  const nf_ace_csr_out *const o = out;
  NF_AXIL_SEE(tb, &c->bus, o, );
  if (c->reads < sizeof steps / sizeof *steps) {
    const uint32_t addr = steps[c->reads].addr, reads = steps[c->reads].reads;
    i->poison = steps[c->reads].poisons != 0 && nf_tb_cycle(tb) % 20 == 1;
    i->poison_addr = i->poison ? steps[c->reads].poisons : 0;
    if (nf_tb_cycle(tb) % 20 == 3)
      nf_axil_begin_read(&c->bus, addr);
    if (c->bus.read.over) {
      nf_tb_check(tb, c->bus.read.resp == 0 && c->bus.read.data == reads, "%x reads %x, not %x",
                  addr, c->bus.read.data, reads);
      c->bus.read.over = false;
      c->reads++;
    }
  }
  NF_AXIL_DRIVE(tb, &c->bus, i, );
}

static void finish_halves(nf_tb *tb, void *ctx) {
  nf_tb_check(tb, ((const csr *)ctx)->reads == 11, "%u reads", ((const csr *)ctx)->reads);
}

int main(int argc, char **argv) {
  static const nf_ace_csr_cfg cfg = {.Machines = P_Machines,
                                     .Ports = P_Ports,
                                     .Banks = P_Banks,
                                     .Alus = P_Alus,
                                     .Lanes = P_Lanes,
                                     .WordBytes = P_WordBytes};
  static const nf_tb_scenario scenarios[] = {
      {"ACE 4.4 random accesses", 20000, start, drive, finish},
      {"ACE 4.4 random accesses, other paces", 20000, start, drive, finish},
      {"ACE 4.4 interrupts", 380, NULL, drive_irq, finish_irq},
      {"docs/ace-registers.md the halves of an address", 240, NULL, drive_halves, finish_halves},
  };
  const nf_tb_bench bench = {.dut = &nf_ace_csr_dut,
                             .model = NF_TB_MODEL(nf_ace_csr),
                             .cfg = &cfg,
                             .ctx_size = sizeof(csr),
                             .scenarios = scenarios,
                             .count = 4};
  return nf_tb_main(argc, argv, &bench);
}
