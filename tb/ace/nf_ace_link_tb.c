// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Two ends of a link, one of them a model alone, on wires with errors. Each side sends packets of
// both classes and keeps those that it sent: what comes out at the other end must be they, each
// once, whole and in the order of its class.
#include <string.h>

#include "ace/nf_ace_link.h"
#include "ace/nf_ace_pkg.h"
#include "nf_tb.h"

extern const nf_dut nf_ace_link_dut;

static const nf_ace_link_cfg cfg = {.Replay = P_Replay, .Room = P_Room};

// SLOW: where the wires are to die, words behind the first one of a packet go in one cycle of so
// many.
enum { DELAY = 64, KEPT = 4096, CLASSES = 2, SLOW = 64 };

typedef struct {
  nf_flit hdr;
  nf_ace_word data[NF_ACE_PACKET_WORDS];
  unsigned words; // 1 or more pass the link; a token is one
} packet;

// An engine's NIC at one end.
typedef struct {
  nf_pace send, take;
  packet now;  // that is being sent
  unsigned at; // of its words
  bool sending, shown;
  uint8_t seen;     // ready of the cycle before
  uint8_t ready;    // that it shows
  unsigned blocked; // class that it does not take, one bit each
  packet kept[CLASSES][KEPT];
  uint32_t sent[CLASSES], come[CLASSES];
  unsigned word; // of the packet that comes
  unsigned class;
} side;

typedef struct {
  nf_link_data data[DELAY];
  uint64_t ctrl[DELAY];
} wire;

typedef struct {
  side end[2];
  wire to[2]; // each end
  nf_ace_link *far;
  unsigned delay;
  unsigned flips;        // percent of the words that have a wrong bit
  uint64_t quiet;        // cycle from which nothing is sent
  bool dies, dead, down; // the wires do in the middle of a packet; they have; it was given up
  uint64_t moved;
} context;

static void make(nf_tb *tb, side *s) {
  packet *const p = &s->now;
  for (unsigned i = 0; i < 2; i++)
    p->hdr.w[i] = nf_tb_rand(tb);
  p->words = 1 + (unsigned)nf_tb_below(tb, NF_ACE_PACKET_WORDS);
  for (unsigned w = 0; w < p->words; w++)
    for (unsigned i = 0; i < 8; i++)
      p->data[w].w[i] = nf_tb_rand(tb);
  s->sending = true;
  s->shown = false;
  s->at = 0;
}

// A header is shown when its class's ready was seen up; a word moves when it is up. Of a class that
// the other end may cease to take, ready beside a word of its own stands for that word
// (nf_ace_nic): no header is then left standing in front of the other class.
static void send(nf_tb *tb, context *c, unsigned e, uint8_t ready, nf_ace_link_in *in) {
  side *const s = &c->end[e];
  const uint8_t seen = s->seen;
  s->seen = ready;
  if (!s->sending && (c->quiet == 0 || nf_tb_cycle(tb) < c->quiet))
    make(tb, s);
  // What no header was shown of may give way to a packet of the other class.
  if (s->sending && !s->shown && (seen >> nf_ace_hdr_mode(s->now.hdr.w) & 1) == 0)
    make(tb, s);
  const unsigned class = nf_ace_hdr_mode(s->now.hdr.w);
  if (!s->sending || (s->at == 0 && (seen >> class & 1) == 0) || !nf_pace_go(tb, &s->send))
    return;
  if (c->dies && s->at != 0 && nf_tb_cycle(tb) % SLOW != 0)
    return;
  s->shown = true;
  in->link_tx_valid = true;
  in->link_tx_first = s->at == 0;
  in->link_tx_last = s->at + 1 == s->now.words;
  in->link_tx_hdr = s->now.hdr;
  if (s->at != 0) // means nothing
    in->link_tx_hdr.w[0] = nf_tb_rand(tb);
  in->link_tx_data = s->now.data[s->at];
  s->seen &= (uint8_t) ~(1u << class & c->end[1 - e].blocked);
  if ((ready >> class & 1) == 0)
    return;
  c->moved++;
  if (++s->at < s->now.words)
    return;
  s->sending = false;
  nf_tb_check(tb, s->sent[class] - c->end[1 - e].come[class] < KEPT, "packets pile up");
  s->kept[class][s->sent[class]++ % KEPT] = s->now;
}

static void receive(nf_tb *tb, context *c, unsigned e, const nf_ace_link_out *out) {
  side *const s = &c->end[e];
  const side *const from = &c->end[1 - e];
  if (!out->link_rx_valid)
    return;
  nf_tb_check(tb, out->link_rx_first == (s->word == 0),
              "end %u: a packet begins when one has ended", e);
  if (out->link_rx_first) {
    s->class = nf_ace_hdr_mode(out->link_rx_hdr.w);
    if ((s->ready >> s->class & 1) == 0)
      return;
  }
  // The packet may be on its way in still while its last words are being sent.
  const uint32_t n = s->come[s->class];
  const bool open = n == from->sent[s->class];
  const packet *const p = open ? &from->now : &from->kept[s->class][n % KEPT];
  nf_tb_check(tb,
              open ? from->sending && s->word < from->at &&
                         nf_ace_hdr_mode(from->now.hdr.w) == s->class
                   : s->word < p->words,
              "end %u: a word of class %u that nobody sent", e, s->class);
  nf_tb_check(tb, memcmp(&out->link_rx_data, &p->data[s->word], sizeof(nf_ace_word)) == 0,
              "end %u: word %u of packet %u of class %u", e, s->word, n, s->class);
  nf_tb_check(tb, s->word != 0 || memcmp(&out->link_rx_hdr, &p->hdr, sizeof(nf_flit)) == 0,
              "end %u: header of packet %u of class %u", e, n, s->class);
  nf_tb_check(tb, out->link_rx_last == (s->word + 1 == p->words), "end %u: packet %u ends", e, n);
  s->word = out->link_rx_last ? 0 : s->word + 1;
  s->come[s->class] += out->link_rx_last;
}

// Ready of a class falls only between its packets.
static void show_ready(nf_tb *tb, side *s) {
  for (unsigned v = 0; v < CLASSES; v++) {
    const bool open = s->word != 0 && s->class == v;
    if (open)
      continue;
    s->ready = (uint8_t)(s->ready & ~(1u << v));
    if ((s->blocked >> v & 1) == 0 && nf_pace_go(tb, &s->take))
      s->ready |= (uint8_t)(1u << v);
  }
}

static void put(nf_tb *tb, context *c, wire *w, const nf_ace_link_out *out) {
  const unsigned at = (unsigned)((nf_tb_cycle(tb) + c->delay) % DELAY);
  w->data[at] = out->wire_data;
  w->ctrl[at] = out->wire_ctrl;
  if (nf_tb_chance(tb, c->flips)) {
    const unsigned bit = (unsigned)nf_tb_below(tb, 704);
    if (bit < 640)
      w->data[at].w[bit / 64] ^= 1ull << bit % 64;
    else
      w->ctrl[at] ^= 1ull << (bit - 640);
  }
}

static void get(nf_tb *tb, const context *c, const wire *w, nf_ace_link_in *in) {
  const unsigned at = (unsigned)(nf_tb_cycle(tb) % DELAY);
  if (c->dead)
    return; // zeros, which are no word
  in->wire_data = w->data[at];
  in->wire_ctrl = w->ctrl[at];
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_ace_link_out *const near = out, *const far = nf_ace_link_peek(c->far);
  const nf_ace_link_out *const ends[2] = {near, far};
  nf_ace_link_in other = {.cfg_timeout = 0}, *const ins[2] = {in, &other};
  for (unsigned e = 0; e < 2; e++) {
    ins[e]->cfg_timeout = (uint16_t)(2 * c->delay + 60);
    ins[e]->cfg_retries = c->dies ? 3 : 0;
    get(tb, c, &c->to[e], ins[e]);
    put(tb, c, &c->to[1 - e], ends[e]);
    show_ready(tb, &c->end[e]);
    ins[e]->link_rx_ready = c->end[e].ready;
    receive(tb, c, e, ends[e]);
    send(tb, c, e, ends[e]->link_tx_ready, ins[e]);
  }
  nf_tb_check(tb, !near->down || !near->link_rx_valid,
              "a link that is given up delivers something");
  c->down |= near->down;
  if (near->down)
    nf_tb_cover(tb, "given up");
  nf_ace_link_step(c->far, &other);
}

static void start(nf_tb *tb, context *c) {
  (void)nf_ace_link_init(&c->far, &cfg);
  c->delay = 1 + (unsigned)nf_tb_below(tb, DELAY - 2);
  c->quiet = 9000;
  for (unsigned e = 0; e < 2; e++) {
    c->end[e].send = nf_pace_any(tb);
    c->end[e].take = nf_pace_any(tb);
  }
}

static void start_clean(nf_tb *tb, void *ctx) { start(tb, ctx); }

static void start_errors(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  start(tb, c);
  c->flips = 1 + (unsigned)nf_tb_below(tb, 5);
}

static void finish(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  for (unsigned e = 0; e < 2; e++)
    for (unsigned v = 0; v < CLASSES; v++)
      nf_tb_reach(tb, c->end[e].sent[v] > 100 && c->end[e].sent[v] == c->end[1 - e].come[v],
                  "end %u: %u packets of class %u sent, %u came", e, c->end[e].sent[v], v,
                  c->end[1 - e].come[v]);
}

// A word in every cycle both ways.
static void start_rate(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  start(tb, c);
  c->delay = 1;
  for (unsigned e = 0; e < 2; e++)
    c->end[e].send.kind = c->end[e].take.kind = NF_PACE_ALWAYS;
}

static void finish_rate(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  // Packets of one word of one class are a cycle apart (nf_link), and a header is shown a cycle
  // after its ready was seen: nine in ten cycles are left.
  nf_tb_check(tb, P_Room < 64 || c->moved > 2 * 9000 * 9 / 10, "%u words moved",
              (unsigned)c->moved);
  finish(tb, ctx);
}

// A class that is not taken does not hold the other.
static void start_blocked(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  start(tb, c);
  c->quiet = 5000;
  c->end[0].blocked = 1u << nf_tb_below(tb, CLASSES);
}

static void finish_blocked(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  const unsigned held = c->end[0].blocked >> 1;
  nf_tb_check(tb, c->end[0].come[held] == 0, "a class that is not taken came");
  nf_tb_reach(tb, c->end[1].sent[held] != 0, "the class that is not taken fills its room");
  nf_tb_reach(tb, c->end[0].come[1 - held] > 100, "%u packets of the other class came",
              c->end[0].come[1 - held]);
  nf_tb_check(tb, c->end[0].come[1 - held] == c->end[1].sent[1 - held],
              "%u packets of the other class sent, %u came", c->end[1].sent[1 - held],
              c->end[0].come[1 - held]);
}

// The wires die when some words of a packet have come and the next one has not been sent: the link
// is given up, and the packet never ends.
static void start_dead(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  start(tb, c);
  c->delay = 1;
  c->dies = true;
  for (unsigned e = 0; e < 2; e++)
    c->end[e].send.kind = c->end[e].take.kind = NF_PACE_ALWAYS;
}

static void drive_dead(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  if (nf_tb_cycle(tb) > 500 && nf_tb_cycle(tb) % SLOW == SLOW / 2 && c->end[0].word != 0)
    c->dead = true;
  drive(tb, ctx, out, in);
}

static void finish_dead(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  nf_tb_reach(tb, c->down, "the link is given up");
  nf_tb_check(tb, c->end[0].word != 0, "a packet whose end was lost has ended");
}

static void stop(void *ctx) { nf_ace_link_free(((context *)ctx)->far); }

int main(int argc, char **argv) {
  static const nf_tb_scenario scenarios[] = {
      {"ACE 4.4 clean wires, both classes", 14000, start_clean, drive, finish},
      {"ACE 4.4 a word in every cycle", 14000, start_rate, drive, finish_rate},
      {"KLENK IV-E3 bit errors", 20000, start_errors, drive, finish},
      {"ACE 4.4 a class that is not taken does not hold the other", 8000, start_blocked, drive,
       finish_blocked},
      {"KLENK IV-E3 wires that die: given up, no packet is cut", 6000, start_dead, drive_dead,
       finish_dead},
  };
  const nf_tb_bench bench = {.dut = &nf_ace_link_dut,
                             .model = NF_TB_MODEL(nf_ace_link),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios,
                             .stop = stop};
  return nf_tb_main(argc, argv, &bench);
}
