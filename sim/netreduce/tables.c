// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "tables.h"

#include "netreduce/nf_netreduce_pkg.h"
#include <string.h>

static unsigned all_members(const nf_nr_device_cfg *c) { return c->members + (c->leaf ? 2 : 0); }
static uint16_t mask(unsigned members) { return (uint16_t)((1u << members) - 1); }

bool nf_nr_is_local(const nf_nr_device_cfg *cfg, uint32_t ip) {
  return (ip & cfg->local_mask) == cfg->local_net;
}

void nf_nr_tables_open(nf_nr_tables *t, const nf_nr_device_cfg *cfg) {
  memset(t, 0, sizeof *t);
  t->cfg = cfg;
  t->next = cfg->first;
  t->all = mask(all_members(cfg));
}

static bool is_known(const nf_nr_member *m) { return m->dst_ip != 0; }

int nf_nr_tables_port(const nf_nr_tables *t, unsigned member) {
  return is_known(&t->member[member]) ? (int)t->member[member].port : -1;
}

// ------------------------------------------------------------------------------- connections
// The member of a packet that is not known yet: the ring's next host, or the one of its role.
static uint8_t join(nf_nr_tables *t, const nf_nr_arrival *a, unsigned *member) {
  const nf_nr_device_cfg *c = t->cfg;
  if (!a->first)
    return NF_NETREDUCE_CAUSE_UNKNOWN;
  if (a->tag.ring != c->ring)
    return NF_NETREDUCE_CAUSE_NO_RING;
  if (a->role != NF_NETREDUCE_ROLE_HOST && !c->leaf)
    return NF_NETREDUCE_CAUSE_ROLE;
  if (a->role == NF_NETREDUCE_ROLE_HOST) {
    if (t->hosts == c->members)
      return NF_NETREDUCE_CAUSE_RING_FULL;
    for (unsigned i = 0; i < t->hosts; i++)
      if (t->member[i].port == a->port)
        return NF_NETREDUCE_CAUSE_MEMBER;
    *member = t->hosts++;
  } else {
    *member = c->members + (a->role == NF_NETREDUCE_ROLE_GLOBAL);
    if (is_known(&t->member[*member]))
      return NF_NETREDUCE_CAUSE_RING_FULL;
  }
  t->member[*member] = (nf_nr_member){.src_ip = a->head.src_ip,
                                      .dst_ip = a->head.dst_ip,
                                      .dst_qp = a->head.dst_qp,
                                      .port = a->port,
                                      .role = a->role};
  return NF_NETREDUCE_CAUSE_NONE;
}

// LUT#1.
static uint8_t find_member(nf_nr_tables *t, const nf_nr_arrival *a, unsigned *member) {
  for (unsigned i = 0; i < all_members(t->cfg); i++) {
    const nf_nr_member *m = &t->member[i];
    if (!is_known(m) || m->src_ip != a->head.src_ip || m->dst_ip != a->head.dst_ip ||
        m->dst_qp != a->head.dst_qp)
      continue;
    *member = i;
    if (m->port != a->port)
      return NF_NETREDUCE_CAUSE_MEMBER;
    if (m->role != a->role)
      return NF_NETREDUCE_CAUSE_ROLE;
    return a->first && a->tag.ring != t->cfg->ring ? NF_NETREDUCE_CAUSE_OTHER_RING
                                                   : NF_NETREDUCE_CAUSE_NONE;
  }
  return join(t, a, member);
}

// ------------------------------------------------------------------------------- messages
static bool inside(uint32_t psn, uint32_t first, unsigned msglen) {
  return ((psn - first) & NF_NR_PSN_MASK) < msglen;
}

// A message's first packet: known, or learned.
static uint8_t learn(const nf_nr_tables *t, nf_nr_member *m, const nf_nr_arrival *a) {
  const unsigned slots = t->cfg->slots, msglen = a->tag.msglen;
  const uint32_t id = a->tag.msgid, psn = a->head.psn;
  const bool wraps = (slots & (slots - 1)) == 0; // else two messages may share a slot at the wrap
  const bool ahead = id - m->newest < slots && (wraps || id >= m->newest);
  const bool behind = m->newest - id < slots && (wraps || id <= m->newest);
  if (msglen == 0 || msglen > t->cfg->msglen)
    return NF_NETREDUCE_CAUSE_MSGLEN;
  if (m->any && !ahead && !behind)
    return NF_NETREDUCE_CAUSE_WINDOW;
  const unsigned own = id % slots;
  if (m->message[own].valid && m->message[own].msgid == id) {
    if (m->message[own].msglen != msglen)
      return NF_NETREDUCE_CAUSE_MSGLEN;
    return m->message[own].psn == psn ? NF_NETREDUCE_CAUSE_NONE : NF_NETREDUCE_CAUSE_PSN;
  }
  for (unsigned i = 0; i < slots; i++)
    if (i != own && m->message[i].valid &&
        (inside(psn, m->message[i].psn, m->message[i].msglen) ||
         inside(m->message[i].psn, psn, msglen)))
      return NF_NETREDUCE_CAUSE_PSN;
  m->message[own].valid = true;
  m->message[own].psn = psn;
  m->message[own].msgid = id;
  m->message[own].msglen = msglen;
  if (!m->any || ahead)
    m->newest = id;
  m->any = true;
  return NF_NETREDUCE_CAUSE_NONE;
}

// LUT#2: slot and offset of a packet.
static uint8_t find_message(const nf_nr_tables *t, nf_nr_member *m, const nf_nr_arrival *a,
                            unsigned *slot, unsigned *offset) {
  const uint8_t cause = a->first ? learn(t, m, a) : NF_NETREDUCE_CAUSE_NONE;
  if (cause != NF_NETREDUCE_CAUSE_NONE)
    return cause;
  for (unsigned i = 0; i < t->cfg->slots; i++)
    if (m->message[i].valid && inside(a->head.psn, m->message[i].psn, m->message[i].msglen)) {
      *slot = i;
      *offset = (a->head.psn - m->message[i].psn) & NF_NR_PSN_MASK;
      return NF_NETREDUCE_CAUSE_NONE;
    }
  return NF_NETREDUCE_CAUSE_PSN;
}

// ------------------------------------------------------------------------------- arrival states
// A message begins when its slot is free: nobody needs the results of the one that had it.
static bool begin(nf_nr_tables *t, unsigned slot, unsigned msglen) {
  const unsigned slots = t->cfg->slots;
  nf_nr_slot *s = &t->slot[slot];
  if (t->opened == slots &&
      ((t->all & ~t->seen[slots - 1 - t->cfg->window]) != 0 || s->done != s->msglen))
    return false;
  s->msglen = msglen;
  s->done = 0;
  memset(s->arrived, 0, sizeof s->arrived);
  memmove(&t->seen[1], &t->seen[0], (slots - 1) * sizeof t->seen[0]);
  t->seen[0] = 0;
  t->next++;
  t->opened += t->opened < slots;
  return true;
}

static uint8_t state_of(const nf_nr_tables *t, uint16_t had, uint16_t has, uint8_t role) {
  const uint16_t hosts = mask(t->cfg->members);
  const bool full = (t->all & ~has) == 0, local = t->cfg->leaf && (hosts & ~has) == 0;
  if (had == has)
    return full    ? NF_NETREDUCE_STATE_HISTORY
           : local ? NF_NETREDUCE_STATE_RESEND
                   : NF_NETREDUCE_STATE_DISCARD;
  return full                                      ? NF_NETREDUCE_STATE_COMPLETE
         : local && role == NF_NETREDUCE_ROLE_HOST ? NF_NETREDUCE_STATE_LOCAL
                                                   : NF_NETREDUCE_STATE_STORE;
}

static uint8_t arrive(nf_nr_tables *t, unsigned member, unsigned slot, unsigned offset) {
  const nf_nr_member *m = &t->member[member];
  const unsigned msglen = m->message[slot].msglen;
  uint32_t age = t->next - m->message[slot].msgid - 1;
  const bool open = age < t->opened;
  if (!open && m->message[slot].msgid != t->next)
    return NF_NETREDUCE_STATE_STALE;
  nf_nr_slot *s = &t->slot[slot];
  if (open && s->msglen != msglen)
    return NF_NETREDUCE_STATE_LENGTH;
  if (!open && !begin(t, slot, msglen))
    return NF_NETREDUCE_STATE_STALE;
  for (age = open ? age : 0; age < t->cfg->slots; age++)
    t->seen[age] |= (uint16_t)(1u << member);
  const uint16_t had = s->arrived[offset], has = (uint16_t)(had | 1u << member);
  const uint8_t state = state_of(t, had, has, m->role);
  s->arrived[offset] = has;
  s->done += state == NF_NETREDUCE_STATE_COMPLETE;
  return state;
}

nf_nr_answer nf_nr_tables_arrive(nf_nr_tables *t, const nf_nr_arrival *a) {
  unsigned member = 0, slot = 0, offset = 0;
  // Too large: of a member, or tagged, it is refused, and no table learns from it.
  const bool large = a->head.size + a->head.pad > NF_NR_MOST_PAYLOAD;
  nf_nr_arrival known = *a;
  known.first = a->first && !large;
  nf_nr_answer r = {.cause = find_member(t, &known, &member)};
  if (large &&
      (r.cause == NF_NETREDUCE_CAUSE_NONE || (r.cause == NF_NETREDUCE_CAUSE_UNKNOWN && a->first)))
    r.cause = NF_NETREDUCE_CAUSE_PAYLOAD;
  if (r.cause == NF_NETREDUCE_CAUSE_NONE)
    r.cause = find_message(t, &t->member[member], a, &slot, &offset);
  if (r.cause != NF_NETREDUCE_CAUSE_NONE)
    return r;
  r.state = arrive(t, member, slot, offset);
  r.place = slot * t->cfg->msglen + offset;
  r.first = offset == 0;
  if (r.state == NF_NETREDUCE_STATE_STALE)
    r.cause = NF_NETREDUCE_CAUSE_WINDOW;
  if (r.state == NF_NETREDUCE_STATE_LENGTH)
    r.cause = NF_NETREDUCE_CAUSE_MSGLEN;
  return r;
}

bool nf_nr_tables_look(const nf_nr_tables *t, uint32_t msgid, unsigned offset, unsigned *arrived) {
  const nf_nr_slot *s = &t->slot[msgid % t->cfg->slots];
  if (t->next - msgid - 1 >= t->opened || offset >= s->msglen)
    return false;
  *arrived = 0;
  for (unsigned i = 0; i < all_members(t->cfg); i++)
    if (s->arrived[offset] >> i & 1)
      *arrived |= i < t->cfg->members    ? 1u << t->member[i].port
                  : i == t->cfg->members ? (unsigned)NF_NR_HAS_HEADER
                                         : (unsigned)NF_NR_HAS_SUM;
  return true;
}
