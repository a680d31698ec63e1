// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
// A ring comes to rest in this order: messages that have begun end, packets are shut out, those on
// their way through the lookups are answered, jobs are done, sums leave. In any other order a sum
// could be made of some hosts' packets only, or leave when the controller believes that there is
// none (NETREDUCE 4.2). Each wait has an end of its own (DRAIN): hosts that send nothing any more
// cannot keep a ring from being set up.
#include "nf_netreduce_drain.h"

#include "netreduce/nf_netreduce_pkg.h"

#include <stdlib.h>

// SETTLE_CYCLES: a packet that was granted before LUT#1 is shut has its answer 9 cycles later, and
// its job is counted in u_pending; one cycle more. COUNT_MASK: a combiner holds 16 sums at most.
enum { SETTLE_CYCLES = 10, COUNT_MASK = 31, PORTS = NF_NETREDUCE_MAX_PORTS };

typedef enum { REST, MESSAGES, SETTLE, FRAMES } stage;

struct nf_netreduce_drain {
  nf_netreduce_drain_out out;
  uint32_t ports;
  stage stage;
  uint32_t left; // cycles of a wait
  unsigned settle;
  uint8_t count[PORTS], wait[PORTS]; // sums that a port holds; those that are waited for
};

// NF_PARAM DrainPortsInRange; at rest.
nf_status nf_netreduce_drain_init(nf_netreduce_drain **m, const nf_netreduce_drain_cfg *cfg) {
  if (cfg->Ports < 2 || cfg->Ports > PORTS)
    return "nf_netreduce_drain: Ports must be 2..8";
  nf_netreduce_drain *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_netreduce_drain: out of memory";
  n->ports = cfg->Ports;
  *m = n;
  return NF_OK;
}

// Functions of the stage, and the pulses shut_o, done_o and given_up_o, each one cycle long.
const nf_netreduce_drain_out *nf_netreduce_drain_peek(const nf_netreduce_drain *m) {
  return &m->out;
}

// gen_port: count_q and wait_q. While there are jobs wait follows count; from the last job on it
// only falls. A port sends its sums in the order in which their room was reserved, and a job has
// reserved all before it ends, so that many leaves are enough: what other rings reserve later is
// behind them, and a busy ring cannot hold up the set-up of another one. Returns whether a sum is
// waited for, before this cycle's leave.
static bool count(nf_netreduce_drain *m, const nf_netreduce_drain_in *in) {
  bool holds = false;
  for (uint32_t p = 0; p < m->ports; p++) {
    const unsigned reserve = in->reserve >> p & 1, sent = in->sent >> p & 1;
    holds = holds || m->wait[p] != 0;
    m->count[p] = (uint8_t)((m->count[p] + reserve - sent) & COUNT_MASK);
    if (m->stage != FRAMES || in->jobs)
      m->wait[p] = m->count[p];
    else
      m->wait[p] = (uint8_t)(m->wait[p] - (sent && m->wait[p] != 0));
  }
  return holds;
}

// The always_ff of the stages. Whatever is waited for is given up when left_q is zero, and reported
// (GIVEN_UP), since the ring is then closed with columns that are incomplete, or with sums that
// have not left.
static void move(nf_netreduce_drain *m, const nf_netreduce_drain_in *in, bool frames) {
  nf_netreduce_drain_out *const o = &m->out;
  const bool late = m->left == 0;
  m->left -= !late;
  switch (m->stage) {
  case REST:
    if (!in->start)
      break;
    m->stage = MESSAGES;
    m->left = in->time;
    break;
  // hold_o keeps messages from beginning, so those that are open become fewer; a message ends by
  // its hosts' own packets.
  case MESSAGES:
    if (in->open && !late)
      break;
    m->stage = SETTLE;
    m->settle = SETTLE_CYCLES;
    // From here on packets find the ring closed in LUT#1, or the accelerator off, and are dropped.
    // They never pass: a receiver would take one host's numbers for a sum.
    o->shut = true;
    o->given_up = in->open;
    break;
  case SETTLE:
    if (m->settle-- != 0)
      break;
    m->stage = FRAMES;
    m->left = in->time;
    break;
  // The wait begins anew: a long wait for messages must not leave none for the sums.
  case FRAMES:
    if (frames && !late)
      break;
    m->stage = REST;
    o->done = true;
    o->given_up = frames;
    break;
  }
}

// One edge. count() comes first: it depends on the stage as it was. done_o still counts as busy.
void nf_netreduce_drain_step(nf_netreduce_drain *m, const nf_netreduce_drain_in *in) {
  const bool holds = count(m, in);
  m->out = (nf_netreduce_drain_out){.busy = false};
  move(m, in, in->jobs || holds);
  m->out.busy = m->stage != REST || m->out.done;
  m->out.hold = m->stage == MESSAGES;
}

// The model's own; NULL is allowed.
void nf_netreduce_drain_free(nf_netreduce_drain *m) { free(m); }
