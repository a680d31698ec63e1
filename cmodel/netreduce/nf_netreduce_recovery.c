// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Packets of a member are counted from the first one of its ring, as the ring's columns are.
#include "nf_netreduce_recovery.h"

#include <stdlib.h>
#include <string.h>

enum {
  RINGS = NF_NETREDUCE_MAX_RINGS,
  HOSTS = NF_NETREDUCE_MAX_HOSTS,
  MEMBERS = RINGS * HOSTS,
  MASK = 0xffffff, // of PSNs
  SIGN = 0x800000,
  NAKS = 4, // that wait
  TICKS = 8,
  OLD = TICKS + 1 // of AGAIN; an age has begun somewhere between two ticks
};

typedef struct {
  bool used;
  uint32_t src_ip, dst_ip, dst_qp, src_qp;
  uint8_t port;
} address;

typedef struct {
  bool known, asked, replaying;
  uint32_t psn0;             // PSN of its packet in the ring's first column
  uint32_t expected, newest; // packets: the first one that is missing; that came last
  uint32_t acked, replay;    // sums: the first one that is not acknowledged; to be sent again
  uint32_t msn;              // messages that have come
  uint8_t asked_age, heard_age;
} member;

typedef struct {
  uint8_t who;
  uint32_t psn, msn;
} nak;

struct nf_netreduce_recovery {
  nf_netreduce_recovery_out out;
  nf_netreduce_recovery_cfg cfg;
  unsigned members;
  address address[MEMBERS];
  member member[MEMBERS];
  bool on[RINGS];
  uint32_t given[RINGS]; // sums
  uint32_t ended[RINGS]; // messages, of the sums
  uint16_t place[RINGS]; // of the first column
  uint32_t match[MEMBERS / 32];
  uint32_t cycles;           // of the tick
  uint8_t turn, replay_ring; // replay_ring: of the packet that is looked up again
  bool replay_busy;
  nak naks[NAKS];
  unsigned first_nak, nak_count;
  bool nak_sent;
};

nf_status nf_netreduce_recovery_init(nf_netreduce_recovery **m,
                                     const nf_netreduce_recovery_cfg *cfg) {
  if (cfg->Rings < 1 || cfg->Rings > RINGS)
    return "nf_netreduce_recovery: Rings must be 1..16";
  if (cfg->Window < 1 || cfg->Window > NF_NETREDUCE_MAX_WINDOW)
    return "nf_netreduce_recovery: Window must be 1..7";
  if (cfg->MaxMsgLen < 1 || cfg->MaxMsgLen > NF_NETREDUCE_MAX_MSGLEN)
    return "nf_netreduce_recovery: MaxMsgLen must be 1..256";
  nf_netreduce_recovery *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_netreduce_recovery: out of memory";
  n->cfg = *cfg;
  n->members = cfg->Rings * HOSTS;
  *m = n;
  return NF_OK;
}

const nf_netreduce_recovery_out *nf_netreduce_recovery_peek(const nf_netreduce_recovery *m) {
  return &m->out;
}

void nf_netreduce_recovery_free(nf_netreduce_recovery *m) { free(m); }

// ------------------------------------------------------------------------------ members
static void enrol(nf_netreduce_recovery *m, const nf_netreduce_recovery_in *in) {
  m->address[in->enrol_ring * HOSTS + in->enrol_host] = (address){.used = in->enrol_add,
                                                                  .src_ip = in->enrol_src_ip,
                                                                  .dst_ip = in->enrol_dst_ip,
                                                                  .dst_qp = in->enrol_dst_qp,
                                                                  .src_qp = in->enrol_src_qp,
                                                                  .port = in->enrol_port};
}

// Whose packets does it acknowledge? It goes the other way, to the sender's own queue pair.
static void match(nf_netreduce_recovery *m, const nf_netreduce_recovery_in *in) {
  unsigned who = 0;
  m->out.ack_hit = false;
  for (unsigned i = 0; i < m->members; i++)
    if (m->match[i / 32] >> i % 32 & 1) {
      who |= i;
      m->out.ack_hit = true;
    }
  m->out.ack_ring = (uint8_t)(who / HOSTS);
  m->out.ack_host = who % HOSTS;
  memset(m->match, 0, sizeof m->match);
  for (unsigned i = 0; i < m->members; i++) {
    const address *const a = &m->address[i];
    if (a->used && m->on[i / HOSTS] && a->src_ip == in->ack_dst_ip && a->dst_ip == in->ack_src_ip &&
        a->src_qp == in->ack_dst_qp)
      m->match[i / 32] |= UINT32_C(1) << i % 32;
  }
}

// ------------------------------------------------------------------------------ what has come
static bool before(uint32_t a, uint32_t b) { return ((a - b) & SIGN) != 0; }

static void ask(nf_netreduce_recovery *m, unsigned who) {
  member *const k = &m->member[who];
  m->naks[(m->first_nak + m->nak_count++) % NAKS] =
      (nak){(uint8_t)who, (k->psn0 + k->expected) & MASK, k->msn};
  k->asked = true;
  k->asked_age = 0;
}

// `room` for a NAK; `old`: the last one was long ago.
static void see_packet(nf_netreduce_recovery *m, const nf_netreduce_recovery_in *in, unsigned who,
                       bool room, bool old) {
  member *const k = &m->member[who];
  const bool known = k->known;
  if (!known) {
    if (!in->event_good || !in->event_origin)
      return;
    *k = (member){.known = true, .psn0 = in->event_psn};
  }
  const uint32_t at = (in->event_psn - k->psn0) & MASK, given = m->given[who / HOSTS];
  if (known && before(k->expected, given)) { // what sums were made of has come, in whatever order
    k->expected = given;
    k->msn = m->ended[who / HOSTS];
    k->asked = false;
  }
  const bool back = before(at, k->newest);
  k->newest = at;
  if (at == k->expected) {
    if (!in->event_good)
      return;
    k->expected = (at + 1) & MASK;
    k->msn = (k->msn + in->event_last) & MASK;
    k->asked = false;
  } else if (before(k->expected, at) && (!k->asked || back || old) && room) {
    ask(m, who);
  }
}

static void see_ack(nf_netreduce_recovery *m, const nf_netreduce_recovery_in *in, unsigned who) {
  member *const k = &m->member[who];
  const bool gap = in->event_ack == NF_NETREDUCE_ACK_GAP;
  const uint32_t given = m->given[who / HOSTS];
  const uint32_t at = (in->event_psn - k->psn0 + !gap) & MASK, more = (at - k->acked) & MASK;
  if (!k->known || more > ((given - k->acked) & MASK) || (more == 0 && !gap))
    return;
  if (more != 0)
    k->heard_age = 0;
  k->acked = at;
  if (gap || (k->replaying && before(k->replay, at))) {
    m->out.replays |= gap && at != given;
    k->replaying = at != given;
    k->replay = at;
  }
}

// ------------------------------------------------------------------------------ what is done
static void offer(nf_netreduce_recovery *m, unsigned who) {
  const address *const a = &m->address[who];
  member *const k = &m->member[who];
  uint64_t *const r = m->out.replay_meta;
  m->out.replay_valid = true;
  m->out.replay_port = a->port;
  m->replay_ring = (uint8_t)(who / HOSTS);
  memset(r, 0, sizeof m->out.replay_meta);
  nf_netreduce_meta_set_conn(r, 1);
  nf_netreduce_meta_set_src_ip(r, a->src_ip);
  nf_netreduce_meta_set_dst_ip(r, a->dst_ip);
  nf_netreduce_meta_set_dst_qp(r, a->dst_qp);
  nf_netreduce_meta_set_opcode(r, NF_NETREDUCE_OPCODE_SEND_MIDDLE);
  nf_netreduce_meta_set_psn(r, (k->psn0 + k->replay) & MASK);
  k->replay = (k->replay + 1) & MASK;
  k->replaying = k->replay != m->given[who / HOSTS];
  k->heard_age = 0;
}

// One member in a cycle without an event. `old`: nothing was heard of it for long.
static void look_at(nf_netreduce_recovery *m, bool old) {
  member *const k = &m->member[m->turn];
  const uint32_t given = m->given[m->turn / HOSTS];
  if (k->replaying) {
    offer(m, m->turn);
  } else if (k->known && k->acked != given && old) {
    k->replaying = m->out.replays = true;
    k->replay = k->acked;
    k->heard_age = 0;
    return;
  }
  m->turn = (uint8_t)(m->turn + 1u < m->members ? m->turn + 1 : 0);
}

static void tick(nf_netreduce_recovery *m, uint32_t again) {
  if (++m->cycles < again / TICKS)
    return;
  m->cycles = 0;
  for (unsigned i = 0; i < m->members; i++) {
    member *const k = &m->member[i];
    k->asked_age = (uint8_t)(k->asked_age + (k->asked_age != OLD));
    if (m->out.hold >> i / HOSTS & 1)
      k->heard_age = 0;
    else
      k->heard_age = (uint8_t)(k->heard_age + (k->heard_age != OLD));
  }
}

static void begin(nf_netreduce_recovery *m, const nf_netreduce_recovery_in *in) {
  const unsigned r = in->closing_ring;
  m->on[r] = in->closing_on;
  m->given[r] = m->ended[r] = 0;
  m->place[r] = (uint16_t)((r * (m->cfg.Window + 1) + in->closing_slot) * m->cfg.MaxMsgLen);
  for (unsigned h = 0; h < HOSTS; h++)
    m->member[r * HOSTS + h].known = m->member[r * HOSTS + h].replaying = false;
}

static void show(nf_netreduce_recovery *m) {
  nf_netreduce_recovery_out *const o = &m->out;
  o->hold = (uint16_t)((unsigned)(o->replay_valid || m->replay_busy) << m->replay_ring);
  for (unsigned i = 0; i < m->members; i++)
    o->hold |= (uint16_t)((unsigned)m->member[i].replaying << i / HOSTS);
  o->nak_valid = m->nak_count != 0 && !m->nak_sent;
  o->nak_job = 0;
  o->nak_psn = o->nak_qp = o->nak_msn = 0;
  if (m->nak_count == 0)
    return;
  const nak *const k = &m->naks[m->first_nak];
  const uint8_t port = m->address[k->who].port;
  nf_netreduce_job_set_kind(&o->nak_job, NF_NETREDUCE_JOB_REPLY);
  nf_netreduce_job_set_mode(&o->nak_job, NF_NETREDUCE_MODE_REPLY);
  nf_netreduce_job_set_port(&o->nak_job, port);
  nf_netreduce_job_set_deliver(&o->nak_job, (uint8_t)(1u << port));
  nf_netreduce_job_set_place(&o->nak_job, m->place[k->who / HOSTS]);
  nf_netreduce_job_set_slot(&o->nak_job, (uint8_t)(k->who / HOSTS << 3));
  o->nak_psn = k->psn;
  o->nak_qp = m->address[k->who].src_qp;
  o->nak_msn = k->msn;
}

void nf_netreduce_recovery_step(nf_netreduce_recovery *m, const nf_netreduce_recovery_in *in) {
  nf_netreduce_recovery_out *const o = &m->out;
  const bool room = m->nak_count < NAKS, offered = o->replay_valid;
  const unsigned who = (unsigned)in->event_ring * HOSTS + in->event_host;
  o->naks = o->replays = false;
  match(m, in);
  if (in->enrol_valid)
    enrol(m, in);
  if (in->nak_done) {
    m->first_nak = (m->first_nak + 1) % NAKS;
    m->nak_count--;
    m->nak_sent = false;
    o->naks = true;
  } else if (o->nak_valid && in->nak_ready) {
    m->nak_sent = true;
  }
  const bool asked_old = m->member[who % m->members].asked_age == OLD;
  const bool heard_old = m->member[m->turn].heard_age == OLD;
  if (offered)
    o->replay_valid = !in->replay_ready;
  m->replay_busy = in->replay_busy;
  tick(m, in->again);
  if (in->event_valid && in->event_ring < m->cfg.Rings && m->on[in->event_ring]) {
    if (in->event_ack == NF_NETREDUCE_ACK_NONE)
      see_packet(m, in, who, room, asked_old);
    else
      see_ack(m, in, who);
  } else if (!offered) {
    look_at(m, heard_old);
  }
  if (in->released) {
    m->given[in->released_ring] = (m->given[in->released_ring] + 1) & MASK;
    m->ended[in->released_ring] = (m->ended[in->released_ring] + in->released_last) & MASK;
    for (unsigned h = 0; h < HOSTS; h++)
      m->member[in->released_ring * HOSTS + h].heard_age = 0;
  }
  if (in->closing)
    begin(m, in);
  if (!o->replay_valid)
    memset(o->replay_meta, 0, sizeof o->replay_meta);
  show(m);
}

bool nf_netreduce_recovery_idle(const nf_netreduce_recovery *m) {
  for (unsigned i = 0; i < m->members; i++)
    if (m->member[i].known && m->member[i].acked != m->given[i / HOSTS])
      return false;
  return m->nak_count == 0 && !m->out.replay_valid && m->out.hold == 0;
}
