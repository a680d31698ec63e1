// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// LUT#1 of NETREDUCE 4.3.1 (Fig. 5): {SrcIP, DstIP, DstQP} to ring and HostID. The paper's table
// learns from tagged first packets (Algorithm 2, line 3); this one is the controller's (4.2), as a
// table that learned would believe any frame. A lookup finds its entry in one step and is answered
// in the next one, from the rings as they are then; an entry that the controller takes away in
// between was there.
#include "nf_netreduce_lut1.h"

#include <stdlib.h>
#include <string.h>

// ENTRIES: n * H of the paper at most, with HEADER and GLOBAL of leaves.
enum { ENTRIES = 128, RINGS = NF_NETREDUCE_MAX_RINGS };

// entry_t: a member. local and mark are worked out when it is written, from addresses that may
// change later.
typedef struct {
  uint64_t ips; // source, destination
  uint32_t qp, src_qp;
  bool used, local;
  uint8_t ring, host, port, role, mark;
} entry;

// ring_t, noted when it is opened: the ports say which stores the aggregator reads, and whose
// combiners get the sum.
typedef struct {
  bool open;
  uint8_t hosts, globals, here; // ports, as of when it was opened or closed
} ring;

struct nf_netreduce_lut1 {
  nf_netreduce_lut1_out out;
  nf_netreduce_lut1_cfg cfg;
  nf_netreduce_lut1_in asked; // of the cycle before
  // The controller's question, one at a time: it is decided in the cycle behind the one in which it
  // came (weighs_q), and changes the table in the next one, that of its answer.
  nf_netreduce_lut1_in question;
  bool weighs;
  unsigned hit; // its entry; ENTRIES: none
  ring rings[RINGS];
  entry entries[ENTRIES];
};

// same_ring: members of a ring that is not built there are none, as ADD refuses them.
static bool of_ring(const entry *e, unsigned r) { return e->used && e->ring == r; }

// match: the entries are all different (ADD sees to it), so the first one is the only one
// (Lut1OneEntry).
static unsigned find(const nf_netreduce_lut1 *m, uint64_t ips, uint32_t qp) {
  for (unsigned at = 0; at < m->cfg.Connections; at++)
    if (m->entries[at].used && m->entries[at].ips == ips && m->entries[at].qp == qp)
      return at;
  return ENTRIES;
}

// Part of the key, so that one comparison has both addresses.
static uint64_t ips_of(uint32_t src, uint32_t dst) { return (uint64_t)src << 32 | dst; }

// ------------------------------------------------------------------------------ the controller
// enrol.mark: what a member's packets are marked with: a host's and HEADER's with nothing, a leaf's
// at its spine with the contributors that it stands for, GLOBAL's as a result. A sum that comes
// back, or one that lacks a host, has another mark and is dropped (MARK): nothing is added twice.
static uint8_t mark_of(const nf_netreduce_lut1_in *in, unsigned role) {
  const uint8_t parts = in->enrol_parts & NF_NETREDUCE_MOST_PARTS;
  if (role == NF_NETREDUCE_ROLE_GLOBAL)
    return NF_NETREDUCE_RESULT | parts;
  return role == NF_NETREDUCE_ROLE_HOST && in->enrol_self ? parts : 0;
}

// parts_of: contributors of the hosts here; one that has no mark is itself alone.
static unsigned parts_of(const entry *e) {
  return e->role != NF_NETREDUCE_ROLE_HOST ? 0 : e->mark == 0 ? 1 : e->mark;
}

// parts_fit: a host that does not send to the switch itself stands for one contributor, itself. A
// mark has six bits for contributors: a ring of more than 63 could not say how many its sum has.
static bool parts_fit(const nf_netreduce_lut1 *m, const entry *n, unsigned parts) {
  if (n->role == NF_NETREDUCE_ROLE_HEADER)
    return true;
  return parts != 0 && parts <= NF_NETREDUCE_MOST_PARTS && (n->mark != 0 || parts == 1) &&
         m->out.local_parts[n->ring] + parts_of(n) <= NF_NETREDUCE_MOST_PARTS;
}

// same_acks: an acknowledgement names its member by both addresses and the sender's own queue pair.
// Of two members that have them alike nf_netreduce_recovery could not say which one it is for. What
// bears a mark goes to a switch, and that acknowledges none.
static bool same_acks(const entry *a, const entry *b) {
  return a->mark == 0 && b->mark == 0 && a->ips == b->ips && a->src_qp == b->src_qp;
}

// The member that the question speaks of.
static entry entry_of(const nf_netreduce_lut1_in *in) {
  return (entry){.ips = ips_of(in->enrol_src_ip, in->enrol_dst_ip),
                 .qp = in->enrol_dst_qp & 0xffffff,
                 .src_qp = in->enrol_src_qp & 0xffffff,
                 .used = true,
                 .local = in->enrol_local,
                 .ring = in->enrol_ring & 15,
                 .host = in->enrol_host & 7,
                 .port = in->enrol_port & 7,
                 .role = in->enrol_role & 3,
                 .mark = mark_of(in, in->enrol_role & 3)};
}

// put: the first entry that is free; ENTRIES: none.
static unsigned free_entry(const nf_netreduce_lut1 *m) {
  for (unsigned at = 0; at < m->cfg.Connections; at++)
    if (!m->entries[at].used)
      return at;
  return ENTRIES;
}

// enrol_closed: who is in an open ring is in sums that are being made.
static bool is_closed(const nf_netreduce_lut1 *m, unsigned r) {
  return r < m->cfg.Rings && !m->rings[r].open;
}

// ENROL_ADD: if nothing of the member is there already, and its ring is closed. A port of its own,
// as the aggregator reads all members' words in one cycle, each from its port's store; HEADER and
// GLOBAL may share a port, since of one only headers are kept, and of the other only payloads.
static bool may_add(const nf_netreduce_lut1 *m, const nf_netreduce_lut1_in *in) {
  const entry n = entry_of(in);
  if (!is_closed(m, n.ring) || find(m, n.ips, n.qp) != ENTRIES || free_entry(m) == ENTRIES ||
      !parts_fit(m, &n, in->enrol_parts & 127))
    return false;
  for (unsigned i = 0; i < m->cfg.Connections; i++) {
    const entry *const e = &m->entries[i];
    const bool share = e->role != NF_NETREDUCE_ROLE_HOST && n.role != NF_NETREDUCE_ROLE_HOST;
    if (e->used && same_acks(e, &n))
      return false;
    if (of_ring(e, n.ring) && (e->host == n.host || (e->port == n.port && !share)))
      return false;
  }
  return true;
}

// same_host: the entry of a HostID; ENTRIES: there is none.
static unsigned find_host(const nf_netreduce_lut1 *m, const nf_netreduce_lut1_in *in) {
  for (unsigned at = 0; at < m->cfg.Connections; at++)
    if (of_ring(&m->entries[at], in->enrol_ring & 15) &&
        m->entries[at].host == (in->enrol_host & 7))
      return at;
  return ENTRIES;
}

// ENROL_REMOVE, only while the ring is closed. From then on its untagged frames pass, as of any
// connection that nobody has registered.
static bool may_remove(const nf_netreduce_lut1 *m, const nf_netreduce_lut1_in *in) {
  return is_closed(m, in->enrol_ring & 15) && find_host(m, in) != ENTRIES;
}

// `whole`: HostIDs of the hosts from 0 on, of a leaf HEADER's and GLOBAL's behind them, and no
// others. A ring that lacked one would wait for a packet that cannot come; with one too many its
// packets would be added by nobody.
static bool is_whole(const nf_netreduce_lut1 *m, const nf_netreduce_lut1_in *in) {
  const unsigned members = in->enrol_members & 15;
  unsigned ids[4] = {0};
  if (members == 0)
    return true;
  if (members + (in->enrol_leaf ? 2 : 0) > NF_NETREDUCE_MAX_HOSTS)
    return false;
  for (unsigned at = 0; at < m->cfg.Connections; at++)
    if (of_ring(&m->entries[at], in->enrol_ring & 15))
      ids[m->entries[at].role] |= 1u << m->entries[at].host;
  return ids[NF_NETREDUCE_ROLE_HOST] == (1u << members) - 1 &&
         ids[NF_NETREDUCE_ROLE_HEADER] == (in->enrol_leaf ? 1u << members : 0) &&
         ids[NF_NETREDUCE_ROLE_GLOBAL] == (in->enrol_leaf ? 2u << members : 0);
}

// enrol_ok. Software reads the answer as the response of its write.
static bool decide(const nf_netreduce_lut1 *m, const nf_netreduce_lut1_in *in) {
  switch (in->enrol_op & 3) {
  case NF_NETREDUCE_ENROL_ADD:
    return may_add(m, in);
  case NF_NETREDUCE_ENROL_REMOVE:
    return may_remove(m, in);
  case NF_NETREDUCE_ENROL_CHECK:
    return is_whole(m, in);
  default:
    return false;
  }
}

// add and remove, in the cycle of an answer that allows it: into the first free entry (put), or out
// of its own (gone). local_parts is counted along.
static void change(nf_netreduce_lut1 *m, const nf_netreduce_lut1_in *in) {
  const unsigned r = in->enrol_ring & 15;
  if ((in->enrol_op & 3) == NF_NETREDUCE_ENROL_ADD) {
    entry *const e = &m->entries[free_entry(m)];
    *e = entry_of(in);
    m->out.local_parts[r] = (uint8_t)(m->out.local_parts[r] + parts_of(e));
  } else if ((in->enrol_op & 3) == NF_NETREDUCE_ENROL_REMOVE) {
    entry *const e = &m->entries[find_host(m, in)];
    e->used = false;
    m->out.local_parts[r] = (uint8_t)(m->out.local_parts[r] - parts_of(e));
  }
}

// ------------------------------------------------------------------------------ rings
// gen_ring and forget_o: the ports are noted, as no member changes while the ring is open. LUT#2
// forgets what the ring's connections have sent: MsgIDs and PSNs begin anew. whole_parts: GLOBAL
// says how many contributors all leaves have; without one the hosts here are all.
static void configure(nf_netreduce_lut1 *m, const nf_netreduce_lut1_in *in) {
  const unsigned id = in->cfg_ring & 15;
  if (in->cfg_open)
    for (unsigned at = 0; at < m->cfg.Connections; at++)
      if (of_ring(&m->entries[at], id))
        m->out.forget[at / 64] |= (uint64_t)1 << at % 64;
  if (id >= m->cfg.Rings)
    return;
  ring *const r = &m->rings[id];
  *r = (ring){.open = in->cfg_open};
  m->out.whole_parts[id] = m->out.local_parts[id];
  for (unsigned at = 0; at < m->cfg.Connections; at++) {
    const entry *const e = &m->entries[at];
    const uint8_t port = (uint8_t)(1u << e->port);
    if (!of_ring(e, id))
      continue;
    if (e->role == NF_NETREDUCE_ROLE_HOST)
      r->hosts |= port;
    if (e->role == NF_NETREDUCE_ROLE_GLOBAL) {
      r->globals |= port;
      m->out.whole_parts[id] = e->mark & NF_NETREDUCE_MOST_PARTS;
    } else if (e->role == NF_NETREDUCE_ROLE_HEADER || e->local)
      r->here |= port;
  }
}

// ------------------------------------------------------------------------------ lookups
// `cause`, the first one that holds. Algorithm 2, line 9, for what is nobody's: it passes, unless
// it is tagged: then it was meant for a sum, and would bring one host's numbers in its place. The
// port counts: a member's addresses at another port are somebody else's frames, or a cable that was
// moved; either way they are not added.
static uint8_t cause_of(const nf_netreduce_lut1 *m) {
  const nf_netreduce_lut1_in *const q = &m->asked;
  if (m->hit == ENTRIES)
    return q->first ? NF_NETREDUCE_CAUSE_UNREGISTERED : NF_NETREDUCE_CAUSE_UNKNOWN;
  const entry *const e = &m->entries[m->hit];
  if (e->port != (q->port & 7))
    return NF_NETREDUCE_CAUSE_MEMBER;
  if (!m->rings[e->ring].open)
    return NF_NETREDUCE_CAUSE_NO_RING;
  if (q->first && q->ring != e->ring)
    return NF_NETREDUCE_CAUSE_OTHER_RING;
  if (q->alone != (e->role == NF_NETREDUCE_ROLE_HEADER))
    return NF_NETREDUCE_CAUSE_ROLE;
  return q->mark == e->mark ? NF_NETREDUCE_CAUSE_NONE : NF_NETREDUCE_CAUSE_MARK;
}

// Output registers: but for cause and member zero unless the packet is accepted, so that nothing
// behind can use what was not.
static void answer(nf_netreduce_lut1 *m) {
  nf_netreduce_lut1_out *const o = &m->out;
  o->cause = cause_of(m);
  o->member = m->hit != ENTRIES;
  if (o->cause != NF_NETREDUCE_CAUSE_NONE)
    return;
  const entry *const e = &m->entries[m->hit];
  const ring *const r = &m->rings[e->ring];
  o->connection = (uint8_t)m->hit;
  o->ring = e->ring;
  o->host = e->host;
  o->role = e->role;
  o->local = e->local;
  o->hosts = r->hosts;
  o->globals = r->globals;
  o->here = r->here;
}

// One edge. The answer is of the lookup of the cycle before, and of the rings as they are now, so
// both come before configure() and change(). local_parts and whole_parts are levels, and are taken
// over; all else is zero unless it is answered.
void nf_netreduce_lut1_step(nf_netreduce_lut1 *m, const nf_netreduce_lut1_in *in) {
  const bool changes = m->out.enrol_ok;
  nf_netreduce_lut1_out next = {.valid = m->asked.lookup_valid,
                                .enrol_done = m->weighs,
                                .enrol_ok = m->weighs && decide(m, &m->question)};
  memcpy(next.local_parts, m->out.local_parts, sizeof next.local_parts);
  memcpy(next.whole_parts, m->out.whole_parts, sizeof next.whole_parts);
  m->out = next;
  if (m->asked.lookup_valid)
    answer(m);
  if (in->lookup_valid)
    m->hit = find(m, ips_of(in->src_ip, in->dst_ip), in->dst_qp & 0xffffff);
  m->asked = *in;
  if (in->cfg_valid)
    configure(m, in);
  if (changes)
    change(m, &m->question);
  m->weighs = in->enrol_valid;
  if (in->enrol_valid)
    m->question = *in;
}

// NF_PARAMs; no members, all rings closed.
nf_status nf_netreduce_lut1_init(nf_netreduce_lut1 **m, const nf_netreduce_lut1_cfg *cfg) {
  if (cfg->Connections < 2 || cfg->Connections > ENTRIES)
    return "Connections must be 2..128";
  if (cfg->Rings < 1 || cfg->Rings > RINGS)
    return "Rings must be 1..16";
  nf_netreduce_lut1 *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "out of memory";
  n->cfg = *cfg;
  *m = n;
  return NF_OK;
}

// Registers all of them; contributors are levels, which stand while a ring is open.
const nf_netreduce_lut1_out *nf_netreduce_lut1_peek(const nf_netreduce_lut1 *m) { return &m->out; }

// The model's own; NULL is allowed.
void nf_netreduce_lut1_free(nf_netreduce_lut1 *m) { free(m); }
