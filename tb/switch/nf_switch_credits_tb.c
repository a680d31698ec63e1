// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "switch/nf_switch_credits.h"

#include "nf_tb.h"

// A line of params.txt that does not say it has the RTL's.
#ifndef P_NoTables
#define P_NoTables 0
#endif

enum {
  EGRESS = P_Channels * P_Ports,
  TABLES = P_Channels == 2 && !P_NoTables ? P_Ports : 0,
  QUEUES = EGRESS + TABLES
};

// Independent of the model: flits in each queue, and who sent to each table.
typedef struct {
  unsigned send, go; // percent of cycles in which a packet is chosen, a flit leaves a queue
  unsigned inside[QUEUES];
  unsigned last[P_Ports]; // channel that was the last to send to the table
  uint32_t wants;         // of the cycle before
  unsigned packets, crowded, turns;
} credits_ctx;

static void start(nf_tb *tb, void *p) {
  credits_ctx *c = p;
  c->send = 20 + (unsigned)nf_tb_below(tb, 80);
  c->go = 5 + (unsigned)nf_tb_below(tb, 60);
}

static void start_full_rate(nf_tb *tb, void *p) {
  (void)tb;
  credits_ctx *c = p;
  c->send = c->go = 100;
}

// The other channel sent there last, or this one did and the other has nothing for it.
static bool has_turn(const credits_ctx *c, unsigned channel, unsigned table) {
  if (TABLES == 0 || c->last[table] != channel)
    return true;
  const unsigned other = 1 - channel;
  return (c->wants >> (other * P_Ports + table) & 1) == 0;
}

static void check(nf_tb *tb, credits_ctx *c, const nf_switch_credits_out *out) {
  for (unsigned q = 0; q < QUEUES; q++) {
    const bool room = P_XpDepth - c->inside[q] >= NF_MAX_PACKET_FLITS;
    nf_tb_check(tb, (out->room >> q & 1) == room, "queue %u holds %u flits", q, c->inside[q]);
    c->crowded += !room;
  }
  for (unsigned b = 0; b < EGRESS; b++) {
    const bool turn = has_turn(c, b / P_Ports, b % P_Ports);
    nf_tb_check(tb, (out->yields >> b & 1) == !turn, "channel %u has its turn at table %u",
                b / P_Ports, b % P_Ports);
    c->turns += !turn;
  }
}

// Queues that a packet of a channel may go to: some of those with room, tables when it has its
// turn.
static uint64_t some_queues(nf_tb *tb, const credits_ctx *c, unsigned channel) {
  uint64_t queues = 0;
  for (unsigned i = 0; i < P_Ports + TABLES; i++) {
    const unsigned q = i < P_Ports ? channel * P_Ports + i : EGRESS + i - P_Ports;
    if (P_XpDepth - c->inside[q] < NF_MAX_PACKET_FLITS || !nf_tb_chance(tb, 40))
      continue;
    if (i < P_Ports || has_turn(c, channel, i - P_Ports))
      queues |= UINT64_C(1) << q;
  }
  return queues;
}

static void drive(nf_tb *tb, void *p, const void *po, void *pi) {
  credits_ctx *c = p;
  nf_switch_credits_in *in = pi;
  check(tb, c, po);
  in->channel = P_Channels == 2 && nf_tb_chance(tb, 50);
  in->len = (uint8_t)nf_tb_below(tb, NF_MAX_PAYLOAD_FLITS + 1);
  if (nf_tb_chance(tb, c->send))
    in->spend = some_queues(tb, c, in->channel);
  c->packets += in->spend != 0;
  for (unsigned q = 0; q < QUEUES; q++) {
    if (c->inside[q] != 0 && nf_tb_chance(tb, c->go)) {
      in->back |= UINT64_C(1) << q;
      c->inside[q]--;
    }
    if ((in->spend >> q & 1) != 0) {
      c->inside[q] += in->len + 1u;
      if (q >= EGRESS)
        c->last[q - EGRESS] = in->channel;
    }
  }
  // Bits of tables that there are not say nothing.
  if (nf_tb_chance(tb, 50)) {
    in->spend |= nf_tb_rand(tb) << QUEUES;
    in->back |= nf_tb_rand(tb) << QUEUES;
  }
  // A channel wants a table for some time.
  in->wants = c->wants;
  for (unsigned b = 0; b < EGRESS; b++)
    if (nf_tb_chance(tb, 10))
      in->wants ^= 1u << b;
  c->wants = in->wants;
}

static void finish(nf_tb *tb, void *p) {
  const credits_ctx *c = p;
  nf_tb_reach(tb, c->packets > 1000, "%u packets", c->packets);
  nf_tb_reach(tb, c->crowded > 100, "%u times without room", c->crowded);
  nf_tb_reach(tb, TABLES == 0 || c->turns > 100, "%u times the other's turn", c->turns);
}

int main(int argc, char **argv) {
  extern const nf_dut nf_switch_credits_dut;
  static const nf_switch_credits_cfg cfg = {P_Ports, P_Channels, P_XpDepth, P_NoTables};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-E2 a packet in every cycle", 20000, start_full_rate, drive, NULL},
      {"KLENK IV-E2 random packets and queues", 30000, start, drive, finish},
      {"KLENK IV-E2 random packets and queues, other pace", 30000, start, drive, finish},
  };
  const nf_tb_bench bench = {.dut = &nf_switch_credits_dut,
                             .model = NF_TB_MODEL(nf_switch_credits),
                             .cfg = &cfg,
                             .ctx_size = sizeof(credits_ctx),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
