// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/tables.h"

#include "netreduce/nf_netreduce_pkg.h"
#include <string.h>

static uint16_t mask(unsigned members) { return (uint16_t)((1u << members) - 1); }

bool nf_nr_is_local(const nf_nr_device_cfg *cfg, uint32_t ip) {
  return (ip & cfg->local_mask) == cfg->local_net;
}

void nf_nr_tables_open(nf_nr_tables *t, const nf_nr_device_cfg *cfg) {
  memset(t, 0, sizeof *t);
  t->cfg = cfg;
  t->next = cfg->first;
  t->up = t->released = (nf_nr_at){.msgid = cfg->first};
  for (unsigned i = 0; i < NF_NR_MEMBERS; i++)
    t->sent[i].expected = t->released;
  t->all = mask(NF_NR_ALL_MEMBERS(cfg));
}

uint8_t nf_nr_tables_mark(const nf_nr_device_cfg *cfg, bool up) {
  unsigned parts = 0;
  for (unsigned i = 0; i < cfg->members; i++)
    parts += cfg->member[i].parts;
  if (up)
    return (uint8_t)parts;
  return (uint8_t)(NF_NETREDUCE_RESULT | (cfg->leaf ? cfg->member[cfg->members + 1].parts : parts));
}

// What a member's packets are marked with: a host's with nothing.
static uint8_t mark_of(const nf_nr_device_cfg *cfg, const nf_nr_member *m) {
  if (m->role == NF_NETREDUCE_ROLE_GLOBAL)
    return (uint8_t)(NF_NETREDUCE_RESULT | m->parts);
  return m->role == NF_NETREDUCE_ROLE_HOST && m->dst_ip == cfg->own_ip ? (uint8_t)m->parts : 0;
}

// ------------------------------------------------------------------------------- connections
// LUT#1.
int nf_nr_member_of(const nf_nr_device_cfg *cfg, const nf_nr_packet *p) {
  for (unsigned i = 0; i < NF_NR_ALL_MEMBERS(cfg); i++) {
    const nf_nr_member *m = &cfg->member[i];
    if (m->src_ip == p->src_ip && m->dst_ip == p->dst_ip && m->dst_qp == p->dst_qp)
      return (int)i;
  }
  return -1;
}

int nf_nr_tables_member(const nf_nr_tables *t, const nf_nr_packet *p) {
  return nf_nr_member_of(t->cfg, p);
}

static uint8_t find_member(const nf_nr_tables *t, const nf_nr_arrival *a, unsigned *member) {
  const int found = nf_nr_tables_member(t, &a->head);
  if (found < 0)
    return a->first ? NF_NETREDUCE_CAUSE_UNREGISTERED : NF_NETREDUCE_CAUSE_UNKNOWN;
  const nf_nr_member *m = &t->cfg->member[found];
  *member = (unsigned)found;
  if (m->port != a->port)
    return NF_NETREDUCE_CAUSE_MEMBER;
  if (a->first && a->tag.ring != t->cfg->ring)
    return NF_NETREDUCE_CAUSE_OTHER_RING;
  if (a->alone != (m->role == NF_NETREDUCE_ROLE_HEADER))
    return NF_NETREDUCE_CAUSE_ROLE;
  return a->head.mark == mark_of(t->cfg, m) ? NF_NETREDUCE_CAUSE_NONE : NF_NETREDUCE_CAUSE_MARK;
}

// ------------------------------------------------------------------------------- messages
static bool inside(uint32_t psn, uint32_t first, unsigned msglen) {
  return ((psn - first) & NF_NR_PSN_MASK) < msglen;
}

// Two messages may share a slot where MsgIDs wrap, but for powers of two.
static bool is_ahead(const nf_nr_tables *t, const nf_nr_sent *m, uint32_t id) {
  const unsigned slots = t->cfg->slots;
  return id - m->newest < slots && ((slots & (slots - 1)) == 0 || id >= m->newest);
}

static bool is_behind(const nf_nr_tables *t, const nf_nr_sent *m, uint32_t id) {
  const unsigned slots = t->cfg->slots;
  return m->newest - id < slots && ((slots & (slots - 1)) == 0 || id <= m->newest);
}

// A message's first packet: of one that is known, or that can be.
static uint8_t find_first(const nf_nr_tables *t, const nf_nr_sent *m, const nf_nr_arrival *a) {
  const unsigned slots = t->cfg->slots, msglen = a->tag.msglen;
  const uint32_t id = a->tag.msgid, psn = a->head.psn;
  if (msglen == 0 || msglen > t->cfg->msglen)
    return NF_NETREDUCE_CAUSE_MSGLEN;
  if (m->any && !is_ahead(t, m, id) && !is_behind(t, m, id))
    return NF_NETREDUCE_CAUSE_WINDOW;
  const nf_nr_message *own = &m->message[id % slots];
  if (own->valid && own->msgid == id) {
    if (own->msglen != msglen)
      return NF_NETREDUCE_CAUSE_MSGLEN;
    return own->psn == psn ? NF_NETREDUCE_CAUSE_NONE : NF_NETREDUCE_CAUSE_PSN;
  }
  for (unsigned i = 0; i < slots; i++)
    if (i != id % slots && m->message[i].valid &&
        (inside(psn, m->message[i].psn, m->message[i].msglen) ||
         inside(m->message[i].psn, psn, msglen)))
      return NF_NETREDUCE_CAUSE_PSN;
  return NF_NETREDUCE_CAUSE_NONE;
}

// LUT#2: the message of a packet.
static uint8_t find_message(const nf_nr_tables *t, const nf_nr_sent *m, const nf_nr_arrival *a,
                            nf_nr_message *message) {
  if (a->first) {
    *message = (nf_nr_message){true, a->head.psn, a->tag.msgid, a->tag.msglen};
    return find_first(t, m, a);
  }
  for (unsigned i = 0; i < t->cfg->slots; i++)
    if (m->message[i].valid && inside(a->head.psn, m->message[i].psn, m->message[i].msglen)) {
      *message = m->message[i];
      return NF_NETREDUCE_CAUSE_NONE;
    }
  return NF_NETREDUCE_CAUSE_PSN;
}

// The slot of a column whose message has begun; NULL: it has not.
static const nf_nr_slot *slot_of(const nf_nr_tables *t, nf_nr_at at) {
  return t->next - at.msgid - 1 < t->opened ? &t->slot[at.msgid % t->cfg->slots] : NULL;
}

// The PSN of the ring's first packet follows from that of a message's first one and from the
// lengths of the messages before it, as the other members have them.
static void count_from(const nf_nr_tables *t, nf_nr_sent *m, uint32_t id, uint32_t psn) {
  for (nf_nr_at at = {.msgid = t->cfg->first}; at.msgid != id; at.msgid++) {
    const nf_nr_slot *s = slot_of(t, at);
    if (!s)
      return;
    psn -= s->msglen;
  }
  m->counted = true;
  m->psn = m->acked = m->given = psn & NF_NR_PSN_MASK;
}

// Its packet is accepted.
static void learn(const nf_nr_tables *t, nf_nr_sent *m, const nf_nr_message *message) {
  if (!m->any || is_ahead(t, m, message->msgid))
    m->newest = message->msgid;
  m->any = true;
  m->message[message->msgid % t->cfg->slots] = *message;
  if (!m->counted)
    count_from(t, m, message->msgid, message->psn);
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

// Is a column before another one? Those that are compared are in the window or next to it.
static bool is_before(nf_nr_at a, nf_nr_at b) {
  return a.msgid == b.msgid ? a.offset < b.offset : b.msgid - a.msgid < 1u << 31;
}

static nf_nr_at behind(nf_nr_at at, unsigned msglen) {
  return at.offset + 1 == msglen ? (nf_nr_at){.msgid = at.msgid + 1}
                                 : (nf_nr_at){at.msgid, at.offset + 1};
}

// What a member has sent without a gap.
static void go_on(nf_nr_tables *t, unsigned member) {
  nf_nr_sent *m = &t->sent[member];
  const nf_nr_slot *s;
  while ((s = slot_of(t, m->expected)) != NULL && s->arrived[m->expected.offset] >> member & 1) {
    m->expected = behind(m->expected, s->msglen);
    m->psn = (m->psn + 1) & NF_NR_PSN_MASK;
  }
}

bool nf_nr_tables_release(nf_nr_tables *t, bool up, unsigned *place, bool *first) {
  nf_nr_at *at = up ? &t->up : &t->released;
  const uint16_t needed = up ? mask(t->cfg->members) : t->all;
  const nf_nr_slot *s = slot_of(t, *at);
  if (!s || (needed & ~s->arrived[at->offset]) != 0)
    return false;
  *place = at->msgid % t->cfg->slots * t->cfg->msglen + at->offset;
  *first = at->offset == 0;
  t->slot[at->msgid % t->cfg->slots].done += !up;
  *at = behind(*at, s->msglen);
  for (unsigned i = 0; i < NF_NR_ALL_MEMBERS(t->cfg) && !up; i++)
    t->sent[i].given = (t->sent[i].given + 1) & NF_NR_PSN_MASK;
  return true;
}

static uint8_t state_of(const nf_nr_tables *t, uint16_t has, uint8_t role) {
  const uint16_t hosts = mask(t->cfg->members);
  const bool full = (t->all & ~has) == 0, local = t->cfg->leaf && (hosts & ~has) == 0;
  return full                                      ? NF_NETREDUCE_STATE_COMPLETE
         : local && role == NF_NETREDUCE_ROLE_HOST ? NF_NETREDUCE_STATE_LOCAL
                                                   : NF_NETREDUCE_STATE_STORE;
}

static uint8_t arrive(nf_nr_tables *t, unsigned member, const nf_nr_message *message,
                      unsigned offset) {
  const unsigned msglen = message->msglen, slot = message->msgid % t->cfg->slots;
  uint32_t age = t->next - message->msgid - 1;
  const bool open = age < t->opened;
  if (!open && message->msgid != t->next)
    return NF_NETREDUCE_STATE_STALE;
  nf_nr_slot *s = &t->slot[slot];
  if (open && s->msglen != msglen)
    return NF_NETREDUCE_STATE_LENGTH;
  if (!open && !begin(t, slot, msglen))
    return NF_NETREDUCE_STATE_STALE;
  for (age = open ? age : 0; age < t->cfg->slots; age++)
    t->seen[age] |= (uint16_t)(1u << member);
  const uint16_t had = s->arrived[offset], has = (uint16_t)(had | 1u << member);
  s->arrived[offset] = has;
  if (had == has)
    return is_before((nf_nr_at){message->msgid, offset}, t->released) ? NF_NETREDUCE_STATE_HISTORY
                                                                      : NF_NETREDUCE_STATE_DISCARD;
  return state_of(t, has, t->cfg->member[member].role);
}

static void accept(nf_nr_tables *t, unsigned member, const nf_nr_message *message) {
  learn(t, &t->sent[member], message);
  go_on(t, member);
}

// Packets of the member that are missing one behind the other, before this one.
static uint32_t gap(const nf_nr_tables *t, unsigned member, uint32_t psn) {
  const nf_nr_sent *m = &t->sent[member];
  const uint32_t ahead = (psn - m->psn) & NF_NR_PSN_MASK;
  if (!m->counted || ahead >> 23 != 0)
    return 0;
  nf_nr_at at = m->expected;
  const nf_nr_slot *s;
  for (uint32_t i = 0; i < ahead; i++) {
    if ((s = slot_of(t, at)) == NULL)
      return ahead;
    if (s->arrived[at.offset] >> member & 1)
      return i;
    at = behind(at, s->msglen);
  }
  return ahead;
}

nf_nr_answer nf_nr_tables_arrive(nf_nr_tables *t, const nf_nr_arrival *a) {
  unsigned member = 0;
  nf_nr_message message = {0};
  nf_nr_answer r = {.cause = find_member(t, a, &member), .member = -1};
  if (r.cause == NF_NETREDUCE_CAUSE_NONE && a->head.size + a->head.pad > NF_NR_MOST_PAYLOAD)
    r.cause = NF_NETREDUCE_CAUSE_PAYLOAD;
  if (r.cause != NF_NETREDUCE_CAUSE_NONE)
    return r;
  r.member = (int)member;
  r.cause = find_message(t, &t->sent[member], a, &message);
  if (r.cause != NF_NETREDUCE_CAUSE_NONE) {
    r.ahead = gap(t, member, a->head.psn);
    return r;
  }
  const unsigned offset = (a->head.psn - message.psn) & NF_NR_PSN_MASK;
  r.state = arrive(t, member, &message, offset);
  r.role = t->cfg->member[member].role;
  r.place = message.msgid % t->cfg->slots * t->cfg->msglen + offset;
  r.first = offset == 0;
  if (r.state == NF_NETREDUCE_STATE_STALE)
    r.cause = NF_NETREDUCE_CAUSE_WINDOW;
  else if (r.state == NF_NETREDUCE_STATE_LENGTH)
    r.cause = NF_NETREDUCE_CAUSE_MSGLEN;
  else
    accept(t, member, &message); // what is refused changes nothing
  r.ahead = gap(t, member, a->head.psn);
  return r;
}

bool nf_nr_tables_look(const nf_nr_tables *t, uint32_t msgid, unsigned offset, unsigned *arrived) {
  const nf_nr_slot *s = &t->slot[msgid % t->cfg->slots];
  if (t->next - msgid - 1 >= t->opened || offset >= s->msglen)
    return false;
  *arrived = 0;
  for (unsigned i = 0; i < NF_NR_ALL_MEMBERS(t->cfg); i++)
    if (s->arrived[offset] >> i & 1)
      *arrived |= i < t->cfg->members    ? 1u << t->cfg->member[i].port
                  : i == t->cfg->members ? (unsigned)NF_NR_HAS_HEADER
                                         : (unsigned)NF_NR_HAS_SUM;
  return true;
}

// ------------------------------------------------------------------------------- what is asked for
int nf_nr_tables_sender(const nf_nr_tables *t, const nf_nr_packet *p) {
  for (unsigned i = 0; i < NF_NR_ALL_MEMBERS(t->cfg); i++) {
    const nf_nr_member *m = &t->cfg->member[i];
    if (m->dst_ip != t->cfg->own_ip && m->src_ip == p->dst_ip && m->dst_ip == p->src_ip &&
        m->src_qp == p->dst_qp)
      return (int)i;
  }
  return -1;
}

bool nf_nr_tables_leads_on(const nf_nr_tables *t, unsigned port) {
  const nf_nr_member *header = &t->cfg->member[t->cfg->members], *global = header + 1;
  return t->cfg->leaf && (header->port == port || global->port == port);
}

bool nf_nr_tables_is_receivers(const nf_nr_tables *t, unsigned member, const nf_nr_packet *p,
                               unsigned port) {
  if (!nf_nr_tables_has_receiver(t, member))
    return nf_nr_tables_leads_on(t, port);
  for (unsigned i = 0; i < t->cfg->members; i++)
    if (t->cfg->member[i].src_ip == p->src_ip && t->cfg->member[i].port == port)
      return true;
  return false;
}

uint32_t nf_nr_tables_unknown(const nf_nr_tables *t, unsigned member) {
  return (t->sent[member].given - t->sent[member].acked) & NF_NR_PSN_MASK;
}

bool nf_nr_tables_acknowledged(nf_nr_tables *t, unsigned member, uint32_t next) {
  nf_nr_sent *m = &t->sent[member];
  const uint32_t more = (next - m->acked) & NF_NR_PSN_MASK;
  // Of a host elsewhere it may be of what was not given out here.
  if (more == 0 || more > ((m->psn - m->acked) & NF_NR_PSN_MASK))
    return false;
  m->acked = next & NF_NR_PSN_MASK;
  return true;
}

bool nf_nr_tables_has_receiver(const nf_nr_tables *t, unsigned member) {
  const nf_nr_member *m = &t->cfg->member[member];
  return m->role == NF_NETREDUCE_ROLE_HOST
             ? m->dst_ip != t->cfg->own_ip && (!t->cfg->leaf || nf_nr_is_local(t->cfg, m->dst_ip))
             : m->role == NF_NETREDUCE_ROLE_HEADER;
}

bool nf_nr_tables_has(const nf_nr_tables *t, unsigned member, uint32_t psn, unsigned *place,
                      bool *first) {
  const nf_nr_sent *m = &t->sent[member];
  for (unsigned i = 0; i < t->cfg->slots; i++) {
    if (!m->message[i].valid || !inside(psn, m->message[i].psn, m->message[i].msglen))
      continue;
    const unsigned offset = (psn - m->message[i].psn) & NF_NR_PSN_MASK;
    *place = i * t->cfg->msglen + offset;
    *first = offset == 0;
    return t->next - m->message[i].msgid - 1 < t->opened &&
           t->slot[i].arrived[offset] >> member & 1;
  }
  return false;
}

bool nf_nr_tables_waits(const nf_nr_tables *t, nf_nr_at *at, unsigned *place, bool *first) {
  const uint16_t hosts = mask(t->cfg->members), global = (uint16_t)(hosts + 1) << 1;
  const nf_nr_slot *s = slot_of(t, *at);
  if (!s)
    return false;
  const uint16_t has = s->arrived[at->offset];
  *place = at->msgid % t->cfg->slots * t->cfg->msglen + at->offset;
  *first = at->offset == 0;
  *at = behind(*at, s->msglen);
  return (has & (hosts | global)) == hosts;
}

bool nf_nr_tables_is_up(const nf_nr_tables *t, unsigned place) {
  const uint16_t hosts = mask(t->cfg->members);
  return (hosts & ~t->slot[place / t->cfg->msglen].arrived[place % t->cfg->msglen]) == 0;
}
