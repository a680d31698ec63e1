// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The tables and the state manager are the models of their blocks. A packet stands in `line` at the
// cycle in which it was taken, and is looked at when it has come so far; so are set-ups.
#include "nf_netreduce_lookup.h"

#include <stdlib.h>
#include <string.h>

#include "nf_netreduce_action.h"
#include "nf_netreduce_lut1.h"
#include "nf_netreduce_lut2.h"
#include "nf_netreduce_pending.h"
#include "nf_netreduce_state.h"

enum {
  LINE = 16,
  JOBS = 12,
  RINGS = NF_NETREDUCE_MAX_RINGS,
  HOSTS = NF_NETREDUCE_MAX_HOSTS,
  TO_LUT1 = 1, // cycles after a request was taken, or a set-up written
  TO_LUT2 = 3,
  TO_STATE = 6,
  TO_ANSWER = 8
};

typedef struct {
  bool valid, arrived;
  bool first, alone, big, local, ack;
  uint8_t port, own, cause; // own: why it is none of the engine's
  uint32_t src, dst, qp, psn, msgid;
  uint16_t nr_ring, msglen;
  bool fresh; // from here on: what LUT#1 said
  uint8_t ring, host, role, slot;
  bool begins, leaf; // of the column, of the ring; and its ports, when the packet arrived
  uint8_t dtype, hosts, globals, here;
} packet;

typedef struct {
  bool valid, leaf;
  uint8_t ring, members, all, window, slot, dtype;
  uint32_t first;
} set_up;

typedef struct {
  bool leaf;
  uint8_t dtype;
  uint8_t hosts, globals, here; // ports: of hosts, of GLOBAL, of headers that name a host of ours
} ring;

typedef struct {
  bool there;
  uint8_t port;
  uint32_t src, dst, qp;
} member;

struct nf_netreduce_lookup {
  nf_netreduce_lookup_out out;
  nf_netreduce_lookup_cfg cfg;
  nf_netreduce_lut1 *lut1;
  nf_netreduce_lut2 *lut2;
  nf_netreduce_pending *pending;
  nf_netreduce_state *state;
  uint64_t cycle;
  uint64_t live; // the last cycle in which a packet or a set-up is on its way
  uint8_t last, places;
  packet line[LINE]; // by the cycle in which it was taken
  set_up cfgs[LINE]; // by the cycle in which it was written
  ring rings[RINGS];
  member members[RINGS][HOSTS];
  uint64_t jobs[JOBS];
  unsigned first_job, job_count;
};

nf_status nf_netreduce_lookup_init(nf_netreduce_lookup **m, const nf_netreduce_lookup_cfg *cfg) {
  if (cfg->Ports < 2 || cfg->Ports > NF_NETREDUCE_MAX_PORTS)
    return "nf_netreduce_lookup: Ports must be 2..8";
  nf_netreduce_lookup *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_netreduce_lookup: out of memory";
  n->cfg = *cfg;
  n->places = JOBS;
  const nf_netreduce_lut1_cfg c1 = {.Connections = cfg->Connections, .Rings = cfg->Rings};
  const nf_netreduce_lut2_cfg c2 = {
      .Connections = cfg->Connections, .Window = cfg->Window, .MaxMsgLen = cfg->MaxMsgLen};
  const nf_netreduce_state_cfg c3 = {.Rings = cfg->Rings,
                                     .Hosts = cfg->Ports + 1 < HOSTS ? cfg->Ports + 1 : HOSTS,
                                     .Window = cfg->Window,
                                     .MaxMsgLen = cfg->MaxMsgLen};
  const nf_netreduce_pending_cfg c4 = {.Rings = cfg->Rings};
  nf_status status = nf_netreduce_lut1_init(&n->lut1, &c1);
  if (status == NF_OK)
    status = nf_netreduce_lut2_init(&n->lut2, &c2);
  if (status == NF_OK)
    status = nf_netreduce_pending_init(&n->pending, &c4);
  if (status == NF_OK)
    status = nf_netreduce_state_init(&n->state, &c3);
  if (status != NF_OK) {
    nf_netreduce_lookup_free(n);
    return status;
  }
  n->out.look_ready = true;
  *m = n;
  return NF_OK;
}

const nf_netreduce_lookup_out *nf_netreduce_lookup_peek(const nf_netreduce_lookup *m) {
  return &m->out;
}

void nf_netreduce_lookup_free(nf_netreduce_lookup *m) {
  if (m == NULL)
    return;
  if (m->lut1 != NULL)
    nf_netreduce_lut1_free(m->lut1);
  if (m->lut2 != NULL)
    nf_netreduce_lut2_free(m->lut2);
  nf_netreduce_pending_free(m->pending);
  nf_netreduce_state_free(m->state);
  free(m);
}

// ------------------------------------------------------------------------------ set-up
static void take_cfg(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in) {
  set_up *const s = &m->cfgs[m->cycle % LINE];
  const uint32_t all = in->cfg_members + (in->cfg_leaf ? 2u : 0),
                 room = m->cfg.Ports + 1 < HOSTS ? m->cfg.Ports + 1 : HOSTS;
  *s = (set_up){.valid = in->cfg_valid && in->cfg_ring < m->cfg.Rings, .ring = in->cfg_ring};
  if (!s->valid)
    return;
  m->live = m->cycle + LINE;
  s->window = 1;
  if (in->cfg_members == 0 || all > room || in->cfg_window == 0 || in->cfg_window > m->cfg.Window ||
      in->cfg_slot > m->cfg.Window)
    return;
  s->members = in->cfg_members;
  s->all = (uint8_t)all;
  s->leaf = in->cfg_leaf;
  s->window = in->cfg_window;
  s->first = in->cfg_first;
  s->slot = in->cfg_slot;
  s->dtype = in->cfg_dtype;
}

static set_up *cfg_of(nf_netreduce_lookup *m, unsigned ago) {
  return &m->cfgs[(m->cycle - ago) % LINE];
}

static packet *packet_of(nf_netreduce_lookup *m, unsigned ago) {
  return &m->line[(m->cycle - ago) % LINE];
}

// ------------------------------------------------------------------------------ the stages
static void take_request(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in) {
  packet *const k = &m->line[m->cycle % LINE];
  k->valid = m->out.req_ready != 0;
  if (!k->valid)
    return;
  m->live = m->cycle + LINE;
  const uint64_t *const r = in->req_meta[m->last];
  const uint8_t cause = nf_netreduce_meta_cause(r), opcode = nf_netreduce_meta_opcode(r);
  *k = (packet){.valid = true,
                .own = in->enable ? cause : NF_NETREDUCE_CAUSE_OFF,
                .ack =
                    cause == NF_NETREDUCE_CAUSE_OPCODE && opcode == NF_NETREDUCE_OPCODE_ACKNOWLEDGE,
                .first = nf_netreduce_meta_first(r) & 1,
                .alone = opcode >> 5 == NF_NETREDUCE_ALONE,
                .big = nf_netreduce_meta_payload(r) > NF_NETREDUCE_MAX_PAYLOAD,
                .port = m->last,
                .src = nf_netreduce_meta_src_ip(r),
                .dst = nf_netreduce_meta_dst_ip(r),
                .qp = nf_netreduce_meta_dst_qp(r),
                .psn = nf_netreduce_meta_psn(r),
                .msgid = nf_netreduce_meta_msgid(r),
                .nr_ring = nf_netreduce_meta_ring(r),
                .msglen = nf_netreduce_meta_msglen(r)};
}

static void to_lut1(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in,
                    nf_netreduce_lut1_in *q) {
  const set_up *const s = cfg_of(m, TO_LUT1);
  packet *const k = packet_of(m, TO_LUT1);
  q->cfg_valid = s->valid;
  q->cfg_ring = s->ring;
  q->cfg_members = s->members;
  q->cfg_leaf = s->leaf;
  q->lookup_valid = k->valid;
  if (!k->valid)
    return;
  k->local = (k->dst & in->local_mask) == in->local_net;
  // What is too large, or not the engine's, makes no member.
  q->first = k->first && !k->big && k->own == NF_NETREDUCE_CAUSE_NONE;
  q->ring = k->nr_ring;
  q->src_ip = k->src;
  q->dst_ip = k->dst;
  q->dst_qp = k->qp;
  q->port = k->port;
  q->role = k->alone               ? NF_NETREDUCE_ROLE_HEADER
            : k->dst == in->own_ip ? NF_NETREDUCE_ROLE_GLOBAL
                                   : NF_NETREDUCE_ROLE_HOST;
}

// Of what LUT#1 says: a frame that is not the engine's has its own cause, unless its connection is
// a member's.
static uint8_t cause_of(const packet *k, uint8_t lut1) {
  if (k->own == NF_NETREDUCE_CAUSE_NONE)
    return lut1;
  if (lut1 == NF_NETREDUCE_CAUSE_UNKNOWN || k->ack)
    return k->own;
  return k->own == NF_NETREDUCE_CAUSE_OFF ? NF_NETREDUCE_CAUSE_NO_RING : NF_NETREDUCE_CAUSE_RAW;
}

static void to_lut2(nf_netreduce_lookup *m, nf_netreduce_lut2_in *q) {
  const set_up *const s = cfg_of(m, TO_LUT2);
  packet *const k = packet_of(m, TO_LUT2);
  if (k->valid) {
    const nf_netreduce_lut1_out *const a = nf_netreduce_lut1_peek(m->lut1);
    k->cause = cause_of(k, a->cause);
    if (k->big && (k->cause == NF_NETREDUCE_CAUSE_NONE ||
                   (k->cause == NF_NETREDUCE_CAUSE_UNKNOWN && k->first)))
      k->cause = NF_NETREDUCE_CAUSE_PAYLOAD;
    k->fresh = a->fresh;
    k->ring = a->ring;
    k->host = a->host;
    k->role = a->role;
    if (a->fresh)
      m->members[k->ring][k->host] = (member){true, k->port, k->src, k->dst, k->qp};
    q->lookup_valid = k->cause == NF_NETREDUCE_CAUSE_NONE;
    q->connection = a->connection;
    q->fresh = a->fresh;
    q->first = k->first;
    q->psn = k->psn;
    q->msglen = k->msglen;
    q->msgid = k->msgid;
  }
  if (s->valid)
    for (unsigned h = 0; h < HOSTS; h++)
      m->members[s->ring][h].there = false;
}

// The ring as the packet sees it; its own entry is among them.
static void enter_ring(nf_netreduce_lookup *m, packet *k) {
  ring *const r = &m->rings[k->ring];
  const uint8_t own = (uint8_t)(k->fresh << k->port);
  if (k->role == NF_NETREDUCE_ROLE_HOST)
    r->hosts |= own;
  if (k->role == NF_NETREDUCE_ROLE_GLOBAL)
    r->globals |= own;
  else if (k->role == NF_NETREDUCE_ROLE_HEADER || k->local)
    r->here |= own;
  k->leaf = r->leaf;
  k->dtype = r->dtype;
  k->hosts = r->hosts;
  k->globals = r->globals;
  k->here = r->here;
}

static void to_state(nf_netreduce_lookup *m, nf_netreduce_state_in *q) {
  set_up *const s = cfg_of(m, TO_STATE);
  packet *const k = packet_of(m, TO_STATE);
  if (k->valid && k->cause == NF_NETREDUCE_CAUSE_NONE) {
    const nf_netreduce_lut2_out *const a = nf_netreduce_lut2_peek(m->lut2);
    enter_ring(m, k);
    k->cause = a->cause;
    k->arrived = k->cause == NF_NETREDUCE_CAUSE_NONE;
    k->begins = a->offset == 0;
    k->slot = a->slot;
    q->arrival_valid = k->arrived;
    q->ring = k->ring;
    q->host = k->host;
    q->slot = a->slot;
    q->msgid = a->msgid;
    q->offset = a->offset;
    q->msglen = a->msglen;
  }
  if (!s->valid)
    return;
  m->rings[s->ring] = (ring){.leaf = s->leaf, .dtype = s->dtype};
  q->cfg_valid = true;
  q->cfg_ring = s->ring;
  q->cfg_members = s->all;
  q->cfg_local = s->members;
  q->cfg_window = s->window;
  q->cfg_first = s->first;
  q->cfg_slot = s->slot;
  s->valid = false;
}

// ------------------------------------------------------------------------------ what is done
static uint64_t make_job(const packet *k, const nf_netreduce_action_out *a, uint16_t place) {
  uint64_t j = 0;
  nf_netreduce_job_set_kind(&j, a->kind);
  nf_netreduce_job_set_announce(&j, a->announce);
  nf_netreduce_job_set_first(&j, k->begins);
  nf_netreduce_job_set_mode(&j, a->mode);
  nf_netreduce_job_set_keep(&j, a->keep);
  nf_netreduce_job_set_dtype(&j, k->dtype);
  nf_netreduce_job_set_port(&j, k->port);
  nf_netreduce_job_set_read(&j, a->read);
  nf_netreduce_job_set_deliver(&j, a->deliver);
  nf_netreduce_job_set_place(&j, place);
  nf_netreduce_job_set_slot(&j, (uint8_t)(k->ring << 3 | k->slot));
  return j;
}

static void give_answer(nf_netreduce_lookup *m, nf_netreduce_pending_in *jobs) {
  nf_netreduce_lookup_out *const out = &m->out;
  packet *const k = packet_of(m, TO_ANSWER);
  out->ans_valid = out->ans_cause = out->take = 0;
  out->ans_payload = out->ans_head = false;
  out->ans_place = 0;
  if (!k->valid)
    return;
  k->valid = false; // the line may not move on
  const nf_netreduce_state_out *const s = nf_netreduce_state_peek(m->state);
  const nf_netreduce_action_in q = {.arrived = k->arrived,
                                    .state = s->state,
                                    .cause = k->cause,
                                    .role = k->role,
                                    .leaf = k->leaf,
                                    .local = k->local,
                                    .own = (uint8_t)(1u << k->port),
                                    .hosts = k->hosts,
                                    .globals = k->globals,
                                    .here = k->here};
  nf_netreduce_action_out a;
  nf_netreduce_action_eval(NULL, &q, &a);
  if (a.known)
    out->ans_place = (uint16_t)(k->ring * (m->cfg.Window + 1) * m->cfg.MaxMsgLen + s->column);
  out->ans_valid = (uint8_t)(1u << k->port);
  out->ans_cause = a.cause;
  out->ans_payload = a.payload;
  out->ans_head = a.head;
  out->take = a.payload || a.head ? out->ans_valid : 0;
  jobs->jobs = a.jobs;
  if (a.jobs != 0)
    m->jobs[(m->first_job + m->job_count++) % JOBS] = make_job(k, &a, out->ans_place);
  else
    m->places++;
}

// The grant of the next cycle.
static void grant(nf_netreduce_lookup *m, uint8_t asks, bool room) {
  m->out.req_ready = 0;
  if (asks == 0 || !room)
    return;
  const unsigned above = asks & ~0u << m->last << 1;
  m->last = (uint8_t)__builtin_ctz(above != 0 ? above : asks);
  m->out.req_ready = (uint8_t)(1u << m->last);
  m->places--;
}

static void look_member(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in) {
  const member *const e =
      in->member_ring < m->cfg.Rings ? &m->members[in->member_ring][in->member_host] : NULL;
  const bool there = e != NULL && e->there;
  m->out.member_valid = there;
  m->out.member_port = there ? e->port : 0;
  m->out.member_src = there ? e->src : 0;
  m->out.member_dst = there ? e->dst : 0;
  m->out.member_qp = there ? e->qp : 0;
}

static void tell_state(nf_netreduce_lookup *m) {
  const nf_netreduce_state_out *const s = nf_netreduce_state_peek(m->state);
  nf_netreduce_lookup_out *const out = &m->out;
  out->busy = s->busy;
  out->look_ready = s->look_ready;
  out->look_valid = s->look_valid;
  out->look_open = s->look_open;
  out->look_msgid = s->look_msgid;
  out->look_arrived = s->look_arrived;
  if (m->cycle < m->live)
    for (unsigned ago = 0; ago < TO_STATE; ago++)
      out->busy |= (uint16_t)(cfg_of(m, ago)->valid << cfg_of(m, ago)->ring);
}

void nf_netreduce_lookup_step(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in) {
  const bool room = m->places != 0;
  nf_netreduce_state_in s = {.look_valid = in->look_valid,
                             .look_ring = in->look_ring,
                             .look_slot = in->look_slot,
                             .look_offset = in->look_offset};
  nf_netreduce_pending_in q3 = {.ended_valid = in->ended_valid, .ended_slot = in->ended_slot};
  if (in->member_re)
    look_member(m, in);
  if (m->job_count != 0 && in->job_ready) {
    m->first_job = (m->first_job + 1) % JOBS;
    m->job_count--;
    m->places++;
  }
  if (m->out.req_ready != 0 || in->cfg_valid || m->cycle < m->live) {
    nf_netreduce_lut1_in q1 = {0};
    nf_netreduce_lut2_in q2 = {0};
    take_request(m, in);
    take_cfg(m, in);
    give_answer(m, &q3);
    to_state(m, &s);
    to_lut2(m, &q2);
    to_lut1(m, in, &q1);
    nf_netreduce_lut1_step(m->lut1, &q1);
    nf_netreduce_lut2_step(m->lut2, &q2);
  }
  q3.arrival_valid = s.arrival_valid;
  q3.ring = s.ring;
  q3.slot = s.slot;
  memcpy(s.held, nf_netreduce_pending_peek(m->pending)->held, sizeof s.held);
  if (m->cycle < m->live || in->ended_valid)
    nf_netreduce_pending_step(m->pending, &q3);
  nf_netreduce_state_step(m->state, &s);
  grant(m, in->req_valid & (uint8_t)~m->out.req_ready, room);
  tell_state(m);
  m->out.job_valid = m->job_count != 0;
  m->out.job = m->job_count != 0 ? m->jobs[m->first_job] : 0;
  m->cycle++;
}
