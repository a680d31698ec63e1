// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
// Which packet is looked up next: the paper has one Parser for all ports (NETREDUCE 4.3.1), here
// all share the two tables and the state manager. A grant reserves a place for the job that may
// follow, so that nothing behind it can ever be full: the stages of the lookups have no way to
// wait.
#include "nf_netreduce_grant.h"

#include "common/nf_rr_arb.h"

#include <stdlib.h>

struct nf_netreduce_grant {
  nf_netreduce_grant_out out; // registers, req_port among them: the last one
  uint8_t free;               // places that nothing has
};

// NF_PARAM GrantPortsInRange and GrantJobsInRange; all places are free.
nf_status nf_netreduce_grant_init(nf_netreduce_grant **m, const nf_netreduce_grant_cfg *cfg) {
  if (cfg->Ports < 2 || cfg->Ports > NF_NETREDUCE_MAX_PORTS)
    return "nf_netreduce_grant: Ports must be 2..8";
  if (cfg->Jobs < 1 || cfg->Jobs > 15)
    return "nf_netreduce_grant: Jobs must be 1..15";
  nf_netreduce_grant *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_netreduce_grant: out of memory";
  n->free = (uint8_t)cfg->Jobs;
  *m = n;
  return NF_OK;
}

// Registers: a request is granted in one cycle and taken in the next.
const nf_netreduce_grant_out *nf_netreduce_grant_peek(const nf_netreduce_grant *m) {
  return &m->out;
}

// One edge. All is decided with what was free before this cycle. LUT#2 wants lookups of a
// connection two cycles apart: a port that is served does not ask, and the packet that is looked up
// again stands alone, as its connection may be that of any port. It goes before the ports, and
// there is one at a time: a receiver waits for it, and its ring's sums with it.
void nf_netreduce_grant_step(nf_netreduce_grant *m, const nf_netreduce_grant_in *in) {
  nf_netreduce_grant_out *const o = &m->out;
  const uint8_t asks = in->req_valid & (uint8_t)~o->req_ready;
  const bool room = m->free != 0;
  const bool replays = in->replay_valid && !o->replay_ready && !o->replay_busy;
  const bool replay_go = replays && room && o->req_ready == 0;
  const bool go = asks != 0 && room && !replays && !o->replay_ready;
  if ((in->jobless && in->jobless_replay) || (in->left && in->left_replay))
    o->replay_busy = false;
  if (replay_go)
    o->replay_busy = true;
  o->replay_ready = replay_go;
  o->req_ready = 0;
  if (go) {
    // In turn behind the last one, so a port that floods takes its turn and no other's.
    o->req_port = (uint8_t)nf_rr_arb_pick(asks, o->req_port);
    o->req_ready = (uint8_t)(1u << o->req_port);
  }
  m->free = (uint8_t)(m->free - go - replay_go + in->jobless + in->left);
}

// The model's own; NULL is allowed.
void nf_netreduce_grant_free(nf_netreduce_grant *m) { free(m); }
