// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Packets of all queue pairs come in any order within their windows, among others that must be
// dropped; what is handed out is the next packet of its queue pair, with its words. Of each packet
// the test knows in which cycle it must be reported.
#include "ace/nf_ace_pkg.h"
#include "ace/nf_ace_port_rx.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_ace_port_rx_dut;

enum { QPS = NF_ACE_QPS, FLYING = 32, DELAY = 8 };

typedef enum { TAKEN, BAD, STALE, EARLY, CREDIT } fate;

typedef struct {
  fate fate;
  bool flagged;      // a first word's flags say what becomes of it
  bool first_inside; // the second word says first, too
  unsigned qp, seq, words, beats;
} packet;

typedef struct {
  bool open;
  unsigned base, log;
  unsigned sent, handed, freed; // freed: of those handed out, where a new packet may come
  unsigned last;                // a number that has arrived, if any has
  bool any;
} pair;

typedef struct {
  nf_pace arrive, pop, bad;
  pair qp[QPS];
  unsigned pairs, to_set;
  packet flying[FLYING], on_link;
  unsigned count, beat;
  bool on;
  nf_ace_port_rx_in next; // the word that was looked up
  bool last;              // it is its packet's last
  fate due;               // what is reported next; TAKEN: nothing
  // handing out
  bool granted;
  unsigned granted_qp, granted_words, free_at;
  nf_ace_word expect[DELAY];
  bool expects[DELAY], poison[DELAY];
  unsigned taken, popped, dropped, clears;
  uint64_t clear_at;
} context;

// ------------------------------------------------------------------------------ data
static unsigned length(unsigned q, unsigned seq) {
  return (unsigned)((seq * 2654435761u ^ q * 40503u) >> 7) % 5;
}

static bool poisoned(unsigned q, unsigned seq) {
  return length(q, seq) != 0 && (seq * 40503u >> 5 & 3) == q % 4;
}

static nf_ace_word word(unsigned q, unsigned seq, unsigned k) {
  nf_ace_word w = {{0}};
  uint64_t x = (uint64_t)q << 32 | (uint64_t)seq << 8 | k;
  for (unsigned i = 0; i < P_WordBytes / 8; i++)
    w.w[i] = x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u + i;
  return w;
}

// ------------------------------------------------------------------------------ set-up
static void lay_out(nf_tb *tb, context *c) {
  unsigned base = 0;
  memset(c->qp, 0, sizeof c->qp);
  c->pairs = c->to_set = 0;
  while (c->pairs < QPS - 1 && base < P_Slots) {
    unsigned log = (unsigned)nf_tb_below(tb, 4);
    if (nf_tb_chance(tb, 5))
      log = 8;
    while (base + (1u << log) > P_Slots)
      log--;
    c->qp[c->pairs++] = (pair){.open = true, .base = base, .log = log};
    base += 1u << log;
  }
}

static void set_next(context *c, nf_ace_port_rx_in *in) {
  const pair *const p = &c->qp[c->to_set];
  in->set = true;
  in->set_qp = (uint8_t)c->to_set++;
  in->set_open = p->open;
  in->set_log = (uint8_t)p->log;
  in->set_base = (uint8_t)p->base;
}

// All queue pairs are closed. The rest of what is on the link is old.
static void clear(nf_tb *tb, context *c, nf_ace_port_rx_in *in) {
  in->clear = true;
  c->clears++;
  c->clear_at = nf_tb_cycle(tb) + 200 + nf_tb_below(tb, 2000);
  c->count = 0;
  if (c->on) {
    nf_tb_cover(tb, "the rest of a packet after an abort");
    c->on_link.fate = STALE;
  }
  lay_out(tb, c);
}

// ------------------------------------------------------------------------------ the link
static packet make_good(unsigned q, unsigned seq) {
  const unsigned words = length(q, seq);
  return (packet){
      .fate = TAKEN, .qp = q, .seq = seq, .words = words, .beats = words == 0 ? 1 : words};
}

// A packet that must not be taken, made from one that would be.
static packet make_bad(nf_tb *tb, const context *c) {
  const unsigned q = (unsigned)nf_tb_below(tb, c->pairs);
  const pair *const p = &c->qp[q];
  packet b = make_good(q, p->handed);
  b.fate = BAD;
  switch (nf_tb_below(tb, 9)) {
  case 0:
    nf_tb_cover(tb, "a queue pair that is not open");
    b.qp = QPS - 1;
    break;
  case 1:
    nf_tb_cover(tb, "outside the window");
    b.seq = p->handed + (1u << p->log) + 300 + (unsigned)nf_tb_below(tb, 20000);
    break;
  case 2:
    nf_tb_cover(tb, "second copy");
    b.flagged = !p->any;
    b.seq = p->last;
    break;
  case 3:
    nf_tb_cover(tb, "too short");
    b.beats = 1 + (unsigned)nf_tb_below(tb, 3);
    b.words = b.beats + 1;
    break;
  case 4:
    nf_tb_cover(tb, "too long");
    b.beats = b.words + 1 + (b.words == 0) + (unsigned)nf_tb_below(tb, 20);
    break;
  case 5:
    nf_tb_cover(tb, "first in the middle");
    b.words = b.beats = 2 + (unsigned)nf_tb_below(tb, 3);
    b.first_inside = true;
    break;
  case 6:
    b.fate = STALE;
    break;
  case 7:
    b.fate = EARLY;
    break;
  default:
    b.fate = CREDIT;
    b.words = 0;
    b.beats = 1;
    break;
  }
  return b;
}

static void make(nf_tb *tb, context *c) {
  const unsigned q = (unsigned)nf_tb_below(tb, c->pairs);
  pair *const p = &c->qp[q];
  if (c->count != FLYING && p->sent - p->freed < 1u << p->log)
    c->flying[c->count++] = make_good(q, p->sent++);
}

static void choose(nf_tb *tb, context *c) {
  c->beat = 0;
  c->on = true;
  if (nf_pace_go(tb, &c->bad)) {
    c->on_link = make_bad(tb, c);
  } else if (c->count != 0) {
    const unsigned i = (unsigned)nf_tb_below(tb, c->count);
    c->on_link = c->flying[i];
    memmove(&c->flying[i], &c->flying[i + 1], (--c->count - i) * sizeof c->flying[0]);
  } else {
    c->on = false;
  }
}

// The word that comes in the next cycle; its header is looked up now.
static void look(context *c, nf_ace_port_rx_in *in) {
  const packet *const p = &c->on_link;
  nf_ace_port_rx_in *const n = &c->next;
  const bool first = c->beat == 0;
  in->look_valid = true;
  in->look_qp = (uint8_t)p->qp;
  in->look_seq = (uint16_t)p->seq;
  *n = (nf_ace_port_rx_in){.word_valid = true};
  n->word_first = first || (p->first_inside && c->beat == 1);
  n->word_last = c->last = c->beat + 1 == p->beats;
  n->word_take = n->word_first && p->fate <= BAD && !p->flagged;
  n->word_stale = first && p->fate == STALE;
  n->word_early = first && p->fate == EARLY;
  n->word_credit = p->fate == CREDIT;
  nf_ace_hdr_set_qp(n->word_hdr.w, (uint8_t)p->qp);
  nf_ace_hdr_set_seq(n->word_hdr.w, (uint16_t)p->seq);
  nf_ace_hdr_set_words(n->word_hdr.w, (uint8_t)p->words);
  nf_ace_hdr_set_poison(n->word_hdr.w, poisoned(p->qp, p->seq));
  n->word_data = word(p->qp, p->fate == BAD ? p->seq + 1 : p->seq, c->beat);
}

// What was looked up comes, and is reported a cycle later.
static void come(nf_tb *tb, context *c, const nf_ace_port_rx_out *out, nf_ace_port_rx_in *in) {
  const packet *const p = &c->on_link;
  if (!c->next.word_valid)
    return;
  *in = c->next;
  c->next.word_valid = false;
  nf_tb_check(tb, out->begins == (c->beat == 0 && c->qp[p->qp].open), "begins");
  c->beat++;
  if (!c->last)
    return;
  c->due = p->fate;
  c->on = false;
  c->taken += p->fate == TAKEN;
  c->dropped += p->fate == BAD;
  if (p->fate == TAKEN) {
    c->qp[p->qp].last = p->seq;
    c->qp[p->qp].any = true;
  }
}

// ------------------------------------------------------------------------------ handing out
static void grant(nf_tb *tb, context *c, const nf_ace_port_rx_out *out, nf_ace_port_rx_in *in) {
  const unsigned now = (unsigned)nf_tb_cycle(tb);
  unsigned q = (unsigned)nf_tb_below(tb, QPS);
  if (out->avail == 0 || now < c->free_at || !nf_pace_go(tb, &c->pop))
    return;
  while (!(out->avail >> q & 1))
    q = (q + 1) % QPS;
  pair *const p = &c->qp[q];
  c->granted_words = length(q, p->handed);
  nf_tb_check(tb, (out->words >> 4 * q & 15) == c->granted_words, "queue pair %u, packet %u", q,
              p->handed);
  for (unsigned k = 0; k < c->granted_words; k++) {
    const unsigned at = (now + 2 + k) % DELAY;
    c->expects[at] = true;
    c->expect[at] = word(q, p->handed, k);
    c->poison[at] = poisoned(q, p->handed);
  }
  in->op_valid = true;
  in->op_qp = (uint8_t)q;
  c->granted = true;
  c->granted_qp = q;
  c->free_at = now + (c->granted_words < 2 ? 2 : c->granted_words);
  p->handed++;
  c->popped++;
}

static void pop(context *c, nf_ace_port_rx_in *in) {
  in->pop = c->granted;
  in->pop_qp = (uint8_t)c->granted_qp;
  in->pop_words = (uint8_t)c->granted_words;
  c->granted = false;
}

// ------------------------------------------------------------------------------ run
static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->clear_at = 1000;
  lay_out(tb, c);
}

static void reports(nf_tb *tb, context *c, const nf_ace_port_rx_out *out) {
  const unsigned at = (unsigned)nf_tb_cycle(tb) % DELAY;
  nf_tb_check(tb,
              out->drop == (c->due == BAD) && out->stale == (c->due == STALE) &&
                  out->early == (c->due == EARLY),
              "report of %u", c->due);
  c->due = TAKEN;
  if (c->expects[at])
    nf_tb_check(tb,
                memcmp(&out->in_data, &c->expect[at], P_WordBytes) == 0 &&
                    out->in_poison == c->poison[at],
                "word at g+2+k");
  c->expects[at] = false;
}

static void drive(nf_tb *tb, void *ctx, const void *po, void *pi) {
  context *const c = ctx;
  const nf_ace_port_rx_out *const out = po;
  nf_ace_port_rx_in *const in = pi;
  const uint64_t now = nf_tb_cycle(tb);
  if (now == 0 || nf_tb_below(tb, 300) == 0) {
    c->arrive = nf_pace_any(tb);
    c->pop = nf_pace_any(tb);
    c->bad = (nf_pace){.kind = NF_PACE_RANDOM, .percent = nf_tb_chance(tb, 50) ? 5 : 50};
  }
  reports(tb, c, out);
  const bool came = c->next.word_valid;
  come(tb, c, out, in);
  pop(c, in);
  if (c->to_set != QPS) {
    set_next(c, in);
    return;
  }
  const bool between = !came && (!c->on || (c->beat != 0 && c->on_link.fate == TAKEN));
  if (now >= c->clear_at && between && now > c->free_at + DELAY) {
    clear(tb, c, in);
    return;
  }
  if (now < c->clear_at)
    grant(tb, c, out, in);
  for (unsigned q = 0; q < c->pairs; q++) // a slot is free two cycles after the grant
    if (!(c->granted && c->granted_qp == q) && !(in->pop && in->pop_qp == q))
      c->qp[q].freed = c->qp[q].handed;
  make(tb, c);
  if (!c->on)
    choose(tb, c);
  if (c->on && nf_pace_go(tb, &c->arrive))
    look(c, in);
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->taken > 500 && c->popped > 500 && c->dropped > 100 && c->clears > 3,
              "%u taken, %u handed out, %u dropped, %u aborts", c->taken, c->popped, c->dropped,
              c->clears);
}

static const nf_tb_scenario scenarios[] = {
    {"ACE 4.5 packets in any order, among bad ones", 40000, start, drive, finish},
};

int main(int argc, char **argv) {
  static const nf_ace_port_rx_cfg cfg = {.Slots = P_Slots, .WordBytes = P_WordBytes};
  const nf_tb_bench bench = {.dut = &nf_ace_port_rx_dut,
                             .model = NF_TB_MODEL(nf_ace_port_rx),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios,
                             .unreset = "words:avail mask in_data in_poison begins"};
  return nf_tb_main(argc, argv, &bench);
}
