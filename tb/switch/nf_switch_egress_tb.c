// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "switch/nf_switch_egress.h"

#include "nf_packet_gen.h"
#include "nf_tb.h"

enum { SLOTS = 3 }; // packets of each channel that the receiver can hold

// Independent of the model: both streams in order, and a receiver with few packet slots.
typedef struct {
  nf_packet_gen gen[2];
  nf_pace drain;
  bool stuck_requests; // the receiver never frees a request slot
  bool fickle;         // the receiver takes back room that it has shown
  unsigned max_len;
  unsigned flits_taken[2], flits_sent[2];
  uint64_t sum_in[2], sum_out[2]; // of all payload, order-sensitive
  unsigned held[2];
  unsigned left, vc; // of the packet on the link
  unsigned packets_out[2], sent_pulses, packets_seen;
  bool ready_seen[2]; // what the receiver said in the cycle before
} egress_ctx;

static void start_random(nf_tb *tb, void *p) {
  egress_ctx *c = p;
  for (unsigned v = 0; v < 2; v++)
    c->gen[v].pace = nf_pace_any(tb);
  c->drain = nf_pace_any(tb);
  c->max_len = NF_MAX_PAYLOAD_FLITS;
}

static void start_full(nf_tb *tb, void *p) {
  egress_ctx *c = p;
  start_random(tb, c);
  c->gen[0].pace = c->gen[1].pace = c->drain = (nf_pace){.kind = NF_PACE_ALWAYS};
}

static void start_headers(nf_tb *tb, void *p) {
  start_full(tb, p);
  ((egress_ctx *)p)->max_len = 0;
}

static void start_stuck(nf_tb *tb, void *p) {
  start_full(tb, p);
  ((egress_ctx *)p)->stuck_requests = true;
}

static void start_fickle(nf_tb *tb, void *p) {
  start_random(tb, p);
  ((egress_ctx *)p)->fickle = true;
}

static uint64_t mix(uint64_t sum, const nf_flit *f) {
  return (sum ^ f->w[0]) * 0x9e3779b97f4a7c15ull + f->w[1];
}

static void drive_stream(nf_tb *tb, egress_ctx *c, unsigned v, uint8_t in_ready,
                         nf_switch_egress_in *in) {
  nf_packet_gen *g = &c->gen[v];
  if (g->flits == 0) {
    unsigned len = c->max_len == 0 ? 0 : (unsigned)nf_tb_below(tb, c->max_len + 1);
    nf_flit h = nf_packet_gen_header(tb, v == 0 ? NF_OPCODE_WRITE : NF_OPCODE_READ_RSP, len);
    nf_packet_gen_start(g, tb, &h);
    g->err = nf_tb_chance(tb, 10);
  }
  if (!nf_pace_go(tb, &g->pace))
    return;
  bool last = g->sent + 1 == g->flits;
  in->in_valid |= (uint8_t)(1u << v);
  in->in_last |= (uint8_t)(last << v);
  in->in_err |= (uint8_t)((last && g->err) << v);
  in->in_data[v] = g->flit[g->sent];
  if ((in_ready >> v & 1) == 0)
    return;
  c->sum_in[v] = mix(c->sum_in[v], &g->flit[g->sent]);
  c->flits_taken[v]++;
  g->sent++;
  if (last)
    g->flits = 0;
}

static void drive(nf_tb *tb, void *p, const void *po, void *pi) {
  egress_ctx *c = p;
  const nf_switch_egress_out *out = po;
  nf_switch_egress_in *in = pi;
  c->sent_pulses += out->sent;
  for (unsigned v = 0; v < 2; v++)
    in->tx_ready |= (uint8_t)((c->held[v] < SLOTS && !(c->fickle && nf_tb_chance(tb, 50))) << v);
  bool head = c->left == 0;
  unsigned vc = head ? nf_hdr_vc(&out->tx_data) : c->vc;
  if (out->tx_valid && head && c->fickle && (in->tx_ready >> vc & 1) == 0) {
    nf_tb_cover(tb, "a header waits");
  } else if (out->tx_valid) {
    if (head) {
      nf_tb_check(tb, (in->tx_ready >> vc & 1) != 0, "a header comes only when there is room");
      nf_tb_check(tb, c->fickle || c->ready_seen[vc], "the room was seen in the cycle before");
      c->left = 1 + nf_hdr_payload_flits(&out->tx_data);
      c->vc = vc;
      c->held[vc]++;
    }
    c->left--;
    nf_tb_check(tb, out->tx_last == (c->left == 0), "packets are contiguous and end in time");
    c->sum_out[vc] = mix(c->sum_out[vc], &out->tx_data);
    c->flits_sent[vc]++;
    if (out->tx_last) {
      c->packets_out[vc]++;
      c->packets_seen++;
    }
  }
  for (unsigned v = 0; v < 2; v++) {
    c->ready_seen[v] = in->tx_ready >> v & 1;
    bool open_here = c->left != 0 && c->vc == v;
    if (c->held[v] > open_here && !(v == 0 && c->stuck_requests) && nf_pace_go(tb, &c->drain))
      c->held[v]--;
    drive_stream(tb, c, v, out->in_ready, in);
  }
}

static void finish(nf_tb *tb, void *p) {
  egress_ctx *c = p;
  for (unsigned v = 0; v < 2; v++)
    nf_tb_check(tb, c->flits_taken[v] - c->flits_sent[v] <= 3, "channel %u: %u flits in, %u out", v,
                c->flits_taken[v], c->flits_sent[v]);
  nf_tb_check(tb, c->packets_seen - c->sent_pulses <= 1, "%u packets, %u pulses", c->packets_seen,
              c->sent_pulses);
  nf_tb_reach(tb, c->packets_out[1] > 100, "%u responses", c->packets_out[1]);
}

static void finish_full(nf_tb *tb, void *p) {
  egress_ctx *c = p;
  finish(tb, p);
  nf_tb_check(tb, c->flits_sent[0] + c->flits_sent[1] + 10 >= nf_tb_cycle(tb),
              "%u flits in %llu cycles", c->flits_sent[0] + c->flits_sent[1],
              (unsigned long long)nf_tb_cycle(tb));
}

static void finish_stuck(nf_tb *tb, void *p) {
  egress_ctx *c = p;
  nf_tb_check(tb, c->packets_out[0] == SLOTS, "%u requests fill the receiver", c->packets_out[0]);
  nf_tb_reach(tb, c->packets_out[1] > 200, "%u responses go on", c->packets_out[1]);
}

int main(int argc, char **argv) {
  extern const nf_dut nf_switch_egress_dut;
  static const nf_switch_egress_cfg cfg = {0};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK V one flit a cycle", 5000, start_full, drive, finish_full},
      {"KLENK V headers of both channels alternate at full rate", 5000, start_headers, drive,
       finish_full},
      {"KLENK IV-E2 responses pass requests without room", 5000, start_stuck, drive, finish_stuck},
      {"KLENK IV-E2 random streams and receiver", 30000, start_random, drive, finish},
      {"KLENK IV-E2 random, other pace", 30000, start_random, drive, finish},
      {"a receiver that takes room back: headers wait", 30000, start_fickle, drive, finish},
  };
  const nf_tb_bench bench = {.dut = &nf_switch_egress_dut,
                             .model = NF_TB_MODEL(nf_switch_egress),
                             .cfg = &cfg,
                             .ctx_size = sizeof(egress_ctx),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
