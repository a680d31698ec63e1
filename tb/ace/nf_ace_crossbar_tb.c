// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_ace_crossbar against its model, and against a timetable of its own: every grant enters what
// must be seen where in which cycle. Everything that is not due is noise.
#include "ace/nf_ace_crossbar.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_ace_crossbar_dut;

static const nf_ace_crossbar_cfg cfg = {P_Ports, P_Banks,        P_Alus,
                                        P_Lanes, P_BankAddrBits, P_WordBytes};

enum { SEND = 1, WRITE = 2, READ = 4, RECV = 8, AHEAD = 32, WORDS = 4, LIMBS = P_WordBytes / 8 };

// What is due in a cycle: given to the block, and seen at it.
typedef struct {
  uint8_t bank_re, bank_we, out_valid, lane_valid, lane_reduce;
  bool rxd_valid, txd;
  uint8_t rdata, in, result;                       // data that is given
  uint8_t rpoison, in_poison, wpoison, out_poison; // beside it: one bit a bank, a port
  bool txd_poison, rxd_poison;
  uint16_t raddr[4], waddr[4];
  nf_ace_word rdata_word[4], wdata[4], in_word[8], out[8], a[8], b[8], result_word[8], txd_word,
      rxd;
  uint8_t code[8];
} due;

typedef struct {
  due table[AHEAD];
  uint64_t read[4], write[4], in[8], out[8], lane[8]; // in use until then
  nf_pace ops, wrs, rds;
  unsigned full; // percent of packets with all words
  unsigned moved, written, read_out, tokens;
} context;

static unsigned below(nf_tb *tb, unsigned n) { return (unsigned)nf_tb_below(tb, n); }

static nf_ace_word any_word(nf_tb *tb) {
  nf_ace_word w = {{0}};
  for (unsigned i = 0; i < LIMBS; i++)
    w.w[i] = nf_tb_rand(tb);
  return w;
}

static bool same(const uint64_t *seen, const nf_ace_word *want) {
  return memcmp(seen, want, P_WordBytes) == 0;
}

// The lanes behind the crossbar: any function will do.
static nf_ace_word work(const nf_ace_word *a, const nf_ace_word *b, bool reduce, uint8_t code) {
  nf_ace_word r = *a;
  if (reduce)
    for (unsigned i = 0; i < LIMBS; i++)
      r.w[i] = a->w[i] * 3 + b->w[i] + code;
  return r;
}

static uint16_t row_of(unsigned addr, unsigned k) {
  return (uint16_t)((addr / P_Banks * WORDS + k) & ((1u << P_BankAddrBits) - 1));
}

static due *at(context *c, uint64_t cycle) { return &c->table[cycle % AHEAD]; }

static bool is_free(uint64_t until, uint64_t now) { return until <= now; }

static nf_ace_word enter_read(nf_tb *tb, context *c, uint64_t now, unsigned addr, unsigned k,
                              bool *poison) {
  const unsigned b = addr % P_Banks;
  due *d = at(c, now + 1 + k);
  d->bank_re |= (uint8_t)(1u << b);
  d->raddr[b] = row_of(addr, k);
  d = at(c, now + 2 + k);
  d->rdata |= (uint8_t)(1u << b);
  *poison = nf_tb_chance(tb, 30);
  d->rpoison |= (uint8_t)(*poison << b);
  return d->rdata_word[b] = any_word(tb);
}

static void enter_write(context *c, uint64_t now, unsigned addr, unsigned k, const nf_ace_word *w,
                        bool poison) {
  const unsigned b = addr % P_Banks;
  due *const d = at(c, now + 6 + k);
  d->bank_we |= (uint8_t)(1u << b);
  d->waddr[b] = row_of(addr, k);
  d->wdata[b] = *w;
  d->wpoison |= (uint8_t)(poison << b);
}

// The timetable of a transfer with words.
static void enter(nf_tb *tb, context *c, uint64_t r, unsigned lane) {
  const uint64_t now = nf_tb_cycle(tb);
  const unsigned in = nf_ace_req_qin(&r) >> 4 & 7, out = nf_ace_req_qout(&r) >> 4;
  const bool recv = nf_ace_req_recv(&r), reduces = recv && nf_ace_req_read(&r);
  const uint8_t bit = (uint8_t)(1u << lane);
  for (unsigned k = 0; k < nf_ace_req_words(&r); k++) {
    nf_ace_word got = {{0}}, read = {{0}};
    bool got_poison = false, read_poison = false;
    if (recv) {
      at(c, now + 2 + k)->in |= (uint8_t)(1u << in);
      got = at(c, now + 2 + k)->in_word[in] = any_word(tb);
      got_poison = nf_tb_chance(tb, 30);
      at(c, now + 2 + k)->in_poison |= (uint8_t)(got_poison << in);
    }
    if (nf_ace_req_read(&r))
      read = enter_read(tb, c, now, nf_ace_req_raddr(&r), k, &read_poison);
    due *d = at(c, now + 3 + k);
    d->lane_valid |= bit;
    d->lane_reduce |= (uint8_t)(reduces ? bit : 0);
    d->code[lane] = (uint8_t)(nf_ace_req_dtype(&r) << 4 | nf_ace_req_red_op(&r));
    d->a[lane] = recv ? got : read;
    d->b[lane] = read;
    const nf_ace_word result = work(&d->a[lane], &d->b[lane], reduces, d->code[lane]);
    d = at(c, now + 5 + k);
    d->result_word[lane] = result;
    if (nf_ace_req_write(&r) || nf_ace_req_send(&r))
      d->result |= bit;
    if (nf_ace_req_write(&r))
      enter_write(c, now, nf_ace_req_waddr(&r), k, &result, got_poison || read_poison);
    if (nf_ace_req_send(&r)) {
      d = at(c, now + 6 + k);
      d->out_valid |= (uint8_t)(1u << out);
      d->out[out] = result;
      d->out_poison |= (uint8_t)((got_poison || read_poison) << out);
    }
    c->moved++;
  }
}

// Grants that fit what is in use.
static void grant(nf_tb *tb, context *c, nf_ace_crossbar_in *i) {
  static const unsigned kinds[] = {SEND | READ,         READ | WRITE,
                                   READ | WRITE | SEND, RECV,
                                   RECV | SEND,         RECV | WRITE,
                                   RECV | READ | SEND,  RECV | READ | WRITE,
                                   RECV | WRITE | SEND, RECV | READ | WRITE | SEND};
  const uint64_t now = nf_tb_cycle(tb);
  const unsigned kind = kinds[below(tb, sizeof kinds / sizeof *kinds)];
  const unsigned words = nf_tb_chance(tb, c->full) ? WORDS : 1 + below(tb, WORDS);
  const bool reduces = (kind & READ) && (kind & RECV);
  const unsigned in = below(tb, P_Ports), out = below(tb, P_Ports);
  const unsigned lane = below(tb, reduces ? P_Alus : P_Lanes);
  const unsigned raddr = below(tb, 1 << 16), waddr = below(tb, 1 << 16);
  i->op = nf_tb_rand(tb); // what does not matter may be anything
  nf_ace_req_set_qin(&i->op, (uint8_t)(nf_tb_rand(tb) & 0x8f));
  nf_ace_req_set_qin(&i->op, (uint8_t)(nf_ace_req_qin(&i->op) | in << 4));
  nf_ace_req_set_qout(&i->op, (uint8_t)(out << 4 | below(tb, 16)));
  nf_ace_req_set_raddr(&i->op, (uint16_t)raddr);
  nf_ace_req_set_waddr(&i->op, (uint16_t)waddr);
  nf_ace_req_set_words(&i->op, (uint8_t)words);
  nf_ace_req_set_recv(&i->op, (kind & RECV) != 0);
  nf_ace_req_set_read(&i->op, (kind & READ) != 0);
  nf_ace_req_set_write(&i->op, (kind & WRITE) != 0);
  nf_ace_req_set_send(&i->op, (kind & SEND) != 0);
  i->op_lane = (uint8_t)lane;
  uint64_t *const used[] = {kind & RECV ? &c->in[in] : NULL, kind & SEND ? &c->out[out] : NULL,
                            kind & READ ? &c->read[raddr % P_Banks] : NULL,
                            kind & WRITE ? &c->write[waddr % P_Banks] : NULL, &c->lane[lane]};
  bool fits = nf_pace_go(tb, &c->ops);
  for (unsigned u = 0; u < 5; u++)
    fits = fits && (!used[u] || is_free(*used[u], now));
  if (fits && nf_tb_chance(tb, 5)) {
    nf_ace_req_set_words(&i->op, 0);
    c->tokens++;
  } else if (fits) {
    for (unsigned u = 0; u < 5; u++)
      if (used[u])
        *used[u] = now + words;
    enter(tb, c, i->op, lane);
  }
  i->op_valid = fits;
}

static void grant_dmas(nf_tb *tb, context *c, nf_ace_crossbar_in *i) {
  const uint64_t now = nf_tb_cycle(tb);
  for (unsigned reads = 0; reads < 2; reads++) {
    const unsigned addr = below(tb, 1 << 16), b = addr % P_Banks;
    const unsigned words = nf_tb_chance(tb, c->full) ? WORDS : 1 + below(tb, WORDS);
    uint64_t *const until = reads ? &c->read[b] : &c->write[b];
    *(reads ? &i->rdop : &i->wrop) = words << 16 | addr;
    if (!nf_pace_go(tb, reads ? &c->rds : &c->wrs) || !is_free(*until, now))
      continue;
    // A DMA has one port: its transfers do not overlap.
    for (unsigned k = 0; k < WORDS; k++)
      if (reads ? at(c, now + 3 + k)->rxd_valid : at(c, now + 2 + k)->txd)
        goto next;
    *until = now + words;
    *(reads ? &i->rdop_valid : &i->wrop_valid) = true;
    for (unsigned k = 0; k < words; k++) {
      if (reads) {
        bool poison;
        const nf_ace_word w = enter_read(tb, c, now, addr, k, &poison);
        at(c, now + 3 + k)->rxd_valid = true;
        at(c, now + 3 + k)->rxd = w;
        at(c, now + 3 + k)->rxd_poison = poison;
        c->read_out++;
      } else {
        const nf_ace_word w = any_word(tb);
        const bool poison = nf_tb_chance(tb, 30);
        at(c, now + 2 + k)->txd = true;
        at(c, now + 2 + k)->txd_poison = poison;
        at(c, now + 2 + k)->txd_word = w;
        enter_write(c, now, addr, k, &w, poison);
        c->written++;
      }
    }
  next:;
  }
}

static void compare(nf_tb *tb, const due *d, const nf_ace_crossbar_out *o) {
  nf_tb_check(tb, o->bank_re == d->bank_re, "banks read %x, due %x", o->bank_re, d->bank_re);
  nf_tb_check(tb, o->bank_we == d->bank_we, "banks written %x, due %x", o->bank_we, d->bank_we);
  nf_tb_check(tb, o->out_valid == d->out_valid, "ports %x, due %x", o->out_valid, d->out_valid);
  nf_tb_check(tb, o->lane_valid == d->lane_valid, "lanes %x, due %x", o->lane_valid, d->lane_valid);
  nf_tb_check(tb, o->rxd_valid == d->rxd_valid, "RX DMA");
  nf_tb_check(tb, (o->bank_wpoison & d->bank_we) == d->wpoison, "banks poisoned %x, due %x",
              o->bank_wpoison & d->bank_we, d->wpoison);
  nf_tb_check(tb, (o->out_poison & d->out_valid) == d->out_poison, "ports poisoned %x, due %x",
              o->out_poison & d->out_valid, d->out_poison);
  for (unsigned b = 0; b < P_Banks; b++) {
    if (d->bank_re >> b & 1)
      nf_tb_check(tb, o->bank_raddr[b] == d->raddr[b], "read of another row");
    if (d->bank_we >> b & 1)
      nf_tb_check(tb,
                  o->bank_waddr[b] == d->waddr[b] && same(&o->bank_wdata[b * LIMBS], &d->wdata[b]),
                  "bank %u is written wrong", b);
  }
  for (unsigned l = 0; l < P_Lanes; l++) {
    if (!(d->lane_valid >> l & 1))
      continue;
    const bool reduces = d->lane_reduce >> l & 1;
    nf_tb_check(tb, reduces == (o->lane_reduce >> l & 1) && o->lane_code[l] == d->code[l],
                "lane %u is told another thing", l);
    nf_tb_check(tb,
                same(&o->lane_a[l * LIMBS], &d->a[l]) &&
                    (!reduces || same(&o->lane_b[l * LIMBS], &d->b[l])),
                "lane %u has other operands", l);
  }
  for (unsigned p = 0; p < P_Ports; p++)
    if (d->out_valid >> p & 1)
      nf_tb_check(tb, same(&o->out_data[p * LIMBS], &d->out[p]), "port %u sends another word", p);
  if (d->rxd_valid)
    nf_tb_check(tb, same(o->rxd_data.w, &d->rxd) && o->rxd_poison == d->rxd_poison,
                "another word to the RX DMA");
  nf_tb_check(tb,
              o->look_bank == d->rdata && o->look_port == d->in && o->look_lane == d->result &&
                  o->look_txd == d->txd,
              "what is read next");
}

static void put(uint64_t *to, nf_ace_word word) { nf_ace_word_copy(to, word.w, LIMBS); }

static void drive(nf_tb *tb, void *p, const void *po, void *pi) {
  context *c = p;
  nf_ace_crossbar_in *i = pi;
  due *const d = at(c, nf_tb_cycle(tb));
  compare(tb, d, po);
  for (unsigned b = 0; b < P_Banks; b++)
    put(&i->bank_rdata[b * LIMBS], d->rdata >> b & 1 ? d->rdata_word[b] : any_word(tb));
  for (unsigned port = 0; port < P_Ports; port++)
    put(&i->in_data[port * LIMBS], d->in >> port & 1 ? d->in_word[port] : any_word(tb));
  for (unsigned l = 0; l < P_Lanes; l++)
    put(&i->lane_result[l * LIMBS], d->result >> l & 1 ? d->result_word[l] : any_word(tb));
  i->txd_data = d->txd ? d->txd_word : any_word(tb);
  const uint8_t noise = (uint8_t)nf_tb_rand(tb);
  i->bank_rpoison = (uint8_t)(d->rpoison | (noise & ~d->rdata & ((1u << P_Banks) - 1)));
  i->in_poison = (uint8_t)(d->in_poison | (noise & ~d->in & ((1u << P_Ports) - 1)));
  i->txd_poison = d->txd ? d->txd_poison : noise & 1;
  if (d->wpoison | d->out_poison)
    nf_tb_cover(tb, "a poisoned word is written or sent");
  if (__builtin_popcount(d->bank_re) > 1 && __builtin_popcount(d->bank_we) > 1)
    nf_tb_cover(tb, "several banks read and written at once");
  memset(d, 0, sizeof *d);
  grant(tb, c, i);
  grant_dmas(tb, c, i);
}

static void start(nf_tb *tb, void *p) {
  context *c = p;
  c->ops = nf_pace_any(tb);
  c->wrs = nf_pace_any(tb);
  c->rds = nf_pace_any(tb);
  c->full = 50;
}

static void start_rare(nf_tb *tb, void *p) {
  (void)tb;
  context *c = p;
  c->ops = c->wrs = c->rds = (nf_pace){.kind = NF_PACE_RANDOM, .percent = 3};
  c->full = 50;
}

static void start_full(nf_tb *tb, void *p) {
  (void)tb;
  context *c = p;
  c->ops = c->wrs = c->rds = (nf_pace){.kind = NF_PACE_ALWAYS};
  c->full = 100;
}

static void finish(nf_tb *tb, void *p) {
  context *c = p;
  const uint64_t least = nf_tb_cycle(tb) / 50;
  nf_tb_check(tb, c->moved > least && c->written > least && c->read_out > least && c->tokens,
              "%u moved, %u written, %u read, %u tokens", c->moved, c->written, c->read_out,
              c->tokens);
}

// Machines 0..3, each with a bank, two ports and a lane of its own: nothing pauses.
static void drive_streams(nf_tb *tb, void *p, const void *po, void *pi) {
  context *c = p;
  nf_ace_crossbar_in *i = pi;
  const nf_ace_crossbar_out *o = po;
  const uint64_t now = nf_tb_cycle(tb);
  enum {
    STREAMS = P_Banks < P_Ports ? (P_Banks < P_Alus ? P_Banks : P_Alus)
                                : (P_Ports < P_Alus ? P_Ports : P_Alus)
  };
  due *const d = at(c, now);
  compare(tb, d, po);
  for (unsigned b = 0; b < P_Banks; b++)
    put(&i->bank_rdata[b * LIMBS], d->rdata_word[b]);
  for (unsigned port = 0; port < P_Ports; port++)
    put(&i->in_data[port * LIMBS], d->in_word[port]);
  for (unsigned l = 0; l < P_Lanes; l++)
    put(&i->lane_result[l * LIMBS], d->result_word[l]);
  i->bank_rpoison = d->rpoison;
  i->in_poison = d->in_poison;
  memset(d, 0, sizeof *d);
  const unsigned m = (unsigned)(now % WORDS);
  if (m < STREAMS) {
    i->op = RECV | READ | WRITE | SEND;
    nf_ace_req_set_words(&i->op, WORDS);
    nf_ace_req_set_qin(&i->op, (uint8_t)(m << 4));
    nf_ace_req_set_qout(&i->op, (uint8_t)((m + 1) % P_Ports << 4));
    nf_ace_req_set_raddr(&i->op, (uint16_t)(now / WORDS * P_Banks + m));
    nf_ace_req_set_waddr(&i->op, (uint16_t)(now / WORDS * P_Banks + m));
    i->op_valid = true;
    i->op_lane = (uint8_t)m;
    enter(tb, c, i->op, m);
  }
  const unsigned all = (1u << STREAMS) - 1;
  if (now >= 16)
    nf_tb_check(tb,
                (o->bank_re & all) == all && (o->bank_we & all) == all &&
                    (o->lane_valid & all) == all && __builtin_popcount(o->out_valid) == STREAMS,
                "a pause");
}

int main(int argc, char **argv) {
  static const nf_tb_scenario scenarios[] = {
      {"ACE 4.2 transfers of any kind, each word at its time", 20000, start, drive, finish},
      {"ACE 4.2 with long pauses", 20000, start_rare, drive, NULL},
      {"ACE 4.3.2 everything at once", 20000, start_full, drive, finish},
      {"ACE 4.2 reduce, copy and send in every bank and cycle", 1000, NULL, drive_streams, NULL},
  };
  const nf_tb_bench bench = {
      .dut = &nf_ace_crossbar_dut,
      .model = NF_TB_MODEL(nf_ace_crossbar),
      .cfg = &cfg,
      .ctx_size = sizeof(context),
      .scenarios = scenarios,
      .count = sizeof scenarios / sizeof *scenarios,
      .unreset =
          "bank_raddr:bank_re bank_waddr:bank_we bank_wdata:bank_we bank_wpoison:bank_we lane_b"};
  return nf_tb_main(argc, argv, &bench);
}
