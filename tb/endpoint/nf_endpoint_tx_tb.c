// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "endpoint/nf_endpoint_tx.h"

#include "nf_lane_kit.h"

extern const nf_dut nf_endpoint_tx_dut;

enum { MEMORY_0, MEMORY_1, JOB, ACK, BARRIER, SOURCES, ID = 300, ACK_RUN = 7 };

typedef struct {
  nf_lane_packet packet; // the one that is offered
  unsigned sent, number; // flits of it that were taken; packets made so far
  bool on, shown;        // shown and not taken: it stays
  nf_pace pace;
} source;

typedef struct {
  source src[SOURCES];
  nf_lane_receiver link;
  unsigned len; // of the memory's packets; 99: random
  unsigned taken[SOURCES], came[SOURCES], first[SOURCES], served, acked;
  uint64_t sum_in[SOURCES], sum_out[SOURCES]; // of whole packets, order-sensitive
  uint64_t sums[SOURCES][16];                 // sum_in after each of the last packets
} tx_ctx;

static void start(nf_tb *tb, void *p) {
  tx_ctx *c = p;
  for (unsigned s = 0; s < SOURCES; s++)
    c->src[s].pace = nf_pace_any(tb);
  c->link.drain = nf_pace_any(tb);
  c->len = 99;
}

static void start_full(nf_tb *tb, void *p, unsigned sources, unsigned len) {
  tx_ctx *c = p;
  start(tb, p);
  for (unsigned s = 0; s < SOURCES; s++)
    c->src[s].pace.kind = sources >> s & 1 ? NF_PACE_ALWAYS : NF_PACE_NEVER;
  c->link.drain = (nf_pace){.kind = NF_PACE_ALWAYS};
  c->len = len;
}

static void start_push(nf_tb *tb, void *p) { start_full(tb, p, 1 << MEMORY_0, 8); }
static void start_small(nf_tb *tb, void *p) { start_full(tb, p, 1 << MEMORY_1, 1); }
static void start_heads(nf_tb *tb, void *p) { start_full(tb, p, 1 << JOB | 1 << ACK, 0); }
static void start_all(nf_tb *tb, void *p) { start_full(tb, p, (1 << SOURCES) - 1, 99); }

static void start_stuck(nf_tb *tb, void *p) {
  start_full(tb, p, (1 << SOURCES) - 1, 99);
  ((tx_ctx *)p)->link.stuck = 1;
}

static void start_fickle(nf_tb *tb, void *p) {
  start(tb, p);
  ((tx_ctx *)p)->link.fickle = true;
}

// The source of a packet is in its tag, its number in the wave.
static void make(nf_tb *tb, tx_ctx *c, unsigned s) {
  static const uint8_t opcodes[SOURCES] = {NF_OPCODE_PUSH_WRITE, NF_OPCODE_PULL_RSP,
                                           NF_OPCODE_PULL_REQ, NF_OPCODE_WRITE_ACK,
                                           NF_OPCODE_BARRIER_DONE};
  const unsigned len = s > MEMORY_1 ? 0 : c->len == 99 ? (unsigned)nf_tb_below(tb, 9) : c->len;
  source *const f = &c->src[s];
  nf_flit h = nf_lane_header(tb, opcodes[s], len);
  nf_hdr_set_tag(&h, (uint16_t)s);
  nf_hdr_set_wave(&h, (uint8_t)f->number++);
  nf_lane_make(tb, &f->packet, &h);
  f->sent = 0;
  f->on = true;
}

static uint64_t mix(uint64_t sum, const nf_flit *f) {
  return (sum ^ f->w[0]) * 0x9e3779b97f4a7c15ull + f->w[1];
}

static void take(tx_ctx *c, unsigned s) {
  source *const f = &c->src[s];
  nf_flit flit = f->packet.flit[f->sent++];
  if (s == ACK)
    nf_hdr_set_src(&flit, ID);
  c->sum_in[s] = mix(c->sum_in[s], &flit);
  if (f->sent < f->packet.flits)
    return;
  f->on = false;
  c->sums[s][c->taken[s]++ % 16] = c->sum_in[s];
}

static void leave(nf_tb *tb, tx_ctx *c) {
  const nf_lane_packet *const p = &c->link.packet;
  const unsigned s = nf_hdr_tag(&p->flit[0]);
  nf_tb_check(tb, s < SOURCES, "a packet of no source");
  if (s >= SOURCES)
    return;
  if (c->came[s] == 0)
    c->first[s] = (unsigned)nf_tb_cycle(tb);
  for (unsigned f = 0; f < p->flits; f++)
    c->sum_out[s] = mix(c->sum_out[s], &p->flit[f]);
  nf_tb_check(tb, c->came[s] < c->taken[s] && c->sum_out[s] == c->sums[s][c->came[s] % 16],
              "packet %u of source %u", c->came[s], s);
  c->came[s]++;
}

static void drive(nf_tb *tb, void *p, const void *po, void *pi) {
  tx_ctx *c = p;
  const nf_endpoint_tx_out *o = po;
  nf_endpoint_tx_in *i = pi;
  i->cfg_id = ID;
  i->tx_ready = nf_lane_ready(tb, &c->link);
  if (nf_lane_receive(tb, &c->link, o->tx_valid, o->tx_last, o->tx_err, &o->tx_data))
    leave(tb, c);
  c->served += o->event >> NF_ENDPOINT_EV_PULL_SERVED & 1;
  c->acked += o->event >> NF_ENDPOINT_EV_ACK_SENT & 1;

  for (unsigned s = 0; s < SOURCES; s++) {
    source *const f = &c->src[s];
    const bool go = nf_pace_go(tb, &f->pace);
    if (!f->on && go)
      make(tb, c, s);
    if (!f->on)
      continue;
    const nf_flit *const flit = &f->packet.flit[f->sent];
    switch (s) {
    case JOB:
      i->job_valid = true;
      i->job_hdr = *flit;
      if (o->job_ready)
        take(c, s);
      break;
    case ACK:
      i->ack_valid = true;
      i->ack_hdr = *flit;
      if (o->ack_ready)
        take(c, s);
      break;
    case BARRIER:
      i->bar_valid = true;
      i->bar_hdr = *flit;
      if (o->bar_ready)
        take(c, s);
      break;
    default: // gaps between flits, but what is offered stays
      if (!go && f->sent != 0 && !f->shown)
        break;
      i->rt_valid |= (uint8_t)(1u << s);
      i->rt_last |= (uint8_t)((f->sent + 1 == f->packet.flits) << s);
      i->rt_data[s] = *flit;
      f->shown = (o->rt_ready >> s & 1) == 0;
      if (!f->shown)
        take(c, s);
      break;
    }
  }
}

static void finish(nf_tb *tb, void *p) {
  tx_ctx *c = p;
  for (unsigned s = 0; s < SOURCES; s++)
    nf_tb_check(tb, c->taken[s] - c->came[s] <= 4, "source %u: %u packets in, %u out", s,
                c->taken[s], c->came[s]);
  nf_tb_check(tb, c->served - c->came[MEMORY_1] <= 2, "%u answers, %u told", c->came[MEMORY_1],
              c->served);
  nf_tb_check(tb, c->acked - c->came[ACK] <= 2, "%u acknowledgements, %u told", c->came[ACK],
              c->acked);
  nf_tb_reach(tb, c->link.flits > 1000, "%u flits", (unsigned)c->link.flits);
}

static void finish_full(nf_tb *tb, void *p) {
  tx_ctx *c = p;
  finish(tb, p);
  nf_tb_check(tb, c->link.flits + 4 >= nf_tb_cycle(tb), "%u flits in %u cycles",
              (unsigned)c->link.flits, (unsigned)nf_tb_cycle(tb));
}

// The sources of a channel get the same number of turns, but for acknowledgements: seven go before
// each other response that waits.
static void finish_fair(nf_tb *tb, void *p) {
  tx_ctx *c = p;
  finish_full(tb, p);
  const unsigned *const n = c->came;
  nf_tb_check(tb, n[MEMORY_0] - n[JOB] + 2 <= 4, "requests: %u and %u", n[MEMORY_0], n[JOB]);
  const unsigned acks = ACK_RUN * (n[MEMORY_1] + n[BARRIER]);
  nf_tb_check(tb, n[ACK] - acks + ACK_RUN <= 2 * ACK_RUN && n[MEMORY_1] - n[BARRIER] + 2 <= 4,
              "responses: %u, %u and %u", n[MEMORY_1], n[ACK], n[BARRIER]);
}

static void finish_stuck(nf_tb *tb, void *p) {
  tx_ctx *c = p;
  nf_tb_check(tb, c->link.packets[0] == NF_LANE_SLOTS, "%u requests fill the receiver",
              (unsigned)c->link.packets[0]);
  nf_tb_reach(tb, c->link.packets[1] > 1000, "%u responses go on", (unsigned)c->link.packets[1]);
}

int main(int argc, char **argv) {
  static const nf_endpoint_tx_cfg cfg = {0};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK V contributions of 128 B, one flit a cycle", 5000, start_push, drive, finish_full},
      {"KLENK V responses of 16 B, one flit a cycle", 5000, start_small, drive, finish_full},
      {"KLENK V packets without payload on both channels, one flit a cycle", 5000, start_heads,
       drive, finish_full},
      {"KLENK IV-F all sources at once take turns, one flit a cycle", 20000, start_all, drive,
       finish_fair},
      {"KLENK IV-E2 responses pass requests without room", 10000, start_stuck, drive, finish_stuck},
      {"KLENK IV-F random sources and receiver", 40000, start, drive, finish},
      {"KLENK IV-F random sources and receiver, other pace", 40000, start, drive, finish},
      {"a receiver that takes room back: headers wait", 30000, start_fickle, drive, finish},
  };
  const nf_tb_bench bench = {.dut = &nf_endpoint_tx_dut,
                             .model = NF_TB_MODEL(nf_endpoint_tx),
                             .cfg = &cfg,
                             .ctx_size = sizeof(tx_ctx),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
