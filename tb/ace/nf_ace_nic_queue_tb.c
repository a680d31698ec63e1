// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of a NIC queue: lock-step, and against a list of the packets that were written.
#include "ace/nf_ace_nic_queue.h"
#include "ace/nf_ace_pkg.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_ace_nic_queue_dut;

enum { LIST = 128 };

typedef struct {
  nf_pace reserve, write, load;
  bool full;                    // packets of four words
  unsigned longest;             // words of a packet
  unsigned reserved;            // packets that may begin
  unsigned words, index;        // of the packet that is being written
  unsigned begun, ended;        // packets written: begun, complete
  unsigned length[LIST];        // words that come out, by packet
  unsigned packet, word, taken; // read: packet, word of it; words in all
  bool shown;                   // a word was loaded in the last cycle
  bool dropped;                 // the packet that is written is too long
  unsigned drops;
} context;

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->reserve = nf_pace_any(tb);
  c->write = nf_pace_any(tb);
  c->load = nf_pace_any(tb);
  c->longest = 4;
}

static void start_long(nf_tb *tb, void *ctx) {
  start(tb, ctx);
  ((context *)ctx)->longest = P_Whole ? 9 : 4;
}

static void start_full(nf_tb *tb, void *ctx) {
  (void)tb;
  ((context *)ctx)->full = true;
  ((context *)ctx)->longest = 4;
}

static void start_single(nf_tb *tb, void *ctx) {
  (void)tb;
  ((context *)ctx)->longest = 1;
}

static void start_blocked(nf_tb *tb, void *ctx) {
  start_full(tb, ctx);
  ((context *)ctx)->load.kind = NF_PACE_NEVER;
}

static void word(nf_ace_word *w, unsigned packet, unsigned index) {
  *w = (nf_ace_word){{0}};
  for (unsigned i = 0; i < P_WordBytes / 8; i++)
    w->w[i] = (packet * 8ull + index + 1) * 0x9e3779b97f4a7c15u * (i + 1);
}

static void write(nf_tb *tb, context *c, nf_ace_nic_queue_in *in) {
  if (c->words == 0 && c->reserved == 0)
    return;
  if (!nf_pace_go(tb, &c->write))
    return;
  if (c->words == 0) {
    c->words = c->full ? 4 : 1 + (unsigned)nf_tb_below(tb, c->longest);
    c->index = 0;
    c->reserved--;
    c->dropped = c->words > 4;
    if (!c->dropped)
      c->length[c->begun++ % LIST] = c->words;
  }
  in->in_valid = true;
  in->in_last = c->index + 1 == c->words;
  in->in_hdr.w[0] = c->index == 0 && !c->dropped ? (c->begun - 1) * 77ull : nf_tb_rand(tb);
  in->in_hdr.w[1] = in->in_hdr.w[0] ^ 5;
  word(&in->in_data, c->begun - 1, c->index++);
  c->ended += !c->dropped && in->in_last;
  c->drops += c->dropped && c->index == 4;
  if (in->in_last)
    c->words = 0;
}

static void check_word(nf_tb *tb, context *c, const nf_ace_nic_queue_out *out) {
  const unsigned length = c->length[c->packet % LIST];
  nf_ace_word expected;
  word(&expected, c->packet, c->word);
  nf_tb_check(tb, memcmp(&expected, &out->out_data, sizeof expected) == 0, "word %u of packet %u",
              c->word, c->packet);
  nf_tb_check(tb,
              out->out_first == (c->word == 0) && out->out_last == (c->word + 1 == length) &&
                  out->open == !out->out_last && out->out_hdr.w[0] == c->packet * 77ull &&
                  out->out_hdr.w[1] == (out->out_hdr.w[0] ^ 5),
              "frame of packet %u", c->packet);
  c->taken++;
  c->word++;
  if (out->out_last) {
    c->word = 0;
    c->packet++;
  }
}

static void drive(nf_tb *tb, void *ctx, const void *po, void *pi) {
  context *const c = ctx;
  const nf_ace_nic_queue_out *out = po;
  nf_ace_nic_queue_in *in = pi;
  if (c->shown)
    check_word(tb, c, out);
  nf_tb_check(tb, out->drop == (c->drops != 0), "dropped %u", out->drop);
  c->drops = 0;
  if (out->drop)
    nf_tb_cover(tb, "dropped");
  in->reserve = out->room && nf_pace_go(tb, &c->reserve);
  c->reserved += in->reserve;
  nf_tb_check(tb, c->reserved + c->begun - c->packet <= P_Packets, "room for %u packets",
              c->reserved + c->begun - c->packet);
  if (P_Whole && out->ready && !out->open)
    nf_tb_check(tb, c->packet < c->ended, "packet %u is complete", c->packet);
  write(tb, c, in);
  in->load = c->shown = out->ready && nf_pace_go(tb, &c->load);
  if (!out->room)
    nf_tb_cover(tb, "full");
}

static void finish(nf_tb *tb, void *ctx) {
  const context *c = ctx;
  nf_tb_reach(tb, c->taken > 100, "%u words came through", c->taken);
}

static void finish_full(nf_tb *tb, void *ctx) {
  const context *c = ctx;
  nf_tb_check(tb, c->taken + 10 > nf_tb_cycle(tb), "%u words in %u cycles", c->taken,
              (unsigned)nf_tb_cycle(tb));
}

static void finish_blocked(nf_tb *tb, void *ctx) {
  const context *c = ctx;
  nf_tb_check(tb, c->ended == P_Packets, "%u packets in a blocked queue", c->ended);
}

int main(int argc, char **argv) {
  static const nf_ace_nic_queue_cfg cfg = {
      .Packets = P_Packets, .Whole = P_Whole, .WordBytes = P_WordBytes};
  static const nf_tb_scenario scenarios[] = {
      {"ACE 4.4 random packets", 20000, start, drive, finish},
      {"ACE 4.4 packets that are too long", 20000, start_long, drive, finish},
      {"ACE 4.4 one word per cycle", 2000, start_full, drive, P_Packets > 2 ? finish_full : finish},
      {"ACE 4.4 packets of one word", 2000, start_single, drive, finish},
      {"ACE 4.4 nobody reads", 600, start_blocked, drive, finish_blocked},
  };
  const nf_tb_bench bench = {.dut = &nf_ace_nic_queue_dut,
                             .model = NF_TB_MODEL(nf_ace_nic_queue),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0],
                             .unreset = "out_hdr out_data"};
  return nf_tb_main(argc, argv, &bench);
}
