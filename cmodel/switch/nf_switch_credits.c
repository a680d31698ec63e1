// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_switch_credits.h"

#include <stdlib.h>

struct nf_switch_credits {
  nf_switch_credits_out out;
  nf_switch_credits_cfg cfg;
  uint8_t credit[3 * NF_MAX_PORTS]; // flits of room in each queue
  uint32_t took;                    // bit p: the response channel was the last that sent to table p
};

// NF_PARAMs; after reset every queue is empty, so that room is everywhere.
nf_status nf_switch_credits_init(nf_switch_credits **m, const nf_switch_credits_cfg *cfg) {
  if (cfg->Ports < 2 || cfg->Ports > NF_MAX_PORTS)
    return "nf_switch_credits: Ports must be 2..16";
  if (cfg->Channels != 1 && cfg->Channels != 2)
    return "nf_switch_credits: Channels must be 1 or 2";
  if (cfg->XpDepth != 16 && cfg->XpDepth != 32 && cfg->XpDepth != 64)
    return "nf_switch_credits: XpDepth must be 16, 32 or 64";
  nf_switch_credits *c = calloc(1, sizeof *c);
  if (c == NULL)
    return "nf_switch_credits: out of memory";
  c->cfg = *cfg;
  const unsigned queues = (cfg->Channels + 1) * cfg->Ports;
  for (unsigned q = 0; q < queues; q++)
    c->credit[q] = (uint8_t)cfg->XpDepth;
  c->out.room = (UINT64_C(1) << queues) - 1;
  *m = c;
  return NF_OK;
}

// room_q, and what follows from took_q and wants_q.
const nf_switch_credits_out *nf_switch_credits_peek(const nf_switch_credits *m) { return &m->out; }

void nf_switch_credits_free(nf_switch_credits *m) { free(m); }

// One edge. A chosen packet takes room for all of its flits at once, since nothing stops it later.
void nf_switch_credits_step(nf_switch_credits *m, const nf_switch_credits_in *in) {
  const unsigned cost = in->len + 1u, ports = m->cfg.Ports;
  for (uint64_t changed = in->spend | in->back; changed != 0; changed &= changed - 1) {
    const unsigned q = (unsigned)__builtin_ctzll(changed);
    const uint64_t bit = UINT64_C(1) << q;
    const unsigned back = (in->back & bit) != 0, taken = (in->spend & bit) != 0 ? cost : 0;
    m->credit[q] = (uint8_t)(m->credit[q] + back - taken);
    m->out.room = m->credit[q] >= NF_MAX_PACKET_FLITS ? m->out.room | bit : m->out.room & ~bit;
  }
  if (m->cfg.Channels == 1)
    return;
  // Who was the last to send to a table leaves it to the other one, if that has a packet for it.
  const uint32_t all = (1u << ports) - 1, tables = (uint32_t)(in->spend >> 2 * ports);
  m->took = in->channel ? m->took | tables : m->took & ~tables;
  m->out.yields = (m->took & in->wants & all) << ports | (~m->took & in->wants >> ports & all);
}
