// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
// Which slots have jobs that are not done. The paper gives a slot to message N + i as soon as that
// arrives (NETREDUCE 4.3.2); but a job for a late duplicate of message i may still wait, and would
// then read the new message's header and payload. So no message begins in a slot that is held: its
// first packet is STALE, and is sent again.
#include "nf_netreduce_pending.h"

#include "netreduce/nf_netreduce_pkg.h"

#include <stdlib.h>

// COUNT_MASK: ten bits hold a message's 256 columns that wait in nf_netreduce_release, and all
// places for jobs.
enum { SLOTS = NF_NETREDUCE_MAX_RINGS * 8, COUNT_MASK = 1023 };

struct nf_netreduce_pending {
  nf_netreduce_pending_out out;
  uint32_t slots;
  // valid_q, first_q and second_q: a packet holds its slot while the state manager makes up its
  // mind, since its job is known two cycles later only.
  bool first_valid, second_valid;
  uint8_t first, second;
  uint16_t count[SLOTS];
};

// NF_PARAM PendingRingsInRange; nothing is held.
nf_status nf_netreduce_pending_init(nf_netreduce_pending **m, const nf_netreduce_pending_cfg *cfg) {
  if (cfg->Rings < 1 || cfg->Rings > NF_NETREDUCE_MAX_RINGS)
    return "nf_netreduce_pending: Rings must be 1..16";
  nf_netreduce_pending *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_netreduce_pending: out of memory";
  n->slots = cfg->Rings * 8;
  *m = n;
  return NF_OK;
}

// held_o: a bit a slot, ring * 8 + slot, functions of the counters and of those two.
const nf_netreduce_pending_out *nf_netreduce_pending_peek(const nf_netreduce_pending *m) {
  return &m->out;
}

// held_o of one slot: jobs, or a packet that the state manager is thinking about.
static void show(nf_netreduce_pending *m, unsigned slot) {
  if (slot >= m->slots)
    return;
  const bool held = m->count[slot] != 0 || (m->first_valid && m->first == slot) ||
                    (m->second_valid && m->second == slot);
  uint64_t *const word = &m->out.held[slot / 64];
  *word = (*word & ~((uint64_t)1 << slot % 64)) | (uint64_t)held << slot % 64;
}

// count_q of one slot. Rings that are not built have none; masked as the RTL's counter would wrap,
// which its properties forbid.
static void add(nf_netreduce_pending *m, unsigned slot, int jobs) {
  if (slot < m->slots)
    m->count[slot] = (uint16_t)((m->count[slot] + jobs) & COUNT_MASK);
}

// One edge. Jobs come two cycles after their packet, so they are counted for `second` before the
// two move on: there is no cycle in which the slot looks free between the two. Only slots that this
// step may have changed are looked at again.
void nf_netreduce_pending_step(nf_netreduce_pending *m, const nf_netreduce_pending_in *in) {
  const unsigned gone = m->second, ended = in->ended_slot & 127u, dropped = in->dropped_slot & 127u;
  if (m->second_valid)
    add(m, gone, in->jobs & 3);
  if (in->ended_valid)
    add(m, ended, -1);
  add(m, dropped, -(in->dropped & 3));
  m->second_valid = m->first_valid;
  m->second = m->first;
  m->first_valid = in->arrival_valid;
  m->first = (uint8_t)((in->ring & 15) << 3 | (in->slot & 7));
  show(m, gone);
  show(m, ended);
  show(m, dropped);
  show(m, m->second);
  show(m, m->first);
}

// The model's own; NULL is allowed.
void nf_netreduce_pending_free(nf_netreduce_pending *m) { free(m); }
