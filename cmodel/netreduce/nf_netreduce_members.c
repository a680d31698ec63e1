// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
// What the controller has written of each member, to be read back (MEMBER), and to be known from
// outside: LUT#1 keeps only what packets are compared with. HostIDs are written by the controller
// here, while the paper's switch counts them in the order in which first packets come (NETREDUCE
// 4.3.1): a table that learned from packets would believe any frame. No packet comes to this block.
#include "nf_netreduce_members.h"

#include <stdlib.h>

enum { RINGS = NF_NETREDUCE_MAX_RINGS, HOSTS = NF_NETREDUCE_MAX_HOSTS };

typedef struct {
  // there_q. The RTL keeps the others in a memory that no reset clears; what is not there shows
  // zeros.
  bool there;
  uint8_t port, role, parts;
  uint32_t src, dst, qp, src_qp;
} member;

struct nf_netreduce_members {
  // spines_q, and what was looked at last.
  nf_netreduce_members_out out;
  uint32_t rings;
  member members[RINGS][HOSTS];
};

// NF_PARAM MembersRingsInRange; nobody is a member.
nf_status nf_netreduce_members_init(nf_netreduce_members **m, const nf_netreduce_members_cfg *cfg) {
  if (cfg->Rings < 1 || cfg->Rings > RINGS)
    return "nf_netreduce_members: Rings must be 1..16";
  nf_netreduce_members *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_netreduce_members: out of memory";
  n->rings = cfg->Rings;
  *m = n;
  return NF_OK;
}

// Registers. What was looked at stays until the next look: the register bus may take it late.
const nf_netreduce_members_out *nf_netreduce_members_peek(const nf_netreduce_members *m) {
  return &m->out;
}

// look_there_q, and what u_members has read. A ring that is not built is no error here, so that
// software can read all 16 rings without knowing how many there are.
static void look(nf_netreduce_members *m, uint8_t ring, uint8_t host) {
  static const member none = {0};
  const member *e = ring < m->rings ? &m->members[ring][host] : &none;
  if (!e->there)
    e = &none;
  m->out.member_valid = e->there;
  m->out.member_port = e->port;
  m->out.member_role = e->role;
  m->out.member_parts = e->parts;
  m->out.member_src = e->src;
  m->out.member_dst = e->dst;
  m->out.member_qp = e->qp;
  m->out.member_src_qp = e->src_qp;
}

// One edge: a look sees what was there before this cycle, as the memory reads before it writes.
// Ring and HostID of enrol_* are in range, since LUT#1 has accepted them.
void nf_netreduce_members_step(nf_netreduce_members *m, const nf_netreduce_members_in *in) {
  if (in->look)
    look(m, in->look_ring, in->look_host);
  if (!in->enrol_valid)
    return;
  // A ring whose hosts send to this switch itself is a spine's: its hosts are leaves (NETREDUCE
  // 4.5). All hosts of a ring are of one kind, so the one that came last says it. u_recovery leaves
  // such a ring alone.
  if (in->enrol_add && in->enrol_role == NF_NETREDUCE_ROLE_HOST) {
    const uint16_t bit = (uint16_t)(1u << in->enrol_ring);
    m->out.spines = (uint16_t)((m->out.spines & ~bit) | (in->enrol_self ? bit : 0));
  }
  // Also of a member that goes, whose other fields nobody sees then.
  m->members[in->enrol_ring][in->enrol_host] = (member){.there = in->enrol_add,
                                                        .port = in->enrol_port,
                                                        .role = in->enrol_role,
                                                        .parts = in->enrol_parts,
                                                        .src = in->enrol_src_ip,
                                                        .dst = in->enrol_dst_ip,
                                                        .qp = in->enrol_dst_qp,
                                                        .src_qp = in->enrol_src_qp};
}

// The model's own; NULL is allowed.
void nf_netreduce_members_free(nf_netreduce_members *m) { free(m); }
