// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of a port: lock-step, and against a ledger of each queue pair. The test is what stands
// around the port: issue, crossbar, NIC, and the port at the other end of the link, which keeps to
// its credits, takes and gives packets in any order, and sends what must be dropped besides.
#include "ace/nf_ace_pkg.h"
#include "ace/nf_ace_port.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_ace_port_dut;

enum { ID = 5, NODE = 700, PEER_NODE = 300, FLYING = 32, DELAY = 16, PERIOD = 4000, DRAIN = 1500 };
enum { TO_PORT, TO_PEER };

typedef struct {
  unsigned words, beats;
  bool bad, no_first, first_inside, stale, early; // the last two: of another epoch
  nf_flit hdr;
} packet;

typedef struct {
  bool open;
  unsigned base, slots, peer_slots;
  unsigned sent, handed; // by the peer; by the port
  unsigned credits;      // packets that the peer may send
  unsigned granted;      // packets that the port was told to send
  unsigned came;         // of these, seen at the NIC
  unsigned freed;        // credits that the peer gave back
  uint16_t last;         // a number that has arrived
  bool any;
} pair;

typedef struct {
  pair qp[NF_ACE_QPS], old[NF_ACE_QPS]; // old: of the epoch before
  unsigned epoch, shown_epoch, abort_at;
  unsigned stale, early, stale_sent, early_sent;
  unsigned pairs, script, cycle_in_period;
  bool draining, full, clean, tokens, again; // again: another layout after each period
  nf_pace arrive, make, pop, push, room, bad, credit;
  // arriving
  packet flying[FLYING], on_link;
  unsigned count, beat;
  bool on;
  // grants
  unsigned in_free, out_free, turn;
  nf_ace_word expect[DELAY], out[DELAY]; // by cycle
  bool expects[DELAY], outs[DELAY], expect_poison[DELAY], out_poison[DELAY];
  // NIC
  unsigned held;
  bool gave;
  bool nic_open;
  unsigned nic_qp, nic_words, nic_count, nic_seq;
  // totals
  unsigned popped, pushed, dropped, bad_sent, settled, busy_words, taken_words, credit_packets;
} context;

// ------------------------------------------------------------------------------ data
static unsigned length(const context *c, unsigned way, unsigned q, unsigned seq) {
  if (c->full)
    return 4;
  if (c->tokens)
    return 0;
  return (unsigned)((seq * 2654435761u ^ q * 40503u ^ way * 977u) >> 7) % 5;
}

static nf_ace_word word(unsigned way, unsigned q, unsigned seq, unsigned k) {
  nf_ace_word w = {{0}};
  uint64_t x = (uint64_t)way << 60 | (uint64_t)q << 32 | (uint64_t)(seq & 0xffff) << 8 | k;
  for (unsigned i = 0; i < P_WordBytes / 8; i++)
    w.w[i] = x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u + i;
  return w;
}

// A packet without words has no poison.
static bool poisoned(unsigned way, unsigned q, unsigned seq, unsigned words) {
  return words != 0 && (word(way, q, seq, 0).w[0] & 3) == 0;
}

static nf_flit header(unsigned epoch, unsigned kind, unsigned q, unsigned seq, unsigned words) {
  nf_flit h = {{0, 0}};
  nf_ace_hdr_set_epoch(h.w, (uint8_t)epoch);
  nf_ace_hdr_set_mode(h.w, 1);
  nf_ace_hdr_set_kind(h.w, (uint8_t)kind);
  nf_ace_hdr_set_dst(h.w, NODE);
  nf_ace_hdr_set_src(h.w, PEER_NODE);
  nf_ace_hdr_set_qp(h.w, (uint8_t)q);
  nf_ace_hdr_set_seq(h.w, (uint16_t)seq);
  nf_ace_hdr_set_words(h.w, (uint8_t)words);
  nf_ace_hdr_set_poison(h.w, poisoned(TO_PORT, q, seq, words));
  return h;
}

// ------------------------------------------------------------------------------ start
static void lay_out(nf_tb *tb, context *c, unsigned most, unsigned log2) {
  unsigned base = 0;
  for (unsigned q = 0; q < most; q++) {
    unsigned k = log2 == 99 ? (unsigned)nf_tb_below(tb, 4) : log2;
    if (base == P_Slots)
      break;
    while (base + (1u << k) > P_Slots)
      k--;
    c->qp[q] =
        (pair){.open = true,
               .base = base,
               .slots = 1u << k,
               .credits = 1u << k,
               .peer_slots = log2 == 99 ? 1 + (unsigned)nf_tb_below(tb, 12) : (1u << k) - (k == 8)};
    base += 1u << k;
    c->pairs++;
  }
}

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  lay_out(tb, c, NF_ACE_QPS - 1, 99);
  c->again = true;
  nf_pace *const all[] = {&c->arrive, &c->make, &c->pop, &c->push, &c->room, &c->credit};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    *all[i] = nf_pace_any(tb);
  c->bad = (nf_pace){.kind = NF_PACE_RANDOM, .percent = 10};
}

static void start_bad(nf_tb *tb, void *ctx) {
  start(tb, ctx);
  ((context *)ctx)->bad.percent = 60;
}

static void start_wide(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  start(tb, ctx);
  c->again = false;
  memset(c->qp, 0, sizeof c->qp);
  c->pairs = 0;
  unsigned k = 0;
  while (1u << k < P_Slots)
    k++;
  lay_out(tb, c, 1, k);
}

static void start_full(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  unsigned k = 2;
  while (4u << k < P_Slots && k < 6)
    k++;
  lay_out(tb, c, 4, k);
  c->full = c->clean = true;
}

static void start_tokens(nf_tb *tb, void *ctx) {
  start_full(tb, ctx);
  ((context *)ctx)->full = false;
  ((context *)ctx)->tokens = true;
}

static void configure(context *c, nf_ace_port_in *in) {
  const unsigned q = c->script / 2;
  const pair *p = &c->qp[q];
  in->cfg_valid = true;
  in->cfg_addr = NF_ACE_CSR_QP + ID * 256u + q * 16 + (c->script % 2) * 4;
  unsigned k = 0;
  while (1u << k < p->slots)
    k++;
  in->cfg_wdata = c->script % 2 == 0 ? (uint32_t)p->open << 31 | k << 8 | p->base
                                     : (PEER_NODE + q) | (15 - q) << 12 | p->peer_slots << 16;
  c->script++;
}

// ------------------------------------------------------------------------------ the peer
static pair *some_pair(nf_tb *tb, context *c, unsigned *q) {
  *q = c->full || c->tokens ? c->turn++ % c->pairs : (unsigned)nf_tb_below(tb, c->pairs);
  return &c->qp[*q];
}

static void make_packet(nf_tb *tb, context *c) {
  unsigned q;
  pair *const p = some_pair(tb, c, &q);
  if (p->credits == 0 || c->count == FLYING)
    return;
  const unsigned words = length(c, TO_PORT, q, p->sent);
  c->flying[c->count++] = (packet){.words = words,
                                   .beats = words == 0 ? 1 : words,
                                   .hdr = header(c->epoch, NF_ACE_KIND_DATA, q, p->sent, words)};
  p->sent++;
  p->credits--;
}

static packet make_credit(nf_tb *tb, context *c, bool *made) {
  unsigned q;
  pair *const p = some_pair(tb, c, &q);
  const unsigned free = p->came - p->freed;
  packet k = {.beats = 1, .hdr = header(c->epoch, NF_ACE_KIND_CREDIT, q, 0, 0)};
  *made = free != 0;
  if (free == 0)
    return k;
  const unsigned n = c->draining ? free : 1 + (unsigned)nf_tb_below(tb, free);
  nf_ace_hdr_set_credits(k.hdr.w, (uint8_t)n);
  p->freed += n;
  return k;
}

// A packet that must be dropped, made from one that is right.
static packet make_bad(nf_tb *tb, context *c) {
  unsigned q;
  const pair *p = some_pair(tb, c, &q);
  const unsigned words = 1 + (unsigned)nf_tb_below(tb, 4);
  packet b = {.bad = true, .words = words, .beats = words};
  b.hdr = header(c->epoch, NF_ACE_KIND_DATA, q, p->handed, words); // in the window
  switch (nf_tb_below(tb, 13)) {
  case 0:
    nf_tb_cover(tb, "wrong node");
    nf_ace_hdr_set_dst(b.hdr.w, NODE ^ (uint16_t)(1u << nf_tb_below(tb, 10)));
    break;
  case 1:
    nf_tb_cover(tb, "unknown kind");
    nf_ace_hdr_set_kind(b.hdr.w, (uint8_t)(2 + nf_tb_below(tb, 6)));
    break;
  case 2:
    nf_tb_cover(tb, "queue pair not set up");
    nf_ace_hdr_set_qp(b.hdr.w, (uint8_t)(c->pairs + nf_tb_below(tb, NF_ACE_QPS - c->pairs)));
    break;
  case 3:
    nf_tb_cover(tb, "outside the window");
    nf_ace_hdr_set_seq(b.hdr.w, (uint16_t)(p->handed + p->slots + 300 + nf_tb_below(tb, 20000)));
    break;
  case 4:
    nf_tb_cover(tb, "behind the window");
    nf_ace_hdr_set_seq(b.hdr.w, (uint16_t)(p->handed - 1 - nf_tb_below(tb, 20000)));
    break;
  case 5:
    if (p->any) {
      nf_tb_cover(tb, "second copy");
      nf_ace_hdr_set_seq(b.hdr.w, p->last);
    } else {
      nf_ace_hdr_set_mode(b.hdr.w, 0);
    }
    break;
  case 6:
    nf_tb_cover(tb, "too short");
    nf_ace_hdr_set_words(b.hdr.w, (uint8_t)(words + 1));
    break;
  case 7:
    nf_tb_cover(tb, "too long");
    b.beats = words + 1 + (unsigned)nf_tb_below(tb, 20);
    nf_ace_hdr_set_words(b.hdr.w, (uint8_t)(nf_tb_chance(tb, 20) ? 0 : words));
    if (nf_ace_hdr_words(b.hdr.w) == 0)
      b.beats++;
    break;
  case 8:
    nf_tb_cover(tb, "first in the middle");
    b.first_inside = true;
    b.beats = 2 + (unsigned)nf_tb_below(tb, 3);
    nf_ace_hdr_set_words(b.hdr.w, (uint8_t)b.beats);
    break;
  case 9:
    nf_tb_cover(tb, "no first");
    b.no_first = true;
    break;
  case 10:
    nf_tb_cover(tb, "of an older epoch");
    b.stale = true;
    nf_ace_hdr_set_epoch(b.hdr.w, (c->epoch - 1 - nf_tb_below(tb, 64)) & 127);
    break;
  case 11:
    nf_tb_cover(tb, "of a newer epoch");
    b.early = true;
    nf_ace_hdr_set_epoch(b.hdr.w, (c->epoch + 1 + nf_tb_below(tb, 63)) & 127);
    break;
  default:
    nf_tb_cover(tb, "credits that are not");
    b.beats = 1;
    nf_ace_hdr_set_words(b.hdr.w, 0);
    nf_ace_hdr_set_kind(b.hdr.w, NF_ACE_KIND_CREDIT);
    nf_ace_hdr_set_credits(b.hdr.w, 9);
    if (nf_tb_chance(tb, 50))
      nf_ace_hdr_set_dst(b.hdr.w, NODE + 1);
    else
      nf_ace_hdr_set_words(b.hdr.w, 1);
    break;
  }
  return b;
}

static bool setting_up(const context *c) { return c->script < 2 * NF_ACE_QPS; }

static void next_on_link(nf_tb *tb, context *c) {
  bool made = false;
  if (setting_up(c)) { // only what is on its way
  } else if (!c->clean && !c->draining && nf_pace_go(tb, &c->bad)) {
    c->on_link = make_bad(tb, c);
    c->stale_sent += c->on_link.stale;
    c->early_sent += c->on_link.early;
    c->bad_sent += !c->on_link.stale && !c->on_link.early;
    c->on = true;
  } else if (c->draining || nf_pace_go(tb, &c->credit)) {
    c->on_link = make_credit(tb, c, &made);
    c->on = made;
  }
  if (!c->on && c->count != 0) {
    const unsigned i = c->full ? 0 : (unsigned)nf_tb_below(tb, c->count);
    c->on_link = c->flying[i];
    memmove(&c->flying[i], &c->flying[i + 1], (--c->count - i) * sizeof c->flying[0]);
    if (i != 0)
      nf_tb_cover(tb, "overtaken");
    c->on = true;
  }
  c->beat = 0;
}

static void arrive(nf_tb *tb, context *c, nf_ace_port_in *in) {
  if (!c->draining && !setting_up(c) && nf_pace_go(tb, &c->make))
    make_packet(tb, c);
  if (!c->on)
    next_on_link(tb, c);
  if (!c->on || !(c->draining || nf_pace_go(tb, &c->arrive)))
    return;
  packet *const p = &c->on_link;
  const unsigned q = nf_ace_hdr_qp(p->hdr.w), seq = nf_ace_hdr_seq(p->hdr.w);
  in->rx_valid = true;
  in->rx_first = p->no_first ? false : c->beat == 0 || (p->first_inside && c->beat == 1);
  in->rx_last = c->beat + 1 == p->beats;
  in->rx_hdr = p->hdr;
  in->rx_data = word(p->bad ? 2 : TO_PORT, q, seq, c->beat);
  c->taken_words++;
  c->beat++;
  if (!in->rx_last)
    return;
  c->on = false;
  if (!p->bad && nf_ace_hdr_epoch(p->hdr.w) != c->epoch) {
    c->stale_sent++;
    nf_tb_cover(tb, "a packet from before an abort");
    return;
  }
  if (!p->bad && nf_ace_hdr_kind(p->hdr.w) == NF_ACE_KIND_DATA) {
    c->qp[q].last = (uint16_t)seq;
    c->qp[q].any = true;
  }
}

// ------------------------------------------------------------------------------ issue, crossbar
static unsigned choose(nf_tb *tb, const context *c, unsigned flags) {
  unsigned q = (unsigned)nf_tb_below(tb, NF_ACE_QPS);
  if (c->full || c->tokens)
    q = (unsigned)nf_tb_cycle(tb) / 4;
  for (unsigned i = 0; i < NF_ACE_QPS; i++, q++)
    if (flags >> q % NF_ACE_QPS & 1)
      break;
  return q % NF_ACE_QPS;
}

static void grant(nf_tb *tb, context *c, const nf_ace_port_out *out, nf_ace_port_in *in) {
  const unsigned now = (unsigned)nf_tb_cycle(tb);
  uint64_t op = 0;
  bool pop = out->avail != 0 && now >= c->in_free && (c->draining || nf_pace_go(tb, &c->pop));
  bool push = (out->credit & out->open) != 0 && out->space && now >= c->out_free && !c->draining &&
              nf_pace_go(tb, &c->push);
  unsigned words = 0;
  if (pop) {
    const unsigned q = choose(tb, c, out->avail);
    pair *const p = &c->qp[q];
    words = length(c, TO_PORT, q, p->handed);
    nf_tb_check(tb, p->handed < p->sent && (out->words >> 4 * q & 15) == words,
                "queue pair %u hands out packet %u", q, p->handed);
    for (unsigned k = 0; k < words; k++) {
      c->expect[(now + 2 + k) % DELAY] = word(TO_PORT, q, p->handed, k);
      c->expects[(now + 2 + k) % DELAY] = true;
      c->expect_poison[(now + 2 + k) % DELAY] = poisoned(TO_PORT, q, p->handed, words);
    }
    nf_ace_req_set_recv(&op, 1);
    nf_ace_req_set_qin(&op, (uint8_t)(ID << 4 | q));
    p->handed++;
    c->popped++;
    c->in_free = now + (words < 2 ? 2 : words);
  }
  if (push) {
    const unsigned q = choose(tb, c, out->credit & out->open);
    pair *const p = &c->qp[q];
    const unsigned w = length(c, TO_PEER, q, p->granted);
    push = !pop || w == words; // one transfer does both with one length
    if (push) {
      words = w;
      nf_tb_check(tb, p->granted - p->freed < p->peer_slots, "queue pair %u has a credit", q);
      for (unsigned k = 0; k < words; k++) {
        c->out[(now + 6 + k) % DELAY] = word(TO_PEER, q, p->granted, k);
        c->outs[(now + 6 + k) % DELAY] = true;
        c->out_poison[(now + 6 + k) % DELAY] = poisoned(TO_PEER, q, p->granted, words);
      }
      nf_ace_req_set_send(&op, 1);
      nf_ace_req_set_qout(&op, (uint8_t)(ID << 4 | q));
      p->granted++;
      c->pushed++;
      c->out_free = now + (words < 2 ? 2 : words);
    }
  }
  if (pop && push)
    nf_tb_cover(tb, "in and out in one transfer");
  if (!pop && !push && nf_tb_chance(tb, 30)) { // another port's
    nf_ace_req_set_recv(&op, 1);
    nf_ace_req_set_send(&op, 1);
    nf_ace_req_set_qin(&op, (uint8_t)((ID ^ 1) << 4));
    nf_ace_req_set_qout(&op, (uint8_t)((ID ^ 8) << 4));
    words = 4;
  }
  nf_ace_req_set_words(&op, (uint8_t)words);
  in->op_valid = op != 0;
  in->op = op;
}

static void data(nf_tb *tb, context *c, const nf_ace_port_out *out, nf_ace_port_in *in) {
  const unsigned at = (unsigned)nf_tb_cycle(tb) % DELAY;
  if (c->expects[at])
    nf_tb_check(tb,
                memcmp(&out->in_data, &c->expect[at], P_WordBytes) == 0 &&
                    out->in_poison == c->expect_poison[at],
                "word at g+2+k");
  in->out_valid = c->outs[at];
  if (in->out_valid)
    in->out_data = c->out[at];
  in->out_poison = in->out_valid ? c->out_poison[at] : nf_tb_chance(tb, 50);
  c->expects[at] = c->outs[at] = false;
}

// ------------------------------------------------------------------------------ NIC
static void first_word(nf_tb *tb, context *c, const nf_ace_port_out *out) {
  const uint64_t *h = out->nic_hdr.w;
  const unsigned q = 15u - nf_ace_hdr_qp(h);
  const bool old = nf_ace_hdr_epoch(h) != c->epoch;
  pair *const p = old ? &c->old[q] : &c->qp[q];
  nf_tb_check(tb, c->held != 0, "room was reserved");
  c->held--;
  nf_tb_check(tb,
              nf_ace_hdr_mode(h) == 1 && nf_ace_hdr_dst(h) == PEER_NODE + q &&
                  nf_ace_hdr_src(h) == NODE,
              "header of queue pair %u", q);
  c->nic_qp = q;
  c->nic_count = 0;
  c->nic_words = nf_ace_hdr_words(h);
  if (nf_ace_hdr_kind(h) == NF_ACE_KIND_CREDIT) {
    if (old)
      return;
    const unsigned n = nf_ace_hdr_credits(h);
    p->credits += n;
    c->credit_packets++;
    nf_tb_check(tb, n != 0 && c->nic_words == 0 && p->credits <= p->slots - (p->sent - p->handed),
                "queue pair %u: %u credits back, %u in all", q, n, p->credits);
    return;
  }
  c->nic_seq = p->came++;
  if (nf_ace_hdr_poison(h))
    nf_tb_cover(tb, "a poisoned packet");
  nf_tb_check(tb,
              nf_ace_hdr_seq(h) == (uint16_t)c->nic_seq && p->came <= p->granted &&
                  c->nic_words == length(c, TO_PEER, q, c->nic_seq) &&
                  nf_ace_hdr_poison(h) == poisoned(TO_PEER, q, c->nic_seq, c->nic_words),
              "queue pair %u sends packet %u", q, c->nic_seq);
}

static void nic(nf_tb *tb, context *c, const nf_ace_port_out *out, nf_ace_port_in *in) {
  if (out->nic_valid) {
    nf_tb_check(tb, out->nic_first == !c->nic_open, "first");
    if (out->nic_first)
      first_word(tb, c, out);
    if (c->nic_words != 0) {
      const nf_ace_word w = word(TO_PEER, c->nic_qp, c->nic_seq, c->nic_count++);
      nf_tb_check(tb, memcmp(&w, &out->nic_data, P_WordBytes) == 0, "word %u to the NIC",
                  c->nic_count);
    }
    nf_tb_check(tb, out->nic_last == (c->nic_count == c->nic_words), "last");
    c->nic_open = !out->nic_last;
    c->busy_words++;
  }
  in->room = out->ask && !c->gave && (c->draining || nf_pace_go(tb, &c->room));
  c->gave = in->room;
  c->held += in->room;
  nf_tb_check(tb, c->held <= 2, "%u reservations", c->held);
}

// ------------------------------------------------------------------------------ run
// All is quiet: nothing was lost, nothing counted twice.
static void settle(nf_tb *tb, context *c, const nf_ace_port_out *out) {
  nf_tb_check(tb, c->count == 0 && !c->on && out->avail == 0, "all has arrived");
  nf_tb_check(tb, c->dropped == c->bad_sent, "%u dropped, %u bad", c->dropped, c->bad_sent);
  for (unsigned q = 0; q < NF_ACE_QPS; q++) {
    const pair *p = &c->qp[q];
    nf_tb_check(tb,
                p->handed == p->sent && p->credits == p->slots && p->came == p->granted &&
                    p->freed == p->came,
                "queue pair %u: %u of %u, %u credits of %u, sent %u of %u", q, p->handed, p->sent,
                p->credits, p->slots, p->came, p->granted);
    nf_tb_check(tb, (out->open >> q & 1) == p->open, "queue pair %u is set up", q);
  }
  for (unsigned q = 0; q < NF_ACE_QPS; q++)
    nf_tb_check(tb, c->old[q].came == c->old[q].granted, "queue pair %u: %u of %u before the abort",
                q, c->old[q].came, c->old[q].granted);
  nf_tb_check(tb, c->stale == c->stale_sent && c->early == c->early_sent,
              "%u of an older epoch, %u sent; %u of a newer one, %u sent", c->stale, c->stale_sent,
              c->early, c->early_sent);
  c->settled++;
  if (c->again) { // all queue pairs are set up anew
    memset(c->qp, 0, sizeof c->qp);
    c->pairs = c->script = 0;
    lay_out(tb, c, NF_ACE_QPS - 1, 99);
    c->abort_at = (unsigned)nf_tb_cycle(tb) + 500 + (unsigned)nf_tb_below(tb, 1000);
  }
}

// An abort: nothing is granted for a while before, and all queue pairs are set up anew. What the
// peer has sent in the old epoch still comes, and what the port was told to send still leaves.
static void abort_now(nf_tb *tb, context *c, nf_ace_port_in *in) {
  in->clear = true;
  c->epoch = (c->epoch + 1 + (unsigned)nf_tb_below(tb, 63)) & 127;
  memcpy(c->old, c->qp, sizeof c->old);
  memset(c->qp, 0, sizeof c->qp);
  c->pairs = c->script = c->abort_at = 0;
  lay_out(tb, c, NF_ACE_QPS - 1, 99);
}

static void drive(nf_tb *tb, void *ctx, const void *po, void *pi) {
  context *const c = ctx;
  const nf_ace_port_out *out = po;
  nf_ace_port_in *in = pi;
  in->id = ID;
  in->node = NODE;
  c->dropped += out->drop;
  c->stale += out->stale;
  c->early += out->early;
  in->epoch = (uint8_t)c->shown_epoch;
  const bool setting = setting_up(c), aborts = c->abort_at != 0 && !(c->on && c->on_link.bad) &&
                                               nf_tb_cycle(tb) > c->abort_at + DELAY;
  if (setting)
    configure(c, in);
  else if (aborts)
    abort_now(tb, c, in);
  c->shown_epoch = c->epoch;
  c->cycle_in_period = (unsigned)nf_tb_cycle(tb) % PERIOD;
  c->draining = !c->clean && c->cycle_in_period >= PERIOD - DRAIN;
  data(tb, c, out, in);
  nic(tb, c, out, in);
  arrive(tb, c, in);
  if (setting || aborts)
    return;
  if (c->abort_at == 0 || nf_tb_cycle(tb) < c->abort_at)
    grant(tb, c, out, in);
  if (c->draining && c->cycle_in_period == PERIOD - 1)
    settle(tb, c, out);
  // Writes for other ports and other registers pass by.
  in->cfg_valid = nf_tb_chance(tb, 10);
  in->cfg_addr = NF_ACE_CSR_QP + (ID ^ 1) * 256u + (unsigned)nf_tb_below(tb, 256);
  in->cfg_wdata = (uint32_t)nf_tb_rand(tb);
}

static void finish(nf_tb *tb, void *ctx) {
  const context *c = ctx;
  nf_tb_reach(tb, c->popped > 100 && c->pushed > 100, "%u in, %u out", c->popped, c->pushed);
  nf_tb_reach(tb, c->settled != 0, "settled");
}

static void finish_full(nf_tb *tb, void *ctx) {
  const context *c = ctx;
  const unsigned cycles = (unsigned)nf_tb_cycle(tb);
  if (P_Slots >= 64) {
    nf_tb_check(tb, c->busy_words + 60 >= cycles, "%u words out in %u cycles", c->busy_words,
                cycles);
    nf_tb_check(tb, c->taken_words + 60 >= cycles, "%u words in in %u cycles", c->taken_words,
                cycles);
    nf_tb_check(tb, c->credit_packets * 10 <= cycles, "%u credit packets", c->credit_packets);
  }
}

static void finish_tokens(nf_tb *tb, void *ctx) {
  const context *c = ctx;
  nf_tb_check(tb, c->popped * 10 > nf_tb_cycle(tb) && c->pushed * 10 > nf_tb_cycle(tb),
              "%u tokens in, %u out", c->popped, c->pushed);
}

// One packet alone: the times of its path; and a single credit that comes back by itself.
static void drive_times(nf_tb *tb, void *ctx, const void *po, void *pi) {
  context *const c = ctx;
  const nf_ace_port_out *out = po;
  nf_ace_port_in *in = pi;
  enum { T = 100, G = 110, S = 200 };
  const unsigned now = (unsigned)nf_tb_cycle(tb);
  in->id = ID;
  in->node = NODE;
  if (c->script < 2 * NF_ACE_QPS) {
    configure(c, in);
    return;
  }
  in->room = out->ask && !c->gave;
  c->gave = in->room;
  if (now >= T && now < T + 4) {
    in->rx_valid = true;
    in->rx_first = now == T;
    in->rx_last = now == T + 3;
    in->rx_hdr = header(0, NF_ACE_KIND_DATA, 0, 0, 4);
    in->rx_data = word(TO_PORT, 0, 0, now - T);
  }
  if (now > 40)
    nf_tb_check(tb, (out->avail & 1) == (now >= T + 5 && now < G + 2), "avail at %u", now);
  in->op_valid = now == G || now == S;
  if (now == G) {
    nf_ace_req_set_recv(&in->op, 1);
    nf_ace_req_set_qin(&in->op, ID << 4);
  }
  if (now == S) {
    nf_ace_req_set_send(&in->op, 1);
    nf_ace_req_set_qout(&in->op, ID << 4);
  }
  nf_ace_req_set_words(&in->op, 4);
  if (now >= G + 2 && now < G + 6) {
    const nf_ace_word w = word(TO_PORT, 0, 0, now - G - 2);
    nf_tb_check(tb, memcmp(&w, &out->in_data, P_WordBytes) == 0, "word %u in", now - G - 2);
  }
  if (now >= S + 6 && now < S + 10) {
    in->out_valid = true;
    in->out_data = word(TO_PEER, 0, 0, now - S - 6);
  }
  if (now > G && now < S)
    nf_tb_check(tb, out->nic_valid == (now == G + 4), "credit at %u", now);
  if (now >= S)
    nf_tb_check(tb, out->nic_valid == (now >= S + 8 && now < S + 12), "packet at %u", now);
}

static void start_times(nf_tb *tb, void *ctx) { lay_out(tb, ctx, 1, 1); }

int main(int argc, char **argv) {
  static const nf_ace_port_cfg cfg = {.Slots = P_Slots, .Out = P_Out, .WordBytes = P_WordBytes};
  static const nf_tb_scenario scenarios[] = {
      {"ACE 4.5 out of order, credits come and go", 24000, start, drive, finish},
      {"ACE 4.5 again, another layout", 24000, start, drive, finish},
      {"ACE 4.5 most packets are bad", 24000, start_bad, drive, finish},
      {"ACE 4.5 one queue pair with all slots", 24000, start_wide, drive, finish},
      {"ACE 4.2 one word per cycle in and out", 3000, start_full, drive, finish_full},
      {"ACE 4.2 tokens", 3000, start_tokens, drive, finish_tokens},
      {"ACE 4.2 times of one packet", 300, start_times, drive_times, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_ace_port_dut,
                             .model = NF_TB_MODEL(nf_ace_port),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0],
                             .unreset = "in_data in_poison words:avail nic_data"};
  return nf_tb_main(argc, argv, &bench);
}
