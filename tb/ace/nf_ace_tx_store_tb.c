// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Words are numbered; packets of any size and commands of any number of packets come behind them.
// The test is the SRAM: it grants at its own pace, and knows when each word must stand at the data
// interface.
#include "ace/nf_ace_tx_store.h"
#include "nf_dma_kit.h"

extern const nf_dut nf_ace_tx_store_dut;

enum { PACKETS = 256, WORDS = 16 };

typedef struct {
  uint16_t sram;
  uint8_t words, id;
  bool end, err, poison;
  uint64_t settled; // cycle of the last write strobe
} packet;

typedef struct {
  bool whole; // packets of four words only, 16 of them a command
  nf_pace word, grant, done;
  packet packets[PACKETS]; // entered or to be entered next
  uint32_t made, entered, granted, completed;
  uint32_t words_made, words_in, words_granted, words_out;
  uint32_t ends_in, ends_out; // commands
  uint64_t at[WORDS];         // cycles of the granted words that have not been seen
  bool poison[WORDS];         // theirs
  bool may_grant;
  uint64_t first, last; // cycles of the first and of the last word out
} context;

static packet *at(context *c, uint32_t n) { return &c->packets[n % PACKETS]; }

static void number(nf_ace_word *word, uint32_t n) {
  dma_memory(word, (uint64_t)n * P_WordBytes, 0, P_WordBytes);
}

static void make(nf_tb *tb, context *c) {
  packet *const p = at(c, c->made++);
  *p = (packet){.sram = (uint16_t)nf_tb_rand(tb), .id = (uint8_t)nf_tb_rand(tb)};
  p->end = c->whole ? c->made % 16 == 0 : nf_tb_chance(tb, 20);
  p->err = nf_tb_chance(tb, 50);
  p->poison = nf_tb_chance(tb, 50);
  p->words = c->whole || nf_tb_chance(tb, 50) ? 4 : (uint8_t)nf_tb_below(tb, 5);
  p->end |= p->words == 0;
  c->words_made += p->words;
}

// The packet comes with its last word or later.
static void enter(nf_tb *tb, context *c, const nf_ace_tx_store_out *out, nf_ace_tx_store_in *in) {
  if (c->entered == c->made)
    make(tb, c);
  const packet *const p = at(c, c->entered);
  const bool go = nf_pace_go(tb, &c->word);
  in->word_valid = go && c->words_in != c->words_made;
  if (in->word_valid)
    number(&in->word_data, c->words_in);
  c->words_in += in->word_valid && out->word_ready;
  const bool room = !p->end || c->ends_in - c->ends_out < P_Commands;
  in->pkt_valid = go && c->words_in == c->words_made && room && c->made - c->completed < PACKETS;
  in->pkt_sram = p->sram;
  in->pkt_words = p->words;
  in->pkt_end = p->end;
  in->pkt_id = p->id;
  in->pkt_err = p->err;
  in->pkt_poison = p->poison;
  if (in->pkt_valid && out->pkt_ready) {
    c->entered++;
    c->ends_in += p->end;
  }
}

static void grant(nf_tb *tb, context *c, const nf_ace_tx_store_out *out) {
  while (c->granted != c->entered && at(c, c->granted)->words == 0)
    c->granted++; // the end of a command that moves nothing
  nf_tb_check(tb, c->granted != c->entered, "a packet that was not entered");
  packet *const p = at(c, c->granted++);
  nf_tb_check(tb, out->wr_addr == p->sram && out->wr_words == p->words, "packet %x of %u words",
              out->wr_addr, out->wr_words);
  for (unsigned w = 0; w < p->words; w++) {
    c->poison[c->words_granted % WORDS] = p->poison;
    c->at[c->words_granted++ % WORDS] = nf_tb_cycle(tb) + 2 + w;
  }
  p->settled = nf_tb_cycle(tb) + 6 + p->words - 1;
}

static void complete(nf_tb *tb, context *c, const nf_ace_tx_store_out *out) {
  uint64_t settled = 0;
  while (c->completed != c->entered) {
    const packet *const p = at(c, c->completed++);
    nf_tb_check(tb, p->words == 0 || p->settled != 0, "a completion before a packet of it");
    settled = p->settled > settled ? p->settled : settled;
    if (!p->end)
      continue;
    nf_tb_check(tb, out->done_id == p->id && out->done_err == p->err, "completion %u",
                out->done_id);
    nf_tb_check(tb, nf_tb_cycle(tb) > settled, "a completion before the last write");
    c->ends_out++;
    return;
  }
  nf_tb_check(tb, false, "a completion of no command");
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_ace_tx_store_out *const o = out;
  nf_ace_tx_store_in *const i = in;
  if (c->words_out != c->words_granted && c->at[c->words_out % WORDS] == nf_tb_cycle(tb)) {
    nf_ace_word want;
    if (c->words_out == 0)
      c->first = nf_tb_cycle(tb);
    c->last = nf_tb_cycle(tb);
    nf_tb_check(tb, o->poison == c->poison[c->words_out % WORDS], "poison of word %u",
                c->words_out);
    number(&want, c->words_out++);
    nf_tb_check(tb, dma_same(&o->data, &want), "word %u", c->words_out - 1);
  }
  nf_tb_check(tb, !c->may_grant || o->wr_valid, "a packet is not asked for any more");
  i->wr_grant = c->may_grant && nf_pace_go(tb, &c->grant);
  if (i->wr_grant)
    grant(tb, c, o);
  c->may_grant = o->wr_valid && !i->wr_grant;
  i->done_ready = nf_pace_go(tb, &c->done);
  if (o->done_valid && i->done_ready)
    complete(tb, c, o);
  enter(tb, c, o, i);
  if (!o->word_ready)
    nf_tb_cover(tb, "no room for a word");
  if (!o->pkt_ready)
    nf_tb_cover(tb, "no room for a packet");
}

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  if (nf_tb_cycle(tb) == 0 || nf_tb_below(tb, 300) == 0) {
    c->word = nf_pace_any(tb);
    c->grant = nf_pace_any(tb);
    c->done = nf_pace_any(tb);
  }
  drive(tb, ctx, out, in);
}

static void finish_random(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->words_out > nf_tb_cycle(tb) / 10 && c->ends_out > nf_tb_cycle(tb) / 50,
              "%u words, %u commands", c->words_out, c->ends_out);
}

static void start_rate(nf_tb *tb, void *ctx) {
  (void)tb;
  context *const c = ctx;
  c->whole = true;
  c->word.kind = c->grant.kind = c->done.kind = NF_PACE_ALWAYS;
}

static void finish_rate(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->first == 7, "the first word in cycle %u", (unsigned)c->first);
  nf_tb_check(tb, c->last - c->first + 1 == c->words_out && c->last + 2 > nf_tb_cycle(tb),
              "%u words in %u cycles", c->words_out, (unsigned)(c->last - c->first) + 1);
}

static const nf_tb_scenario scenarios[] = {
    {"ACE 4.2 random packets", 40000, NULL, drive_random, finish_random},
    {"ACE 4.2 a word in every cycle", 1000, start_rate, drive, finish_rate},
};

int main(int argc, char **argv) {
  static const nf_ace_tx_store_cfg cfg = {
      .Words = P_Words, .Commands = P_Commands, .WordBytes = P_WordBytes};
  const nf_tb_bench bench = {.dut = &nf_ace_tx_store_dut,
                             .model = NF_TB_MODEL(nf_ace_tx_store),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 2,
                             .unreset = "data poison"};
  return nf_tb_main(argc, argv, &bench);
}
