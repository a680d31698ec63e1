// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Lookups are answered one after the other; the write of a cycle comes behind its lookup.
#include "nf_netreduce_lut1.h"

#include <stdlib.h>

enum { ENTRIES = 128, RINGS = NF_NETREDUCE_MAX_RINGS };

typedef struct {
  uint64_t ips; // source, destination
  uint32_t qp;
  bool used;
  uint8_t ring, host, port, role;
} entry;

typedef struct {
  uint8_t members, count, ports; // hosts: set up for; have come; ports that have one
  uint8_t others;                // ports that have another member
  bool leaf, header, global;     // a leaf's; HEADER has come, GLOBAL has
} ring;

struct nf_netreduce_lut1 {
  nf_netreduce_lut1_out out;
  nf_netreduce_lut1_cfg cfg;
  nf_netreduce_lut1_in asked; // of the cycle before
  ring rings[RINGS];
  entry entries[ENTRIES];
};

static void found(nf_netreduce_lut1_out *o, unsigned at, const entry *e) {
  o->connection = (uint8_t)at;
  o->ring = e->ring;
  o->host = e->host;
  o->role = e->role;
}

// What a packet's role is in a ring.
static uint8_t role_in(const ring *r, uint8_t asked) {
  if (asked == NF_NETREDUCE_ROLE_HEADER || (asked == NF_NETREDUCE_ROLE_GLOBAL && r->leaf))
    return asked;
  return NF_NETREDUCE_ROLE_HOST;
}

static uint8_t learn(nf_netreduce_lut1 *m, entry key) {
  const unsigned id = m->asked.ring;
  if (!m->asked.first)
    return NF_NETREDUCE_CAUSE_UNKNOWN;
  if (id >= RINGS || m->rings[id].members == 0)
    return NF_NETREDUCE_CAUSE_NO_RING;
  ring *const r = &m->rings[id];
  key.role = role_in(r, m->asked.role);
  const bool host = key.role == NF_NETREDUCE_ROLE_HOST;
  const bool header = key.role == NF_NETREDUCE_ROLE_HEADER;
  if (header && !r->leaf)
    return NF_NETREDUCE_CAUSE_ROLE;
  if (host ? r->count == r->members : header ? r->header : r->global)
    return NF_NETREDUCE_CAUSE_RING_FULL;
  if ((r->ports | (host ? r->others : 0)) >> key.port & 1)
    return NF_NETREDUCE_CAUSE_MEMBER;
  unsigned at = 0;
  while (at < m->cfg.Connections && m->entries[at].used)
    at++;
  if (at == m->cfg.Connections)
    return NF_NETREDUCE_CAUSE_RING_FULL;
  key.used = true;
  key.ring = (uint8_t)id;
  if (host) {
    key.host = r->count++;
    r->ports |= (uint8_t)(1u << key.port);
  } else {
    key.host = header ? r->members : (uint8_t)(r->members + 1);
    r->others |= (uint8_t)(1u << key.port);
    r->header |= header;
    r->global |= !header;
  }
  m->entries[at] = key;
  m->out.fresh = true;
  found(&m->out, at, &key);
  return NF_NETREDUCE_CAUSE_NONE;
}

static uint8_t lookup(nf_netreduce_lut1 *m) {
  const nf_netreduce_lut1_in *const q = &m->asked;
  const entry key = {.ips = (uint64_t)q->src_ip << 32 | q->dst_ip,
                     .qp = q->dst_qp & 0xffffff,
                     .port = q->port & 7};
  for (unsigned at = 0; at < m->cfg.Connections; at++) {
    const entry *const e = &m->entries[at];
    if (!e->used || e->ips != key.ips || e->qp != key.qp)
      continue;
    if (e->port != key.port)
      return NF_NETREDUCE_CAUSE_MEMBER;
    if (q->first && q->ring != e->ring)
      return NF_NETREDUCE_CAUSE_OTHER_RING;
    if (role_in(&m->rings[e->ring], q->role) != e->role)
      return NF_NETREDUCE_CAUSE_ROLE;
    found(&m->out, at, e);
    return NF_NETREDUCE_CAUSE_NONE;
  }
  return learn(m, key);
}

static void configure(nf_netreduce_lut1 *m) {
  const unsigned id = m->asked.cfg_ring & 15, members = m->asked.cfg_members & 15;
  if (id >= m->cfg.Rings)
    return;
  const unsigned most = NF_NETREDUCE_MAX_HOSTS - (m->asked.cfg_leaf ? 2 : 0);
  m->rings[id] =
      (ring){.members = members > most ? 0 : (uint8_t)members, .leaf = m->asked.cfg_leaf};
  for (unsigned at = 0; at < m->cfg.Connections; at++)
    if (m->entries[at].ring == id)
      m->entries[at].used = false;
}

void nf_netreduce_lut1_step(nf_netreduce_lut1 *m, const nf_netreduce_lut1_in *in) {
  m->out = (nf_netreduce_lut1_out){.valid = m->asked.lookup_valid};
  if (m->asked.lookup_valid)
    m->out.cause = lookup(m);
  if (m->asked.cfg_valid)
    configure(m);
  m->asked = *in;
}

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

const nf_netreduce_lut1_out *nf_netreduce_lut1_peek(const nf_netreduce_lut1 *m) { return &m->out; }

void nf_netreduce_lut1_free(nf_netreduce_lut1 *m) { free(m); }
