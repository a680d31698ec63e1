// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The whole engine, joined to itself: nf_ace_world.h.
#include "ace/nf_ace.h"
#include "nf_ace_world.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_ace_dut;

static const nf_ace_cfg Cfg = {.Machines = P_Machines,
                               .Ports = P_Ports,
                               .Banks = P_Banks,
                               .BankWords = P_BankWords,
                               .Alus = P_Alus,
                               .Lanes = P_Lanes,
                               .Slots = P_Slots,
                               .ProgramWords = P_ProgramWords,
                               .QueueDepth = P_QueueDepth,
                               .Chunks = P_Chunks,
                               .Bursts = P_Bursts,
                               .Halves = P_Halves,
                               .WordBytes = P_WordBytes};

enum { TARGET = 0x40000, PIECES = 2, MEMBERS = 2, WATCHDOG = 2000 };
enum { WORD = P_WordBytes, PACKET = NF_ACE_PACKET_WORDS * WORD };

typedef struct {
  nf_ace_world world;
  unsigned commands, block, msg, src, dst, dtype;
  uint8_t before[NF_ACE_WORLD_BYTES];
  unsigned abort_at, epoch; // cycle of the next abort, epoch of the last
  unsigned abort_in;  // cycles to it while the processor has nothing else to do; 0: none comes
  bool lookalikes;    // packets that nobody sent, and that fit
  bool cut_early;     // the cables, when an abort is asked for
  unsigned strangers; // packets of other nodes that came
} context;

static uint32_t reg(const context *c, uint32_t addr) { return nf_ace_world_reg(&c->world, addr); }

static uint32_t word_at(const uint8_t *bytes, unsigned at) {
  uint32_t word;
  memcpy(&word, bytes + at, 4);
  return word;
}

// Messages that fit: two of them in a slot of a quarter of the SRAM, and on a queue pair of four
// slots, of which rrcs leaves one to the packet on its way (docs/ace-collectives.md).
static unsigned longest(void) {
  const unsigned room = P_Banks * P_BankWords / 4 / 4 / PIECES;
  return (room < 3 ? room : 3) * PACKET;
}

static void begin(nf_tb *tb, context *c, bool full, unsigned src, unsigned dst) {
  for (unsigned i = 0; i < NF_ACE_WORLD_BYTES; i++)
    c->world.bytes[i] = (uint8_t)nf_tb_rand(tb);
  c->src = src;
  c->dst = TARGET + dst;
  nf_ace_world_pace(tb, &c->world, full);
  nf_ace_world_setup(tb, &c->world, &Cfg, WATCHDOG);
  for (unsigned n = (unsigned)nf_tb_below(tb, 4); n != 0; n--) // no register, or no multiple of 4
    nf_ace_world_csr(tb, &c->world, nf_tb_chance(tb, 50) ? 0xffffc : NF_ACE_CSR_NODE + n, 0, true);
}

// An even number of chunks, the last of them as long as the others: each meets its neighbour.
static void command(nf_tb *tb, context *c, unsigned chunks, unsigned msg, unsigned dtype) {
  c->msg = msg;
  c->block = chunks * msg;
  c->dtype = dtype;
  memcpy(c->before, c->world.bytes, sizeof c->before);
  nf_ace_world_command(tb, &c->world, c->src, c->dst, c->block, msg, dtype, 0x40 + c->commands++);
}

static void start(nf_tb *tb, void *ctx) {
  begin(tb, ctx, false, 0, 0);
  command(tb, ctx, MEMBERS * (unsigned)(2 + nf_tb_below(tb, 6)), longest(), NF_DTYPE_U32);
}

static void start_normal(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  start(tb, ctx);
  c->world.host_on = true;
}

static void start_unaligned(nf_tb *tb, void *ctx) {
  begin(tb, ctx, false, (unsigned)nf_tb_below(tb, 4096), (unsigned)nf_tb_below(tb, 4096));
  command(tb, ctx, MEMBERS * (unsigned)(2 + nf_tb_below(tb, 6)),
          4 * (1 + (unsigned)nf_tb_below(tb, longest() / 4)), NF_DTYPE_U32);
}

static void start_rate(nf_tb *tb, void *ctx) {
  begin(tb, ctx, true, 0, 0);
  command(tb, ctx, MEMBERS * (16384 / MEMBERS / longest()), longest(), NF_DTYPE_U32);
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  nf_ace_world_drive(tb, &c->world, &Cfg, out, in);
}

// A bfloat16 is the upper half of a binary32. The sums asked for are exact, so nothing is rounded.
static float number(uint32_t half) {
  const uint32_t word = half << 16;
  float value;
  memcpy(&value, &word, sizeof value);
  return value;
}

static uint32_t half_of(float value) {
  uint32_t word;
  memcpy(&word, &value, sizeof word);
  return word >> 16;
}

static uint32_t add(const context *c, uint32_t a, uint32_t b) {
  if (c->dtype != NF_DTYPE_BF16)
    return a + b;
  return half_of(number(a >> 16) + number(b >> 16)) << 16 |
         half_of(number(a & 0xffff) + number(b & 0xffff));
}

// The sum at byte `at` of a piece of the result.
static uint32_t sum(const context *c, unsigned piece, unsigned at) {
  const unsigned chunk = at / c->msg, within = at % c->msg;
  const unsigned mine = piece * c->block + at;
  const unsigned other = piece * c->block + (chunk ^ 1) * c->msg + within;
  return add(c, word_at(c->before, c->src + mine), word_at(c->before, c->src + other));
}

static void check_result(nf_tb *tb, const context *c) {
  for (unsigned piece = 0; piece < PIECES; piece++)
    for (unsigned at = 0; at < c->block; at += 4) {
      const unsigned mine = piece * c->block + at;
      const uint32_t want = sum(c, piece, at), have = word_at(c->world.bytes, c->dst + mine);
      if (want != have) {
        nf_tb_check(tb, false, "byte %u: %08x, %08x is the sum", mine, have, want);
        return;
      }
    }
}

static void check_around(nf_tb *tb, const context *c) {
  const unsigned end = c->dst + PIECES * c->block;
  nf_tb_check(tb,
              memcmp(c->before + TARGET, c->world.bytes + TARGET, c->dst - TARGET) == 0 &&
                  memcmp(c->before + end, c->world.bytes + end, NF_ACE_WORLD_BYTES - end) == 0,
              "bytes around the result were written");
}

// After the last completion nothing moves any more: what the engine has counted is what the bench
// has seen.
static void check_count(nf_tb *tb, const context *c, const char *name, uint32_t addr,
                        uint32_t want) {
  nf_tb_check(tb, reg(c, addr) == want, "%s is %u, and should be %u", name, reg(c, addr), want);
}

static void check_counters(nf_tb *tb, const context *c) {
  const unsigned chunks = c->block / c->msg, packets = (c->msg + PACKET - 1) / PACKET;
  check_count(tb, c, "TX_DMA_BEATS", NF_ACE_CSR_TX_DMA_BEATS, c->world.words_read);
  check_count(tb, c, "RX_DMA_BEATS", NF_ACE_CSR_RX_DMA_BEATS, c->world.words_written);
  check_count(tb, c, "CHUNKS_DONE", NF_ACE_CSR_CHUNKS_DONE, chunks);
  // Each chunk sends a message, adds to one and sends it on, and receives one.
  check_count(tb, c, "GRANTS", NF_ACE_CSR_GRANTS, chunks * 3 * packets);
  check_count(tb, c, "REDUCTIONS", NF_ACE_CSR_REDUCTIONS, chunks * packets);
  check_count(tb, c, "BAD_ACCESS", NF_ACE_CSR_BAD_ACCESS, c->world.refused);
  check_count(tb, c, "BAD_PACKET", NF_ACE_CSR_BAD_PACKET, c->strangers);
}

// So many commands have ended, and the processor has read what the registers say then.
static void await(nf_tb *tb, const context *c, unsigned completions) {
  nf_tb_await(tb, c->world.completions >= completions && c->world.next == c->world.writes &&
                      !c->world.called && c->world.poll == 0);
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  await(tb, c, c->commands);
  nf_tb_check(tb, c->world.completions == c->commands, "%u completions of %u commands",
              c->world.completions, c->commands);
  for (unsigned i = 0; i < c->world.completions; i++)
    nf_tb_check(tb, c->world.completion[i] == (1u << 31 | (0x40 + i)), "completion %08x",
                c->world.completion[i]);
  check_result(tb, c);
  check_around(tb, c);
  check_counters(tb, c);
}

static void finish_normal(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  finish(tb, ctx);
  nf_tb_await(tb, c->world.host_came > 100 && c->world.host_long > 5);
  nf_tb_check(tb, c->world.host_came > 100, "normal traffic came through");
  nf_tb_check(tb, c->world.host_long > 5, "%u packets were too long", c->world.host_long);
}

// Packets of other nodes come between those of this one.
static void drive_strangers(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_ace_out *const o = out;
  nf_ace_in *const i = in;
  drive(tb, ctx, out, in);
  const unsigned p = (unsigned)nf_tb_below(tb, P_Ports);
  if (c->world.completions != 0 || (i->link_rx_valid >> p & 1) || c->world.open >> p & 1 ||
      !(o->link_rx_ready >> (2 * p + 1) & 1) || !nf_tb_chance(tb, 5))
    return;
  i->link_rx_valid |= (uint8_t)(1u << p);
  i->link_rx_first |= (uint8_t)(1u << p);
  i->link_rx_last |= (uint8_t)(1u << p);
  nf_ace_hdr_set_mode(i->link_rx_hdr[p].w, 1);
  nf_ace_hdr_set_dst(i->link_rx_hdr[p].w, 8);
  c->strangers++;
}

static void finish_strangers(nf_tb *tb, void *ctx) {
  finish(tb, ctx);
  nf_tb_check(tb, ((const context *)ctx)->strangers > 20, "packets of other nodes came");
}

// The first link carries what machine 0 sends and nothing else: of each of its chunks two messages.
static void finish_rate(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  finish(tb, ctx);
  const unsigned machines = (P_Machines < P_Ports ? P_Machines : P_Ports) & ~1u;
  const unsigned chunks = (c->block / c->msg + machines - 1) / machines; // in turn, from machine 0
  const unsigned words = chunks * 2 * (c->msg / WORD);
  nf_tb_check(tb, c->world.engine_words[0] == words, "%u words on the link, machine 0 sends %u",
              (unsigned)c->world.engine_words[0], words);
}

// Sums of random words, binary32 or pairs of binary16: rounded ones among them. The first element
// of each bus word is a signalling NaN in either type. Both are told of.
static void start_flags(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  begin(tb, ctx, false, 0, 0);
  for (unsigned i = 0; i < TARGET; i += WORD) {
    const uint32_t signalling = UINT32_C(0x7F807C01);
    memcpy(c->world.bytes + i, &signalling, sizeof signalling);
  }
  command(tb, ctx, 6 * MEMBERS, longest(), P_Halves ? NF_DTYPE_F16 : NF_DTYPE_F32);
}

static void finish_flags(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  await(tb, c, 1);
  nf_tb_check(tb, c->world.completions == 1, "%u completions", c->world.completions);
  nf_tb_check(tb, (reg(c, NF_ACE_CSR_FLAGS) & 9) == 9, "FLAGS %x: invalid and inexact are missing",
              reg(c, NF_ACE_CSR_FLAGS));
}

// Small whole numbers in pairs of bfloat16, whose sums are exact. An engine without these types
// refuses the command and leaves memory as it is.
static void start_halves(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  begin(tb, ctx, false, 0, 0);
  for (unsigned i = 0; i < TARGET; i += 2) {
    const uint16_t half = (uint16_t)half_of((float)nf_tb_below(tb, 128));
    memcpy(c->world.bytes + i, &half, sizeof half);
  }
  command(tb, ctx, 2 * MEMBERS, longest(), NF_DTYPE_BF16);
}

static void finish_halves(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  if (P_Halves) {
    finish(tb, ctx);
    return;
  }
  await(tb, c, 1);
  nf_tb_check(tb,
              c->world.completions == 1 &&
                  c->world.completion[0] ==
                      (1u << 31 | (unsigned)NF_ACE_STATUS_BAD_OP << 24 | 0x40),
              "%u completions, %08x", c->world.completions, c->world.completion[0]);
  nf_tb_check(tb, memcmp(c->before, c->world.bytes, sizeof c->before) == 0,
              "a refused command has written");
}

// Memory that fails on some words of the second piece: the command ends and says so, and every word
// of the result that is wrong lies where POISON_* says.
static void start_error(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  start(tb, ctx);
  c->world.fails_from = c->src + c->block + (unsigned)nf_tb_below(tb, c->block);
  c->world.fails_to = c->world.fails_from + 1 + nf_tb_below(tb, 300);
}

static void check_status(nf_tb *tb, const context *c, unsigned status) {
  await(tb, c, 1);
  nf_tb_check(
      tb, c->world.completions == 1 && c->world.completion[0] == (1u << 31 | status << 24 | 0x40),
      "%u completions, %08x", c->world.completions, c->world.completion[0]);
}

static void check_poison(nf_tb *tb, const context *c) {
  const uint32_t words = reg(c, NF_ACE_CSR_POISONED);
  const uint32_t first = reg(c, NF_ACE_CSR_POISON_FIRST_LO),
                 last = reg(c, NF_ACE_CSR_POISON_LAST_LO);
  nf_tb_check(tb,
              reg(c, NF_ACE_CSR_POISON_FIRST_HI) == 0 && reg(c, NF_ACE_CSR_POISON_LAST_HI) == 0 &&
                  first % WORD == 0 && last % WORD == 0,
              "poison beyond 4 GB");
  unsigned wrong = 0;
  for (unsigned piece = 0; piece < PIECES; piece++)
    for (unsigned at = 0; at < c->block; at += 4) {
      const unsigned place = c->dst + piece * c->block + at;
      if (sum(c, piece, at) == word_at(c->world.bytes, place))
        continue;
      wrong++;
      nf_tb_check(tb, place >= first && place < last + WORD, "byte %u of the result is wrong",
                  place);
    }
  // A packet is poisoned as a whole, and the chunk that it is added to.
  nf_tb_check(tb,
              wrong != 0 && words >= wrong / (WORD / 4) && words <= wrong / (WORD / 4) + 2 * 2 * 8,
              "%u elements are wrong, %u words poisoned", wrong, words);
}

static void finish_error(nf_tb *tb, void *ctx) {
  check_status(tb, ctx, NF_ACE_STATUS_AXI_ERROR);
  check_poison(tb, ctx);
}

// One channel of the memory falls silent: the command ends and says so, DMA_FAULT names the
// channel, and nothing outside of the result is written. What is wrong of data that did not come is
// poisoned, as that of a read with an error.
static void start_silent(nf_tb *tb, context *c, unsigned channel) {
  start(tb, c);
  c->world.order = NF_ACE_WORLD_ANY_ORDER;
  nf_ace_world_csr(tb, &c->world, NF_ACE_CSR_DMA_WATCHDOG, 1000, false);
  c->world.falls_silent = true;
  c->world.silent = channel;
  c->world.silent_after = (unsigned)nf_tb_below(tb, 4);
}
static void start_ar(nf_tb *tb, void *ctx) { start_silent(tb, ctx, NF_ACE_CHANNEL_AR); }
static void start_r(nf_tb *tb, void *ctx) { start_silent(tb, ctx, NF_ACE_CHANNEL_R); }
static void start_aw(nf_tb *tb, void *ctx) { start_silent(tb, ctx, NF_ACE_CHANNEL_AW); }
static void start_w(nf_tb *tb, void *ctx) { start_silent(tb, ctx, NF_ACE_CHANNEL_W); }
static void start_b(nf_tb *tb, void *ctx) { start_silent(tb, ctx, NF_ACE_CHANNEL_B); }

static void finish_silent(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  check_status(tb, c, NF_ACE_STATUS_TIMEOUT);
  nf_tb_check(tb, reg(c, NF_ACE_CSR_DMA_FAULT) == 1u << c->world.silent,
              "channels %x have stood still", reg(c, NF_ACE_CSR_DMA_FAULT));
  nf_tb_check(tb, reg(c, NF_ACE_CSR_FAULT_CAUSE) == 0, "fault cause %08x",
              reg(c, NF_ACE_CSR_FAULT_CAUSE));
  if (c->world.silent == NF_ACE_CHANNEL_AR || c->world.silent == NF_ACE_CHANNEL_R)
    nf_tb_check(tb, reg(c, NF_ACE_CSR_POISONED) != 0, "no word is poisoned");
  check_around(tb, c);
}

// Nearly as slow as it may be: nothing is given up.
static void start_slow(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  begin(tb, ctx, true, 0, 0);
  c->world.latency = 400;
  nf_ace_world_csr(tb, &c->world, NF_ACE_CSR_DMA_WATCHDOG, 410, false);
  command(tb, ctx, 2 * MEMBERS, longest(), NF_DTYPE_U32);
}

static void finish_slow(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  finish(tb, ctx);
  nf_tb_check(tb, reg(c, NF_ACE_CSR_DMA_FAULT) == 0, "channels %x have stood still",
              reg(c, NF_ACE_CSR_DMA_FAULT));
}

// Partitions that meet by one packet, or leave the SRAM by one: the command is refused, and neither
// memory nor a link is touched; then the same command, with partitions that are right.
static void partition_at(nf_tb *tb, context *c, unsigned first) {
  nf_ace_world_csr(tb, &c->world, NF_ACE_CSR_PARTITION + 16, first, false);
}

static unsigned sram_packets(void) { return P_Banks * P_BankWords / NF_ACE_PACKET_WORDS; }

static void start_partitions(nf_tb *tb, context *c, unsigned first) {
  begin(tb, c, false, 0, 0);
  partition_at(tb, c, first);
  command(tb, c, MEMBERS, longest(), NF_DTYPE_U32);
}

static void start_meet(nf_tb *tb, void *ctx) { start_partitions(tb, ctx, sram_packets() / 2 - 1); }

static void start_leave(nf_tb *tb, void *ctx) { start_partitions(tb, ctx, sram_packets() / 2 + 1); }

static void drive_partitions(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_ace_out *const o = out;
  drive(tb, ctx, out, in);
  if (c->world.completions == 0)
    nf_tb_check(tb, !o->mem_ar_valid && !o->mem_aw_valid && o->link_tx_valid == 0,
                "something was started");
  if (c->world.completions == 1 && c->commands == 1) {
    partition_at(tb, c, sram_packets() / 2);
    command(tb, ctx, MEMBERS, longest(), NF_DTYPE_U32);
  }
}

static void finish_partitions(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  await(tb, c, 2);
  nf_tb_check(tb,
              c->world.completions == 2 &&
                  c->world.completion[0] ==
                      (1u << 31 | (unsigned)NF_ACE_STATUS_BAD_PLAN << 24 | 0x40) &&
                  c->world.completion[1] == (1u << 31 | 0x41),
              "%u completions, %08x, %08x", c->world.completions, c->world.completion[0],
              c->world.completion[1]);
  check_result(tb, c);
}

// A chunk whose neighbour never comes: its machine waits in vain, and the watchdog says where.
static void start_alone(nf_tb *tb, void *ctx) {
  begin(tb, ctx, true, 0, 0);
  command(tb, ctx, 1, longest(), NF_DTYPE_U32);
}

// After the fault no chunk of a new command is begun.
static void drive_alone(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  drive(tb, ctx, out, in);
  if (reg(c, NF_ACE_CSR_FAULT_CAUSE) >> 31 && c->commands == 1)
    command(tb, ctx, MEMBERS, longest(), NF_DTYPE_U32);
}

static void finish_alone(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->commands == 2 && c->world.completions == 0, "%u commands, %u completions",
              c->commands, c->world.completions);
  nf_tb_check(tb,
              reg(c, NF_ACE_CSR_FAULT_CAUSE) ==
                  (1u << 31 | (unsigned)NF_ACE_WAIT_PACKET << 8 | NF_ACE_FAULT_WATCHDOG),
              "fault cause %08x", reg(c, NF_ACE_CSR_FAULT_CAUSE));
  // The watchdog counts from the last transfer, the machine waits from when it asks for the next
  // one.
  const uint32_t waited = reg(c, NF_ACE_CSR_WAIT_BASE + 4 * NF_ACE_WAIT_PACKET);
  nf_tb_check(tb, waited <= WATCHDOG && waited + 10 >= WATCHDOG, "%u cycles of waiting", waited);
  nf_tb_check(tb, (reg(c, NF_ACE_CSR_FAULT_WHERE) & 0xffff) == 5, "fault at %08x",
              reg(c, NF_ACE_CSR_FAULT_WHERE));
}

// A message shorter than what its receiver waits for: refused, and told.
static void start_mismatch(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  begin(tb, ctx, true, 0, 0);
  nf_ace_world_corrupt(tb, &c->world);
  command(tb, ctx, MEMBERS, longest(), NF_DTYPE_U32);
}

static void finish_mismatch(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->world.completions == 0, "%u completions", c->world.completions);
  nf_tb_check(tb, (reg(c, NF_ACE_CSR_FAULT_CAUSE) & 0xff) == NF_ACE_FAULT_MISMATCH,
              "fault cause %08x", reg(c, NF_ACE_CSR_FAULT_CAUSE));
}

// An abort in mid-run. The cables carry nothing from then on, or from when it is asked for, until
// the next command has begun, so that packets of the aborted one come while the new one waits for
// its own: none is taken for one of those, and the new command is exact.
static void start_abort(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  const bool full = nf_tb_chance(tb, 50);
  begin(tb, ctx, full, 0, 0);
  command(tb, ctx, 12 * MEMBERS, longest(), NF_DTYPE_U32);
  c->abort_at = (full ? 700 : 1500) + (unsigned)nf_tb_below(tb, 600);
  c->cut_early = nf_tb_chance(tb, 50);
}

static void drive_abort(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  drive(tb, ctx, out, in);
  if (nf_tb_cycle(tb) == c->abort_at) {
    nf_ace_world_abort(tb, &c->world, &Cfg, 1);
    command(tb, ctx, 12 * MEMBERS, longest(), NF_DTYPE_U32);
  }
  const bool given = c->world.next == c->world.writes;
  if (c->commands == 2)
    c->world.cut = !given && (c->cut_early || c->world.script[c->world.next].waits || c->world.cut);
}

static void check_again(nf_tb *tb, const context *c) {
  await(tb, c, 2);
  nf_tb_check(tb,
              c->world.completions == 2 &&
                  c->world.completion[0] ==
                      (1u << 31 | (unsigned)NF_ACE_STATUS_ABORTED << 24 | 0x40) &&
                  c->world.completion[1] == (1u << 31 | 0x41),
              "%u completions, %08x, %08x", c->world.completions, c->world.completion[0],
              c->world.completion[1]);
  check_result(tb, c);
  check_around(tb, c);
  nf_tb_check(tb, reg(c, NF_ACE_CSR_EPOCH_NEW) == 0, "%u packets of a newer epoch",
              reg(c, NF_ACE_CSR_EPOCH_NEW));
}

static void finish_abort(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  check_again(tb, c);
  if (reg(c, NF_ACE_CSR_EPOCH_OLD) != 0)
    nf_tb_cover(tb, "packets of the aborted command came after the abort");
}

// After the watchdog has stopped a machine an abort lets the next command run.
static void drive_again(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  drive(tb, ctx, out, in);
  if (reg(c, NF_ACE_CSR_FAULT_CAUSE) >> 31 && c->commands == 1) {
    nf_ace_world_abort(tb, &c->world, &Cfg, 77);
    command(tb, ctx, MEMBERS, longest(), NF_DTYPE_U32);
  }
}

static void finish_again(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  check_again(tb, c);
  nf_tb_check(tb, !(reg(c, NF_ACE_CSR_FAULT_CAUSE) >> 31), "fault cause %08x",
              reg(c, NF_ACE_CSR_FAULT_CAUSE));
}

// A token that fits, of this epoch or the next one to be: taken, unless its queue pair is closed.
static void look_alike(nf_tb *tb, const context *c, uint64_t *hdr) {
  nf_ace_hdr_set_dst(hdr, 7);
  nf_ace_hdr_set_kind(hdr, NF_ACE_KIND_DATA);
  nf_ace_hdr_set_words(hdr, 0);
  nf_ace_hdr_set_qp(hdr, (uint8_t)nf_tb_below(tb, 2));
  nf_ace_hdr_set_seq(hdr, (uint16_t)nf_tb_below(tb, 4));
  nf_ace_hdr_set_epoch(hdr, (uint8_t)c->epoch);
}

// Everything at random: the engine must do what its model does.
static void drive_noise(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  nf_ace_in *const i = in;
  nf_ace_world_drive(tb, &c->world, &Cfg, out, in);
  const bool room = c->world.writes + 64 < NF_ACE_WORLD_SCRIPT;
  if (c->abort_in != 0 && room && c->world.next == c->world.writes && --c->abort_in == 0) {
    c->epoch = (c->epoch + 1 + (unsigned)nf_tb_below(tb, 127)) % 128;
    nf_ace_world_abort(tb, &c->world, &Cfg, c->epoch);
    command(tb, ctx, 4 * MEMBERS, longest(), NF_DTYPE_U32);
    c->abort_in = 20 + (unsigned)nf_tb_below(tb, 400);
  }
  for (unsigned p = 0; p < P_Ports; p++) {
    if (i->link_rx_valid >> p & 1)
      continue;
    i->link_rx_valid |= (uint8_t)(nf_tb_chance(tb, 3) << p);
    i->link_rx_first |= (uint8_t)(1u << p);
    i->link_rx_last |= (uint8_t)(1u << p);
    i->link_rx_hdr[p].w[0] = nf_tb_rand(tb) | 1;
    nf_ace_hdr_set_words(i->link_rx_hdr[p].w, (uint8_t)nf_tb_below(tb, 2));
    if (nf_tb_chance(tb, 80))
      nf_ace_hdr_set_epoch(i->link_rx_hdr[p].w, (uint8_t)c->epoch);
    if (c->lookalikes && nf_tb_chance(tb, 50))
      look_alike(tb, c, i->link_rx_hdr[p].w);
  }
}

// And a memory that may fall silent.
static void start_noise(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  begin(tb, ctx, false, 0, 0);
  nf_ace_world_csr(tb, &c->world, NF_ACE_CSR_DMA_WATCHDOG, 1 + (uint32_t)nf_tb_below(tb, 300),
                   false);
  c->world.falls_silent = true;
  c->world.silent = (unsigned)nf_tb_below(tb, 5);
  c->world.silent_after = (unsigned)nf_tb_below(tb, 50);
  command(tb, ctx, MEMBERS * (unsigned)(2 + nf_tb_below(tb, 6)), longest(), NF_DTYPE_U32);
}

// And aborts, some of which come while a memory is waited for.
static void start_aborts(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  if (nf_tb_chance(tb, 50))
    start_noise(tb, ctx);
  else
    start(tb, ctx);
  c->abort_in = 20 + (unsigned)nf_tb_below(tb, 400);
  c->lookalikes = true;
}

int main(int argc, char **argv) {
  static const nf_tb_scenario scenarios[] = {
      {"ACE 4.2 all-reduce of two, idle and back-pressure everywhere", 12000, start, drive, finish},
      {"ACE 4.4 normal traffic beside it", 12000, start_normal, drive, finish_normal},
      {"ACE 4.2 packets of other nodes between its own", 12000, start, drive_strangers,
       finish_strangers},
      {"ACE 4.1 odd sizes, unaligned starts", 12000, start_unaligned, drive, finish},
      {"ACE 4.3 many chunks, nothing in the way", 6000, start_rate, drive, finish_rate},
      {"ACE 4.2 sums of binary32 or binary16, their flags", 12000, start_flags, drive,
       finish_flags},
      {"ACE 4.1 sums of pairs of bfloat16, or their refusal", 12000, start_halves, drive,
       finish_halves},
      {"ACE 4 memory answers with an error", 12000, start_error, drive, finish_error},
      {"AXI4 A3.3 no address of a read is taken", 12000, start_ar, drive, finish_silent},
      {"AXI4 A3.3 no data comes", 12000, start_r, drive, finish_silent},
      {"AXI4 A3.3 no address of a write is taken", 12000, start_aw, drive, finish_silent},
      {"AXI4 A3.3 no data is taken", 12000, start_w, drive, finish_silent},
      {"AXI4 A3.3 no write is answered", 12000, start_b, drive, finish_silent},
      {"AXI4 A3.3 a memory that is only slow", 12000, start_slow, drive, finish_slow},
      {"ACE 4.3.1 partitions that meet", 6000, start_meet, drive_partitions, finish_partitions},
      {"ACE 4.3.1 a partition that leaves the SRAM", 6000, start_leave, drive_partitions,
       finish_partitions},
      {"ACE 4.3.2 a partner that never comes: watchdog", 4000, start_alone, drive_alone,
       finish_alone},
      {"ACE 4.2 a message shorter than awaited", 3000, start_mismatch, drive, finish_mismatch},
      {"ACE 4 an abort in mid-run, the next command is exact", 14000, start_abort, drive_abort,
       finish_abort},
      {"ACE 4.3.2 an abort after a fault, the next command is exact", 5000, start_alone,
       drive_again, finish_again},
      {"ACE 4 packets that nobody sent", 5000, start_noise, drive_noise, NULL},
      {"ACE 4 aborts over and over, packets that nobody sent", 8000, start_aborts, drive_noise,
       NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_ace_dut,
                             .model = NF_TB_MODEL(nf_ace),
                             .cfg = &Cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
