// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// When do credits go back? At once would cost a packet for each that comes; late, the peer waits.
// Those of a quarter of the slots are urgent, so that a peer with the other three quarters need not
// wait; those that are 16 to 32 cycles old are, so that a single one gets back at all; all others
// wait for a pause of the link, in which they cost nothing.
#include "nf_ace_port_credits.h"

#include "common/nf_rr_arb.h"

#include <stdlib.h>

enum { MAX_SLOTS = 256, MAX_CREDITS = 255, TICK = 16 };

struct nf_ace_port_credits {
  nf_ace_port_credits_out out;
  // As wide as 2 * Slots: no pair owes more than its slots
  uint32_t mask;             // of a count
  uint16_t owed[NF_ACE_QPS]; // slots freed and not yet reported
  // owed_q != 0, old_q and seen_q
  uint16_t owes, old, seen; // bit q: queue pair q
  uint8_t tick, picked;
};

// NF_PARAM; nothing is owed.
nf_status nf_ace_port_credits_init(nf_ace_port_credits **m, const nf_ace_port_credits_cfg *cfg) {
  if (cfg->Slots < 4 || cfg->Slots > MAX_SLOTS || (cfg->Slots & (cfg->Slots - 1)) != 0)
    return "nf_ace_port_credits: Slots must be a power of two 4..256";
  nf_ace_port_credits *const p = calloc(1, sizeof *p);
  if (p == NULL)
    return "nf_ace_port_credits: out of memory";
  p->mask = 2 * cfg->Slots - 1;
  *m = p;
  return NF_OK;
}

// Registers, and the count of the queue pair that is picked. The pair is picked a cycle before, so
// that its count is one multiplexer away.
const nf_ace_port_credits_out *nf_ace_port_credits_peek(const nf_ace_port_credits *m) {
  return &m->out;
}

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_port_credits_free(nf_ace_port_credits *m) { free(m); }

// owed_q and owes of a queue pair. Kept beside each other, since a step looks at which pairs owe
// far more often than at how many.
static void set_owed(nf_ace_port_credits *m, unsigned qp, unsigned owed) {
  m->owed[qp] = (uint16_t)(owed & m->mask);
  m->owes = (uint16_t)((m->owes & ~(1u << qp)) | (unsigned)(m->owed[qp] != 0) << qp);
}

// `urgent`: a quarter of the slots are owed, or they are old. mask >> 2 is 0 for a pair of up to
// four slots: there a single one is urgent.
static uint16_t urgent_pairs(const nf_ace_port_credits *m, const uint8_t *mask) {
  unsigned urgent = m->owes & m->old;
  for (unsigned left = m->owes & ~urgent; left != 0; left &= left - 1) {
    const unsigned q = (unsigned)__builtin_ctz(left);
    urgent |= (unsigned)(m->owed[q] > mask[q] >> 2) << q;
  }
  return (uint16_t)urgent;
}

// Section "pick". What is sent or set up now does not show in `owes` yet. Urgent ones first, in
// turns, so no pair is passed by more than the 15 others.
static void pick(nf_ace_port_credits *m, const nf_ace_port_credits_in *in, uint16_t owes,
                 uint16_t urgent) {
  const uint16_t from = urgent != 0 ? urgent : owes;
  const uint8_t last = m->picked;
  if (in->sent)
    m->picked = m->out.owed_qp;
  m->out.owed_valid = owes != 0 && !in->sent && !in->set && !in->clear;
  m->out.owed_urgent = urgent != 0;
  m->out.owed_qp = from != 0 ? (uint8_t)nf_rr_arb_pick(from, last) : 0;
}

// seen_q and old_q: credits that are owed at two ticks in a row are old.
static void age(nf_ace_port_credits *m, uint16_t owes, unsigned given) {
  if (m->tick == TICK - 1) {
    m->old = owes & m->seen;
    m->seen = owes;
  }
  m->old = (uint16_t)(m->old & ~given);
  m->seen = (uint16_t)(m->seen & ~given);
  m->tick = (uint8_t)((m->tick + 1) % TICK);
}

// The first branches of gen_pair: nothing is owed to this queue pair. A slot that is freed in this
// cycle is forgotten as well: both ends begin with all slots free.
static void forget(nf_ace_port_credits *m, unsigned qp) {
  const unsigned others = ~(1u << qp);
  set_owed(m, qp, 0);
  m->old = (uint16_t)(m->old & others);
  m->seen = (uint16_t)(m->seen & others);
}

// One edge. All of it reads what was owed before: a slot that is freed now is picked the next time.
void nf_ace_port_credits_step(nf_ace_port_credits *m, const nf_ace_port_credits_in *in) {
  nf_ace_port_credits_out *const o = &m->out;
  if (m->owes == 0 && !in->pop && !o->owed_valid && !o->owed_urgent && o->owed_qp == 0) {
    m->tick = (uint8_t)((m->tick + 1) % TICK);
    return;
  }
  const uint16_t owes = m->owes;
  const uint16_t urgent = owes != 0 ? urgent_pairs(m, in->mask) : 0;
  // A slot that comes free in the cycle in which credits leave is owed from then on: it is not in
  // the packet.
  if (in->sent)
    set_owed(m, o->owed_qp, m->owed[o->owed_qp] - (unsigned)o->owed_credits);
  if (in->pop)
    set_owed(m, in->pop_qp, m->owed[in->pop_qp] + 1u);
  age(m, owes, in->sent ? 1u << o->owed_qp : 0);
  pick(m, in, owes, urgent);
  if (in->set)
    forget(m, in->set_qp);
  for (unsigned q = 0; in->clear && q < NF_ACE_QPS; q++)
    forget(m, q);
  const uint16_t offered = m->owed[o->owed_qp];
  o->owed_credits = (uint8_t)(offered > MAX_CREDITS ? MAX_CREDITS : offered);
}
