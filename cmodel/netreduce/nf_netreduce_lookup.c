// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The tables and the state manager are the models of their blocks. A packet stands in `line` at the
// cycle in which it was taken, and is looked at when it has come so far.
#include "nf_netreduce_lookup.h"

#include <stdlib.h>
#include <string.h>

#include "nf_netreduce_action.h"
#include "nf_netreduce_drain.h"
#include "nf_netreduce_lut1.h"
#include "nf_netreduce_lut2.h"
#include "nf_netreduce_pending.h"
#include "nf_netreduce_state.h"

enum {
  LINE = 16,
  JOBS = 12,
  RINGS = NF_NETREDUCE_MAX_RINGS,
  HOSTS = NF_NETREDUCE_MAX_HOSTS,
  TO_LUT1 = 1, // cycles after a request was taken
  TO_LUT2 = 3,
  TO_STATE = 6,
  TO_ANSWER = 8
};

typedef struct {
  bool valid, arrived;
  bool first, alone, big, ack, replay, up;
  uint8_t says; // of an acknowledgement of a member's: NF_NETREDUCE_ACK_*
  uint8_t port, cause, mark;
  uint32_t src, dst, qp, psn, msgid;
  uint16_t nr_ring, msglen;
  bool local; // from here on: what LUT#1 said
  uint8_t ring, host, role, hosts, globals, here;
  bool begins, leaf; // of the column, of the ring
  bool of_member, origin, last;
  uint8_t slot, dtype;
  uint16_t len; // of its message, as it says
} packet;

typedef enum { READY, CLOSED, BEGUN, SWEPT } stage;

typedef struct {
  stage stage;
  bool leaf;
  uint8_t ring, members, all, window, slot, dtype;
  uint32_t first;
} set_up;

typedef struct {
  bool leaf;
  uint8_t dtype;
  uint32_t first; // MsgID
} ring;

typedef struct {
  bool there;
  uint8_t port, role, parts;
  uint32_t src, dst, qp, src_qp;
} member;

struct nf_netreduce_lookup {
  nf_netreduce_lookup_out out;
  nf_netreduce_lookup_cfg cfg;
  nf_netreduce_lut1 *lut1;
  nf_netreduce_lut2 *lut2;
  nf_netreduce_pending *pending;
  nf_netreduce_state *state;
  nf_netreduce_drain *closing, *off; // of the ring that is set up; of all
  uint64_t cycle;
  uint64_t live; // the last cycle in which a packet is on its way, or a ring set up
  uint8_t last, places;

  packet line[LINE]; // by the cycle in which it was taken
  set_up set_up;
  ring rings[RINGS];
  member members[RINGS][HOSTS];
  uint64_t jobs[JOBS];
  unsigned first_job, job_count;
  uint16_t spines; // bit r: the hosts of ring r send to this switch itself
};

// NF_PARAM LookupPortsInRange, and u_lut1, u_lut2, u_state, u_pending, u_drain, u_off; they refuse
// the others.
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
  const nf_netreduce_drain_cfg c5 = {.Ports = cfg->Ports};
  nf_status status = nf_netreduce_lut1_init(&n->lut1, &c1);
  if (status == NF_OK)
    status = nf_netreduce_lut2_init(&n->lut2, &c2);
  if (status == NF_OK)
    status = nf_netreduce_pending_init(&n->pending, &c4);
  if (status == NF_OK)
    status = nf_netreduce_state_init(&n->state, &c3);
  if (status == NF_OK)
    status = nf_netreduce_drain_init(&n->closing, &c5);
  if (status == NF_OK)
    status = nf_netreduce_drain_init(&n->off, &c5);
  if (status != NF_OK) {
    nf_netreduce_lookup_free(n);
    return status;
  }
  n->out.look_ready = true;
  n->out.cfg_ready = true;
  *m = n;
  return NF_OK;
}

// Registers, and outputs of the blocks inside by tell_state().
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
  nf_netreduce_drain_free(m->closing);
  nf_netreduce_drain_free(m->off);
  free(m);
}

// ------------------------------------------------------------------------------ set-up
// cfg_take: what does not fit becomes a closed ring (cfg_good).
static void take_cfg(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in) {
  set_up *const s = &m->set_up;
  const uint32_t all = in->cfg_members + (in->cfg_leaf ? 2u : 0),
                 room = m->cfg.Ports + 1 < HOSTS ? m->cfg.Ports + 1 : HOSTS;
  *s = (set_up){.stage = CLOSED, .ring = in->cfg_ring, .window = 1};
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

// Does a job of a ring wait?
static bool held(const nf_netreduce_lookup *m, unsigned r) {
  return (nf_netreduce_pending_peek(m->pending)->held[r / 8] >> r % 8 * 8 & 0xff) != 0;
}

// The ring is brought to rest and closed, begun anew, opened when it is swept.
static void move_set_up(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in,
                        nf_netreduce_lut1_in *q1, nf_netreduce_state_in *q) {
  set_up *const s = &m->set_up;
  switch (s->stage) {
  case READY:
    if (!in->cfg_valid || in->cfg_ring >= m->cfg.Rings)
      return;
    take_cfg(m, in);
    break;
  case CLOSED:
    q1->cfg_valid = nf_netreduce_drain_peek(m->closing)->shut;
    if (nf_netreduce_drain_peek(m->closing)->done)
      s->stage = BEGUN;
    break;
  case BEGUN:
    s->stage = SWEPT;
    m->rings[s->ring] = (ring){.leaf = s->leaf, .dtype = s->dtype, .first = s->first};
    q->cfg_valid = true;
    q->cfg_ring = s->ring;
    q->cfg_members = s->all;
    q->cfg_local = s->members;
    q->cfg_window = s->window;
    q->cfg_first = s->first;
    q->cfg_slot = s->slot;
    break;
  case SWEPT:
    if ((nf_netreduce_state_peek(m->state)->busy >> s->ring & 1) || !in->swept || held(m, s->ring))
      break;
    s->stage = READY;
    q1->cfg_valid = q1->cfg_open = s->members != 0;
    break;
  }
  q1->cfg_ring = s->ring;
  m->live = m->cycle + LINE;
}

// The packet that was taken so many cycles ago: with2_q .. with3_q, past_q and late_q in the RTL.
static packet *packet_of(nf_netreduce_lookup *m, unsigned ago) {
  return &m->line[(m->cycle - ago) % LINE];
}

// ------------------------------------------------------------------------------ the stages
// An acknowledgement or a congestion notification, behind VLAN tags and IP options too.
static bool carries_nothing(const uint64_t *meta) {
  const uint8_t opcode = nf_netreduce_meta_opcode(meta), cause = nf_netreduce_meta_cause(meta);
  return (opcode == NF_NETREDUCE_OPCODE_ACKNOWLEDGE || opcode == NF_NETREDUCE_OPCODE_CONGESTION) &&
         (cause == NF_NETREDUCE_CAUSE_OPCODE || cause == NF_NETREDUCE_CAUSE_NOT_IPV4 ||
          cause == NF_NETREDUCE_CAUSE_OPTIONS);
}

// Registers *1_q of the packet that is taken. The cause OFF is decided here, once: a packet is
// wholly of before the switch-off, or wholly of after it.
static void take_request(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in) {
  packet *const k = &m->line[m->cycle % LINE];
  k->valid = m->out.req_ready != 0 || m->out.replay_ready;
  if (!k->valid)
    return;
  m->live = m->cycle + LINE;
  const bool replay = m->out.replay_ready;
  const uint64_t *const r = replay ? in->replay_meta : in->req_meta[m->last];
  *k = (packet){.valid = true,
                .first = nf_netreduce_meta_first(r) & 1,
                .alone = nf_netreduce_meta_opcode(r) >> 5 == NF_NETREDUCE_ALONE,
                .big = nf_netreduce_meta_payload(r) > NF_NETREDUCE_MAX_PAYLOAD,
                .ack = carries_nothing(r),
                .replay = replay,
                .up = replay && in->replay_up,
                .says = nf_netreduce_meta_ack(r) & 3,
                .port = replay ? in->replay_port : m->last,
                .cause = m->out.on ? nf_netreduce_meta_cause(r) : NF_NETREDUCE_CAUSE_OFF,
                .src = nf_netreduce_meta_src_ip(r),
                .dst = nf_netreduce_meta_dst_ip(r),
                .qp = nf_netreduce_meta_dst_qp(r),
                .psn = nf_netreduce_meta_psn(r),
                .mark = nf_netreduce_meta_mark(r),
                .msgid = nf_netreduce_meta_msgid(r),
                .nr_ring = nf_netreduce_meta_ring(r),
                .msglen = nf_netreduce_meta_msglen(r)};
}

// u_lut1's inputs: the packet taken in the cycle before, and the controller.
static void to_lut1(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in,
                    nf_netreduce_lut1_in *q) {
  const packet *const k = packet_of(m, TO_LUT1);
  q->enrol_valid = in->enrol_valid;
  if (in->enrol_valid) {
    q->enrol_op = in->enrol_op;
    q->enrol_ring = in->enrol_ring;
    q->enrol_host = in->enrol_host;
    q->enrol_src_ip = in->enrol_src_ip;
    q->enrol_dst_ip = in->enrol_dst_ip;
    q->enrol_dst_qp = in->enrol_dst_qp;
    q->enrol_port = in->enrol_port;
    q->enrol_role = in->enrol_role;
    q->enrol_local = (in->enrol_dst_ip & in->local_mask) == in->local_net;
    q->enrol_self = in->enrol_dst_ip == in->own_ip;
    q->enrol_parts = in->enrol_parts;
    q->enrol_members = in->enrol_members;
    q->enrol_leaf = in->enrol_leaf;
  }
  q->lookup_valid = k->valid;
  if (!k->valid)
    return;
  q->first = k->first;
  q->ring = k->nr_ring;
  q->src_ip = k->src;
  q->dst_ip = k->dst;
  q->dst_qp = k->qp;
  q->port = k->port;
  q->alone = k->alone;
  q->mark = k->mark & 127;
}

// ack_*_o: u_recovery answers two cycles later whether a member's packets are acknowledged.
static void show_ack(nf_netreduce_lookup *m) {
  const packet *const k = &m->line[m->cycle % LINE];
  m->out.ack_src_ip = k->valid ? k->src : 0;
  m->out.ack_dst_ip = k->valid ? k->dst : 0;
  m->out.ack_dst_qp = k->valid ? k->qp : 0;
}

// Why a packet is not the engine's, when LUT#1 has answered.
static uint8_t cause_of(const packet *k, const nf_netreduce_lut1_out *a) {
  if (k->cause == NF_NETREDUCE_CAUSE_NONE)
    return a->cause == NF_NETREDUCE_CAUSE_NONE && k->big ? NF_NETREDUCE_CAUSE_PAYLOAD : a->cause;
  if (!a->member || k->ack)
    return k->cause;
  return k->cause == NF_NETREDUCE_CAUSE_OFF ? NF_NETREDUCE_CAUSE_NO_RING : NF_NETREDUCE_CAUSE_RAW;
}

// Stage 3: cause3 and says3, what LUT#1 has said, and u_lut2's inputs. Of an acknowledgement of a
// member's packets ring and host are those of the member, not those of the connection that it came
// by.
static void to_lut2(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in,
                    nf_netreduce_lut2_in *q) {
  packet *const k = packet_of(m, TO_LUT2);
  const nf_netreduce_lut1_out *const a = nf_netreduce_lut1_peek(m->lut1);
  // The messages of a ring's connections are forgotten when it is opened: MsgIDs begin anew.
  memcpy(q->forget, a->forget, sizeof q->forget);
  q->took = nf_netreduce_state_peek(m->state)->took;
  if (!k->valid)
    return;
  if (!in->ack_hit || k->cause == NF_NETREDUCE_CAUSE_OFF)
    k->says = NF_NETREDUCE_ACK_NONE;
  k->cause = cause_of(k, a);
  k->of_member = k->cause == NF_NETREDUCE_CAUSE_NONE;
  k->ring = a->ring;
  k->host = a->host;
  k->role = a->role;
  k->local = a->local;
  k->hosts = a->hosts;
  k->globals = a->globals;
  k->here = a->here;
  q->lookup_valid = k->cause == NF_NETREDUCE_CAUSE_NONE;
  q->connection = a->connection;
  q->first = k->first;
  q->psn = k->psn;
  q->msglen = k->msglen;
  q->msgid = k->msgid;
  if (k->says == NF_NETREDUCE_ACK_NONE)
    return;
  k->ring = in->ack_ring;
  k->host = in->ack_host;
  if (k->says == NF_NETREDUCE_ACK_GAP) // it ends here
    k->cause = NF_NETREDUCE_CAUSE_NONE;
}

// Stage 6: u_state's and u_pending's inputs. A ring's set-up is looked up here, so it must not
// change while packets are on their way: u_drain sees to that.
static void to_state(nf_netreduce_lookup *m, nf_netreduce_state_in *q) {
  packet *const k = packet_of(m, TO_STATE);
  if (!k->valid || !k->of_member)
    return;
  const nf_netreduce_lut2_out *const a = nf_netreduce_lut2_peek(m->lut2);
  k->leaf = m->rings[k->ring].leaf;
  k->dtype = m->rings[k->ring].dtype;
  k->cause = a->cause;
  k->arrived = k->cause == NF_NETREDUCE_CAUSE_NONE;
  k->begins = a->offset == 0;
  k->slot = a->slot;
  k->len = a->msglen;
  k->last = a->last;
  k->origin = a->offset == 0 && a->msgid == m->rings[k->ring].first;
  q->arrival_valid = k->arrived;
  q->ring = k->ring;
  q->host = k->host;
  q->slot = a->slot;
  q->msgid = a->msgid;
  q->offset = a->offset;
  q->msglen = a->msglen;
}

// ------------------------------------------------------------------------------ what is done
// Whose sum it is: what goes up is that of the hosts here, all else that of the whole ring.
static uint8_t mark_of(const nf_netreduce_lut1_out *parts, unsigned of,
                       const nf_netreduce_action_out *a) {
  if (a->kind == NF_NETREDUCE_JOB_NONE)
    return 0;
  return a->mode == NF_NETREDUCE_MODE_UP ? parts->local_parts[of]
                                         : NF_NETREDUCE_RESULT | parts->whole_parts[of];
}

// always_comb of `job`.
static uint64_t make_job(const packet *k, const nf_netreduce_action_out *a, uint16_t place,
                         uint8_t mark) {
  uint64_t j = 0;
  nf_netreduce_job_set_mark(&j, mark);
  nf_netreduce_job_set_kind(&j, a->kind);
  nf_netreduce_job_set_announce(&j, a->announce);
  nf_netreduce_job_set_first(&j, k->begins);
  nf_netreduce_job_set_mode(&j, a->mode);
  nf_netreduce_job_set_keep(&j, a->keep);
  nf_netreduce_job_set_again(&j, a->again && !k->replay);
  nf_netreduce_job_set_dtype(&j, k->dtype);
  nf_netreduce_job_set_port(&j, k->port);
  nf_netreduce_job_set_read(&j, a->read);
  nf_netreduce_job_set_deliver(&j, a->deliver);
  nf_netreduce_job_set_place(&j, place);
  nf_netreduce_job_set_slot(&j, (uint8_t)(k->ring << 3 | k->slot));
  nf_netreduce_job_set_last(&j, k->last);
  nf_netreduce_job_set_replay(&j, k->replay);
  return j;
}

// Stage 8: u_action, and the registers of answer, event and job. A packet that leads to no job
// gives its place for one back at once.
static void give_answer(nf_netreduce_lookup *m, nf_netreduce_pending_in *jobs) {
  nf_netreduce_lookup_out *const out = &m->out;
  packet *const k = packet_of(m, TO_ANSWER);
  out->ans_valid = out->ans_cause = out->take = 0;
  out->ans_payload = out->ans_head = false;
  out->ans_place = 0;
  out->event_valid = false;
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
                                    .replay = k->replay,
                                    .up = k->up,
                                    .own = (uint8_t)(1u << k->port),
                                    .hosts = k->hosts,
                                    .globals = k->globals,
                                    .here = k->here};
  nf_netreduce_action_out a;
  nf_netreduce_action_eval(NULL, &q, &a);
  const uint16_t place =
      a.known ? (uint16_t)(k->ring * (m->cfg.Window + 1) * m->cfg.MaxMsgLen + s->column) : 0;
  if (!k->replay) {
    out->ans_valid = (uint8_t)(1u << k->port);
    out->ans_cause = a.cause;
    out->ans_payload = a.payload;
    out->ans_head = a.head;
    out->ans_place = place;
    out->take = a.payload || a.head ? out->ans_valid : 0;
  }
  jobs->jobs = a.jobs;
  if (a.jobs != 0)
    m->jobs[(m->first_job + m->job_count++) % JOBS] =
        make_job(k, &a, place, mark_of(nf_netreduce_lut1_peek(m->lut1), k->ring, &a));
  else
    m->places++;
  m->out.replay_busy = m->out.replay_busy && !(k->replay && a.jobs == 0);
  out->event_valid = !k->replay && (k->of_member || k->says != NF_NETREDUCE_ACK_NONE);
  out->event_ack = k->says;
  out->event_ring = k->ring;
  out->event_host = k->host;
  out->event_psn = k->psn;
  out->event_good = a.known;
  out->event_origin = k->origin;
  out->event_last = k->last;
  out->event_unlike = k->arrived && s->state == NF_NETREDUCE_STATE_LENGTH;
  out->event_slot = k->slot;
  out->event_msglen = k->len;
}

// The grant of the next cycle.
static void grant(nf_netreduce_lookup *m, uint8_t asks, bool replay, bool room) {
  // LUT#2 wants lookups of a connection two cycles apart.
  const bool alone = m->out.req_ready == 0 && !m->out.replay_ready, apart = !m->out.replay_ready;
  m->out.req_ready = 0;
  m->out.replay_ready = replay && alone && room;
  if (m->out.replay_ready) {
    m->out.replay_busy = true;
    m->places--;
  }
  if (asks == 0 || !room || replay || !apart)
    return;
  const unsigned above = asks & ~0u << m->last << 1;
  m->last = (uint8_t)__builtin_ctz(above != 0 ? above : asks);
  m->out.req_ready = (uint8_t)(1u << m->last);
  m->places--;
}

// u_members' output register and look_there_q.
static void look_member(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in) {
  const member *const e =
      in->member_ring < m->cfg.Rings ? &m->members[in->member_ring][in->member_host] : NULL;
  const bool there = e != NULL && e->there;
  m->out.member_valid = there;
  m->out.member_port = there ? e->port : 0;
  m->out.member_role = there ? e->role : 0;
  m->out.member_parts = there ? e->parts : 0;
  m->out.member_src = there ? e->src : 0;
  m->out.member_dst = there ? e->dst : 0;
  m->out.member_qp = there ? e->qp : 0;
  m->out.member_src_qp = there ? e->src_qp : 0;
}

// What the controller's question has come to.
static void note_member(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in) {
  if (!m->out.enrol_done || !m->out.enrol_ok || in->enrol_op == NF_NETREDUCE_ENROL_CHECK)
    return;
  if (in->enrol_op == NF_NETREDUCE_ENROL_ADD && in->enrol_role == NF_NETREDUCE_ROLE_HOST) {
    const uint16_t bit = (uint16_t)(1u << in->enrol_ring);
    m->spines = (uint16_t)((m->spines & ~bit) | (in->enrol_dst_ip == in->own_ip ? bit : 0));
  }
  m->members[in->enrol_ring][in->enrol_host] =
      (member){.there = in->enrol_op == NF_NETREDUCE_ENROL_ADD,
               .port = in->enrol_port,
               .role = in->enrol_role,
               .parts = in->enrol_parts,
               .src = in->enrol_src_ip,
               .dst = in->enrol_dst_ip,
               .qp = in->enrol_dst_qp,
               .src_qp = in->enrol_src_qp};
}

// Ports that show u_state, u_lut1 and the set-up, behind the edge.
static void tell_state(nf_netreduce_lookup *m) {
  const nf_netreduce_state_out *const s = nf_netreduce_state_peek(m->state);
  nf_netreduce_lookup_out *const out = &m->out;
  out->busy = s->busy;
  out->look_ready = s->look_ready;
  out->look_valid = s->look_valid;
  out->look_open = s->look_open;
  out->look_msgid = s->look_msgid;
  out->look_arrived = s->look_arrived;
  out->cfg_ready = m->set_up.stage == READY;
  out->closing = m->set_up.stage == BEGUN || m->set_up.stage == SWEPT;
  out->closing_ring = out->closing ? m->set_up.ring : 0;
  out->closing_slot = out->closing ? m->set_up.slot : 0;
  out->closing_hosts = out->closing && m->set_up.members != 0 && !(m->spines >> m->set_up.ring & 1);
  out->closing_leaf = out->closing && m->set_up.leaf;
  if (!out->cfg_ready)
    out->busy |= (uint16_t)(1u << m->set_up.ring);
  if (nf_netreduce_drain_peek(m->off)->busy)
    out->busy |= (uint16_t)((1u << m->cfg.Rings) - 1);
  out->enrol_done = nf_netreduce_lut1_peek(m->lut1)->enrol_done;
  out->enrol_ok = nf_netreduce_lut1_peek(m->lut1)->enrol_ok;
}

// working[r]: packets or jobs of the ring are under way.
static bool is_working(const nf_netreduce_lookup *m, unsigned of) {
  return (nf_netreduce_pending_peek(m->pending)->held[of / 8] >> of % 8 * 8 & 0xff) != 0;
}

// No message begins in a ring that is brought to rest.
static void hold(const nf_netreduce_lookup *m, bool enable, uint64_t *held) {
  const bool all = nf_netreduce_drain_peek(m->off)->hold && !enable;
  for (unsigned r = 0; r < m->cfg.Rings; r++)
    if (all || (nf_netreduce_drain_peek(m->closing)->hold && m->set_up.ring == r))
      held[r / 8] |= (uint64_t)0xff << r % 8 * 8;
}

// taken: a set-up, in this cycle.
static void bring_to_rest(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in, bool taken) {
  const uint16_t open = nf_netreduce_state_peek(m->state)->open;
  nf_netreduce_drain_in q = {.time = in->drain,
                             .start = taken,
                             .open = (open >> m->set_up.ring & 1) != 0,
                             .jobs = is_working(m, m->set_up.ring),
                             .reserve = in->reserve,
                             .sent = in->sent};
  const nf_netreduce_drain_out off = *nf_netreduce_drain_peek(m->off);
  nf_netreduce_drain_step(m->closing, &q);
  q.start = m->out.on && !in->enable && !off.busy;
  q.open = open != 0 && !in->enable;
  q.jobs = false;
  for (unsigned r = 0; r < m->cfg.Rings; r++)
    q.jobs = q.jobs || is_working(m, r);
  nf_netreduce_drain_step(m->off, &q);
  // On again at once, also before it was off; off when u_off has shut the packets out.
  if (in->enable || off.shut)
    m->out.on = in->enable;
  m->out.given_up = (uint8_t)(nf_netreduce_drain_peek(m->closing)->given_up +
                              nf_netreduce_drain_peek(m->off)->given_up);
}

// One edge. All stages look at what the blocks showed in this cycle, then lut1, lut2, pending and
// state step; the order of the stages does not matter, each has its own packet in the line.
// u_pending's held slots are copied for u_state before it steps. The grant is worked out with the
// places that were free before this cycle. Tables are not stepped while no packet is on its way
// (live).
void nf_netreduce_lookup_step(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in) {
  const bool room = m->places != 0;
  const bool taken = m->set_up.stage == READY && in->cfg_valid && in->cfg_ring < m->cfg.Rings;
  nf_netreduce_state_in s = {.look_valid = in->look_valid,
                             .look_ring = in->look_ring,
                             .look_slot = in->look_slot,
                             .look_offset = in->look_offset};
  nf_netreduce_pending_in q3 = {.ended_valid = in->ended_valid,
                                .ended_slot = in->ended_slot,
                                .dropped = in->dropped,
                                .dropped_slot = in->dropped_slot};
  if (in->member_re)
    look_member(m, in);
  note_member(m, in);
  const bool replay = in->replay_valid && !m->out.replay_ready && !m->out.replay_busy;
  if (m->job_count != 0 && in->job_ready) {
    const uint64_t *const j = &m->jobs[m->first_job];
    m->out.replay_busy = m->out.replay_busy && !nf_netreduce_job_replay(j);
    m->first_job = (m->first_job + 1) % JOBS;
    m->job_count--;
    m->places++;
  }
  if (in->enrol_valid || in->cfg_valid)
    m->live = m->cycle + LINE;
  if (m->out.req_ready != 0 || m->out.replay_ready || m->cycle < m->live) {
    nf_netreduce_lut1_in q1 = {0};
    nf_netreduce_lut2_in q2 = {0};
    take_request(m, in);
    move_set_up(m, in, &q1, &s);
    give_answer(m, &q3);
    to_state(m, &s);
    to_lut2(m, in, &q2);
    to_lut1(m, in, &q1);
    show_ack(m);
    nf_netreduce_lut1_step(m->lut1, &q1);
    nf_netreduce_lut2_step(m->lut2, &q2);
  }
  q3.arrival_valid = s.arrival_valid;
  q3.ring = s.ring;
  q3.slot = s.slot;
  memcpy(s.held, nf_netreduce_pending_peek(m->pending)->held, sizeof s.held);
  hold(m, in->enable, s.held);
  bring_to_rest(m, in, taken);
  if (m->cycle < m->live || in->ended_valid || in->dropped)
    nf_netreduce_pending_step(m->pending, &q3);
  nf_netreduce_state_step(m->state, &s);
  grant(m, in->req_valid & (uint8_t)~m->out.req_ready, replay, room);
  tell_state(m);
  m->out.job_valid = m->job_count != 0;
  m->out.job = m->job_count != 0 ? m->jobs[m->first_job] : 0;
  m->cycle++;
}
