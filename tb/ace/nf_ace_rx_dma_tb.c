// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The test is the SRAM and the memory. Packets, addresses, each byte of each beat and completions
// are compared with what the commands ask for, worked out byte by byte.
#include "ace/nf_ace_rx_dma.h"
#include "nf_dma_kit.h"
#include "nf_dma_script.h"

extern const nf_dut nf_ace_rx_dma_dut;

enum { BURSTS = 128, WORDS = 16, WORD = P_WordBytes, PACKET = 4 * WORD };

typedef struct {
  dma_record what;
  uint64_t answer; // cycle of the response
} burst;

typedef struct {
  uint64_t cycle; // in which it is on the data port
  uint16_t sram;
  unsigned word;
} coming;

// What a slave may wait for before it takes an address or data (AXI4 A3.3): each is legal, and the
// block may wait for none of them.
typedef enum {
  ANY_ORDER,
  ADDRESS_AFTER_DATA, // an address when data of its burst is offered
  ADDRESS_AFTER_LAST, // an address when all data of its burst was taken
  DATA_AFTER_ADDRESS, // data when its address was taken
  ORDERS
} order;

typedef struct {
  dma_feed feed;
  dma_walk addresses, data, packets;
  order order;
  nf_pace aw, w, b, grant, done;
  unsigned latency, spread, errors; // of the memory; errors: percent of responses
  uint64_t silent, wakes;           // cycles: from here to there it does nothing; 0, 0: never
  uint64_t gives_up;                // cycle in which the block is told to give it up; 0: never
  uint32_t done_then;               // commands that were done by then
  bool standing;                    // a beat was offered then
  burst open[BURSTS];
  uint32_t asked, written, answered; // bursts
  unsigned beat;                     // of the burst that is written
  bool b_held;
  uint8_t b_resp;
  bool may_grant; // a packet was asked for in the cycle before, and was not granted then
  coming words[WORDS];
  uint32_t granted, sent; // words
  unsigned poison;        // percent of the SRAM's packets
  unsigned reported;      // poisoned beats that were reported and have not been taken
  uint8_t poison_id;      // of the one that is
  uint64_t poison_addr;
  uint64_t first_beat, last_beat, beats;
  uint64_t first_address, first_request, first_word; // cycles in which they show
} context;

// Commands that have been taken get what the checks count down.
static void taken(context *c, dma_cmd *k) {
  dma_walk walk = {.n = c->feed.taken};
  dma_packet packet;
  c->feed.taken++;
  k->due = 0;
  while (dma_next_packet(&c->feed, &walk, true, &packet))
    k->due++;
  walk = (dma_walk){.n = c->feed.taken - 1};
  for (dma_record record; dma_next_burst(&c->feed, &walk, &record);)
    k->due++;
}

static void address(nf_tb *tb, context *c, const nf_ace_rx_dma_out *out) {
  dma_record want;
  const bool known = dma_next_burst(&c->feed, &c->addresses, &want);
  nf_tb_check(tb, known && out->aw_addr == want.addr && out->aw_len == want.len, "%u beats at %llx",
              out->aw_len + 1u, (unsigned long long)out->aw_addr);
  nf_tb_check(tb, out->aw_addr % 4096 / WORD + out->aw_len < 4096 / WORD,
              "a burst leaves its page");
  nf_tb_check(tb, c->asked - c->answered < P_Bursts, "too many bursts");
  if (c->asked - c->answered == P_Bursts - 1)
    nf_tb_cover(tb, "all bursts outstanding");
  c->asked++;
}

// What a beat has of one piece: `bytes` from `pos` of it on, at `at` of the beat.
typedef struct {
  uint16_t sram; // of the piece
  unsigned pos, at, bytes;
} part;

// The part that begins with byte `pos` of a run and is at `at` of the beat, which ends before `to`.
static part part_of(const dma_cmd *k, const dma_run *run, int64_t pos, unsigned at, unsigned to) {
  const unsigned n = run->pieces == 1 ? 0 : (unsigned)(pos / k->stride), piece = run->piece + n;
  part p = {.sram = (uint16_t)(k->sram + piece * k->pitch), .at = at};
  p.pos = (unsigned)(pos - (int64_t)n * k->stride);
  const unsigned left = dma_moved(k, piece) - p.pos;
  p.bytes = left < to - at ? left : to - at;
  return p;
}

// A beat is reported, with its command and its place, when a byte of it lies in a poisoned packet.
static void poison(nf_tb *tb, context *c, const dma_cmd *k, uint64_t at, bool bad) {
  nf_tb_check(tb, c->reported == bad, "beat at %llx: poison reported %u times",
              (unsigned long long)at, c->reported);
  if (bad) {
    nf_tb_cover(tb, "a poisoned beat");
    nf_tb_check(tb, c->poison_id == k->id && c->poison_addr == at, "poison of command %u at %llx",
                c->poison_id, (unsigned long long)c->poison_addr);
  }
  c->reported = 0;
}

static bool no_strobe(const nf_ace_rx_dma_out *out) {
  uint64_t any = 0;
  for (unsigned i = 0; i < sizeof out->w_strb / sizeof *out->w_strb; i++)
    any |= out->w_strb[i];
  return any == 0;
}

static void beat(nf_tb *tb, context *c, const nf_ace_rx_dma_out *out) {
  burst *const b = &c->open[c->written % BURSTS];
  if (c->beat == 0) {
    const bool known = dma_next_burst(&c->feed, &c->data, &b->what);
    nf_tb_check(tb, known && (c->written < c->asked || (c->written == c->asked && out->aw_valid)),
                "data before its address is offered");
    if (!known)
      return;
    if (c->written == c->asked)
      nf_tb_cover(tb, "data before its address is taken");
  }
  const dma_cmd *const k = dma_at(&c->feed, b->what.n);
  const dma_run *const run = &b->what.run;
  // bytes of the run before the first one of this beat, below zero when the run begins later
  const int64_t pos = (int64_t)b->what.pos -
                      (int64_t)((dma_addr(k, run->piece) + b->what.pos) % WORD) +
                      WORD * (int64_t)c->beat;
  const int64_t left = (int64_t)run->moved - pos;
  const unsigned from = pos < 0 ? (unsigned)-pos : 0, to = left < WORD ? (unsigned)left : WORD;
  nf_ace_word want = {{0}};
  bool bad = false;
  unsigned parts = 0;
  for (unsigned at = from; at < to; parts++) {
    const part p = part_of(k, run, pos + at, at, to);
    nf_ace_word some;
    dma_sram(&some, p.sram, (int64_t)p.pos - at, at, at + p.bytes, WORD);
    for (unsigned i = 0; i < sizeof want.w / sizeof *want.w; i++)
      want.w[i] |= some.w[i];
    bad |= dma_poisoned((uint16_t)(p.sram + p.pos / PACKET), c->poison) ||
           dma_poisoned((uint16_t)(p.sram + (p.pos + p.bytes - 1) / PACKET), c->poison);
    at += p.bytes;
  }
  if (parts > 1)
    nf_tb_cover(tb, "a beat of several pieces");
  if (c->feed.given_up)
    nf_tb_check(tb, c->standing || no_strobe(out), "a beat is written when all is given up");
  else
    for (unsigned at = 0; at < WORD; at++)
      nf_tb_check(tb, (out->w_strb[at / 64] >> at % 64 & 1) == (at >= from && at < to),
                  "strobe of byte %u, bytes %u to %u are right", at, from, to - 1);
  nf_tb_check(tb, c->feed.given_up || dma_same(&out->w_data, &want), "beat %u of the burst at %llx",
              c->beat, (unsigned long long)b->what.addr);
  nf_tb_check(tb, out->w_last == (c->beat == b->what.len), "last beat");
  if (!c->feed.given_up)
    poison(tb, c, k,
           (dma_addr(k, run->piece) + (uint64_t)(pos + from)) & 0xffffffffffff &
               ~(uint64_t)(WORD - 1),
           bad);
  if (from != 0 && to != WORD)
    nf_tb_cover(tb, "begins and ends within one beat");
  if (c->beats++ == 0)
    c->first_beat = nf_tb_cycle(tb);
  c->last_beat = nf_tb_cycle(tb);
  if (c->beat++ < b->what.len)
    return;
  b->answer = nf_tb_cycle(tb) + 1 + c->latency + nf_tb_below(tb, c->spread + 1);
  c->beat = 0;
  c->written++;
}

static bool sleeps(nf_tb *tb, const context *c) {
  return nf_tb_cycle(tb) >= c->silent && nf_tb_cycle(tb) < c->wakes;
}

static void respond(nf_tb *tb, context *c, const nf_ace_rx_dma_out *out, nf_ace_rx_dma_in *in) {
  const burst *const b = &c->open[c->answered % BURSTS];
  if (c->answered == c->written || c->answered == c->asked || b->answer > nf_tb_cycle(tb))
    return;
  if (!c->b_held) {
    if (sleeps(tb, c) || !nf_pace_go(tb, &c->b))
      return;
    c->b_resp = nf_tb_chance(tb, c->errors) ? (uint8_t)(2 + nf_tb_below(tb, 2)) : 0;
  }
  in->b_valid = true;
  in->b_resp = c->b_resp;
  c->b_held = !out->b_ready;
  if (c->b_held)
    return;
  dma_cmd *const k = dma_at(&c->feed, b->what.n);
  k->err |= in->b_resp != 0;
  k->due--;
  k->settled = nf_tb_cycle(tb);
  c->answered++;
  if (in->b_resp != 0)
    nf_tb_cover(tb, "error");
}

static void grant(nf_tb *tb, context *c, const nf_ace_rx_dma_out *out) {
  dma_packet want;
  const uint64_t cycle = nf_tb_cycle(tb);
  const bool known = dma_next_packet(&c->feed, &c->packets, true, &want);
  nf_tb_check(tb, known && out->rd_addr == want.sram && out->rd_words == want.words,
              "packet %x of %u words", out->rd_addr, out->rd_words);
  if (!known)
    return;
  for (unsigned w = 0; w < want.words; w++) {
    const uint32_t last = c->granted - 1;
    nf_tb_check(tb, c->sent == c->granted || c->words[last % WORDS].cycle < cycle + 3 + w,
                "two words in one cycle");
    c->words[c->granted++ % WORDS] = (coming){.cycle = cycle + 3 + w, .sram = want.sram, .word = w};
  }
  dma_at(&c->feed, want.n)->due--;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_ace_rx_dma_out *const o = out;
  nf_ace_rx_dma_in *const i = in;
  i->give_up = c->gives_up != 0 && nf_tb_cycle(tb) >= c->gives_up;
  if (nf_tb_cycle(tb) <= c->gives_up + 1) // the block knows of it one cycle later
    c->standing = o->w_valid;
  if (i->give_up)
    dma_give_up(&c->feed);
  c->feed.word = WORD;
  dma_cmd *const k = dma_offer(tb, &c->feed);
  if (k != NULL)
    DMA_DRIVE(i, k);
  const coming *const e = &c->words[c->sent % WORDS];
  if (c->sent != c->granted && e->cycle == nf_tb_cycle(tb)) {
    i->data_valid = true;
    dma_sram(&i->data, e->sram, WORD * (int64_t)e->word, 0, WORD, WORD);
    i->poison = dma_poisoned(e->sram, c->poison);
    c->sent++;
    if (c->first_word == 0)
      c->first_word = nf_tb_cycle(tb);
  }
  i->rd_grant = c->may_grant && nf_pace_go(tb, &c->grant);
  nf_tb_check(tb, !c->may_grant || o->rd_valid, "a packet is not asked for any more");
  if (i->rd_grant)
    grant(tb, c, o);
  c->may_grant = o->rd_valid && !i->rd_grant;
  if (c->first_address == 0 && o->aw_valid)
    c->first_address = nf_tb_cycle(tb);
  if (c->first_request == 0 && o->rd_valid)
    c->first_request = nf_tb_cycle(tb);
  respond(tb, c, o, i);
  const bool level = c->written == c->asked, // the next data and the next address are one burst's
      ahead = c->written > c->asked;         // all data of the next address was taken
  i->w_ready = nf_pace_go(tb, &c->w) && !sleeps(tb, c) &&
               (c->order != DATA_AFTER_ADDRESS || (!level && !ahead));
  i->aw_ready =
      nf_pace_go(tb, &c->aw) && !sleeps(tb, c) && (c->order != ADDRESS_AFTER_LAST || ahead) &&
      (c->order != ADDRESS_AFTER_DATA || ahead || (level && (c->beat != 0 || o->w_valid)));
  if (o->poison) {
    c->reported++;
    c->poison_id = o->poison_id;
    c->poison_addr = o->poison_addr;
  }
  if (o->w_valid && i->w_ready) {
    beat(tb, c, o);
    c->standing = false;
  }
  if (o->aw_valid && i->aw_ready)
    address(tb, c, o);
  i->done_ready = nf_pace_go(tb, &c->done);
  if (o->done_valid && i->done_ready)
    dma_check_done(tb, &c->feed, o->done_id, o->done_err);
  if (k != NULL && o->cmd_ready)
    taken(c, k);
}

static void paces(nf_tb *tb, context *c) {
  c->feed.pace = nf_pace_any(tb);
  c->aw = nf_pace_any(tb);
  c->w = nf_pace_any(tb);
  c->b = nf_pace_any(tb);
  c->grant = nf_pace_any(tb);
  c->done = nf_pace_any(tb);
  c->order = (order)nf_tb_below(tb, ORDERS);
  c->latency = nf_tb_chance(tb, 50) ? 0 : 120;
  c->spread = nf_tb_chance(tb, 50) ? 0 : 120;
}

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  c->errors = nf_tb_cycle(tb) % 4000 < 1000 ? 10 : 0;
  c->poison = 10;
  if (nf_tb_cycle(tb) == 0 || nf_tb_below(tb, 500) == 0)
    paces(tb, c);
  drive(tb, ctx, out, in);
}

static void finish_random(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->beats > nf_tb_cycle(tb) / 20, "%u beats", (unsigned)c->beats);
}

// To be given up is for good, so that the run ends soon after it. It happens while a beat is
// offered: what is under way then has to come to its end without the memory.
static bool goes_on(const context *c) { return c->feed.done > c->done_then + 10; }

static void drive_given_up(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  if (c->gives_up == 0 && nf_tb_cycle(tb) >= 1000 && ((const nf_ace_rx_dma_out *)out)->w_valid &&
      nf_tb_below(tb, 1000) == 0) {
    c->gives_up = nf_tb_cycle(tb);
    c->done_then = c->feed.done;
  }
  drive_random(tb, ctx, out, in);
  if (c->gives_up != 0 && nf_tb_cycle(tb) > c->gives_up + 3000 && goes_on(c))
    nf_tb_end(tb);
}

static void finish_given_up(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->gives_up != 0 && goes_on(c), "%u commands are done, %u before", c->feed.done,
              c->done_then);
}

static void start(context *c, const dma_cmd *script, unsigned count, unsigned repeat) {
  c->feed.script = script;
  c->feed.scripted = count;
  c->feed.repeat = repeat;
  c->feed.pace.kind = c->aw.kind = c->w.kind = c->b.kind = NF_PACE_ALWAYS;
  c->grant.kind = c->done.kind = NF_PACE_ALWAYS;
}

// Cycles for all commands of a script of one beat per cycle, twenty of 16 kB, and their latency.
enum { PACED = WORD < 64 ? 5500 * 64 / WORD : 5500 };

static void finish_script(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->feed.done == c->feed.scripted * c->feed.repeat, "%u commands are done",
              c->feed.done);
}

static void start_corners(nf_tb *tb, void *ctx) {
  (void)tb;
  start(ctx, dma_corners, DMA_CORNERS, 3);
  ((context *)ctx)->latency = 10;
}

static void start_errors(nf_tb *tb, void *ctx) {
  start_corners(tb, ctx);
  ((context *)ctx)->errors = 20;
  ((context *)ctx)->poison = 30;
}

// A memory that falls silent, and may wake up when it has been given up: every command ends.
static void start_silent(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  start_corners(tb, ctx);
  c->silent = 20 + nf_tb_below(tb, 300);
  c->gives_up = c->silent + 300;
  c->wakes = nf_tb_chance(tb, 50) ? UINT64_MAX : c->gives_up + nf_tb_below(tb, 300);
}

static void start_address_after_data(nf_tb *tb, void *ctx) {
  start_corners(tb, ctx);
  ((context *)ctx)->order = ADDRESS_AFTER_DATA;
}

static void start_address_after_last(nf_tb *tb, void *ctx) {
  start_corners(tb, ctx);
  ((context *)ctx)->order = ADDRESS_AFTER_LAST;
}

static void start_data_after_address(nf_tb *tb, void *ctx) {
  start_corners(tb, ctx);
  ((context *)ctx)->order = DATA_AFTER_ADDRESS;
}

static void start_aligned(nf_tb *tb, void *ctx) {
  (void)tb;
  start(ctx, dma_aligned, 2, 10);
  ((context *)ctx)->latency = dma_latency((P_Bursts - 1) * 4096 / WORD);
}

static void start_unaligned(nf_tb *tb, void *ctx) {
  (void)tb;
  start(ctx, dma_unaligned, 2, 10);
  ((context *)ctx)->latency = P_Bursts == 2 ? 0 : dma_latency((P_Bursts - 1) / 2 * 4096 / WORD);
}

static void start_touching(nf_tb *tb, void *ctx) {
  (void)tb;
  start(ctx, dma_touching, DMA_TOUCHING, 10);
  ((context *)ctx)->latency = 100;
}

static void finish_touching(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  finish_script(tb, ctx);
  nf_tb_check(tb,
              c->asked == 10 * DMA_TOUCHING_BURSTS &&
                  c->beats == 10 * dma_beats(dma_touching, DMA_TOUCHING, WORD),
              "%u bursts, %u beats", c->asked, (unsigned)c->beats);
}

// `gaps`: cycles without a beat.
static void finish_rate(nf_tb *tb, void *ctx, unsigned gaps) {
  const context *const c = ctx;
  finish_script(tb, ctx);
  nf_tb_check(tb, c->beats == dma_beats(c->feed.script, c->feed.scripted, WORD) * c->feed.repeat,
              "%u beats", (unsigned)c->beats);
  nf_tb_check(tb, c->last_beat - c->first_beat + 1 <= c->beats + gaps, "%u beats in %u cycles",
              (unsigned)c->beats, (unsigned)(c->last_beat - c->first_beat) + 1);
}

static void finish_aligned(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  finish_rate(tb, ctx, 0);
  nf_tb_check(tb, c->first_address == 5 && c->first_request == 6,
              "the first address in cycle %u, the first request in cycle %u",
              (unsigned)c->first_address, (unsigned)c->first_request);
  nf_tb_check(tb, c->first_beat == c->first_word + 3, "the first beat %u cycles after its word",
              (unsigned)(c->first_beat - c->first_word));
}

// One burst in two has one beat: with another one outstanding it cannot cover what is in between.
static void finish_unaligned(nf_tb *tb, void *ctx) {
  finish_rate(tb, ctx, P_Bursts == 2 ? 500 : 0);
}

static const nf_tb_scenario scenarios[] = {
    {"ACE 4.4 random commands, SRAM and memory at any pace", 60000, NULL, drive_random,
     finish_random},
    {"ACE 4.4 random commands, the memory is given up among them", 20000, NULL, drive_given_up,
     finish_given_up},
    {"ACE 4.4 one byte, no bytes, ends within pieces", 4000, start_corners, drive, finish_script},
    {"ACE 4.4 memory answers with errors", 4000, start_errors, drive, finish_script},
    {"ACE 4.4 memory stands still and is given up", 4000, start_silent, drive, finish_script},
    {"AXI4 A3.3 a slave that waits for data before it takes the address", 8000,
     start_address_after_data, drive, finish_script},
    {"AXI4 A3.3 a slave that takes the address after the last beat", 8000, start_address_after_last,
     drive, finish_script},
    {"AXI4 A3.3 a slave that takes the address before any data", 8000, start_data_after_address,
     drive, finish_script},
    {"ACE 4.4 pieces that touch are one burst", 8000, start_touching, drive, finish_touching},
    {"ACE 4.4 one beat per cycle, aligned", PACED, start_aligned, drive, finish_aligned},
    {"ACE 4.4 one beat per cycle, unaligned", PACED, start_unaligned, drive, finish_unaligned},
};

int main(int argc, char **argv) {
  static const nf_ace_rx_dma_cfg cfg = {
      .Bursts = P_Bursts, .Words = P_Words, .WordBytes = P_WordBytes};
  const nf_tb_bench bench = {.dut = &nf_ace_rx_dma_dut,
                             .model = NF_TB_MODEL(nf_ace_rx_dma),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 11,
                             .unreset = "poison_id:poison poison_addr:poison"};
  return nf_tb_main(argc, argv, &bench);
}
