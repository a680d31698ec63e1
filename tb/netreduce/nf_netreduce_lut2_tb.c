// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Senders of messages that lose packets and go back. Here a connection is the list of the messages
// that are remembered, and a message the PSNs that it has. Some packets are refused behind the
// table: they must have left no trace when the next one of their connection is answered.
#include "netreduce/nf_netreduce_lut2.h"

#include "nf_tb.h"

extern const nf_dut nf_netreduce_lut2_dut;

enum {
  SLOTS = P_Window + 1,
  LATENCY = 3,
  KEPT = 32, // messages to which a sender can go back
  PSNS = 1 << 24,
  NONE = NF_NETREDUCE_CAUSE_NONE,
  MSGLEN = NF_NETREDUCE_CAUSE_MSGLEN,
  PSN = NF_NETREDUCE_CAUSE_PSN,
  WINDOW = NF_NETREDUCE_CAUSE_WINDOW
};

typedef struct {
  uint32_t id, psn;
  unsigned len;
} message;

typedef struct {
  message known[SLOTS];
  unsigned count;
  uint32_t newest;
} memory;

typedef struct {
  message sent[KEPT];  // message n at n mod KEPT
  unsigned made, next; // messages so far; the one that is being sent
  unsigned offset;
} sender;

typedef struct {
  memory memories[P_Connections];
  sender senders[P_Connections];
  nf_netreduce_lut2_out expect[LATENCY]; // answers under way
  bool took[LATENCY + 1];                // what will be said of them, one cycle behind
  uint64_t busy[P_Connections];          // cycle of the last lookup, and one
  unsigned refuse;                       // percent
  unsigned seen[32], current, step, whole, late, refused;
  nf_pace pace;
} table;

// ---------------------------------------------------------------------------------- reference
static int offset_in(const message *m, uint32_t psn) {
  for (unsigned n = 0; n < m->len; n++)
    if ((m->psn + n) % PSNS == psn)
      return (int)n;
  return -1;
}

static void answer(nf_netreduce_lut2_out *o, const message *m, int offset) {
  o->msgid = m->id;
  o->slot = (uint8_t)(m->id % SLOTS);
  o->offset = (uint8_t)offset;
  o->msglen = (uint16_t)m->len;
  o->last = offset + 1 == (int)m->len;
}

static bool share(const message *a, const message *b) {
  return offset_in(a, b->psn) >= 0 || offset_in(b, a->psn) >= 0;
}

// MsgIDs count on over 2^32 for windows of 2^n messages only.
static bool near(uint32_t id, uint32_t newest) {
  int64_t distance = (int64_t)id - newest;
  if ((SLOTS & (SLOTS - 1)) == 0)
    distance = (int32_t)(id - newest);
  return distance >= -P_Window && distance <= P_Window;
}

static uint8_t expect_first(table *c, memory *k, const nf_netreduce_lut2_in *in, bool took,
                            nf_netreduce_lut2_out *o) {
  const message m = {in->msgid, in->psn, in->msglen};
  unsigned at = k->count;
  if (m.len < 1 || m.len > P_MaxMsgLen)
    return MSGLEN;
  if (k->count && !near(m.id, k->newest))
    return WINDOW;
  for (unsigned i = 0; i < k->count; i++) {
    if (k->known[i].id % SLOTS == m.id % SLOTS)
      at = i;
    if (k->known[i].id != m.id)
      continue;
    if (k->known[i].len != m.len)
      return MSGLEN;
    if (k->known[i].psn != m.psn)
      return PSN;
    answer(o, &m, 0);
    return NONE;
  }
  for (unsigned i = 0; i < k->count; i++)
    if (i != at && share(&k->known[i], &m))
      return PSN;
  answer(o, &m, 0);
  if (!took) {
    c->refused++;
    return NONE;
  }
  if (k->count == 0 || (int32_t)(m.id - k->newest) > 0)
    k->newest = m.id;
  else
    c->late++;
  k->known[at] = m;
  k->count += at == k->count;
  return NONE;
}

static uint8_t expect(table *c, const nf_netreduce_lut2_in *in, bool took,
                      nf_netreduce_lut2_out *o) {
  memory *const k = &c->memories[in->connection];
  if (in->first)
    return expect_first(c, k, in, took, o);
  for (unsigned i = 0; i < k->count; i++) {
    const int offset = offset_in(&k->known[i], in->psn);
    if (offset < 0)
      continue;
    answer(o, &k->known[i], offset);
    c->whole += o->last;
    return NONE;
  }
  return PSN;
}

static void judge(nf_tb *tb, table *c, const nf_netreduce_lut2_out *o, nf_netreduce_lut2_in *in) {
  bool *const took = &c->took[nf_tb_cycle(tb) % (LATENCY + 1)];
  in->took = *took;
  *took = in->lookup_valid && !nf_tb_chance(tb, c->refuse);
  nf_netreduce_lut2_out *const e = &c->expect[nf_tb_cycle(tb) % LATENCY];
  nf_tb_check(tb, o->valid == e->valid && o->cause == e->cause, "cause %u: expected %u", o->cause,
              e->cause);
  nf_tb_check(tb, o->msgid == e->msgid && o->slot == e->slot && o->msglen == e->msglen,
              "message %x slot %u length %u: expected %x %u %u", o->msgid, o->slot, o->msglen,
              e->msgid, e->slot, e->msglen);
  nf_tb_check(tb, o->offset == e->offset && o->last == e->last, "offset %u last %d: expected %u %d",
              o->offset, o->last, e->offset, e->last);
  *e = (nf_netreduce_lut2_out){.valid = in->lookup_valid};
  if (in->lookup_valid) {
    e->cause = expect(c, in, *took, e);
    *took = *took && e->cause == NONE; // nobody accepts what was refused before
    c->busy[in->connection] = nf_tb_cycle(tb) + 1;
    c->seen[e->cause]++;
    if (e->cause == NONE && !in->first && in->psn < e->offset)
      nf_tb_cover(tb, "the PSN has wrapped inside the message");
    if (e->cause == NONE && in->first && in->msgid == 0)
      nf_tb_cover(tb, "message 0");
  }
}

// ------------------------------------------------------------------------------------- random
static void make(nf_tb *tb, sender *s) {
  const message *const old = &s->sent[(s->made + KEPT - 1) % KEPT];
  message m = {(uint32_t)nf_tb_rand(tb), (uint32_t)nf_tb_below(tb, PSNS), 0};
  if (s->made) {
    m.id = old->id + 1;
    m.psn = (old->psn + old->len) % PSNS;
  } else {
    if (nf_tb_chance(tb, 50))
      m.id = (uint32_t)nf_tb_below(tb, 20) - 10; // around 0
    if (nf_tb_chance(tb, 50))
      m.psn = (uint32_t)(PSNS - 1 - nf_tb_below(tb, 3 * P_MaxMsgLen));
  }
  m.len = 1 + (unsigned)nf_tb_below(tb, nf_tb_chance(tb, 70) && P_MaxMsgLen > 4 ? 4 : P_MaxMsgLen);
  s->sent[s->made % KEPT] = m;
  s->made++;
}

static void go_back(nf_tb *tb, sender *s) {
  unsigned back = (unsigned)nf_tb_below(tb, 2 * SLOTS);
  if (back > s->next)
    back = s->next;
  s->next -= back;
  s->offset = nf_tb_chance(tb, 70) ? 0 : (unsigned)nf_tb_below(tb, s->sent[s->next % KEPT].len);
}

// The packet that is next; a sender mostly keeps to its window.
static void send(nf_tb *tb, table *c, sender *s, nf_netreduce_lut2_in *in) {
  const memory *const k = &c->memories[c->current];
  if (s->next == s->made) {
    const uint32_t id = s->sent[(s->made + KEPT - 1) % KEPT].id + 1;
    if (k->count && (uint32_t)(id - k->newest) > P_Window && nf_tb_chance(tb, 90)) {
      s->next--;
      go_back(tb, s);
    } else {
      make(tb, s);
    }
  }
  const message *const m = &s->sent[s->next % KEPT];
  in->first = s->offset == 0;
  in->psn = (m->psn + s->offset) % PSNS;
  in->msglen = in->first ? (uint16_t)m->len : (uint16_t)nf_tb_rand(tb);
  in->msgid = in->first ? m->id : (uint32_t)nf_tb_rand(tb);
  if (++s->offset == m->len) {
    s->next++;
    s->offset = 0;
  }
}

// Senders that are wrong, or a connection that is another one's.
static void corrupt(nf_tb *tb, nf_netreduce_lut2_in *in) {
  switch (nf_tb_below(tb, 8)) {
  case 0:
    in->msglen = 0;
    break;
  case 1:
    in->msglen = (uint16_t)(P_MaxMsgLen + 1 + nf_tb_below(tb, 0xffff - P_MaxMsgLen));
    break;
  case 2:
    in->msglen++;
    break;
  case 3:
    in->msgid += 1 + (uint32_t)nf_tb_below(tb, 2 * SLOTS);
    break;
  case 4:
    in->msgid -= 1 + (uint32_t)nf_tb_below(tb, 2 * SLOTS);
    break;
  case 5:
    in->msgid ^= 1u << nf_tb_below(tb, 32);
    break;
  case 6:
    in->psn = (in->psn - 1 - (uint32_t)nf_tb_below(tb, 2 * P_MaxMsgLen)) % PSNS;
    break;
  default:
    in->psn ^= 1u << nf_tb_below(tb, 24);
    break;
  }
}

static void start(nf_tb *tb, void *ctx) {
  ((table *)ctx)->pace = nf_pace_any(tb);
  ((table *)ctx)->refuse = 10;
}

static void start_one(nf_tb *tb, void *ctx) {
  (void)tb;
  ((table *)ctx)->pace = (nf_pace){.kind = NF_PACE_ALWAYS};
  ((table *)ctx)->refuse = 20;
}

// Connections may be forgotten when their last packet has come to rest.
static void forget(nf_tb *tb, table *c, nf_netreduce_lut2_in *in, unsigned connections) {
  const unsigned n = (unsigned)nf_tb_below(tb, connections);
  if (nf_tb_cycle(tb) < c->busy[n] + LATENCY + 1 || !nf_tb_chance(tb, 2))
    return;
  in->forget[n / 64] = (uint64_t)1 << n % 64;
  c->memories[n].count = 0;
  if (nf_tb_chance(tb, 90))
    c->senders[n] = (sender){0};
  c->busy[n] = nf_tb_cycle(tb) + 1;
}

static void drive_some(nf_tb *tb, table *c, const void *out, nf_netreduce_lut2_in *in,
                       unsigned connections) {
  forget(tb, c, in, connections);
  const bool go = nf_pace_go(tb, &c->pace) && nf_tb_cycle(tb) % 64 >= 8; // to come to rest
  if (go && nf_tb_chance(tb, 50))
    c->current = (unsigned)nf_tb_below(tb, connections);
  if (go && nf_tb_cycle(tb) != c->busy[c->current]) {
    sender *const s = &c->senders[c->current];
    in->lookup_valid = true;
    in->connection = (uint8_t)c->current;
    if (s->made == 0)
      make(tb, s);
    else if (nf_tb_chance(tb, 5))
      go_back(tb, s);
    if (nf_tb_chance(tb, 5))
      send(tb, c, s, in); // it is lost
    send(tb, c, s, in);
    if (nf_tb_chance(tb, 4))
      corrupt(tb, in);
  }
  judge(tb, c, out, in);
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  drive_some(tb, ctx, out, in, P_Connections);
}

static void drive_one(nf_tb *tb, void *ctx, const void *out, void *in) {
  drive_some(tb, ctx, out, in, 1);
}

static void finish(nf_tb *tb, void *ctx) {
  const table *const c = ctx;
  nf_tb_reach(tb, c->seen[NONE] && c->seen[MSGLEN] && c->seen[PSN] && c->seen[WINDOW],
              "causes: %u %u %u %u", c->seen[NONE], c->seen[MSGLEN], c->seen[PSN], c->seen[WINDOW]);
  nf_tb_check(tb, P_MaxMsgLen == 1 || c->whole > nf_tb_cycle(tb) / 1000, "%u last packets",
              c->whole);
  nf_tb_reach(tb, c->refused > 5, "%u messages refused behind", c->refused);
  if (c->late)
    nf_tb_cover(tb, "a message learned behind a newer one");
}

// ----------------------------------------------------------------------------------- directed
// Messages of full length whose PSNs pass 2^24, each packet twice, in every second cycle.
static void drive_whole(nf_tb *tb, void *ctx, const void *out, void *input) {
  table *const c = ctx;
  nf_netreduce_lut2_in *const in = input;
  const unsigned packet = c->step / 4, id = packet / P_MaxMsgLen;
  const nf_netreduce_lut2_out *const o = out;
  in->lookup_valid = c->step % 2 == 0;
  in->connection = P_Connections - 1;
  in->first = packet % P_MaxMsgLen == 0;
  in->psn = (PSNS - 3 + packet) % PSNS;
  in->msglen = P_MaxMsgLen;
  in->msgid = id;
  if (c->step >= LATENCY && (c->step - LATENCY) % 2 == 0) {
    const unsigned was = (c->step - LATENCY) / 4;
    nf_tb_check(tb, o->cause == NONE && o->msgid == was / P_MaxMsgLen, "packet %u: cause %u", was,
                o->cause);
    nf_tb_check(tb, o->offset == was % P_MaxMsgLen && o->slot == o->msgid % SLOTS,
                "packet %u: offset %u", was, o->offset);
    nf_tb_check(tb, o->last == (was % P_MaxMsgLen == P_MaxMsgLen - 1), "packet %u: last", was);
  }
  c->step++;
  judge(tb, c, out, in);
}

// One connection, messages of one packet with the MsgID as PSN unless the step says otherwise.
static void drive_window(nf_tb *tb, void *ctx, const void *out, void *input) {
  static const struct {
    int id, psn; // id -1: not a first packet
    unsigned len, cause;
    bool refused;
  } script[] = {
      {-1, 0, 0, PSN, false},     // nothing is known after reset,
      {100, 100, 1, NONE, false}, // and any message may be the first
      {101, 101, 1, NONE, false},
      {101, 101, 1, NONE, false},                       // comes again
      {101, 101, 2, MSGLEN, false},                     // with another length
      {101, 105, 1, PSN, false},                        // with another PSN
      {102 + P_Window, 150, 1, WINDOW, false},          // too far
      {101 + P_Window, 101 + P_Window, 1, NONE, true},  // refused behind: it displaces nothing,
      {100, 100, 1, NONE, false},                       // nor moves the window
      {101 + P_Window, 101 + P_Window, 1, NONE, false}, // those between were lost
      {100, 100, 1, WINDOW, false},                     // too late
      {-1, 101, 0, NONE, false},                        // still there
      {-1, 103 + P_Window, 0, PSN, false},
      {102 + P_Window, 101 + P_Window, 1, PSN, false}, // a PSN of another message
      {102 + P_Window, 102 + P_Window, 1, NONE, false},
      {-1, 101, 0, PSN, false}, // it had the same entry
      {0, 0, 1, WINDOW, false},
  };
  enum { STEPS = sizeof script / sizeof *script };
  table *const c = ctx;
  nf_netreduce_lut2_in *const in = input;
  const nf_netreduce_lut2_out *const o = out;
  const unsigned was = (c->step - LATENCY) / 2, step = c->step / 2;
  if (c->step >= LATENCY && (c->step - LATENCY) % 2 == 0 && was < STEPS)
    nf_tb_check(tb, o->cause == script[was].cause, "step %u: cause %u", was, o->cause);
  if (c->step % 2 == 0 && step < STEPS) {
    in->lookup_valid = true;
    c->refuse = script[step].refused ? 100 : 0;
    in->first = script[step].id >= 0;
    in->psn = (uint32_t)script[step].psn;
    in->msglen = (uint16_t)script[step].len;
    in->msgid = (uint32_t)script[step].id;
  }
  c->step++;
  judge(tb, c, out, in);
}

int main(int argc, char **argv) {
  static const nf_netreduce_lut2_cfg cfg = {
      .Connections = P_Connections, .Window = P_Window, .MaxMsgLen = P_MaxMsgLen};
  static const nf_tb_scenario scenarios[] = {
      {"NETREDUCE 4.3.1 random messages", 40000, start, drive, finish},
      {"NETREDUCE 4.3.1 one connection, in every second cycle", 30000, start_one, drive_one,
       finish},
      {"NETREDUCE 4.3.1 whole messages, each packet twice", 8000, NULL, drive_whole, NULL},
      {"NETREDUCE 4.3.1 the window of MsgIDs", 60, NULL, drive_window, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_netreduce_lut2_dut,
                             .model = NF_TB_MODEL(nf_netreduce_lut2),
                             .cfg = &cfg,
                             .ctx_size = sizeof(table),
                             .scenarios = scenarios,
                             .count = 4};
  return nf_tb_main(argc, argv, &bench);
}
