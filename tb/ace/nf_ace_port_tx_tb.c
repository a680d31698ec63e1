// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Packets are granted to peers with credits, their words follow, credit packets come between them;
// the test is the NIC. What leaves is what was granted, in that order, each with its header and its
// words, and a packet that is ready waits for one urgent credit packet at most.
#include "ace/nf_ace_pkg.h"
#include "ace/nf_ace_port_tx.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_ace_port_tx_dut;

enum { QPS = NF_ACE_QPS, NODE = 700, PACKETS = 128 };

typedef struct {
  unsigned qp, seq, words, node, peer_qp, epoch, number; // number: of all packets
} packet;

typedef struct {
  nf_pace push, words, room, gain, give;
  bool full; // packets of four words, nothing else, all as fast as they may be
  unsigned epoch, credits[QPS], sent[QPS], node[QPS], peer_qp[QPS], to_set;
  packet granted[PACKETS];  // a ring
  unsigned pushed, left;    // packets
  unsigned filling, filled; // packet whose words are coming, its words so far
  unsigned held;
  bool room_given, open;
  unsigned read; // words of the packet that is leaving
  packet given;  // the credit packet that must leave next, qp its peer's
  bool gives;
  uint64_t quiet_at;
  unsigned words_out, given_packets, clears;
} context;

// ------------------------------------------------------------------------------ data
static nf_ace_word word(unsigned number, unsigned k) {
  nf_ace_word w = {{0}};
  uint64_t x = (uint64_t)number << 8 | k;
  for (unsigned i = 0; i < P_WordBytes / 8; i++)
    w.w[i] = x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u + i;
  return w;
}

static bool poisoned(unsigned number) { return (number * 40503u >> 5 & 3) == 0; }

static packet *at(context *c, unsigned n) { return &c->granted[n % PACKETS]; }

// ------------------------------------------------------------------------------ queue pairs
// The peers are drawn once: what waits in an abort leaves with the peer of the set-up behind it.
static void draw_peers(nf_tb *tb, context *c) {
  for (unsigned q = 0; q < QPS; q++) {
    c->node[q] = (unsigned)nf_tb_below(tb, 1024);
    c->peer_qp[q] = (unsigned)nf_tb_below(tb, QPS);
  }
}

static void set_next(nf_tb *tb, context *c, nf_ace_port_tx_in *in) {
  const unsigned q = c->to_set++;
  c->credits[q] = (unsigned)nf_tb_below(tb, 12);
  c->sent[q] = 0;
  in->set = true;
  in->set_qp = (uint8_t)q;
  in->set_node = (uint16_t)c->node[q];
  in->set_peer_qp = (uint8_t)c->peer_qp[q];
  in->set_credits = (uint8_t)c->credits[q];
}

static void gain(nf_tb *tb, context *c, nf_ace_port_tx_in *in) {
  if (!nf_pace_go(tb, &c->gain))
    return;
  const unsigned q = (unsigned)nf_tb_below(tb, QPS);
  in->gain = true;
  in->gain_qp = (uint8_t)q;
  in->gain_credits = (uint8_t)(nf_tb_chance(tb, 2) ? 255 : nf_tb_below(tb, 4));
  c->credits[q] += in->gain_credits;
  if (c->credits[q] > 255) {
    nf_tb_cover(tb, "more credits than there can be");
    c->credits[q] = 255;
  }
}

// ------------------------------------------------------------------------------ grants
static void push(nf_tb *tb, context *c, const nf_ace_port_tx_out *out, nf_ace_port_tx_in *in) {
  unsigned q = (unsigned)nf_tb_below(tb, QPS);
  if (out->credit == 0 || !out->space || !nf_pace_go(tb, &c->push))
    return;
  while (!(out->credit >> q & 1))
    q = (q + 1) % QPS;
  const unsigned words = c->full ? 4 : (unsigned)nf_tb_below(tb, 5);
  *at(c, c->pushed) = (packet){.qp = q,
                               .seq = c->sent[q]++,
                               .words = words,
                               .node = c->node[q],
                               .peer_qp = c->peer_qp[q],
                               .epoch = c->epoch,
                               .number = c->pushed};
  c->pushed++;
  c->credits[q]--;
  in->push = true;
  in->push_qp = (uint8_t)q;
  in->push_words = (uint8_t)words;
}

// A word of the packets that were granted before this cycle.
static void fill(nf_tb *tb, context *c, unsigned pushed, nf_ace_port_tx_in *in) {
  in->out_poison = nf_tb_chance(tb, 50);
  while (c->filling != pushed && c->filled == at(c, c->filling)->words) {
    c->filling++;
    c->filled = 0;
  }
  if (c->filling == pushed || !nf_pace_go(tb, &c->words))
    return;
  in->out_valid = true;
  in->out_data = word(c->filling, c->filled++);
  in->out_poison = poisoned(c->filling);
}

// ------------------------------------------------------------------------------ NIC
static void header(nf_tb *tb, context *c, const nf_ace_port_tx_out *out) {
  const uint64_t *const h = out->nic_hdr.w;
  const bool credits = nf_ace_hdr_kind(h) == NF_ACE_KIND_CREDIT;
  nf_tb_check(tb, credits == c->gives, "credits or data");
  nf_tb_check(tb, credits || c->left != c->pushed, "a packet that was not granted");
  const packet *const p = credits ? &c->given : at(c, c->left);
  nf_tb_check(tb,
              nf_ace_hdr_mode(h) && nf_ace_hdr_dst(h) == p->node &&
                  nf_ace_hdr_qp(h) == p->peer_qp && nf_ace_hdr_src(h) == NODE &&
                  nf_ace_hdr_epoch(h) == p->epoch,
              "header of packet %u", p->number);
  if (credits)
    nf_tb_check(tb, nf_ace_hdr_credits(h) == p->number && nf_ace_hdr_words(h) == 0, "credits");
  else
    nf_tb_check(tb,
                nf_ace_hdr_seq(h) == (uint16_t)p->seq && nf_ace_hdr_words(h) == p->words &&
                    nf_ace_hdr_poison(h) == (p->words != 0 && poisoned(p->number)),
                "packet %u", p->number);
  c->held--;
  c->read = 0;
}

static void nic(nf_tb *tb, context *c, const nf_ace_port_tx_out *out) {
  if (!out->nic_valid) {
    nf_tb_check(tb, !c->gives, "credits left");
    return;
  }
  nf_tb_check(tb, out->nic_first == !c->open, "first");
  if (out->nic_first)
    header(tb, c, out);
  const unsigned words = c->gives ? 0 : at(c, c->left)->words;
  if (words != 0) {
    const nf_ace_word w = word(c->left, c->read++);
    nf_tb_check(tb, memcmp(&w, &out->nic_data, P_WordBytes) == 0, "word %u", c->read);
    c->words_out++;
  }
  nf_tb_check(tb, out->nic_last == (c->read == words), "last");
  c->open = !out->nic_last;
  c->left += out->nic_last && !c->gives;
}

// A credit packet, when the port has a pause or it is its turn.
static void give(nf_tb *tb, context *c, const nf_ace_port_tx_out *out, nf_ace_port_tx_in *in) {
  const unsigned q = (unsigned)nf_tb_below(tb, QPS);
  if (out->pause || out->turn)
    nf_tb_check(tb, c->held != 0 && !c->open, "a pause without a reservation");
  c->gives = c->to_set == QPS && (out->pause || out->turn) && nf_pace_go(tb, &c->give);
  if (!c->gives)
    return;
  if (!out->pause)
    nf_tb_cover(tb, "before a packet that is ready");
  c->given = (packet){.node = c->node[q],
                      .peer_qp = c->peer_qp[q],
                      .epoch = c->epoch,
                      .number = 1 + (unsigned)nf_tb_below(tb, 255)};
  c->given_packets++;
  in->give = true;
  in->give_qp = (uint8_t)q;
  in->give_credits = (uint8_t)c->given.number;
}

// ------------------------------------------------------------------------------ run
static void start_full(nf_tb *tb, void *ctx) {
  (void)tb;
  context *const c = ctx;
  c->full = true;
  c->push.kind = c->words.kind = c->room.kind = c->gain.kind = NF_PACE_ALWAYS;
  c->give.kind = NF_PACE_NEVER;
}

static void paces(nf_tb *tb, context *c) {
  nf_pace *const all[] = {&c->push, &c->words, &c->room, &c->gain, &c->give};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    *all[i] = nf_pace_any(tb);
}

// An abort: nothing is granted and no word comes; no queue pair has a credit.
static void abort_now(nf_tb *tb, context *c, nf_ace_port_tx_in *in) {
  in->clear = true;
  memset(c->credits, 0, sizeof c->credits);
  c->to_set = 0;
  c->quiet_at = nf_tb_cycle(tb) + 500 + nf_tb_below(tb, 1500);
  c->clears++;
  if (c->left != c->pushed)
    nf_tb_cover(tb, "packets wait in an abort");
}

static void drive(nf_tb *tb, void *ctx, const void *po, void *pi) {
  context *const c = ctx;
  const nf_ace_port_tx_out *const out = po;
  nf_ace_port_tx_in *const in = pi;
  const uint64_t now = nf_tb_cycle(tb);
  if (now == 0)
    draw_peers(tb, c);
  if (!c->full && (now == 0 || nf_tb_below(tb, 300) == 0))
    paces(tb, c);
  in->node = NODE;
  in->epoch = (uint8_t)c->epoch;
  nic(tb, c, out);
  for (unsigned q = 0; q < QPS; q++)
    nf_tb_check(tb, (out->credit >> q & 1) == (c->credits[q] != 0), "credit of queue pair %u", q);
  give(tb, c, out, in);
  in->room = out->ask && !c->room_given && nf_pace_go(tb, &c->room);
  c->room_given = in->room;
  c->held += in->room;
  nf_tb_check(tb, c->held <= 2 + (unsigned)c->gives, "%u reservations", c->held);
  if (c->to_set != QPS) {
    set_next(tb, c, in);
    return;
  }
  const unsigned pushed = c->pushed;
  const bool quiet = !c->full && c->quiet_at != 0 && now >= c->quiet_at;
  if (!quiet)
    push(tb, c, out, in);
  fill(tb, c, pushed, in);
  if (quiet && !in->out_valid && c->filling == pushed) {
    abort_now(tb, c, in);
    c->epoch = (c->epoch + 1) & 127;
    return;
  }
  if (c->quiet_at == 0)
    c->quiet_at = now + 1000;
  gain(tb, c, in);
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->left > 500 && c->given_packets > 200 && c->clears > 3,
              "%u packets, %u of credits, %u aborts", c->left, c->given_packets, c->clears);
}

static void finish_full(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  if (P_Out >= 8)
    nf_tb_check(tb, c->words_out + 60 > nf_tb_cycle(tb), "%u words in %u cycles", c->words_out,
                (unsigned)nf_tb_cycle(tb));
}

static const nf_tb_scenario scenarios[] = {
    {"ACE 4.4 packets and credits", 30000, NULL, drive, finish},
    {"ACE 4.4 a word in every cycle", 2000, start_full, drive, finish_full},
};

int main(int argc, char **argv) {
  static const nf_ace_port_tx_cfg cfg = {.Out = P_Out, .WordBytes = P_WordBytes};
  const nf_tb_bench bench = {.dut = &nf_ace_port_tx_dut,
                             .model = NF_TB_MODEL(nf_ace_port_tx),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios,
                             .unreset = "nic_data"};
  return nf_tb_main(argc, argv, &bench);
}
