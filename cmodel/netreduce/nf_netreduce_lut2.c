// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Lookups wait two cycles and are then answered one after the other.
#include "nf_netreduce_lut2.h"

#include <stdlib.h>

enum { CONNECTIONS = 128, SLOTS = NF_NETREDUCE_MAX_WINDOW + 1, PSN_MASK = 0xffffff };

typedef struct {
  uint32_t psn0, msgid;
  uint16_t msglen;
  bool valid;
} message;

typedef struct {
  uint32_t newest; // MsgID, when there is a message
  message slot[SLOTS];
} connection;

struct nf_netreduce_lut2 {
  nf_netreduce_lut2_out out;
  nf_netreduce_lut2_cfg cfg;
  nf_netreduce_lut2_in asked[2]; // of the cycle before, and before that
  connection connections[CONNECTIONS];
};

static bool inside(const message *k, uint32_t psn) {
  return k->valid && ((psn - k->psn0) & PSN_MASK) < k->msglen;
}

static uint8_t answer(nf_netreduce_lut2 *m, const message *k, unsigned slot, uint32_t psn) {
  m->out.msgid = k->msgid;
  m->out.slot = (uint8_t)slot;
  m->out.offset = (uint8_t)(psn - k->psn0);
  m->out.msglen = k->msglen;
  m->out.last = ((psn - k->psn0) & PSN_MASK) == k->msglen - 1u;
  return NF_NETREDUCE_CAUSE_NONE;
}

static uint8_t find(nf_netreduce_lut2 *m, const connection *c, uint32_t psn) {
  for (unsigned s = 0; s <= m->cfg.Window; s++)
    if (inside(&c->slot[s], psn))
      return answer(m, &c->slot[s], s, psn);
  return NF_NETREDUCE_CAUSE_PSN;
}

static uint8_t learn(nf_netreduce_lut2 *m, connection *c, const nf_netreduce_lut2_in *q) {
  const uint32_t window = m->cfg.Window, psn = q->psn & PSN_MASK, id = q->msgid;
  // Two messages of a window may meet in an entry where MsgIDs wrap, but for powers of two.
  const bool wraps = (window & (window + 1)) == 0;
  const bool ahead = id - c->newest <= window && (wraps || id >= c->newest);
  const bool behind = c->newest - id <= window && (wraps || id <= c->newest);
  const unsigned own = id % (window + 1);
  message *const k = &c->slot[own];
  bool any = false, meets = false;
  if (q->msglen == 0 || q->msglen > m->cfg.MaxMsgLen)
    return NF_NETREDUCE_CAUSE_MSGLEN;
  for (unsigned s = 0; s <= window; s++) {
    const message *const other = &c->slot[s];
    any |= other->valid;
    meets |= s != own &&
             (inside(other, psn) || (other->valid && ((other->psn0 - psn) & PSN_MASK) < q->msglen));
  }
  if (any && !ahead && !behind)
    return NF_NETREDUCE_CAUSE_WINDOW;
  if (k->valid && k->msgid == id) {
    if (k->msglen != q->msglen)
      return NF_NETREDUCE_CAUSE_MSGLEN;
    return k->psn0 == psn ? answer(m, k, own, psn) : NF_NETREDUCE_CAUSE_PSN;
  }
  if (meets)
    return NF_NETREDUCE_CAUSE_PSN;
  *k = (message){psn, id, q->msglen, true};
  if (!any || ahead)
    c->newest = id;
  return answer(m, k, own, psn);
}

void nf_netreduce_lut2_step(nf_netreduce_lut2 *m, const nf_netreduce_lut2_in *in) {
  const nf_netreduce_lut2_in *const q = &m->asked[1];
  m->out = (nf_netreduce_lut2_out){.valid = q->lookup_valid};
  if (q->lookup_valid) {
    connection *const c = &m->connections[q->connection & (CONNECTIONS - 1)];
    if (q->fresh)
      *c = (connection){0};
    m->out.cause = q->first ? learn(m, c, q) : find(m, c, q->psn);
  }
  m->asked[1] = m->asked[0];
  m->asked[0] = *in;
}

nf_status nf_netreduce_lut2_init(nf_netreduce_lut2 **m, const nf_netreduce_lut2_cfg *cfg) {
  if (cfg->Connections < 2 || cfg->Connections > CONNECTIONS)
    return "Connections must be 2..128";
  if (cfg->Window < 1 || cfg->Window > NF_NETREDUCE_MAX_WINDOW)
    return "Window must be 1..7";
  if (cfg->MaxMsgLen < 1 || cfg->MaxMsgLen > NF_NETREDUCE_MAX_MSGLEN)
    return "MaxMsgLen must be 1..256";
  nf_netreduce_lut2 *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "out of memory";
  n->cfg = *cfg;
  *m = n;
  return NF_OK;
}

const nf_netreduce_lut2_out *nf_netreduce_lut2_peek(const nf_netreduce_lut2 *m) { return &m->out; }

void nf_netreduce_lut2_free(nf_netreduce_lut2 *m) { free(m); }
