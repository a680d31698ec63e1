// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// LUT#2 of NETREDUCE 4.3.1 (Fig. 5; Algorithm 2, line 7): only the first packet of a message says
// which one it is; any other is found by the range [PSN0, PSN0 + MsgLen - 1] that has its PSN.
// Lookups wait two cycles and are then answered one after the other. What a packet teaches waits
// for two cycles more, until it is known whether the packet is accepted: so what is refused, here
// or by the state manager, moves no window and displaces no message.
#include "nf_netreduce_lut2.h"

#include <stdlib.h>

// SLOTS: N + 1 messages a connection, while the paper has N: with N a sender whose receiver lost a
// sum can go back to a message that the table has given up.
enum { CONNECTIONS = 128, SLOTS = NF_NETREDUCE_MAX_WINDOW + 1, PSN_MASK = 0xffffff };

// message_t. PSNs have 24 bits and wrap; a message has 256 of them at most.
typedef struct {
  uint32_t psn0, msgid;
  uint16_t msglen;
  bool valid;
} message;

typedef struct {
  uint32_t newest; // MsgID, when there is a message
  message slot[SLOTS];
} connection;

// c_learn_q and d_learn_q with their words: what a first packet would teach.
typedef struct {
  bool valid;
  uint8_t connection;
  unsigned slot;
  message message;
} lesson;

struct nf_netreduce_lut2 {
  nf_netreduce_lut2_out out;
  nf_netreduce_lut2_cfg cfg;
  nf_netreduce_lut2_in asked[2]; // of the cycle before, and before that
  lesson lessons[2];             // of the answer of this cycle, and of the one before
  connection connections[CONNECTIONS];
};

// hits[s]: the PSN is in the message's range, by the difference, as PSNs wrap.
static bool inside(const message *k, uint32_t psn) {
  return k->valid && ((psn - k->psn0) & PSN_MASK) < k->msglen;
}

// Registers of the answer, of a packet with a message. offset is PSN - PSN0, which the state
// manager takes for the column within the slot: never beyond MsgLen, as hits[] has seen.
static uint8_t answer(nf_netreduce_lut2 *m, const message *k, unsigned slot, uint32_t psn) {
  m->out.msgid = k->msgid;
  m->out.slot = (uint8_t)slot;
  m->out.offset = (uint8_t)(psn - k->psn0);
  m->out.msglen = k->msglen;
  m->out.last = ((psn - k->psn0) & PSN_MASK) == k->msglen - 1u;
  return NF_NETREDUCE_CAUSE_NONE;
}

// Not a first packet: at most one message has its PSN, as none is learned that shares one
// (Lut2OneMessage). If none has, its first packet was lost, or it is long gone: the host sends the
// message again.
static uint8_t find(nf_netreduce_lut2 *m, const connection *c, uint32_t psn) {
  for (unsigned s = 0; s <= m->cfg.Window; s++)
    if (inside(&c->slot[s], psn))
      return answer(m, &c->slot[s], s, psn);
  return NF_NETREDUCE_CAUSE_PSN;
}

// is_ahead: within N of the newest one. RC delivers in order, but what comes here has gaps: the
// first packet of m may be lost and that of m + 1 come, so a message is learned up to N ahead of
// the newest one and N behind it. Two messages of a window may meet in an entry where MsgIDs wrap,
// but for powers of two: such a ring has to be set up anew before.
static bool is_ahead(const nf_netreduce_lut2 *m, const connection *c, uint32_t id) {
  const bool wraps = (m->cfg.Window & (m->cfg.Window + 1)) == 0;
  return id - c->newest <= m->cfg.Window && (wraps || id >= c->newest);
}

// is_behind, likewise: a host that has gone back sends older ones again.
static bool is_behind(const nf_netreduce_lut2 *m, const connection *c, uint32_t id) {
  const bool wraps = (m->cfg.Window & (m->cfg.Window + 1)) == 0;
  return c->newest - id <= m->cfg.Window && (wraps || id <= c->newest);
}

// held == '0: nothing was learned since the ring was opened.
static bool is_empty(const nf_netreduce_lut2 *m, const connection *c) {
  for (unsigned s = 0; s <= m->cfg.Window; s++)
    if (c->slot[s].valid)
      return false;
  return true;
}

// A message's first packet; *l: what it teaches. In the order of the RTL's causes: lengths that no
// message has; a MsgID that no host which keeps to Algorithm 1 could send; then what contradicts a
// message that is known. A packet that is retransmitted says the same again and teaches nothing.
static uint8_t begin(nf_netreduce_lut2 *m, const connection *c, const nf_netreduce_lut2_in *q,
                     lesson *l) {
  const uint32_t window = m->cfg.Window, psn = q->psn & PSN_MASK, id = q->msgid;
  const unsigned own = id % (window + 1);
  const message *const k = &c->slot[own];
  // Of all slots but its own, whose message is displaced if this one is new.
  bool meets = false;
  if (q->msglen == 0 || q->msglen > m->cfg.MaxMsgLen)
    return NF_NETREDUCE_CAUSE_MSGLEN;
  for (unsigned s = 0; s <= window; s++) {
    const message *const other = &c->slot[s];
    meets |= s != own &&
             (inside(other, psn) || (other->valid && ((other->psn0 - psn) & PSN_MASK) < q->msglen));
  }
  // The first message of a connection may have any MsgID.
  if (!is_empty(m, c) && !is_ahead(m, c, id) && !is_behind(m, c, id))
    return NF_NETREDUCE_CAUSE_WINDOW;
  if (k->valid && k->msgid == id) {
    if (k->msglen != q->msglen)
      return NF_NETREDUCE_CAUSE_MSGLEN;
    return k->psn0 == psn ? answer(m, k, own, psn) : NF_NETREDUCE_CAUSE_PSN;
  }
  // A message whose PSNs overlap with a known one's contradicts it; either lies.
  if (meets)
    return NF_NETREDUCE_CAUSE_PSN;
  *l = (lesson){true, q->connection & (CONNECTIONS - 1), own, {psn, id, q->msglen, true}};
  return answer(m, &l->message, own, psn);
}

// `learned`, written when the packet was accepted (took_i). newest never goes back: a message that
// is learned late must not make those ahead of it strangers.
static void learn(nf_netreduce_lut2 *m, const lesson *l) {
  connection *const c = &m->connections[l->connection];
  if (is_empty(m, c) || is_ahead(m, c, l->message.msgid))
    c->newest = l->message.msgid;
  c->slot[l->slot] = l->message;
}

// One edge. What was learned two answers ago is written before the lookup of this cycle is
// answered, as the RTL hands words on that are not in the memory yet. Lookups of a connection are
// two cycles apart (nf_netreduce_grant), so no answer needs the lesson in between. Forgetting comes
// first: none of these connections has a lookup under way then.
void nf_netreduce_lut2_step(nf_netreduce_lut2 *m, const nf_netreduce_lut2_in *in) {
  const nf_netreduce_lut2_in *const q = &m->asked[1];
  m->out = (nf_netreduce_lut2_out){.valid = q->lookup_valid};
  for (unsigned n = 0; (in->forget[0] | in->forget[1]) != 0 && n < CONNECTIONS; n++)
    if (in->forget[n / 64] >> n % 64 & 1)
      m->connections[n] = (connection){0};
  if (m->lessons[1].valid && in->took)
    learn(m, &m->lessons[1]);
  m->lessons[1] = m->lessons[0];
  m->lessons[0].valid = false;
  if (q->lookup_valid) {
    const connection *const c = &m->connections[q->connection & (CONNECTIONS - 1)];
    m->out.cause = q->first ? begin(m, c, q, &m->lessons[0]) : find(m, c, q->psn);
  }
  m->asked[1] = m->asked[0];
  m->asked[0] = *in;
}

// NF_PARAMs; no connection has a message.
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

// Registers all of them: zeros, but for the cause, unless the packet has a message.
const nf_netreduce_lut2_out *nf_netreduce_lut2_peek(const nf_netreduce_lut2 *m) { return &m->out; }

// The model's own; NULL is allowed.
void nf_netreduce_lut2_free(nf_netreduce_lut2 *m) { free(m); }
