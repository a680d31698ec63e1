// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What a packet of a member is to be answered, and which job it is, by the rules of
// NETREDUCE 4.3.1, 4.3.2 and 4.5: written by role, and followed packet by packet.
#ifndef NF_NETREDUCE_RULES_H
#define NF_NETREDUCE_RULES_H

#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_senders.h"
#include "nf_tb.h"

#include <string.h>

enum { SLOTS = P_Window + 1 };
enum { HOST = NF_NETREDUCE_ROLE_HOST, HEADER = NF_NETREDUCE_ROLE_HEADER };
enum { GLOBAL = NF_NETREDUCE_ROLE_GLOBAL };
enum { STORE, COMPLETE, HISTORY, DISCARD, LOCAL, RESEND };

// What is wrong with a packet beside its sender's.
typedef enum {
  RIGHT,
  OTHER_QP,    // of nobody, not first
  OTHER_QP_NR, // of nobody, tagged
  OTHER_RAW,   // of nobody, not for the engine
  OTHER_PORT,  // of a member
  OTHER_NR,    // of a member, for another ring
  OTHER_ROLE,  // of a member
  OTHER_MARK,  // of a member
  LARGE,       // of a member, more than fits
  FAR,         // of a member, a message of nowhere
  ENDLESS,     // of a member, a length that no message has
  OTHER_LEN,   // of a member, another length than that of the message, which has begun
  OWN_RAW,     // of a member, not for the engine
  ACK,         // of a member, with nothing to be added; behind VLAN tags; with IP options
  ACK_TAGGED,
  ACK_OPTIONS,
  WRONGS
} wrong;

static inline bool is_ack(wrong kind) { return kind >= ACK; }

typedef struct {
  uint32_t src, dst, qp, psn;
  unsigned role, port;
  unsigned parts; // contributors that it stands for
  bool here;      // its destination is a host of this switch
  bool self;      // it is the switch itself
  int newest;     // LUT#2
  bool has[SENDERS_MESSAGES];
} member;

typedef struct {
  senders s; // members: hosts, HEADER, GLOBAL
  bool running, leaving, leaf;
  bool closed; // but they are members
  unsigned hosts;
  uint32_t first;
  uint8_t dtype;
  uint64_t moved;
  member m[SENDERS_HOSTS];
  int newest;
  unsigned complete[SENDERS_MESSAGES];
  uint8_t arrived[SENDERS_MESSAGES][P_MaxMsgLen];
} ring_state;

typedef struct {
  unsigned ring, member, packet, port;
  wrong kind;
  bool old;          // its ring was closed behind it
  bool closed;       // it was when the packet came
  bool off;          // the accelerator
  bool replay, up;   // looked up again; for the sum of the hosts
  unsigned len;      // of OTHER_LEN: what it says
  uint8_t says, hit; // of an ACK: NF_NETREDUCE_ACK_*; 1 + the member that it is for, or 0
  bool stray;        // it would be for one, by another port
  uint64_t cycle;
} question;

typedef struct {
  bool payload, head;
  uint8_t cause;
  uint16_t place;
  uint64_t job; // 0: none
  bool unlike;  // refused by the state manager for its length
} answer;

// An acknowledgement that is understood.
static inline bool says_it(const question *q) { return q->kind == ACK || q->kind == ACK_TAGGED; }

static inline uint8_t ports(const ring_state *c, unsigned role, bool here) {
  uint8_t set = 0;
  for (unsigned h = 0; h < c->s.hosts; h++)
    if (c->m[h].role == role && (!here || c->m[h].here))
      set |= (uint8_t)(1u << c->m[h].port);
  return set;
}

// Contributors of the hosts here, or of all.
static inline unsigned parts_of(const ring_state *c, bool all) {
  unsigned parts = 0;
  for (unsigned h = 0; h < c->hosts; h++)
    parts += c->m[h].parts;
  return all && c->leaf ? c->m[c->hosts + 1].parts : parts;
}

// What a member's packets say of whose sum they are: a host's nothing.
static inline uint8_t mark_of(const member *m) {
  return (uint8_t)(m->role == GLOBAL            ? NF_NETREDUCE_RESULT + m->parts
                   : m->role == HOST && m->self ? m->parts
                                                : 0);
}

static inline uint64_t job(const ring_state *c, const member *m, const answer *a, unsigned kind,
                           unsigned mode, uint8_t read, uint8_t deliver, bool first) {
  uint64_t j = 0;
  nf_netreduce_job_set_kind(&j, (uint8_t)kind);
  nf_netreduce_job_set_mode(&j, (uint8_t)mode);
  if (kind != NF_NETREDUCE_JOB_NONE)
    nf_netreduce_job_set_mark(&j, (uint8_t)(mode == NF_NETREDUCE_MODE_UP
                                                ? parts_of(c, false)
                                                : NF_NETREDUCE_RESULT + parts_of(c, true)));
  nf_netreduce_job_set_keep(&j, kind == NF_NETREDUCE_JOB_SUM && mode == NF_NETREDUCE_MODE_KEEP);
  nf_netreduce_job_set_announce(&j, c->leaf && m->role == HOST && !m->here);
  nf_netreduce_job_set_first(&j, first);
  nf_netreduce_job_set_dtype(&j, c->dtype);
  nf_netreduce_job_set_port(&j, (uint8_t)m->port);
  nf_netreduce_job_set_read(&j, read);
  nf_netreduce_job_set_deliver(&j, deliver);
  nf_netreduce_job_set_place(&j, a->place);
  nf_netreduce_job_set_slot(
      &j, (uint8_t)(a->place / P_MaxMsgLen / SLOTS * 8 + a->place / P_MaxMsgLen % SLOTS));
  return j;
}

static inline void rules(const ring_state *c, const member *m, unsigned state, bool first,
                         answer *a) {
  enum {
    NONE = NF_NETREDUCE_JOB_NONE,
    SUM = NF_NETREDUCE_JOB_SUM,
    AGAIN = NF_NETREDUCE_JOB_HISTORY
  };
  enum { KEEP = NF_NETREDUCE_MODE_KEEP, UP = NF_NETREDUCE_MODE_UP };
  const uint8_t hosts = ports(c, HOST, false), own = (uint8_t)(1u << m->port);
  unsigned lowest = 0;
  while ((hosts >> lowest & 1) == 0)
    lowest++;
  const uint64_t up = job(c, m, a, SUM, UP, hosts, (uint8_t)(1u << lowest), first);
  const uint64_t again = job(c, m, a, AGAIN, KEEP, 0, own, first);
  const uint64_t global = job(c, m, a, SUM, KEEP, ports(c, GLOBAL, false),
                              ports(c, HOST, true) | ports(c, HEADER, false), first);
  const uint64_t none =
      !c->leaf || m->role != HOST || m->here ? 0 : job(c, m, a, NONE, KEEP, 0, 0, first);
  a->payload = m->role != HEADER && (state == STORE || state == COMPLETE || state == LOCAL);
  a->head = m->role != GLOBAL && state != DISCARD && state != RESEND;
  if (!c->leaf)
    a->job = state == COMPLETE  ? job(c, m, a, SUM, KEEP, hosts, hosts, first)
             : state == HISTORY ? again
                                : 0;
  else if (m->role == GLOBAL)
    a->job = state == COMPLETE ? global : 0;
  else
    a->job = state == COMPLETE                   ? global
             : state == LOCAL || state == RESEND ? up
             : state == HISTORY && none == 0     ? again
                                                 : none;
  if (a->job != 0 && (state == HISTORY || state == DISCARD || state == RESEND))
    nf_netreduce_job_set_again(&a->job, 1);
}

// LUT#2's part: is the message known, or can it be?
static inline uint8_t recall(const member *m, unsigned message, bool first) {
  if (!first)
    return m->has[message] ? NF_NETREDUCE_CAUSE_NONE : NF_NETREDUCE_CAUSE_PSN;
  const int k = (int)message;
  return m->newest >= 0 && (k > m->newest + P_Window || k < m->newest - P_Window)
             ? NF_NETREDUCE_CAUSE_WINDOW
             : NF_NETREDUCE_CAUSE_NONE;
}

// The packet is accepted.
static inline void remember(member *m, unsigned message) {
  const int k = (int)message;
  if (!m->has[message])
    for (unsigned o = message % SLOTS; o < SENDERS_MESSAGES; o += SLOTS)
      m->has[o] = false;
  m->has[message] = true;
  m->newest = k > m->newest ? k : m->newest;
}

static inline unsigned enter(ring_state *c, unsigned h, unsigned m, unsigned offset) {
  uint8_t *const a = &c->arrived[m][offset];
  const uint8_t all = (uint8_t)((1u << c->s.hosts) - 1), hosts = (uint8_t)((1u << c->hosts) - 1);
  const uint8_t had = *a;
  *a |= (uint8_t)(1u << h);
  if (had == *a)
    return had == all ? HISTORY : (had & hosts) == hosts ? RESEND : DISCARD;
  c->complete[m] += *a == all;
  return *a == all ? COMPLETE : (had & hosts) != hosts && (*a & hosts) == hosts ? LOCAL : STORE;
}

static inline void deliver(nf_tb *tb, ring_state *c, unsigned h, unsigned packet) {
  const unsigned before = c->s.host[h].expected;
  senders_result(tb, &c->s, h, packet);
  if (c->s.host[h].expected != before)
    c->moved = nf_tb_cycle(tb);
}

// `refused`: the answer is WINDOW, which is right for a message that cannot begin yet.
static inline answer expect(nf_tb *tb, ring_state *c, const question *q, bool refused) {
  static const uint8_t causes[WRONGS] = {
      [OTHER_QP] = NF_NETREDUCE_CAUSE_UNKNOWN,    [OTHER_QP_NR] = NF_NETREDUCE_CAUSE_UNREGISTERED,
      [OTHER_RAW] = NF_NETREDUCE_CAUSE_UNTAGGED,  [OTHER_PORT] = NF_NETREDUCE_CAUSE_MEMBER,
      [OTHER_NR] = NF_NETREDUCE_CAUSE_OTHER_RING, [OTHER_ROLE] = NF_NETREDUCE_CAUSE_ROLE,
      [OTHER_MARK] = NF_NETREDUCE_CAUSE_MARK,     [LARGE] = NF_NETREDUCE_CAUSE_PAYLOAD,
      [FAR] = NF_NETREDUCE_CAUSE_WINDOW,          [ENDLESS] = NF_NETREDUCE_CAUSE_MSGLEN,
      [OTHER_LEN] = NF_NETREDUCE_CAUSE_MSGLEN,    [OWN_RAW] = NF_NETREDUCE_CAUSE_RAW,
      [ACK] = NF_NETREDUCE_CAUSE_OPCODE,          [ACK_TAGGED] = NF_NETREDUCE_CAUSE_NOT_IPV4,
      [ACK_OPTIONS] = NF_NETREDUCE_CAUSE_OPTIONS};
  static const char *const names[] = {"STORE", "COMPLETE", "HISTORY", "DISCARD", "LOCAL", "RESEND"};
  member *const m = &c->m[q->member];
  answer a = {.cause = causes[q->kind]};
  if (q->off)
    return (answer){.cause = q->kind <= OTHER_RAW && q->kind != RIGHT ? NF_NETREDUCE_CAUSE_OFF
                             : is_ack(q->kind)                        ? NF_NETREDUCE_CAUSE_OFF
                                                                      : NF_NETREDUCE_CAUSE_NO_RING};
  if (q->closed)
    return (answer){.cause = NF_NETREDUCE_CAUSE_NO_RING};
  if (says_it(q) && q->hit != 0 && q->says == NF_NETREDUCE_ACK_GAP)
    a.cause = NF_NETREDUCE_CAUSE_NONE; // it ends here
  if (says_it(q) && q->stray && q->says != NF_NETREDUCE_ACK_NONE)
    a.cause = NF_NETREDUCE_CAUSE_MEMBER;
  if (q->kind != RIGHT && q->kind != OTHER_LEN)
    return a;
  const unsigned message = senders_message(&c->s, q->packet);
  const unsigned offset = q->packet - c->s.start[message];
  const uint8_t cause = recall(m, message, offset == 0);
  if (cause != NF_NETREDUCE_CAUSE_NONE)
    return (answer){.cause = cause};
  const int k = (int)message;
  if (k == c->newest + 1 && !refused) {
    const int old = k - SLOTS;
    nf_tb_check(tb, old < 0 || c->complete[old] == senders_length(&c->s, (unsigned)old),
                "message %d left incomplete", old);
    nf_tb_check(tb, old < 0 || senders_all_have(&c->s, (unsigned)old), "message %d left early",
                old);
    c->newest = k;
  }
  if (k > c->newest || k <= c->newest - SLOTS)
    return (answer){.cause = NF_NETREDUCE_CAUSE_WINDOW};
  if (q->kind == OTHER_LEN) { // one that its sender has shown before is refused by LUT#2
    a.unlike = !m->has[message];
    return a;
  }
  remember(m, message);
  const unsigned state = enter(c, q->member, message, offset);
  a.place = (uint16_t)((q->ring * SLOTS + (c->first + message) % SLOTS) * P_MaxMsgLen + offset);
  rules(c, m, state, offset == 0, &a);
  if (a.job != 0)
    nf_netreduce_job_set_last(&a.job, offset + 1 == senders_length(&c->s, message));
  nf_tb_cover(tb, names[state]);
  if (state == COMPLETE)
    for (unsigned h = 0; h < c->s.hosts; h++)
      deliver(tb, c, h, q->packet);
  else if (state == HISTORY)
    deliver(tb, c, q->member, q->packet);
  return a;
}

#endif
