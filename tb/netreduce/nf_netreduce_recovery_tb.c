// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Hosts that send, lose, go back; receivers that acknowledge, miss sums and say so. What is asked
// and what is sent again is compared with what each of them lacks. And the same for a leaf: a spine
// and another leaf that send, lose and answer.
#include "netreduce/nf_netreduce_recovery.h"

#include "netreduce/nf_netreduce_pkg.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_netreduce_recovery_dut;

#ifndef P_Hosts
#define P_Hosts 7
#endif

enum {
  HOSTS = P_Hosts,
  MEMBERS = P_Rings * HOSTS,
  MASK = 0xffffff,
  AGAIN = P_Rings > 3 ? 1600 : 400, // one event a cycle: of many members each has few
  // Ticks are eighths; members have turns in the cycles without an event, which are few.
  SLACK = AGAIN + AGAIN / 4 + 8 * MEMBERS,
  // A request or its answer is lost one time in five at most: so many fail once in a thousand
  // million.
  TRIES = 13,
  AHEAD = 40,
  KEPT = 4096, // columns: more than lie between one that is asked about and one that is sent
  PAST = 512   // cycles; no NAK waits for as long
};

typedef struct {
  uint32_t src_ip, dst_ip, dst_qp, src_qp;
  uint8_t port, role;
  bool local;
} address;

typedef struct {
  uint32_t psn0;
  bool known;
  unsigned sent, came;          // of the host: next packet; without a gap here
  bool have[KEPT];              // packets that have come: of column c at c % KEPT
  unsigned acked, wants, again; // sums: acknowledged; the receiver's next; next of a replay
  bool asked, naked;            // a NAK is due, or sent, for the gap; the receiver has sent its own
  uint64_t heard, quiet_since;
  unsigned farthest, tail;  // sent; NAK of what none was behind: its number and 1
  uint64_t pause;           // it sends nothing until then
  unsigned owed, owed_end;  // headers that another leaf has asked for
  unsigned back[16], backs; // what another switch sends again
} member;

typedef struct {
  bool on, leaf;
  unsigned given, slot;
  uint64_t since;      // the last sum
  unsigned past[PAST]; // given, by cycle
} ring;

typedef struct {
  address address[MEMBERS];
  member member[MEMBERS];
  ring rings[P_Rings];
  unsigned enrolled, closing;
  unsigned lossy;
  unsigned leaves; // rings of a leaf, %
  bool tails;      // hosts have one message under way and no time-outs
  bool stands;     // no sum is given out
  bool naks_wait;  // NAKs are seldom taken
  bool busy;       // a packet that is looked up again is on its way
  unsigned busy_left;
  bool nak_under_way;
  unsigned nak_left;
  int expected_hit[2]; // of two cycles; -1: none
  bool strays[2];      // it comes by another port than its receiver's
  unsigned naks, replays, hits, stray_hits, passed, tail_naks;
  unsigned ups, headers, needless, alone; // asked for again, of these what had come; sums of HEADER
  // A second model, in which time at rest is skipped; cycles of the rest, and those left of it.
  nf_netreduce_recovery *skipping;
  unsigned rest, resting, rests;
  uint64_t loud; // until then hosts send
  // Columns of a round, in steps of a packet; the one that comes late, and whose it is.
  unsigned step, from, until, late, late_host, rounds, tail_naks_before;
  uint64_t active; // the last cycle in which something was sent
} context;

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->lossy = 1 + (unsigned)nf_tb_below(tb, 10);
  c->closing = P_Rings * 4;
  for (unsigned m = 0; m < MEMBERS; m++) {
    c->address[m] =
        (address){.src_ip = (uint32_t)(0x0a000000 + m),
                  .dst_ip = (uint32_t)(0x0a000000 + m / HOSTS * HOSTS + (m + 1) % HOSTS),
                  .dst_qp = (uint32_t)nf_tb_below(tb, 1 << 24),
                  .src_qp = (uint32_t)(nf_tb_below(tb, 1 << 12) << 12 | m),
                  .port = (uint8_t)(m % HOSTS)};
  }
  c->expected_hit[0] = c->expected_hit[1] = -1;
}

static void enrol(const context *c, unsigned m, nf_netreduce_recovery_in *in) {
  const address *const a = &c->address[m];
  in->enrol_valid = in->enrol_add = true;
  in->enrol_ring = (uint8_t)(m / HOSTS);
  in->enrol_host = (uint8_t)(m % HOSTS);
  in->enrol_port = a->port;
  in->enrol_src_ip = a->src_ip;
  in->enrol_dst_ip = a->dst_ip;
  in->enrol_dst_qp = a->dst_qp;
  in->enrol_src_qp = a->src_qp;
  in->enrol_role = a->role;
  in->enrol_local = a->local;
}

// One ring after the other, then the members: what is known of a member is of its role.
static bool set_up(nf_tb *tb, context *c, nf_netreduce_recovery_in *in) {
  if (c->closing != 0) {
    const unsigned r = --c->closing / 4;
    ring *const k = &c->rings[r];
    if (c->closing % 4 == 3)
      *k = (ring){.on = r != 1,
                  .leaf = c->leaves && nf_tb_chance(tb, c->leaves),
                  .slot = (unsigned)nf_tb_below(tb, P_Window + 1)};
    for (unsigned h = 0; h < HOSTS; h++)
      c->member[r * HOSTS + h] =
          (member){.psn0 = (uint32_t)nf_tb_below(tb, 1 << 24), .heard = nf_tb_cycle(tb)};
    in->closing = true;
    in->closing_ring = (uint8_t)r;
    in->closing_slot = (uint8_t)k->slot;
    in->closing_on = k->on;
    in->closing_leaf = k->leaf;
    return true;
  }
  if (c->enrolled == MEMBERS)
    return false;
  enrol(c, c->enrolled++, in);
  return true;
}

static unsigned number(const member *k, uint32_t psn) { return (psn - k->psn0) & MASK; }

// One NAK at a time is on its way; true if there is one to look at.
static bool nak_shown(nf_tb *tb, context *c, const nf_netreduce_recovery_out *o,
                      nf_netreduce_recovery_in *in) {
  in->nak_ready = nf_tb_chance(tb, 50);
  if (c->nak_under_way && --c->nak_left == 0) {
    in->nak_done = true;
    c->nak_under_way = false;
  }
  return o->nak_valid;
}

static void take_nak(nf_tb *tb, context *c) {
  c->nak_under_way = true;
  c->nak_left = 1 + (unsigned)nf_tb_below(tb, 20);
}

// One packet at a time is looked up again; the member whose packet was taken now, or -1.
static int replay_taken(nf_tb *tb, context *c, const nf_netreduce_recovery_out *o,
                        nf_netreduce_recovery_in *in) {
  in->replay_busy = c->busy;
  if (c->busy)
    c->busy = --c->busy_left != 0;
  if (!o->replay_valid || c->busy || !nf_tb_chance(tb, 30))
    return -1;
  in->replay_ready = c->busy = true;
  c->busy_left = 1 + (unsigned)nf_tb_below(tb, 15);
  const uint32_t m = nf_netreduce_meta_src_ip(o->replay_meta) - 0x0a000000;
  nf_tb_check(tb, m < MEMBERS, "replay of nobody's");
  return m < MEMBERS ? (int)m : -1;
}

// A packet with none behind it is asked for when its column is due and its message has begun, once;
// the host may take its time.
static void see_tail(nf_tb *tb, context *c, unsigned m, unsigned at) {
  member *const k = &c->member[m];
  const ring *const r = &c->rings[m / HOSTS];
  if (nf_tb_chance(tb, 20))
    k->pause = nf_tb_cycle(tb) + nf_tb_below(tb, 2 * AGAIN);
  if (k->farthest > at + 1)
    return;
  nf_tb_check(tb, at % P_MaxMsgLen != 0, "NAK of a message that has not begun");
  nf_tb_check(tb, at <= r->given, "NAK of %u, due is %u", at, r->given);
  nf_tb_check(tb, k->tail != at + 1, "a second NAK of %u", at);
  k->tail = at + 1;
  c->tail_naks++;
}

static void see_nak(nf_tb *tb, context *c, const nf_netreduce_recovery_out *o,
                    nf_netreduce_recovery_in *in) {
  if (!nak_shown(tb, c, o, in))
    return;
  const unsigned r = nf_netreduce_job_slot(&o->nak_job) >> 3;
  const unsigned m = r * HOSTS + nf_netreduce_job_port(&o->nak_job) % HOSTS;
  nf_tb_check(tb, m < MEMBERS, "NAK to nobody");
  if (m >= MEMBERS)
    return;
  const member *const k = &c->member[m];
  nf_tb_check(tb, number(k, o->nak_psn) <= k->came && k->known, "NAK of %u, %u is missing",
              number(k, o->nak_psn), k->came);
  const unsigned past = c->rings[r].past[nf_tb_cycle(tb) % PAST];
  nf_tb_check(tb, number(k, o->nak_psn) >= past, "NAK of %u, sums were given out to %u",
              number(k, o->nak_psn), past);
  nf_tb_check(tb,
              nf_netreduce_job_kind(&o->nak_job) == NF_NETREDUCE_JOB_REPLY &&
                  nf_netreduce_job_mode(&o->nak_job) == NF_NETREDUCE_MODE_REPLY &&
                  nf_netreduce_job_deliver(&o->nak_job) == 1u << c->address[m].port &&
                  nf_netreduce_job_place(&o->nak_job) ==
                      (r * (P_Window + 1) + c->rings[r].slot) * P_MaxMsgLen &&
                  o->nak_qp == c->address[m].src_qp &&
                  o->nak_msn == number(k, o->nak_psn) / P_MaxMsgLen,
              "a NAK's job");
  if (!in->nak_ready)
    return;
  take_nak(tb, c);
  c->naks++;
  if (c->tails)
    see_tail(tb, c, m, number(k, o->nak_psn));
  // The host goes back.
  member *const host = &c->member[m];
  if (number(host, o->nak_psn) == host->came)
    host->sent = host->came;
}

static bool loses_sum(nf_tb *tb, const context *c) {
  return !c->tails && nf_tb_chance(tb, c->lossy);
}

static void see_replay(nf_tb *tb, context *c, const nf_netreduce_recovery_out *o,
                       nf_netreduce_recovery_in *in) {
  const int taken = replay_taken(tb, c, o, in);
  if (taken < 0)
    return;
  const unsigned m = (unsigned)taken;
  member *const k = &c->member[m];
  const address *const a = &c->address[m];
  const unsigned at = number(k, nf_netreduce_meta_psn(o->replay_meta));
  const ring *const r = &c->rings[m / HOSTS];
  nf_tb_check(tb,
              nf_netreduce_meta_dst_ip(o->replay_meta) == a->dst_ip &&
                  nf_netreduce_meta_dst_qp(o->replay_meta) == a->dst_qp &&
                  o->replay_port == a->port && nf_netreduce_meta_conn(o->replay_meta) == 1 &&
                  nf_netreduce_meta_cause(o->replay_meta) == 0,
              "replay of another connection");
  nf_tb_check(tb, at < r->given, "replay of %u, %u given", at, r->given);
  nf_tb_check(tb, o->hold >> m / HOSTS & 1, "the ring is not held");
  c->replays++;
  k->heard = nf_tb_cycle(tb);
  if (at == k->wants && !loses_sum(tb, c)) {
    k->wants++;
    k->naked = false;
  }
}

// The next sum of some ring is given out with this chance (%) if all its packets have come: the
// ring, or NULL.
static ring *give(nf_tb *tb, context *c, const nf_netreduce_recovery_out *o,
                  nf_netreduce_recovery_in *in, unsigned chance) {
  const unsigned r = (unsigned)nf_tb_below(tb, P_Rings);
  ring *const k = &c->rings[r];
  if (!k->on || (o->hold >> r & 1) || !nf_tb_chance(tb, chance))
    return NULL;
  for (unsigned h = 0; h < HOSTS; h++)
    if (!c->member[r * HOSTS + h].have[k->given % KEPT])
      return NULL;
  // Nobody is there yet, and nobody asks any more about what was there before.
  for (unsigned h = 0; h < HOSTS; h++)
    c->member[r * HOSTS + h].have[(k->given + KEPT / 2) % KEPT] = false;
  in->released = true;
  in->released_ring = (uint8_t)r;
  in->released_last = k->given % P_MaxMsgLen == P_MaxMsgLen - 1u;
  k->given++;
  k->since = nf_tb_cycle(tb);
  for (unsigned h = 0; h < HOSTS; h++)
    c->member[r * HOSTS + h].heard = nf_tb_cycle(tb);
  return k;
}

static void release(nf_tb *tb, context *c, const nf_netreduce_recovery_out *o,
                    nf_netreduce_recovery_in *in) {
  const ring *const k = give(tb, c, o, in, 30);
  if (!k)
    return;
  for (unsigned h = 0; h < HOSTS; h++) {
    member *const m = &c->member[(k - c->rings) * HOSTS + h];
    c->passed += m->came < k->given;
    m->came = m->came < k->given ? k->given : m->came;
    if (m->wants + 1 == k->given && !loses_sum(tb, c))
      m->wants++;
  }
}

// The last packet of a message is often lost if none follows; never what only a time-out brings
// back: a first one, and what was asked for.
static bool is_lost(nf_tb *tb, const context *c, const member *k, unsigned at) {
  if (!c->tails)
    return nf_tb_chance(tb, c->lossy);
  if (at % P_MaxMsgLen == 0 || at < k->farthest || k->tail == at + 1)
    return false;
  return nf_tb_chance(tb, at % P_MaxMsgLen == P_MaxMsgLen - 1u ? 25 : c->lossy);
}

static void arrive(member *k, unsigned at, bool good, nf_netreduce_recovery_in *in) {
  in->event_valid = true;
  in->event_ack = NF_NETREDUCE_ACK_NONE;
  in->event_psn = (k->psn0 + at) & MASK;
  in->event_good = good;
  in->event_origin = at == 0;
  in->event_last = at % P_MaxMsgLen == P_MaxMsgLen - 1u;
  if (!good)
    return;
  k->known = true;
  k->have[at % KEPT] = true;
  if (at == k->came)
    k->came++;
}

static void send_packet(nf_tb *tb, context *c, unsigned m, nf_netreduce_recovery_in *in) {
  member *const k = &c->member[m];
  const unsigned given = c->rings[m / HOSTS].given;
  const unsigned most = c->tails ? given - given % P_MaxMsgLen + P_MaxMsgLen - 1 : given + AHEAD;
  // A time-out, which has to be for the first packet.
  if (!c->tails && nf_tb_chance(tb, 1) && (k->sent > most || !k->known))
    k->sent = k->came;
  if (k->sent > most || (!k->known && k->sent > 0) || nf_tb_cycle(tb) < k->pause)
    return;
  const unsigned at = k->sent++;
  const bool lost = is_lost(tb, c, k, at);
  k->farthest = k->farthest < k->sent ? k->sent : k->farthest;
  // Seldom within a message, often behind it.
  if (c->tails && nf_tb_below(tb, at % P_MaxMsgLen == P_MaxMsgLen - 1u ? 20 : 1000) == 0)
    k->pause = nf_tb_cycle(tb) + nf_tb_below(tb, 2 * AGAIN);
  if (lost)
    return;
  arrive(k, at, c->tails || !nf_tb_chance(tb, 2), in);
}

static void send_ack(nf_tb *tb, context *c, unsigned m, nf_netreduce_recovery_in *in) {
  member *const k = &c->member[m];
  const bool gap = k->wants < c->rings[m / HOSTS].given && !k->naked && nf_tb_chance(tb, 50);
  if (!k->known || (!gap && k->wants == 0))
    return;
  k->naked = k->naked || gap;
  if (nf_tb_chance(tb, c->lossy))
    return;
  const unsigned at =
      gap ? k->wants : k->wants - 1 - (unsigned)nf_tb_below(tb, k->wants < 4 ? k->wants : 4);
  in->event_valid = true;
  in->event_ack = gap ? NF_NETREDUCE_ACK_GAP : NF_NETREDUCE_ACK_GOOD;
  in->event_psn = (k->psn0 + at) & MASK;
  if (at + !gap > k->acked) {
    k->acked = at + !gap;
    k->heard = nf_tb_cycle(tb);
  }
}

// Is an acknowledgement of what the member sends its receiver's, if it comes by this port? That is
// a host of the ring, or behind another switch.
static bool is_receivers(const context *c, unsigned m, unsigned port) {
  const address *const a = &c->address[m];
  const bool away = c->rings[m / HOSTS].leaf && a->role == NF_NETREDUCE_ROLE_HOST && !a->local;
  for (unsigned h = 0; h < HOSTS; h++) {
    const address *const b = &c->address[m / HOSTS * HOSTS + h];
    const bool host = b->role == NF_NETREDUCE_ROLE_HOST;
    if (b->port == port && (away ? !host : host && b->src_ip == a->dst_ip))
      return true;
  }
  return false;
}

// Acknowledgements by their connection and port.
static void match(nf_tb *tb, context *c, const nf_netreduce_recovery_out *o,
                  nf_netreduce_recovery_in *in) {
  const int want = c->expected_hit[1];
  const bool hit = want >= 0 && !c->strays[1], stray = want >= 0 && c->strays[1];
  nf_tb_check(tb,
              o->ack_hit == hit && o->ack_stray == stray &&
                  (want < 0 || o->ack_ring * HOSTS + o->ack_host == want),
              "connection of member %d, by %s port", want, stray ? "a wrong" : "the right");
  c->hits += hit;
  c->stray_hits += stray;
  c->expected_hit[1] = c->expected_hit[0];
  c->strays[1] = c->strays[0];
  c->expected_hit[0] = -1;
  if (!nf_tb_chance(tb, 50))
    return;
  const unsigned m = (unsigned)nf_tb_below(tb, MEMBERS), wrong = (unsigned)nf_tb_below(tb, 6);
  const unsigned right = c->address[m / HOSTS * HOSTS + (m + 1) % HOSTS].port;
  const address *const a = &c->address[m];
  in->ack_src_ip = a->dst_ip ^ (wrong == 0);
  in->ack_dst_ip = a->src_ip ^ (uint32_t)(wrong == 1) << 30;
  in->ack_dst_qp = a->src_qp ^ (uint32_t)(wrong == 2) << 23;
  in->ack_port = (uint8_t)(nf_tb_chance(tb, 50) ? right : nf_tb_below(tb, 8));
  if (wrong <= 2 || !c->rings[m / HOSTS].on || a->role == NF_NETREDUCE_ROLE_GLOBAL)
    return;
  c->expected_hit[0] = (int)m;
  c->strays[0] = !is_receivers(c, m, in->ack_port);
}

// Nobody waits for long: neither a host's gap nor a receiver's.
static void see_time(nf_tb *tb, context *c, const nf_netreduce_recovery_out *o) {
  const uint64_t now = nf_tb_cycle(tb);
  const unsigned slack = c->tails ? 6 * SLACK : SLACK; // all are quiet at the same time
  for (unsigned m = 0; m < MEMBERS; m++) {
    const member *const k = &c->member[m];
    const ring *const r = &c->rings[m / HOSTS];
    const bool due = r->on && k->known && k->acked != r->given && !(o->hold >> m / HOSTS & 1);
    if (!due)
      c->member[m].quiet_since = now;
    nf_tb_check(tb, now - k->heard < slack || now - k->quiet_since < slack,
                "member %u has waited for %llu cycles", m, (unsigned long long)(now - k->heard));
  }
}

static void note_past(const nf_tb *tb, context *c) {
  for (unsigned r = 0; r < P_Rings; r++)
    c->rings[r].past[nf_tb_cycle(tb) % PAST] = c->rings[r].given;
}

// A sum is given out, and a host or a receiver sends something: so many in 100 are packets.
static void talk(nf_tb *tb, context *c, const nf_netreduce_recovery_out *o,
                 nf_netreduce_recovery_in *in, unsigned packets) {
  release(tb, c, o, in); // before the event, which the block compares a cycle later
  const unsigned m = (unsigned)nf_tb_below(tb, MEMBERS);
  in->event_ring = (uint8_t)(m / HOSTS);
  in->event_host = (uint8_t)(m % HOSTS);
  if (nf_tb_chance(tb, 70)) {
    if (nf_tb_chance(tb, packets))
      send_packet(tb, c, m, in);
    else
      send_ack(tb, c, m, in);
  }
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  const nf_netreduce_recovery_out *const o = out;
  nf_netreduce_recovery_in *const in = input;
  in->again = AGAIN;
  if (set_up(tb, c, in))
    return;
  match(tb, c, o, in);
  see_nak(tb, c, o, in);
  see_replay(tb, c, o, in);
  see_time(tb, c, o);
  note_past(tb, c);
  talk(tb, c, o, in, 70);
}

static unsigned all_given(const context *c) {
  unsigned given = 0;
  for (unsigned r = 0; r < P_Rings; r++)
    given += c->rings[r].given;
  return given;
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  const unsigned given = all_given(c);
  nf_tb_reach(
      tb,
      given > 200 && c->naks > 20 && c->replays > 100 && c->hits > 1000 && c->stray_hits > 1000 &&
          c->passed > 5,
      "%u sums, %u NAKs, %u replays, %u hits, %u by a wrong port, %u that came out of order", given,
      c->naks, c->replays, c->hits, c->stray_hits, c->passed);
}

// Nothing but the NAKs brings back what none is behind.
static void start_tails(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  start(tb, c);
  c->tails = true;
  c->lossy = 1;
}

static void drive_tails(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  drive(tb, c, out, input);
  for (unsigned r = 0; r < P_Rings; r++)
    nf_tb_check(tb, !c->rings[r].on || nf_tb_cycle(tb) - c->rings[r].since < 6 * SLACK,
                "ring %u stands at %u", r, c->rings[r].given);
}

static void finish_tails(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  const unsigned given = all_given(c);
  // A column takes two times AGAIN at most, and there are many that take less. A message's first
  // packet is not asked for, and it may be its only one.
  nf_tb_check(tb, given > nf_tb_cycle(tb) / (2 * AGAIN) && (c->tail_naks > 10 || P_MaxMsgLen == 1),
              "%u sums, %u NAKs of what none is behind", given, c->tail_naks);
}

// ------------------------------------------------------------------------------ out of order
// The hosts of a ring send some columns. The first packet of one host comes when all others have
// come, so that the sums alone say how far that host is. Then all are quiet: at the end of a
// message, where nobody may be asked for the next one, or within it, where each is asked for what
// is due.
static void start_round(nf_tb *tb, context *c) {
  const unsigned least = c->late + 2, into = least % P_MaxMsgLen;
  if (c->rounds % 2 == 0) {
    c->until = least + (P_MaxMsgLen - into) % P_MaxMsgLen;
  } else {
    c->until = least + (unsigned)nf_tb_below(tb, 8);
    c->until += c->until % P_MaxMsgLen == 0;
  }
  c->step = 0;
  c->late_host = (unsigned)nf_tb_below(tb, HOSTS);
  c->tail_naks_before = c->tail_naks;
}

static void start_order(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  start_tails(tb, c);
  c->late = 1; // a host is known by its very first packet
  start_round(tb, c);
}

// Column after column, and at last the packet that was late. False: all have come.
static bool send_step(context *c, nf_netreduce_recovery_in *in) {
  const unsigned steps = (c->until - c->from) * HOSTS, step = c->step;
  if (step > steps)
    return false;
  const bool at_last = step == steps;
  const unsigned h = at_last ? c->late_host : step % HOSTS;
  const unsigned at = at_last ? c->late : c->from + step / HOSTS;
  member *const k = &c->member[h];
  c->step++;
  if (at == c->late && h == c->late_host && !at_last)
    return true;
  k->farthest = k->farthest < at + 1 ? at + 1 : k->farthest;
  in->event_host = (uint8_t)h;
  arrive(k, at, true, in);
  return true;
}

static bool all_acked(const context *c) {
  for (unsigned h = 0; h < HOSTS; h++)
    if (c->member[h].acked != c->rings[0].given)
      return false;
  return true;
}

static void drive_order(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  const nf_netreduce_recovery_out *const o = out;
  nf_netreduce_recovery_in *const in = input;
  const uint64_t now = nf_tb_cycle(tb);
  in->again = AGAIN;
  c->active = set_up(tb, c, in) ? now : c->active;
  if (c->active == now)
    return;
  see_nak(tb, c, o, in);
  see_replay(tb, c, o, in);
  note_past(tb, c);
  release(tb, c, o, in);
  if (nf_tb_chance(tb, 70) && send_step(c, in)) {
    c->active = now;
  } else if (!all_acked(c)) {
    const unsigned h = (unsigned)nf_tb_below(tb, HOSTS);
    in->event_host = (uint8_t)h;
    send_ack(tb, c, h, in);
    c->active = now;
  }
  if (c->rings[0].given < c->until || now - c->active < 2 * AGAIN)
    return;
  const unsigned asked = c->tail_naks - c->tail_naks_before;
  nf_tb_check(tb, asked == (c->until % P_MaxMsgLen == 0 ? 0 : HOSTS),
              "%u hosts were asked for %u, which is due", asked, c->until);
  c->rounds++;
  c->from = c->late = c->until;
  start_round(tb, c);
}

static void finish_order(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->rounds > 1 && c->passed > 1, "%u rounds, %u packets that came out of order",
              c->rounds, c->passed);
}

// ------------------------------------------------------------------------------ rest
// Now and then hosts send nothing for some time, and receivers acknowledge what they have. When the
// model says that it rests, nothing may come of it until something else does; and one that has
// skipped the rest has to go on as one that has not.
static void start_rest(nf_tb *tb, void *ctx) {
  static const nf_netreduce_recovery_cfg cfg = {
      .Rings = P_Rings, .Hosts = P_Hosts, .Window = P_Window, .MaxMsgLen = P_MaxMsgLen};
  context *const c = ctx;
  start_tails(tb, c);
  nf_tb_check(tb, nf_netreduce_recovery_init(&c->skipping, &cfg) == NF_OK, "a second model");
}

static void stop(void *ctx) { nf_netreduce_recovery_free(((context *)ctx)->skipping); }

// True: this cycle is one of rest.
static bool rests(nf_tb *tb, context *c, const nf_netreduce_recovery_out *o) {
  const uint64_t now = nf_tb_cycle(tb);
  if (c->resting == 0) {
    if (now < c->loud || !nf_netreduce_recovery_idle(c->skipping))
      return false;
    c->resting = c->rest = 1 + (unsigned)nf_tb_below(tb, 3 * AGAIN);
  }
  nf_tb_check(tb, !o->nak_valid && !o->replay_valid && o->hold == 0, "something comes of rest");
  if (--c->resting == 0) {
    nf_netreduce_recovery_skip(c->skipping, c->rest);
    c->loud = now + 1 + nf_tb_below(tb, 2 * AGAIN);
    c->rests++;
  }
  return true;
}

static void drive_rest(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  const nf_netreduce_recovery_out *const o = out;
  nf_netreduce_recovery_in *const in = input;
  in->again = AGAIN;
  if (c->resting == 0)
    nf_tb_check(tb, memcmp(nf_netreduce_recovery_peek(c->skipping), o, sizeof *o) == 0,
                "not as if time had not been skipped");
  const bool sets_up = set_up(tb, c, in), rest = !sets_up && rests(tb, c, o);
  if (!sets_up && !rest) {
    see_nak(tb, c, o, in);
    see_replay(tb, c, o, in);
  }
  note_past(tb, c);
  if (rest)
    return;
  if (!sets_up)
    talk(tb, c, o, in, nf_tb_cycle(tb) < c->loud ? 70 : 0);
  nf_netreduce_recovery_step(c->skipping, in);
}

static void finish_rest(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->rests > 10 && (c->tail_naks > 0 || P_MaxMsgLen == 1),
              "%u rests, %u NAKs of what none is behind", c->rests, c->tail_naks);
}

// ------------------------------------------------------------------------------ anything
static void any_roles(nf_tb *tb, context *c) {
  for (unsigned m = 0; m < MEMBERS; m++) {
    c->address[m].role = (uint8_t)nf_tb_below(tb, 3);
    c->address[m].local = nf_tb_chance(tb, 50);
  }
}

// Anything at all ports that their rules allow.
static void noise(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  const nf_netreduce_recovery_out *const o = out;
  nf_netreduce_recovery_in *const in = input;
  in->again = AGAIN / 8;
  if (nf_tb_below(tb, 2000) == 0) {
    c->enrolled = 0;
    c->closing = P_Rings * 4;
    any_roles(tb, c);
  }
  const bool sets_up = set_up(tb, c, in);
  if (!sets_up && nf_tb_below(tb, 100) == 0) { // another member, in a ring that goes on
    any_roles(tb, c);
    enrol(c, (unsigned)nf_tb_below(tb, MEMBERS), in);
  }
  in->event_valid = nf_tb_chance(tb, 60);
  in->event_ack = (uint8_t)nf_tb_below(tb, 3);
  in->event_ring = (uint8_t)nf_tb_below(tb, P_Rings);
  in->event_host = (uint8_t)nf_tb_below(tb, 3);
  in->event_psn = (0xfffff0 + (uint32_t)nf_tb_below(tb, 40)) & MASK;
  in->event_good = nf_tb_chance(tb, 80);
  in->event_origin = nf_tb_chance(tb, 20);
  in->event_last = nf_tb_chance(tb, 20);
  c->stands ^= nf_tb_below(tb, 1000) == 0;
  c->naks_wait ^= nf_tb_below(tb, 1000) == 0;
  in->released = !c->stands && !sets_up && nf_tb_chance(tb, 10);
  in->released_ring = (uint8_t)nf_tb_below(tb, P_Rings);
  in->released_last = nf_tb_chance(tb, 20);
  const address *const a = &c->address[nf_tb_below(tb, MEMBERS)];
  in->ack_src_ip = a->dst_ip;
  in->ack_dst_ip = a->src_ip;
  in->ack_dst_qp = a->src_qp;
  in->ack_port = (uint8_t)nf_tb_below(tb, 8);
  in->replay_ready = nf_tb_chance(tb, 20);
  in->replay_busy = nf_tb_chance(tb, 20);
  in->nak_ready = nf_tb_chance(tb, c->naks_wait ? 1 : 50);
  if (c->nak_under_way && nf_tb_chance(tb, 20)) {
    in->nak_done = true;
    c->nak_under_way = false;
  } else if (o->nak_valid && in->nak_ready) {
    c->nak_under_way = true;
  }
}

static void start_noise(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  start(tb, c);
  c->leaves = 50;
  any_roles(tb, c);
}

// ------------------------------------------------------------------------------ a leaf
// Hosts that lose nothing, the last one of which sends to another leaf; that leaf, and the spine.
enum { FAR = HOSTS - 3, HEADER, GLOBAL };

static void start_leaf(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  start(tb, c);
  c->leaves = 100;
  for (unsigned m = 0; m < MEMBERS; m++) {
    address *const a = &c->address[m];
    a->role = m % HOSTS == HEADER   ? NF_NETREDUCE_ROLE_HEADER
              : m % HOSTS == GLOBAL ? NF_NETREDUCE_ROLE_GLOBAL
                                    : NF_NETREDUCE_ROLE_HOST;
    a->local = m % HOSTS != FAR;
    // To a host elsewhere; a remote one's to host 0; the spine's to the switch.
    if (m % HOSTS >= FAR)
      a->dst_ip = m % HOSTS == HEADER ? 0x0a000000 + m - HEADER : 0x0b000000 + m;
    if (m % HOSTS == GLOBAL && nf_tb_chance(tb, 50)) // HEADER and GLOBAL come by one port
      a->port = HEADER;
  }
}

static unsigned past_of(const nf_tb *tb, const context *c, unsigned r) {
  return c->rings[r].past[nf_tb_cycle(tb) % PAST];
}

// Columns that all hosts here have sent.
static unsigned all_sent(const context *c, unsigned r) {
  unsigned all = c->member[r * HOSTS].sent;
  for (unsigned h = 1; h <= FAR; h++)
    if (c->member[r * HOSTS + h].sent < all)
      all = c->member[r * HOSTS + h].sent;
  return all;
}

// Another switch is asked for a packet, which it has if `can`.
static void ask_for(nf_tb *tb, context *c, member *k, unsigned at, bool can) {
  c->needless += k->have[at % KEPT];
  if (can && k->backs < 16 && !nf_tb_chance(tb, c->lossy))
    k->back[k->backs++] = at;
}

static void see_fetch(nf_tb *tb, context *c, const nf_netreduce_recovery_out *o,
                      nf_netreduce_recovery_in *in) {
  if (!nak_shown(tb, c, o, in) || !in->nak_ready)
    return;
  const unsigned r = nf_netreduce_job_slot(&o->nak_job) >> 3;
  const unsigned h = nf_netreduce_job_port(&o->nak_job) % HOSTS, m = r * HOSTS + h;
  member *const k = &c->member[m];
  const unsigned at = number(k, o->nak_psn);
  nf_tb_check(tb, h != GLOBAL && o->nak_qp == c->address[m].src_qp, "a NAK to nobody");
  take_nak(tb, c);
  const unsigned past = past_of(tb, c, r), given = c->rings[r].given;
  if (h != HEADER) { // nothing of it is lost: it is slow in the middle of a message
    nf_tb_check(tb, at >= past && at <= given && at % P_MaxMsgLen != 0,
                "packet %u of host %u is asked for, %u given", at, h, given);
    return;
  }
  nf_tb_check(tb, at >= past && at < given + AHEAD + PAST, "header %u is asked for, %u given", at,
              given);
  c->headers++;
  ask_for(tb, c, k, at, at < k->sent);
}

static void see_resend(nf_tb *tb, context *c, const nf_netreduce_recovery_out *o,
                       nf_netreduce_recovery_in *in) {
  const int taken = replay_taken(tb, c, o, in);
  if (taken < 0)
    return;
  const unsigned m = (unsigned)taken, r = m / HOSTS, h = m % HOSTS;
  member *const k = &c->member[m];
  const unsigned at = number(k, nf_netreduce_meta_psn(o->replay_meta));
  nf_tb_check(
      tb, nf_netreduce_meta_opcode(o->replay_meta) >> 5 == (h == HEADER ? NF_NETREDUCE_ALONE : 0),
      "member %u looked up again as another kind of packet", m);
  nf_tb_check(tb, k->known && at < k->sent && k->have[at % KEPT], "%u of member %u has not come",
              at, m);
  if (o->replay_up) {
    nf_tb_check(tb, h == 0 && at >= past_of(tb, c, r), "sum %u goes up, %u given", at,
                c->rings[r].given);
    c->ups++;
    ask_for(tb, c, &c->member[r * HOSTS + GLOBAL], at, at < all_sent(c, r));
  } else if (h == FAR) {
    nf_tb_check(tb, at == k->owed && at < k->owed_end, "header %u, asked for %u to %u", at, k->owed,
                k->owed_end);
    k->owed++;
    c->replays++;
  } else {
    nf_tb_check(tb, h != GLOBAL && at < c->rings[r].given, "sum %u of %u", at, c->rings[r].given);
    c->alone += h == HEADER;
  }
}

// A packet, new or sent again; refused ones come again as lost ones do.
static void send_leaf(nf_tb *tb, context *c, unsigned m, nf_netreduce_recovery_in *in) {
  const unsigned r = m / HOSTS, h = m % HOSTS;
  member *const k = &c->member[m];
  const unsigned most = h == GLOBAL ? all_sent(c, r) : c->rings[r].given + AHEAD;
  const bool lossy = h > FAR && k->known, again = k->backs != 0;
  if (!c->rings[r].on || (!again && k->sent >= most))
    return;
  const unsigned at = again ? k->back[0] : k->sent++;
  if (again)
    memmove(k->back, k->back + 1, --k->backs * sizeof k->back[0]);
  if (lossy && nf_tb_chance(tb, c->lossy))
    return;
  in->event_valid = true;
  in->event_ack = NF_NETREDUCE_ACK_NONE;
  in->event_psn = (k->psn0 + at) & MASK;
  in->event_good = !(lossy && nf_tb_chance(tb, 2));
  in->event_origin = at == 0;
  in->event_last = at % P_MaxMsgLen == P_MaxMsgLen - 1u;
  k->known = true;
  k->have[at % KEPT] |= in->event_good;
}

// A receiver has all; another leaf misses a header.
static void ack_leaf(nf_tb *tb, context *c, unsigned m, nf_netreduce_recovery_in *in) {
  member *const k = &c->member[m];
  const unsigned given = c->rings[m / HOSTS].given;
  const bool far = m % HOSTS == FAR;
  if (!k->known || given == 0)
    return;
  in->event_valid = true;
  in->event_ack = NF_NETREDUCE_ACK_GOOD;
  in->event_psn = (k->psn0 + given - 1) & MASK;
  if (!far || nf_tb_chance(tb, 50) || k->sent < 8)
    return;
  in->event_ack = NF_NETREDUCE_ACK_GAP;
  if (k->owed == k->owed_end)
    k->owed = k->owed_end = k->sent - 1 - (unsigned)nf_tb_below(tb, 8);
  in->event_valid = k->owed_end < k->sent;
  in->event_psn = (k->psn0 + k->owed_end) & MASK;
  k->owed_end += in->event_valid;
}

// What is lost between switches does not stop a ring for long.
static void see_leaf(nf_tb *tb, context *c) {
  for (unsigned r = 0; r < P_Rings; r++) {
    member *const k = &c->member[r * HOSTS];
    if (!c->rings[r].on || all_sent(c, r) <= c->rings[r].given)
      k->heard = nf_tb_cycle(tb);
    nf_tb_check(tb, nf_tb_cycle(tb) - k->heard < TRIES * SLACK, "ring %u stands at %u", r,
                c->rings[r].given);
    c->rings[r].past[nf_tb_cycle(tb) % PAST] = c->rings[r].given;
  }
}

static void drive_leaf(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  const nf_netreduce_recovery_out *const o = out;
  nf_netreduce_recovery_in *const in = input;
  in->again = AGAIN;
  if (set_up(tb, c, in))
    return;
  match(tb, c, o, in);
  see_fetch(tb, c, o, in);
  see_resend(tb, c, o, in);
  see_leaf(tb, c);
  const unsigned m = (unsigned)nf_tb_below(tb, MEMBERS);
  in->event_ring = (uint8_t)(m / HOSTS);
  in->event_host = (uint8_t)(m % HOSTS);
  if (nf_tb_chance(tb, 60)) {
    if (nf_tb_chance(tb, 80))
      send_leaf(tb, c, m, in);
    else if (m % HOSTS != GLOBAL)
      ack_leaf(tb, c, m, in);
  }
  give(tb, c, o, in, 50);
}

static void finish_leaf(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  const unsigned given = all_given(c);
  nf_tb_check(tb,
              given > 200 && c->ups > 20 && c->headers > 20 && c->replays > 100 &&
                  c->needless * 2 < c->ups + c->headers,
              "%u sums, %u of hosts again, %u headers, %u of these had come, %u replays", given,
              c->ups, c->headers, c->needless, c->replays);
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.5 lost between switches: sums, headers, what asks for them", 60000, start_leaf,
     drive_leaf, finish_leaf},
    {"NETREDUCE 4.3.2 lost packets, sums, acknowledgements", 60000, start, drive, finish},
    {"NETREDUCE 4.3.2 the last packets of a message are lost, and none follows", 60000, start_tails,
     drive_tails, finish_tails},
    {"NETREDUCE 4.3.2 packets come out of order, and the message ends, or does not", 10000,
     start_order, drive_order, finish_order},
    {"NETREDUCE 4.3.2 nothing comes of rest, and time that is skipped then is not missed", 60000,
     start_rest, drive_rest, finish_rest},
    {"NETREDUCE 4.3.2 anything at all ports", 30000, start_noise, noise, NULL},
};

int main(int argc, char **argv) {
  static const nf_netreduce_recovery_cfg cfg = {
      .Rings = P_Rings, .Hosts = P_Hosts, .Window = P_Window, .MaxMsgLen = P_MaxMsgLen};
  static const nf_tb_bench bench = {
      .dut = &nf_netreduce_recovery_dut,
      .model = NF_TB_MODEL(nf_netreduce_recovery),
      .cfg = &cfg,
      .ctx_size = sizeof(context),
      .scenarios = scenarios,
      .count = sizeof scenarios / sizeof scenarios[0],
      .stop = stop,
  };
  return nf_tb_main(argc, argv, &bench);
}
