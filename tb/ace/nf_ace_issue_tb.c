// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_ace_issue against its model, and against books of its own: what each grant uses and until
// when, which flags a transfer needs, who waits for what. Machine m has queue pair m of every port,
// but the last one none of the last port.
#include "ace/nf_ace_issue.h"
#include "common/nf_defs.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_ace_issue_dut;

static const nf_ace_issue_cfg cfg = {P_Machines, P_Ports, P_Banks, P_Alus, P_Lanes};

enum { SEND = 1, WRITE = 2, READ = 4, RECV = 8 };
enum { FWD = RECV | SEND, TAKE = RECV | WRITE, COPY = READ | WRITE, RRS = RECV | READ | SEND };
enum { RRCS = RECV | READ | WRITE | SEND, NONE = 99, STALE = 2 };

// What there is, and until which cycle it is in use.
typedef struct {
  uint64_t read[4], write[4], in[8], out[8], lane[8];
} uses;

typedef struct {
  bool valid;
  uint64_t req, since; // cycle of the first offer
  unsigned refusal;    // NF_ACE_FAULT_* that it must get
} asker;

typedef struct {
  asker machine[P_Machines];
  bool wr, rd;
  uint16_t wr_addr, rd_addr;
  uint8_t wr_words, rd_words;
} askers;

typedef struct {
  askers ask;
  nf_pace machines, wr_pace, rd_pace, drain;
  // truth about the queue pairs, and how long what is shown of a port may be wrong
  uint16_t avail[8], credit[8];
  uint64_t words[8];
  unsigned space[8];
  uint64_t in_stale[8], out_stale[8];
  uses until;
  unsigned arrival; // percent: what is missing comes in a cycle
  unsigned bad;     // percent of requests that must be refused
  unsigned granted[P_Machines], refused, wr_granted, rd_granted;
  uint64_t longest; // wait of a machine
  unsigned seen_waits, select;
  bool honest; // flags are right always
} context;

static unsigned below(nf_tb *tb, unsigned n) { return (unsigned)nf_tb_below(tb, n); }

static uint64_t request(unsigned kind, unsigned words, unsigned qin, unsigned qout, unsigned raddr,
                        unsigned waddr) {
  uint64_t r = kind;
  nf_ace_req_set_words(&r, (uint8_t)words);
  nf_ace_req_set_qin(&r, (uint8_t)qin);
  nf_ace_req_set_qout(&r, (uint8_t)qout);
  nf_ace_req_set_raddr(&r, (uint16_t)raddr);
  nf_ace_req_set_waddr(&r, (uint16_t)waddr);
  nf_ace_req_set_red_op(&r, (uint8_t)(raddr & 7));
  return r;
}

static unsigned in_port(uint64_t r) { return nf_ace_req_qin(&r) >> 4; }
static unsigned out_port(uint64_t r) { return nf_ace_req_qout(&r) >> 4; }

static void put_words(context *c, unsigned port, unsigned qp, unsigned words) {
  c->words[port] = (c->words[port] & ~(15ull << 4 * qp)) | (uint64_t)words << 4 * qp;
}

// Machine m asks from this cycle on; with `now` its packet and its credit are there.
static void ask(nf_tb *tb, context *c, unsigned m, uint64_t req, bool now) {
  c->ask.machine[m] = (asker){.valid = true, .req = req, .since = nf_tb_cycle(tb)};
  if (in_port(req) < P_Ports) {
    put_words(c, in_port(req), m, nf_ace_req_words(&req));
    c->avail[in_port(req)] = (uint16_t)((c->avail[in_port(req)] & ~(1u << m)) | (unsigned)now << m);
  }
  if (out_port(req) < P_Ports)
    c->credit[out_port(req)] =
        (uint16_t)((c->credit[out_port(req)] & ~(1u << m)) | (unsigned)now << m);
}

static void ask_any(nf_tb *tb, context *c, unsigned m) {
  static const unsigned kinds[] = {
      READ | SEND, COPY, COPY | SEND, RECV, FWD, TAKE, RRS, RRCS, TAKE | SEND, RECV | READ | WRITE};
  unsigned kind = kinds[below(tb, sizeof kinds / sizeof *kinds)];
  unsigned words = 1 + below(tb, 4);
  if (nf_tb_chance(tb, 10)) {
    kind = nf_tb_chance(tb, 50) ? SEND : RECV;
    words = 0;
    nf_tb_cover(tb, "token");
  }
  const unsigned ports = m == P_Machines - 1 ? P_Ports - 1 : P_Ports;
  unsigned qin = below(tb, ports) << 4 | m, qout = below(tb, ports) << 4 | m, refusal = 0;
  if (nf_tb_chance(tb, c->bad) && (kind & (RECV | SEND))) {
    unsigned *const q = kind & RECV ? &qin : &qout;
    refusal = NF_ACE_FAULT_QP;
    switch (below(tb, 3)) {
    case 0:
      *q |= 0x80;
      break;
    case 1:
      *q = ports << 4 | m;
      break;
    default:
      if (kind & RECV)
        refusal = NF_ACE_FAULT_MISMATCH;
      else
        refusal = 0;
    }
  }
  ask(tb, c, m, request(kind, words, qin, qout, below(tb, 1 << 16), below(tb, 1 << 16)),
      nf_tb_chance(tb, 60));
  c->ask.machine[m].refusal = refusal;
  if (refusal == NF_ACE_FAULT_MISMATCH)
    put_words(c, qin >> 4, m, (words + 1 + below(tb, 3)) % 5);
}

// A resource is used from a cycle on; it must have been free.
static void occupy(nf_tb *tb, uint64_t *until, uint64_t from, unsigned cycles, const char *what) {
  nf_tb_check(tb, *until <= from, "%s is used by two", what);
  *until = from + cycles;
}

static void book_machine(nf_tb *tb, context *c, const nf_ace_issue_out *o) {
  const uint64_t now = nf_tb_cycle(tb);
  const unsigned m = (unsigned)__builtin_ctz(o->grant);
  const asker *const a = &c->ask.machine[m];
  const uint64_t r = a->req;
  const unsigned words = nf_ace_req_words(&r), port_cycles = words > 3 ? words : 3;
  nf_tb_check(tb, (o->grant & (o->grant - 1)) == 0, "two machines granted");
  nf_tb_check(tb, a->valid && o->op == r, "granted what nobody asked for");
  nf_tb_check(tb, a->refusal == 0, "granted what must be refused");
  if (nf_ace_req_recv(&r)) {
    const unsigned p = in_port(r);
    occupy(tb, &c->until.in[p], now, port_cycles, "a source port");
    nf_tb_check(tb, c->avail[p] >> m & 1, "no packet is there");
    c->avail[p] &= (uint16_t) ~(1u << m);
    c->in_stale[p] = now + STALE;
  }
  if (nf_ace_req_send(&r)) {
    const unsigned p = out_port(r);
    occupy(tb, &c->until.out[p], now, port_cycles, "a destination port");
    nf_tb_check(tb, (c->credit[p] >> m & 1) && c->space[p], "no credit, or no room");
    c->credit[p] &= (uint16_t) ~(1u << m);
    c->space[p] -= c->space[p] != 0;
    c->out_stale[p] = now + STALE;
  }
  if (words) {
    if (nf_ace_req_read(&r))
      occupy(tb, &c->until.read[nf_ace_req_raddr(&r) % P_Banks], now, words, "a bank's read port");
    if (nf_ace_req_write(&r))
      occupy(tb, &c->until.write[nf_ace_req_waddr(&r) % P_Banks], now, words,
             "a bank's write port");
    const bool reduces = nf_ace_req_recv(&r) && nf_ace_req_read(&r);
    nf_tb_check(tb, o->op_lane < (reduces ? P_Alus : P_Lanes), "lane %u", o->op_lane);
    bool plain = false;
    for (unsigned l = P_Alus; l < P_Lanes; l++)
      plain |= c->until.lane[l] <= now;
    nf_tb_check(tb, reduces || o->op_lane >= P_Alus || !plain, "an ALU is taken without need");
    occupy(tb, &c->until.lane[o->op_lane & 7], now, words, "a lane");
  }
  c->granted[m]++;
  if (now - a->since > c->longest)
    c->longest = now - a->since;
}

static void book(nf_tb *tb, context *c, const nf_ace_issue_out *o) {
  const uint64_t now = nf_tb_cycle(tb);
  for (unsigned p = 0; p < P_Ports; p++) {
    if (nf_pace_go(tb, &c->drain) && c->space[p] < 4)
      c->space[p]++;
    for (unsigned m = 0; m < P_Machines; m++) {
      if (nf_tb_chance(tb, c->arrival))
        c->avail[p] |= (uint16_t)(1u << m);
      if (nf_tb_chance(tb, c->arrival))
        c->credit[p] |= (uint16_t)(1u << m);
    }
  }
  nf_tb_check(tb, o->op_valid == (o->grant != 0), "op and grant");
  // Requests of before stand for one more cycle: their ends are told in it.
  if (o->grant)
    book_machine(tb, c, o);
  if (o->wr_grant) {
    nf_tb_check(tb, o->wrop_valid && o->wrop == ((uint32_t)c->ask.wr_words << 16 | c->ask.wr_addr),
                "another write");
    occupy(tb, &c->until.write[c->ask.wr_addr % P_Banks], now, c->ask.wr_words,
           "a bank's write port");
    c->wr_granted++;
  }
  if (o->rd_grant) {
    nf_tb_check(tb, o->rdop_valid && o->rdop == ((uint32_t)c->ask.rd_words << 16 | c->ask.rd_addr),
                "another read");
    occupy(tb, &c->until.read[c->ask.rd_addr % P_Banks], now, c->ask.rd_words,
           "a bank's read port");
    c->rd_granted++;
  }
  for (unsigned m = 0; m < P_Machines; m++) {
    if (o->reject[m]) {
      nf_tb_check(tb, o->reject[m] == c->ask.machine[m].refusal, "refused by %u", o->reject[m]);
      nf_tb_cover(tb, o->reject[m] == NF_ACE_FAULT_QP ? "no queue pair" : "wrong length");
      c->refused++;
    }
    c->seen_waits |= 1u << o->wait[m];
  }
}

// Inputs of this cycle. What is shown of a port that was just used may be anything.
static void show(nf_tb *tb, context *c, nf_ace_issue_in *i) {
  const uint64_t now = nf_tb_cycle(tb);
  for (unsigned p = 0; p < P_Ports; p++) {
    i->avail[p] = c->avail[p];
    i->words[p] = c->words[p];
    i->credit[p] = c->credit[p];
    i->space |= (uint8_t)((c->space[p] != 0) << p);
    i->open[p] = (uint16_t)((1u << (P_Machines - (p == P_Ports - 1))) - 1);
    if (now < c->in_stale[p] && !c->honest) {
      i->avail[p] = (uint16_t)nf_tb_rand(tb);
      i->words[p] = nf_tb_rand(tb);
    }
    if (now < c->out_stale[p] && !c->honest) {
      i->credit[p] = (uint16_t)nf_tb_rand(tb);
      i->space = (uint8_t)(i->space ^ (below(tb, 2) << p));
    }
  }
  for (unsigned m = 0; m < P_Machines; m++) {
    i->req_valid |= (uint16_t)((unsigned)c->ask.machine[m].valid << m);
    i->req[m] = c->ask.machine[m].req;
  }
  i->wr_valid = c->ask.wr;
  i->wr_addr = c->ask.wr_addr;
  i->wr_words = c->ask.wr_words;
  i->rd_valid = c->ask.rd;
  i->rd_addr = c->ask.rd_addr;
  i->rd_words = c->ask.rd_words;
  i->select = (uint16_t)c->select;
}

static bool ended(const nf_ace_issue_out *o, unsigned m) {
  return (o->grant >> m & 1) || o->reject[m];
}

static void clear_ended(context *c, const nf_ace_issue_out *o) {
  for (unsigned m = 0; m < P_Machines; m++)
    c->ask.machine[m].valid &= !ended(o, m);
  c->ask.wr &= !o->wr_grant;
  c->ask.rd &= !o->rd_grant;
}

static void start(nf_tb *tb, void *p) {
  context *c = p;
  c->machines = nf_pace_any(tb);
  c->wr_pace = nf_pace_any(tb);
  c->rd_pace = nf_pace_any(tb);
  c->drain = nf_pace_any(tb);
  c->arrival = 5;
  c->bad = 5;
  c->select = 0xffff;
}

static void start_greedy(nf_tb *tb, void *p) {
  context *c = p;
  start(tb, p);
  c->machines = c->wr_pace = c->rd_pace = c->drain = (nf_pace){.kind = NF_PACE_ALWAYS};
  c->arrival = 100;
  c->bad = 0;
}

static void dmas(nf_tb *tb, context *c) {
  if (!c->ask.wr && nf_pace_go(tb, &c->wr_pace)) {
    c->ask.wr = true;
    c->ask.wr_addr = (uint16_t)(c->ask.wr_addr + (nf_tb_chance(tb, 80) ? 1 : below(tb, 4)));
    c->ask.wr_words = (uint8_t)(nf_tb_chance(tb, 80) ? 4 : 1 + below(tb, 4));
  }
  if (!c->ask.rd && nf_pace_go(tb, &c->rd_pace)) {
    c->ask.rd = true;
    c->ask.rd_addr = (uint16_t)(c->ask.rd_addr + (nf_tb_chance(tb, 80) ? 1 : below(tb, 4)));
    c->ask.rd_words = (uint8_t)(nf_tb_chance(tb, 80) ? 4 : 1 + below(tb, 4));
  }
}

static void drive_any(nf_tb *tb, void *p, const void *po, void *pi) {
  context *c = p;
  const nf_ace_issue_out *o = po;
  book(tb, c, o);
  for (unsigned m = 0; m < P_Machines; m++) {
    if (!c->ask.machine[m].valid && nf_pace_go(tb, &c->machines))
      ask_any(tb, c, m);
  }
  dmas(tb, c);
  if (nf_tb_chance(tb, 1))
    c->select = below(tb, 1 << 16);
  show(tb, c, pi);
  clear_ended(c, o);
}

static void finish_any(nf_tb *tb, void *p) {
  context *c = p;
  unsigned total = 0;
  for (unsigned m = 0; m < P_Machines; m++) {
    nf_tb_check(tb, c->granted[m] > nf_tb_cycle(tb) / 2000, "machine %u: %u transfers", m,
                c->granted[m]);
    total += c->granted[m];
  }
  nf_tb_check(tb, total > nf_tb_cycle(tb) / 20, "%u transfers", total);
  nf_tb_check(tb, c->wr_granted > nf_tb_cycle(tb) / 50 && c->rd_granted > nf_tb_cycle(tb) / 50,
              "%u writes, %u reads", c->wr_granted, c->rd_granted);
}

static void finish_greedy(nf_tb *tb, void *p) {
  context *c = p;
  finish_any(tb, p);
  nf_tb_check(tb, c->longest <= 128 + 16 * P_Machines, "a machine waited %u cycles",
              (unsigned)c->longest);
}

// --------------------------------------------------------------------------- directed scenarios

static void start_steps(nf_tb *tb, void *p) {
  (void)tb;
  context *c = p;
  c->drain = c->wr_pace = c->rd_pace = (nf_pace){.kind = NF_PACE_NEVER};
  c->select = 0xffff;
  c->honest = true;
  for (unsigned port = 0; port < P_Ports; port++)
    c->space[port] = 4;
}

// Machine 1 is in the way with queue pairs of port 0 and bank 0, machine 0 waits for the cause
// alone.
typedef struct {
  unsigned cause, way, kind, words, port, bank;
} wait_step;

static const wait_step wait_steps[] = {
    {NF_ACE_WAIT_PACKET, NONE, RECV, 2, 0, 0},
    {NF_ACE_WAIT_PACKET, NONE, RECV, 0, 0, 0},
    {NF_ACE_WAIT_CREDIT, NONE, READ | SEND, 3, 0, 0},
    {NF_ACE_WAIT_OUTPUT, NONE, READ | SEND, 1, 0, 0},
    {NF_ACE_WAIT_IN_PORT, RECV, RECV, 4, 0, 0},
    {NF_ACE_WAIT_OUT_PORT, READ | SEND, SEND, 0, 0, 0},
    {NF_ACE_WAIT_BANK_READ, COPY, READ | SEND, 1, 0, 0},
    {NF_ACE_WAIT_BANK_WRITE, TAKE, COPY, 2, 0, 0},
#if P_Alus == 1 && P_Ports > 1 && P_Banks > 1
    {NF_ACE_WAIT_LANE, RRS, RRS, 4, 1, 1},
#endif
    {NF_ACE_WAIT_TURN, READ | SEND, RECV, 1, 0, 0},
};

enum { WAIT_STEPS = sizeof wait_steps / sizeof *wait_steps, STEP = 40 };

static void drive_waits(nf_tb *tb, void *p, const void *po, void *pi) {
  context *c = p;
  const nf_ace_issue_out *o = po;
  const unsigned t = (unsigned)(nf_tb_cycle(tb) % STEP);
  const wait_step *const s = &wait_steps[nf_tb_cycle(tb) / STEP % WAIT_STEPS];
  const bool turn = s->cause == NF_ACE_WAIT_TURN, missing = s->cause <= NF_ACE_WAIT_OUTPUT;
  book(tb, c, o);
  if (t == (turn ? 1 : 0) && s->way != NONE)
    ask(tb, c, 1, request(s->way, 4, 1, 1, 0, 0), true);
  if (t == 1) {
    ask(tb, c, 0, request(s->kind, s->words, s->port << 4, s->port << 4, s->bank, s->bank),
        !missing || s->cause == NF_ACE_WAIT_OUTPUT);
    if (s->cause == NF_ACE_WAIT_OUTPUT)
      c->space[s->port] = 0;
  }
  if (t == 8) {
    c->avail[s->port] |= 1;
    c->credit[s->port] |= 1;
    c->space[s->port] = 4;
  }
  if (turn) {
    if (t == 2)
      nf_tb_check(tb, o->grant && (o->wait[0] == s->cause || o->wait[1] == s->cause), "a turn");
    if (t == 3)
      nf_tb_check(tb, o->grant, "the other one's turn");
  } else {
    const unsigned until = missing ? 8 : 4;
    if (t >= 2 && t <= until)
      nf_tb_check(tb, !(o->grant & 1) && o->wait[0] == s->cause, "waits for %u, not for %u",
                  o->wait[0], s->cause);
    if (t >= 3 && t <= until + 1)
      nf_tb_check(tb, o->waiting[s->cause] == 1, "%u wait", o->waiting[s->cause]);
    if (t == until + 1)
      nf_tb_check(tb, (o->grant & 1) && o->wait[0] == NF_ACE_WAIT_NOTHING, "not granted");
  }
  if (t == STEP - 1)
    nf_tb_check(tb, !c->ask.machine[0].valid && !c->ask.machine[1].valid, "not granted at all");
  show(tb, c, pi);
  clear_ended(c, o);
}

static void finish_waits(nf_tb *tb, void *p) {
  context *c = p;
  nf_tb_check(tb, nf_tb_cycle(tb) >= STEP * WAIT_STEPS, "the run is too short");
  for (unsigned i = 0; i < WAIT_STEPS; i++)
    nf_tb_check(tb, c->seen_waits >> wait_steps[i].cause & 1, "cause %u not seen",
                wait_steps[i].cause);
}

// One refusal after the other, each followed by a transfer that goes.
static void drive_refusals(nf_tb *tb, void *p, const void *po, void *pi) {
  context *c = p;
  const nf_ace_issue_out *o = po;
  const unsigned t = (unsigned)(nf_tb_cycle(tb) % 20), m = P_Machines - 1;
  static const struct {
    unsigned kind, qin, qout, cause;
  } steps[] = {
      {RECV, 0x80, 0, NF_ACE_FAULT_QP},
      {READ | SEND, 0, 0x80, NF_ACE_FAULT_QP},
      {FWD, 0, (P_Ports - 1) << 4, NF_ACE_FAULT_QP}, // not open
      {FWD, (P_Ports - 1) << 4, 0, NF_ACE_FAULT_QP},
      {RECV, P_Ports << 4, 0, NF_ACE_FAULT_QP}, // no such port
      {READ | SEND, 0, P_Ports << 4, NF_ACE_FAULT_QP},
      {RECV, 0, 0, NF_ACE_FAULT_MISMATCH},
      {RRS, 0, 0, NF_ACE_FAULT_MISMATCH},
  };
  const unsigned i = (unsigned)(nf_tb_cycle(tb) / 20 % (sizeof steps / sizeof *steps));
  book(tb, c, o);
  if (t == 0) {
    ask(tb, c, m, request(steps[i].kind, 3, steps[i].qin | m, steps[i].qout | m, 0, 0), true);
    c->ask.machine[m].refusal = steps[i].cause;
    if (steps[i].cause == NF_ACE_FAULT_MISMATCH)
      put_words(c, 0, m, 4);
  }
  if (t == 5)
    ask(tb, c, m, request(FWD, 3, m, m, 0, 0), true);
  if (t == 1)
    nf_tb_check(tb, o->reject[m] == steps[i].cause, "refused by %u", o->reject[m]);
  else
    nf_tb_check(tb, !o->reject[m], "refused");
  nf_tb_check(tb, (t == 6) == (o->grant != 0), "granted");
  c->space[0] = 4;
  show(tb, c, pi);
  clear_ended(c, o);
}

static void finish_refusals(nf_tb *tb, void *p) {
  context *c = p;
  nf_tb_check(tb, c->refused >= nf_tb_cycle(tb) / 20 - 1, "%u refused", c->refused);
}

// What machines 0.. always ask for: kind and ports of each.
typedef struct {
  unsigned kind, words, in, out, stride, base;
} stream;

static void ask_streams(nf_tb *tb, context *c, const stream *s, unsigned count) {
  for (unsigned m = 0; m < count; m++) {
    if (c->ask.machine[m].valid)
      continue;
    const unsigned addr = s[m].base + s[m].stride * c->granted[m];
    ask(tb, c, m,
        request(s[m].kind, s[m].words, s[m].in << 4 | m, s[m].out << 4 | m, addr, addr + 1), true);
  }
}

static void start_tokens(nf_tb *tb, void *p) {
  start_steps(tb, p);
  ((context *)p)->drain = (nf_pace){.kind = NF_PACE_ALWAYS};
}

static void drive_tokens(nf_tb *tb, void *p, const void *po, void *pi) {
  static const stream tokens[] = {{SEND, 0, 0, 0, 0, 0}, {RECV, 0, 0, 0, 0, 0}};
  context *c = p;
  book(tb, c, po);
  ask_streams(tb, c, tokens, 2);
  show(tb, c, pi);
  clear_ended(c, po);
}

static void finish_tokens(nf_tb *tb, void *p) {
  context *c = p;
  for (unsigned m = 0; m < 2; m++)
    nf_tb_check(tb, c->granted[m] + 1 >= nf_tb_cycle(tb) / 3, "%u tokens", c->granted[m]);
}

// Two machines and both DMAs always want the same bank: machines and DMAs alternate there.
static void drive_one_bank(nf_tb *tb, void *p, const void *po, void *pi) {
  static const stream streams[2][2] = {{{READ | SEND, 4, 0, 0, 0, 0}, {READ | SEND, 4, 0, 0, 0, 0}},
                                       {{TAKE, 4, 0, 0, 0, 0}, {TAKE, 4, 0, 0, 0, 0}}};
  context *c = p;
  book(tb, c, po);
  ask_streams(tb, c, streams[nf_tb_cycle(tb) / 1000 % 2], 2);
  c->ask.wr = c->ask.rd = true;
  c->ask.rd_addr = 0;
  c->ask.wr_addr = 1;
  c->ask.wr_words = c->ask.rd_words = 4;
  show(tb, c, pi);
  clear_ended(c, po);
}

static void finish_one_bank(nf_tb *tb, void *p) {
  context *c = p;
  const uint64_t least = nf_tb_cycle(tb) / 10;
  nf_tb_check(tb, c->wr_granted > least && c->rd_granted > least, "%u written, %u read",
              c->wr_granted, c->rd_granted);
  nf_tb_check(tb, c->granted[0] > least / 2 && c->granted[1] > least / 2, "%u and %u moved",
              c->granted[0], c->granted[1]);
}

#if P_Machines > 2 && P_Ports > 1
// The first one needs what the other two take in turn.
static void drive_crowd(nf_tb *tb, void *p, const void *po, void *pi) {
  static const stream crowd[] = {
      {FWD, 4, 0, 1, 0, 0}, {RECV, 4, 0, 0, 0, 0}, {READ | SEND, 4, 0, 1, 1, 0}};
  context *c = p;
  book(tb, c, po);
  ask_streams(tb, c, crowd, 3);
  if (nf_tb_cycle(tb) < 8) {
    c->ask.machine[0].valid &= nf_tb_cycle(tb) > 5;
    c->ask.machine[2].valid &= nf_tb_cycle(tb) > 1;
  }
  show(tb, c, pi);
  clear_ended(c, po);
}

static void finish_crowd(nf_tb *tb, void *p) {
  context *c = p;
  nf_tb_check(tb, c->granted[0] >= nf_tb_cycle(tb) / 160, "%u transfers", c->granted[0]);
  nf_tb_check(tb, c->longest > 64 && c->longest <= 126 + 16, "waited %u", (unsigned)c->longest);
  nf_tb_check(tb, c->granted[1] >= nf_tb_cycle(tb) / 5, "%u transfers", c->granted[1]);
}
#endif

#if P_Machines >= 4 && P_Ports >= 4 && P_Banks == 4 && P_Lanes >= 4
static void drive_streams(nf_tb *tb, void *p, const void *po, void *pi) {
  static const stream streams[] = {
      {RRS, 4, 0, 0, 1, 0}, {RRS, 4, 1, 1, 1, 16}, {TAKE, 4, 2, 2, 1, 0}, {TAKE, 4, 3, 3, 1, 16}};
  context *c = p;
  book(tb, c, po);
  ask_streams(tb, c, streams, 4);
  c->ask.wr_addr = (uint16_t)(c->ask.wr_addr + !c->ask.wr);
  c->ask.rd_addr = (uint16_t)(c->ask.rd_addr + !c->ask.rd);
  c->ask.wr = c->ask.rd = true;
  c->ask.wr_words = c->ask.rd_words = 4;
  show(tb, c, pi);
  clear_ended(c, po);
}

static void finish_streams(nf_tb *tb, void *p) {
  context *c = p;
  // The streams settle into turns in which nobody waits.
  const uint64_t most = nf_tb_cycle(tb) / 4;
  for (unsigned m = 0; m < 4; m++)
    nf_tb_check(tb, c->granted[m] + 100 > most, "stream %u: %u packets", m, c->granted[m]);
  if (c->ask.rd)
    nf_tb_check(tb, c->rd_granted + 100 > most && c->wr_granted + 100 > most,
                "DMAs: %u written, %u read", c->wr_granted, c->rd_granted);
}

#if P_Alus == 4
// Each in a bank of its own: all read and write ports are in use in every cycle.
static void drive_reductions(nf_tb *tb, void *p, const void *po, void *pi) {
  static const stream streams[] = {
      {RRCS, 4, 0, 1, 4, 0}, {RRCS, 4, 1, 2, 4, 1}, {RRCS, 4, 2, 3, 4, 2}, {RRCS, 4, 3, 0, 4, 3}};
  context *c = p;
  book(tb, c, po);
  ask_streams(tb, c, streams, 4);
  show(tb, c, pi);
  clear_ended(c, po);
}
#endif
#endif

int main(int argc, char **argv) {
  static const nf_tb_scenario scenarios[] = {
    {"ACE 4.2 no step without all its resources", 40000, start, drive_any, finish_any},
    {"ACE 4.3.2 machines compete, all have work", 20000, start_greedy, drive_any, finish_greedy},
    {"ACE 4.2 each cause of waiting, alone", 600, start_steps, drive_waits, finish_waits},
    {"ACE 4.2 a step that cannot be is refused", 200, start_steps, drive_refusals, finish_refusals},
    {"ACE 4.2 tokens through one port", 1000, start_tokens, drive_tokens, finish_tokens},
    {"ACE 4.2 machines and DMAs at one bank", 2000, start_tokens, drive_one_bank, finish_one_bank},
#if P_Machines > 2 && P_Ports > 1
    {"ACE 4.3.2 two in turn do not shut out a third", 4000, start_tokens, drive_crowd,
     finish_crowd},
#endif
#if P_Machines >= 4 && P_Ports >= 4 && P_Banks == 4 && P_Lanes >= 4
    {"ACE 4.3.2 four streams and both DMAs at full rate", 20000, start_greedy, drive_streams,
     finish_streams},
#if P_Alus == 4
    {"ACE 4.2 four reductions with copy and send at full rate", 20000, start_greedy,
     drive_reductions, finish_streams},
#endif
#endif
  };
  const nf_tb_bench bench = {.dut = &nf_ace_issue_dut,
                             .model = NF_TB_MODEL(nf_ace_issue),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
