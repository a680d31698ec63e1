// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "switch/nf_switch.h"

#include "nf_switch_kit.h"
#include "nf_switch_live.h"
#include "nf_tb.h"

// A line of params.txt that does not say it has the RTL's.
#ifndef P_AluStages
#define P_AluStages 2
#define P_OperandReg 0
#endif

static const nf_switch_cfg cfg = {P_Ports,     P_Entries, P_Regions,   P_Nodes,
                                  P_HomeSlots, P_Window,  P_XpDepth,   P_Halves,
                                  P_Wide,      P_Ghosts,  P_AluStages, P_OperandReg};

// A run that comes to rest ends when its counters have been read; this is long for slow links.
enum { ENOUGH = 100000 };

static void drive(nf_tb *tb, void *p, const void *out, void *in) { kit_drive(p, tb, out, in); }
static void finish(nf_tb *tb, void *p) { kit_finish(p, tb); }

static void start_unicast(nf_tb *tb, void *p) {
  kit_start(p, tb, &cfg, &(kit_mix){.unicast = 100, .packets = 150, .entries = P_Entries});
}

static void start_damaged(nf_tb *tb, void *p) {
  kit_start(
      p, tb, &cfg,
      &(kit_mix){.unicast = 90, .broken = 10, .damaged = 40, .packets = 150, .entries = P_Entries});
}

static void finish_damaged(nf_tb *tb, void *p) {
  kit *k = p;
  kit_finish(k, tb);
  nf_tb_reach(tb, k->damaged_in > 20, "%u damaged packets came with err", k->damaged_in);
}

static void start_uniform(nf_tb *tb, void *p) {
  kit_start(p, tb, &cfg,
            &(kit_mix){.unicast = 100, .len = 8, .entries = P_Entries, .full_rate = true});
}

static void start_stops(nf_tb *tb, void *p) {
  kit_start(
      p, tb, &cfg,
      &(kit_mix){.unicast = 100, .len = 8, .entries = P_Entries, .full_rate = true, .stops = true});
}

static void start_refused(nf_tb *tb, void *p) {
  kit_start(p, tb, &cfg, &(kit_mix){.unicast = 40, .multicast = 30, .broken = 30, .packets = 100});
}

static void finish_refused(nf_tb *tb, void *p) {
  const kit *k = p;
  kit_finish(p, tb);
  unsigned refused = 0;
  for (unsigned i = 0; i < P_Ports; i++)
    refused += k->counter[i].cause[NF_ERR_OP];
  nf_tb_reach(tb, refused > 20, "%u packets wanted a table", refused);
}

static void start_multicast(nf_tb *tb, void *p) {
  kit_start(p, tb, &cfg,
            &(kit_mix){.unicast = 40, .multicast = 60, .packets = 80, .entries = P_Entries});
}

// Two ports that lead up; of a switch with two in all, one.
static void start_uplinks(nf_tb *tb, void *p) {
  kit_start(p, tb, &cfg,
            &(kit_mix){.unicast = 50,
                       .multicast = 50,
                       .packets = 80,
                       .spread = true,
                       .entries = P_Entries,
                       .uplinks = (P_Ports > 2) | 1u << (P_Ports - 1)});
}

static void finish_uplinks(nf_tb *tb, void *p) {
  kit *k = p;
  kit_finish(k, tb);
  nf_tb_reach(tb, k->turns != 0, "packets were to turn");
}

static void start_push(nf_tb *tb, void *p) {
  kit_start(
      p, tb, &cfg,
      &(kit_mix){.push = 100, .packets = 200, .entries = P_Entries, .timeout = 20, .links = 6});
}

static void start_push_small(nf_tb *tb, void *p) {
  kit_start(p, tb, &cfg,
            &(kit_mix){.push = 100,
                       .packets = 200,
                       .spread = true,
                       .entries = 1,
                       .timeout = 4,
                       .full_rate = true});
}

static void start_push_multicast(nf_tb *tb, void *p) {
  kit_start(p, tb, &cfg,
            &(kit_mix){.push = 100,
                       .packets = 150,
                       .spread = true,
                       .entries = 1,
                       .timeout = 0x203,
                       .multicast_partials = true});
}

static void start_pull(nf_tb *tb, void *p) {
  kit_start(p, tb, &cfg,
            &(kit_mix){.pull = 100, .packets = 40, .spread = true, .entries = P_Entries});
}

// The time-out is longer than the answers of a pull are apart. With 50 ticks seed 1 of 16 ports had
// a pull of which two answers were missing, and which came poisoned, as it should.
static void start_all(nf_tb *tb, void *p) {
  kit_start(p, tb, &cfg,
            &(kit_mix){.unicast = 25,
                       .multicast = 10,
                       .push = 35,
                       .pull = 15,
                       .broken = 15,
                       .packets = 100,
                       .spread = true,
                       .entries = 2,
                       .timeout = 200});
}

// One flit a cycle and port, less what the crossbar loses to contention: R4 for 16 ports. Between
// fewer, chance leaves one without work for a while; they must beat what queues without any
// look-ahead would let through (head-of-line blocking: 0.75 of two ports).
static void finish_uniform(nf_tb *tb, void *p) {
  kit *k = p;
  kit_finish(k, tb);
  uint64_t cycles = nf_tb_cycle(tb) - k->first_in;
  // 11 cycles, and as many as it takes until the packet of 9 flits is here.
  nf_tb_check(tb, k->first_out - k->first_in == 11 + 8,
              "a header takes %u cycles through the switch",
              (unsigned)(k->first_out - k->first_in));
  nf_tb_check(tb, k->flits_out * 100 >= cycles * P_Ports * (P_Ports == 16 ? 95 : 75),
              "%llu flits in %llu cycles", (unsigned long long)k->flits_out,
              (unsigned long long)cycles);
}

// A link that stops in the middle of a packet takes nothing from the others: one flit a cycle and
// port, although the packet is for all of them.
static void finish_stops(nf_tb *tb, void *p) {
  kit *k = p;
  kit_finish(k, tb);
  nf_tb_check(tb, k->stopped >= 1000, "stopped for %llu cycles", (unsigned long long)k->stopped);
  nf_tb_check(tb, k->stopped_flits == k->stopped * (P_Ports - 1),
              "%llu flits in %llu cycles from %u ports", (unsigned long long)k->stopped_flits,
              (unsigned long long)k->stopped, P_Ports - 1);
}

static void finish_push_small(nf_tb *tb, void *p) {
  kit *k = p;
  kit_finish(k, tb);
  nf_tb_reach(tb, k->partials != 0, "entries were evicted");
}

// A rank that never sends: its bit is the one that is missing from the arrival mask.
static void start_silent(nf_tb *tb, void *p) {
  kit_start(p, tb, &cfg,
            &(kit_mix){.push = 100, .packets = 30, .entries = P_Entries, .silent_rank = 2});
}

static void drive_silent(nf_tb *tb, void *p, const void *out, void *in) {
  kit *k = p;
  kit_drive(k, tb, out, in);
  if (k->programmed && k->quiet == 1000 && k->script_at == k->script_length) {
    kit_access_add(k, true, NF_CSR_SWITCH_ID, 5); // refused: entries are held
    kit_access_add(k, true, NF_CSR_PORT_SELECT, 1);
    kit_access_add(k, false, NF_CSR_OLDEST_ADDR_LO, 0);
    kit_access_add(k, false, NF_CSR_OLDEST_MASK, 0);
    kit_access_add(k, true, NF_CSR_MASK_SELECT, P_Nodes > 32);
    kit_access_add(k, false, NF_CSR_OLDEST_ADDR_LO, 0);
    kit_access_add(k, false, NF_CSR_OLDEST_MASK, 0);
    kit_access_add(k, false, NF_CSR_OLDEST_ADDR_HI, 0);
    kit_access_add(k, false, NF_CSR_EVENT_BASE + 4 * NF_EV_INSERT, 0);
  }
  if (k->quiet > 1000 && !k->counting) {
    unsigned done = k->script_at + 9 - k->script_length;
    const nf_switch_out *o = out;
    if (!o->csr_rvalid)
      return;
    if (done == 1)
      nf_tb_check(tb, k->answer_err, "configuration is locked while entries are held");
    if (done == 4)
      nf_tb_check(tb, (k->answer >> 1 & 1) == 0 && k->answer != 0,
                  "rank 1 is missing from the arrival mask %08x", k->answer);
    if (done == 7)
      nf_tb_check(tb, (k->answer == 0) == (P_Nodes > 32), "nodes from 32 on: mask %08x", k->answer);
    if (done == 8)
      nf_tb_check(tb, k->answer >> 31 == 1, "an entry is held");
    if (done == 9)
      nf_tb_check(tb, k->answer != 0, "inserts were counted");
  }
}

static void finish_silent(nf_tb *tb, void *p) {
  kit *k = p;
  nf_tb_reach(tb, k->script_at == k->script_length && k->quiet > 1000, "the report was read");
  kit_check_counters(k, tb);
}

// Sums that round, overflow and are no number. FLAGS is read while they come, and what was read is
// cleared: together the reads show the flags of the results. Where few of the packets meet in a
// table, the ports send more of them until a sum was rounded.
static void start_flags(nf_tb *tb, void *p) {
  kit_start(
      p, tb, &cfg,
      &(kit_mix){.push = 100, .packets = 60, .entries = P_Entries, .timeout = 20, .floats = true});
}

static void drive_flags(nf_tb *tb, void *p, const void *out, void *in) {
  kit *k = p;
  const nf_switch_out *o = out;
  k->more = (k->flags >> NF_FLAG_INEXACT & 1) == 0;
  if (k->more && k->quiet == 1000)
    k->mix.packets += 60;
  kit_drive(k, tb, out, in);
  if (!k->programmed || k->counting || k->script_at != k->script_length)
    return;
  const kit_access *last = &k->script[k->script_at - 1];
  bool room = k->script_length + 2 < KIT_SCRIPT;
  if (o->csr_rvalid && last->addr == NF_CSR_FLAGS && !last->write) {
    k->flags_read |= (uint8_t)k->answer;
    if (k->answer != 0 && room)
      kit_access_add(k, true, NF_CSR_FLAGS, k->answer);
  } else if (k->quiet == 2000 || (room && nf_tb_chance(tb, 2))) {
    kit_access_add(k, false, NF_CSR_FLAGS, 0);
  }
}

static void finish_flags(nf_tb *tb, void *p) {
  kit *k = p;
  kit_finish(k, tb);
  nf_tb_reach(tb, k->quiet > 2000 && (k->flags >> NF_FLAG_INEXACT & 1) != 0, "sums were rounded");
  nf_tb_check(tb, k->flags_read == k->flags, "FLAGS showed %02x, the results had %02x",
              k->flags_read, k->flags);
}

// A response stands behind those to all open pulls at most, and each of them has its row's turn at
// a table behind a packet of every row and of both channels: LIVE_BOUND cycles where tables take a
// flit in every one. A sum whose time is out is poisoned, which is not what is looked at here, so
// that sums have 5/3 of it, for evictions take time too, and 60 ticks at least: the guest's answers
// are kept back for some hundred cycles.
enum {
  LIVE_OPEN = P_Ports > 4 ? 2 : KIT_OPEN,
  LIVE_BOUND = LIVE_OPEN * P_Ports * 2 * P_Ports * NF_MAX_PACKET_FLITS,
  LIVE_TICKS = LIVE_BOUND * 5 / 3 / NF_TICK_CYCLES,
  LIVE_TIMEOUT = LIVE_TICKS > 60 ? LIVE_TICKS : 60
};

// Pushes and pulls of one region at full rate; another one comes and goes.
static void start_live(nf_tb *tb, void *p) {
  live *l = p;
  kit_start(&l->kit, tb, &cfg,
            &(kit_mix){.push = 50,
                       .pull = 50,
                       .open = LIVE_OPEN,
                       .packets = 400,
                       .entries = P_Entries,
                       .timeout = LIVE_TIMEOUT,
                       .full_rate = true});
}

// The same beside unicasts and multicasts.
static void start_live_all(nf_tb *tb, void *p) {
  live *l = p;
  kit_start(&l->kit, tb, &cfg,
            &(kit_mix){.unicast = 25,
                       .multicast = 25,
                       .push = 30,
                       .pull = 20,
                       .open = LIVE_OPEN,
                       .packets = 300,
                       .entries = P_Entries,
                       .timeout = LIVE_TIMEOUT,
                       .full_rate = true});
}

static void drive_live(nf_tb *tb, void *p, const void *out, void *in) {
  live *l = p;
  kit_drive(&l->kit, tb, out, in);
  live_drive(l, tb, out);
}

static void finish_live(nf_tb *tb, void *p) { live_finish(p, tb); }

#if P_Wide
// Exact sums: rounded in the results, unrounded in the planes of partials.
static void start_exact(nf_tb *tb, void *p) {
  kit_start(p, tb, &cfg,
            &(kit_mix){.push = 100, .packets = 60, .entries = 2, .timeout = 20, .exact = true});
}

static void start_exact_pull(nf_tb *tb, void *p) {
  kit_start(p, tb, &cfg,
            &(kit_mix){.pull = 100, .packets = 40, .entries = P_Entries, .exact = true});
}

static void start_exact_multicast(nf_tb *tb, void *p) {
  kit_start(p, tb, &cfg,
            &(kit_mix){.push = 100,
                       .packets = 60,
                       .entries = 1,
                       .timeout = 4,
                       .multicast_partials = true,
                       .exact = true});
}

static void finish_exact(nf_tb *tb, void *p) {
  kit *k = p;
  kit_finish(k, tb);
  nf_tb_reach(tb, k->planes != 0, "partial sums came in planes");
}
#endif

int main(int argc, char **argv) {
  extern const nf_dut nf_switch_dut;
  // The first is of switches without tables, which have only those up to LAST_WITHOUT.
  enum { LAST_WITHOUT = 6 };
  static const nf_tb_scenario scenarios[] = {
    {"KLENK IV what needs a reduction table is refused and counted", ENOUGH, start_refused, drive,
     finish_refused},
    {"KLENK IV-E random unicast, every packet once and in order", ENOUGH, start_unicast, drive,
     finish},
    {"KLENK IV-E3 packets that are cut, too long or damaged go on with err", ENOUGH, start_damaged,
     drive, finish_damaged},
    {"KLENK V uniform random traffic at full rate", 6000, start_uniform, drive, finish_uniform},
    {"KLENK IV-E3 a link that stops in the middle of a packet does not stop the others", 8000,
     start_stops, drive, finish_stops},
    {"KLENK IV-A multicast and unicast", ENOUGH, start_multicast, drive, finish},
    {"KLENK IV-A two uplinks: what comes from above goes down", ENOUGH, start_uplinks, drive,
     finish_uplinks},
    {"KLENK IV-C push reductions", ENOUGH, start_push, drive, finish},
    {"KLENK IV-C push, tables too small, partials to the home GPU", ENOUGH, start_push_small, drive,
     finish_push_small},
    {"KLENK IV-C push, tables too small, partials to all", ENOUGH, start_push_multicast, drive,
     finish_push_small},
    {"KLENK IV-B pull reductions", ENOUGH, start_pull, drive, finish},
    {"KLENK IV all kinds of traffic, some of it broken", ENOUGH, start_all, drive, finish},
    {"KLENK IV-C a silent rank is named by the arrival mask", ENOUGH, start_silent, drive_silent,
     finish_silent},
    {"KLENK IV-A a region comes and goes beside pushes and pulls at full rate", ENOUGH, start_live,
     drive_live, finish_live},
    {"KLENK IV-A a region comes and goes beside traffic of all kinds", ENOUGH, start_live_all,
     drive_live, finish_live},
    {"flags of the results are sticky in FLAGS", ENOUGH, start_flags, drive_flags, finish_flags},
#if P_Wide
    {"KLENK IV-C exact sums, partials in planes to the home GPU", ENOUGH, start_exact, drive,
     finish_exact},
    {"KLENK IV-B exact sums, pulled", ENOUGH, start_exact_pull, drive, finish},
    {"KLENK IV-C exact sums, partials in planes to all", ENOUGH, start_exact_multicast, drive,
     finish_exact},
#endif
  };
  const nf_tb_bench bench = {.dut = &nf_switch_dut,
                             .model = NF_TB_MODEL(nf_switch),
                             .cfg = &cfg,
                             .ctx_size = sizeof(live),
                             .scenarios = P_Entries != 0 ? scenarios + 1 : scenarios,
                             .count = P_Entries != 0 ? sizeof scenarios / sizeof *scenarios - 1
                                                     : LAST_WITHOUT + 1};
  return nf_tb_main(argc, argv, &bench);
}
