// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Machines and RX DMA end when they like; the chunk table settles one thing in a cycle. Each waits
// for every other one once at most. A machine waits in its state Complete for so long and begins no
// other chunk.
#include "nf_ace_done_arb.h"

#include "common/nf_rr_arb.h"

#include <stdlib.h>

struct nf_ace_done_arb {
  nf_ace_done_arb_out out;
  uint32_t machines, mask; // of row numbers
  uint32_t ready, last;    // bit m, and after the machines the RX DMA; number
};

// NF_PARAMs; nothing is done.
nf_status nf_ace_done_arb_init(nf_ace_done_arb **m, const nf_ace_done_arb_cfg *cfg) {
  if (cfg->Machines < 2 || cfg->Machines > NF_ACE_MAX_MACHINES)
    return "nf_ace_done_arb: Machines must be 2..16";
  if (cfg->Chunks < 2 || cfg->Chunks > NF_ACE_MAX_CHUNKS)
    return "nf_ace_done_arb: Chunks must be 2..32";
  nf_ace_done_arb *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_ace_done_arb: out of memory";
  n->machines = cfg->Machines;
  n->mask = (1u << (32 - __builtin_clz(cfg->Chunks - 1))) - 1;
  *m = n;
  return NF_OK;
}

// Registers. A ready is up for one cycle, for the one that was picked in the cycle before.
const nf_ace_done_arb_out *nf_ace_done_arb_peek(const nf_ace_done_arb *m) { return &m->out; }

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_done_arb_free(nf_ace_done_arb *m) { free(m); }

// ev_*: what is taken now, from the one whose ready is high. Place and error are the RX DMA's
// alone: of a machine only row and phase count.
static void take(nf_ace_done_arb *m, const nf_ace_done_arb_in *in) {
  const unsigned k = (unsigned)__builtin_ctz(m->ready);
  const bool rx = k == m->machines;
  const uint8_t id = rx ? in->rxd_done_id : in->done_id[k];
  m->out.ev_rx = rx;
  m->out.ev_err = in->rxd_done_err;
  m->out.ev_place = id >> 5 & 3;
  m->out.ev_row = id & (uint8_t)m->mask;
  m->out.ev_phase = rx ? 0 : in->done_phase[k] & 7;
}

// One edge. What is taken in it is not picked once more: what it shows belongs to the same done. In
// an abort machines forget what they have done; the RX DMA cannot, since its order was taken, so
// its done is taken and not shown.
void nf_ace_done_arb_step(nf_ace_done_arb *m, const nf_ace_done_arb_in *in) {
  const uint32_t machines = in->abort ? 0 : in->done_valid;
  const uint32_t valid = (machines | (uint32_t)in->rxd_done_valid << m->machines) & ~m->ready;
  m->out.ev_valid = m->ready != 0 && !in->abort;
  if (m->ready != 0)
    take(m, in);
  m->ready = 0;
  if (valid != 0) {
    m->last = nf_rr_arb_pick(valid, m->last);
    m->ready = 1u << m->last;
  }
  m->out.rxd_done_ready = m->ready >> m->machines & 1;
  m->out.done_ready = (uint16_t)(m->ready & ((1u << m->machines) - 1));
}
