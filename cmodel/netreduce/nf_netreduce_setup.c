// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// When a ring is closed, begun anew and opened (NETREDUCE 4.2), and when all are off. The paper
// sets its tables once, when a job begins; here rings come and go while others work, so each change
// goes by way of rest. The two waits are the model of nf_netreduce_drain.
#include "nf_netreduce_setup.h"

#include "nf_netreduce_drain.h"

#include <stdlib.h>

enum { HOSTS = NF_NETREDUCE_MAX_HOSTS };

// CLOSED: the ring comes to rest and is shut in LUT#1. BEGUN: one cycle, in which the state manager
// takes the new values. SWEPT: until its columns are swept and LUT#1 opens it. One ring at a time:
// there is one set of these registers, and the register bus refuses a second set-up meanwhile.
typedef enum { READY, CLOSED, BEGUN, SWEPT } stage;

struct nf_netreduce_setup {
  nf_netreduce_setup_out out;
  nf_netreduce_setup_cfg cfg;
  // Two, as CONTROL may be written while a ring is being set up: the one must not wait for the
  // other.
  nf_netreduce_drain *ring, *off; // of the ring that is set up; of all
  stage stage;
};

// NF_PARAM SetupPortsInRange, SetupRingsInRange and SetupWindowInRange; off, and no ring is set up.
nf_status nf_netreduce_setup_init(nf_netreduce_setup **m, const nf_netreduce_setup_cfg *cfg) {
  if (cfg->Ports < 2 || cfg->Ports > NF_NETREDUCE_MAX_PORTS)
    return "nf_netreduce_setup: Ports must be 2..8";
  if (cfg->Rings < 1 || cfg->Rings > NF_NETREDUCE_MAX_RINGS)
    return "nf_netreduce_setup: Rings must be 1..16";
  if (cfg->Window < 1 || cfg->Window > NF_NETREDUCE_MAX_WINDOW)
    return "nf_netreduce_setup: Window must be 1..7";
  nf_netreduce_setup *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_netreduce_setup: out of memory";
  n->cfg = *cfg;
  n->out.cfg_ready = true;
  const nf_netreduce_drain_cfg c = {.Ports = cfg->Ports};
  nf_status status = nf_netreduce_drain_init(&n->ring, &c);
  if (status == NF_OK)
    status = nf_netreduce_drain_init(&n->off, &c);
  if (status != NF_OK) {
    nf_netreduce_setup_free(n);
    return status;
  }
  *m = n;
  return NF_OK;
}

// Functions of registers: of setup_q, of cfg_q, and of the two drains.
const nf_netreduce_setup_out *nf_netreduce_setup_peek(const nf_netreduce_setup *m) {
  return &m->out;
}

// Also of a model whose second drain could not be made.
void nf_netreduce_setup_free(nf_netreduce_setup *m) {
  if (m == NULL)
    return;
  nf_netreduce_drain_free(m->ring);
  nf_netreduce_drain_free(m->off);
  free(m);
}

// good: members, window and slot are in range. A ring has one member more than there are ports at
// most, since a leaf's HEADER and GLOBAL may share one; HostIDs are three bits, so never more than
// eight. The registers refuse all this already; here it keeps the tables safe whoever writes to the
// ports.
static bool fits(const nf_netreduce_setup *m, const nf_netreduce_setup_in *in) {
  const uint32_t all = in->cfg_members + (in->cfg_leaf ? 2u : 0),
                 most = m->cfg.Ports + 1 < HOSTS ? m->cfg.Ports + 1 : HOSTS;
  return in->cfg_members != 0 && all <= most && in->cfg_window != 0 &&
         in->cfg_window <= m->cfg.Window && in->cfg_slot <= m->cfg.Window;
}

// cfg_q: what does not fit becomes a closed ring, as one that is half set up would take packets.
// The values of a closed ring are zeros (a window of 1), so that none of the old ring's can be seen
// later.
static void take(nf_netreduce_setup *m, const nf_netreduce_setup_in *in) {
  const bool good = fits(m, in);
  nf_netreduce_setup_out *const o = &m->out;
  o->ring = in->cfg_ring;
  o->members = good ? in->cfg_members : 0;
  o->all = (uint8_t)(o->members + (good && in->cfg_leaf ? 2 : 0));
  o->leaf = good && in->cfg_leaf;
  o->window = good ? in->cfg_window : 1;
  o->first = good ? in->cfg_first : 0;
  o->slot = good ? in->cfg_slot : 0;
  o->dtype = good ? in->cfg_dtype : 0;
}

// setup_q. The ring is brought to rest and closed, begun anew, opened when it is swept. One that is
// to stay closed goes the same way, but that LUT#1 does not open it: its old columns are gone all
// the same.
static stage next_stage(const nf_netreduce_setup *m, const nf_netreduce_setup_in *in, bool taken) {
  switch (m->stage) {
  case READY:
    return taken ? CLOSED : READY;
  case CLOSED:
    return nf_netreduce_drain_peek(m->ring)->done ? BEGUN : CLOSED;
  case BEGUN:
    return SWEPT;
  default:
    return in->swept ? READY : SWEPT;
  }
}

// u_drain and u_off. On again at once, also before it was off: then u_off waits for no message any
// more, but goes on to its end, as a drain cannot be called back. Off when u_off has shut the
// packets out: until then the ports take what completes the messages that have begun.
static void rest(nf_netreduce_setup *m, const nf_netreduce_setup_in *in, bool taken) {
  nf_netreduce_drain_in q = {.time = in->drain,
                             .start = taken,
                             .open = (in->open >> m->out.ring & 1) != 0,
                             .jobs = (in->working >> m->out.ring & 1) != 0,
                             .reserve = in->reserve,
                             .sent = in->sent};
  const nf_netreduce_drain_out off = *nf_netreduce_drain_peek(m->off);
  nf_netreduce_drain_step(m->ring, &q);
  q.start = m->out.on && !in->enable && !off.busy;
  q.open = in->open != 0 && !in->enable;
  q.jobs = in->working != 0;
  nf_netreduce_drain_step(m->off, &q);
  if (in->enable || off.shut)
    m->out.on = in->enable;
}

// One edge. The drains ask of the ring that was set up before this cycle: cfg_q changes at the same
// edge at which u_drain starts, and it looks at open and working from the next one on.
void nf_netreduce_setup_step(nf_netreduce_setup *m, const nf_netreduce_setup_in *in) {
  nf_netreduce_setup_out *const o = &m->out;
  const bool taken = m->stage == READY && in->cfg_valid && in->cfg_ring < m->cfg.Rings;
  m->stage = next_stage(m, in, taken);
  rest(m, in, taken);
  if (taken)
    take(m, in);
  const nf_netreduce_drain_out *const one = nf_netreduce_drain_peek(m->ring),
                                      *const off = nf_netreduce_drain_peek(m->off);
  // Two waits can end in the same cycle, so the counter gets a number, and not a bit.
  o->given_up = (uint8_t)(one->given_up + off->given_up);
  o->cfg_ready = m->stage == READY;
  const uint16_t ring = (uint16_t)(1u << o->ring);
  o->setting = o->cfg_ready ? (uint16_t)0 : ring;
  o->off_busy = off->busy;
  o->hold = one->hold ? ring : (uint16_t)0;
  o->hold_all = off->hold;
  o->shut = one->shut;
  o->begin = m->stage == BEGUN;
  o->sweeping = m->stage == SWEPT;
}
