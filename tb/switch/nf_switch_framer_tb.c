// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "switch/nf_switch_framer.h"

#include "nf_packet_gen.h"
#include "nf_tb.h"

// Independent of the model: what must come out of the framer, counted packet by packet.
typedef struct {
  nf_packet_gen gen;
  unsigned bad_percent; // packets with a wrong length, an undefined opcode or damage
  unsigned held[2];     // packets taken and not yet freed, per virtual channel
  unsigned owed;        // payload flits still to come of the packet at the output
  unsigned headers_in, packets_out, damaged_in, damaged_out;
} framer_ctx;

static void start_random(nf_tb *tb, void *p) {
  framer_ctx *c = p;
  c->gen.pace = nf_pace_any(tb);
  c->bad_percent = 20;
}

static void start_clean(nf_tb *tb, void *p) {
  framer_ctx *c = p;
  (void)tb;
  c->gen.pace = (nf_pace){.kind = NF_PACE_ALWAYS};
}

static void new_packet(nf_tb *tb, framer_ctx *c) {
  static const uint8_t opcodes[] = {
      NF_OPCODE_READ_REQ,   NF_OPCODE_WRITE,     NF_OPCODE_PULL_REQ,
      NF_OPCODE_PUSH_WRITE, NF_OPCODE_BARRIER,   NF_OPCODE_READ_RSP,
      NF_OPCODE_PULL_RSP,   NF_OPCODE_WRITE_ACK, NF_OPCODE_PUSH_RESULT};
  unsigned opcode = opcodes[nf_tb_below(tb, sizeof opcodes)];
  unsigned len = (unsigned)nf_tb_below(tb, NF_MAX_PAYLOAD_FLITS + 1);
  bool bad = nf_tb_chance(tb, c->bad_percent);
  unsigned kind = bad ? (unsigned)nf_tb_below(tb, 5) : 5;
  if (kind == 0)
    opcode = 6 + 8 * (unsigned)nf_tb_below(tb, 2);
  if (kind == 1)
    len = 9 + (unsigned)nf_tb_below(tb, 7);
  nf_flit h = nf_packet_gen_header(tb, opcode, len);
  nf_packet_gen_start(&c->gen, tb, &h);
  c->gen.err = kind == 2;
  c->gen.early_last = kind == 3 && c->gen.flits > 1;
  c->gen.extra = kind == 4 ? 1 + (unsigned)nf_tb_below(tb, 12) : 0;
  if (c->gen.err || c->gen.early_last || c->gen.extra != 0)
    c->damaged_in++;
  static const char *const points[] = {"undefined opcode", "length past 8", "damaged",
                                       "ends early",       "does not end",  "good"};
  nf_tb_cover(tb, points[kind]);
}

static void watch_output(nf_tb *tb, framer_ctx *c, const nf_switch_framer_out *out) {
  if (!out->valid)
    return;
  nf_tb_check(tb, out->head == (c->owed == 0), "a header where the one before owes nothing");
  if (out->head) {
    unsigned len = nf_hdr_len(&out->data);
    c->owed = len <= NF_MAX_PAYLOAD_FLITS && nf_opcode_defined(nf_hdr_opcode(&out->data))
                  ? nf_hdr_payload_flits(&out->data)
                  : 0;
  } else {
    c->owed--;
  }
  nf_tb_check(tb, out->last == (c->owed == 0), "last on the flit that the header announces");
  if (out->last) {
    c->packets_out++;
    c->damaged_out += out->err;
  }
}

static void drive(nf_tb *tb, void *p, const void *po, void *pi) {
  framer_ctx *c = p;
  const nf_switch_framer_out *out = po;
  nf_switch_framer_in *in = pi;
  watch_output(tb, c, out);
  if (c->gen.flits == 0)
    new_packet(tb, c);
  unsigned sent_before = c->gen.sent, vc = nf_hdr_vc(&c->gen.flit[0]);
  nf_link_flit f = nf_packet_gen_drive(&c->gen, tb, out->rx_ready);
  in->rx_valid = f.valid;
  in->rx_last = f.last;
  in->rx_err = f.err;
  in->rx_data = f.data;
  bool taken = f.valid && sent_before == 0 && (out->rx_ready >> vc & 1) != 0;
  for (unsigned v = 0; v < 2; v++) {
    if (c->held[v] != 0 && nf_tb_chance(tb, 15)) {
      c->held[v]--;
      if (nf_tb_chance(tb, 50))
        in->sent |= (uint8_t)(1u << v);
      else
        in->dropped |= (uint8_t)(1u << v);
    }
  }
  if (taken) {
    c->held[vc]++;
    c->headers_in++;
    nf_tb_check(tb, c->held[vc] <= P_Window, "no more packets than slots");
  }
}

static void finish(nf_tb *tb, void *p) {
  framer_ctx *c = p;
  nf_tb_check(tb, c->headers_in - c->packets_out <= 1, "%u packets in, %u out", c->headers_in,
              c->packets_out);
  nf_tb_check(tb, c->damaged_in - c->damaged_out <= 2, "%u damaged in, %u out", c->damaged_in,
              c->damaged_out);
  nf_tb_reach(tb, c->headers_in > 100, "%u packets in", c->headers_in);
}

int main(int argc, char **argv) {
  extern const nf_dut nf_switch_framer_dut;
  static const nf_switch_framer_cfg cfg = {.Window = P_Window};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-E2 good packets at full rate", 20000, start_clean, drive, finish},
      {"KLENK IV-E3 random packets, a fifth of them malformed", 40000, start_random, drive, finish},
      {"KLENK IV-E3 malformed packets, other pace", 40000, start_random, drive, finish},
  };
  const nf_tb_bench bench = {.dut = &nf_switch_framer_dut,
                             .model = NF_TB_MODEL(nf_switch_framer),
                             .cfg = &cfg,
                             .ctx_size = sizeof(framer_ctx),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
