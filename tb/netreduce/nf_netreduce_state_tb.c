// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of the arrival states: lock-step, and against a ledger that knows every packet of every
// message since the ring was set up, and what the members have received.
#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_senders.h"
#include "netreduce/nf_netreduce_state.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_netreduce_state_dut;

enum { SLOTS = P_Window + 1, LATENCY = 2, PATIENCE = 20000 };
enum { STORE, COMPLETE, HISTORY, DISCARD, STALE, LENGTH, LOCAL, RESEND };

typedef struct {
  senders s;
  uint32_t first;
  unsigned first_slot;
  unsigned local; // the first members, which are a leaf's hosts
  bool running;
  unsigned rest;            // cycles until the ring is set up again
  uint64_t since;           // when it was set up
  uint64_t moved;           // when a result was new last
  int newest;               // message that began last
  int front[SENDERS_HOSTS]; // youngest message that a host has shown
  unsigned complete[SENDERS_MESSAGES];
  uint8_t arrived[SENDERS_MESSAGES][P_MaxMsgLen];
} ledger;

typedef struct {
  bool valid;
  unsigned ring, host, packet;
  bool held; // its slot, when it came
} question;

typedef struct {
  ledger ring[P_Rings];
  question asked[LATENCY]; // the oldest first
  bool looking;
  unsigned look_ring, look_slot, look_offset;
  nf_pace arrivals;
  unsigned rounds;
} context;

static uint8_t all_of(const ledger *l) { return (uint8_t)((1u << l->s.hosts) - 1); }

// Is a STALE answer right for the message that would begin next?
static bool may_wait(nf_tb *tb, const ledger *l, unsigned m) {
  if (m < SLOTS) {
    nf_tb_cover(tb, "waits: the ring is being swept");
    return true;
  }
  const int old = (int)m - SLOTS;
  for (unsigned h = 0; h < l->s.hosts; h++) {
    if (l->front[h] < old + (int)l->s.window) {
      nf_tb_cover(tb, "waits: the oldest result may still be asked for");
      nf_tb_check(tb, 2 * l->s.window > SLOTS, "a wait with %d slots for windows of %u", SLOTS,
                  l->s.window);
      return true;
    }
  }
  unsigned longest = 0;
  for (unsigned o = m % SLOTS; o < m; o += SLOTS)
    longest = senders_length(&l->s, o) > longest ? senders_length(&l->s, o) : longest;
  longest = m < 2 * SLOTS ? P_MaxMsgLen : longest;
  if (longest > senders_length(&l->s, (unsigned)old)) {
    nf_tb_cover(tb, "waits: the slot is being swept");
    return true;
  }
  return false;
}

static void deliver(nf_tb *tb, ledger *l, unsigned h, unsigned packet) {
  const unsigned before = l->s.host[h].expected;
  senders_result(tb, &l->s, h, packet);
  if (l->s.host[h].expected != before)
    l->moved = nf_tb_cycle(tb);
}

// What the ledger says of a packet in the window; it is entered.
static unsigned enter(ledger *l, unsigned h, unsigned m, unsigned offset) {
  uint8_t *const a = &l->arrived[m][offset];
  const uint8_t bit = (uint8_t)(1u << h);
  const uint8_t hosts = (uint8_t)((1u << l->local) - 1);
  if ((*a & bit) != 0)
    return *a == all_of(l) ? HISTORY : (*a & hosts) == hosts ? RESEND : DISCARD;
  const bool missing = (*a & hosts) != hosts; // the hosts' sum
  *a |= bit;
  l->front[h] = (int)m > l->front[h] ? (int)m : l->front[h];
  l->complete[m] += *a == all_of(l);
  return *a == all_of(l) ? COMPLETE : missing && (*a & hosts) == hosts ? LOCAL : STORE;
}

// The answers to a packet in the window, in the order of their codes, and to one outside.
static const char *const ANSWERS[] = {"store", "complete", "history", "discard",
                                      "local", "resend",   NULL};
static const char *const AGES[] = {"newest message", "older message", NULL};
static const char *const MEMBERS[] = {"host", "from above", NULL};
static const char *const OUTSIDE[] = {"ahead", "next", "behind", NULL};
static const nf_tb_cross crosses[] = {
    {"answer x message x member", {ANSWERS, AGES, MEMBERS}},
    {"stale x member", {OUTSIDE, MEMBERS}},
};

static void cross_answer(nf_tb *tb, const ledger *l, const question *q, int k, uint8_t state) {
  const unsigned member = q->host >= l->local;
  const unsigned answer = state < STALE ? state : state - 2u;
  if (state == STALE)
    nf_tb_cross_hit(tb, &crosses[1],
                    (unsigned[]){k > l->newest + 1 ? 0
                                 : k > l->newest   ? 1
                                                   : 2,
                                 member});
  else
    nf_tb_cross_hit(tb, &crosses[0], (unsigned[]){answer, k < l->newest, member});
}

static void check_answer(nf_tb *tb, ledger *l, const question *q,
                         const nf_netreduce_state_out *out) {
  const unsigned m = senders_message(&l->s, q->packet), offset = q->packet - l->s.start[m];
  const int k = (int)m;
  if (k == l->newest + 1 && out->state != STALE) { // it begins
    const int old = k - SLOTS;
    nf_tb_check(tb, !q->held, "message %d begins in a slot that is held", k);
    nf_tb_check(tb, old < 0 || l->complete[old] == senders_length(&l->s, (unsigned)old),
                "message %d left incomplete", old);
    nf_tb_check(tb, old < 0 || senders_all_have(&l->s, (unsigned)old), "message %d left early",
                old);
    l->newest = k;
  }
  if (k > l->newest || k <= l->newest - SLOTS) {
    nf_tb_check(tb, out->state == STALE, "message %d, newest %d: state %u", k, l->newest,
                out->state);
    if (k == l->newest + 1 && q->held)
      nf_tb_cover(tb, "waits: the slot is held");
    else if (k == l->newest + 1)
      nf_tb_check(tb, may_wait(tb, l, m), "message %d could begin", k);
    cross_answer(tb, l, q, k, out->state);
    return;
  }
  cross_answer(tb, l, q, k, out->state);
  const unsigned due = enter(l, q->host, m, offset);
  nf_tb_check(tb, out->state == due, "message %d offset %u host %u: state %u, not %u", k, offset,
              q->host, out->state, due);
  nf_tb_check(tb, out->arrived == l->arrived[m][offset], "arrived 0x%x", out->arrived);
  nf_tb_check(tb, out->column == (l->first_slot + m) % SLOTS * P_MaxMsgLen + offset, "column %u",
              out->column);
  if (out->state == LOCAL || out->state == RESEND)
    nf_tb_cover(tb, out->state == LOCAL ? "the hosts' sum" : "the hosts' sum once more");
  if (k < l->newest && out->state == HISTORY)
    nf_tb_cover(tb, "an older message is answered from the history");
  if (out->state == COMPLETE)
    for (unsigned h = 0; h < l->s.hosts; h++)
      deliver(tb, l, h, q->packet);
  else if (out->state == HISTORY)
    deliver(tb, l, q->host, q->packet);
}

static void check_look(nf_tb *tb, context *c, const nf_netreduce_state_out *out) {
  const ledger *const l = &c->ring[c->look_ring];
  c->looking = false;
  if (!l->running || nf_tb_cycle(tb) - l->since <= LATENCY)
    return; // what it looked at is forgotten
  const int newest = l->newest;
  for (int m = newest < P_Window ? 0 : newest - P_Window; m <= newest; m++) {
    if ((l->first_slot + (unsigned)m) % SLOTS != c->look_slot ||
        c->look_offset >= senders_length(&l->s, (unsigned)m))
      continue;
    nf_tb_check(tb, out->look_open && out->look_msgid == l->first + (uint32_t)m, "look: message");
    nf_tb_check(tb, out->look_arrived == l->arrived[m][c->look_offset], "look: 0x%x",
                out->look_arrived);
    nf_tb_cover(tb, "a look at a column");
    return;
  }
  nf_tb_check(tb, !out->look_open && out->look_arrived == 0, "look: there is no such column");
}

static void set_up(nf_tb *tb, ledger *l, unsigned r, nf_netreduce_state_in *in, bool same) {
  const unsigned hosts = 2 + (unsigned)nf_tb_below(tb, P_Hosts - 1);
  memset(l, 0, sizeof *l);
  senders_start(tb, &l->s, hosts, 1 + (unsigned)nf_tb_below(tb, P_Window), P_MaxMsgLen, same);
  l->first = nf_tb_chance(tb, 50) ? 0 - (uint32_t)nf_tb_below(tb, 40) : (uint32_t)nf_tb_rand(tb);
  l->first_slot = (unsigned)nf_tb_below(tb, SLOTS);
  l->local = nf_tb_chance(tb, 50) ? hosts : 1 + (unsigned)nf_tb_below(tb, hosts);
  l->newest = -1;
  for (unsigned h = 0; h < SENDERS_HOSTS; h++)
    l->front[h] = -1;
  l->running = true;
  l->since = l->moved = nf_tb_cycle(tb);
  in->cfg_valid = true;
  in->cfg_ring = (uint8_t)r;
  in->cfg_members = (uint8_t)hosts;
  in->cfg_local = (uint8_t)l->local;
  in->cfg_window = (uint8_t)l->s.window;
  in->cfg_first = l->first;
  in->cfg_slot = (uint8_t)l->first_slot;
}

// A packet on its way arrives, of a ring and host at random.
static void ask(nf_tb *tb, context *c, nf_netreduce_state_in *in) {
  const unsigned r = (unsigned)nf_tb_below(tb, P_Rings);
  ledger *const l = &c->ring[r];
  if (!l->running || l->rest != 0)
    return;
  question q = {.valid = true, .ring = r, .host = (unsigned)nf_tb_below(tb, l->s.hosts)};
  if (!senders_arrive(tb, &l->s, q.host, &q.packet))
    return;
  const unsigned m = senders_message(&l->s, q.packet);
  in->arrival_valid = true;
  in->ring = (uint8_t)r;
  in->host = (uint8_t)q.host;
  in->slot = (uint8_t)((l->first_slot + m) % SLOTS);
  in->msgid = l->first + m;
  in->offset = (uint8_t)(q.packet - l->s.start[m]);
  in->msglen = (uint16_t)senders_length(&l->s, m);
  if (m != 0 && in->msgid == 0)
    nf_tb_cover(tb, "MsgID wraps");
  // A slot is held now and then.
  const unsigned bit = 8 * r + in->slot;
  q.held = nf_tb_chance(tb, 10);
  in->held[bit / 64] |= (uint64_t)q.held << bit % 64;
  c->asked[LATENCY - 1] = q;
}

static void drive(nf_tb *tb, context *c, const nf_netreduce_state_out *out,
                  nf_netreduce_state_in *in, bool same) {
  nf_tb_check(tb, out->valid == c->asked[0].valid, "an answer for every arrival");
  if (out->look_valid)
    check_look(tb, c, out);
  if (out->valid)
    check_answer(tb, &c->ring[c->asked[0].ring], &c->asked[0], out);
  memmove(&c->asked[0], &c->asked[1], sizeof c->asked[0] * (LATENCY - 1));
  c->asked[LATENCY - 1].valid = false;
  for (unsigned r = 0; r < P_Rings; r++) {
    ledger *const l = &c->ring[r];
    if (!l->running && !in->cfg_valid) {
      set_up(tb, l, r, in, same);
    } else if (l->rest != 0) {
      l->running = --l->rest != 0;
    } else if (l->running && senders_all_have(&l->s, l->s.messages - 1)) {
      l->rest = 8; // what is under way gets its answer
      c->rounds++;
      nf_tb_cover(tb, "all messages are everywhere");
    }
    for (unsigned h = 0; l->running && l->rest == 0 && h < l->s.hosts; h++)
      senders_move(tb, &l->s, h);
    nf_tb_check(tb, nf_tb_cycle(tb) - l->moved < PATIENCE, "ring %u stands still", r);
  }
  // An arrival in the cycle in which its ring is set up is refused.
  if (nf_pace_go(tb, &c->arrivals) && !in->cfg_valid)
    ask(tb, c, in);
  if (!c->looking && nf_tb_chance(tb, 20)) {
    nf_tb_check(tb, out->look_ready, "nothing is looked at");
    c->looking = true;
    in->look_valid = true;
    in->look_ring = (uint8_t)(c->look_ring = (unsigned)nf_tb_below(tb, P_Rings));
    in->look_slot = (uint8_t)(c->look_slot = (unsigned)nf_tb_below(tb, SLOTS));
    in->look_offset = (uint8_t)(c->look_offset = (unsigned)nf_tb_below(tb, P_MaxMsgLen));
  }
}

static void start_senders(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->arrivals = nf_pace_any(tb);
}
static void start_busy(nf_tb *tb, void *ctx) {
  (void)tb;
  context *const c = ctx;
  c->arrivals = (nf_pace){.kind = NF_PACE_ALWAYS};
}
static void drive_senders(nf_tb *tb, void *ctx, const void *out, void *in) {
  if (nf_tb_cycle(tb) % 1000 == 0)
    start_senders(tb, ctx);
  drive(tb, ctx, out, in, false);
}
static void drive_same(nf_tb *tb, void *ctx, const void *out, void *in) {
  drive(tb, ctx, out, in, true);
}
static void finish_senders(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  unsigned begun = c->rounds;
  for (unsigned r = 0; r < P_Rings; r++)
    begun += c->ring[r].newest > 0 ? (unsigned)c->ring[r].newest : 0;
  nf_tb_reach(tb, begun != 0 || nf_tb_cycle(tb) < PATIENCE, "nothing but the first messages");
}

// ------------------------------------------------------------------------------ any values
static void drive_any(nf_tb *tb, void *ctx, const void *out_, void *in_) {
  const nf_netreduce_state_out *const out = out_;
  nf_netreduce_state_in *const in = in_;
  context *const c = ctx;
  (void)out;
  ledger *const l = &c->ring[0]; // `first` and `first_slot` go on with the messages
  if (nf_tb_cycle(tb) == 0 || nf_tb_chance(tb, 1)) {
    in->cfg_valid = true;
    in->cfg_ring = (uint8_t)nf_tb_below(tb, P_Rings);
    in->cfg_members = (uint8_t)nf_tb_below(tb, P_Hosts + 1);
    in->cfg_local = in->cfg_members;
    if (in->cfg_members != 0 && nf_tb_chance(tb, 50))
      in->cfg_local = (uint8_t)(1 + nf_tb_below(tb, in->cfg_members));
    in->cfg_window = (uint8_t)(1 + nf_tb_below(tb, P_Window));
    in->cfg_first = l->first = (uint32_t)nf_tb_rand(tb);
    in->cfg_slot = (uint8_t)(l->first_slot = (unsigned)nf_tb_below(tb, SLOTS));
  }
  if (nf_tb_chance(tb, 3)) {
    l->first++;
    l->first_slot = (l->first_slot + 1) % SLOTS;
  }
  const unsigned back = (unsigned)nf_tb_below(tb, 3);
  in->arrival_valid = nf_tb_chance(tb, 80);
  in->ring = (uint8_t)nf_tb_below(tb, nf_tb_chance(tb, 5) ? 16 : P_Rings);
  in->host = (uint8_t)nf_tb_below(tb, nf_tb_chance(tb, 5) ? 8 : P_Hosts);
  in->slot = (uint8_t)(nf_tb_chance(tb, 5) ? nf_tb_below(tb, 8)
                                           : (l->first_slot + back * P_Window) % SLOTS);
  in->msgid = nf_tb_chance(tb, 5) ? (uint32_t)nf_tb_rand(tb) : l->first - back;
  in->offset = (uint8_t)nf_tb_below(tb, nf_tb_chance(tb, 5) ? 256 : 2);
  in->msglen = (uint16_t)nf_tb_below(tb, 4);
  in->look_valid = nf_tb_chance(tb, 50);
  in->look_ring = (uint8_t)nf_tb_below(tb, nf_tb_chance(tb, 5) ? 16 : P_Rings);
  in->look_slot = (uint8_t)nf_tb_below(tb, nf_tb_chance(tb, 5) ? 8 : SLOTS);
  in->look_offset = (uint8_t)nf_tb_below(tb, nf_tb_chance(tb, 5) ? 256 : 2);
}

// ------------------------------------------------------------------------------ directed
typedef struct {
  unsigned host, message, len, state;
} move;

// Two members, messages of one packet, one arrival after the other; the answers are known.
static void play(nf_tb *tb, const nf_netreduce_state_out *out, nf_netreduce_state_in *in,
                 const move *moves, size_t count, unsigned apart) {
  const uint64_t cycle = nf_tb_cycle(tb), begin = 4 * SLOTS * P_MaxMsgLen * P_Rings + 20;
  if (cycle == 0) {
    in->cfg_valid = true;
    in->cfg_members = in->cfg_local = 2;
    in->cfg_window = P_Window;
  }
  if (cycle < begin)
    return;
  const uint64_t at = cycle - begin;
  if (at % apart == 0 && at / apart < count) {
    const move *const m = &moves[at / apart];
    in->arrival_valid = true;
    in->host = (uint8_t)m->host;
    in->msgid = m->message;
    in->slot = (uint8_t)(m->message % SLOTS);
    in->msglen = (uint16_t)m->len;
  }
  if (at >= LATENCY && (at - LATENCY) % apart == 0 && (at - LATENCY) / apart < count) {
    const size_t n = (size_t)((at - LATENCY) / apart);
    nf_tb_check(tb, out->valid && out->state == moves[n].state, "move %zu: state %u, not %u", n,
                out->state, moves[n].state);
  }
}

// Member 1 has lost the result of message 0 while member 0 is N messages on.
static void drive_behind(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  enum { N = P_Window };
  move moves[2 * N + 9] = {{0}};
  size_t n = 0;
  for (unsigned m = 0; m < N; m++) {
    moves[n++] = (move){0, m, 1, STORE};
    moves[n++] = (move){1, m, 1, COMPLETE};
  }
  moves[n++] = (move){0, N, 1, STORE};
  moves[n++] = (move){1, 0, 1, HISTORY}; // host 0 has cleared its bit by the paper's rule
  moves[n++] = (move){0, 0, 1, HISTORY};
  moves[n++] = (move){0, N + 1, 1, STALE}; // message 0 is in its slot, and member 1 may need it
  moves[n++] = (move){1, 0, 1, HISTORY};
  moves[n++] = (move){1, N, 1, COMPLETE}; // it has it
  moves[n++] = (move){0, N + 1, 1, STORE};
  moves[n++] = (move){1, 0, 1, STALE};
  moves[n++] = (move){1, 1, 1, HISTORY};
  play(tb, out, in, moves, n, 4);
}

static void drive_row(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  static const move moves[] = {
      {0, 0, 1, STORE},    {0, 0, 1, DISCARD}, {0, 0, 1, DISCARD}, {1, 0, 1, COMPLETE},
      {0, 0, 1, HISTORY},  {1, 0, 1, HISTORY}, {1, 1, 1, STORE},   {1, 1, 1, DISCARD},
      {0, 1, 1, COMPLETE}, {0, 0, 1, HISTORY}, {0, 1, 1, HISTORY},
  };
  play(tb, out, in, moves, sizeof moves / sizeof moves[0], 1);
}

// A host and another member; the hosts' sum goes up once, and again for who repeats.
static void drive_leaf(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  static const move moves[] = {
      {0, 0, 1, LOCAL},   {0, 0, 1, RESEND},   {0, 0, 1, RESEND},  {1, 0, 1, COMPLETE},
      {0, 0, 1, HISTORY}, {1, 0, 1, HISTORY},  {1, 1, 1, STORE},   {1, 1, 1, DISCARD},
      {1, 1, 1, DISCARD}, {0, 1, 1, COMPLETE}, {1, 1, 1, HISTORY}, {0, 1, 1, HISTORY},
  };
  play(tb, out, in, moves, sizeof moves / sizeof moves[0], 1);
  ((nf_netreduce_state_in *)in)->cfg_local = 1;
}

static void drive_length(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  static const move moves[] = {
      {0, 0, 0, LENGTH},   {0, 0, P_MaxMsgLen + 1, LENGTH}, {0, 0, 1, STORE},
      {1, 0, 2, LENGTH},   {1, 0, 0xffff, LENGTH},          {7, 0, 1, STALE}, // no member
      {1, 2, 1, STALE}, // message 1 has not begun
      {1, 0, 1, COMPLETE},
  };
  play(tb, out, in, moves, sizeof moves / sizeof moves[0], 3);
}

int main(int argc, char **argv) {
  static const nf_netreduce_state_cfg cfg = {
      .Rings = P_Rings, .Hosts = P_Hosts, .Window = P_Window, .MaxMsgLen = P_MaxMsgLen};
  enum { DIRECTED = 4 * SLOTS * P_MaxMsgLen * P_Rings + 150 };
  static const nf_tb_scenario scenarios[] = {
      {"NETREDUCE 4.3.2 senders that lose, repeat and reorder", 60000, start_senders, drive_senders,
       finish_senders},
      {"NETREDUCE 4.3.2 messages of one length, an arrival every cycle", 30000, start_busy,
       drive_same, finish_senders},
      {"NETREDUCE 4.3.2 any arrivals, looks and settings", 20000, NULL, drive_any, NULL},
      {"NETREDUCE 4.3.2 a member asks for a result that others have", DIRECTED, NULL, drive_behind,
       NULL},
      {"NETREDUCE 4.3.2 a column in every cycle", DIRECTED, NULL, drive_row, NULL},
      {"NETREDUCE 4.5 a leaf with one host", DIRECTED, NULL, drive_leaf, NULL},
      {"NETREDUCE 4.1 lengths and hosts that are wrong", DIRECTED, NULL, drive_length, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_netreduce_state_dut,
                             .model = NF_TB_MODEL(nf_netreduce_state),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0],
                             .crosses = crosses,
                             .cross_count = sizeof crosses / sizeof crosses[0]};
  return nf_tb_main(argc, argv, &bench);
}
