// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Two measures of a port: for how long its combiner has had no room, and what it owes other rings.
// The paper has no such thing: it takes the Ethernet switch behind a port for one that always takes
// frames. Here a host that pauses its link (PFC) would stop the sums of all rings, since jobs are
// done in order.
#include "nf_netreduce_away.h"

#include "netreduce/nf_netreduce_pkg.h"

#include <stdlib.h>

enum { PORTS = NF_NETREDUCE_MAX_PORTS, SHARE = 32 };

struct nf_netreduce_away {
  nf_netreduce_away_out out;
  uint32_t ports;
  uint32_t full[PORTS], debt[PORTS]; // cycles; cycles times SHARE
  uint8_t busy;                      // bit p: one of them is not zero
};

// NF_PARAM AwayPortsInRange; no port is away.
nf_status nf_netreduce_away_init(nf_netreduce_away **m, const nf_netreduce_away_cfg *cfg) {
  if (cfg->Ports < 2 || cfg->Ports > PORTS)
    return "nf_netreduce_away: Ports must be 2..8";
  nf_netreduce_away *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_netreduce_away: out of memory";
  n->ports = cfg->Ports;
  *m = n;
  return NF_OK;
}

// away_q of all ports.
const nf_netreduce_away_out *nf_netreduce_away_peek(const nf_netreduce_away *m) { return &m->out; }

// The model's own: no port is away, has been without room, or owes something.
bool nf_netreduce_away_idle(const nf_netreduce_away *m) { return !m->busy && !m->out.away; }

// gen_port. away_q is decided by full_q and debt_q as they were, so it comes before them: a port is
// away two cycles behind the one that was too much.
static void step_port(nf_netreduce_away *m, const nf_netreduce_away_in *in, unsigned p) {
  const uint8_t bit = (uint8_t)(1u << p);
  const bool room = in->room & bit, away = m->out.away & bit;
  const bool owes = m->debt[p] > (uint32_t)in->pause * SHARE;
  const bool hit = m->full[p] >= in->pause || owes;
  if (away ? (in->empty & bit) == 0 || owes : !room && hit)
    m->out.away |= bit;
  else
    m->out.away &= (uint8_t)~bit;
  if (room)
    m->full[p] = 0;
  else if (m->full[p] < in->pause)
    m->full[p]++;
  // In parts of a cycle: one that other rings lose counts SHARE, any other cycle forgives one. So a
  // port may take one cycle in SHARE.
  if ((in->wait & bit) && in->other && !away)
    m->debt[p] += SHARE;
  else if (m->debt[p])
    m->debt[p]--;
  m->busy = (uint8_t)(m->full[p] || m->debt[p] ? m->busy | bit : m->busy & ~bit);
}

// One edge: ports do not know each other.
void nf_netreduce_away_step(nf_netreduce_away *m, const nf_netreduce_away_in *in) {
  for (unsigned p = 0; p < m->ports; p++)
    step_port(m, in, p);
}

// The model's own; NULL is allowed.
void nf_netreduce_away_free(nf_netreduce_away *m) { free(m); }
