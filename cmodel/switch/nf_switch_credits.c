// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_credits.sv: where a row may send, and whose turn it is at a
// reduction table.
//
// Storage for the whole packet is known before it advances (KLENK IV-E2): room means room for the
// longest packet, whatever the length of the one that asks. So the choice compares no numbers, and
// room is the same for all packets, which is what keeps their order.
#include "nf_switch_credits.h"

#include <stdlib.h>

struct nf_switch_credits {
  nf_switch_credits_out out;
  nf_switch_credits_cfg cfg;
  bool tables; // the row sends to reduction tables: one behind a table sends to none
  // Queues in the order of room_o: egress queues of each channel, then the tables. Both channels
  // share a credit for a table: it has one queue for both.
  uint8_t credit[3 * NF_MAX_PORTS]; // flits of room in each queue
  // took_q; wants_q is in out.yields already.
  uint32_t took; // bit p: the response channel was the last that sent to table p
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
  c->tables = cfg->Channels == 2 && cfg->NoTables == 0;
  const unsigned queues = (cfg->Channels + c->tables) * cfg->Ports;
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
// Flits that leave a queue give room back one by one. A queue that gives and takes in one cycle
// changes by the difference, so its credit never passes the depth.
void nf_switch_credits_step(nf_switch_credits *m, const nf_switch_credits_in *in) {
  const unsigned cost = in->len + 1u, ports = m->cfg.Ports;
  // Bits of tables that there are not mean nothing.
  const uint64_t used = (UINT64_C(1) << (m->cfg.Channels + m->tables) * ports) - 1;
  for (uint64_t changed = (in->spend | in->back) & used; changed != 0; changed &= changed - 1) {
    const unsigned q = (unsigned)__builtin_ctzll(changed);
    const uint64_t bit = UINT64_C(1) << q;
    const unsigned back = (in->back & bit) != 0, taken = (in->spend & bit) != 0 ? cost : 0;
    m->credit[q] = (uint8_t)(m->credit[q] + back - taken);
    m->out.room = m->credit[q] >= NF_MAX_PACKET_FLITS ? m->out.room | bit : m->out.room & ~bit;
  }
  if (!m->tables)
    return;
  // Who was the last to send to a table leaves it to the other one, if that has a packet for it.
  // The row's turns are not enough: with a full table, room comes in portions of a packet, and a
  // channel that is busy elsewhere would meet each of them in the other's turn. From wants as it
  // comes in this edge: a packet that has just left is still wanted, but the turn is not its
  // channel's any more.
  const uint32_t all = (1u << ports) - 1, tables = (uint32_t)(in->spend >> 2 * ports);
  m->took = in->channel ? m->took | tables : m->took & ~tables;
  m->out.yields = (m->took & in->wants & all) << ports | (~m->took & in->wants >> ports & all);
}
