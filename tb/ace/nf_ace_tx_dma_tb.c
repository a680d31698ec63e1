// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The test is the memory and the SRAM. Addresses, packets, words and completions are compared with
// what the commands ask for, worked out byte by byte.
#include "ace/nf_ace_tx_dma.h"
#include "nf_dma_kit.h"
#include "nf_dma_script.h"

extern const nf_dut nf_ace_tx_dma_dut;

enum { BURSTS = 128, WORDS = 16, BAD = 1024, WORD = P_WordBytes };

typedef struct {
  uint32_t n;
  unsigned piece;       // first one of its run
  uint64_t addr, ready; // ready: cycle of its first beat
  unsigned beats;
} burst;

typedef struct {
  uint64_t cycle; // in which it is on the data port
  dma_packet packet;
  unsigned word;
} expected;

typedef struct {
  uint32_t n;
  unsigned piece;
  uint64_t addr;
} bad_beat;

typedef struct {
  dma_feed feed;
  dma_walk bursts, packets;
  nf_pace ar, r, grant, done;
  unsigned latency, spread, errors; // of the memory; errors: percent of beats
  uint64_t silent, wakes;           // cycles: from here to there it does nothing; 0, 0: never
  uint64_t gives_up;                // cycle in which the block is told to give it up; 0: never
  uint32_t done_then;               // commands that were done by then
  burst open[BURSTS];
  uint32_t asked, answered; // bursts
  unsigned beat;            // of the burst that is answered
  bool r_held;
  uint8_t r_resp;
  bool may_grant; // a packet was asked for in the cycle before, and was not granted then
  expected words[WORDS];
  uint32_t granted, seen; // words
  bad_beat bad[BAD];      // answered with an error, in order
  uint32_t bads;
  uint64_t first_beat, last_beat, beats, first_word, last_word;
  uint64_t first_address, first_request; // cycles in which they show
} context;

// Commands that have been taken get what the checks count down.
static void taken(context *c, dma_cmd *k) {
  dma_walk walk = {.n = c->feed.taken};
  dma_packet packet;
  c->feed.taken++;
  k->due = 0;
  while (dma_next_packet(&c->feed, &walk, false, &packet))
    k->due++;
  walk = (dma_walk){.n = c->feed.taken - 1};
  for (dma_record record; dma_next_burst(&c->feed, &walk, &record);)
    k->due++;
}

static void address(nf_tb *tb, context *c, const nf_ace_tx_dma_out *out) {
  dma_record want;
  const bool known = dma_next_burst(&c->feed, &c->bursts, &want);
  nf_tb_check(tb, known && out->ar_addr == want.addr && out->ar_len == want.len, "%u beats at %llx",
              out->ar_len + 1u, (unsigned long long)out->ar_addr);
  nf_tb_check(tb, out->ar_addr % 4096 / WORD + out->ar_len < 4096 / WORD,
              "a burst leaves its page");
  nf_tb_check(tb, c->asked - c->answered < P_Bursts, "too many bursts");
  if (!known)
    return;
  if (c->asked - c->answered == P_Bursts - 1)
    nf_tb_cover(tb, "all bursts outstanding");
  c->open[c->asked++ % BURSTS] =
      (burst){.n = want.n,
              .piece = want.run.piece,
              .addr = want.addr,
              .ready = nf_tb_cycle(tb) + 1 + c->latency + nf_tb_below(tb, c->spread + 1),
              .beats = want.len + 1};
}

static bool sleeps(nf_tb *tb, const context *c) {
  return nf_tb_cycle(tb) >= c->silent && nf_tb_cycle(tb) < c->wakes;
}

static void memory(nf_tb *tb, context *c, const nf_ace_tx_dma_out *out, nf_ace_tx_dma_in *in) {
  burst *const b = &c->open[c->answered % BURSTS];
  if (c->answered == c->asked || b->ready > nf_tb_cycle(tb))
    return;
  const uint64_t addr = b->addr + WORD * c->beat;
  if (!c->r_held) {
    if (sleeps(tb, c) || !nf_pace_go(tb, &c->r))
      return;
    c->r_resp = nf_tb_chance(tb, c->errors) ? (uint8_t)(2 + nf_tb_below(tb, 2)) : 0;
    // Pieces that share it with a later one are through before it is taken.
    if (c->r_resp != 0) {
      nf_tb_cover(tb, "error");
      dma_at(&c->feed, b->n)->err = true;
      c->bad[c->bads++ % BAD] = (bad_beat){.n = b->n, .piece = b->piece, .addr = addr};
    }
  }
  in->r_valid = true;
  in->r_resp = c->r_resp;
  in->r_last = c->beat + 1 == b->beats;
  dma_memory(&in->r_data, addr, 0, WORD);
  c->r_held = !out->r_ready;
  if (c->r_held)
    return;
  if (c->beats++ == 0)
    c->first_beat = nf_tb_cycle(tb);
  c->last_beat = nf_tb_cycle(tb);
  c->beat++;
  if (in->r_last) {
    dma_at(&c->feed, b->n)->due--;
    c->beat = 0;
    c->answered++;
  }
}

static void grant(nf_tb *tb, context *c, const nf_ace_tx_dma_out *out) {
  dma_packet want;
  const uint64_t cycle = nf_tb_cycle(tb);
  const bool known = dma_next_packet(&c->feed, &c->packets, false, &want);
  nf_tb_check(tb, known && out->wr_addr == want.sram && out->wr_words == want.words,
              "packet %x of %u words", out->wr_addr, out->wr_words);
  if (!known)
    return;
  for (unsigned w = 0; w < want.words; w++) {
    const uint32_t last = c->granted - 1;
    nf_tb_check(tb, c->seen == c->granted || c->words[last % WORDS].cycle < cycle + 2 + w,
                "two words in one cycle");
    c->words[c->granted++ % WORDS] =
        (expected){.cycle = cycle + 2 + w, .packet = want, .word = want.word + w};
  }
  dma_cmd *const k = dma_at(&c->feed, want.n);
  k->due--;
  k->settled = cycle + 6 + want.words - 1; // write strobe of its last word
}

// A packet is poisoned when one of its bytes lies in a beat that was bad.
static bool poisoned(context *c, const dma_packet *p) {
  const dma_cmd *const k = dma_at(&c->feed, p->n);
  const unsigned first_piece = dma_run_of(k, p->piece).piece;
  const uint64_t run = k->addr + (uint64_t)first_piece * k->stride;
  const unsigned moved = dma_moved(k, p->piece), begin = p->word * WORD, words = p->words * WORD;
  const unsigned end = begin + words < moved ? begin + words : moved;
  // In bytes of the run.
  const int64_t before = (int64_t)(p->piece - first_piece) * k->stride;
  const int64_t from = before + begin, to = before + end;
  for (uint32_t i = c->bads < BAD ? 0 : c->bads - BAD; i < c->bads; i++) {
    const bad_beat *const b = &c->bad[i % BAD];
    if (b->n != p->n || b->piece != first_piece || begin >= end)
      continue;
    // Of the beat's place in the run only the offset counts: addresses end at 2^48.
    const uint64_t at = (b->addr - (run & ~(uint64_t)(WORD - 1))) & (((uint64_t)1 << 48) - 1);
    const int64_t first = (int64_t)at - (int64_t)(run % WORD);
    if (first < to && first + WORD > from)
      return true;
  }
  return false;
}

static void word(nf_tb *tb, context *c, const nf_ace_tx_dma_out *out) {
  const expected *const e = &c->words[c->seen % WORDS];
  if (c->seen == c->granted || e->cycle != nf_tb_cycle(tb))
    return;
  if (c->feed.given_up) { // what the memory has not given is zeros, and poisoned
    const dma_cmd *const late = dma_at(&c->feed, e->packet.n);
    static const nf_ace_word zeros;
    if ((int32_t)(e->packet.n - c->feed.fresh) >= 0)
      nf_tb_check(tb,
                  dma_same(&out->data, &zeros) &&
                      out->poison == (dma_moved(late, e->packet.piece) > WORD * e->packet.word),
                  "word %u of command %u: poison %u", e->word, late->id, out->poison);
    c->seen++;
    return;
  }
  const dma_cmd *const k = dma_at(&c->feed, e->packet.n);
  const unsigned moved = dma_moved(k, e->packet.piece), pos = e->word * WORD;
  nf_ace_word want;
  dma_memory(&want, dma_addr(k, e->packet.piece) + pos, 0,
             moved <= pos         ? 0
             : moved - pos < WORD ? moved - pos
                                  : WORD);
  nf_tb_check(tb, dma_same(&out->data, &want), "word %u of piece %u of command %u", e->word,
              e->packet.piece, k->id);
  const bool bad = poisoned(c, &e->packet);
  nf_tb_check(tb, out->poison == bad, "word %u of piece %u of command %u: poison %u", e->word,
              e->packet.piece, k->id, out->poison);
  if (bad)
    nf_tb_cover(tb, "a poisoned packet");
  if (moved <= pos)
    nf_tb_cover(tb, "a word of zeros");
  if (c->seen++ == 0)
    c->first_word = nf_tb_cycle(tb);
  c->last_word = nf_tb_cycle(tb);
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_ace_tx_dma_out *const o = out;
  nf_ace_tx_dma_in *const i = in;
  i->give_up = c->gives_up != 0 && nf_tb_cycle(tb) >= c->gives_up;
  if (i->give_up)
    dma_give_up(&c->feed);
  c->feed.word = WORD;
  dma_cmd *const k = dma_offer(tb, &c->feed);
  if (k != NULL)
    DMA_DRIVE(i, k);
  word(tb, c, o);
  i->wr_grant = c->may_grant && nf_pace_go(tb, &c->grant);
  nf_tb_check(tb, !c->may_grant || o->wr_valid, "a packet is not asked for any more");
  if (i->wr_grant)
    grant(tb, c, o);
  c->may_grant = o->wr_valid && !i->wr_grant;
  if (c->first_address == 0 && o->ar_valid)
    c->first_address = nf_tb_cycle(tb);
  if (c->first_request == 0 && o->wr_valid)
    c->first_request = nf_tb_cycle(tb);
  memory(tb, c, o, i);
  i->ar_ready = nf_pace_go(tb, &c->ar) && !sleeps(tb, c);
  if (o->ar_valid && i->ar_ready)
    address(tb, c, o);
  i->done_ready = nf_pace_go(tb, &c->done);
  if (o->done_valid && i->done_ready)
    dma_check_done(tb, &c->feed, o->done_id, o->done_err);
  if (k != NULL && o->cmd_ready)
    taken(c, k);
}

static void paces(nf_tb *tb, context *c) {
  c->feed.pace = nf_pace_any(tb);
  c->ar = nf_pace_any(tb);
  c->r = nf_pace_any(tb);
  c->grant = nf_pace_any(tb);
  c->done = nf_pace_any(tb);
  c->latency = nf_tb_chance(tb, 50) ? 0 : 120;
  c->spread = nf_tb_chance(tb, 50) ? 0 : 120;
}

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  c->errors = nf_tb_cycle(tb) % 4000 < 1000 ? 2 : 0;
  if (nf_tb_cycle(tb) == 0 || nf_tb_below(tb, 500) == 0)
    paces(tb, c);
  drive(tb, ctx, out, in);
}

static void finish_random(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->beats > nf_tb_cycle(tb) / 20, "%u beats", (unsigned)c->beats);
}

// To be given up is for good, so that the run ends soon after it. It happens while bursts are open:
// what is under way then has to come to its end without the memory.
static bool goes_on(const context *c) { return c->feed.done > c->done_then + 10; }

static void drive_given_up(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  if (c->gives_up == 0 && nf_tb_cycle(tb) >= 1000 && c->asked != c->answered &&
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
  c->feed.pace.kind = c->ar.kind = c->r.kind = c->grant.kind = c->done.kind = NF_PACE_ALWAYS;
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
}

// A memory that falls silent, and may wake up when it has been given up: every command ends.
static void start_silent(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  start_corners(tb, ctx);
  c->silent = 20 + nf_tb_below(tb, 300);
  c->gives_up = c->silent + 300;
  c->wakes = nf_tb_chance(tb, 50) ? UINT64_MAX : c->gives_up + nf_tb_below(tb, 300);
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
  nf_tb_check(tb, c->first_word - c->first_beat <= 10 && c->last_word - c->last_beat <= 10,
              "the first word after %u cycles, the last one after %u",
              (unsigned)(c->first_word - c->first_beat), (unsigned)(c->last_word - c->last_beat));
}

static void finish_aligned(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  finish_rate(tb, ctx, 0);
  nf_tb_check(tb, c->first_address == 5, "the first address in cycle %u",
              (unsigned)c->first_address);
  nf_tb_check(tb, c->first_request == c->first_beat + 3 + 3,
              "the first request %u cycles after the first beat",
              (unsigned)(c->first_request - c->first_beat));
}

// One burst in two has one beat: with another one outstanding it cannot cover what is in between.
static void finish_unaligned(nf_tb *tb, void *ctx) {
  finish_rate(tb, ctx, P_Bursts == 2 ? 500 : 0);
}

static const nf_tb_scenario scenarios[] = {
    {"ACE 4.4 random commands, memory and SRAM at any pace", 60000, NULL, drive_random,
     finish_random},
    {"ACE 4.4 random commands, the memory is given up among them", 20000, NULL, drive_given_up,
     finish_given_up},
    {"ACE 4.4 one byte, no bytes, ends within pieces", 4000, start_corners, drive, finish_script},
    {"ACE 4.4 memory answers with errors", 4000, start_errors, drive, finish_script},
    {"ACE 4.4 memory stands still and is given up", 4000, start_silent, drive, finish_script},
    {"ACE 4.4 pieces that touch are one burst", 8000, start_touching, drive, finish_touching},
    {"ACE 4.4 one beat per cycle, aligned", PACED, start_aligned, drive, finish_aligned},
    {"ACE 4.4 one beat per cycle, unaligned", PACED, start_unaligned, drive, finish_unaligned},
};

int main(int argc, char **argv) {
  static const nf_ace_tx_dma_cfg cfg = {
      .Bursts = P_Bursts, .Words = P_Words, .WordBytes = P_WordBytes};
  const nf_tb_bench bench = {.dut = &nf_ace_tx_dma_dut,
                             .model = NF_TB_MODEL(nf_ace_tx_dma),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 8,
                             .unreset = "data poison"};
  return nf_tb_main(argc, argv, &bench);
}
